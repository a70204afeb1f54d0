package bohnduell

import (
	"strconv"
	"strings"
)

// phrases is everything that this game says to players, in one language. The
// rules page, rules.md, is the only other text.
type phrases struct {
	name, summary, credit, notation string
	sides                           [2]string
	standardName, standardSummary   string
	longName, longSummary           string

	// Unreadable turns.
	emptyTurn, noBowl, noAction, noTurn string
	// Illegal turns; tooFew and tooMany end bowlCount.
	gameOver, noSuchBowl, stockTooSmall, bowlCount, tooFew, tooMany, noneToEmpty string

	meansSyntax, meansGameOver, meansNoSuchBowl, meansStockTooSmall, meansBowlCount string
	reasonCount                                                                     string

	// Turns told; stole goes on after a placement.
	placedOne, placedMore, sownOne, sownMore, stole, skipped, won, drawn string

	stockLabel, largeLabel, stockCounter, largeCounter string

	examplePlace, exampleSteal, exampleEmpty, exampleStuck, exampleStock, exampleSkip string

	noBalls, oneBall, severalBalls string
	oneBowl, severalBowls, and     string
}

// english is the table of sentences. It is never changed.
var english = phrases{
	name:            "BohnDuell",
	summary:         "A mancala duel: place balls from your stock, sow them into your large bowl, steal from across.",
	credit:          "BohnDuell is a game of [BrettspielWelt](https://www.brettspielwelt.de). The rules follow its help text, which does not say how many balls there are: the variants settle that.",
	sides:           [2]string{"Green", "Red"},
	standardName:    "BohnDuell",
	standardSummary: "Twelve balls each.",
	longName:        "BohnDuell long",
	longSummary:     "Twenty balls each.",
	notation: `p3   place: a ball from your stock into your bowl 3 and into each
     bowl behind it (p1 takes four balls, p4 one)
e2   empty: sow the two balls of your bowl 2 towards your large bowl
     (bowl k must hold exactly k balls)
Bowls are numbered from your large bowl: 1 is next to it, 4 farthest.
"place 3" and "empty 2" mean the same, in either case.`,

	emptyTurn: "the turn is empty: write p3 to place from bowl 3 on, or e2 to empty bowl 2",
	noBowl:    "%q names no bowl: write the number after it, as in p3 or e2",
	noAction:  "%q does not say what to do: write p before the bowl to place (p3) or e to empty (e3)",
	noTurn:    "%q is no turn: write one action and one bowl, p3 to place from bowl 3 on or e2 to empty bowl 2",

	gameOver:      "the game is over: neither side has a turn left, and the large bowls hold %d (Green) and %d (Red)",
	noSuchBowl:    "there is no bowl %d: each side has bowls 1 to 4, 1 next to the large bowl and 4 farthest from it",
	stockTooSmall: "%s needs %s from %s's stock, which holds %s: placing puts one into the chosen bowl and one into each bowl behind it",
	bowlCount:     "%s's bowl %d holds %s and must hold exactly %s to be emptied: %s",
	tooFew:        "with fewer, the last ball would not reach the large bowl",
	tooMany:       "with more it is stuck until the opponent steals from it",
	noneToEmpty:   "%s has no bowl to empty: bowl 1 must hold exactly 1 ball, bowl 2 exactly 2, bowl 3 exactly 3, bowl 4 exactly 4",

	meansSyntax:        "The text is no turn; a turn is p or e with the number of a bowl.",
	meansGameOver:      "Neither side has a legal turn, so the game has ended.",
	meansNoSuchBowl:    "A turn chooses one of the small bowls 1 to 4.",
	meansStockTooSmall: "Placing takes one ball for the chosen bowl and one for each bowl behind it.",
	meansBowlCount:     "A bowl can be emptied only while it holds exactly as many balls as its number says.",
	reasonCount:        "neither side had a turn left, and the large bowls were counted",

	placedOne:  "%s placed a ball in %s",
	placedMore: "%s placed %s, one each in %s",
	sownOne:    "%s emptied bowl %d into the large bowl",
	sownMore:   "%s emptied bowl %d over %s into the large bowl",
	stole:      ", and stole %s from %s's bowl %d",
	skipped:    "%s has no turn and is skipped: %s moves again",
	won:        "Neither side has a turn left: %s wins by %s",
	drawn:      "Neither side has a turn left: the large bowls hold the same, and the game is drawn",

	stockLabel:   "stock",
	largeLabel:   "large",
	stockCounter: "stock",
	largeCounter: "large bowl",

	examplePlace: "Green places a ball in bowl 3 and one in bowl 4 behind it.",
	exampleSteal: "Red's bowl 1 was empty: the ball opposite, in Green's bowl 4, goes to Red's large bowl. Red's bowls 2 to 4 were empty too, but only the chosen bowl steals.",
	exampleEmpty: "Green's bowl 1 holds exactly one ball, so it can be emptied into the large bowl.",
	exampleStuck: "Green's bowl 1 holds two balls. It is stuck until Red steals them.",
	exampleStock: "Placing in bowl 1 takes four balls, and Green's stock holds two.",
	exampleSkip:  "Red's only ball is stuck and the stock is empty: Red is skipped and Green moves again.",

	noBalls:      "no balls",
	oneBall:      "1 ball",
	severalBalls: " balls",
	oneBowl:      "bowl ",
	severalBowls: "bowls ",
	and:          " and ",
}

// balls is a number of balls in words: "no balls", "1 ball", "3 balls".
func (say *phrases) balls(n int) string {
	switch n {
	case 0:
		return say.noBalls
	case 1:
		return say.oneBall
	}
	return strconv.Itoa(n) + say.severalBalls
}

// bowls lists bowls: "bowl 4", "bowls 2, 3 and 4".
func (say *phrases) bowls(numbers []int) string {
	last := len(numbers) - 1
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = strconv.Itoa(n)
	}
	if last == 0 {
		return say.oneBowl + names[0]
	}
	return say.severalBowls + strings.Join(names[:last], ", ") + say.and + names[last]
}
