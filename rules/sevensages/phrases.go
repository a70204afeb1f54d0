package sevensages

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// phrases is everything that this game says to players, in one language. The
// rules page, rules.md, is the only other text.
type phrases struct {
	name, summary, credit, notation string
	sides                           [2]string
	standardName, standardSummary   string
	shortName, shortSummary         string

	// Unreadable turns.
	emptyTurn, noTurn string
	// Illegal turns.
	overByPoints, overByNoMoves, noSuchSquare        string
	noPiece, ballIsNoPiece, notYourPiece             string
	sameSquare, notALine, backwardDiagonal           string
	blocked, stuck, goalAreaClosed, goalAreaFull     string
	kickNeedsEnd, notAKick, ballBlocked, noBounce    string
	badFirstLeg, badTurn, badLegBlocked              string
	badLegClosed, badLegPoint, badPivot              string
	endOccupied, endClosed, unreachableEnd, deadBall string

	meansSyntax, meansGameOver, meansNoSuchSquare string
	meansNoPiece, meansNotYours, meansNotALine    string
	meansBackward, meansBlocked                   string
	meansAreaClosed, meansAreaFull                string
	meansNeedsEnd, meansNotAKick                  string
	meansBallBlocked, meansNoBounce               string
	meansBadPath, meansUnreachable                string
	reasonPoints, reasonNoMoves, reasonRepetition string

	// Position texts that are none.
	badFields, badSide, badPoints, badBothWon, badLetter string
	badNoBall, badTwoBalls, badBall                      string
	badStones, badIntruder, badKeepers                   string

	// Turns told; way goes into kicked.
	slid, kicked, way, scored, won, wonByNoMoves, drawn string

	pointsCounter                                                   string
	legendWhite, legendBlack, legendBall, legendArea, legendOutside string

	exampleSlide, exampleKick, exampleShortForm, exampleBack string
	examplePoint, exampleNeedsEnd, exampleNoBounce           string

	stoneOfSide, ball, outsidePlace, areaPlace string
	onePoint, severalPoints, and               string
}

// english is the table of sentences. It is never changed.
var english = phrases{
	name:    "7 Sages",
	summary: "Slide seven stones, and kick a neutral ball off other stones into the opponent's goal area.",
	credit: "7 Sages is a game by Max Gerchambeau (1980). The rules follow the World of Abstract Games; " +
		"where that is silent, the rules file for Zillions of Games by Mats Winther, who describes the original rules.",
	sides:           [2]string{"White", "Black"},
	standardName:    "7 Sages",
	standardSummary: "The first to five points wins.",
	shortName:       "7 Sages short",
	shortSummary:    "The first point wins.",
	notation: `h5-h7          slide the stone on h5 to h7
d4-h8~k11~h14  kick: the stone on d4 runs onto the ball on h8; the ball
               bounces on k11 and comes to rest on h14
d4-h8~h14      the same by the ball's end alone
A kick may have any number of bounces: name every square where the ball
turns, or only its end. Letters may be of either case.`,

	emptyTurn: "the turn is empty: write h5-h7 to slide a stone, or h5-h8~d10 to kick the ball from h8 to d10",
	noTurn:    "%.40q is no turn: write from-to to slide, as in h5-h7, or from-ball~end to kick, as in h5-h8~d10",

	overByPoints:     "the game is over: %s has %s",
	overByNoMoves:    "the game is over: %s has no legal turn",
	noSuchSquare:     "there is no square %.40s: the board has files a to o and ranks 1 to 15",
	noPiece:          "there is no stone on %s",
	ballIsNoPiece:    "the ball lies on %s and does not move by itself: name the stone that kicks it",
	notYourPiece:     "the stone on %s is %s's, and %s is to move",
	sameSquare:       "the stone on %s must go to another square",
	notALine:         "a stone goes straight along a rank, a file or a diagonal: %s and %s are on no such line",
	backwardDiagonal: "the stone on %s cannot slide to %s: %s may go diagonally backward only onto the ball",
	blocked:          "the stone on %s cannot go to %s: %s is on %s",
	stuck:            "the stone on %s has no legal turn",
	goalAreaClosed:   "the stone on %s cannot stop on %s: a stone may pass through %s's goal area but not stop in it",
	goalAreaFull:     "the stone on %s cannot stop on %s: %s may have one stone in its own goal area, and it stands on %s",
	kickNeedsEnd:     "the stone on %[1]s runs onto the ball: add where the ball comes to rest, as %[1]s-%[2]s~ and a square",
	notAKick:         "the stone on %s does not kick the ball on %s: the ball lies on %s",
	ballBlocked:      "the stone on %s cannot kick the ball on %s: a stone stands on %s, right behind the ball",
	noBounce:         "kicked from %s, the ball on %s would come to %s, which is %s, before it meets a stone: it must bounce",
	badFirstLeg:      "the leg %s~%s is not the first: the ball runs to %s, where it meets the stone on %s",
	badTurn:          "the leg %s~%s is no turn by 90° or 180° of the ball that bounces on %s",
	badLegBlocked:    "the leg %s~%s is blocked: %s is on %s",
	badLegClosed:     "the leg %s~%s would bring the ball to %s, which is %s and closed to it",
	badLegPoint:      "the leg %s~%s ends the way: the ball scores there and stops",
	badPivot:         "the leg %s~%s ends without a bounce: no stone stands behind it on %s",
	endOccupied:      "the ball cannot come to %s: %s stands there",
	endClosed:        "the ball cannot come to %s, which is %s and closed to it",
	unreachableEnd:   "no bounces bring the ball from %s to %s: its first bounce is on %s",
	deadBall:         "the ball on %s would bounce on %s and has no way on from there",

	meansSyntax:       "The text is no turn; a turn is from-to for a slide and from-ball~end for a kick.",
	meansGameOver:     "The game has ended and takes no more turns.",
	meansNoSuchSquare: "The board has the squares a1 to o15.",
	meansNoPiece:      "A turn begins on the square of a stone.",
	meansNotYours:     "A side moves only its own stones.",
	meansNotALine:     "A stone goes straight along a rank, a file or a diagonal.",
	meansBackward:     "A stone may not slide diagonally backward; it may kick so.",
	meansBlocked:      "A stone passes over empty squares only.",
	meansAreaClosed:   "A stone may pass through the opponent's goal area but not stop in it.",
	meansAreaFull:     "A side may have one stone in its own goal area.",
	meansNeedsEnd:     "A kick says where the ball comes to rest.",
	meansNotAKick:     "A kick leads onto the square of the ball.",
	meansBallBlocked:  "A stone stands right behind the ball, so its first leg would have no length.",
	meansNoBounce:     "The ball must meet a stone before the edge, an outside square or a goal area.",
	meansBadPath:      "The way of the ball, given in full, has a leg that the ball cannot take.",
	meansUnreachable:  "No bounces bring the ball to the square given as its end.",

	reasonPoints:     "the points needed to win were scored",
	reasonNoMoves:    "the side to move had no legal turn",
	reasonRepetition: "the same position stood for the third time",

	badFields:   "%d fields are given; a position has three: placement, side to move, points",
	badSide:     "%.40q is no side to move; it is w or b",
	badPoints:   "%.40q are no points; they are two numbers from 0 to %d, as in 1-0",
	badBothWon:  "both sides have %d points; the first to have them wins",
	badLetter:   "%s holds %q; S is White's stone, s is Black's, o is the ball",
	badNoBall:   "there is no ball",
	badTwoBalls: "there is a ball on %s and one on %s",
	badBall:     "the ball lies on %s, outside or in a goal area",
	badStones:   "%s has %d stones; each side has %d",
	badIntruder: "%s's stone on %s stands in the opponent's goal area",
	badKeepers:  "%s has stones on %s and %s; only one may stand in its own goal area",

	slid:         "%s's stone slid from %s to %s.",
	kicked:       "%s's stone on %s kicked the ball on %s.",
	way:          "%s, which bounced on %s and came to rest on %s",
	scored:       "That scores for %s, who now has %s; the stones and the ball go back to the setup.",
	won:          "%s wins the game.",
	wonByNoMoves: "%s wins the game: %s has no legal turn.",
	drawn:        "The game is drawn: the same position stood for the third time.",

	pointsCounter: "points",
	legendWhite:   "White's stone",
	legendBlack:   "Black's stone",
	legendBall:    "the ball",
	legendArea:    "goal area",
	legendOutside: "outside: for stones only",

	exampleSlide:     "A slide: the stone goes any number of empty squares.",
	exampleKick:      "A kick: the stone runs onto the ball, which goes on to h10, bounces off the stone on h11 and turns to d10.",
	exampleShortForm: "The same kick in the short form, by the ball's end alone.",
	exampleBack:      "The ball runs to h11, back to h9 before the kicker, and to h11 again: the shortest way that ends on its first bounce.",
	examplePoint:     "The ball turns on k11 and runs into Black's goal area: a point, and everything goes back to the setup.",
	exampleNeedsEnd:  "A stone that runs onto the ball kicks it, so the turn must say where the ball ends.",
	exampleNoBounce:  "The ball cannot score straight away: it must bounce off a stone first.",

	stoneOfSide:   "%s's stone",
	ball:          "the ball",
	outsidePlace:  "outside",
	areaPlace:     "in %s's goal area",
	onePoint:      "1 point",
	severalPoints: "%d points",
	and:           " and ",
}

// faults explains the codes, in the order in which faults are looked for.
func (say *phrases) faults() []rules.Fault {
	return []rules.Fault{
		{Code: rules.CodeGameOver, Meaning: say.meansGameOver},
		{Code: rules.CodeSyntax, Meaning: say.meansSyntax},
		{Code: rules.CodeNoSuchSquare, Meaning: say.meansNoSuchSquare},
		{Code: CodeNoPiece, Meaning: say.meansNoPiece},
		{Code: CodeNotYourPiece, Meaning: say.meansNotYours},
		{Code: CodeNotALine, Meaning: say.meansNotALine},
		{Code: CodeBackwardDiagonal, Meaning: say.meansBackward},
		{Code: CodeBlocked, Meaning: say.meansBlocked},
		{Code: CodeGoalAreaClosed, Meaning: say.meansAreaClosed},
		{Code: CodeGoalAreaFull, Meaning: say.meansAreaFull},
		{Code: CodeKickNeedsEnd, Meaning: say.meansNeedsEnd},
		{Code: CodeNotAKick, Meaning: say.meansNotAKick},
		{Code: CodeBallBlocked, Meaning: say.meansBallBlocked},
		{Code: CodeNoBounce, Meaning: say.meansNoBounce},
		{Code: CodeBadPath, Meaning: say.meansBadPath},
		{Code: CodeUnreachableEnd, Meaning: say.meansUnreachable},
	}
}

// points is a number of points in words: "1 point", "3 points".
func (say *phrases) points(n int) string {
	if n == 1 {
		return say.onePoint
	}
	return fmt.Sprintf(say.severalPoints, n)
}

// pieceOn names what stands on a square: "White's stone", "the ball".
func (say *phrases) pieceOn(p piece) string {
	switch p {
	case whiteStone:
		return fmt.Sprintf(say.stoneOfSide, say.sides[rules.First])
	case blackStone:
		return fmt.Sprintf(say.stoneOfSide, say.sides[rules.Second])
	}
	return say.ball
}

// place says in which part of the board a square lies that is closed to the
// ball: "outside", "in White's goal area".
func (say *phrases) place(s square) string {
	switch zones[s] {
	case whiteArea:
		return fmt.Sprintf(say.areaPlace, say.sides[rules.First])
	case blackArea:
		return fmt.Sprintf(say.areaPlace, say.sides[rules.Second])
	}
	return say.outsidePlace
}

// list joins squares: "k11", "k11, e5 and c3".
func (say *phrases) list(squares []string) string {
	last := len(squares) - 1
	if last == 0 {
		return squares[0]
	}
	return strings.Join(squares[:last], ", ") + say.and + squares[last]
}
