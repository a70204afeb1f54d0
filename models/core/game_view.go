package core

import (
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// gameColumn is a column of a game. This table alone names the columns of all queries of games, and the field for each
// value.
type gameColumn struct {
	SQL         string
	Take        func(r *GameRow, c *db.Columns)
	Fingerprint string // the column's part of the fingerprint; sql if it is ""
}

// ViewColumns are the columns that readers see. A new column is part of the fingerprint unless marked as implied.
var ViewColumns = slices.Concat([]gameColumn{
	{"g.id", func(r *GameRow, c *db.Columns) { r.ID = c.Text() }, ""}, // must be first: it is split off
	{"g.number", func(r *GameRow, c *db.Columns) { r.Number = c.Number() }, schema.Implied},
	{"g.ruleset", func(r *GameRow, c *db.Columns) { r.Ruleset = c.Text() }, schema.Implied},
	{"g.variant", func(r *GameRow, c *db.Columns) { r.Variant = c.Text() }, schema.Implied},
	{"g.version", func(r *GameRow, c *db.Columns) { r.Version = int(c.Number()) }, schema.Implied},
	{"g.first_id", func(r *GameRow, c *db.Columns) { r.First.ID = c.Number() }, schema.Implied},
	{"g.second_id", func(r *GameRow, c *db.Columns) { r.Second.ID = c.Number() }, schema.Implied},
	{"g.status", func(r *GameRow, c *db.Columns) { r.Status = models.Status(c.Text()) }, ""},
	{"g.position", func(r *GameRow, c *db.Columns) { r.Position = c.Text() }, schema.Implied},
	{"g.ply", func(r *GameRow, c *db.Columns) { r.Ply = int(c.Number()) }, schema.Implied},
	{"g.to_move", func(r *GameRow, c *db.Columns) { r.ToMove = rules.Seat(c.Number()) }, schema.Implied},
	{"g.to_move_id", func(r *GameRow, c *db.Columns) { r.ToMoveID = c.Number() }, schema.Implied},
	{"g.winner", func(r *GameRow, c *db.Columns) { r.Winner = rules.Seat(c.Number()) }, schema.Implied},
	{"g.reason", func(r *GameRow, c *db.Columns) { r.Reason = c.Text() }, schema.Implied},
	{"g.pace", func(r *GameRow, c *db.Columns) { r.Pace = c.Text() }, schema.Implied},
	{"g.first_left", func(r *GameRow, c *db.Columns) { r.First.Left = c.Number() }, ""},
	{"g.second_left", func(r *GameRow, c *db.Columns) { r.Second.Left = c.Number() }, ""},
	{"g.deadline_at", func(r *GameRow, c *db.Columns) { r.DeadlineAt = schema.Millis(c) }, ""},
	{"g.draw_by", func(r *GameRow, c *db.Columns) { r.DrawBy = rules.Seat(c.Number()) }, ""},
	{"g.takeback_by", func(r *GameRow, c *db.Columns) { r.TakebackBy = rules.Seat(c.Number()) }, ""},
	{"g.takeback_to", func(r *GameRow, c *db.Columns) { r.TakebackTo = int(c.Number()) }, ""},
	{"g.takebacks", func(r *GameRow, c *db.Columns) { r.Takebacks = int(c.Number()) }, ""},
	{"g.offers", func(r *GameRow, c *db.Columns) { r.Offers = int(c.Number()) }, ""},
	{"g.hash", func(r *GameRow, c *db.Columns) { r.Hash = c.Bytes() }, "hex(g.hash)"},
	{"g.created_at", func(r *GameRow, c *db.Columns) { r.CreatedAt = schema.Millis(c) }, schema.Implied},
	{"g.updated_at", func(r *GameRow, c *db.Columns) { r.UpdatedAt = schema.Millis(c) }, ""},
	{"g.finished_at", func(r *GameRow, c *db.Columns) { r.FinishedAt = schema.Millis(c) }, schema.Implied},
	{"g.event_id", func(r *GameRow, c *db.Columns) { r.EventID = c.Text() }, schema.Implied},
}, termColumns(), []gameColumn{
	{"g.unrated_because", func(r *GameRow, c *db.Columns) { r.UnratedBecause = rating.Cause(c.Text()) }, ""},
	{"g.days_off", func(r *GameRow, c *db.Columns) { r.DaysOff = c.Text() }, ""},
	{"g.applied_change", func(r *GameRow, c *db.Columns) { r.AppliedChange = c.Number() }, schema.Implied}, // not shown
	{schema.PendingChange, func(r *GameRow, c *db.Columns) { r.Pending = c.Number() }, ""},
	{"a.name", func(r *GameRow, c *db.Columns) { r.First.Name = c.Text() }, ""},
	{"a.hide_rating", func(r *GameRow, c *db.Columns) { r.First.HideRating = c.Number() }, ""},
	{"a.away_from", func(r *GameRow, c *db.Columns) { r.First.AwayFrom = models.Millis(schema.TakeAwayTime(c)) }, ""},
	{"a.away_until", func(r *GameRow, c *db.Columns) { r.takeAwayUntil(&r.First, c) }, ""},
	{"a.days_off", func(r *GameRow, c *db.Columns) { r.First.DaysOff = c.Text() }, ""},
	{"a.former_days_off", func(r *GameRow, c *db.Columns) { r.First.FormerDaysOff = c.Text() }, ""},
	{"a.auto_vacation", func(r *GameRow, c *db.Columns) { r.First.AutoVacation = c.Number() }, ""},
	{"b.name", func(r *GameRow, c *db.Columns) { r.Second.Name = c.Text() }, ""},
	{"b.hide_rating", func(r *GameRow, c *db.Columns) { r.Second.HideRating = c.Number() }, ""},
	{"b.away_from", func(r *GameRow, c *db.Columns) { r.Second.AwayFrom = models.Millis(schema.TakeAwayTime(c)) }, ""},
	{"b.away_until", func(r *GameRow, c *db.Columns) { r.takeAwayUntil(&r.Second, c) }, ""},
	{"b.days_off", func(r *GameRow, c *db.Columns) { r.Second.DaysOff = c.Text() }, ""},
	{"b.former_days_off", func(r *GameRow, c *db.Columns) { r.Second.FormerDaysOff = c.Text() }, ""},
	{"b.auto_vacation", func(r *GameRow, c *db.Columns) { r.Second.AutoVacation = c.Number() }, ""},
	{schema.UnreadBy + "0), 0)", func(r *GameRow, c *db.Columns) { r.First.Unread = int(c.Number()) }, schema.BothUnread},
	{schema.UnreadBy + "1), 0)", func(r *GameRow, c *db.Columns) { r.Second.Unread = int(c.Number()) }, schema.Implied},
})

// termColumns are the columns of the terms that a game keeps. They come before the vacations, of which some games take
// no notice.
func termColumns() (list []gameColumn) {
	for _, term := range models.GameTerms {
		take := func(r *GameRow, c *db.Columns) { schema.TakeTerm(c, &r.Terms, term) }
		list = append(list, gameColumn{"g." + term.Name, take, schema.Implied})
	}
	return list
}

// gameColumns are the columns for playing or changing a game, which include its reminder, the house and the data for
// its mail.
var gameColumns = slices.Concat(ViewColumns, []gameColumn{
	{SQL: "g.position_keys", Take: func(r *GameRow, c *db.Columns) { r.PositionKeys = c.BytesOrNil() }},
	{SQL: "g.remind_at", Take: func(r *GameRow, c *db.Columns) { r.RemindAt = schema.Millis(c) }},
	{SQL: "g.house_at", Take: func(r *GameRow, c *db.Columns) { r.HouseAt = schema.Millis(c) }},
	{SQL: "g.first_turns", Take: func(r *GameRow, c *db.Columns) { r.First.Turns = int(c.Number()) }},
	{SQL: "g.second_turns", Take: func(r *GameRow, c *db.Columns) { r.Second.Turns = int(c.Number()) }},
	{SQL: schema.AbsenceOfMover, Take: func(r *GameRow, c *db.Columns) { r.Absent = c.Number() }},
	{SQL: "a.email", Take: func(r *GameRow, c *db.Columns) { r.First.Email = c.Text() }},
	{SQL: "a.settings", Take: func(r *GameRow, c *db.Columns) { r.First.Settings = c.Text() }},
	{SQL: "a.time_zone", Take: func(r *GameRow, c *db.Columns) { r.First.Zone = c.Text() }},
	{SQL: "b.email", Take: func(r *GameRow, c *db.Columns) { r.Second.Email = c.Text() }},
	{SQL: "b.settings", Take: func(r *GameRow, c *db.Columns) { r.Second.Settings = c.Text() }},
	{SQL: "b.time_zone", Take: func(r *GameRow, c *db.Columns) { r.Second.Zone = c.Text() }},
})

// The beginnings of queries of games.
var (
	SelectGameColumns = "SELECT " + listColumns(gameColumns)
	SelectGame        = SelectGameColumns + schema.FromGames

	// With their last turns, for readers. The position and the hash after the last turn are those of the game.
	SelectViewColumns = "SELECT " + listColumns(ViewColumns) + ", " + schema.SelectLastTurn
	fromGamesAndTurns = schema.FromGames + schema.JoinLastTurn
	SelectGameAndTurn = SelectViewColumns + fromGamesAndTurns
)

// GameFingerprint is an SQL expression for everything that may change in a game's view, preceded by its ID: while it is
// equal, so are all columns of SelectViewColumns. Turns are immutable: only after a takeback may a turn with another
// message have the same hash. It costs SQLite a quarter of loading the game. PostgreSQL does not use it, because games
// are not cached there.
var GameFingerprint = "concat_ws('|', " + listFingerprints(ViewColumns) + ")"

func listColumns(columns []gameColumn) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = column.SQL
	}
	return strings.Join(texts, ", ")
}

func listFingerprints(columns []gameColumn) string {
	var texts []string
	for _, column := range columns {
		switch column.Fingerprint {
		case schema.Implied:
		case "":
			texts = append(texts, column.SQL)
		default:
			texts = append(texts, column.Fingerprint)
		}
	}
	return strings.Join(texts, ", ")
}

// Take takes the columns of SelectGame.
func (r *GameRow) Take(c *db.Columns) {
	for i := range gameColumns {
		gameColumns[i].Take(r, c)
	}
	r.Wrong = c.TypeError()
	r.Damage().Refuse(c)
}

// ViewedGame is a game with its last turn as stored; the clocks are computed for the time of each view.
type ViewedGame struct {
	Row         GameRow
	ListedAt    models.Millis // stored time of the last change
	Last        *models.Turn  // nil at ply 0
	Ratings     [2]models.RatingChange
	Fingerprint string // of a game of an inbox: see GameFingerprint
}

// TakeLast takes the columns of the last turn, which are NULL at ply 0.
func (v *ViewedGame) TakeLast(c *db.Columns) {
	if c.IsNull() {
		c.Skip(len(schema.LastTurnColumns))
		return
	}
	turn := schema.TurnRow{Ply: v.Row.Ply, Position: v.Row.Position, Hash: v.Row.Hash}
	turn.Seat, turn.Turn, turn.Events = rules.Seat(c.Number()), c.Text(), c.Text()
	turn.Message, turn.Via, turn.At, turn.Occurrence = c.Text(), models.Via(c.Text()), schema.Millis(c), int(c.Number())
	last := turn.AsTurn()
	v.Last = &last
}
