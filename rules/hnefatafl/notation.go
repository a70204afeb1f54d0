package hnefatafl

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

// turn is a turn as written.
type turn struct {
	move
	named    bool // captures are written
	captures set
	twice    set // the captures written more than once
	kings    set // the captures written with a K
}

// ignoredEndings lists remarks after a turn that do not affect the move, longer ones first.
var ignoredEndings = [...]string{"++", "--", "+", "-"}

// reader parses the text of a turn.
type reader struct {
	board *board
	rest  string
	stray string // the first square that is not on the board
}

// read parses the text of a turn. A square that the board does not have is reported only if the text is otherwise a
// turn.
func (b *board) read(text string) (turn, error) {
	text = trim(text)
	if text == "" {
		return turn{}, rules.Unreadable("turn.empty")
	}
	r := reader{board: b, rest: text}
	for _, ending := range ignoredEndings {
		if rest, found := strings.CutSuffix(text, ending); found {
			r.rest = rest
			break
		}
	}
	t, ok := r.turn()
	if !ok {
		return turn{}, rules.Unreadable("turn.unreadable", "turn", rules.Excerpt(text))
	}
	if r.stray != "" {
		return turn{}, b.illegalSquare(r.stray)
	}
	return t, nil
}

func (b *board) illegalSquare(name string) error {
	lastFile := string(rune('a' + b.size - 1))
	return rules.Illegal(rules.CodeNoSuchSquare, "turn.square", "square", name, "file", lastFile, "rank", b.size)
}

// trim removes text that may surround a turn.
func trim(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

func (r *reader) turn() (t turn, ok bool) {
	r.king()
	if t.from, ok = r.square(); !ok || !r.sign("-") {
		return t, false
	}
	if t.to, ok = r.square(); !ok {
		return t, false
	}
	for r.rest != "" {
		if !r.sign("xX/") {
			return t, false
		}
		king := r.king()
		s, ok := r.square()
		if !ok {
			return t, false
		}
		t.named = true
		t.twice = t.twice.or(t.captures.and(s.bit()))
		t.captures = t.captures.or(s.bit())
		if king {
			t.kings = t.kings.or(s.bit())
		}
	}
	return t, true
}

// king skips a K that is not a file: it is followed by another letter.
func (r *reader) king() bool {
	rest, found := cutKing(r.rest)
	r.rest = rest
	return found
}

func (r *reader) square() (square, bool) {
	at, rest, ok := rules.CutSquare(r.rest)
	if !ok {
		return noSquare, false
	}
	r.rest = rest
	s := r.board.number(at)
	if s == noSquare && r.stray == "" {
		r.stray = at.String()
	}
	return s, true
}

// sign skips one of the given signs.
func (r *reader) sign(signs string) bool {
	if r.rest == "" || !strings.Contains(signs, r.rest[:1]) {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// cutKing removes a K before a square's name. On the largest board K is also a file; then a number follows.
func cutKing(text string) (rest string, found bool) {
	if len(text) < 2 || text[0]|0x20 != 'k' || text[1]|0x20 < 'a' || text[1]|0x20 > 'z' {
		return text, false
	}
	return text[1:], true
}

// write returns the canonical text of a move.
func (b *board) write(m move, captured set) string {
	text := make([]byte, 0, 24)
	text = append(text, b.names[m.from]...)
	text = append(text, '-')
	text = append(text, b.names[m.to]...)
	sign := byte('x')
	for s := range captured.all {
		text = append(text, sign)
		text = append(text, b.names[s]...)
		sign = '/'
	}
	return string(text)
}
