package sevensages

import "testing"

// kickCases tests the rules of the kick sentence by sentence.
var kickCases = []turnCase{
	// A kick: over empty squares onto the ball, in any of the 8 directions.
	{"kick from afar", "w", "h2", "h12", "h8", "h2-h8~h11~g11", "h2-h8~h11~g11"},
	{"kick from beside", "w", "h7", "h12", "h8", "h7-h8~h11~g11", "h7-h8~h11~g11"},
	{"kick diagonally backward", "w", "k11", "e5", "h8", "k11-h8~f6~e7", "k11-h8~f6~e7"},
	{"Black diagonally backward", "b", "", "e5 m13", "h8", "e5-h8~l12~k13", "e5-h8~l12~k13"},
	{
		"kick over a stone", "w", "h5 h7", "h12", "h8", "h5-h8~h11~g11",
		"blocked: the stone on h5 cannot go to h8: White's stone is on h7",
	},
	{
		"kick from no line", "w", "g5", "h12", "h8", "g5-h8~h11~g11",
		"not_a_line: a stone goes straight along a rank, a file or a diagonal: g5 and h8 are on no such line",
	},
	{
		"kick without an end", "w", "h5", "h12", "h8", "h5-h8",
		"kick_needs_end: the stone on h5 runs onto the ball: add where the ball comes to rest, as h5-h8~ and a square",
	},
	{
		"kick past the ball", "w", "h5", "h12", "h8", "h5-h9~g11",
		"not_a_kick: the stone on h5 does not kick the ball on h9: the ball lies on h8",
	},
	{
		"kick short of the ball", "w", "h5", "h12", "h8", "h5-h7~g11",
		"not_a_kick: the stone on h5 does not kick the ball on h7: the ball lies on h8",
	},
	{
		"kick onto a stone", "w", "h5", "h7", "h8", "h5-h7~g11",
		"not_a_kick: the stone on h5 does not kick the ball on h7: the ball lies on h8",
	},
	{
		"kick diagonally backward where no ball is", "w", "h5", "h12", "h8", "h5-f3~g11",
		"not_a_kick: the stone on h5 does not kick the ball on f3: the ball lies on h8",
	},

	// Rule 1: the first leg ends before a stone of either side, anywhere.
	{"off the own stone", "w", "h5 h12", "", "h8", "h5-h8~h11~g11", "h5-h8~h11~g11"},
	{"off a stone outside", "w", "d8", "o8", "h8", "d8-h8~n8~n9", "d8-h8~n8~n9"},
	{"off a stone in the own area", "w", "h12 h1", "", "h8", "h12-h8~h2~c2", "h12-h8~h2~c2"},
	{"off a stone in the other's area", "w", "h5", "h15", "h8", "h5-h8~h14~d14", "h5-h8~h14~d14"},
	{"off a stone on b2", "w", "e5", "b2", "d4", "e5-d4~c3~d2", "e5-d4~c3~d2"},
	{"off a stone on n14", "w", "h8", "n14", "i9", "h8-i9~m13~n12", "h8-i9~m13~n12"},
	{
		"stone right behind the ball", "w", "h5", "h9", "h8", "h5-h8~g8",
		"ball_blocked: the stone on h5 cannot kick the ball on h8: a stone stands on h9, right behind the ball",
	},
	{
		"stone outside right behind the ball", "w", "d8", "o8", "n8", "d8-n8~n9",
		"ball_blocked: the stone on d8 cannot kick the ball on n8: a stone stands on o8, right behind the ball",
	},
	{"first leg of one square", "w", "h5", "h10", "h8", "h5-h8~h9~g9", "h5-h8~h9~g9"},
	{
		"outside first", "w", "d8", "o7", "h8", "d8-h8~h9",
		"no_bounce: kicked from d8, the ball on h8 would come to o8, " +
			"which is outside, before it meets a stone: it must bounce",
	},
	{
		"outside square b2 first", "w", "f6", "a1", "d4", "f6-d4~c4",
		"no_bounce: kicked from f6, the ball on d4 would come to b2, " +
			"which is outside, before it meets a stone: it must bounce",
	},
	{
		"straight to the other's area", "w", "h5", "f15", "h8", "h5-h8~h15",
		"no_bounce: kicked from h5, the ball on h8 would come to h15, " +
			"which is in Black's goal area, before it meets a stone: it must bounce",
	},
	{
		"into the own area first", "w", "h12 f1", "", "h8", "h12-h8~h1",
		"no_bounce: kicked from h12, the ball on h8 would come to h1, " +
			"which is in White's goal area, before it meets a stone: it must bounce",
	},
	{
		"outside right behind the ball", "w", "d8", "o7", "n8", "d8-n8~n9",
		"no_bounce: kicked from d8, the ball on n8 would come to o8, " +
			"which is outside, before it meets a stone: it must bounce",
	},

	// Rule 2: at a pivot the ball turns by 90° or 180° and runs at least one square.
	{"90° left", "w", "h5", "h12", "h8", "h5-h8~h11~c11", "h5-h8~h11~c11"},
	{"90° right", "w", "h5", "h12", "h8", "h5-h8~h11~n11", "h5-h8~h11~n11"},
	{"180°", "w", "h5", "h12", "h8", "h5-h8~h11~h10", "h5-h8~h11~h10"},
	{
		"45°", "w", "h5", "h12", "h8", "h5-h8~h11~g12",
		"bad_path: the leg h11~g12 is no turn by 90° or 180° of the ball that bounces on h11",
	},
	{
		"no line from the pivot", "w", "h5", "h12", "h8", "h5-h8~h11~g9",
		"bad_path: the leg h11~g9 is no turn by 90° or 180° of the ball that bounces on h11",
	},
	{
		"straight on", "w", "h5", "h12", "h8", "h5-h8~h11~h12",
		"bad_path: the leg h11~h12 is no turn by 90° or 180° of the ball that bounces on h11",
	},
	{
		"no leg at all", "w", "h5", "h12", "h8", "h5-h8~h11~h11",
		"bad_path: the leg h11~h11 is no turn by 90° or 180° of the ball that bounces on h11",
	},
	{"it may stop on any square", "w", "h5", "h12", "h8", "h5-h8~e11", "h5-h8~h11~e11"},
	{
		"over a stone", "w", "h5", "h12 e11", "h8", "h5-h8~h11~d11",
		"bad_path: the leg h11~d11 is blocked: Black's stone is on e11",
	},
	{
		"not over a stone in the short form", "w", "h5", "h12 e11", "h8", "h5-h8~d11",
		"unreachable_end: no bounces bring the ball from h8 to d11: its first bounce is on h11",
	},
	{
		"a dead ball", "w", "h5", "h10 g9 i9", "h8", "h5-h8~h9~g9",
		"bad_path: the leg h9~g9 is blocked: Black's stone is on g9",
	},
	{
		"never outside", "w", "h5", "h12", "h8", "h5-h8~h11~a11",
		"bad_path: the leg h11~a11 would bring the ball to a11, which is outside and closed to it",
	},
	{
		"never outside, short form", "w", "h5", "h12", "h8", "h5-h8~a11",
		"unreachable_end: the ball cannot come to a11, which is outside and closed to it",
	},
	{"last square before the outside", "w", "h5", "h12", "h8", "h5-h8~b11", "h5-h8~h11~b11"},
	{
		"never in the own area, short form", "w", "d6", "k6", "e6", "d6-e6~j1",
		"unreachable_end: the ball cannot come to j1, which is in White's goal area and closed to it",
	},
	{
		"never in the own area, in full", "w", "d6", "k6", "e6", "d6-e6~j6~j1",
		"bad_path: the leg j6~j1 would bring the ball to j1, which is in White's goal area and closed to it",
	},
	{"last square before the own area", "w", "d6", "k6", "e6", "d6-e6~j6~j2", "d6-e6~j6~j2"},
	{"into the other's area", "w", "d6", "k6", "e6", "d6-e6~j6~j15", "d6-e6~j6~j15"},
	{"into the other's area, short form", "w", "d6", "k6", "e6", "d6-e6~j15", "d6-e6~j6~j15"},
	{
		"no bounce in the other's area", "w", "d6", "k6", "e6", "d6-e6~j6~j15~i15",
		"bad_path: the leg j6~j15 ends the way: the ball scores there and stops",
	},
	{"Black into White's area", "b", "", "d6 k6", "e6", "d6-e6~j6~j1", "d6-e6~j6~j1"},
	{
		"Black not into its own", "b", "", "d6 k6", "e6", "d6-e6~j6~j15",
		"bad_path: the leg j6~j15 would bring the ball to j15, which is in Black's goal area and closed to it",
	},

	// Rule 3: before another stone it may turn again, without limit.
	{"two bounces", "w", "h5", "h12 d11", "h8", "h5-h8~h11~e11~e5", "h5-h8~h11~e11~e5"},
	{"three bounces", "w", "h5", "h12 d11 e4", "h8", "h5-h8~h11~e11~e5~k5", "h5-h8~h11~e11~e5~k5"},
	{
		"a turn where nothing is met", "w", "h5", "h12", "h8", "h5-h8~h11~e11~e5",
		"bad_path: the leg h11~e11 ends without a bounce: no stone stands behind it on d11",
	},
	{"to and fro, without limit", "w", "h5", "h12", "h8", "h5-h8~h11~h9~h11~h9~h11~h9~h11~g11", "h5-h8~h11~g11"},

	// The stone's previous square is empty, its new one occupied.
	{"over the old square", "w", "e8", "h8 g13 d12", "f8", "e8-f8~g8~g12~e12~e6", "e8-f8~g8~g12~e12~e6"},
	{"end on the old square", "w", "e8", "i8 h12 e11 d9", "f8", "e8-f8~h8~h11~f11~f9~e9~e8", "e8-f8~h8~h11~f11~f9~e9~e8"},
	{"off the new square", "w", "h5", "h12", "h8", "h5-h8~h11~h9~c9", "h5-h8~h11~h9~c9"},
	{
		"not onto the new square", "w", "h5", "h12", "h8", "h5-h8~h8",
		"unreachable_end: the ball cannot come to h8: White's stone stands there",
	},
	{
		"not through the new square", "w", "h5", "h12", "h8", "h5-h8~h11~h7",
		"bad_path: the leg h11~h7 is blocked: White's stone is on h8",
	},
	{"end on the first pivot", "w", "h5", "h12", "h8", "h5-h8~h11", "h5-h8~h11~h9~h11"},

	// A full path begins with the first leg.
	{
		"another first leg", "w", "h5", "h12", "h8", "h5-h8~h10~g10",
		"bad_path: the leg h8~h10 is not the first: the ball runs to h11, where it meets the stone on h12",
	},
	{
		"first pivot left out", "w", "h5", "h12 d11", "h8", "h5-h8~e11~e5",
		"bad_path: the leg h8~e11 is not the first: the ball runs to h11, where it meets the stone on h12",
	},
}

func TestKicks(t *testing.T) { checkTurns(t, kickCases) }
