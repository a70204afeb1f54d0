package bohnduell

import (
	"testing"

	"turnpost/rules/phrase"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct{ position, turn, want string }{
		{standardStart, "p4", "ann placed a ball in bowl 4."},
		{standardStart, "p3", "ann placed 2 balls, one each in bowls 3 and 4."},
		{standardStart, "p1", "ann placed 4 balls, one each in bowls 1, 2, 3 and 4."},
		{
			"10:1,1,0,0:0/12:0,0,0,0:0 r", "p1",
			"bob placed 4 balls, one each in bowls 1, 2, 3 and 4, and stole 1 ball from ann's bowl 4.",
		},
		{"9:0,0,0,0:0/9:1,2,1,2:0 g", "p4", "ann placed a ball in bowl 4, and stole 2 balls from bob's bowl 1."},
		{manyTurns, "e1", "ann emptied bowl 1 into the large bowl."},
		{manyTurns, "e2", "ann emptied bowl 2 over bowl 1 into the large bowl."},
		{manyTurns, "e4", "ann emptied bowl 4 over bowls 3, 2 and 1 into the large bowl."},
		{
			"0:0,0,2,1:10/0:1,0,0,0:10 g", "e1",
			"ann emptied bowl 1 into the large bowl. bob has no turn and is skipped: ann moves again.",
		},
		{
			"4:0,0,0,0:5/0:4,0,0,0:11 g", "p1",
			"ann placed 4 balls, one each in bowls 1, 2, 3 and 4, " +
				"and stole 4 balls from bob's bowl 4. bob has no turn and is skipped: ann moves again.",
		},
		{
			"0:0,0,0,1:12/0:1,0,0,0:10 g", "e1",
			"ann emptied bowl 1 into the large bowl. Neither side has a turn left: ann wins by 3 balls.",
		},
		{
			"0:0,0,0,1:10/0:1,0,0,0:12 g", "e1",
			"ann emptied bowl 1 into the large bowl. Neither side has a turn left: bob wins by 1 ball.",
		},
		{
			"0:1,1,0,0:11/0:0,0,0,1:10 r", "e1",
			"bob emptied bowl 1 into the large bowl. Neither side has a turn left: " +
				"the large bowls hold the same, and the game is drawn.",
		},
	} {
		if got := New().Describe(phrase.English, play(t, c.position, c.turn).Events, [2]string{"ann", "bob"}); got != c.want {
			t.Errorf("%s on %s\ngot  %s\nwant %s", c.turn, c.position, got, c.want)
		}
	}
}
