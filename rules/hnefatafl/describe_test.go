package hnefatafl

import (
	"reflect"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct{ variant, position, turn, want string }{
		{"11x11", "", "d1-d4", "ann moved an attacker from d1 to d4."},
		{"7x7", "7/7/7/5t1/7/7/1K5 d", "b1-b4", "bob moved the king from b1 to b4."},
		{
			"7x7", "7/7/2t2K1/7/7/7/1t1T3 d", "d1-c1",
			"bob moved a defender from d1 to c1 and captured the attacker on b1.",
		},
		{
			"9x9", "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", "a4-d4",
			"ann moved an attacker from a4 to d4 and captured the defenders on d3, d5 and e4.",
		},
		{"7x7", "7/7/7/1K3t1/7/7/7 d", "b4-b1", "bob moved the king from b4 to b1."},
		{
			"7x7", "7/7/7/5t1/7/7/1K5 d", "b1-a1",
			"bob moved the king from b1 to a1. The king has reached a corner: bob wins.",
		},
		{
			"7x7", "7/7/6t/7/7/4tK1/3T3 a", "g5-g2",
			"ann moved an attacker from g5 to g2 and captured the king on f2. The king is captured: ann wins.",
		},
		{
			"9x9", "9/9/9/9/8T/9/t3Tt3/3K5/3t5 a", "a3-d3",
			"ann moved an attacker from a3 to d3 and captured the king on d2 and the defender on e3. " +
				"The king is captured: ann wins.",
		},
		{
			"7x7", "7/7/3T1K1/7/7/7/1Tt4 d", "d5-d1",
			"bob moved a defender from d5 to d1 and captured the attacker on c1. ann has no legal move left: bob wins.",
		},
		{
			"7x7", "7/tt5/T6/Kt5/t6/7/7 a", "b6-b5",
			"ann moved an attacker from b6 to b5. bob has no legal move left: ann wins.",
		},
	} {
		played := play(t, at(t, c.variant, c.position), c.turn)
		if got := New().Describe(phrase.English, played.Events, [2]string{"ann", "bob"}); got != c.want {
			t.Errorf("%s: %q is described as\n%s, want\n%s", c.position, c.turn, got, c.want)
		}
	}
}

func TestEvents(t *testing.T) {
	played := play(t, at(t, "9x9", "9/9/9/9/8T/9/t3Tt3/3K5/3t5 a"), "a3-d3")
	want := []rules.Event{
		{Kind: rules.EventMoved, Seat: attackers, Piece: "attacker", From: "a3", To: "d3"},
		{Kind: rules.EventCaptured, Seat: defenders, Piece: "king", At: "d2"},
		{Kind: rules.EventCaptured, Seat: defenders, Piece: "defender", At: "e3"},
		{Kind: rules.EventEnded, Seat: attackers, Reason: "king_captured"},
	}
	if !reflect.DeepEqual(played.Events, want) {
		t.Errorf("got  %+v\nwant %+v", played.Events, want)
	}
}
