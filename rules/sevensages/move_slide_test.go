package sevensages

import "testing"

// slideCases tests the rules of the slide sentence by sentence.
var slideCases = []turnCase{
	// Whose stone.
	{"an empty square", "w", "h5", "h12", "h8", "g5-g6", "no_piece: there is no stone on g5"},
	{
		"the ball itself", "w", "h5", "h12", "h8", "h8-h9",
		"no_piece: the ball lies on h8 and does not move by itself: name the stone that kicks it",
	},
	{
		"the other's stone", "w", "h5", "h12", "h8", "h12-h13",
		"not_your_piece: the stone on h12 is Black's, and White is to move",
	},
	{
		"White's stone in Black's turn", "b", "h5", "h12", "h8", "h5-h6",
		"not_your_piece: the stone on h5 is White's, and Black is to move",
	},

	// A stone slides any number of empty squares in a straight line.
	{"slide north", "w", "h5", "", "c3", "h5-h14", "h5-h14"},
	{"slide by one", "w", "h5", "", "c3", "h5-h6", "h5-h6"},
	{"slide east", "w", "h5", "", "c3", "h5-n5", "h5-n5"},
	{"slide west", "w", "h5", "", "c3", "h5-b5", "h5-b5"},
	{"slide straight back", "w", "h5", "", "c3", "h5-h2", "h5-h2"},
	{"slide forward right", "w", "h5", "", "c3", "h5-n11", "h5-n11"},
	{"slide forward left", "w", "h5", "", "c3", "h5-b11", "h5-b11"},
	{
		"no line", "w", "h5", "", "c3", "h5-i7",
		"not_a_line: a stone goes straight along a rank, a file or a diagonal: h5 and i7 are on no such line",
	},
	{"no way at all", "w", "h5", "", "c3", "h5-h5", "not_a_line: the stone on h5 must go to another square"},
	{
		"over a stone of its own", "w", "h5 h7", "", "c3", "h5-h9",
		"blocked: the stone on h5 cannot go to h9: White's stone is on h7",
	},
	{
		"onto a stone of its own", "w", "h5 h7", "", "c3", "h5-h7",
		"blocked: the stone on h5 cannot go to h7: White's stone is on h7",
	},
	{
		"over the other's stone", "w", "h5", "h7", "c3", "h5-h9",
		"blocked: the stone on h5 cannot go to h9: Black's stone is on h7",
	},
	{
		"stones are never captured", "w", "h5", "h7", "c3", "h5-h7",
		"blocked: the stone on h5 cannot go to h7: Black's stone is on h7",
	},
	{"over the ball", "w", "h5", "", "h8", "h5-h9", "blocked: the stone on h5 cannot go to h9: the ball is on h8"},

	// Not diagonally backward: White not to the south, Black not to the north.
	{
		"White to the south-east", "w", "h5", "", "c3", "h5-i4",
		"backward_diagonal: the stone on h5 cannot slide to i4: White may go diagonally backward only onto the ball",
	},
	{
		"White to the south-west", "w", "h5", "", "c3", "h5-g4",
		"backward_diagonal: the stone on h5 cannot slide to g4: White may go diagonally backward only onto the ball",
	},
	{
		"Black to the north-east", "b", "", "h9", "c3", "h9-j11",
		"backward_diagonal: the stone on h9 cannot slide to j11: Black may go diagonally backward only onto the ball",
	},
	{
		"Black to the north-west", "b", "", "h9", "c3", "h9-f11",
		"backward_diagonal: the stone on h9 cannot slide to f11: Black may go diagonally backward only onto the ball",
	},
	{"Black to the south-east", "b", "", "h9", "c3", "h9-j7", "h9-j7"},
	{"Black to the south-west", "b", "", "h9", "c3", "h9-f7", "h9-f7"},
	{"Black straight back", "b", "", "h9", "c3", "h9-h12", "h9-h12"},

	// Stones may stop outside.
	{"edge", "w", "h5", "", "c3", "h5-o5", "h5-o5"},
	{"corner of the field", "w", "c3", "", "h8", "c3-c2", "c3-c2"},
	{"b2 from the side", "w", "d2", "", "h8", "d2-b2", "d2-b2"},
	{"corner of the board", "b", "", "m3", "h8", "m3-o1", "m3-o1"},

	// A stone may slide through the opponent's goal area but not stop in it.
	{"through Black's area", "w", "e15", "", "h8", "e15-k15", "e15-k15"},
	{
		"into Black's area", "w", "e15", "", "h8", "e15-f15",
		"goal_area_closed: the stone on e15 cannot stop on f15: " +
			"a stone may pass through Black's goal area but not stop in it",
	},
	{
		"last square of Black's area", "w", "j9", "", "h8", "j9-j15",
		"goal_area_closed: the stone on j9 cannot stop on j15: " +
			"a stone may pass through Black's goal area but not stop in it",
	},
	{"beside Black's area", "w", "k9", "", "h8", "k9-k15", "k9-k15"},
	{"through White's area", "b", "", "k1", "h8", "k1-d1", "k1-d1"},
	{
		"into White's area", "b", "", "k1", "h8", "k1-h1",
		"goal_area_closed: the stone on k1 cannot stop on h1: a stone may pass through White's goal area but not stop in it",
	},

	// It may stop in its own area only if no other stone of its side is there.
	{"own area empty", "w", "f4", "", "h8", "f4-f1", "f4-f1"},
	{
		"own area taken", "w", "f4 j1", "", "h8", "f4-f1",
		"goal_area_full: the stone on f4 cannot stop on f1: " +
			"White may have one stone in its own goal area, and it stands on j1",
	},
	{"own area taken, stop beside it", "w", "e4 f1", "", "h8", "e4-e1", "e4-e1"},
	{"within the own area", "w", "h1", "", "c3", "h1-f1", "h1-f1"},
	{"out of the own area", "w", "h1", "", "c3", "h1-d1", "h1-d1"},
	{
		"Black's own area taken", "b", "", "g9 h15", "c3", "g9-g15",
		"goal_area_full: the stone on g9 cannot stop on g15: " +
			"Black may have one stone in its own goal area, and it stands on h15",
	},
	{"Black within its own area", "b", "", "f15", "c3", "f15-j15", "f15-j15"},
}

func TestSlides(t *testing.T) { checkTurns(t, slideCases) }
