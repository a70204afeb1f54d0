package hnefatafl

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

var faultCases = []struct {
	variant, position, turn string
	code, detail            string
}{
	{
		"11x11", "", " , ", "syntax",
		"the turn is empty: write the square that a piece leaves, a hyphen and the square that it goes to, such as d1-c1",
	},
	{
		"11x11", "", "Qd6-g3", "syntax",
		`"Qd6-g3" is no turn: write the square that a piece leaves, a hyphen and the square that it goes to, ` +
			`such as d1-c1, with captures d2-c2xb2/c3`,
	},
	{"11x11", "", "d1-d12", "no_such_square", "there is no square d12: the files are a to k, the ranks 1 to 11"},
	{"9x9", "", "d1-j1", "no_such_square", "there is no square j1: the files are a to i, the ranks 1 to 9"},
	{"7x7", "", "d0-d1", "no_such_square", "there is no square d0: the files are a to g, the ranks 1 to 7"},
	{"7x7", "", "d1-c1xh1", "no_such_square", "there is no square h1: the files are a to g, the ranks 1 to 7"},
	{"7x7", "", "c1-c2", "no_piece", "no piece stands on c1: a turn begins with the square of a piece of yours"},
	{"7x7", "", "d3-c3", "not_your_piece", "the defender on d3 is not yours: the attackers are to move"},
	{"7x7", "", "d4-d4", "not_your_piece", "the king on d4 is not yours: the attackers are to move"},
	{
		"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d", "d1-c1", "not_your_piece",
		"the attacker on d1 is not yours: the defenders are to move",
	},
	{"7x7", "", "d1-c2", "not_a_line", "the attacker on d1 cannot go to c2: a piece moves along its rank or its file"},
	{"7x7", "", "d1-d1", "not_a_line", "the attacker on d1 must leave its square"},
	{"7x7", "", "a4-e4", "blocked", "the attacker on a4 cannot go to e4: the attacker on b4 stands in the way"},
	{"7x7", "", "d2-d3", "blocked", "the attacker on d2 cannot go to d3: the defender on d3 stands in the way"},
	// "It may pass over the throne only when the throne is empty"
	{
		"7x7", "7/7/7/1t1K3/7/7/7 a", "b4-f4", "blocked",
		"the attacker on b4 cannot go to f4: the king on d4 stands in the way",
	},
	{
		"7x7", "7/7/7/1t1K3/7/7/7 a", "b4-d4", "blocked",
		"the attacker on b4 cannot go to d4: the king on d4 stands in the way",
	},
	// "Only the king may end on the throne or a corner"
	{
		"7x7", "7/7/7/1t5/7/5K1/7 a", "b4-d4", "throne_only_king",
		"the attacker on b4 cannot stop on the throne d4: only the king may, the others only pass over it",
	},
	{
		"7x7", "7/7/7/1t3T1/7/5K1/7 d", "f4-d4", "throne_only_king",
		"the defender on f4 cannot stop on the throne d4: only the king may, the others only pass over it",
	},
	{"7x7", "", "d1-a1", "corner_only_king", "the attacker on d1 cannot stop on the corner a1: only the king may"},
	{
		"7x7", "7/7/7/1t5/7/5K1/5T1 d", "f1-g1", "corner_only_king",
		"the defender on f1 cannot stop on the corner g1: only the king may",
	},
	{
		"7x7", "", "d1-c1xc2", "wrong_captures",
		"d1-c1 captures nothing, so not c2 either: write it without captures",
	},
	{
		"9x9", "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", "a4-d4xe4/d5", "wrong_captures",
		"a4-d4 captures d3, d5 and e4, not d5 and e4: name exactly what is captured, or leave it out",
	},
	{
		"7x7", "7/7/5K1/7/t6/2T4/2t4 a", "a3-c3xc2/c2", "wrong_captures",
		"a3-c3 captures c2: c2 may be written once only",
	},
	{
		"9x9", "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", "a4-d4xe4/d5/d3xe4/d3", "wrong_captures",
		"a4-d4 captures d3, d5 and e4: d3 and e4 may be written once only",
	},
	{
		"7x7", "7/7/5K1/7/t6/2T4/2t4 a", "a3-c3xKc2", "wrong_captures",
		"a3-c3 captures c2: the K before c2 stands for the king, and he is not there",
	},
	{
		"7x7", "7/7/7/7/7/7/K2t3 a", "d1-d2", "game_over",
		"the game is over, nobody moves any more: the king reached a corner",
	},
	{
		"7x7", "7/7/7/7/7/3T3/3t3 d", "d2-d3", "game_over",
		"the game is over, nobody moves any more: the king was captured",
	},
	{
		"7x7", "7/7/7/7/7/3K3/7 a", "d1-d2", "game_over",
		"the game is over, nobody moves any more: the side to move had no legal move",
	},
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		p := at(t, c.variant, c.position)
		_, err := p.Play(c.turn)
		if code, detail, _ := rulestest.Refusal(New(), err); code != c.code || detail != c.detail {
			t.Errorf("%s: %q is refused with\n%v, want\n%s: %s", p, c.turn, err, c.code, c.detail)
		}
	}
}

// The first fault in the order of the rules is reported.
func TestFaultOrder(t *testing.T) {
	for _, c := range []struct{ position, turn, code string }{
		{"7/7/7/7/7/3T3/3t3 d", "z9-z9", "game_over"},
		{"", "z9-d4 and more", "syntax"},
		{"", "c1-z9", "no_such_square"},
		{"", "d3-d4xz9", "no_such_square"},
		{"", "c1-d2", "no_piece"},
		{"", "d3-e4", "not_your_piece"},
		{"", "d1-e3xe4", "not_a_line"},
		{"", "b4-d4", "blocked"},
		{"7/7/7/1t1K3/7/7/1t2t2 a", "e1-a1", "blocked"},
		{"7/7/7/1t5/7/5K1/7 a", "b4-d4xd3", "throne_only_king"},
		{"", "d1-a1xb1", "corner_only_king"},
	} {
		p := at(t, "7x7", c.position)
		_, err := p.Play(c.turn)
		if code, _, _ := rulestest.Refusal(New(), err); code != c.code {
			t.Errorf("%s: %q is refused with %v, want %s", p, c.turn, err, c.code)
		}
	}
}

// The refusal of a turn that captures nothing has a separate sentence, because some languages negate the verb as well.
func TestNoCapturesInEachLanguage(t *testing.T) {
	_, err := at(t, "7x7", "").Play("d1-c1xc2/b1")
	refusal, ok := rules.RefusalOf(err)
	if !ok {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		"de": "d1-c1 schlägt nichts, also auch nicht b1 und c2: Schreib den Zug ohne Schlagen",
		"ru": "d1-c1 ничего не захватывает, в том числе на b1 и c2: напишите ход без захватов",
	} {
		if got := New().Phrases().In(language).Say(refusal.Sentence()); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
	}
}
