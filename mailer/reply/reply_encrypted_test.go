package reply

import "testing"

// What is encrypted is told from a mail without a command, by MIME and within the text. A text with a signature of PGP
// around it is read.
func TestEncrypted(t *testing.T) {
	const armour = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n"
	for mail, want := range map[string]string{
		"\n" + armour:          "encrypted",
		"\n\n\n" + armour:      "encrypted",
		"\nd1-d4\n\n" + armour: "",
		"\n> " + armour:        "",
		"\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nd1-d4\n-----BEGIN PGP SIGNATURE-----\n\niQ\n": "",
		"Content-Type: text/html\n\n<pre>" + armour + "</pre>":                                               "encrypted",
		"Content-Type: application/pkcs7-mime; smime-type=signed-data\n\nMIAG":                               "encrypted",
		"Content-Type: multipart/encrypted; boundary=a\n\n--a\n\nd1-d4\n--a--\n":                             "encrypted",
		// Exchange makes this of multipart/encrypted.
		"Content-Type: multipart/mixed; boundary=a\n\n--a\n\n\n--a\nContent-Type: application/pgp-encrypted\n\n" +
			"Version: 1\n--a\nContent-Type: application/octet-stream\n\n" + armour + "--a--\n": "encrypted",
	} {
		m, err := Read([]byte("From: ann@example.net\n"+mail), Options{Us: us})
		if err != nil || m.Kind != Human || m.Reply.Unreadable != want {
			t.Errorf("%q: %s, %q, %v; want %q", mail, m.Kind, m.Reply.Unreadable, err, want)
		}
		if reads := len(m.Reply.Commands) > 0; reads != (want == "" && mail[:3] != "\n> ") {
			t.Errorf("%q: %+v", mail, m.Reply)
		}
	}
}
