package reply

import "testing"

// Comments in the fields of MIME, which old programs write, and a label that says nothing of the charset hide no text.
func TestOddFieldsOfMIME(t *testing.T) {
	for _, fields := range []string{
		"Content-Type: text/plain (by hand); charset=(any)utf-8\n\nd3–c3",
		"Content-Type: text/plain; charset=us-ascii (Plain text)\n\nd3-c3",
		"Content-Type: (mixed) multipart/mixed; boundary=\"a\"\n\n--a\n\nd3-c3\n--a\n\n--a--",
		"Content-Transfer-Encoding: base64 (of course)\n\nZDMtYzMK",
		"Content-Type: text/plain; charset=x-user-defined\n\nd3\x96c3",
	} {
		if said := readTypedMail(t, "From: ann@example.net\n"+fields+"\n"); len(said.Commands) != 1 {
			t.Errorf("%q is read as %+v", fields, said)
		}
	}
}
