package view

import (
	"slices"
	"strconv"

	"turnpost/models/event"
	"turnpost/models/names"
	"turnpost/models/roundrobin"
	"turnpost/templates/words"
)

// Event is an event as a reader sees it. Its times are in the reader's zone.
type Event struct {
	event.Event
	Name      string // its title, or what it is: "Hnefatafl 7×7: round robin of 8"
	GameTitle string // "Hnefatafl 7×7"
	State     string // whether it is open, under way or over, as a sentence
}

// Event returns an event.
func (v *Views) Event(e event.Event, r Reader) *Event {
	e.CreatedAt, e.BeganAt, e.EndedAt = r.In(e.CreatedAt), r.In(e.BeganAt), r.In(e.EndedAt)
	e.EstimatedEnd, e.LatestEnd = r.In(e.EstimatedEnd), r.In(e.LatestEnd)
	e.Title = e.TitleFor(r.Player)
	game := title(v.info(e.Ruleset, r), e.Variant)
	return &Event{Event: e, GameTitle: game, Name: EventName(e, game, r.Words()), State: eventState(e, r.Words())}
}

// EventName returns the title of an event, or a name made of the title of its game.
func EventName(e event.Event, game string, l *words.Language) string {
	return l.Say("event.name", "titled", e.Title != "", "title", e.Title, "kind", string(e.Kind), "game", game,
		"size", e.Size)
}

func eventState(e event.Event, l *words.Language) string {
	switch {
	case e.NeverBegan():
		return l.Say("event.status.called_off", "when", l.When(e.EndedAt))
	case e.Status == event.EventEnded:
		return l.Say("event.status.ended", "when", l.When(e.EndedAt))
	case e.Kind == event.Ladder:
		return l.Say("event.status.ladder", "when", l.When(e.CreatedAt))
	case e.Status == event.EventOpen:
		return l.Say("event.status.open", "n", e.Size-e.Joined)
	}
	return l.Say("event.status.running", "when", l.When(e.BeganAt))
}

// IsLadder reports whether the event is a ladder.
func (e *Event) IsLadder() bool { return e.Kind == event.Ladder }

// IsOpen reports whether a round robin waits for players.
func (e *Event) IsOpen() bool { return e.Status == event.EventOpen }

// EventGroup is the crosstable of a group of an event.
type EventGroup struct {
	No      int // from 1; 0 if there is one group
	Columns []EventColumn
	Rows    []EventRow
}

// EventColumn is an opponent in a crosstable.
type EventColumn struct {
	No   int // by the lot
	Name string
}

// EventRow is a player's line of a crosstable.
type EventRow struct {
	Place, No  int // Place is 0 without one; No is that of the lot
	Name       string
	Mine       bool // the reader's
	Withdrawn  bool
	Cells      []EventCell // by the opponent's number
	Points, SB string      // "1½", "4¾"
	Wins, Left int         // Left is the number of games that wait or run
}

// EventCell is what a player has made of the games against another.
type EventCell struct {
	Text string // "1½": a sign for each game, * while it runs; "" before it has begun
	Self bool   // the player's own column
}

// EventTable returns the crosstables of a round robin that has begun.
func EventTable(t event.Table, r Reader) []EventGroup {
	list := make([]EventGroup, 0, len(t.Groups))
	for i, rows := range t.Groups {
		group := EventGroup{}
		if len(t.Groups) > 1 {
			group.No = i + 1
		}
		for _, row := range rows {
			group.Columns = append(group.Columns, EventColumn{row.Number, row.Player})
			group.Rows = append(group.Rows, eventRow(row, r))
		}
		slices.SortFunc(group.Columns, func(a, b EventColumn) int { return a.No - b.No })
		list = append(list, group)
	}
	return list
}

func eventRow(row event.Row, r Reader) EventRow {
	shown := EventRow{
		Place: row.Place, No: row.Number, Name: row.Player, Mine: r.Player != 0 && row.Ref.ID == r.Player,
		Withdrawn: row.Withdrawn != "", Points: Points(row.Points), SB: Quarters(row.SB), Wins: row.Wins,
		Left: row.Remaining,
	}
	for i, games := range row.Against {
		cell := EventCell{Self: i+1 == row.Number}
		for _, g := range games {
			cell.Text += eventSign(g)
		}
		shown.Cells = append(shown.Cells, cell)
	}
	return shown
}

// eventSign returns the sign of a game in a crosstable.
func eventSign(g event.Cell) string {
	switch g.State {
	case roundrobin.Over:
		return Points(g.Points)
	case roundrobin.Running:
		return "*"
	}
	return ""
}

// Gone reports whether the player's account was deleted.
func (r EventRow) Gone() bool { return names.IsGone(r.Name) }

// Points returns a number of points in halves, as roundrobin counts them, as people write it: "1½".
func Points(halves int) string { return Quarters(2 * halves) }

// Quarters returns a number of quarters as people write points: "2", "1½", "¾".
func Quarters(n int) string {
	part := []string{"", "¼", "½", "¾"}[n%4]
	if n >= 4 || part == "" {
		return strconv.Itoa(n/4) + part
	}
	return part
}

// Result returns the result of a game with the points of its first player, in halves: "1 – 0".
func Result(score int) string {
	return Points(score) + " – " + Points(roundrobin.Win-score)
}
