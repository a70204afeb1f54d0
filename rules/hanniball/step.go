package hanniball

import (
	"strings"
	"unicode"

	"turnpost/rules"
)

// stepKind is the kind of a step. Its value is the sign in the notation.
type stepKind byte

const (
	move  stepKind = '-'
	leave stepKind = '/'
	shoot stepKind = '~'
)

// step is one step of a turn as written.
type step struct {
	kind   stepKind
	letter kind // the piece letter before the step, or 0
	from   square
	to     square
	bounce square // where the Ball ricochets to; nowhere without a ricochet
}

// append appends the canonical text of a step.
func (st step) append(b []byte) []byte {
	b = append(b, st.from.String()...)
	b = append(b, byte(st.kind))
	b = append(b, st.to.String()...)
	if st.bounce != nowhere {
		b = append(b, byte(shoot))
		b = append(b, st.bounce.String()...)
	}
	return b
}

func (st step) String() string {
	var room [len("a10~a10~a10")]byte
	return string(st.append(room[:0]))
}

// cutWord returns the first word of a text, "" if there is none, and the rest.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeftFunc(text, isSeparator)
	if end := strings.IndexFunc(text, isSeparator); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

func isSeparator(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// readStep parses one step and checks that its squares exist.
func readStep(word string) (step, error) {
	var st step
	rest := word
	if len(rest) > 1 && isLetter(rest[0]) && isLetter(rest[1]) {
		if st.letter = kindOf(rest[0]); st.letter == 0 {
			return step{}, rules.Unreadable("turn.letter", "step", rules.Excerpt(word), "letter", rest[:1])
		}
		rest = rest[1:]
	}
	text := rest
	var places [3]rules.Square
	n := 0
	for ok := false; ; n++ {
		if places[n], rest, ok = rules.CutSquare(rest); !ok {
			return step{}, unreadable(word, text)
		}
		if rest == "" {
			break
		}
		// Only a shot has a third square, written after the same sign.
		sign := stepKind(rest[0])
		if !isSign(sign) || n == 2 || (n == 1 && (sign != shoot || st.kind != shoot)) {
			return step{}, unreadable(word, text)
		}
		st.kind, rest = sign, rest[1:]
	}
	if n == 0 {
		return step{}, unreadable(word, text)
	}
	return st.on(places[:n+1])
}

// on fills in the squares of a step.
func (st step) on(places []rules.Square) (step, error) {
	for i, to := range []*square{&st.from, &st.to, &st.bounce}[:len(places)] {
		s, ok := onBoard(places[i])
		if !ok {
			return step{}, rules.Illegal(rules.CodeNoSuchSquare, "turn.square", "square", places[i])
		}
		*to = s
	}
	return st, nil
}

func isSign(k stepKind) bool { return k == move || k == leave || k == shoot }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// unreadable explains a word that is no step; text is the word without the letter of a piece.
func unreadable(word, text string) error {
	if steps := splitSteps(text); 1 < len(steps) && len(steps) <= maxSteps {
		return rules.Unreadable("turn.joined", "step", rules.Excerpt(word), "steps", strings.Join(steps, " "))
	}
	return rules.Unreadable("turn.step", "step", rules.Excerpt(word))
}

// splitSteps splits steps that were joined like those of other games, such as b4-c6-e7 or b4-c6~d8. It returns nil if
// the text is anything else.
func splitSteps(text string) (steps []string) {
	from, rest, ok := rules.CutSquare(text)
	shot := false
	for ok && rest != "" && isSign(stepKind(rest[0])) {
		sign := rest[:1]
		var to rules.Square
		if to, rest, ok = rules.CutSquare(rest[1:]); shot && sign == string(shoot) {
			steps[len(steps)-1] += sign + to.String() // a ricochet
			shot = false
		} else {
			steps = append(steps, from.String()+sign+to.String())
			shot = sign == string(shoot)
		}
		from = to
	}
	if !ok || rest != "" {
		return nil
	}
	return steps
}
