package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/play"
	"turnpost/rules"
)

// The season's independent calculation of clocks. It steps every clock minute by minute
// and shares no code with the store's: it has no instants and no periods, only
// the events of one minute. Everything in a season happens on whole minutes.

// minute counts from the start of the season.
type minute int

const (
	hours    minute = 60
	days            = 24 * hours
	lastDay         = 182 * days
	horizon         = lastDay + 120*days // later than every deadline
	noMinute minute = -1
)

var seasonStart = time.Date(2026, 10, 10, 0, 0, 0, 0, time.UTC)

func (m minute) time() time.Time         { return seasonStart.Add(time.Duration(m) * time.Minute) }
func (m minute) duration() time.Duration { return time.Duration(m) * time.Minute }

// minuteOf parses a time such as `2026-12-23 20:00` in UTC.
func minuteOf(text string) minute {
	t, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		panic(err)
	}
	return minute(t.Sub(seasonStart) / time.Minute)
}

// span is the minutes from one to before another.
type span struct{ from, until minute }

func (s span) has(m minute) bool { return s.from <= m && m < s.until }

func within(spans []span, m minute) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.has(m) })
}

// alarm is a player's reminder: a share of the turn or minutes left.
type alarm struct {
	percent int
	left    minute
}

func (a alarm) String() string {
	if a.percent > 0 {
		return fmt.Sprintf("%d%%", a.percent)
	}
	return fmt.Sprintf("%dh", a.left/hours)
}

// entrant is a player of the season.
type entrant struct {
	models.Player
	alarms []alarm
	off    models.Kind // the kind of mail that the player has turned off
	away   []bool      // by minute
	period string      // the vacation that was announced last, "" for none
}

// plan makes the player away on days of their calendar and replaces earlier plans.
func (e *entrant) plan(now minute, first, last string) {
	e.stay(now)
	for m := now; m < horizon; m++ {
		day := m.time().In(e.TimeZone).Format(calendar.DayLayout)
		if day > last {
			return
		}
		e.away[m] = day >= first
	}
}

// stay ends every vacation of the player.
func (e *entrant) stay(now minute) { clear(e.away[now:]) }

// next returns the first minute from now on in which the player's absence is as given.
func (e *entrant) next(now minute, away bool) minute {
	if i := slices.Index(e.away[now:], away); i >= 0 {
		return now + minute(i)
	}
	return noMinute
}

// tempo is a pace in minutes.
type tempo struct {
	text               string
	bank, perTurn, cap minute
}

func (p tempo) initial() minute {
	if p.bank > 0 {
		return p.bank
	}
	return p.perTurn
}

func (p tempo) after(left minute) minute {
	switch {
	case p.bank == 0:
		return p.perTurn
	case p.cap > 0:
		return min(max(left, 0)+p.perTurn, p.cap)
	}
	return max(left, 0) + p.perTurn
}

// match is the expected state of one game of the season.
type match struct {
	id               string
	ruleset, variant string
	players          [2]*entrant
	pace             tempo
	line             []rules.Position // the start, and the position after each turn
	turns            []string
	left             [2]minute // by seat; the current clock for the side to move
	marks            []int     // of the side to move: the milliseconds left at which reminders are due
	unsent           bool      // the notice of the turn is queued
	waited           minute    // how long the clock has run since then
	stood            minute    // how long the clock would have run in the outage
	drawBy, backBy   rules.Seat
	backTo           int
	result           rules.Result
	log, story       []string
	visits           int // invalidates intentions from before the last change
}

func (g *match) position() rules.Position { return g.line[len(g.line)-1] }
func (g *match) ply() int                 { return len(g.line) - 1 }
func (g *match) mover() rules.Seat        { return g.position().ToMove() }
func (g *match) over() bool               { return g.result.Over() }

func (g *match) note(now minute, format string, args ...any) {
	g.story = append(g.story, now.time().Format("2006-01-02 15:04 ")+fmt.Sprintf(format, args...))
}

func (g *match) record(now minute, kind play.LogKind, seat rules.Seat, detail string) {
	entry := fmt.Sprintf("%s at ply %d, seat %d: %s", kind, g.ply(), seat, detail)
	g.log = append(g.log, entry)
	g.note(now, "%s", entry)
}

// start starts the clock of the side to move.
func (g *match) start() {
	total := g.left[g.mover()]
	g.unsent, g.waited, g.marks = true, 0, nil
	list := g.players[g.mover()].alarms
	switch {
	case list == nil && total > 48*hours:
		list = []alarm{{left: 24 * hours}}
	case list == nil:
		list = []alarm{{percent: 25}}
	}
	for _, a := range list {
		mark := int(a.left) * 60_000
		if a.percent > 0 {
			mark = int(total) * a.percent * 600
		}
		if mark < int(total)*60_000 {
			g.marks = append(g.marks, mark)
		}
	}
}

// tick advances one minute and reports whether the clock ran.
func (g *match) tick(m minute, outage bool) bool {
	seat := g.mover()
	switch {
	case g.players[seat].away[m]:
		return false
	case outage:
		g.stood++
		return false
	}
	g.left[seat]--
	if g.unsent {
		g.waited++
	}
	return true
}

// alarms reports whether a reminder is due in the minute that ends with the given time left.
func (g *match) alarms(left minute) bool {
	for _, mark := range g.marks {
		if int(left)*60_000 <= mark && mark < int(left+1)*60_000 {
			return left > 0
		}
	}
	return false
}

// near reports whether a reminder or the deadline is due in the next minute.
func (g *match) near() bool {
	left := g.left[g.mover()] - 1
	return left == 0 || g.alarms(left)
}

func (g *match) timedOut() bool { return g.left[g.mover()] <= 0 && !g.unsent }

// forgive credits the wait of the turn's notice and reports whether there was any.
func (g *match) forgive(now minute) bool {
	if !g.unsent || g.waited == 0 {
		return false
	}
	g.left[g.mover()] += g.waited
	g.record(now, play.LogMailDelay, g.mover(), g.waited.duration().String())
	g.waited = 0
	return true
}

// resume credits the outage.
func (g *match) resume(now minute) {
	if g.stood > 0 {
		g.record(now, play.LogOutage, g.mover(), g.stood.duration().String())
	}
	g.stood = 0
}

// walk returns the instant at which a clock of the side to move will have run for the given milliseconds.
func (g *match) walk(now minute, milliseconds int) models.Millis {
	away := g.players[g.mover()].away
	for m := now; ; m++ {
		switch {
		case milliseconds == 0:
			return models.ToMillis(m.time())
		case away[m]:
		case milliseconds < 60_000:
			return models.ToMillis(m.time()) + models.Millis(milliseconds)
		default:
			milliseconds -= 60_000
		}
	}
}

// deadline returns when the side to move will be out of time if nothing happens.
func (g *match) deadline(now minute) models.Millis {
	return g.walk(now, int(g.left[g.mover()])*60_000)
}

// reminder returns when the side to move will be reminded if nothing happens; 0 for never.
func (g *match) reminder(now minute) models.Millis {
	left, next := int(g.left[g.mover()])*60_000, 0
	for _, mark := range g.marks {
		if mark < left {
			next = max(next, mark)
		}
	}
	if next == 0 {
		return 0
	}
	return g.walk(now, left-next)
}

// played reports whether a seat has played a turn that was not taken back.
func (g *match) played(seat rules.Seat) bool {
	return slices.ContainsFunc(g.line[:g.ply()], func(p rules.Position) bool { return p.ToMove() == seat })
}

// Standing returns the result by the rules, including repetition.
func (g *match) standing() rules.Result {
	var history rules.History
	var result rules.Result
	for _, p := range g.line {
		result = history.Reach(p)
	}
	return result
}

// history returns the history of the game, for a failing test.
func (g *match) history() string {
	return fmt.Sprintf("%s %s, %s against %s, %s\n%s", g.ruleset, g.variant,
		g.players[0].Name, g.players[1].Name, g.pace.text, strings.Join(g.story, "\n"))
}
