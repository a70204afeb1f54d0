package rulestest

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// checkKeys compares the keys of positions that differ, and of those that do not; and positions with what their texts
// are parsed as.
func checkKeys(t testing.TB, w *witness) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 41))
	repeats := knowsReason(w.r.Info(phrase.English).Reasons, rules.ReasonRepetition)
	for _, c := range append(sampleTurns(w.turns, sample.Count(120, 25)), w.rare()...) {
		p := c.played.Next
		if text := immutable(c); text != "" {
			c.fault(t, text, "a position that Play does not change")
			return
		}
		if again := parse(t, w.r, w.variant, p.String()); !sameState(p, again) {
			c.fault(t, "the text of the position after the turn is parsed as\n"+drawn(again),
				"the same board, turns and result: what the text does not say is lost when a game is stored")
			return
		}
		if p.Result().Over() {
			continue
		}
		if repeats && p.Key() == "" {
			c.fault(t, "the key after the turn is empty", "a key, since Reasons lists "+rules.ReasonRepetition)
			return
		}
		if said, want := w.keyFault(p, rnd); want != "" {
			c.fault(t, said, want)
			return
		}
		if said, want := w.spellingFault(p); want != "" {
			c.fault(t, said, want)
			return
		}
		if said, want := w.returnFault(p, repeats); want != "" {
			c.fault(t, said, want)
			return
		}
	}
}

func knowsReason(reasons []rules.Reason, code string) bool {
	return slices.ContainsFunc(reasons, func(r rules.Reason) bool { return r.Code == code })
}

// sampleTurns returns at most n turns, spread over all.
func sampleTurns(turns []turnCase, n int) (some []turnCase) {
	for i := range min(n, len(turns)) {
		some = append(some, turns[i*len(turns)/min(n, len(turns))])
	}
	return some
}

// immutable plays a turn again and returns how the position before it changed, or "".
func immutable(c turnCase) string {
	before := c.before.String() + " " + c.before.Key()
	if _, err := c.before.Play(c.played.Turn); err != nil {
		return "the turn is refused when it is played again: " + err.Error()
	}
	if after := c.before.String() + " " + c.before.Key(); after != before {
		return "the position before the turn is then " + after
	}
	return ""
}

// variations returns positions whose texts differ little from that of p: in a letter, in two that are exchanged, in the
// side to move.
func (w *witness) variations(p rules.Position, rnd *rand.Rand) (list []rules.Position) {
	text := p.String()
	for _, field := range w.sideFields(text) {
		list = w.appendParsed(list, text, field)
	}
	for range 2 * damagedTexts {
		b := []byte(text)
		i, k := rnd.IntN(len(b)), rnd.IntN(len(b))
		if rnd.IntN(2) == 0 {
			b[i], b[k] = b[k], b[i]
		} else {
			b[i] = b[k]
		}
		list = w.appendParsed(list, text, string(b))
	}
	return list
}

func (w *witness) appendParsed(list []rules.Position, text, other string) []rules.Position {
	if q, err := w.r.Parse(w.variant, other); err == nil && q.String() != text {
		list = append(list, q)
	}
	return list
}

// maxWords limits the words of other positions that replace one.
const maxWords = 3

// sideFields returns a text with each of its words exchanged for those that other positions often have in its place:
// the side to move is among them.
func (w *witness) sideFields(text string) (texts []string) {
	fields := strings.Fields(text)
	for i := range fields {
		others := map[string]int{}
		for _, c := range w.turns[:min(40, len(w.turns))] {
			if more := strings.Fields(c.before.String()); len(more) == len(fields) && len(more[i]) < 8 {
				others[more[i]]++
			}
		}
		delete(others, fields[i])
		often := slices.SortedFunc(maps.Keys(others), func(a, b string) int {
			return cmp.Or(others[b]-others[a], strings.Compare(a, b))
		})
		for _, other := range head(often, maxWords) {
			changed := slices.Clone(fields)
			changed[i] = other
			texts = append(texts, strings.Join(changed, " "))
		}
	}
	slices.Sort(texts)
	return texts
}

// maxRare limits the turns with rare words.
const maxRare = 12

// rare returns turns before or after which the text has a word, behind the board, that it seldom has, such as the
// square of a ko or a sign for a swap.
func (w *witness) rare() (some []turnCase) {
	count, fields := map[string]int{}, func(c turnCase) (list []string) {
		for _, p := range []rules.Position{c.before, c.played.Next} {
			for i, field := range strings.Fields(p.String()) {
				if i > 0 && strings.Trim(field, "0123456789") != "" {
					list = append(list, fmt.Sprint(i, " ", squareInTurn.ReplaceAllString(field, "square")))
				}
			}
		}
		return list
	}
	for _, c := range w.turns {
		for _, field := range fields(c) {
			count[field]++
		}
	}
	for _, c := range w.turns {
		if len(some) < maxRare && slices.ContainsFunc(fields(c), func(f string) bool { return 8*count[f] < len(w.turns) }) {
			some = append(some, c)
		}
	}
	return some
}

// keyFault compares the key of a position with those of variations of it.
func (w *witness) keyFault(p rules.Position, rnd *rand.Rand) (said, want string) {
	here := sceneOf(p)
	for _, q := range w.variations(p, rnd) {
		there := sceneOf(q)
		alike := here.shows(there) && p.ToMove() == q.ToMove()
		both := fmt.Sprintf("the key %q of the position after the turn and the key %q of\n%s", p.Key(), q.Key(), drawn(q))
		switch {
		case p.Key() != "" && p.Key() == q.Key() && !alike:
			return both, "different keys: a piece, the ball or the side to move differs"
		case p.Key() != "" && p.Key() == q.Key() && !sameTurns(p, q):
			return both, "different keys: the turns differ"
		case alike && p.Key() != q.Key() && sameState(p, q) && onlyCounts(p.String(), q.String()):
			return both, "equal keys: the texts differ only by a number that shows nowhere"
		}
	}
	return "", ""
}

// onlyCounts reports whether two texts differ in words of digits alone.
func onlyCounts(a, b string) bool {
	one, other := strings.Fields(a), strings.Fields(b)
	if len(one) != len(other) {
		return false
	}
	for i := range one {
		if one[i] != other[i] && strings.Trim(one[i]+other[i], "0123456789") != "" {
			return false
		}
	}
	return true
}

func sameTurns(p, q rules.Position) bool {
	a, _ := p.Next("")
	b, _ := q.Next("")
	return p.Result() != q.Result() || slices.Equal(a.Texts(), b.Texts())
}

// spellingFault looks for another spelling of a number that is parsed too: the text of a position identifies it.
func (w *witness) spellingFault(p rules.Position) (said, want string) {
	fields := strings.Fields(p.String())
	for i, field := range fields {
		if _, err := strconv.Atoi(field); err != nil || i == 0 {
			continue
		}
		for _, sign := range []string{"0", "+"} {
			other := strings.Join(slices.Replace(slices.Clone(fields), i, i+1, sign+field), " ")
			if _, err := w.r.Parse(w.variant, other); err == nil {
				return fmt.Sprintf("the text after the turn is parsed as %q too", other),
					"a *rules.BadPosition: one text for each position"
			}
		}
	}
	return "", ""
}

// backAndForth are how many turns of a side are tried for a way back to a position.
const backAndForth = 6

// returnFault looks for four turns that lead back to a position, whose key is then the same.
func (w *witness) returnFault(p rules.Position, repeats bool) (said, want string) {
	q, turns := wayBack(p)
	if q == nil || !sameState(p, q) || !leadAlike(p, q) {
		return "", ""
	}
	if p.Key() != q.Key() && (repeats || p.Key() != "") {
		return fmt.Sprintf("the key %q; after %v it is %q, on the same board", p.Key(), turns, q.Key()), "the same key"
	}
	if p.Key() == "" && p.String() == q.String() {
		return fmt.Sprintf("the key is empty; %v lead back to the same position", turns),
			"a key, so that the game is drawn at the third repetition"
	}
	return "", ""
}

// maxLeads limits the turns of a position that are compared with those of another one.
const maxLeads = 200

// leadAlike reports whether the turns of a position lead to the same mover, end and board from another one. They do not
// where an earlier turn matters: the second pass may end a game, and a side may move again only once.
func leadAlike(p, q rules.Position) bool {
	turns, _, _, err := rules.Turns(p, "", "", maxLeads)
	if err != nil {
		return false
	}
	for _, turn := range turns {
		here, err := p.Play(turn)
		there, err2 := q.Play(turn)
		if err != nil || err2 != nil || here.Next.ToMove() != there.Next.ToMove() ||
			here.Next.Result() != there.Next.Result() || !sceneOf(here.Next).shows(sceneOf(there.Next)) {
			return false
		}
	}
	return true
}

// wayBack plays a piece of either side to and fro and returns the position after it; nil if that is impossible.
func wayBack(p rules.Position) (rules.Position, []string) {
	options, _ := p.Next("")
	for _, first := range head(shuffled(options.Steps), backAndForth) {
		second, ok := playStep(p, first)
		if !ok {
			continue
		}
		replies, _ := second.Next("")
		for _, reply := range head(shuffled(replies.Steps), backAndForth) {
			third, ok := playStep(second, reply)
			if !ok {
				continue
			}
			fourth, back, ok := playBack(third, first)
			if !ok {
				continue
			}
			if last, again, ok := playBack(fourth, reply); ok {
				return last, []string{first.Text, reply.Text, back, again}
			}
		}
	}
	return nil, nil
}

// shuffled returns the moves among some steps in an order that does not begin at one edge of the board.
func shuffled(steps []rules.Step) []rules.Step {
	moves := slices.DeleteFunc(slices.Clone(steps), func(s rules.Step) bool { return len(s.Places) != 2 })
	rnd := rand.New(rand.NewPCG(2, uint64(len(moves))))
	rnd.Shuffle(len(moves), func(i, k int) { moves[i], moves[k] = moves[k], moves[i] })
	return moves
}

func playStep(p rules.Position, step rules.Step) (rules.Position, bool) {
	played, err := p.Play(step.Text)
	if err != nil || played.Next.Result().Over() {
		return nil, false
	}
	return played.Next, true
}

// playBack plays the step that undoes another one.
func playBack(p rules.Position, step rules.Step) (rules.Position, string, bool) {
	options, _ := p.Next("")
	for _, back := range options.Steps {
		if len(back.Places) == 2 && back.Places[0] == step.Places[1] && back.Places[1] == step.Places[0] {
			next, ok := playStep(p, back)
			return next, back.Text, ok
		}
	}
	return nil, "", false
}
