package hnefatafl

import (
	"testing"

	"turnpost/rules/rulestest"

	"turnpost/rules"
)

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ variant, text, want string }{
		{"7x7", "", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 ", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 A", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3  a", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 ad", "after the board come one space and the side to move, a or d"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3 a", "6 ranks are given; the board has 7"},
		{"9x9", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "7 ranks are given; the board has 9"},
		{"7x7", "3t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", `rank 7: "4" is no run of empty squares that fits`},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3d3 a", `"d" on d1 is no piece: t is an attacker, T a defender, K the king`},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3K3/3t3 a", "there are two kings, on d4 and on d2"},
		{"7x7", "3t3/3t3/3T3/ttTtTtt/3K3/7/7 a", "only the king may stand on d4, the throne or a corner"},
		{"7x7", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/T2t3 a", "only the king may stand on a1, the throne or a corner"},
		{"7x7", "3tt2/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "there are 9 attackers and 4 defenders; there may be 8 and 4 at most"},
		{"7x7", "3tT2/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "there are 8 attackers and 5 defenders; there may be 8 and 4 at most"},
		{"8x8", "8/8/8/8/8/8/8/8 a", `there is no variant "8x8"`},
	} {
		_, err := New().Parse(c.variant, c.text)
		if rulestest.ErrorText(New(), err) != "bad position: "+c.want {
			t.Errorf("%s %q: %v, want %q", c.variant, c.text, err, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		rule, variant, text string
		toMove              rules.Seat
		want                rules.Result
	}{
		{"the default variant", "", setups[0].text, attackers, rules.Result{}},
		{"9x9", "9x9", setups[1].text, attackers, rules.Result{}},
		{"7x7", "7x7", setups[2].text, attackers, rules.Result{}},
		{"attackers' turn", "7x7", "7/7/7/7/1t5/7/5K1 a", attackers, rules.Result{}},
		{"defenders' turn", "7x7", "7/7/7/7/1t5/7/5K1 d", defenders, rules.Result{}},
		// "a position without a king is one that the attackers have won"
		{"no king", "7x7", "7/7/7/7/1t5/7/5T1 d", defenders, rules.Won(attackers, "king_captured")},
		{"king on a corner", "7x7", "7/7/7/7/1t5/7/6K a", attackers, rules.Won(defenders, "escape")},
		{"nobody to move", "7x7", "7/7/7/7/7/7/5K1 a", attackers, rules.Won(defenders, "no_moves")},
		{"runs of two digits", "11x11", "11/11/11/11/11/11/11/11/10t/11/K10 a", attackers, rules.Won(defenders, "escape")},
	} {
		p := at(t, c.variant, c.text)
		if p.String() != c.text || p.ToMove() != c.toMove || p.Result() != c.want {
			t.Errorf("%s: %q is %q, seat %d, %v", c.rule, c.text, p, p.ToMove(), p.Result())
		}
	}
}
