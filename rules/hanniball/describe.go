package hanniball

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// action is a continuous action of one piece: steps with or without the Ball, a step that takes it, or a shot with its
// consequences.
type action struct {
	rules.Event              // EventMoved, EventCarried, EventLeft or EventShot
	stops       []string     // the squares on which a moving piece stopped, in order
	captured    *rules.Event // the piece captured by this one
	off         *rules.Event // the Monkey that a shot bounced off
	took        *rules.Event // the piece that gained control of the Ball
}

// origin returns the square where the piece starts.
func (a action) origin() string {
	if a.Kind == rules.EventShot {
		return a.Way[0]
	}
	return a.From
}

// rest returns the square where a shot ends.
func (a action) rest() string {
	if a.off != nil {
		return a.off.Way[1]
	}
	return a.Way[1]
}

// movesBall reports whether the action changes the Ball's place or controller.
func (a action) movesBall() bool { return a.Kind != rules.EventMoved || a.took != nil }

// goesOn reports whether a step from here without the Ball continues this action.
func (a action) goesOn(e rules.Event) bool {
	if a.took != nil || e.From != a.stops[len(a.stops)-1] {
		return false
	}
	if a.Kind == rules.EventLeft {
		return e.Kind == rules.EventMoved
	}
	return e.Kind == a.Kind
}

// actions groups the events of a turn.
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

// takes reports whether the current step moves onto the Ball, judging by the events after it.
func takes(following []rules.Event) bool {
	return len(following) > 0 &&
		(following[0].Kind == rules.EventTookBall || following[0].Kind == rules.EventCaptured)
}

// describe describes a turn in one sentence for consecutive actions of one piece. A shot that ends with another piece
// also ends the sentence.
func describe(events []rules.Event, names [2]string) []phrase.Message {
	d := description{names: names}
	all := actions(events)
	last := -1
	for i, a := range all {
		if a.movesBall() {
			last = i
		}
	}
	for i, a := range all {
		d.begin(a)
		if a.Kind == rules.EventShot {
			d.shot(a, i == last)
		} else {
			d.run(a)
		}
	}
	d.finish()
	for _, e := range events {
		if e.Kind == rules.EventEnded {
			d.out = append(d.out, phrase.New("ended."+e.Reason, "winner", names[e.Seat], "loser", names[e.Seat.Other()]))
		}
	}
	return d.out
}

// description accumulates the sentences of one turn.
type description struct {
	names   [2]string
	out     []phrase.Message
	subject phrase.Message
	clauses []phrase.Message
	closed  bool   // the last clause ends the sentence
	known   bool   // the sentence has already located the piece
	piece   string // the current square of that piece
	holder  string // the square where the previous sentence left the Ball with a piece
	it      bool   // the sentence has already named the Ball
	place   string // the square named last
}

// pieceName returns the name of a kind of piece in an event.
func pieceName(kind string) phrase.Message { return phrase.New("piece." + kind) }

// begin starts a new sentence if the action is by a different piece than the previous one.
func (d *description) begin(a action) {
	from := a.origin()
	if len(d.clauses) > 0 && !d.closed && d.piece == from {
		return
	}
	again := d.closed && d.piece == from
	d.finish()
	d.it, d.known = false, true
	key := "subject.piece"
	switch {
	case again:
		key = "subject.then"
	case d.holder == from:
		key, d.it = "subject.that", true
	case a.Kind == rules.EventShot || (a.took != nil && len(d.out) > 0):
		key = "subject.piece_on"
	default:
		d.known = false
	}
	d.subject = phrase.New(key, "player", d.names[a.Seat], "piece", pieceName(a.Piece), "from", from)
	d.place, d.holder, d.piece = from, "", from
}

func (d *description) finish() {
	if len(d.clauses) > 0 {
		d.out = append(d.out, phrase.New("described.sentence", "subject", d.subject, "clauses", d.clauses))
	}
	d.clauses, d.closed = nil, false
}

// say adds a clause. {ball} is the Ball, or "it" once the sentence has named it.
func (d *description) say(key string, args ...any) {
	ball := "ball.named"
	if d.it {
		ball = "ball.it"
	}
	d.clauses = append(d.clauses, phrase.New(key, args...).With("ball", phrase.New(ball)))
	d.known = true
}

// run describes an action that moves a piece.
func (d *description) run(a action) {
	end := a.stops[len(a.stops)-1]
	switch {
	case a.took != nil:
		d.take(a)
	case a.Kind == rules.EventMoved:
		d.goes("did.went", a)
	case a.Kind == rules.EventLeft:
		d.leave(a)
		d.goes("did.went", a)
	case goalAt(end) != rules.NoSeat:
		d.goes("did.carried_in", a)
	default:
		d.goes("did.carried", a)
	}
	d.it = d.it || a.movesBall()
	d.piece, d.place = end, end
}

func (d *description) take(a action) {
	if a.captured != nil {
		d.say("did.captured",
			"owner", d.names[a.captured.Seat], "piece", pieceName(a.captured.Piece), "square", a.captured.At)
		d.say("did.took")
		return
	}
	key := "did.took_on"
	if d.it && d.place == a.took.At {
		key = "did.took_there"
	}
	d.say(key, "square", a.took.At)
}

func (d *description) leave(a action) {
	key := "did.left_on"
	if d.it && d.place == a.From {
		key = "did.left_there"
	}
	d.say(key, "square", a.From)
}

// none is the argument of a phrase for a part to omit.
const none = "none"

// goes describes a run: its start, unless that is known, and the squares it passed.
func (d *description) goes(key string, a action) {
	last := len(a.stops) - 1
	var from, via any = none, none
	if !d.known {
		from = a.From
	}
	if last > 0 {
		via = a.stops[:last]
	}
	end := a.stops[last]
	d.say(key, "from", from, "via", via, "to", end, "goal", d.goal(end, a.Seat))
}

// shot describes a shot and its result; last means that the Ball stays there.
func (d *description) shot(a action, last bool) {
	back := a.rest() == a.Way[0]
	args := []any{"to", a.rest(), "landing", d.landing(a, last), "goal", d.goal(a.rest(), a.Seat)}
	if a.off != nil {
		args = append(args, "off", a.off.At, "owner", d.names[a.off.Seat], "piece", pieceName(a.off.Piece))
	}
	switch {
	case a.off != nil && goalAt(a.off.At) != rules.NoSeat:
		key := "did.saved"
		if back {
			key = "did.saved_back"
		}
		d.say(key, args...)
		d.closed = true
	case a.off != nil && back:
		d.say("did.shot_off_back", args...)
		d.say("did.got_back")
	case a.off != nil:
		d.say("did.shot_off", args...)
		d.closed = a.took != nil
	case goalAt(a.rest()) != rules.NoSeat:
		d.say("did.shot_in", args...)
	default:
		d.say("did.shot", args...)
		d.closed = a.took != nil
	}
	if a.took != nil {
		d.holder = a.rest()
	}
	d.it, d.place = true, a.rest()
}

// landing describes the piece that a shot reached.
func (d *description) landing(a action, last bool) any {
	if a.took == nil {
		return none
	}
	who := phrase.New("who.piece", "player", d.names[a.took.Seat], "piece", pieceName(a.took.Piece))
	if a.took.Seat == a.Seat && a.took.Piece == a.Piece {
		who = phrase.New("who.another."+a.Piece, "player", d.names[a.Seat])
	}
	key := "landing.got"
	switch {
	case goalAt(a.rest()) != rules.NoSeat:
		key = "landing.stood"
	case last:
		key = "landing.has"
	}
	return phrase.New(key, "who", who)
}

// goal names the goal that contains a square from the mover's point of view; zero for none.
func (d *description) goal(square string, mover rules.Seat) phrase.Message {
	switch owner := goalAt(square); owner {
	case rules.NoSeat:
		return phrase.Message{}
	case mover:
		return phrase.New("goal.own", "player", d.names[owner])
	default:
		return phrase.New("goal.other", "player", d.names[owner])
	}
}

// goalAt returns the side whose goal contains a named square, or NoSeat.
func goalAt(name string) rules.Seat {
	place, _ := rules.ParseSquare(name)
	s, _ := onBoard(place)
	if s == nowhere {
		return rules.NoSeat
	}
	return goalOf(s)
}
