package linktext

import (
	"regexp"
	"strings"
	"testing"
)

var key = []byte("a key of links")

// examples are links at the bounds of their fields.
var examples = []Fields{
	{},
	{Purpose: 1, Subject: OfPlayer, Player: 7},
	{Purpose: 2, Subject: OfGame, About: MaxAbout - 1, Ply: 12, Takebacks: 3, Offers: 5, Player: 1},
	{
		Purpose: 7, Subject: OfKind, About: MaxAbout - 1, Ply: MaxPly - 1, Player: MaxPlayer - 1,
		Takebacks: MaxTakebacks - 1, Offers: MaxOffers - 1,
	},
}

func sign(t *testing.T, f Fields) string {
	t.Helper()
	text, err := Sign(f, key, 4, "ann@example.org")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSign(t *testing.T) {
	for _, want := range examples {
		text := sign(t, want)
		if !regexp.MustCompile(`^[a-z2-7]{47}$`).MatchString(text) {
			t.Errorf("%+v is %q", want, text)
		}
		for _, form := range []string{text, strings.ToUpper(text), strings.ToUpper(text[:20]) + text[20:]} {
			s, ok := Parse(form)
			if !ok || s.Fields != want || !s.Verify(key, 4, "ann@example.org") {
				t.Errorf("%q reads as %+v, %v", form, s, ok)
			}
		}
	}
}

// The MAC covers the key, the epoch and the holder, besides every letter of the text.
func TestVerify(t *testing.T) {
	text := sign(t, examples[2])
	s, _ := Parse(text)
	for name, valid := range map[string]bool{
		"another key":    s.Verify([]byte("another key"), 4, "ann@example.org"),
		"another epoch":  s.Verify(key, 5, "ann@example.org"),
		"another holder": s.Verify(key, 4, "bob@example.org"),
		"no holder":      s.Verify(key, 4, ""),
	} {
		if valid {
			t.Errorf("valid with %s", name)
		}
	}
	for i := range text {
		for _, letter := range "a7z" {
			forged := text[:i] + string(letter) + text[i+1:]
			if s, ok := Parse(forged); forged != text && ok && s.Verify(key, 4, "ann@example.org") {
				t.Errorf("%q is valid", forged)
			}
		}
	}
}

// The MAC is the one of links that were mailed earlier.
func TestMailedLinksStayValid(t *testing.T) {
	const mailed = "k77777776aadauaaaacag4bhafvnlltv73p6d45mpeecy2q"
	if text := sign(t, examples[2]); text != mailed {
		t.Errorf("%q, was %q", text, mailed)
	}
}

func TestFieldsThatDoNotFit(t *testing.T) {
	for _, f := range []Fields{
		{About: MaxAbout}, {Player: MaxPlayer}, {Player: -1}, {Ply: MaxPly}, {Ply: -1},
	} {
		if text, err := Sign(f, key, 0, ""); err == nil {
			t.Errorf("%+v is %q", f, text)
		}
	}
	counted := sign(t, Fields{Takebacks: 3*MaxTakebacks + 2, Offers: MaxOffers + 1})
	if s, _ := Parse(counted); s.Takebacks != 2 || s.Offers != 1 {
		t.Errorf("%+v", s.Fields)
	}
}

func TestShort(t *testing.T) {
	for _, f := range examples {
		text := sign(t, f)
		short := Short(text)
		if !regexp.MustCompile(`^[0-9A-Za-z]{39}$`).MatchString(short) || Short(strings.ToUpper(text)) != short {
			t.Errorf("%q is %q in short", text, short)
		}
		if read, ok := Long(short); !ok || read != text {
			t.Errorf("%q reads as %q, %v", short, read, ok)
		}
	}
}

// Texts that resemble short links are rejected; no two short links denote the same link.
func TestNoShortLinks(t *testing.T) {
	text := sign(t, examples[2])
	short := Short(text)
	for _, bad := range []string{
		"", short[1:], "0" + short, "+" + short[1:], "-" + short[1:], short[:38] + "_", short[:20] + " " + short[21:],
		strings.Repeat("Z", 39), text,
	} {
		if read, ok := Long(bad); ok {
			t.Errorf("%q reads as %q", bad, read)
		}
	}
	for _, bad := range []string{"", text[1:], text + "a", "1" + text[1:]} {
		if got := Short(bad); got != "" {
			t.Errorf("%q is %q in short", bad, got)
		}
	}
}

// FuzzParse reads arbitrary text: a link is written again as the same text, and no signature is valid by chance.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		strings.Repeat("a", Length), strings.Repeat("7", Length), strings.Repeat("a", Length-1) + "ſ",
		strings.Repeat("Z", 39),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if read, ok := Long(text); ok && Short(read) != text {
			t.Fatalf("%q reads as %q", text, read)
		}
		s, ok := Parse(text)
		if !ok {
			return
		}
		packed, err := s.pack()
		if err != nil || long.EncodeToString(append(packed, s.mac...)) != strings.ToLower(text) {
			t.Fatalf("%q reads as %+v: %v", text, s.Fields, err)
		}
		if s.Verify(key, 4, "ann@example.org") {
			t.Fatalf("%q is valid", text)
		}
	})
}
