package models

import (
	"context"
	"slices"
	"strings"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/rules"
)

// gameColumn is a column of a game. This table alone names the columns of all queries of games, and the field for each
// value.
type gameColumn struct {
	sql         string
	take        func(r *gameRow, c *db.Columns)
	fingerprint string // the column's part of the fingerprint; sql if it is ""
}

// implied marks a column that cannot change while the others are equal. The hash covers the game up to its last turn,
// including players and rules; the result and the time of the end change with the status.
const implied = "implied"

// viewColumns are the columns that readers see. A new column is part of the fingerprint unless marked as implied.
var viewColumns = []gameColumn{
	{"g.id", func(r *gameRow, c *db.Columns) { r.ID = c.Text() }, ""}, // must be first: it is split off
	{"g.number", func(r *gameRow, c *db.Columns) { r.Number = c.Number() }, implied},
	{"g.ruleset", func(r *gameRow, c *db.Columns) { r.Ruleset = c.Text() }, implied},
	{"g.variant", func(r *gameRow, c *db.Columns) { r.Variant = c.Text() }, implied},
	{"g.version", func(r *gameRow, c *db.Columns) { r.Version = int(c.Number()) }, implied},
	{"g.first_id", func(r *gameRow, c *db.Columns) { r.First.ID = c.Number() }, implied},
	{"g.second_id", func(r *gameRow, c *db.Columns) { r.Second.ID = c.Number() }, implied},
	{"g.status", func(r *gameRow, c *db.Columns) { r.Status = Status(c.Text()) }, ""},
	{"g.position", func(r *gameRow, c *db.Columns) { r.Position = c.Text() }, implied},
	{"g.ply", func(r *gameRow, c *db.Columns) { r.Ply = int(c.Number()) }, implied},
	{"g.to_move", func(r *gameRow, c *db.Columns) { r.ToMove = rules.Seat(c.Number()) }, implied},
	{"g.to_move_id", func(r *gameRow, c *db.Columns) { r.ToMoveID = c.Number() }, implied},
	{"g.winner", func(r *gameRow, c *db.Columns) { r.Winner = rules.Seat(c.Number()) }, implied},
	{"g.reason", func(r *gameRow, c *db.Columns) { r.Reason = c.Text() }, implied},
	{"g.pace", func(r *gameRow, c *db.Columns) { r.Pace = c.Text() }, implied},
	{"g.first_left", func(r *gameRow, c *db.Columns) { r.First.Left = c.Number() }, ""},
	{"g.second_left", func(r *gameRow, c *db.Columns) { r.Second.Left = c.Number() }, ""},
	{"g.deadline_at", func(r *gameRow, c *db.Columns) { r.DeadlineAt = millis(c) }, ""},
	{"g.draw_by", func(r *gameRow, c *db.Columns) { r.DrawBy = rules.Seat(c.Number()) }, ""},
	{"g.takeback_by", func(r *gameRow, c *db.Columns) { r.TakebackBy = rules.Seat(c.Number()) }, ""},
	{"g.takeback_to", func(r *gameRow, c *db.Columns) { r.TakebackTo = int(c.Number()) }, ""},
	{"g.takebacks", func(r *gameRow, c *db.Columns) { r.Takebacks = int(c.Number()) }, ""},
	{"g.offers", func(r *gameRow, c *db.Columns) { r.Offers = int(c.Number()) }, ""},
	{"g.hash", func(r *gameRow, c *db.Columns) { r.Hash = c.Bytes() }, "hex(g.hash)"},
	{"g.created_at", func(r *gameRow, c *db.Columns) { r.CreatedAt = millis(c) }, implied},
	{"g.updated_at", func(r *gameRow, c *db.Columns) { r.UpdatedAt = millis(c) }, ""},
	{"g.finished_at", func(r *gameRow, c *db.Columns) { r.FinishedAt = millis(c) }, implied},
	{"g.event_id", func(r *gameRow, c *db.Columns) { r.EventID = c.Text() }, implied},
	{"g.vacation", func(r *gameRow, c *db.Columns) { r.Vacation = c.Number() }, implied},
	{"g.rated", func(r *gameRow, c *db.Columns) { r.Rated = c.Number() }, implied},
	{"g.unrated_because", func(r *gameRow, c *db.Columns) { r.UnratedBecause = rating.Cause(c.Text()) }, ""},
	{"g.days_off", func(r *gameRow, c *db.Columns) { r.DaysOff = c.Text() }, ""},
	{"g.applied_change", func(r *gameRow, c *db.Columns) { r.AppliedChange = c.Number() }, implied}, // not shown
	{pendingChange, func(r *gameRow, c *db.Columns) { r.pending = c.Number() }, ""},
	{"a.name", func(r *gameRow, c *db.Columns) { r.First.Name = c.Text() }, ""},
	{"a.hide_rating", func(r *gameRow, c *db.Columns) { r.First.HideRating = c.Number() }, ""},
	{"a.away_from", func(r *gameRow, c *db.Columns) { r.First.AwayFrom = Millis(takeAwayTime(c)) }, ""},
	{"a.away_until", func(r *gameRow, c *db.Columns) { r.takeAwayUntil(&r.First, c) }, ""},
	{"a.days_off", func(r *gameRow, c *db.Columns) { r.First.DaysOff = c.Text() }, ""},
	{"a.auto_vacation", func(r *gameRow, c *db.Columns) { r.First.AutoVacation = c.Number() }, ""},
	{"b.name", func(r *gameRow, c *db.Columns) { r.Second.Name = c.Text() }, ""},
	{"b.hide_rating", func(r *gameRow, c *db.Columns) { r.Second.HideRating = c.Number() }, ""},
	{"b.away_from", func(r *gameRow, c *db.Columns) { r.Second.AwayFrom = Millis(takeAwayTime(c)) }, ""},
	{"b.away_until", func(r *gameRow, c *db.Columns) { r.takeAwayUntil(&r.Second, c) }, ""},
	{"b.days_off", func(r *gameRow, c *db.Columns) { r.Second.DaysOff = c.Text() }, ""},
	{"b.auto_vacation", func(r *gameRow, c *db.Columns) { r.Second.AutoVacation = c.Number() }, ""},
	{unreadBy + "0), 0)", func(r *gameRow, c *db.Columns) { r.First.Unread = int(c.Number()) }, bothUnread},
	{unreadBy + "1), 0)", func(r *gameRow, c *db.Columns) { r.Second.Unread = int(c.Number()) }, implied},
}

const (
	unreadBy   = "COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = "
	bothUnread = "(SELECT group_concat(seat || ' ' || unread) FROM chats WHERE game_id = g.id)"
)

// gameColumns are the columns for playing or changing a game, which include its reminder, the house and the data for
// its mail.
var gameColumns = slices.Concat(viewColumns, []gameColumn{
	{sql: "g.position_keys", take: func(r *gameRow, c *db.Columns) { r.PositionKeys = c.BytesOrNil() }},
	{sql: "g.remind_at", take: func(r *gameRow, c *db.Columns) { r.RemindAt = millis(c) }},
	{sql: "g.house_at", take: func(r *gameRow, c *db.Columns) { r.HouseAt = millis(c) }},
	{sql: "g.first_turns", take: func(r *gameRow, c *db.Columns) { r.First.Turns = int(c.Number()) }},
	{sql: "g.second_turns", take: func(r *gameRow, c *db.Columns) { r.Second.Turns = int(c.Number()) }},
	{sql: absenceOfMover, take: func(r *gameRow, c *db.Columns) { r.absent = c.Number() }},
	{sql: "a.email", take: func(r *gameRow, c *db.Columns) { r.First.Email = c.Text() }},
	{sql: "a.settings", take: func(r *gameRow, c *db.Columns) { r.First.Settings = c.Text() }},
	{sql: "a.time_zone", take: func(r *gameRow, c *db.Columns) { r.First.Zone = c.Text() }},
	{sql: "b.email", take: func(r *gameRow, c *db.Columns) { r.Second.Email = c.Text() }},
	{sql: "b.settings", take: func(r *gameRow, c *db.Columns) { r.Second.Settings = c.Text() }},
	{sql: "b.time_zone", take: func(r *gameRow, c *db.Columns) { r.Second.Zone = c.Text() }},
})

// absenceOfMover is the number of the absence of the player to move; 0 if they have played since their last loss by
// time.
const absenceOfMover = `COALESCE((SELECT CAST(absence AS BIGINT) FROM standings
	WHERE player_id = g.to_move_id AND absence % 2 = 1 AND absence < ` + maxAbsenceText + `), 0)`

const fromGames = `
	FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id `

// The beginnings of queries of games.
var (
	selectGameColumns = "SELECT " + listColumns(gameColumns)
	selectGame        = selectGameColumns + fromGames

	// With their last turns, for readers. The position and the hash after the last turn are those of the game.
	selectViewColumns = "SELECT " + listColumns(viewColumns) + ", " + selectLastTurn
	fromGamesAndTurns = fromGames + joinLastTurn
	selectGameAndTurn = selectViewColumns + fromGamesAndTurns
)

// gameFingerprint is an SQL expression for everything that may change in a game's view, preceded by its ID: while it is
// equal, so are all columns of selectViewColumns. Turns are immutable: only after a takeback may a turn with another
// message have the same hash. It costs SQLite a quarter of loading the game. PostgreSQL does not use it, because games
// are not cached there.
var gameFingerprint = "concat_ws('|', " + listFingerprints(viewColumns) + ")"

func listColumns(columns []gameColumn) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = column.sql
	}
	return strings.Join(texts, ", ")
}

func listFingerprints(columns []gameColumn) string {
	var texts []string
	for _, column := range columns {
		switch column.fingerprint {
		case implied:
		case "":
			texts = append(texts, column.sql)
		default:
			texts = append(texts, column.fingerprint)
		}
	}
	return strings.Join(texts, ", ")
}

// take takes the columns of selectGame.
func (r *gameRow) take(c *db.Columns) {
	for i := range gameColumns {
		gameColumns[i].take(r, c)
	}
	r.wrong = c.TypeError()
	r.damage().refuse(c)
}

// viewedGame is a game with its last turn as stored; the clocks are computed for the time of each view.
type viewedGame struct {
	row         gameRow
	listedAt    Millis // stored time of the last change
	last        *Turn  // nil at ply 0
	ratings     [2]RatingChange
	fingerprint string // of a game of an inbox: see gameFingerprint
}

// takeViewed takes the columns of selectViewColumns. It returns nil if all of them are NULL.
func takeViewed(c *db.Columns) *viewedGame {
	if c.IsNull() {
		c.Skip(len(viewColumns) + len(lastTurnColumns))
		return nil
	}
	v := &viewedGame{}
	r := &v.row
	for i := range viewColumns {
		viewColumns[i].take(r, c)
	}
	v.listedAt = r.UpdatedAt
	v.takeLast(c)
	r.wrong = c.TypeError()
	return v
}

// takeLast takes the columns of the last turn, which are NULL at ply 0.
func (v *viewedGame) takeLast(c *db.Columns) {
	if c.IsNull() {
		c.Skip(len(lastTurnColumns))
		return
	}
	turn := turnRow{Ply: v.row.Ply, Position: v.row.Position, Hash: v.row.Hash}
	turn.Seat, turn.Turn, turn.Events = rules.Seat(c.Number()), c.Text(), c.Text()
	turn.Message, turn.Via, turn.At, turn.Occurrence = c.Text(), Via(c.Text()), millis(c), int(c.Number())
	last := turn.turn()
	v.last = &last
}

// viewGames loads games with their last turns by a query that starts with selectGameAndTurn. Games of one
// state of the database share their last turns, which must not be modified.
func (s *Store) viewGames(ctx context.Context, query string, args ...any) ([]*Game, error) {
	return s.snapshot(ctx).games(query, args...)
}

// snapshot reads games. Everything it returns is at least as new as its start.
type snapshot struct {
	*Store
	ctx   context.Context
	state int64 // of the database, for the cache of games
}

func (s *Store) snapshot(ctx context.Context) snapshot {
	return snapshot{s, ctx, s.gameCache.state(ctx)}
}

func (l snapshot) games(query string, args ...any) ([]*Game, error) {
	list, err := l.viewed(query, args...)
	return gamesAt(ToMillis(l.now()), list), err
}

// viewed reads games, or returns the result of the same query on the same state.
func (l snapshot) viewed(query string, args ...any) ([]*viewedGame, error) {
	list, ok := l.gameCache.find(l.state, query, args)
	if !ok {
		var err error
		if list, err = l.readGames(query, args...); err != nil {
			return nil, err
		}
		l.gameCache.keep(l.state, query, args, list)
	}
	return list, nil
}

// readGames reads games by a query that starts with selectGameAndTurn and may have the fingerprint as one more column.
func (l snapshot) readGames(query string, args ...any) (list []*viewedGame, err error) {
	for range rereads {
		if list, err = l.readStored(query, args); err != nil {
			return nil, err
		}
		ok, err := l.showChanges(list)
		if err != nil {
			return nil, err
		}
		if ok {
			return list, l.addRatings(list)
		}
	}
	return nil, errChanging(list[0].row.ID)
}

// readStored reads games as stored.
func (l snapshot) readStored(query string, args []any) (list []*viewedGame, err error) {
	err = db.Query(l.read(l.ctx), func(c *db.Columns) error {
		game := takeViewed(c)
		if c.More() {
			game.fingerprint = c.Text()
		}
		list = append(list, game)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return l.withoutDamaged(l.ctx, list)
}

// showChanges applies pending bulk changes to games. ok is false if the rows must be read again.
func (l snapshot) showChanges(list []*viewedGame) (ok bool, err error) {
	for _, game := range list {
		if ok, err := game.row.showChanges(l.read(l.ctx)); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// gamesAt returns games with their clocks at an instant.
func gamesAt(now Millis, list []*viewedGame) []*Game {
	games, all := make([]*Game, len(list)), make([]Game, len(list))
	for i := range list {
		list[i].row.show(&all[i], now)
		all[i].LastTurn, all[i].Ratings = list[i].last, list[i].ratings
		games[i] = &all[i]
	}
	return games
}
