package rulestest

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/tictactoe"
	"turnpost/rules/search"
)

func wantFault(t *testing.T, what, fault, part string) {
	t.Helper()
	if part == "" && fault != "" || !strings.Contains(fault, part) {
		t.Errorf("%s: want %q, found %q", what, part, fault)
	}
}

func TestExchangedPhrases(t *testing.T) {
	for _, tc := range []struct{ place, move, part string }{
		{"put a man", "move a man", ""},
		{"put a man where another one moved", "go", ""},
		{"move a man", "put a man", "the phrase step."},
		{"stone", "kick it", ""},
	} {
		steps := map[string]string{rules.StepPlace: tc.place, rules.StepMove: tc.move}
		wantFault(t, tc.place, stepFaultIn(steps), tc.part)
	}
	for _, tc := range []struct{ from, to, captured, part string }{
		{"where a man came from", "where a man went", "where a man was captured", ""},
		{"where a man went", "where a man came from", "where a man was captured", "they seem exchanged"},
		{"where it began", "where it was captured", "where it went", "they seem exchanged"},
	} {
		wantFault(t, tc.from, signFault(rules.Signs{From: tc.from, To: tc.to, Captured: tc.captured}), tc.part)
	}
	for words, part := range map[string]string{
		"x: {n} {n#man|men} left": "", "x: {n#goes|go}": "", "x: {n} {n#stone is|stones are} left": "",
		"x: {n} {n#men|man} left":       "before that for many",
		"x: {n} {n#stones|stone} left":  "before that for many",
		"x: there {n#are|is} {n} games": "before that for many",
	} {
		wantFault(t, words, pluralFault(phrase.English, words, nil), part)
	}
	for _, c := range [][3]string{
		{"de", "x: {n#Der Stein|Die Steine} von {player} {n#wird|werden} geschlagen", ""},
		{"de", "x: {n#Die Steine|Der Stein} von {player} {n#wird|werden} geschlagen", `want "stein" for one`},
		{"de", "x: {n#werden|wird} geschlagen", "before that for many"},
		{"en", "x: {n#The stones|The stone} of {player}", "before that for many"},
		{"ru", "x: {n#Взят {n} камень|Взяты {n} камня|Взято {n} камней}", ""},
		{"ru", "x: {n#Взят {n} камень|Взято {n} камней|Взяты {n} камня}", "before that for five"},
	} {
		wantFault(t, c[1], pluralFault(c[0], c[1], []string{"Stein"}), c[2])
	}
}

// A refusal that says of a square what is not there, or whose it is not, is found.
func TestRefusalsAgainstTheBoard(t *testing.T) {
	d := start(t, hnefatafl.New(), "7x7", "").Diagram(phrase.English)
	sides := [2]rules.Side{{Name: "White"}, {Name: "Black"}}
	king := d.Pieces[slices.IndexFunc(d.Pieces, func(p rules.Piece) bool { return p.Kind == "king" })].Square
	for _, tc := range []struct{ typed, said, part string }{
		{"", "the king on " + king + " cannot move", ""},
		{"", "the king on a1 cannot move", "where nothing stands"},
		{"", "the king on a1-a2 cannot move", "not the turn a1-a2"},
		{"d4-a1 xb1", "the king on a1 cannot capture", ""},
		{"", "there is no king on " + king, "that a king is on"},
		{"", "there is no attacker on " + king, ""},
		{"", "the king on " + king + " is Black's", ""},
		{"", "the king on " + king + " is White's", "is Black's"},
		{"", "on " + king + " there is a king of White already", "is Black's"},
		{"", "White's king on " + king + " stands in the way", "is Black's"},
		{"", "a king of White on " + king + " stands in the way of White", "is Black's"},
		{"", "a king of Black on " + king + " stands in the way of White", ""},
	} {
		wantFault(t, tc.said, presenceFault(tc.typed, tc.said, d, sides), tc.part)
	}
}

// The owner of a piece in a sentence is the one of its event.
func TestOwnersInSentences(t *testing.T) {
	for text, part := range map[string]string{
		"the man of Annabel was taken": "Zebedee as the owner", "Annabel's man was taken": "Zebedee as the owner",
		"the man of Zebedee was taken": "", "the man of Zebedee came into the goal of Annabel": "", "Annabel took Zebedee's man": "",
	} {
		r := &told{Ruleset: hnefatafl.New(), said: func(string) string { return text }}
		say := teller{w: &witness{r: r}, lang: phrase.English}
		events := []rules.Event{{Kind: rules.EventCaptured, Seat: rules.Second, At: "a1"}}
		wantFault(t, text, say.owners("", events, rules.Diagram{}, turnCase{}), part)
	}
}

// Positions with other keys and other turns have other hashes, although they are drawn alike.
func TestHashesOfPositionsDrawnAlike(t *testing.T) {
	blank := &told{
		Ruleset: tictactoe.New(), diagram: func(d *rules.Diagram) { d.Pieces = nil }, key: rules.Position.String,
	}
	h := thoughts{w: &witness{r: blank}, hashes: map[uint64]rules.Position{}, byKey: map[string]uint64{}}
	h.thinker = misled{tictactoe.New().House().(search.Thinker), func(*search.Look) {}}
	for i, want := range []string{"", "the keys and the turns differ"} {
		p := toldPosition{parsed(t, []string{"3/3/2x o", "3/x2/3 o"}[i]), blank}
		_, found := h.hash(p, 5)
		wantFault(t, p.String(), found, want)
	}
}

// stuckPosition is one in which the first side cannot move.
type stuckPosition struct{ rules.Position }

func (stuckPosition) Result() rules.Result { return rules.Won(rules.Second, rules.ReasonNoMoves) }

func TestWhoCannotMove(t *testing.T) {
	end := turnCase{played: rules.Played{Next: stuckPosition{parsed(t, "3/3/3 x")}}}
	for said, part := range map[string]string{
		"Annabel cannot move: Zebedee wins.": "", "Zebedee wins, since Annabel has no legal turn.": "",
		"Zebedee cannot move: Zebedee wins.": "that Annabel cannot move",
	} {
		wantFault(t, said, teller{lang: phrase.English}.stuck(said, nil, rules.Diagram{}, end), part)
	}
}

func TestSeveralInTheSingular(t *testing.T) {
	say := teller{lang: phrase.English, kinds: map[string]string{"stone": "stone"}}
	for said, part := range map[string]string{
		"The stones of Ann on a1, b1 and c2 are captured.": "", "The stone of Ann on a1 is captured, and b1 is free.": "",
		"The stone between a1 and b2 is captured.": "", "Ann moves from a1 to b2 and captures c3.": "",
		"The stone of Ann on a1 and b2 are captured.": "the plural", "The men of Ann on a1 and b2 is captured.": "the plural",
		"The stone on a1, b1 and c2 disappears.": "the plural",
	} {
		wantFault(t, said, say.several(said, nil, rules.Diagram{}, turnCase{}), part)
	}
}

// Who moves again is said to do so.
func TestMovingAgain(t *testing.T) {
	say := teller{lang: phrase.English}
	for _, tc := range []struct{ after, said, part string }{
		{"3/1x1/3 o", "Ann put a mark on b2.", ""},
		{"3/1x1/3 x", "Ann put a mark on b2.", "to move again"},
		{"3/1x1/3 x", "Ann put a mark on b2 and moves again.", ""},
		{"xxx/3/3 x", "Ann put a mark on b2.", ""},
	} {
		c := turnCase{before: parsed(t, "3/3/3 x"), played: rules.Played{Next: parsed(t, tc.after)}}
		wantFault(t, tc.said, say.again(tc.said, nil, rules.Diagram{}, c), tc.part)
	}
}

// The places of one step are said in the order in which they were typed; those of two steps may be said in another.
func TestPlacesOfRefusals(t *testing.T) {
	d := start(t, hnefatafl.New(), "7x7", "").Diagram(phrase.English)
	refused := rules.Refusal{Code: "no_mill"}
	said := "d2 cannot be reached: there is no way from c1"
	wantFault(t, "one step", refusalFault("c1-d2", said, refused, d), "in which they were typed")
	wantFault(t, "two steps", refusalFault("c1 xd2", said, refused, d), "")
	wantFault(t, "beyond the board", refusalFault("c1 d9l", "d9 is no middle: b2 and b5 are", refused, d), "")
	wantFault(t, "other places", refusalFault("c1 d9l", "b2 and b5 are middles", refused, d), "that were typed")
}
