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
		"Ann@BÜCHER.example": "ann@xn--bcher-kva.example", "ann@почта.рф": "ann@xn--80a1acny.xn--p1ai",
		"ann@例え.テスト": "ann@xn--r8jz45g.xn--zckzah", "ann@xn--bcher-kva.example": "ann@xn--bcher-kva.example",
		"ann@bü cher.example": "", "ann@ü..example": "", "ann@\u202eü.example": "",
	} {
		address, key, ok := Parse(text)
		if ok != (want != "") || key != want || ok && !strings.EqualFold(address, want) {
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
		"A.N.N@GMail.com":        "ann@gmail.com",
		"ann@BÜCHER.example":     "ann@xn--bcher-kva.example",
		"ann@example.org.":       "ann@example.org",
		"ann":                    "", "@example.org": "", "ann@": "",
	} {
		if got := Mailbox(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

func TestSame(t *testing.T) {
	for _, same := range [][2]string{
		{"max.muster@gmail.com", "maxmuster@googlemail.com"},
		{"max.muster@gmail.com", "M.a.x.Muster+x@Gmail.com"},
		{"ann@bücher.example", "ANN@XN--BCHER-KVA.example"},
		{"ann+a@example.org", "ann+b@example.org"},
	} {
		if !Same(same[0], same[1]) {
			t.Errorf("%q", same)
		}
	}
	for _, other := range [][2]string{
		{"max-muster@gmail.com", "maxmuster@gmail.com"},
		{"a.nn@example.org", "ann@example.org"},
		{"", ""},
		{"x", "x"},
		{"ann@gmail.com", "ann@gmail.com.example"},
		{"ann@mail.google.com", "ann@gmail.com"},
	} {
		if Same(other[0], other[1]) {
			t.Errorf("%q", other)
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
