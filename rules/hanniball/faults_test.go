package hanniball

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

func wantRefusal(t *testing.T, p rules.Position, turn, code, detail string) {
	t.Helper()
	_, err := p.Play(turn)
	if gotCode, gotDetail, _ := rulestest.Refusal(New(), err); gotCode != code || gotDetail != detail {
		t.Errorf("%s %q:\ngot  %s: %s\nwant %s: %s", p, turn, gotCode, gotDetail, code, detail)
	}
}

// faultCases covers every sentence of a refusal.
var faultCases = []struct{ position, turn, code, detail string }{
	{
		"w Hb4 ha12 *i9", "", rules.CodeSyntax,
		"the turn is empty: write 1 to 4 steps, such as b4-c6 c6-e7",
	},
	{
		"w Hb4 ha12 *i9", "Hb4-c6-e7", rules.CodeSyntax,
		`"Hb4-c6-e7" joins steps: write each with its two squares: b4-c6 c6-e7`,
	},
	{
		"w Hb4 ha12 *b4", "b4-c6~e7~e4/f5", rules.CodeSyntax,
		`"b4-c6~e7~e4/f5" joins steps: write each with its two squares: b4-c6 c6~e7~e4 e4/f5`,
	},
	{
		"w Hb4 ha12 *i9", "b4xc6", rules.CodeSyntax,
		`"b4xc6" is no step: write b4-c6 (move), b4/c6 (move and leave the Ball), b4~c5 (shoot) or ` +
			`d12~e14~e9 (shoot and ricochet off a Monkey)`,
	},
	{
		"w Hb4 ha12 *i9", "Kb4-c6", rules.CodeSyntax,
		`"Kb4-c6" begins with "K", which is no piece: M is the Monkey, L a Lion, E an Elephant, H a Horse`,
	},
	{
		"w Hb4 ha12 *i9", "b4-c1", rules.CodeNoSuchSquare,
		"c1 is no square of the board: the field is a2–i14, the goals are d1–f1 and d15–f15",
	},
	{"w Hb4 ha12 *i9", "b5-c6", noPiece, "no piece stands on b5"},
	{"w Hb4 ha12 *i9", "b4-c6 b4-a6", noPiece, "after b4-c6 no piece stands on b4 any more"},
	{
		"w Hb4 ha12 *i9", "i9-i8", noPiece,
		"only the Ball is on i9: move a piece onto it, and that piece can run with it or shoot it",
	},
	{
		"w Hb4 ha12 *b4", "b4/c6 b4-b5", noPiece,
		"only the Ball is on b4: move a piece onto it, and that piece can run with it or shoot it",
	},
	{"w Hb4 ha12 *i9", "a12-b10", notYourPiece, "the Horse on a12 is Black's; it is White's turn"},
	{"b Hb4 ha12 *i9", "b4-c6", notYourPiece, "the Horse on b4 is White's; it is Black's turn"},
	{"w Hb4 ha12 *i9", "eb4-c6", wrongPieceLetter, "the piece on b4 is a Horse, not an Elephant"},
	{
		"w Hb4 ha12 *i9", "b4-c5", badGeometry,
		"the Horse on b4 cannot move to c5: a Horse moves a knight's move",
	},
	{
		"w Eb4 ha12 *i9", "b4-b6", badGeometry,
		"the Elephant on b4 cannot move to b6: an Elephant moves one square in any direction",
	},
	{
		"w Lb4 ha12 *i9", "b4-b6", badGeometry,
		"the Lion on b4 cannot move to b6: a Lion moves a knight's move or one square in any direction",
	},
	{
		"w Lb4 ha12 *i9", "b4-b4", badGeometry,
		"the Lion on b4 must move to another square: a Lion moves a knight's move or one square in any direction",
	},
	{
		"w Me1 ha12 *i9", "e1-e3", badGeometry,
		"the Monkey on e1 cannot move to e3: a Monkey moves a knight's move or one square in any direction",
	},
	{
		"w Hb4 ha12 *b4", "b4~c6", badGeometry,
		"the Horse on b4 cannot shoot to c6: a Horse shoots one square in any direction",
	},
	{
		"w Eb4 ha12 *b4", "b4~b5", badGeometry,
		"the Elephant on b4 cannot shoot to b5: an Elephant shoots a knight's move",
	},
	{
		"w Lb4 ha12 *b4", "b4~b6", badGeometry,
		"the Lion on b4 cannot shoot to b6: a Lion shoots a knight's move or one square in any direction",
	},
	{
		"w Me2 ha12 *e2", "e2~e8", badGeometry,
		"the Monkey on e2 cannot shoot to e8: a Monkey shoots 1 to 5 squares in a straight line",
	},
	{
		"w Hb4 Eb5 ec5 *i9", "b4-c6", horseBlocked,
		"the Horse on b4 cannot jump to c6: b5 and c5 are both occupied",
	},
	{
		"w Hb4 Ec6 ha12 *i9", "b4-c6", occupied,
		"the Horse on b4 cannot move to c6: White's own Elephant stands there",
	},
	{
		"w Hb4 ec6 *i9", "b4-c6", occupied,
		"the Horse on b4 cannot move to c6: Black's Elephant stands there, " +
			"and only a piece that controls the Ball can be captured",
	},
	{
		"w Mg3 ha12 *i9", "g3-g4", monkeyArea,
		"the Monkey on g3 cannot move to g4: it may not leave its goal area c2–g3 and its goal d1–f1",
	},
	{
		"b mg13 Ha2 *i9", "g13-g12", monkeyArea,
		"the Monkey on g13 cannot move to g12: it may not leave its goal area c13–g14 and its goal d15–f15",
	},
	{
		"w Mg3 ha12 *g3", "g3/g2", monkeyKeepsBall,
		"the Monkey on g3 cannot leave the Ball behind: a Monkey only carries it or shoots it",
	},
	{
		"w Hb4 ha12 *i9", "b4/c6", noBall,
		"the Horse on b4 does not control the Ball, which is on i9: " +
			"only the piece on its square can shoot it or leave it behind",
	},
	{
		"w Me3 ha12 *e3", "e3~e1", monkeyShotArea,
		"the Monkey on e3 cannot shoot to e1: its shot must land outside its goal area c2–g3 and its goal d1–f1",
	},
	{
		"w Ed12 me14 *d12", "d12~e14", ricochetNeeded,
		"on e14 the Ball lands on Black's Monkey: say where it ricochets to, for example d12~e14~e9",
	},
	{
		"w Ed12 le14 *d12", "d12~e14~e9", ricochetNotNeeded,
		"on e14 the Ball does not land on a Monkey and so does not ricochet: write d12~e14",
	},
	{
		"w Ed12 me14 *d12", "d12~e14~e8", ricochetIllegal,
		"off Black's Monkey on e14 the Ball cannot ricochet to e8: it goes 1 to 5 squares in a straight line",
	},
	{
		"w Ed12 me14 *d12", "d12~e14~f15", ricochetIllegal,
		"off Black's Monkey on e14 the Ball cannot ricochet to f15: never into a goal",
	},
	{"w Hb4 ha12 *i9", "b4-c6 c6-b4 b4-c6 c6-b4 b4-c6", tooManySteps, "a turn has at most 4 steps"},
	{
		"w Hb4 ha12 *i9", "b4-c6,c6-b4", noChange,
		"after b4-c6 c6-b4 everything stands as before: a turn must change the position",
	},
	{
		"w Hd14 ha12 *d14", "d14~d15 d14-b13", rules.CodeGameOver,
		"the Ball on d15 ended the game: no step may follow",
	},
}

func TestFaults(t *testing.T) {
	shown := map[string]bool{}
	for _, c := range faultCases {
		wantRefusal(t, place(t, c.position), c.turn, c.code, c.detail)
		shown[c.code] = true
	}
	for _, f := range New().Info(phrase.English).Faults {
		if !shown[f.Code] {
			t.Errorf("no sentence of %s is checked", f.Code)
		}
	}
}
