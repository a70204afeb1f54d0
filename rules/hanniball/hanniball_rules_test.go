package hanniball

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// ruleCases tests every sentence of the rules, once satisfied and once violated. want lists facts about
// the position after the turn; code is the code of the refusal.
var ruleCases = []struct {
	rule, position, turn string
	want, code           string
}{
	// Turns.
	{rule: "a turn is 1 step", position: "w Hb4 ha12 *e8", turn: "b4-c6", want: "Hc6 .b4 *e8"},
	{rule: "a turn is up to 4 steps", position: "w Hb4 ha12 *i9", turn: "b4-c6 c6-d8 d8-e10 e10-f12", want: "Hf12 .b4"},
	{
		rule: "a turn is not 5 steps", position: "w Hb4 ha12 *i9",
		turn: "b4-c6 c6-d8 d8-e10 e10-f12 f12-g14", code: tooManySteps,
	},
	{rule: "several pieces may step", position: "w Hb4 Ee6 ha12 *i9", turn: "b4-c6 e6-e7", want: "Hc6 Ee7"},
	{rule: "the position must differ: placement", position: "w Hb4 ha12 *i9", turn: "b4-c6 c6-b4", code: noChange},
	{
		rule: "the position must differ: the Ball moved is enough", position: "w Hb4 ha12 *b4",
		turn: "b4/c6 c6-b4 b4~b5", want: "Hb4 *b5",
	},
	{
		rule: "the position must differ: the Ball came back", position: "w Hb4 ha12 *b4",
		turn: "b4/c6 c6-b4", code: noChange,
	},
	{
		rule: "two alike pieces that change places change nothing", position: "w Lb4 Lb5 ha12 *i9",
		turn: "b5-c5 b4-b5 c5-b4", code: noChange,
	},
	{
		rule: "two unlike pieces that change places do", position: "w Lb4 Eb5 ha12 *i9",
		turn: "b5-c5 b4-b5 c5-b4", want: "Eb4 Lb5",
	},

	// Kinds of steps.
	{rule: "move without the Ball", position: "w Eb4 ha12 *b5", turn: "b4-c5", want: "Ec5 *b5"},
	{rule: "move with the Ball", position: "w Eb4 ha12 *b4", turn: "b4-c5", want: "Ec5 *c5"},
	{rule: "leave the Ball", position: "w Eb4 ha12 *b4", turn: "b4/c5", want: "Ec5 *b4"},
	{rule: "leave without the Ball", position: "w Eb4 ha12 *b5", turn: "b4/c5", code: noBall},
	{rule: "the Monkey may carry the Ball", position: "w Me2 ha12 *e2", turn: "e2-e3", want: "Me3 *e3"},
	{rule: "the Monkey may not leave the Ball", position: "w Me2 ha12 *e2", turn: "e2/e3", code: monkeyKeepsBall},
	{rule: "shoot", position: "w Hb4 ha12 *b4", turn: "b4~c5", want: "Hb4 *c5"},
	{rule: "shoot without the Ball", position: "w Hb4 ha12 *c5", turn: "b4~c5", code: noBall},
	{rule: "shoot an enemy's Ball", position: "w Hb4 ha12 *a12", turn: "a12~a11", code: notYourPiece},

	// Moving.
	{rule: "a Horse moves a knight's move", position: "w He5 ha12 *i9", turn: "e5-g4", want: "Hg4"},
	{rule: "a Horse moves so only", position: "w He5 ha12 *i9", turn: "e5-e6", code: badGeometry},
	{rule: "an Elephant moves one square", position: "w Ee5 ha12 *i9", turn: "e5-d6", want: "Ed6"},
	{rule: "an Elephant moves so only", position: "w Ee5 ha12 *i9", turn: "e5-g4", code: badGeometry},
	{rule: "a Lion moves as Elephant", position: "w Le5 ha12 *i9", turn: "e5-e4", want: "Le4"},
	{rule: "a Lion moves as Horse", position: "w Le5 ha12 *i9", turn: "e5-c4", want: "Lc4"},
	{rule: "a Lion moves so only", position: "w Le5 ha12 *i9", turn: "e5-e7", code: badGeometry},
	{rule: "a Monkey moves as Elephant", position: "w Me2 ha12 *i9", turn: "e2-f3", want: "Mf3"},
	{rule: "a Monkey moves as Horse", position: "w Me1 ha12 *i9", turn: "e1-g2", want: "Mg2"},
	{rule: "a Monkey moves so only", position: "w Me2 ha12 *i9", turn: "e2-c2", code: badGeometry},
	{rule: "a Monkey stays in its area", position: "w Mg2 ha12 *i9", turn: "g2-h3", code: monkeyArea},
	{rule: "a Monkey may enter its goal", position: "b me14 Ha2 *i9", turn: "e14-d15", want: "md15"},
	{rule: "nobody stands still", position: "w Ee5 ha12 *i9", turn: "e5-e5", code: badGeometry},
	{rule: "a jump over one piece", position: "w Hb4 Eb5 ha12 *i9", turn: "b4-c6", want: "Hc6"},
	{rule: "a jump over the other", position: "w Hb4 ec5 ha12 *i9", turn: "b4-c6", want: "Hc6"},
	{rule: "a jump over both is blocked", position: "w Hb4 Eb5 ec5 *i9", turn: "b4-c6", code: horseBlocked},
	{rule: "the Ball alone occupies nothing", position: "w Hb4 Eb5 ha12 *c5", turn: "b4-c6", want: "Hc6"},
	{rule: "a Lion's jump is blocked too", position: "w Lb4 Eb5 ec5 *i9", turn: "b4-c6", code: horseBlocked},
	{rule: "a Monkey's jump is blocked too", position: "w Me1 Ee2 Ed2 ha12 *i9", turn: "e1-d3", code: horseBlocked},
	{rule: "b2-d1 is never blocked", position: "w Hb2 Ec2 ha12 *i9", turn: "b2-d1", want: "Hd1"},
	{rule: "leaving jumps are blocked as well", position: "w Hb4 Eb5 ec5 *b4", turn: "b4/c6", code: horseBlocked},
	{rule: "not onto an own piece", position: "w Hb4 Ec6 ha12 *i9", turn: "b4-c6", code: occupied},
	{rule: "not onto an own piece with the Ball", position: "w Hb4 Ec6 ha12 *c6", turn: "b4-c6", code: occupied},
	{rule: "not onto an enemy without the Ball", position: "w Hb4 ec6 *i9", turn: "b4-c6", code: occupied},
	{rule: "an enemy with the Ball is captured", position: "w Hb4 ec6 ha12 *c6", turn: "b4-c6", want: "Hc6 .b4 *c6"},
	{rule: "a Monkey with the Ball is captured", position: "w Hb12 md13 ha12 *d13", turn: "b12-d13", want: "Hd13 *d13"},
	{rule: "a Monkey without the Ball is not", position: "w Hb12 md13 ha12 *i9", turn: "b12-d13", code: occupied},
	{rule: "a Monkey captures", position: "w Me1 hd2 ha12 *d2", turn: "e1-d2", want: "Md2 *d2"},
	{rule: "moving onto the free Ball takes it", position: "w Hb4 ha12 *c6", turn: "b4-c6 c6~c7", want: "Hc6 *c7"},
	{rule: "a Monkey gets the Ball by moving onto it", position: "w Me1 ha12 *d2", turn: "e1-d2 d2~d7", want: "Md2 *d7"},
	{rule: "others may enter both goals", position: "w Ee2 Ef14 ha12 *i9", turn: "e2-e1 f14-f15", want: "Ee1 Ef15"},
	{rule: "there is no square beside a goal", position: "w Ec2 ha12 *i9", turn: "c2-c1", code: rules.CodeNoSuchSquare},

	// Shooting.
	{rule: "a Horse shoots one square", position: "w He5 ha12 *e5", turn: "e5~d6", want: "*d6"},
	{rule: "a Horse shoots so only", position: "w He5 ha12 *e5", turn: "e5~d7", code: badGeometry},
	{rule: "an Elephant shoots a knight's move", position: "w Ee5 ha12 *e5", turn: "e5~d7", want: "*d7"},
	{rule: "an Elephant shoots so only", position: "w Ee5 ha12 *e5", turn: "e5~e6", code: badGeometry},
	{rule: "an Elephant's shot is never blocked", position: "w Ee5 Ee6 Ed6 ha12 *e5", turn: "e5~d7", want: "*d7"},
	{rule: "a Lion shoots as Horse", position: "w Le5 ha12 *e5", turn: "e5~e4", want: "*e4"},
	{rule: "a Lion shoots as Elephant", position: "w Le5 ha12 *e5", turn: "e5~g4", want: "*g4"},
	{rule: "a Lion shoots so only", position: "w Le5 ha12 *e5", turn: "e5~e7", code: badGeometry},
	{
		rule: "a Monkey shoots 5 squares straight, over pieces", position: "w Me3 Ee4 ee5 ha12 *e3",
		turn: "e3~e8", want: "*e8",
	},
	{rule: "a Monkey shoots diagonally", position: "w Me3 ha12 *e3", turn: "e3~i7", want: "*i7"},
	{rule: "a Monkey does not shoot 6 squares", position: "w Me3 ha12 *e3", turn: "e3~e9", code: badGeometry},
	{rule: "a Monkey does not shoot crooked", position: "w Me3 ha12 *e3", turn: "e3~f5", code: badGeometry},
	{rule: "a Monkey does not shoot into its area", position: "w Me3 ha12 *e3", turn: "e3~g3", code: monkeyShotArea},
	{rule: "a Monkey shoots past its area", position: "w Me3 ha12 *e3", turn: "e3~h3", want: "*h3"},
	{rule: "a Monkey does not shoot into its goal", position: "w Me2 ha12 *e2", turn: "e2~d1", code: monkeyShotArea},

	// Landing.
	{rule: "an own piece controls it", position: "w He5 Lf6 ha12 *e5", turn: "e5~f6 f6~f7", want: "*f7"},
	{
		rule: "an enemy piece controls it and can be captured", position: "w He5 Ee7 lf6 ha12 *e5",
		turn: "e5~f6 e7-f6", want: "Ef6 .e7 *f6",
	},
	{rule: "off an enemy Monkey it ricochets", position: "w Ed12 me14 *d12", turn: "d12~e14~e9", want: "*e9"},
	{rule: "off the own Monkey too", position: "w Hd3 Me3 ha12 *d3", turn: "d3~e3~i7", want: "*i7"},
	{rule: "a ricochet must be chosen", position: "w Ed12 me14 *d12", turn: "d12~e14", code: ricochetNeeded},
	{rule: "no ricochet off another piece", position: "w Ed12 le14 *d12", turn: "d12~e14~e9", code: ricochetNotNeeded},
	{rule: "no ricochet off an empty square", position: "w Ed12 ha12 *d12", turn: "d12~e14~e9", code: ricochetNotNeeded},
	{
		rule: "a ricochet goes over pieces into a goal area", position: "w Ed12 me14 lf14 *d12",
		turn: "d12~e14~g14", want: "*g14",
	},
	{rule: "a ricochet goes 5 squares at most", position: "w Ed12 me14 *d12", turn: "d12~e14~e8", code: ricochetIllegal},
	{rule: "a ricochet goes straight", position: "w Ed12 me14 *d12", turn: "d12~e14~d12", code: ricochetIllegal},
	{rule: "a ricochet goes somewhere", position: "w Ed12 me14 *d12", turn: "d12~e14~e14", code: ricochetIllegal},
	{rule: "no ricochet into a goal", position: "w Ed12 me14 *d12", turn: "d12~e14~e15", code: ricochetIllegal},
	{rule: "a ricochet gives control", position: "w Ed12 Le11 me14 *d12", turn: "d12~e14~e11 e11~e10", want: "*e10"},
	{rule: "a Monkey in its goal saves", position: "w Ed13 me15 *d13", turn: "d13~e15~e10", want: "*e10"},
	{rule: "a save is no goal", position: "w Ed13 me15 *d13", turn: "d13~e15", code: ricochetNeeded},
	{rule: "a ricochet back alone changes nothing", position: "w He13 me14 *e13", turn: "e13~e14~e13", code: noChange},

	// The end.
	{rule: "no step after a goal", position: "w Hd14 Ea5 ha12 *d14", turn: "d14~d15 a5-a6", code: rules.CodeGameOver},
	{
		rule: "no step after an own goal", position: "w Hd2 Ea5 ha12 *d2",
		turn: "a5-a6 d2~d1 a6-a5", code: rules.CodeGameOver,
	},

	// The first fault in turn order is reported; within a step, the first in the list of faults.
	{rule: "an earlier step first", position: "w Hb4 ha12 *i9", turn: "b4-c5 z99", code: badGeometry},
	{rule: "geometry before control", position: "w Hb4 ha12 *i9", turn: "b4~c6", code: badGeometry},
	{rule: "the square before the piece", position: "w Hb4 ha12 *i9", turn: "a5-a1", code: rules.CodeNoSuchSquare},
	{rule: "the side before the letter", position: "w Hb4 ha12 *i9", turn: "Ea12-b10", code: notYourPiece},
	{rule: "the area before keeping the Ball", position: "w Mg3 ha12 *i9", turn: "g3/h4", code: monkeyArea},
	{rule: "keeping the Ball before control", position: "w Mg3 ha12 *i9", turn: "g3/g2", code: monkeyKeepsBall},
	{
		rule: "the step itself before its number", position: "w Hb4 ha12 *i9",
		turn: "b4-c6 c6-d8 d8-e10 e10-f12 a3-a4", code: noPiece,
	},
	{
		rule: "the end before the step itself", position: "w Hd14 ha12 *d14",
		turn: "d14~d15 a3-a4", code: rules.CodeGameOver,
	},
	{
		rule: "the end before the number", position: "w Hb8 ha12 *b8",
		turn: "b8-c10 c10-d12 d12-c14 c14-e15 e15-d13", code: rules.CodeGameOver,
	},
}

func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		t.Run(c.rule, func(t *testing.T) {
			p := place(t, c.position)
			played, err := p.Play(c.turn)
			if code, _, _ := rulestest.Refusal(New(), err); code != c.code || (err != nil) != (c.code != "") {
				t.Fatalf("%s %q: %v, want %q", p, c.turn, err, c.code)
			}
			if err != nil {
				return
			}
			if played.Turn != c.turn {
				t.Errorf("canonical %q, want %q", played.Turn, c.turn)
			}
			holds(t, rules.Unwrap(played.Next).(*position), c.want)
		})
	}
}

func TestFirstTurn(t *testing.T) {
	p, err := New().Start("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play("b4-c6 c6-d8"); err != nil {
		t.Error(err)
	}
	wantRefusal(t, p, "b4-c6 c6-d8 h4-g6", tooManySteps, "White's first turn has at most 2 steps")
	// Turn 1 is White's first turn in any starting position; turn 2 is Black's and may have four steps.
	second, err := parse("1m1/9/9/1h7/9/9/9/9/9/9/9/1H7/9/9/1M1 b a8 2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Play("b12-a10 a10-b8 b8-a6 a6-b4"); err == nil {
		t.Error("a Horse moved onto a Horse without the Ball")
	}
	if _, err := second.Play("b12-a10 a10-b8 b8-a6 a6-c5"); err != nil {
		t.Error(err)
	}
}
