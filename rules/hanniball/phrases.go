package hanniball

import "turnpost/rules"

// Every English sentence and phrase that a player reads stands in this file and in rules.md.

var (
	sideNames   = [2]string{"White", "Black"}
	kindNames   = [kinds]string{"", "Monkey", "Lion", "Elephant", "Horse"}
	withArticle = [kinds]string{"", "a Monkey", "a Lion", "an Elephant", "a Horse"}
	// homeNames are the squares that each side's Monkey never leaves.
	homeNames = [2]string{"its goal area c2–g3 and its goal d1–f1", "its goal area c13–g14 and its goal d15–f15"}
)

// How the kinds of pieces move and shoot.
var (
	waysToMove = [kinds]string{
		monkey:   "a Monkey moves a knight's move or one square in any direction",
		lion:     "a Lion moves a knight's move or one square in any direction",
		elephant: "an Elephant moves one square in any direction",
		horse:    "a Horse moves a knight's move",
	}
	waysToShoot = [kinds]string{
		monkey:   "a Monkey shoots 1 to 5 squares in a straight line",
		lion:     "a Lion shoots a knight's move or one square in any direction",
		elephant: "an Elephant shoots a knight's move",
		horse:    "a Horse shoots one square in any direction",
	}
)

// Turns that cannot be read.
const (
	syntaxEmpty = "the turn is empty: write 1 to 4 steps, such as b4-c6 c6-e7"
	syntaxStep  = "%q is no step: write b4-c6 (move), b4/c6 (move and leave the Ball), " +
		"b4~c5 (shoot) or d12~e14~e9 (shoot and ricochet off a Monkey)"
	syntaxLetter    = "%q begins with %q, which is no piece: M is the Monkey, L a Lion, E an Elephant, H a Horse"
	syntaxBeginning = "no legal step begins with %q: steps are written b4-c6, b4/c6, b4~c5 or d12~e14~e9"
)

// Illegal turns.
const (
	noSuchSquare          = "%s is no square of the board: the field is a2–i14, the goals are d1–f1 and d15–f15"
	stepNoPiece           = "no piece stands on %s"
	stepNotYours          = "the %s on %s is %s's; it is %s's turn"
	stepWrongLetter       = "the piece on %s is %s, not %s"
	stepBadMove           = "the %s on %s cannot move to %s: %s"
	stepBadShot           = "the %s on %s cannot shoot to %s: %s"
	stepBlocked           = "the %s on %s cannot jump to %s: %s and %s are both occupied"
	stepOwnPiece          = "the %s on %s cannot move to %s: %s's own %s stands there"
	stepEnemyPiece        = "the %s on %s cannot move to %s: %s's %s stands there, and only a piece that controls the Ball can be captured"
	stepMonkeyArea        = "the Monkey on %s cannot move to %s: it may not leave %s"
	stepMonkeyKeeps       = "the Monkey on %s cannot leave the Ball behind: a Monkey only carries it or shoots it"
	stepNoBall            = "the %s on %s does not control the Ball, which is on %s: only the piece on its square can shoot it or leave it behind"
	stepMonkeyShot        = "the Monkey on %s cannot shoot to %s: its shot must land outside %s"
	stepRicochetNeeded    = "on %s the Ball lands on %s's Monkey: say where it ricochets to, for example %s"
	stepRicochetNotNeeded = "on %s the Ball does not land on a Monkey and so does not ricochet: write %s"
	stepRicochetGoal      = "off %s's Monkey on %s the Ball cannot ricochet to %s: never into a goal"
	stepRicochetWay       = "off %s's Monkey on %s the Ball cannot ricochet to %s: it goes 1 to 5 squares in a straight line"
	manySteps             = "a turn has at most %d steps"
	manyFirstSteps        = "White's first turn has at most %d steps"
	nothingChanged        = "after %s everything stands as before: a turn must change the position"
	overInTurn            = "the Ball on %s ended the game: no step may follow"
	overGoal              = "the game is over: the Ball is in %s's goal on %s"
	overNoMoves           = "the game is over: %s has no legal turn"
)

// Texts that are no position.
const (
	badFields = "%d fields are given; a position has 4: the ranks, the side to move, the Ball's square and the turn number"
	badPiece  = "on %s stands %q; pieces are M, L, E and H, lower case for Black"
	badCount  = "%s has more than %d of the kind %s: one too many on %s"
	badMonkey = "%s's Monkey stands on %s, outside %s"
	badSide   = "the side to move is %q; it must be w or b"
	badBall   = "the Ball is on %q, which is no square of the board"
	badNumber = "the turn number is %q; it must be a whole number from 1 to 1000000000"
	badParity = "turn %d is %s's: the side to move must be %q, not %q"
)

// Events told. Names come first in a sentence, so that a sentence may begin in lower case.
const (
	tellPiece     = "%s's %s"
	tellPieceOn   = "%s's %s on %s"
	tellPieceThen = "%s's %s then"
	tellThatPiece = "That %s"
	tellAnother   = "another of %s's %ss"
	tellBall      = "the Ball"
	tellIt        = "it"

	tellWent      = "went%s to %s"
	tellCarried   = "carried %s%s to %s"
	tellCarriedIn = "carried %s%s into %s on %s"
	tellFrom      = " from %s"
	tellVia       = " via %s"
	tellCaptured  = "captured %s's %s on %s"
	tellTook      = "took %s"
	tellTookOn    = "took %s on %s"
	tellTookThere = "took %s there"
	tellLeftOn    = "left %s on %s"
	tellLeftThere = "left %s there"

	tellShot     = "shot %s to %s"
	tellShotIn   = "shot %s into %s on %s"
	tellOff      = "shot %s off %s's %s on %s to %s"
	tellOffBack  = "shot %s off %s's %s on %s"
	tellGotBack  = "got it back"
	tellSaved    = "shot %s at %s, where %s's %s saved it; it ricocheted to %s"
	tellSaveBack = "shot %s at %s, where %s's %s saved it; it came back to %s"

	tellHas   = ", where %s has it"
	tellGot   = ", where %s got it"
	tellStood = ", where %s stood"

	tellGoal    = "%s's goal"
	tellOwnGoal = "%s's own goal"

	tellAnd      = " and "
	tellComma    = ", "
	tellSentence = "%s %s."
)

// endings tell the end of a game to the winner's and the loser's name.
var endings = map[string]string{
	reasonGoal:          "Goal: %[1]s wins.",
	reasonOwnGoal:       "An own goal: %[1]s wins.",
	rules.ReasonNoMoves: "%[2]s has no legal turn: %[1]s wins.",
}

const notation = `A turn is 1 to 4 steps (White's first turn: 1 or 2), with spaces between
them: d6-e8 e8-f10 f10~g11
  b4-c6       the piece on b4 moves to c6; it takes the Ball along
  b4/c6       it moves to c6 and leaves the Ball on b4
  b4~c5       it shoots the Ball to c5
  d12~e14~e9  the shot lands on the Monkey on e14 and ricochets to e9
A piece letter may stand before a step: Hb4-c6 (M Monkey, L Lion,
E Elephant, H Horse). Commas and capitals are read too.`

const (
	gameName = "HanniBall"
	summary  = "A ball game for two teams of animals: run, pass, capture the dribbler and get the Ball into the other goal, four steps a turn."
	credit   = "HanniBall is a game by Christian Freeling and Arty Sandler (2009/2010). " +
		"The rules follow the English and Russian texts of iGGameCenter, board and setup its and MindSports' descriptions of the game."
)

var faults = []rules.Fault{
	{Code: rules.CodeSyntax, Meaning: "The text is no turn in this game's notation."},
	{Code: rules.CodeNoSuchSquare, Meaning: "A square is named that the board does not have."},
	{Code: noPiece, Meaning: "A step begins on a square where no piece stands."},
	{Code: notYourPiece, Meaning: "A step begins with a piece of the other side."},
	{Code: wrongPieceLetter, Meaning: "The letter before a step is not that of the piece."},
	{Code: badGeometry, Meaning: "This kind of piece does not move or shoot so."},
	{Code: horseBlocked, Meaning: "A knight's move is blocked when both squares that it passes are occupied."},
	{Code: occupied, Meaning: "A piece moves only to an empty square or onto the enemy piece that controls the Ball."},
	{Code: monkeyArea, Meaning: "A Monkey may not leave its goal area and its goal."},
	{Code: monkeyKeepsBall, Meaning: "A Monkey cannot move and leave the Ball behind."},
	{Code: noBall, Meaning: "Only the piece that controls the Ball can shoot it or leave it behind."},
	{Code: monkeyShotArea, Meaning: "A Monkey's shot must land outside its goal area and its goal."},
	{Code: ricochetNeeded, Meaning: "A shot that lands on a Monkey must say where the Ball ricochets to."},
	{Code: ricochetNotNeeded, Meaning: "The Ball ricochets only off a Monkey."},
	{Code: ricochetIllegal, Meaning: "A ricochet goes 1 to 5 squares in a straight line, and not into a goal."},
	{Code: tooManySteps, Meaning: "A turn has at most 4 steps, White's first turn at most 2."},
	{Code: noChange, Meaning: "After the turn the position must differ from the one before it."},
	{Code: rules.CodeGameOver, Meaning: "The game has ended, or a step follows the goal that ends it."},
}

// Reasons of this game, beside those that rulesets share.
const (
	reasonGoal    = "goal"
	reasonOwnGoal = "own_goal"
)

var reasons = []rules.Reason{
	{Code: reasonGoal, Phrase: "the Ball came to rest in the other side's goal"},
	{Code: reasonOwnGoal, Phrase: "the loser brought the Ball into their own goal"},
	{Code: rules.ReasonNoMoves, Phrase: "the side to move had no legal turn"},
	{Code: rules.ReasonRepetition, Phrase: "the same position stood for the third time"},
}

var legend = []rules.Legend{
	{ASCII: "M m", Unicode: "M m", Text: "Monkey, the keeper (White, Black)"},
	{ASCII: "L l", Unicode: "L l", Text: "Lion"},
	{ASCII: "E e", Unicode: "E e", Text: "Elephant"},
	{ASCII: "H h", Unicode: "H h", Text: "Horse"},
	{ASCII: "*", Unicode: "*", Text: "the Ball, free or behind the letter of the piece that controls it"},
	{ASCII: "=", Unicode: "=", Text: "goal"},
	{ASCII: ":", Unicode: ":", Text: "goal area"},
}

var examples = []rules.Example{
	{
		Turn: "b4-c6 c6-b8",
		Text: "A Horse jumps twice. White's first turn has at most two steps.",
	},
	{
		Position: "1m1/2l6/1e1e1e1e1/1h1h1h1h1/6l2/9/9/9/9/3H5/9/1H3H1H1/1E1E1E1E1/2L3L2/1M1 w e8 3",
		Turn:     "d6-e8 e8-f10 f10~g11",
		Text:     "The Horse takes the free Ball, carries it along and shoots it to a Lion of the other side, which controls it now.",
	},
	{
		Position: "3/4m4/9/2Ee5/3H5/9/9/9/9/9/9/9/9/9/1M1 w d11 13",
		Turn:     "d11~d12 c12-d12 d12-d13 d13-d14",
		Text:     "The Horse shoots the Ball to an enemy Elephant, so that the Elephant on c12 can capture it and run on with the Ball.",
	},
	{
		Position: "1m1/9/3E5/9/9/9/1h7/9/9/9/9/9/9/9/1M1 w d13 11",
		Turn:     "d13~e15~e13 d13-e13 e13~f15",
		Text:     "The Monkey in the goal saves the first shot; the shooter chooses the ricochet, fetches the Ball and scores past it.",
	},
	{
		Position: "3/4m4/9/h8/9/9/9/9/9/9/9/H8/9/4M4/3 w e2 7",
		Turn:     "e2-e1",
		Text:     "The Monkey carries the Ball into the goal behind it: an own goal, and Black wins.",
	},
	{
		Position: "1m1/9/9/9/9/9/9/9/3eE4/4L4/9/9/9/9/1M1 w a8 7",
		Turn:     "e6-d8",
		Text:     "Both squares that the jump passes, e7 and d7, are occupied: the Lion is blocked.",
		Fault:    horseBlocked,
	},
	{
		Position: "3/4m4/9/3E5/9/9/9/9/9/9/9/9/9/9/1M1 w d12 7",
		Turn:     "d12~e14~d15",
		Text:     "Off a Monkey the Ball may go anywhere in a straight line, but never into a goal.",
		Fault:    ricochetIllegal,
	},
}
