package models

import (
	"regexp"
	"strings"
	"testing"
)

func TestShortLinks(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, want := range []Link{
		{Purpose: LinkPage, Player: ann.ID, Game: "zzzzzzzz", Ply: 12, Takebacks: 3},
		{Purpose: LinkPage, Player: ann.ID, Challenge: "bcdfghjk"},
		{Purpose: LinkUnsubscribe, Player: ann.ID, Kind: KindReminder},
		{
			Purpose: LinkBounce, Player: maxLinkPlayer - 1, Game: "zzzzzzzz",
			Ply: maxLinkPly - 1, Takebacks: maxLinkTakebacks - 1,
		},
	} {
		long, err := w.signLink(t.Context(), want, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		short := ShortLink(long)
		if !regexp.MustCompile(`^[0-9A-Za-z]{39}$`).MatchString(short) || ShortLink(strings.ToUpper(long)) != short {
			t.Errorf("%q is %q in short", long, short)
		}
		text, about, ok := LongLink(short)
		if !ok || text != long || about != want {
			t.Errorf("%q reads as %q, %+v, %v", short, text, about, ok)
		}
	}
}

// Texts that resemble short links are rejected; no two short links denote the same link.
func TestNoShortLinks(t *testing.T) {
	w := newWorld(t)
	long := w.link(Link{Purpose: LinkPage, Player: w.player("ann").ID, Game: "zzzzzzzz"})
	short := ShortLink(long)
	for _, text := range []string{
		"", short[1:], "0" + short, "+" + short[1:], "-" + short[1:], short[:38] + "_", short[:20] + " " + short[21:],
		strings.Repeat("Z", 39), strings.Repeat("0", 39), long,
	} {
		if read, about, ok := LongLink(text); ok {
			t.Errorf("%q reads as %q, %+v", text, read, about)
		}
	}
	for _, text := range []string{"", long[1:], long + "a", "1" + long[1:]} {
		if got := ShortLink(text); got != "" {
			t.Errorf("%q is %q in short", text, got)
		}
	}
}
