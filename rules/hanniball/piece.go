package hanniball

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// kind is what a piece is; 0 is no piece.
type kind uint8

const (
	monkey kind = iota + 1
	lion
	elephant
	horse
	kinds // how many there are, with 0
)

// letters are the letters of the kinds, White's.
const letters = " MLEH"

// setup is how many pieces of each kind a side begins with.
var setup = [kinds]int{monkey: 1, lion: 2, elephant: 4, horse: 4}

// kindNames are the stable names of the kinds, in events and diagrams.
var kindNames = [kinds]string{"", "Monkey", "Lion", "Elephant", "Horse"}

func (k kind) String() string { return kindNames[k] }

// name is what people call the kind.
func (k kind) name() phrase.Message { return phrase.New("piece." + kindNames[k]) }

func (k kind) letter() byte { return letters[k] }

// kindOf is the kind of a letter of either case, 0 if there is none.
func kindOf(letter byte) kind {
	if letter >= 'a' && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	return kind(max(0, strings.IndexByte(letters, letter)))
}

// moves tells whether this kind of piece goes from one square to the other on an
// empty board. That a Monkey stays at home is for the caller.
func (k kind) moves(from, to square) bool {
	switch k {
	case horse:
		return isJump(from, to)
	case elephant:
		return isBeside(from, to)
	default:
		return isJump(from, to) || isBeside(from, to)
	}
}

// shoots tells whether this kind of piece shoots from one square to the other.
// Where a Monkey's shot may land is for the caller.
func (k kind) shoots(from, to square) bool {
	switch k {
	case horse:
		return isBeside(from, to)
	case elephant:
		return isJump(from, to)
	case lion:
		return isJump(from, to) || isBeside(from, to)
	default:
		return isFlight(from, to)
	}
}

// piece is a kind with its side; 0 is an empty square.
type piece uint8

const (
	empty piece = 0
	black piece = 8
)

func newPiece(seat rules.Seat, k kind) piece {
	if seat == rules.Second {
		return piece(k) | black
	}
	return piece(k)
}

func (p piece) kind() kind { return kind(p &^ black) }

// seat is the side of a piece; it has no meaning for an empty square.
func (p piece) seat() rules.Seat {
	if p&black != 0 {
		return rules.Second
	}
	return rules.First
}

// letter is upper case for White, lower case for Black, 0 for an empty square.
func (p piece) letter() byte {
	switch {
	case p == empty:
		return 0
	case p&black != 0:
		return p.kind().letter() | 0x20
	}
	return p.kind().letter()
}

// pieceOf reads the letter of a position text.
func pieceOf(letter byte) (piece, bool) {
	k := kindOf(letter)
	if k == 0 {
		return empty, false
	}
	if letter >= 'a' {
		return newPiece(rules.Second, k), true
	}
	return newPiece(rules.First, k), true
}
