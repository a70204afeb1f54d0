package rulestest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/search"
)

// symmetry is a change of the board that may change nothing in a game. With sides, these are exchanged too: their
// pieces, the side to move and the winner.
type symmetry struct {
	mirror Mirror
	sides  bool
}

// String returns where a suite states it.
func (s symmetry) String() string {
	if s.sides {
		return "Suite.Exchanges has " + string(s.mirror)
	}
	return "Suite.Mirrors has " + string(s.mirror)
}

// stated reports whether the suite states a symmetry.
func (s Suite) stated(sym symmetry) bool {
	if sym.sides {
		return slices.Contains(s.Exchanges, sym.mirror)
	}
	return slices.Contains(s.Mirrors, sym.mirror)
}

// symmetries makes mirrored positions of the texts of a variant.
type symmetries struct {
	w       *witness
	d       rules.Diagram
	letters map[byte]man
	signs   map[man]byte
	sides   map[int][2]string // the words by which a text says the side to move, by their place in the text
	house   search.Thinker    // nil if the house is not made by search.New
}

// newSymmetries learns what the texts of a variant mean; nil if they do not list the squares rank by rank.
func newSymmetries(w *witness) *symmetries {
	s := &symmetries{
		w: w, d: w.setup.Diagram(phrase.English), letters: map[byte]man{}, signs: map[man]byte{}, sides: map[int][2]string{},
	}
	s.house, _ = w.r.House().(search.Thinker)
	told := map[int][2]map[string]bool{}
	for _, c := range w.turns {
		d, fields := c.before.Diagram(phrase.English), strings.Fields(c.before.String())
		on, _, ok := ranksOf(c.before.String(), d)
		if !ok {
			return nil
		}
		for _, piece := range d.Pieces {
			if letter, is := on[piece.Square]; is {
				one := man{piece.Seat, piece.Kind}
				s.letters[letter], s.signs[one] = one, letter
			}
		}
		for i, field := range fields[1:] {
			if told[i+1][0] == nil {
				told[i+1] = [2]map[string]bool{{}, {}}
			}
			told[i+1][c.before.ToMove()][field] = true
		}
	}
	for i, words := range told {
		first, second := slices.Collect(maps.Keys(words[0])), slices.Collect(maps.Keys(words[1]))
		if len(first) == 1 && len(second) == 1 && first[0] != second[0] {
			s.sides[i] = [2]string{first[0], second[0]}
		}
	}
	return s
}

// seat returns the seat that a seat becomes.
func (s symmetry) seat(seat rules.Seat) rules.Seat {
	if s.sides {
		return seat.Other()
	}
	return seat
}

// man returns what a piece becomes. Where each side has one kind of piece, they may have different names.
func (s *symmetries) man(sym symmetry, m man) man {
	other := man{sym.seat(m.seat), m.kind}
	if s.signs[other] == 0 && len(s.signs) == 2 {
		for one := range s.signs {
			if one.seat == other.seat {
				return one
			}
		}
	}
	return other
}

// place returns the name of the square that a square becomes; other names stay.
func (s *symmetries) place(sym symmetry, name string) string {
	at, ok := rules.ParseSquare(name)
	if !ok {
		return name
	}
	return mirrors[sym.mirror](at, s.d.Files-1, s.d.Ranks-1).String()
}

// scene returns the scene that another one becomes.
func (s *symmetries) scene(sym symmetry, one *scene) *scene {
	other := &scene{on: map[string]man{}}
	for place, m := range one.on {
		other.on[s.place(sym, place)] = s.man(sym, m)
	}
	if one.ball != "" {
		other.ball = s.place(sym, one.ball)
	}
	return other
}

// pair is a number of each side, such as their points, or several digits each, such as the pieces of each kind in their
// hands.
var pair = regexp.MustCompile(`^([0-9]+)([-/:])([0-9]+)$`)

const pairExchanged = "$3$2$1"

// of returns the mirrored position; nil if no text is known for it.
func (s *symmetries) of(sym symmetry, p rules.Position) rules.Position {
	d, fields := p.Diagram(phrase.English), strings.Fields(p.String())
	want := s.scene(sym, sceneOf(p))
	on, rows, _ := ranksOf(p.String(), d)
	letters := map[string]byte{}
	for square, letter := range on {
		if one, known := s.letters[letter]; known {
			letter = s.signs[s.man(sym, one)]
		}
		if letter == 0 {
			return nil
		}
		letters[s.place(sym, square)] = letter
	}
	fields[0] = string(rules.WriteRanks(nil, rows, func(at rules.Square) byte {
		return letters[at.String()]
	}))
	for i := range fields[1:] {
		words, says := s.sides[i+1]
		switch {
		case says && sym.sides:
			fields[i+1] = words[p.ToMove().Other()]
		case sym.sides && pair.MatchString(fields[i+1]):
			fields[i+1] = pair.ReplaceAllString(fields[i+1], pairExchanged)
		default:
			fields[i+1] = s.place(sym, fields[i+1])
		}
	}
	var found rules.Position
	texts := [][]string{fields, onLater(fields)}
	if sym.sides {
		texts = append(texts, pairsSwapped(fields))
	}
	for _, text := range texts {
		q, err := s.w.r.Parse(s.w.variant, strings.Join(text, " "))
		if err != nil || q.ToMove() != sym.seat(p.ToMove()) || !sceneOf(q).shows(want) {
			continue
		}
		if counterFault(sym, p, q) == "" {
			return q
		}
		if found == nil {
			found = q
		}
	}
	return found
}

// pairsSwapped exchanges the numbers of each two fields that follow each other, which may be those of the sides.
func pairsSwapped(fields []string) []string {
	swapped := slices.Clone(fields)
	for i := 1; i+1 < len(swapped); i++ {
		_, err := strconv.Atoi(swapped[i])
		_, err2 := strconv.Atoi(swapped[i+1])
		if err == nil && err2 == nil {
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			i++
		}
	}
	return swapped
}

// onLater raises the last number in the words of a text, which may be that of the turn.
func onLater(fields []string) []string {
	later := slices.Clone(fields)
	for i, field := range slices.Backward(later) {
		if n, err := strconv.Atoi(field); err == nil && i > 0 {
			later[i] = strconv.Itoa(n + 1)
			break
		}
	}
	return later
}

// differs returns how a mirrored position differs from what its original becomes, or "".
func (s *symmetries) differs(sym symmetry, p, q rules.Position) string {
	if here, there := p.Result(), q.Result(); here.Reason != there.Reason ||
		here.Over() && there.Winner != sym.seat(here.Winner) {
		return fmt.Sprintf("the result %+v, since the result above is %+v", rules.Result{
			Reason: here.Reason, Winner: sym.seat(here.Winner),
		}, here)
	}
	if want := counterFault(sym, p, q); want != "" {
		return want
	}
	if p.Result().Over() {
		return ""
	}
	steps, mirrored := s.steps(symmetry{mirror: Unturned}, q), s.steps(sym, p)
	for way, step := range mirrored {
		if _, has := steps[way]; !has && !s.plays(sym, p, q, step) {
			return fmt.Sprintf("the step %s, since the step %q is possible above", way, step.Text)
		}
	}
	for way, step := range steps {
		if _, has := mirrored[way]; !has && !s.plays(sym.back(), q, p, step) {
			return fmt.Sprintf("no step %q, since none like it is possible above", step.Text)
		}
	}
	for n, way := range slices.Sorted(maps.Keys(steps)) {
		if n%(1+len(steps)/6) > 0 {
			continue
		}
		if _, has := mirrored[way]; !has {
			continue
		}
		here, err := p.Play(mirrored[way].Text)
		there, err2 := q.Play(steps[way].Text)
		if err != nil || err2 != nil { // more steps must follow
			continue
		}
		if want := s.scene(sym, sceneOf(here.Next)); !want.shows(sceneOf(there.Next)) {
			return fmt.Sprintf("that %q leads to the mirror of what %q leads to:\n%s\nnot\n%s", steps[way].Text,
				mirrored[way].Text, drawn(here.Next), drawn(there.Next))
		}
		if a, b := here.Next.Result(), there.Next.Result(); a.Reason != b.Reason ||
			a.Over() && b.Winner != sym.seat(a.Winner) {
			return fmt.Sprintf("that the result after %q is like that after %q, which is %+v, not %+v", steps[way].Text,
				mirrored[way].Text, a, b)
		}
	}
	return ""
}

// counterFault compares the counters of a mirrored position, side by side, with those of its original.
func counterFault(sym symmetry, p, q rules.Position) string {
	values := func(p rules.Position, seat rules.Seat) (list []int) {
		for _, c := range p.Diagram(phrase.English).Counters {
			if c.Seat == seat {
				list = append(list, c.Value)
			}
		}
		return list
	}
	for _, seat := range []rules.Seat{rules.First, rules.Second} {
		if here, there := values(p, seat), values(q, sym.seat(seat)); !slices.Equal(here, there) {
			return fmt.Sprintf("the counters %v of seat %d, as of seat %d above, not %v", here, sym.seat(seat), seat, there)
		}
	}
	return ""
}

// back returns the symmetry that undoes another one.
func (s symmetry) back() symmetry {
	if s.mirror == QuarterTurn {
		return symmetry{threeQuarters, s.sides}
	}
	return s
}

// plays reports whether the mirrored text of a step of p is a turn of q that leads to the mirrored board: of several
// ways to one end, a game may list another one there.
func (s *symmetries) plays(sym symmetry, p, q rules.Position, step rules.Step) bool {
	text := s.text(sym, step.Text)
	here, err := p.Play(step.Text)
	there, err2 := q.Play(text)
	return err == nil && err2 == nil && s.scene(sym, sceneOf(here.Next)).shows(sceneOf(there.Next))
}

// steps returns the first steps of a position by their kinds and mirrored places.
func (s *symmetries) steps(sym symmetry, p rules.Position) map[string]rules.Step {
	options, _ := p.Next("")
	found := map[string]rules.Step{}
	for _, step := range options.Steps {
		if len(step.Places) == 0 {
			continue // a pass or a swap may be for one side alone
		}
		places := make([]string, len(step.Places))
		for i, place := range step.Places {
			places[i] = s.place(sym, place)
		}
		found[fmt.Sprintf("%s %v", step.Kind, places)] = step
	}
	return found
}

// The positions and ends after which a symmetry that no turn breaks has to be stated.
const (
	enoughMirrored     = 40
	enoughMirroredEnds = 5
)

// checkSymmetry compares the positions of the games, and how they end, with their mirrored ones, for each symmetry that
// the suite states. One that it does not state must be broken somewhere.
func checkSymmetry(t testing.TB, w *witness) {
	t.Helper()
	s := newSymmetries(w)
	if s == nil {
		if len(w.suite.Mirrors)+len(w.suite.Exchanges) > 0 {
			t.Errorf("%s: Suite.Mirrors and Suite.Exchanges need position texts that list the squares rank by rank", w.variant)
		}
		return
	}
	positions := []rules.Position{w.setup}
	for _, c := range sampleTurns(w.turns, sample.Count(150, 15)) {
		positions = append(positions, c.before)
	}
	ends := w.ends[:min(sample.Count(60, 15), len(w.ends))]
	for _, end := range ends {
		positions = append(positions, end.played.Next)
	}
	turns := sampleTurns(eventful(w.turns), sample.Count(150, 20))
	var unstated []string
	for _, mirror := range AllMirrors() {
		if s.d.Files != s.d.Ranks && (mirror == QuarterTurn || mirror == Diagonal || mirror == AntiDiagonal) {
			continue
		}
		for _, sides := range []bool{false, true} {
			sym := symmetry{mirror, sides}
			alike := s.turns(t, sym, turns)
			if sym != (symmetry{mirror: Unturned}) && s.check(t, sym, positions) && alike && !w.suite.stated(sym) {
				unstated = append(unstated, sym.String())
			}
		}
	}
	if len(unstated) > 0 {
		t.Errorf("%s: nothing in %d positions contradicts a Suite of which one could say: %s. State it", w.variant,
			len(positions), strings.Join(unstated, ", "))
	}
}

// check compares positions with their mirrored ones, and reports whether enough were alike and none was not.
func (s *symmetries) check(t testing.TB, sym symmetry, positions []rules.Position) bool {
	t.Helper()
	stated, compared, over := s.w.suite.stated(sym), 0, 0
	for _, p := range positions {
		q := s.of(sym, p)
		if q == nil {
			continue
		}
		if want := s.differs(sym, p, q); want != "" {
			if stated {
				t.Errorf("%s: %s, and\n%s\nbecomes\n%s\nwant: %s", s.w.variant, sym, drawn(p), drawn(q), want)
			}
			return false
		}
		if want := s.worth(p, q); want != "" && stated {
			t.Errorf("%s: %s, and\n%s\nbecomes\n%s\nwant: %s", s.w.variant, sym, drawn(p), drawn(q), want)
			return false
		}
		compared++
		if p.Result().Over() {
			over++
		}
	}
	if stated && compared == 0 {
		t.Errorf("%s: %s, and the text of no position can be mirrored so", s.w.variant, sym)
	}
	return compared >= enoughMirrored && over >= enoughMirroredEnds
}

// eventful returns the turns in which more happens than one event, such as captures.
func eventful(turns []turnCase) (some []turnCase) {
	for _, c := range turns {
		if len(c.played.Events) > 1 {
			some = append(some, c)
		}
	}
	return some
}

// turns plays mirrored turns on mirrored boards, and reports whether they lead to the mirrored boards of those to which
// the turns led. By a stated symmetry they must.
func (s *symmetries) turns(t testing.TB, sym symmetry, turns []turnCase) bool {
	t.Helper()
	fault := func(c turnCase, said, want string) bool {
		if s.w.suite.stated(sym) {
			c.fault(t, said, fmt.Sprintf("%s, since %s", want, sym))
		}
		return false
	}
	for _, c := range turns {
		q := s.of(sym, c.before)
		if q == nil || !squareInTurn.MatchString(c.played.Turn) {
			continue
		}
		text := s.text(sym, c.played.Turn)
		want := s.scene(sym, sceneOf(c.played.Next))
		switch there, err := q.Play(text); {
		case err != nil:
			return fault(c, fmt.Sprintf("%q is refused on\n%s\n%v", text, drawn(q), err), "the mirrored turn")
		case !want.shows(sceneOf(there.Next)):
			return fault(c, fmt.Sprintf("%q leads from\n%s\nto\n%s", text, drawn(q), drawn(there.Next)), "the mirrored board")
		}
	}
	return true
}

// text returns a turn with the mirrored squares.
func (s *symmetries) text(sym symmetry, turn string) string {
	return squareInTurn.ReplaceAllStringFunc(turn, func(name string) string { return s.place(sym, name) })
}

// worth compares what the house values positions by that are alike, or returns "".
func (s *symmetries) worth(p, q rules.Position) string {
	if s.house == nil || p.Result().Over() {
		return ""
	}
	here, ok := s.house.Look(p)
	there, ok2 := s.house.Look(q)
	if !ok || !ok2 || here.Value == there.Value {
		return ""
	}
	return fmt.Sprintf("the value %d by Game.Value, as above, not %d", here.Value, there.Value)
}
