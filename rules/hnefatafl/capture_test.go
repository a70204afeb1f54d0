package hnefatafl

import "testing"

func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		rule, variant, position, turn string
		want                          string // the turn with its captures
	}{
		// "closes it in on two opposite sides along a rank or file"
		{"along a rank", "7x7", "3t3/7/5K1/7/7/1tT4/7 a", "d7-d2", "d7-d2xc2"},
		{"along a file", "7x7", "7/7/5K1/7/t6/2T4/2t4 a", "a3-c3", "a3-c3xc2"},
		{"not round a corner", "7x7", "3t3/7/5K1/7/7/2T4/2t4 a", "d7-d2", "d7-d2"},
		{"not diagonally", "7x7", "3t3/7/5K1/7/7/2T4/1t5 a", "d7-d2", "d7-d2"},
		{"not at a distance", "7x7", "3t3/7/5K1/7/7/t1T4/7 a", "d7-d2", "d7-d2"},
		{"not with an enemy on the other side", "7x7", "3t3/7/5K1/7/7/1TT4/7 a", "d7-d2", "d7-d2"},
		{"no piece of one's own", "7x7", "3t3/7/5K1/7/7/1tt4/7 a", "d7-d2", "d7-d2"},
		{"the mover must close it", "7x7", "3t3/7/5K1/7/7/1tTt3/7 a", "d7-d6", "d7-d6"},
		{"defenders capture too", "7x7", "3T3/7/5K1/7/7/1Tt4/5t1 d", "d7-d2", "d7-d2xc2"},
		// "Moving in between two enemies is safe"
		{"an attacker in between", "7x7", "7/7/5K1/2t4/7/1T1T3/7 a", "c4-c2", "c4-c2"},
		{"a defender in between", "7x7", "7/7/5K1/2T4/7/1t1t3/7 d", "c4-c2", "c4-c2"},
		// "One move may capture up to three pieces"
		{"one of a row", "7x7", "3t3/7/5K1/7/7/1tTTT2/3t3 a", "d7-d3", "d7-d3xd2"},
		{"three defenders", "9x9", "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", "a4-d4", "a4-d4xd3/d5/e4"},
		{"two of three", "9x9", "9/6K2/9/9/3T5/t3Tt3/3T5/3t5/9 a", "a4-d4", "a4-d4xd3/e4"},
		// "The king captures like any other piece and serves as the other side"
		{"the king moves", "7x7", "1t5/7/7/5K1/7/3Tt2/7 d", "f4-f2", "f4-f2xe2"},
		{"the king stands", "7x7", "1t5/7/7/5T1/7/3Kt2/7 d", "f4-f2", "f4-f2xe2"},
		{"the king on the throne stands", "7x7", "7/5t1/7/T1tK3/7/7/7 d", "a4-b4", "a4-b4xc4"},
		// "Hostile squares: corners, to everyone"
		{"corner and attacker", "7x7", "7/7/2t2K1/7/7/7/1t1T3 d", "d1-c1", "d1-c1xb1"},
		{"corner and defender", "7x7", "7/7/5K1/7/7/7/1T1t3 a", "d1-c1", "d1-c1xb1"},
		{"upper corner along a file", "7x7", "7/6T/4t2/7/5K1/7/7 a", "e5-g5", "e5-g5xg6"},
		// "The throne to attackers always; to defenders only when it is empty"
		{"empty throne and attacker", "7x7", "7/5t1/5K1/T1t4/7/7/7 d", "a4-b4", "a4-b4xc4"},
		{"empty throne and defender", "7x7", "7/5K1/7/t1T4/7/7/7 a", "a4-b4", "a4-b4xc4"},
		{"taken throne and defender", "7x7", "7/7/7/t1TK3/7/7/7 a", "a4-b4", "a4-b4"},
		// "The board's edge is not hostile"
		{"edge and defender", "7x7", "7/7/5K1/7/T1t4/7/7 a", "c3-b3", "c3-b3"},
		{"edge and attacker", "7x7", "7/7/5K1/7/t1T4/7/7 d", "c3-b3", "c3-b3"},
		{"upper edge", "11x11", "5T5/11/5t5/11/11/11/11/11/11/2K8/11 a", "f9-f10", "f9-f10"},
		{"right edge", "11x11", "11/11/11/8t1T/11/11/11/11/11/2K8/11 a", "i8-j8", "i8-j8"},
	} {
		if got := play(t, at(t, c.variant, c.position), c.turn); got.Turn != c.want {
			t.Errorf("%s: %s: %q is %q, want %q", c.rule, c.position, c.turn, got.Turn, c.want)
		}
	}
}

func TestKingCapture(t *testing.T) {
	for _, c := range []struct {
		rule, position, turn string
		want, reason         string
	}{
		// "Anywhere but on the throne and the four squares next to it: like any other piece"
		{"two attackers", "7/7/6t/7/7/4tK1/7 a", "g5-g2", "g5-g2xf2", "king_captured"},
		{"one attacker", "7/7/6t/7/7/5K1/7 a", "g5-g2", "g5-g2", ""},
		{"attacker and corner", "7/7/5T1/2t4/7/7/1K5 a", "c4-c1", "c4-c1xb1", "king_captured"},
		{"attacker and edge", "7/7/5T1/7/K1t4/7/7 a", "c3-b3", "c3-b3", ""},
		{"diagonal to the throne", "7/7/2t4/7/4K2/4t2/7 a", "c5-e5", "c5-e5", ""},
		{"diagonal to the throne, closed", "7/7/2t4/4t2/7/4K2/4t2 d", "e2-e3", "e2-e3", ""},
		// "On the throne: attackers on all four sides"
		{"four attackers", "7/7/3t3/2tKt2/t6/7/7 a", "a3-d3", "a3-d3xd4", "king_captured"},
		{"three attackers", "7/7/7/2tKt2/t6/7/7 a", "a3-d3", "a3-d3", ""},
		{"three attackers and a defender", "7/7/3T3/2tKt2/t6/7/7 a", "a3-d3", "a3-d3", ""},
		// "Next to the throne: attackers on the three sides other than the throne"
		{"three attackers, from below", "7/7/7/7/2tKt2/t6/7 a", "a2-d2", "a2-d2xd3", "king_captured"},
		{"three attackers, from the side", "7/7/7/4t2/2tK3/3t3/7 a", "e4-e3", "e4-e3xd3", "king_captured"},
		{"right of the throne", "4t2/7/7/4Kt1/4t2/7/7 a", "e7-e5", "e7-e5xe4", "king_captured"},
		{"left of the throne", "2t4/7/7/1tK4/2t4/7/7 a", "c7-c5", "c7-c5xc4", "king_captured"},
		{"above the throne", "7/3t3/t1tK3/4t2/7/7/7 a", "e4-e5", "e4-e5xd5", "king_captured"},
		{"two attackers on opposite sides", "4t2/7/7/7/2tK3/7/7 a", "e7-e3", "e7-e3", ""},
		{"attacker and empty throne", "7/7/7/7/3K3/t6/5T1 a", "a2-d2", "a2-d2", ""},
		{"two attackers and a defender", "7/7/7/7/2tKT2/t6/7 a", "a2-d2", "a2-d2", ""},
		// "an attacker's move must close it: the piece that moved is one of those next to the king"
		{"another attacker moves", "1t5/7/3t3/2tKt2/3t3/7/5T1 a", "b7-c7", "b7-c7", ""},
		{"an attacker comes to a third side", "5t1/7/7/7/4tKt/7/7 a", "f7-f4", "f7-f4", ""},
		{"the king steps in between", "7/7/5K1/7/7/4t1t/7 d", "f5-f2", "f5-f2", ""},
		// "One move may capture up to three pieces": the king among them
		{"king and defender", "7/7/7/7/t2Tt2/2K4/2t4 a", "a3-c3", "a3-c3xc2/d3", "king_captured"},
	} {
		got := play(t, at(t, "7x7", c.position), c.turn)
		if got.Turn != c.want || got.Next.Result().Reason != c.reason {
			t.Errorf("%s: %s: %q is %q %v, want %q %q", c.rule, c.position, c.turn,
				got.Turn, got.Next.Result(), c.want, c.reason)
		}
	}
}

// A king who moved between two attackers is captured only when one of them leaves and closes in again.
func TestKingClosedAnew(t *testing.T) {
	p := at(t, "7x7", "7/7/5K1/7/7/4t1t/1t3T1 d")
	safe := play(t, p, "f5-f2", "b1-b2")
	if safe.Turn != "b1-b2" || safe.Next.Result().Over() {
		t.Fatalf("%q leads to %s, %v", safe.Turn, safe.Next, safe.Next.Result())
	}
	taken := play(t, safe.Next, "f1-e1", "g2-g3", "e1-d1", "g3-g2")
	if taken.Turn != "g3-g2xf2" || taken.Next.String() != "7/7/7/7/7/1t2t1t/3T3 d" {
		t.Errorf("%q leads to %s", taken.Turn, taken.Next)
	}
}
