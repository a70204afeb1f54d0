package wrapped_test

import (
	"encoding/base64"
	"slices"
	"testing"

	"turnpost/mailer/reply"
	"turnpost/mailer/reply/wrapped"
)

// The same content, signed by OpenSSL with lengths that are given at the beginning, and at the end.
const (
	signedDER = `
MIIB5QYJKoZIhvcNAQcCoIIB1jCCAdICAQExDTALBglghkgBZQMEAgEwQQYJKoZI
hvcNAQcBoDQEMkNvbnRlbnQtVHlwZTogdGV4dC9wbGFpbjsgY2hhcnNldD11dGYt
OA0KDQpkMS1kNA0KMYIBeTCCAXUCAQEwJjAOMQwwCgYDVQQDDANhbm4CFHfR20wC
ifFjXUuXWO6JMFCindVSMAsGCWCGSAFlAwQCAaCB5DAYBgkqhkiG9w0BCQMxCwYJ
KoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjgxNzIzMjdaMC8GCSqGSIb3
DQEJBDEiBCBnohGe3Ro6Re9cbRHjFYzBohZujMtFLVnTlda412u8fDB5BgkqhkiG
9w0BCQ8xbDBqMAsGCWCGSAFlAwQBKjALBglghkgBZQMEARYwCwYJYIZIAWUDBAEC
MAoGCCqGSIb3DQMHMA4GCCqGSIb3DQMCAgIAgDANBggqhkiG9w0DAgIBQDAHBgUr
DgMCBzANBggqhkiG9w0DAgIBKDAKBggqhkjOPQQDAgRIMEYCIQDW0Fifmq6t04Rw
SGQMJSRPu98+b5hHcq5kPENlOFMcmQIhAKdQsA/D6BpT+xeRaDtZ4gQt5mQioSCX
QL1KTfuzX9K1
`
	signedBER = `
MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcB
oIAkgAQyQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoN
CmQxLWQ0DQoAAAAAAAAxggF3MIIBcwIBATAmMA4xDDAKBgNVBAMMA2FubgIUd9Hb
TAKJ8WNdS5dY7okwUKKd1VIwCwYJYIZIAWUDBAIBoIHkMBgGCSqGSIb3DQEJAzEL
BgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyODE3MjMyN1owLwYJKoZI
hvcNAQkEMSIEIGeiEZ7dGjpF71xtEeMVjMGiFm6My0UtWdOV1rjXa7x8MHkGCSqG
SIb3DQEJDzFsMGowCwYJYIZIAWUDBAEqMAsGCWCGSAFlAwQBFjALBglghkgBZQME
AQIwCgYIKoZIhvcNAwcwDgYIKoZIhvcNAwICAgCAMA0GCCqGSIb3DQMCAgFAMAcG
BSsOAwIHMA0GCCqGSIb3DQMCAgEoMAoGCCqGSM49BAMCBEYwRAIgJ9p1RsQWNWAg
9Ach8SYEs/qwXyyoGGu1ZeSJzlCyfyECIGA+MOOWweIXPKuH7LqcLGFN7wtfOQlV
v84gIpLmzOH5AAAAAAAA
`
	signedHead = "From: ann@example.net\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n" +
		"Content-Disposition: attachment; filename=smime.p7m\nContent-Transfer-Encoding: base64\n"
)

// What is signed in opaque form is read as any other mail.
func TestSigned(t *testing.T) {
	for _, message := range []string{signedDER, signedBER} {
		m, err := reply.Read([]byte(signedHead+message), reply.Options{})
		if err != nil || !slices.Equal(m.Reply.Commands, []reply.Command{{Verb: reply.Turn, Text: "d1-d4"}}) {
			t.Errorf("%+v, %v", m.Reply, err)
		}
	}
}

// What is cut off, or changed in one byte, gives the content or nothing.
func TestTornSignature(t *testing.T) {
	for _, message := range []string{signedDER, signedBER} {
		raw, err := base64.StdEncoding.DecodeString(message)
		if err != nil {
			t.Fatal(err)
		}
		whole := string(wrapped.Signed(raw))
		for i := range raw {
			if got := wrapped.Signed(raw[:i]); got != nil && string(got) != whole {
				t.Errorf("of %d bytes: %q", i, got)
			}
			raw[i] ^= 0x80
			wrapped.Signed(raw)
			raw[i] ^= 0x80
		}
	}
}

// FuzzSigned checks that no content is longer than the message that it is from.
func FuzzSigned(f *testing.F) {
	for _, message := range []string{signedDER, signedBER} {
		raw, err := base64.StdEncoding.DecodeString(message)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		if content := wrapped.Signed(message); len(content) > len(message) {
			t.Errorf("%d bytes hold %d bytes", len(message), len(content))
		}
	})
}
