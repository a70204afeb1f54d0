package reply

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
)

// gameOf returns options for a game with some legal turns. What begins with one of some signs is read as a turn too.
func gameOf(legal []string, signs string) Options {
	isLegal := func(s string) bool { return slices.Contains(legal, strings.ToLower(strings.ReplaceAll(s, ",", ""))) }
	return Options{Us: us, Legal: isLegal, Readable: func(s string) bool {
		return isLegal(s) || len(s) > 1 && !strings.Contains(s, " ") && strings.ContainsAny(s[:1], signs) &&
			s[1] >= '0' && s[1] <= '9'
	}}
}

// Games whose turns do not have the usual shape: words, numbers of squares, several squares.
var (
	stones   = gameOf([]string{"k11 l9", "k12 l9", "pass", "swap"}, "kl")
	draughts = gameOf([]string{"32-28", "32-2", "33-28", "28:19", "12"}, "123")
)

// A turn of any shape that the writer takes back, or could, is asked about.
func TestTurnsOfOtherShapesTakenBack(t *testing.T) {
	for _, c := range []struct {
		game Options
		text string
	}{
		{stones, "k11 l9\n\nNo, k12 l9"},
		{stones, "k11 l9\nSorry, I meant k12 l9"},
		{stones, "k11, l9\n\nNein, lieber k12, l9."},
		{stones, "k11 l9\n\nNo, k12 and l9"},
		{stones, "swap\n\nNo, pass"},
		{stones, "swap\n\nSorry, I meant pass!"},
		{stones, "swap\n\nor pass"},
		{stones, "k11 l9\n\nno, swap"},
		{stones, "Sorry, I meant pass\n\nk11 l9"},
		{draughts, "32-28\n\nNo, 33-28"},
		{draughts, "32-28\n\nНет, лучше 33-28"},
		{draughts, "32-28\n\nI meant 33-28, as we said on the telephone yesterday"},
		{draughts, "32-28\n\nNo, 32-2"},
		{draughts, "28:19\n\nor 33-28"},
		{draughts, "32-28\n\nNo, 12"},
	} {
		m, err := Read([]byte(plainHeader+c.text+"\n"), c.game)
		if err != nil || len(m.Reply.Commands) > 0 || len(m.Reply.Possible) == 0 || m.Reply.Possible[0].Verb != Turn {
			t.Errorf("%q is read as %+v, %v", c.text, m.Reply, err)
		}
	}
}

// A square alone that is a legal turn may follow words in small letters, which are no address, and it is another turn
// than the one above it.
func TestSquaresAloneAsTurns(t *testing.T) {
	o := gameOf([]string{"p2", "p3", "e1"}, "pe")
	for text, want := range map[string][]Command{
		"Hope you're well\n\np2":                      turn("p2"),
		"hi from rainy Leeds\np2":                     turn("p2"),
		"Ann Example, London\n\ne1":                   nil,
		"12 rue de la Paix\ne1":                       nil,
		"p2\nor\np3":                                  nil,
		"p2\nor perhaps even this other one here\np3": nil,
		"p2\n\nBest,\nAnn\nLondon\ne1":                turn("p2"),
	} {
		m, err := Read([]byte(plainHeader+text+"\n"), o)
		if err != nil || !slices.Equal(m.Reply.Commands, want) || len(m.Reply.Commands)+len(m.Reply.Possible) == 0 {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
}

// A turn of squares is no part of one that ends on another rank.
func TestATurnToAFartherRankTakenBack(t *testing.T) {
	o := gameOf([]string{"d1-d10", "d1-d1"}, "")
	m, err := Read([]byte(plainHeader+"d1-d10\n\nNo, d1-d1\n"), o)
	if err != nil || len(m.Reply.Commands) > 0 {
		t.Errorf("it is read as %+v, %v", m.Reply, err)
	}
}

// Talk does not take back a turn of any shape.
func TestTurnsOfOtherShapesKept(t *testing.T) {
	for _, c := range []struct {
		game Options
		text string
		want string
	}{
		{stones, "k11 l9\n\nI did not expect k10.", "k11 l9"},
		{stones, "k11 l9\n\nNo, l9 is no mistake", "k11 l9"},
		{stones, "pass\n\nNo hurry!", "pass"},
		{stones, "ich pass, schönes Spiel", "pass"},
		{stones, "k11 l9\n\nMy train was late, and I had to pass an exam, no fun at all", "k11 l9"},
		{stones, "k11 l9\n\nThere is nothing better on the whole board than to pass", "k11 l9"},
		{draughts, "32-28\n\n33-28 was tempting as well", "32-28"},
		{draughts, "32-28\n\nNo rain here for 12 days, and it is getting hot", "32-28"},
		{draughts, "32-28\n\nBest,\nAnn\n33-28", "32-28"},
	} {
		m, err := Read([]byte(plainHeader+c.text+"\n"), c.game)
		if err != nil || len(m.Reply.Commands) != 1 || m.Reply.Commands[0] != turn(c.want)[0] {
			t.Errorf("%q is read as %+v, %v", c.text, m.Reply, err)
		}
	}
}

// A turn of any shape directly above an attribution, or joined to it, is no part of it.
func TestTurnsOfOtherShapesAboveAnAttribution(t *testing.T) {
	sent := loadSent(t, "testdata/sent", "instructions")
	quote := "\n> " + strings.ReplaceAll(sent.Text, "\n", "\n> ") + "\n"
	for _, c := range []struct{ typed, between string }{
		{"28:19", "\n"},
		{"12-18-2026", "\n"},
		{"32-28", "\n"},
		{"32-28", " "},
		{"32-28", ""},
		{"pass", "\n"},
		{"pass", " "},
		{"pass", ""},
	} {
		o := gameOf([]string{c.typed}, "")
		o.Sent = sent
		raw := plainHeader + c.typed + c.between +
			"On Sat, 21 Nov 2026 at 22:51, " + us[0] + " <" + us[2] + "> wrote:" + quote
		m, err := Read([]byte(raw), o)
		if err != nil || len(m.Reply.Commands)+len(m.Reply.Possible) != 1 {
			t.Errorf("%q before %q is read as %+v, %v", c.typed, c.between, m.Reply, err)
		}
	}
}

// What a game is asked about a mail is bounded.
func TestTriesWithinLinesAreBounded(t *testing.T) {
	asked := 0
	o := Options{Us: us, Readable: func(string) bool { return false }, Legal: func(s string) bool {
		asked++
		return s == "d1-d4"
	}}
	text := "d1-d4\n\n" + strings.Repeat("No, a1b 2c3 d4e 5f6 a7b 8c9 d10 e11f g12 h13 i14\n\n", 300)
	if _, err := Read([]byte(plainHeader+text), o); err != nil {
		t.Fatal(err)
	}
	if asked == 0 || asked > maxTries+10 {
		t.Errorf("the game was asked %d times", asked)
	}
}

// to say.
func TestTurnsInProse(t *testing.T) {
	legal := func(s string) bool {
		folded := rules.Notation{Squares: true, Steps: true}.Fold(strings.ToLower(s))
		return slices.Contains([]string{"d1-d4", "d1-d5", "p3", "d4-h8~k11", "b4-c6 c6-e7"}, folded)
	}
	for text, want := range map[string][]string{
		"I would like to play d1-d4.":                {"d1-d4"},
		"Dann eben d1-d4!":                           {"d1-d4"},
		"Тогда д1-д4":                                nil, // letters of another alphabet are no squares here
		"Maybe “D1–D4”, I do not know yet":           {"D1-D4"},
		"d1-d4 or d1-d5?\nI cannot decide, d1-d4...": {"d1-d4", "d1-d5"},
		"then b4-c6 c6-e7 and we will see":           {"b4-c6 c6-e7"},
		"I shoot d4-h8~k11, that must hurt":          {"d4-h8~k11"},
		"so p3 it is":                                {"p3"},
		"d1 d4":                                      {"d1-d4"},
		"de d1 à d4":                                 {"d1-d4"},
		"da d1 fino a d4, grazie":                    {"d1-d4"},
		"d1-ről d4-re":                               {"d1-d4"},
		"d1'den d4'e":                                {"d1-d4"},
		"d1からd4へ":                                    {"d1-d4"},
		"我走d1到d4":                                    {"d1-d4"},
		"d1 > d4":                                    {"d1-d4"},
		"d1>d4":                                      {"d1-d4"},
		"d1_d4, d1=d5":                               {"d1-d4", "d1-d5"},
		"b4 à c6, c6 à e7":                           {"b4-c6 c6-e7"},
		"Mein Zug:d1-d4.Gruß aus Kiel":               {"d1-d4"},
		"d1-d4 – was sonst":                          {"d1-d4"},
		"d1 or d4, d1 not d4, d1 was far from d4":    nil,
		"d1-d4 <http://d1-d4/>":                      {"d1-d4"},
		"a1-a9 was strong, and e9-e1 too":            nil,
		"We met in room d1, on 4 May":                nil,
	} {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{Readable: legal, Legal: legal})
		if err != nil || len(m.Reply.Commands) > 0 || len(m.Reply.Possible) != len(want) || len(m.Reply.Lines) != len(want) {
			t.Errorf("%q is read as %+v, %v, want %q", text, m.Reply, err, want)
			continue
		}
		for i, c := range m.Reply.Possible {
			if c.Verb != Turn || !strings.EqualFold(c.Text, want[i]) {
				t.Errorf("%q: %+v, want %q", text, c, want[i])
			}
		}
	}
	// Where a command is read, or may be, nothing else is looked for.
	m, err := Read([]byte(plainHeader+"say I thought about d1-d4 too\n"), Options{Readable: legal, Legal: legal})
	if err != nil || !reflect.DeepEqual(m.Reply.Commands, say("I thought about d1-d4 too")) || len(m.Reply.Possible) > 0 {
		t.Errorf("%+v, %v", m.Reply, err)
	}
}

// The search costs a bounded number of questions to the game, however long the text is.
func TestTurnsInProseAreBounded(t *testing.T) {
	asked := 0
	never := func(string) bool { asked++; return false }
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "and d%d-e%d is what\n", i%11+1, i%9+1)
	}
	m, err := Read([]byte(plainHeader+text.String()), Options{Readable: never, Legal: never})
	if err != nil || len(m.Reply.Possible) > 0 || asked > 20_000 { // a few for each line that is read, and the search
		t.Errorf("%d questions; %+v, %v", asked, m.Reply.Possible, err)
	}
}
