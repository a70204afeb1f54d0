package hanniball

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The result of the game, by the turn that ends it and by the position alone.
func TestResult(t *testing.T) {
	white, black := rules.First, rules.Second
	for _, c := range []struct {
		rule, position, turn string
		want                 rules.Result
	}{
		{"shot into the other goal", "w Hd14 ha12 *d14", "d14~d15", rules.Won(white, reasonGoal)},
		{"carried into the other goal", "b hd2 Ha12 *d2", "d2-f1", rules.Won(black, reasonGoal)},
		{"shot into the own goal", "w Hd2 ha12 *d2", "d2~d1", rules.Won(black, reasonOwnGoal)},
		{"carried into the own goal", "b me14 Ha2 *e14", "e14-e15", rules.Won(white, reasonOwnGoal)},
		{"onto a piece in the goal", "w Hd14 ld15 ha12 *d14", "d14~d15", rules.Won(white, reasonGoal)},
		{"a goal in mid-turn", "w Hd14 Ea5 ha12 *d14", "a5-a6 d14~d15", rules.Won(white, reasonGoal)},
		{"a save is no goal", "w Ed13 me15 *d13", "d13~e15~e10", rules.Result{}},
		{"a piece in a goal without the Ball is no goal", "w Ef14 ha12 *i9", "f14-f15", rules.Result{}},
		{"the last piece is captured", "w Hb4 ec6 *c6", "b4-c6", rules.Won(white, rules.ReasonNoMoves)},
		{"a side without its Monkey plays on", "w Hb12 md13 ha12 *d13", "b12-d13", rules.Result{}},
		{"the last piece is shut in", "b Ha2 eb2 ea3 eb4 *e8", "b4-b3", rules.Won(black, rules.ReasonNoMoves)},
		{"shut in but for one jump", "b Ha2 eb2 ea4 eb4 *e8", "b4-b3", rules.Result{}},
		{"shut in with the Ball can shoot", "b Ha2 eb2 ea3 eb4 *a2", "b4-b3", rules.Result{}},
	} {
		p := place(t, c.position)
		played, err := p.Play(c.turn)
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		if got := played.Next.Result(); got != c.want {
			t.Errorf("%s: %s is %+v, want %+v", c.rule, played.Next, got, c.want)
		}
		last := played.Events[len(played.Events)-1]
		if (last.Kind == rules.EventEnded) != c.want.Over() || last.Reason != c.want.Reason {
			t.Errorf("%s: the last event is %+v", c.rule, last)
		}
		if c.want.Over() && last.Seat != c.want.Winner {
			t.Errorf("%s: seat %d won, want %d", c.rule, last.Seat, c.want.Winner)
		}
	}
}

func TestGameOver(t *testing.T) {
	goal := place(t, "b Hd14 ha12 *d15")
	wantRefusal(t, goal, "a12-b10", rules.CodeGameOver, "the game is over: the Ball is in Black's goal on d15")
	wantRefusal(t, goal, " ", rules.CodeGameOver, "the game is over: the Ball is in Black's goal on d15")
	shut := place(t, "w Ha2 eb2 ea3 eb3 *e8")
	wantRefusal(t, shut, "a2-b4", rules.CodeGameOver, "the game is over: White has no legal turn")
	for _, p := range []*position{goal, shut} {
		_, err := p.Next("")
		if code, _, _ := rulestest.Refusal(New(), err); code != rules.CodeGameOver {
			t.Errorf("%s: Next gives %v", p, err)
		}
	}
}

// A turn must change the position. A single step decides whether one exists: every legal
// step changes the position, except a shot that ricochets back to the shooter, and that
// one leaves everything unchanged for the step after it.
func TestSingleStepsDecide(t *testing.T) {
	steps, unchanged := 0, 0
	check := func(p *position) {
		for st := range p.steps(p.ToMove()) {
			steps++
			if p.after(st) != p.state {
				continue
			}
			unchanged++
			if st.kind != shoot || st.bounce != st.from {
				t.Errorf("%s: %s changes nothing", p, st)
			}
		}
	}
	for _, g := range rulestest.Games(t, "hanniball", standard) {
		for _, turn := range g.Turns {
			p, err := parse(turn.Position)
			if err != nil {
				t.Fatal(err)
			}
			check(p)
		}
	}
	check(place(t, "w He13 me14 *e13"))
	if steps == 0 || unchanged == 0 {
		t.Errorf("%d steps, %d of them without a change", steps, unchanged)
	}
}

// The side that controls the Ball always has a legal turn, on every square and however enclosed.
func TestControlIsATurn(t *testing.T) {
	for _, s := range allSquares {
		for k := monkey; k < kinds; k++ {
			if k == monkey && !isHome(rules.First, s) || goalOf(s) != rules.NoSeat {
				continue
			}
			p := &position{number: 3}
			for i := range p.board {
				p.board[i] = newPiece(rules.First, horse)
			}
			p.board[s], p.ball = newPiece(rules.First, k), s
			if !p.hasTurn(rules.First) {
				t.Errorf("a %s on %s with the Ball has no turn", k, s)
			}
		}
	}
}
