package rulestest

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// man is a piece on the board as a diagram shows it.
type man struct {
	seat rules.Seat
	kind string // "" for any kind
}

func (m man) String() string { return fmt.Sprintf("%s of seat %d", cmp.Or(m.kind, "piece"), m.seat) }

// fits reports whether a piece is the one that another description means.
func (m man) fits(other man) bool {
	return m.seat == other.seat && (m.kind == other.kind || m.kind == "" || other.kind == "")
}

// scene is what a diagram shows, changed by the events of a turn.
type scene struct {
	on    map[string]man
	ball  string
	bowls map[string]int
	owner map[string]rules.Seat // of a bowl
	laid  map[string]man        // pieces onto which another one moved, until they are captured
	free  map[string]bool       // places at which an event of the game's own kind may change anything
	loose int                   // balls that were sown into bowls that the events do not name
	more  [2]int                // pieces that were placed on squares that the events do not name
	all   bool                  // an event of the game's own kind names no place: anything may change
	reset bool                  // a point was scored: the board may be set up anew
}

func sceneOf(p rules.Position) *scene {
	d := p.Diagram(phrase.English)
	s := &scene{
		on: map[string]man{}, ball: d.Ball, bowls: map[string]int{}, owner: map[string]rules.Seat{},
		laid: map[string]man{}, free: map[string]bool{},
	}
	for _, piece := range d.Pieces {
		s.on[piece.Square] = man{piece.Seat, piece.Kind}
		if piece.Ball {
			s.ball = piece.Square
		}
	}
	for _, b := range d.Bowls {
		s.bowls[b.Name], s.owner[b.Name] = b.Balls, b.Seat
	}
	return s
}

// shows reports whether two scenes show the same.
func (s *scene) shows(other *scene) bool {
	return s.ball == other.ball && maps.Equal(s.on, other.on) && maps.Equal(s.bowls, other.bowls)
}

// sharedKinds are the kinds of events whose meaning is fixed.
var sharedKinds = []string{
	rules.EventMoved, rules.EventCaptured, rules.EventCarried, rules.EventLeft, rules.EventTookBall, rules.EventShot,
	rules.EventKicked, rules.EventRicocheted, rules.EventPoint, rules.EventPlaced, rules.EventSown, rules.EventStolen,
	rules.EventSkipped, rules.EventEnded,
}

// expect returns a fault unless the piece that an event names is at the place.
func (s *scene) expect(e rules.Event, place string) string {
	here, any := s.on[place]
	switch want := (man{e.Seat, e.Piece}); {
	case !any:
		return fmt.Sprintf("no piece stands on %q then", place)
	case !here.fits(want):
		return fmt.Sprintf("on %s stands the %s, not a %s", place, here, want)
	}
	return ""
}

// apply changes the scene by an event and returns what contradicts it, or "".
func (s *scene) apply(e rules.Event) string {
	switch e.Kind {
	case rules.EventMoved, rules.EventCarried, rules.EventLeft:
		return s.move(e)
	case rules.EventCaptured:
		return s.capture(e)
	case rules.EventTookBall:
		if fault := s.expect(e, e.At); fault != "" {
			return fault
		}
		if s.ball != e.At {
			return "the ball is on " + s.ball + " then"
		}
	case rules.EventShot, rules.EventKicked, rules.EventRicocheted:
		return s.fly(e)
	case rules.EventPlaced:
		return s.place(e)
	case rules.EventSown, rules.EventStolen:
		return s.sow(e)
	case rules.EventPoint:
		s.reset = true
	case rules.EventSkipped, rules.EventEnded:
	default:
		return s.own(e)
	}
	return ""
}

func (s *scene) move(e rules.Event) string {
	if fault := s.expect(e, e.From); fault != "" {
		return fault
	}
	if s.ball != "" && (s.ball == e.From) != (e.Kind != rules.EventMoved) {
		return fmt.Sprintf("the ball is on %s then, so that the kind of this event is not %q", s.ball, e.Kind)
	}
	moved := s.on[e.From]
	delete(s.on, e.From)
	s.lay(e.To, moved)
	if e.Kind == rules.EventCarried {
		s.ball = e.To
	}
	return ""
}

// lay puts a piece on a place; a piece already there must have been captured.
func (s *scene) lay(place string, m man) {
	if here, taken := s.on[place]; taken {
		s.laid[place] = here
	}
	s.on[place] = m
}

func (s *scene) capture(e rules.Event) string {
	if here, laid := s.laid[e.At]; laid {
		delete(s.laid, e.At)
		if want := (man{e.Seat, e.Piece}); !here.fits(want) {
			return fmt.Sprintf("on %s stood the %s, not a %s", e.At, here, want)
		}
		return ""
	}
	if fault := s.expect(e, e.At); fault != "" {
		return fault
	}
	delete(s.on, e.At)
	return ""
}

func (s *scene) fly(e rules.Event) string {
	if len(e.Way) < 2 {
		return "the way of the ball has fewer than two places"
	}
	if s.ball != e.Way[0] {
		return fmt.Sprintf("the ball is on %q then", s.ball)
	}
	from := e.Way[0]
	s.ball = e.Way[len(e.Way)-1]
	return s.expect(e, from)
}

func (s *scene) place(e rules.Event) string {
	if len(s.bowls) > 0 {
		return s.sow(e)
	}
	s.lay(e.To, man{e.Seat, e.Piece})
	if e.Count > 1 && e.Seat != rules.NoSeat {
		s.more[e.Seat] += e.Count - 1
	}
	return ""
}

// sow takes balls from a bowl: stolen ones go to one bowl, others to one each, the last, or the first, is named.
func (s *scene) sow(e rules.Event) string {
	if len(s.bowls) == 0 {
		return "there are no bowls"
	}
	if owner, known := s.owner[e.From]; known && owner != e.Seat {
		return fmt.Sprintf("%s belongs to seat %d, not %d", e.From, owner, e.Seat)
	} else if !known && e.From != "" {
		return fmt.Sprintf("there is no bowl %q", e.From)
	}
	if _, known := s.bowls[e.To]; !known {
		return fmt.Sprintf("there is no bowl %q", e.To)
	}
	if e.From != "" {
		s.bowls[e.From] -= e.Count
	}
	if e.Kind == rules.EventStolen {
		s.bowls[e.To] += e.Count
		return ""
	}
	if e.Kind == rules.EventSown && len(e.Way) > 0 {
		if len(e.Way) != e.Count+1 || e.Way[0] != e.From || e.Way[e.Count] != e.To {
			return fmt.Sprintf("the way %v does not lead from %s over %d bowls to %s", e.Way, e.From, e.Count, e.To)
		}
		for _, bowl := range e.Way[1:] {
			s.bowls[bowl]++
		}
		return ""
	}
	s.bowls[e.To]++
	s.loose += e.Count - 1
	return ""
}

// own applies an event of a kind of the game's own: a piece goes From → To, perhaps as another one, or something
// changes at the places.
func (s *scene) own(e rules.Event) string {
	places := placesOf(e)
	s.all = s.all || len(places) == 0
	for _, place := range places {
		s.free[place] = true
	}
	if e.From == "" || e.To == "" || len(s.bowls) > 0 {
		return ""
	}
	fault := s.expect(rules.Event{Seat: e.Seat}, e.From)
	delete(s.on, e.From)
	s.on[e.To] = man{seat: e.Seat}
	s.free[e.From], s.free[e.To] = false, false
	return fault
}

// placesOf lists the places that an event names.
func placesOf(e rules.Event) []string {
	places := append([]string{e.From, e.To, e.At}, e.Way...)
	return slices.DeleteFunc(places, func(place string) bool { return place == "" })
}

// differs returns how the scene differs from what the diagram after the turn shows, or "".
func (s *scene) differs(after *scene) string {
	if s.all {
		return ""
	}
	for place, one := range s.laid {
		if !s.free[place] {
			return fmt.Sprintf("that the %s, which stood on %s, is captured", one, place)
		}
	}
	places := map[string]bool{}
	for place := range s.on {
		places[place] = true
	}
	for place := range after.on {
		places[place] = true
	}
	for _, place := range slices.Sorted(maps.Keys(places)) {
		want, has := s.on[place]
		got, shown := after.on[place]
		switch {
		case s.free[place] || has && shown && want.fits(got):
		case !has && shown && got.seat != rules.NoSeat && s.more[got.seat] > 0:
			s.more[got.seat]--
		case !has:
			return fmt.Sprintf("how the %s comes to %s", got, place)
		case !shown:
			return fmt.Sprintf("how the %s leaves %s", want, place)
		default:
			return fmt.Sprintf("how the %s on %s becomes a %s", want, place, got)
		}
	}
	for seat, more := range s.more {
		if more > 0 {
			return fmt.Sprintf("where %d more pieces of seat %d are placed, as a Count says", more, seat)
		}
	}
	if s.ball != after.ball && !s.free[after.ball] {
		return fmt.Sprintf("how the ball comes from %q to %q", s.ball, after.ball)
	}
	return s.spills(after)
}

// spills compares the balls in the bowls: those that the events leave open are in one bowl each, round by round.
func (s *scene) spills(after *scene) string {
	rounds, left := 1+s.loose/max(1, len(s.bowls)), s.loose
	for _, name := range slices.Sorted(maps.Keys(s.bowls)) {
		more := after.bowls[name] - s.bowls[name]
		if s.free[name] {
			continue
		}
		if left -= more; more < 0 || more > rounds {
			return fmt.Sprintf("why %s has %d balls: by the events %d, and one of %d more", name, after.bowls[name],
				s.bowls[name], s.loose)
		}
	}
	if left != 0 && !slices.Contains(slices.Collect(maps.Values(s.free)), true) {
		return fmt.Sprintf("where %d balls are", left)
	}
	return ""
}

// acts are the kinds of events that begin with the side to move.
var acts = []string{
	rules.EventMoved, rules.EventCarried, rules.EventLeft, rules.EventShot, rules.EventPlaced, rules.EventSown,
}

// eventFault returns what the events of a turn say wrong, and what was to be said, or "". start is the setup, which a
// point may bring back.
func (c turnCase) eventFault(start *scene) (said, want string) {
	s, after, played := sceneOf(c.before), sceneOf(c.played.Next), c.played
	mover := c.before.ToMove()
	again := c.played.Next.ToMove() == mover && !played.Next.Result().Over()
	exists := places(c.before.Diagram(phrase.English))
	var ended bool
	result := played.Next.Result()
	for i, e := range played.Events {
		text := fmt.Sprintf("event %d of %d, %+v", i+1, len(played.Events), e)
		if i == 0 && (slices.Contains(acts, e.Kind) || !slices.Contains(sharedKinds, e.Kind)) && e.Seat != mover {
			return text, fmt.Sprintf("an event of seat %d, which is to move", mover)
		}
		if fault := s.apply(e); fault != "" {
			return text, "an event that fits the board: " + fault
		}
		for _, place := range placesOf(e) {
			if !exists(place) {
				return text, "places of the board, not " + place
			}
		}
		switch {
		case e.Kind == rules.EventEnded && result.Over() && (rules.Result{Reason: e.Reason, Winner: e.Seat}) != result:
			return text, fmt.Sprintf("the winner and the reason of the result, which is %+v", result)
		case e.Kind == rules.EventEnded:
			ended = true
		case e.Kind == rules.EventSkipped && played.Next.ToMove() == e.Seat:
			return text, fmt.Sprintf("the other side to be skipped, since seat %d is to move", e.Seat)
		case e.Kind == rules.EventPoint && !scoresAgain(played.Events[i+1:], e.Seat) && !counts(played.Next, e):
			return text, fmt.Sprintf("a counter of seat %d with the value %d", e.Seat, e.Count)
		}
		again = again && e.Kind != rules.EventSkipped && slices.Contains(sharedKinds, e.Kind)
	}
	all := fmt.Sprintf("the events %+v", played.Events)
	switch fault := s.differs(after); {
	case ended != played.Next.Result().Over():
		return all, fmt.Sprintf("the event %q exactly if the game is over; the result is %+v", rules.EventEnded,
			played.Next.Result())
	case again:
		return all, fmt.Sprintf("that seat %d is to move, or an event %q, or one of the game's own, that says why not",
			mover.Other(), rules.EventSkipped)
	case fault != "" && (!s.reset || !start.shows(after)):
		return all, "events that tell " + fault
	}
	return "", ""
}

// scoresAgain reports whether a side scores in the rest of a turn, so that no counter shows what it had in between.
func scoresAgain(rest []rules.Event, seat rules.Seat) bool {
	return slices.ContainsFunc(rest, func(e rules.Event) bool { return e.Kind == rules.EventPoint && e.Seat == seat })
}

// counts reports whether a counter shows the score that an event says, or the position has no counters.
func counts(p rules.Position, e rules.Event) bool {
	all := p.Diagram(phrase.English).Counters
	return len(all) == 0 || slices.ContainsFunc(all, func(c rules.Counter) bool {
		return c.Seat == e.Seat && c.Value == e.Count
	})
}

// stepFault returns what the steps that Next lists show wrong, and what was expected, or "".
func stepFault(p rules.Position, step rules.Step) (said, want string) {
	if len(step.Places) == 0 {
		return "", ""
	}
	said = fmt.Sprintf("the step %+v", step)
	s, mover := sceneOf(p), p.ToMove()
	switch first := step.Places[0]; step.Kind {
	case rules.StepMove, rules.StepCarry, rules.StepLeave, rules.StepShoot, rules.StepKick:
		if here, any := s.on[first]; !any || here.seat != mover {
			return said, fmt.Sprintf("a piece of seat %d, which is to move, on %s: the board shows %q", mover, first, here)
		}
	case rules.StepEmpty, rules.StepPlace:
		if owner, bowl := s.owner[first]; bowl && owner != mover {
			return said, fmt.Sprintf("a bowl of seat %d, which is to move; the board gives %s to seat %d", mover, first, owner)
		}
	}
	written := squaresIn(step.Text, squareInTurn, p.Diagram(phrase.English))
	if len(written) > 0 && (written[0] != step.Places[0] || !slices.Contains(written, step.Places[len(step.Places)-1])) {
		return said, "the places that its text names"
	}
	return "", ""
}

// moveFault compares the events of a turn of one step with its places, or returns "".
func (c turnCase) moveFault() (said, want string) {
	options, err := c.before.Next("")
	i := slices.IndexFunc(options.Steps, func(s rules.Step) bool { return s.Text == c.played.Turn })
	if err != nil || i < 0 || len(options.Steps[i].Places) == 0 {
		return "", ""
	}
	step := options.Steps[i]
	said = fmt.Sprintf("the events %+v", c.played.Events)
	from, to := step.Places[0], step.Places[len(step.Places)-1]
	for _, e := range c.played.Events {
		switch {
		case step.Kind == rules.StepMove && e.Kind == rules.EventMoved:
			if e.From == from {
				return "", ""
			}
			return said, fmt.Sprintf("that the piece moves from %s, as the step %+v shows", from, step)
		case step.Kind == rules.StepPlace && e.Kind == rules.EventPlaced && len(step.Places) == 1:
			if e.To == to {
				return "", ""
			}
			return said, "a piece to come to " + to + ", as the step shows"
		}
	}
	return "", ""
}

// diagramWithoutWords is what all languages show alike.
func diagramWithoutWords(d rules.Diagram) rules.Diagram {
	for i := range d.Pieces {
		d.Pieces[i].Name = ""
	}
	for i := range d.Bowls {
		d.Bowls[i].Label = ""
	}
	for i := range d.Counters {
		d.Counters[i].Label = ""
	}
	for i := range d.Legend {
		d.Legend[i].Text = ""
	}
	d.Signs = rules.Signs{}
	return d
}

// sameState reports whether two positions are shown alike and have the same turns.
func sameState(p, q rules.Position) bool {
	if p.ToMove() != q.ToMove() || p.Result() != q.Result() {
		return false
	}
	if !reflect.DeepEqual(p.Diagram(phrase.English), q.Diagram(phrase.English)) {
		return false
	}
	before, _ := p.Next("")
	after, _ := q.Next("")
	return reflect.DeepEqual(before, after)
}

// squaresIn lists the squares of a board that a text names, in order.
func squaresIn(text string, pattern *regexp.Regexp, d rules.Diagram) (names []string) {
	for _, name := range pattern.FindAllString(text, -1) {
		if s, ok := rules.ParseSquare(name); ok && s.File < d.Files && s.Rank < d.Ranks {
			names = append(names, name)
		}
	}
	return names
}

var (
	squareInTurn = regexp.MustCompile(`[a-v][1-9][0-9]?`)
	squareInText = regexp.MustCompile(`\b[a-v][1-9][0-9]?\b`)
)
