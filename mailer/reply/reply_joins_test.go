package reply

import (
	"reflect"
	"testing"
)

// A command is read where something next to it could take it in: a quote that begins with the same words, an
// attribution that begins with a date, or an HTML text without it.
func TestCommandsThatCouldJoin(t *testing.T) {
	sent := Sent{Text: "To accept, which ends the game:\n\nhttps://play.example.org/v1/games/k7m2q9xr/draw\n\n" +
		"To decline the offer that bob has made:\n\nhttps://play.example.org/v1/games/k7m2q9xr/no\n"}
	const (
		above = "> To accept, which ends the game:\n>\n> https://play.example.org/v1/games/k7m2q9xr/draw\n\n"
		below = "\n\n> To decline the offer that bob has made:\n>\n> https://play.example.org/v1/games/k7m2q9xr/no\n"
		by    = "On Sat, Nov 21, 2026 at 10:51 PM turnpost <play@play.example.org> wrote:\n"
	)
	away := []Command{{Verb: Away, From: "2026-12-24", Until: "2027-01-02"}}
	for text, want := range map[string][]Command{
		plainHeader + by + above + "Good evening to you,\n\nDraw" + below:                           {{Verb: Draw}},
		plainHeader + by + above + "Draw" + below:                                                   {{Verb: Draw}},
		plainHeader + "away 2026-12-24 until 2027-01-02\n" + by + above:                             away,
		plainHeader + "away 2026-12-24 until 2027-01-02\n7 дек. 2026 г., turnpost писал:\n" + above: away,
		"Content-Type: multipart/alternative; boundary=a\n\n--a\n\nd1-d4\n\n" + by + above +
			"\n--a\nContent-Type: text/html\n\n<blockquote>To accept</blockquote>\n--a--\n": turn("d1-d4"),
	} {
		m, err := Read([]byte(text), Options{Sent: sent, Us: us})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Reply.Commands, want) {
			t.Errorf("%s\nis read as %+v", text, m.Reply)
		}
	}
}

func TestFindDate(t *testing.T) {
	for text, want := range map[string][2]bool{
		"21 November 2026": {true, false}, "21.11.26": {true, false}, "at 22:51": {true, false}, "à 22h51": {true, false},
		"21. 11.": {false, true}, "d1-d4": {false, false}, "12": {false, false}, "1000": {false, false},
		"11/21/": {false, true}, "1:5": {false, false},
	} {
		if found, open := findDate(text); found != want[0] || open != want[1] {
			t.Errorf("%q: found %t, open %t", text, found, open)
		}
	}
}
