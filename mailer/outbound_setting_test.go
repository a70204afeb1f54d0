package mailer

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestParseSetting(t *testing.T) {
	for text, want := range map[string]string{
		"smtp://ann:secret@mail.example.org:587":          "ann at mail.example.org:587 (STARTTLS)",
		"smtp://mail.example.org":                         "mail.example.org:587 (STARTTLS)",
		"smtp://mail.example.org/":                        "mail.example.org:587 (STARTTLS)",
		"smtp://mail.example.org:25?tls=off":              "mail.example.org:25 (no TLS)",
		"smtp://localhost:1025":                           "localhost:1025 (no TLS)",
		"smtp://127.0.0.1:1025?tls=on":                    "127.0.0.1:1025 (STARTTLS)",
		"smtp://[::1]:1025":                               "[::1]:1025 (no TLS)",
		"smtps://ann%40example.org:a%2Fb@example.org":     "ann@example.org at example.org:465 (TLS)",
		"smtps://127.0.0.1:465":                           "127.0.0.1:465 (TLS)",
		"file:mail":                                       "file:mail",
		"file:/var/spool/turnpost/a folder?with=anything": "file:/var/spool/turnpost/a folder?with=anything",
	} {
		s, err := ParseOutbound(text)
		if err != nil || s.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, s, err, want)
		}
	}
}

func TestParseSettingRefuses(t *testing.T) {
	for text, want := range map[string]error{
		"":                                    errOutboundScheme,
		"mail":                                errOutboundScheme,
		"http://example.org":                  errOutboundScheme,
		"file:":                               errOutboundFolder,
		"file:///var/spool":                   errOutboundFolder,
		"smtp://":                             errOutboundHost,
		"smtp://:587":                         errOutboundHost,
		"smtp://ann:se/cret@example.org":      errOutboundURL,
		"smtp://ann:12/34@example.org":        errOutboundPath,
		"smtp://ann:se#cret@example.org":      errOutboundURL,
		"smtp://ann:12#cret@example.org":      errOutboundPath,
		"smtp://ann:se%zzcret@example.org":    errOutboundURL,
		"smtp://example.org:99999":            errOutboundPort,
		"smtp://example.org:0":                errOutboundPort,
		"smtp://ann@example.org":              errOutboundPassword,
		"smtp://:secret@example.org":          errOutboundPassword,
		"smtp://example.org?tls=maybe":        errOutboundOption,
		"smtp://example.org?tls=on&tls=off":   errOutboundOption,
		"smtp://example.org?timeout=1":        errOutboundOption,
		"smtp://ann:secret@example.org?a;b":   errOutboundOption,
		"smtps://example.org?tls=off":         errOutboundImplicit,
		"smtp://ann:secret@example.org/inbox": errOutboundPath,
	} {
		if s, err := ParseOutbound(text); !errors.Is(err, want) {
			t.Errorf("%s: %v, %v; want: %v", text, s, err, want)
		}
	}
}

// FuzzParseSetting checks that errors cannot show a password and settings do not print it.
func FuzzParseSetting(f *testing.F) {
	f.Add("smtp://ann:secret@example.org:587?tls=on", "pass")
	f.Add("smtps://[::1]", "p/a?s#s@w:o%rd")
	f.Add("file:mail", "")
	constant := []error{
		errOutboundScheme, errOutboundFolder, errOutboundURL, errOutboundHost, errOutboundPath,
		errOutboundPort, errOutboundPassword, errOutboundOption, errOutboundImplicit,
	}
	f.Fuzz(func(t *testing.T, text, password string) {
		for _, text := range []string{text, "smtp://ann:" + password + "@example.org:587"} {
			s, err := ParseOutbound(text)
			if err != nil && !slices.Contains(constant, err) {
				t.Errorf("%q: the error is %v", text, err)
			}
			if err == nil && s.folder == "" && s.host == "" {
				t.Errorf("%q: neither folder nor host", text)
			}
		}
		s, err := ParseOutbound("smtp://ann:" + url.QueryEscape("secret"+password) + "@example.org:587")
		if err != nil {
			t.Fatalf("password %q: %v", password, err)
		}
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if got := fmt.Sprintf(verb, s); strings.Contains(got, "secret") {
				t.Errorf("%s prints %s", verb, got)
			}
		}
	})
}
