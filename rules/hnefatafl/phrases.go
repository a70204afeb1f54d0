package hnefatafl

import "turnpost/rules"

// Every sentence that a player reads stands in this file, except the rules page.

// Names of the game, its sides and its pieces.
const (
	gameName    = "Hnefatafl"
	gameSummary = "Viking chess: a king in the middle of the board tries to reach a corner, and twice as many attackers try to capture him."

	attackersName = "Attackers"
	defendersName = "Defenders"
	attackersToDo = "the attackers are to move"
	defendersToDo = "the defenders are to move"

	attackerName = "attacker"
	defenderName = "defender"
	kingName     = "king"
)

// legendRestricted explains the marked squares of the diagram.
const legendRestricted = "throne and corners: only the king may stop there"

// Faults of a position text.
const (
	badVariant  = "there is no variant %q"
	badSide     = "after the board come one space and the side to move, a or d"
	badLetter   = "%q on %s is no piece: t is an attacker, T a defender, K the king"
	badTwoKings = "there are two kings, on %s and on %s"
	badPlace    = "only the king may stand on %s, the throne or a corner"
	badNumber   = "there are %d attackers and %d defenders; there may be %d and %d at most"
)

// Faults of a turn.
const (
	emptyTurn      = "the turn is empty: write the square that a piece leaves, a hyphen and the square that it goes to, such as d1-d4"
	unreadableTurn = "%.40q is no turn: write the square that a piece leaves, a hyphen and the square that it goes to, such as d1-d4, with captures d1-d4xd5/e4"
	noSuchSquare   = "there is no square %s: the files are a to %c, the ranks 1 to %d"
	noPiece        = "no piece stands on %s: a turn begins with the square of a piece of yours"
	notYourPiece   = "the %s on %s is not yours: %s"
	notALine       = "the %s on %s cannot go to %s: a piece moves along its rank or its file"
	sameSquare     = "the %s on %s must leave its square"
	blocked        = "the %s on %s cannot go to %s: the %s on %s stands in the way"
	hemmedIn       = "the %s on %s cannot move: no square next to it is free for it"
	throneOnlyKing = "the %s on %s cannot stop on the throne %s: only the king may, the others only pass over it"
	cornerOnlyKing = "the %s on %s cannot stop on the corner %s: only the king may"
	wrongCaptures  = "%s captures %s, not %s: name exactly what is captured, or leave it out"
	notTheKing     = "%s captures %s: the K before %s stands for the king, and he is not there"
	gameOver       = "the game is over, nobody moves any more: %s"
)

// Lists of squares and pieces: "d2, d4 and e3".
const (
	listComma = ", "
	listAnd   = " and "
	listEmpty = "nothing"
)

// A turn as it is told, a part for each event.
const (
	toldMove     = "%s's %s moved from %s to %s"
	toldCaptures = " and captured %s's %s"
	toldOn       = " on "
	toldPlural   = "s"
	toldEscape   = " The king has reached a corner: %s wins."
	toldCaptured = " The king is captured: %s wins."
	toldNoMoves  = " %s has no legal move left: %s wins."
)

// How games end.
const (
	phraseEscape       = "the king reached a corner"
	phraseKingCaptured = "the king was captured"
	phraseNoMoves      = "the side to move had no legal move"
	phraseRepetition   = "the same position stood for the third time"
)

const notation = `Write the square that a piece leaves and the square that it goes to:
    d1-d4
Captures follow of themselves. You may write them too, exactly:
    d1-d4xd5/e4
Large or small letters do not matter, nor does a K before the king's
square or a + or - at the end.`

const credit = "Hnefatafl is the old board game of the North, its author unknown. The rules, and the setups on 11×11 and 9×9, are " +
	"those of Aage Nielsen's tafl site; Brandubh on 7×7 is played by the same rules. Turns and positions are written " +
	"much as in OpenTafl notation."

func variants() []rules.Variant {
	return []rules.Variant{
		{ID: "11x11", Name: "Hnefatafl 11×11", Summary: "24 attackers against a king and 12 defenders."},
		{ID: "9x9", Name: "Hnefatafl 9×9", Summary: "16 attackers against a king and 8 defenders."},
		{ID: "7x7", Name: "Hnefatafl 7×7 (Brandubh)", Summary: "8 attackers against a king and 4 defenders: a short game."},
	}
}

func faults() []rules.Fault {
	return []rules.Fault{
		{Code: rules.CodeSyntax, Meaning: "The text is no turn: a turn is two squares with a hyphen between, and perhaps captures."},
		{Code: rules.CodeNoSuchSquare, Meaning: "A square is named that this board does not have."},
		{Code: codeNoPiece, Meaning: "No piece stands on the square that the turn begins with."},
		{Code: codeNotYourPiece, Meaning: "The piece belongs to the opponent."},
		{Code: codeNotALine, Meaning: "Every piece moves along a rank or a file, at least one square."},
		{Code: codeBlocked, Meaning: "A piece neither jumps over another nor stops where one stands."},
		{Code: codeThroneOnlyKing, Meaning: "Only the king may stop on the throne; others may pass over it while it is empty."},
		{Code: codeCornerOnlyKing, Meaning: "Only the king may stop on a corner."},
		{Code: codeWrongCaptures, Meaning: "Captures that are written must be exactly those that the move makes."},
		{Code: rules.CodeGameOver, Meaning: "The game has ended and takes no more turns."},
	}
}

func reasons() []rules.Reason {
	return []rules.Reason{
		{Code: reasonEscape, Phrase: phraseEscape},
		{Code: reasonKingCaptured, Phrase: phraseKingCaptured},
		{Code: rules.ReasonNoMoves, Phrase: phraseNoMoves},
		{Code: rules.ReasonRepetition, Phrase: phraseRepetition},
	}
}

func examples() []rules.Example {
	return []rules.Example{
		{
			Variant: "11x11", Turn: "d1-d4",
			Text: "An attacker goes up its file. Any number of empty squares will do.",
		},
		{
			Variant: "11x11", Turn: "f2-f5", Fault: codeBlocked,
			Text: "The defender on f4 stands in the way: nobody jumps.",
		},
		{
			Variant: "9x9", Position: "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", Turn: "a4-d4",
			Text: "Three defenders are closed in at once, each between the attacker that moved and another one.",
		},
		{
			Variant: "9x9", Position: "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a", Turn: "a4-d4xe4", Fault: codeWrongCaptures,
			Text: "Captures that are written must be complete. Leave them out and they follow of themselves.",
		},
		{
			Variant: "7x7", Position: "7/7/7/2t4/5K1/7/1t1T3 d", Turn: "d1-c1",
			Text: "The corner a1 is hostile to everyone, so the defender on c1 captures the attacker on b1 against it.",
		},
		{
			Variant: "7x7", Position: "7/7/5K1/2t4/7/1T1T3/7 a", Turn: "c4-c2",
			Text: "An attacker steps in between two defenders and is safe there.",
		},
		{
			Variant: "7x7", Position: "7/7/7/7/3T3/6K/1t5 d", Turn: "d3-d5",
			Text: "Any piece may pass over the empty throne on d4.",
		},
		{
			Variant: "7x7", Position: "7/7/7/7/3T3/6K/1t5 d", Turn: "d3-d4", Fault: codeThroneOnlyKing,
			Text: "None but the king may stop there.",
		},
		{
			Variant: "9x9", Position: "9/9/9/t8/3tKt3/4t4/9/1T7/9 a", Turn: "a6-e6",
			Text: "On the throne the king is captured by attackers on all four sides.",
		},
		{
			Variant: "11x11", Position: "11/11/11/t10/4tKt4/11/11/11/11/1T9/11 a", Turn: "a8-f8",
			Text: "Next to the throne the king is captured by attackers on the three other sides.",
		},
		{
			Variant: "9x9", Position: "9/9/6T2/9/9/2t6/9/9/1K7 a", Turn: "c4-c1",
			Text: "Far from the throne the king is captured like anyone else, here against the corner a1.",
		},
		{
			Variant: "9x9", Position: "9/9/9/7t1/9/9/9/t1t6/1K7 d", Turn: "Kb1-a1",
			Text: "The king reaches a corner and his side wins.",
		},
	}
}
