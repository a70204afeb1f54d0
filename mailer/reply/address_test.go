package reply

import (
	"strings"
	"testing"
)

// The author of a mail is the only address in its only From field (RFC 5322); in doubt it has none.
func TestAuthor(t *testing.T) {
	for value, want := range map[string]string{
		// Comments, everywhere.
		`(x)eve@evil.example(<ann@example.org>)`:       "eve@evil.example",
		`eve@evil.example (ann@example.org)`:           "eve@evil.example",
		`(ann@example.org) eve@evil.example`:           "eve@evil.example",
		`(<ann@example.org>) <eve@evil.example>`:       "eve@evil.example",
		`Eve <eve@evil.example> (<ann@example.org>)`:   "eve@evil.example",
		`Eve <(ann@example.org)eve@evil.example>`:      "eve@evil.example",
		`eve (<ann@example.org>) @ (x) evil.example`:   "eve@evil.example",
		`(a (b <ann@example.org>) c) eve@evil.example`: "eve@evil.example",
		`(a \) <ann@example.org>) eve@evil.example`:    "eve@evil.example",
		`(" ) eve@evil.example (" <ann@example.org>)`:  "eve@evil.example",
		`ann@example.org(comment)`:                     "ann@example.org",
		`ann(comment)@example.org`:                     "ann@example.org",
		`ann@example(x).org`:                           "",
		`an(x)n@example.org`:                           "",
		`(ann@example.org`:                             "",
		`ann@example.org)`:                             "",
		`ann@example.org (a (b)`:                       "",
		// Quoted strings.
		`"ann@example.org" <eve@evil.example>`:         "eve@evil.example",
		`"<ann@example.org>" <eve@evil.example>`:       "eve@evil.example",
		`"a\"<ann@example.org>" <eve@evil.example>`:    "eve@evil.example",
		`"(" <eve@evil.example> ")" <ann@example.org>`: "",
		`"ann"@example.org`:                            "ann@example.org",
		`"ann@example.org"@evil.example`:               "ann@example.org@evil.example",
		`"ann@example.org>"@evil.example`:              "ann@example.org>@evil.example",
		`"ann`:                                         "",
		`"Ann <ann@example.org>`:                       "",
		`Ann \" <ann@example.org>`:                     "",
		`'ann@example.org' <ann@example.org>`:          "ann@example.org",
		`'eve@evil.example' <ann@example.org>`:         "",
		// Several addresses, groups, routes.
		`ann@example.org, eve@evil.example`:             "",
		`eve@evil.example, ann@example.org`:             "",
		`Ann <ann@example.org>, Eve <eve@evil.example>`: "",
		`eve@evil.example, <ann@example.org>`:           "",
		`ann@example.org, `:                             "",
		`ann@example.org eve@evil.example`:              "",
		`eve@evil.example <ann@example.org>`:            "",
		`<ann@example.org> eve@evil.example`:            "",
		`<eve@evil.example <ann@example.org>>`:          "",
		`<<ann@example.org>>`:                           "",
		`<ann@example.org`:                              "",
		`ann@example.org>`:                              "",
		`players: ann@example.org;`:                     "",
		`players: eve@evil.example; ann@example.org`:    "",
		`:;ann@example.org`:                             "",
		`<@evil.example:ann@example.org>`:               "",
		`<@evil.example,@b.example:ann@example.org>`:    "",
		`ann@example.org@evil.example`:                  "",
		`ann@@example.org`:                              "",
		`@example.org`:                                  "",
		`ann@`:                                          "",
		`<>`:                                            "",
		``:                                              "",
		`Ann`:                                           "",
		`ann@example.org;`:                              "",
		"ann@example.org\rFrom: eve@evil.example":       "",
		"ann@example.org\x00":                           "",
		"\"ann\x00\"@example.org":                       "",
		// Encoded words are part of a name and nothing else.
		`=?utf-8?q?ann=40example=2Eorg?= <eve@evil.example>`:       "eve@evil.example",
		`=?utf-8?q?=3Cann=40example=2Eorg=3E?= <eve@evil.example>`: "eve@evil.example",
		`=?utf-8?b?PGFubkBleGFtcGxlLm9yZz4=?=`:                     "",
		`=?utf-8?q?<ann@example.org>?= <eve@evil.example>`:         "",
		`=?utf-8?q?ann?=@example.org`:                              "=?utf-8?q?ann?=@example.org",
		// What programs write without quotes.
		`J. Example <ann@example.org>`:                  "ann@example.org",
		`Example, Ann <ann@example.org>`:                "ann@example.org",
		`Ann O'Neill [EXT] <ann@example.org>`:           "ann@example.org",
		`ann@example.org <ann@EXAMPLE.org>`:             "ann@example.org",
		`Ann Ünlü <ann@example.org>`:                    "ann@example.org",
		`<ann@example.org>`:                             "ann@example.org",
		`Ann <ann@example.org> (home)`:                  "ann@example.org",
		"Ann\n\t<ann@example.org>":                      "ann@example.org",
		"Ann\n (a\n b) <ann@example.org>":               "ann@example.org",
		`ann@[192.0.2.1]`:                               "ann@[192.0.2.1]",
		"ann@[192.0.2\x1a1]":                            "",
		"\"ann\x7f\"@example.org":                       "",
		"\"ann\t\"@example.org":                         "",
		`ann@[]`:                                        "",
		`ann@[[192.0.2.1]`:                              "",
		`ann@[192.0.2.1 ]`:                              "",
		`ann@[192.0.2.1`:                                "",
		`Ann <ann@example.org (a>) >`:                   "ann@example.org",
		`ann@example.org` + "\nFROM: ann@example.org":   "",
		`ann@example.org` + "\nFrom : eve@evil.example": "",
		`ann@example.org` + strings.Repeat("\nX: y", 2000) + "\nFrom: e":                                     "",
		`ann@example.org,` + strings.Repeat("\n ("+strings.Repeat("x", 900)+")", 40) + "\n eve@evil.example": "",
		strings.Repeat("x", 70<<10) + "\nFrom: ann@example.org":                                              "",
	} {
		m := readHeaders(t, "To: x\nFrom: "+value)
		h, ok := ReadHeader([]byte("From: " + value + "\n\n"))
		if got := m.Header.From.Key; got != want || !ok || h.From != m.Header.From {
			t.Errorf("%.120q is from %q, want %q", value, got, want)
		}
	}
}

// FuzzFrom looks for a From field with an author that is not in it outside of comments and quotes.
func FuzzFrom(f *testing.F) {
	for _, value := range []string{
		`(x)eve@evil.example(<ann@example.org>)`, `"a\"b" <a@b>`, `=?utf-8?q?x?= <a@b>`, `a: b@c;`, `<@a:b@c>`, `a@[::1]`,
		"a@b\n c", `a@b <a@b> (x)`, `"a"@b`,
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.Contains(value, "\n") {
			return // of other fields
		}
		h, ok := ReadHeader([]byte("From: " + value + "\n\n"))
		if !ok || h.From.Key == "" {
			return
		}
		if !strings.Contains(h.From.Address, "@") || strings.ContainsFunc(h.From.Address, isControl) {
			t.Fatalf("%q is from %q", value, h.From.Address)
		}
		for _, second := range []string{"eve@evil.example", "<eve@evil.example>", "E: eve@evil.example;"} {
			if two, _ := ReadHeader([]byte("From: " + value + ", " + second + "\n\n")); two.From.Key != "" {
				t.Fatalf("%q with %q is from %q", value, second, two.From.Key)
			}
			if two, _ := ReadHeader([]byte("From: " + value + "\nFrom: " + second + "\n\n")); two.From.Key != "" {
				t.Fatalf("%q and %q are from %q", value, second, two.From.Key)
			}
		}
		hidden, _ := ReadHeader([]byte("From: (" + strings.NewReplacer("(", "", ")", "", `\`, "").Replace(value) +
			") eve@evil.example\n\n"))
		if hidden.From.Key != "" && hidden.From.Key != "eve@evil.example" {
			t.Fatalf("%q in a comment is from %q", value, hidden.From.Key)
		}
	})
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
