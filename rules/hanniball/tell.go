package hanniball

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// action is what one piece does at one go: a run of one or more steps without
// or with the Ball, a step that takes it, or a shot with all that comes of it.
type action struct {
	rules.Event              // EventMoved, EventCarried, EventLeft or EventShot
	stops       []string     // where a moving piece comes to, in order
	captured    *rules.Event // the piece that stood where this one moved
	off         *rules.Event // the Monkey that a shot bounced off
	took        *rules.Event // the piece that came to control the Ball
}

// origin is where the piece stands when it begins.
func (a action) origin() string {
	if a.Kind == rules.EventShot {
		return a.Way[0]
	}
	return a.From
}

// rest is where a shot comes to rest.
func (a action) rest() string {
	if a.off != nil {
		return a.off.Way[1]
	}
	return a.Way[1]
}

// movesBall tells whether the Ball is somewhere else, or someone else's, afterwards.
func (a action) movesBall() bool { return a.Kind != rules.EventMoved || a.took != nil }

// goesOn tells whether a step from here without the Ball prolongs this action.
func (a action) goesOn(e rules.Event) bool {
	if a.took != nil || e.From != a.stops[len(a.stops)-1] {
		return false
	}
	if a.Kind == rules.EventLeft {
		return e.Kind == rules.EventMoved
	}
	return e.Kind == a.Kind
}

// actions puts the events of a turn together.
func actions(events []rules.Event) (out []action) {
	for i := range events {
		e, last := &events[i], len(out)-1
		switch e.Kind {
		case rules.EventShot:
			out = append(out, action{Event: *e})
		case rules.EventCaptured:
			out[last].captured = e
		case rules.EventRicocheted:
			out[last].off = e
		case rules.EventTookBall:
			out[last].took = e
		case rules.EventMoved, rules.EventCarried, rules.EventLeft:
			if last >= 0 && len(out[last].stops) > 0 && !takes(events[i+1:]) && out[last].goesOn(*e) {
				out[last].stops = append(out[last].stops, e.To)
				continue
			}
			out = append(out, action{Event: *e, stops: []string{e.To}})
		}
	}
	return out
}

// takes tells whether the step just told goes onto the Ball, by what follows it.
func takes(following []rules.Event) bool {
	return len(following) > 0 &&
		(following[0].Kind == rules.EventTookBall || following[0].Kind == rules.EventCaptured)
}

// tell says what a turn did: one sentence for what one piece does in a row, cut
// where a shot ends with another piece.
func tell(events []rules.Event, names [2]string) string {
	t := teller{names: names}
	all := actions(events)
	last := -1
	for i, a := range all {
		if a.movesBall() {
			last = i
		}
	}
	for i, a := range all {
		t.begin(a)
		if a.Kind == rules.EventShot {
			t.shot(a, i == last)
		} else {
			t.run(a)
		}
	}
	t.finish()
	for _, e := range events {
		if ending, ok := endings[e.Reason]; ok && e.Kind == rules.EventEnded {
			t.out = append(t.out, fmt.Sprintf(ending, names[e.Seat], names[e.Seat.Other()]))
		}
	}
	return strings.Join(t.out, " ")
}

// teller builds the sentences of one turn.
type teller struct {
	names   [2]string
	out     []string
	subject string
	clauses []string
	closed  bool   // the last clause ends its sentence
	known   bool   // the sentence has said where its piece stands
	piece   string // where that piece stands now
	keeper  string // where the last sentence left the Ball with a piece
	ball    string // the Ball, or "it" once the sentence has named it
	place   string // the square named last
}

// begin starts a new sentence where the piece of an action is another than before.
func (t *teller) begin(a action) {
	from := a.origin()
	if len(t.clauses) > 0 && !t.closed && t.piece == from {
		return
	}
	again := t.closed && t.piece == from
	t.finish()
	t.ball, t.known = tellBall, true
	who := t.names[a.Seat]
	switch {
	case again:
		t.subject = fmt.Sprintf(tellPieceThen, who, a.Piece)
	case t.keeper == from:
		t.subject, t.ball = fmt.Sprintf(tellThatPiece, a.Piece), tellIt
	case a.Kind == rules.EventShot || (a.took != nil && len(t.out) > 0):
		t.subject = fmt.Sprintf(tellPieceOn, who, a.Piece, from)
	default:
		t.subject, t.known = fmt.Sprintf(tellPiece, who, a.Piece), false
	}
	t.place, t.keeper, t.piece = from, "", from
}

// finish ends the sentence that was begun.
func (t *teller) finish() {
	if len(t.clauses) > 0 {
		t.out = append(t.out, fmt.Sprintf(tellSentence, t.subject, join(t.clauses)))
	}
	t.clauses, t.closed = nil, false
}

func (t *teller) say(format string, args ...any) {
	t.clauses = append(t.clauses, fmt.Sprintf(format, args...))
	t.known = true
}

// run tells an action that moves a piece.
func (t *teller) run(a action) {
	end := a.stops[len(a.stops)-1]
	via := t.via(a)
	switch {
	case a.took != nil:
		t.take(a)
	case a.Kind == rules.EventMoved:
		t.say(tellWent, via, end)
	case a.Kind == rules.EventLeft:
		t.leave(a)
		t.say(tellWent, t.via(a), end)
	case goalAt(end) != rules.NoSeat:
		t.say(tellCarriedIn, t.ball, via, t.goal(end, a.Seat), end)
	default:
		t.say(tellCarried, t.ball, via, end)
	}
	if a.movesBall() {
		t.ball = tellIt
	}
	t.piece, t.place = end, end
}

func (t *teller) take(a action) {
	if a.captured != nil {
		t.say(tellCaptured, t.names[a.captured.Seat], a.captured.Piece, a.captured.At)
		t.say(tellTook, t.ball)
		return
	}
	if t.ball == tellIt && t.place == a.took.At {
		t.say(tellTookThere, t.ball)
		return
	}
	t.say(tellTookOn, t.ball, a.took.At)
}

func (t *teller) leave(a action) {
	if t.ball == tellIt && t.place == a.From {
		t.say(tellLeftThere, t.ball)
		return
	}
	t.say(tellLeftOn, t.ball, a.From)
}

// via is the way of a run: where it began, unless that is known, and where it passed.
func (t *teller) via(a action) string {
	way := ""
	if !t.known {
		way = fmt.Sprintf(tellFrom, a.From)
	}
	if n := len(a.stops) - 1; n > 0 {
		way += fmt.Sprintf(tellVia, join(a.stops[:n]))
	}
	return way
}

// shot tells a shot and what came of it; last says that the Ball stays there.
func (t *teller) shot(a action, last bool) {
	end := t.landing(a, last)
	back := a.rest() == a.Way[0]
	switch {
	case a.off != nil && goalAt(a.off.At) != rules.NoSeat:
		saved := tellSaved
		if back {
			saved, end = tellSaveBack, ""
		}
		t.say(saved+"%s", t.ball, a.off.At, t.names[a.off.Seat], a.off.Piece, a.rest(), end)
		t.closed = true
	case a.off != nil && back:
		t.say(tellOffBack, t.ball, t.names[a.off.Seat], a.off.Piece, a.off.At)
		t.say(tellGotBack)
	case a.off != nil:
		t.say(tellOff+"%s", t.ball, t.names[a.off.Seat], a.off.Piece, a.off.At, a.rest(), end)
		t.closed = a.took != nil
	case goalAt(a.rest()) != rules.NoSeat:
		t.say(tellShotIn+"%s", t.ball, t.goal(a.rest(), a.Seat), a.rest(), end)
	default:
		t.say(tellShot+"%s", t.ball, a.rest(), end)
		t.closed = a.took != nil
	}
	if a.took != nil {
		t.keeper = a.rest()
	}
	t.ball, t.place = tellIt, a.rest()
}

// landing says which piece a shot found, "" for none.
func (t *teller) landing(a action, last bool) string {
	if a.took == nil {
		return ""
	}
	who := fmt.Sprintf(tellPiece, t.names[a.took.Seat], a.took.Piece)
	if a.took.Seat == a.Seat && a.took.Piece == a.Piece {
		who = fmt.Sprintf(tellAnother, t.names[a.took.Seat], a.took.Piece)
	}
	switch {
	case goalAt(a.rest()) != rules.NoSeat:
		return fmt.Sprintf(tellStood, who)
	case last:
		return fmt.Sprintf(tellHas, who)
	}
	return fmt.Sprintf(tellGot, who)
}

// goal names the goal that a square belongs to, as the mover sees it.
func (t *teller) goal(square string, mover rules.Seat) string {
	owner := goalAt(square)
	if owner == mover {
		return fmt.Sprintf(tellOwnGoal, t.names[owner])
	}
	return fmt.Sprintf(tellGoal, t.names[owner])
}

// goalAt is the side whose goal a named square belongs to, or NoSeat.
func goalAt(name string) rules.Seat {
	place, _ := rules.ParseSquare(name)
	s, _ := onBoard(place)
	if s == nowhere {
		return rules.NoSeat
	}
	return goalOf(s)
}

// join lists words: "a, b and c".
func join(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], tellComma) + tellAnd + words[last]
}
