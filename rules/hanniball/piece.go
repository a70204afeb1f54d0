package hanniball

import (
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// kind is the kind of a piece; 0 is no piece.
type kind uint8

const (
	monkey kind = iota + 1
	lion
	elephant
	horse
	kinds // number of kinds, including 0
)

// letters holds White's letters of the kinds.
const letters = " MLEH"

// setup is the number of pieces of each kind at the start.
var setup = [kinds]int{monkey: 1, lion: 2, elephant: 4, horse: 4}

// kindNames holds the stable names of the kinds, for events and diagrams.
var kindNames = [kinds]string{"", "Monkey", "Lion", "Elephant", "Horse"}

func (k kind) String() string { return kindNames[k] }

// name returns the phrase for the kind.
func (k kind) name() phrase.Message { return phrase.New("piece." + kindNames[k]) }

func (k kind) letter() byte { return letters[k] }

// kindOf returns the kind for a letter of either case, or 0.
func kindOf(letter byte) kind {
	if letter >= 'a' && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	return kind(max(0, strings.IndexByte(letters, letter)))
}

// moves reports whether this kind of piece can move between two squares on an empty board. The caller checks that a
// Monkey stays at home.
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

// shoots reports whether this kind of piece can shoot between two squares. The caller checks where a Monkey's shot may
// land.
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

// seat returns the side of a piece; it is undefined for an empty square.
func (p piece) seat() rules.Seat {
	if p&black != 0 {
		return rules.Second
	}
	return rules.First
}

// letter returns upper case for White, lower case for Black, 0 for an empty square.
func (p piece) letter() byte {
	switch {
	case p == empty:
		return 0
	case p&black != 0:
		return p.kind().letter() | 0x20
	}
	return p.kind().letter()
}

// pieceOf returns the piece for a letter of a position text.
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
