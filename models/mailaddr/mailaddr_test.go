package mailaddr

import (
	"strings"
	"testing"
	"unicode"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"Ann@Example.org": "ann@example.org", " ann@example.org ": "ann@example.org", "a.b+c@x.example": "a.b+c@x.example",
		"": "", "ann": "", "ann@": "", "Ann <ann@example.org>": "", `"a b"@example.org`: "",
		"ann@example.org\r\nBcc: b@c": "",
		"änn@example.org":             "", strings.Repeat("a", 250) + "@b.example": "",
	} {
		address, key, ok := Parse(text)
		if ok != (want != "") || key != want || ok && address != strings.TrimSpace(text) {
			t.Errorf("%q: %q, %q, %v", text, address, key, ok)
		}
	}
}

func TestMailbox(t *testing.T) {
	for key, want := range map[string]string{
		"ann@example.org":        "ann@example.org",
		"ann+games@example.org":  "ann@example.org",
		"a.n.n@example.org":      "a.n.n@example.org",
		"a.n.n+x@googlemail.com": "ann@gmail.com",
		"+x@example.org":         "+x@example.org",
		"a+b+c@gmail.com":        "a@gmail.com",
	} {
		if got := Mailbox(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// FuzzParse checks that no parsed address could end a header line.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"ann@example.org", "a@b\r\nBcc: c@d", `"a\"b"@c`, "a@[::1]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, key, ok := Parse(text)
		broken := strings.ContainsFunc(address, unicode.IsControl) || !strings.Contains(address, "@")
		if ok && (broken || key != strings.ToLower(address)) {
			t.Errorf("%q is the address %q, %q", text, address, key)
		}
	})
}
