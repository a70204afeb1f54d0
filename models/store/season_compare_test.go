package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/rules"
)

// The comparisons of a season's games.

// compare compares the games that had an event, and all games once a day; then
// the outbox must hold exactly the queued notices.
func (s *season) compare() {
	if s.now%days == 0 {
		s.compareAll()
	}
	for g := range s.touched {
		row, err := play.LoadGame(s.Read(s.t.Context()), g.id)
		if err != nil {
			s.fail(g, "%v", err)
		}
		s.compareGame(g, row)
	}
	clear(s.touched)
	waiting, _, err := s.OutboxDepth(s.t.Context())
	if err != nil || int(waiting) != len(s.outbox) {
		s.t.Fatalf("%v: %d notices wait, want %d: %v; %v", s.now.time(), waiting, len(s.outbox), s.outbox, err)
	}
}

func (s *season) compareAll() {
	rows, err := play.LoadGames(s.Read(s.t.Context()),
		core.SelectGame+"WHERE g.number > 0 AND (g.status || '') = 'ongoing'")
	if err != nil {
		s.t.Fatal(err)
	}
	byID := map[string]*core.GameRow{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	for _, g := range s.matches {
		row := byID[g.id]
		if (row == nil) != g.over() {
			s.fail(g, "ongoing: %t, want %t", row != nil, !g.over())
		}
		if row != nil {
			s.compareGame(g, row)
		}
	}
}

// State is the state of a game, from the store or from the books.
type state struct {
	status             models.Status
	result             rules.Result
	position           string
	ply                int
	mover              rules.Seat
	drawBy, backBy     rules.Seat
	left               [2]time.Duration
	deadline, reminder models.Millis
}

func (s *season) compareGame(g *match, row *core.GameRow) {
	is := row.Game(models.ToMillis(s.clock.Now()))
	got := state{
		status: is.Status, result: is.Result, position: is.Position, ply: is.Ply, mover: is.ToMove,
		drawBy: row.DrawBy, backBy: row.TakebackBy, left: is.Left, deadline: row.DeadlineAt, reminder: row.RemindAt,
	}
	want := state{
		status: models.Ongoing, result: g.result, position: g.position().String(), ply: g.ply(), mover: g.mover(),
		drawBy: g.drawBy, backBy: g.backBy,
	}
	late := g.left[g.mover()] <= 0 // while the notice is queued
	switch {
	case g.result.Reason == models.ReasonAborted:
		want.status = models.Aborted
	case g.over():
		want.status = models.Finished
	case late:
		got.deadline, got.reminder = 0, 0
	default:
		want.deadline, want.reminder = g.deadline(s.now), g.reminder(s.now)
	}
	for seat := range want.left {
		want.left[seat] = max(0, g.left[seat]).duration()
	}
	if g.over() {
		got.left, want.left = [2]time.Duration{}, [2]time.Duration{}
	}
	if got != want {
		s.fail(g, "the game is\n%+v, want\n%+v\ndeadline %v, want %v\nreminder %v, want %v", got, want,
			got.deadline.Time(), want.deadline.Time(), got.reminder.Time(), want.reminder.Time())
	}
}

// compareLogs compares the credits, vacations, takebacks and declined offers in every game's log, and counts them.
func (s *season) compareLogs() map[play.LogKind]int {
	logged := map[play.LogKind]int{}
	for _, g := range s.matches {
		entries, err := s.GameLog(s.t.Context(), g.id, 0, 10000)
		if err != nil {
			s.fail(g, "%v", err)
		}
		var got []string
		for _, e := range entries {
			logged[e.Kind]++
			got = append(got, fmt.Sprintf("%s at ply %d, seat %d: %s", e.Kind, e.Ply, e.Seat, logWords(e)))
		}
		if !slices.Equal(got, g.log) {
			s.fail(g, "the log is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(g.log, "\n"))
		}
	}
	return logged
}

// logWords formats the detail of a log entry.
func logWords(e play.LogEntry) string {
	switch {
	case e.Kind == play.LogTakeback:
		return strings.Join(e.Turns, ", ")
	case e.Kind == play.LogAway && e.Away.Until.IsZero(),
		e.Kind == play.LogDrawDeclined, e.Kind == play.LogTakebackDeclined:
		return ""
	case e.Kind == play.LogAway:
		return period(e.Away)
	}
	return e.Back.String()
}

// period formats a vacation as its two instants; "" for none.
func period(v models.Vacation) string {
	if v.Until.IsZero() {
		return ""
	}
	return v.From.Format(time.RFC3339) + "/" + v.Until.Format(time.RFC3339)
}
