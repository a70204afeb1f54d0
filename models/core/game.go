package core

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// GameRow is a game with both players at the time of reading.
type GameRow struct {
	Number                           int64 // of the game, in the order of beginnings: see TurnID
	ID                               string
	Ruleset, Variant                 string
	Version                          int
	First                            schema.SeatRow `gorm:"embedded;embeddedPrefix:first_"`
	Second                           schema.SeatRow `gorm:"embedded;embeddedPrefix:second_"`
	Status                           models.Status
	Position                         string
	Ply                              int
	ToMove                           rules.Seat
	ToMoveID                         int64
	Winner                           rules.Seat
	Reason                           string
	DeadlineAt, RemindAt             models.Millis
	DrawBy                           rules.Seat      // who has offered a draw
	TakebackBy                       rules.Seat      // who has offered a takeback
	TakebackTo                       int             // the ply that the takeback returns to
	Takebacks                        int             // number so far
	Offers                           int             // number so far
	Hash                             []byte          // of the last turn
	Last                             schema.LastTurn `gorm:"embedded;embeddedPrefix:last_"` // only checks load it
	CreatedAt, UpdatedAt, FinishedAt models.Millis
	ClockDays                        string                `gorm:"column:days_off"` // of the running clock
	HouseAt                          models.Millis         // when the house is to act, or its lease ends; 0: it is not
	EventID                          string                // "" if it belongs to no event
	models.Terms                                           // those that a game keeps
	UnratedBecause                   rating.Cause          // once the game is over
	AppliedChange                    int64                 // the last bulk change that the row contains
	PositionKeys                     []byte                // see AddKey; empty after the game, nil until MoveTurns
	TimedOut                         bool                  `gorm:"-"` // it ends because the side to move is out of time
	Absence                          int64                 `gorm:"-"` // number of the absence in which it was lost
	Absent                           int64                 `gorm:"-"` // number of that of the player to move; 0 for none
	Pending                          int64                 `gorm:"-"` // the last one that it does not contain; 0 for none
	Waiting                          *schema.PendingNotice `gorm:"-"` // nil if there is none, or it was not loaded
	Related                          *schema.RelatedRows   `gorm:"-"` // nil if it was not loaded
	Declined                         models.DeclinedOffer  `gorm:"-"` // in this transaction
	Wrong                            *db.TypeError         `gorm:"-"` // the first value of another type than its column
}

// Game returns the view of a row; now determines the clock of the side to move.
func (r *GameRow) Game(now models.Millis) *models.Game {
	g := &models.Game{}
	r.Show(g, now)
	return g
}

// Show sets the fields of a new view, each in its place: a Game is large, and copies of it are a large part of what a
// list costs.
func (r *GameRow) Show(g *models.Game, now models.Millis) {
	g.ID, g.Ruleset, g.Variant, g.Version, g.Event = r.ID, r.Ruleset, r.Variant, r.Version, r.EventID
	g.Players[rules.First], g.Players[rules.Second] = r.First.Ref(), r.Second.Ref()
	g.Status, g.Position, g.Ply, g.ToMove, g.Terms = r.Status, r.Position, r.Ply, r.ToMove, r.Terms
	g.DrawBy, g.TakebackBy, g.Takebacks, g.Offers, g.Declined = r.DrawBy, rules.NoSeat, r.Takebacks, r.Offers, r.Declined
	g.Unread = [2]int{r.First.Unread, r.Second.Unread}
	g.Left = [2]time.Duration{r.First.TimeLeft(), r.Second.TimeLeft()}
	g.CreatedAt, g.UpdatedAt, g.FinishedAt = r.CreatedAt.Time(), r.UpdatedAt.Time(), r.FinishedAt.Time()
	g.HideRating = [2]bool{r.First.HideRating != 0, r.Second.HideRating != 0}
	g.UnratedBecause = r.unratedBecause()
	g.Rated = g.UnratedBecause == ""
	if r.Status == models.Ongoing {
		g.Deadline = r.DeadlineAt.Time()
		g.Left[r.ToMove] = max(0, r.timeLeft(now))
		g.Stops = r.DeadlineAt.Sub(now) >= g.Left[r.ToMove]+time.Minute
		g.TakebackBy, g.TakebackTo = r.TakebackBy, r.TakebackTo
		for seat := range g.Away {
			if a := r.away(rules.Seat(seat)); a.From <= now && now < a.Until {
				g.Away[seat] = a.Until.Time()
			}
			g.Rest[seat] = r.rest(rules.Seat(seat), now)
		}
	} else {
		g.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
}

// GameAfter returns the view of a row after a turn.
func (r *GameRow) GameAfter(now models.Millis, last *models.Turn) *models.Game {
	g := r.Game(now)
	g.LastTurn = last
	return g
}

// Seat returns a player's seat, or NoSeat.
func (r *GameRow) Seat(player int64) rules.Seat {
	switch player {
	case r.First.ID:
		return rules.First
	case r.Second.ID:
		return rules.Second
	}
	return rules.NoSeat
}

// Side returns the fields of First or Second.
func (r *GameRow) Side(seat rules.Seat) *schema.SeatRow {
	if seat == rules.First {
		return &r.First
	}
	return &r.Second
}

// Mover returns the fields of the side to move.
func (r *GameRow) Mover() *schema.SeatRow { return r.Side(r.ToMove) }

// PlyKey identifies a ply of a game permanently: after a takeback the same ply has another key.
func (r *GameRow) PlyKey() string {
	if r.Takebacks > 0 {
		return fmt.Sprintf("%s.%d.r%d", r.ID, r.Ply, r.Takebacks)
	}
	return fmt.Sprintf("%s.%d", r.ID, r.Ply)
}

// unratedBecause returns why a game is not rated or, while it is ongoing, is not to be rated.
func (r *GameRow) unratedBecause() rating.Cause {
	over := r.Status != models.Ongoing
	switch {
	case bool(r.Unrated) && (!over || r.UnratedBecause == rating.CauseUnrated) && (r.First.IsBot() || r.Second.IsBot()):
		return rating.CauseBot
	case over:
		return r.UnratedBecause
	case bool(r.Unrated):
		return rating.CauseUnrated
	case r.HouseSeat() != rules.NoSeat:
		return rating.CauseHouse
	}
	return ""
}

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
	{"g.days_off", func(r *GameRow, c *db.Columns) { r.ClockDays = c.Text() }, ""},
	{"g.applied_change", func(r *GameRow, c *db.Columns) { r.AppliedChange = c.Number() }, schema.Implied}, // not shown
	{schema.PendingChange, func(r *GameRow, c *db.Columns) { r.Pending = c.Number() }, ""},
	{"a.name", func(r *GameRow, c *db.Columns) { r.First.Name = c.Text() }, ""},
	{"a.hide_rating", func(r *GameRow, c *db.Columns) { r.First.HideRating = c.Number() }, ""},
	{"a.away_from", func(r *GameRow, c *db.Columns) { r.First.AwayFrom = models.Millis(schema.TakeAwayTime(c)) }, ""},
	{"a.away_until", func(r *GameRow, c *db.Columns) { r.takeAwayUntil(&r.First, c) }, ""},
}, restColumns("a.", func(r *GameRow) *schema.SeatRow { return &r.First }), []gameColumn{
	{"b.name", func(r *GameRow, c *db.Columns) { r.Second.Name = c.Text() }, ""},
	{"b.hide_rating", func(r *GameRow, c *db.Columns) { r.Second.HideRating = c.Number() }, ""},
	{"b.away_from", func(r *GameRow, c *db.Columns) { r.Second.AwayFrom = models.Millis(schema.TakeAwayTime(c)) }, ""},
	{"b.away_until", func(r *GameRow, c *db.Columns) { r.takeAwayUntil(&r.Second, c) }, ""},
}, restColumns("b.", func(r *GameRow) *schema.SeatRow { return &r.Second }), []gameColumn{
	{schema.UnreadBy + "0), 0)", func(r *GameRow, c *db.Columns) { r.First.Unread = int(c.Number()) }, schema.BothUnread},
	{schema.UnreadBy + "1), 0)", func(r *GameRow, c *db.Columns) { r.Second.Unread = int(c.Number()) }, schema.Implied},
})

// restColumns are the columns of the rest of a seat's player.
func restColumns(of string, seat func(*GameRow) *schema.SeatRow) (list []gameColumn) {
	for _, column := range schema.RestColumns {
		list = append(list, gameColumn{
			of + column.Name, func(r *GameRow, c *db.Columns) { column.Take(&seat(r).RestRow, c) }, "",
		})
	}
	return list
}

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
	RefuseDamage(c, r.Damage())
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

// GameCache caches the games read since the last commit to an SQLite file, and inboxes beyond that. A page, its picture
// and its continuations are requested within a moment, and clients poll for changes. A nil cache stores nothing:
// PostgreSQL has no cheap way to tell whether anything was committed.
type GameCache struct {
	DB      *db.DB
	Inboxes *bounded.Cache[int64, *CachedInbox] // by player, of earlier states too

	mu      sync.Mutex
	current int64 // the state of the database that the lists and tokens are of
	Lists   *bounded.Cache[schema.CachedQuery, []*ViewedGame]
	Tokens  *bounded.Cache[schema.TokenHash, schema.FoundToken]
}

// State returns an identifier of the state of the database, which changes with each commit, or 0 if it is unknown. It
// drops lists of earlier states.
func (g *GameCache) State(ctx context.Context) (state int64) {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state = g.DB.State(ctx); state != g.current {
		g.current = state
		g.Lists.Clear()
		g.Tokens.Clear()
	}
	return state
}

// Find returns the cached result of a query on this state of the database. It must not be modified.
func (g *GameCache) Find(state int64, query string, args []any) (list []*ViewedGame, ok bool) {
	if state == 0 || len(args) > len(schema.CachedQuery{}.Args) {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return nil, false
	}
	return g.Lists.Get(schema.AskedFor(query, args))
}

// Keep caches a result that was read after state returned the given state. The result may be newer; then state returns
// another value before anybody finds it.
func (g *GameCache) Keep(state int64, query string, args []any, list []*ViewedGame) {
	if state == 0 || len(args) > len(schema.CachedQuery{}.Args) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.Lists.Put(schema.AskedFor(query, args), list)
	}
}

// Inbox returns a player's inbox as last read, or an empty one of no state.
func (g *GameCache) Inbox(player int64) *CachedInbox {
	if g != nil {
		if known, ok := g.Inboxes.Get(player); ok {
			return known
		}
	}
	return &CachedInbox{}
}

// KeepInbox caches a player's inbox beyond the state of the database it was read from: most of its games
// will be unchanged.
func (g *GameCache) KeepInbox(player int64, read *CachedInbox) {
	if read.State != 0 {
		g.Inboxes.Put(player, read)
	}
}

// NewGameList returns a list from the part of a query after FROM. The LIMIT keeps SQLite from dropping the order of the
// fingerprints.
func NewGameList(where string) schema.GameList {
	return schema.GameList{
		Whole:            SelectGameAndTurn + where,
		WithFingerprints: SelectViewColumns + ", " + GameFingerprint + fromGamesAndTurns + where,
		Fingerprints: "SELECT COALESCE(group_concat(fingerprint, char(10)), '') FROM (SELECT " +
			GameFingerprint + " AS fingerprint" + schema.FromGames + where + ")",
	}
}

// PreloadedGames are the locked games of a batch of turns on PostgreSQL.
type PreloadedGames struct {
	Games     map[string]*GameRow // by ID
	Heartbeat models.Millis       // the last one of this process before they were loaded
}

// The lists of an inbox.
var (
	InboxToMove = NewGameList(`WHERE g.status = 'ongoing' AND g.to_move_id = ?
		ORDER BY g.deadline_at, g.id` + db.Limit(models.MaxInbox))
	InboxOffers = NewGameList(`WHERE g.id IN (
		SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0)
		UNION SELECT id FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1))
		ORDER BY g.deadline_at, g.id` + db.Limit(models.MaxInbox))
	InboxMessages = NewGameList(`
		WHERE g.id IN (SELECT game_id FROM chats WHERE player_id = ? AND unread > 0)
		ORDER BY g.updated_at DESC, g.id DESC` + db.Limit(models.MaxInbox))
)

// CachedInbox is a cached inbox. It must not be modified.
type CachedInbox struct {
	State                   int64         // of the database, or an earlier one
	At                      models.Millis // the time at which unexpired challenges were selected
	Email                   string        // of the player, for challenges to their address
	Games, Offers, Messages []*ViewedGame
	Challenges              []models.Challenge
}

// Stands reports whether reading the inbox again would return the same. Time alone adds no challenge, unless a clock
// goes back or others move up.
func (b *CachedInbox) Stands(state int64, email string, now models.Millis) bool {
	return state != 0 && b.State == state && b.Email == email && b.At <= now && len(b.Challenges) < models.MaxInbox
}

// Standing returns the challenges that have not expired.
func (b *CachedInbox) Standing(now models.Millis) []models.Challenge {
	return slices.DeleteFunc(slices.Clone(b.Challenges),
		func(c models.Challenge) bool { return models.ToMillis(c.ExpiresAt) <= now })
}

// Size returns the number of games that the inbox holds, or may hold.
func (b *CachedInbox) Size() int {
	return 1 + len(b.Games) + len(b.Offers) + len(b.Messages) + len(b.Challenges)
}

// The same query with and without the fingerprints of the games to move.
var (
	InboxHasWithFingerprints = "SELECT (" + InboxToMove.Fingerprints + ")," + schema.SelectInboxHas
	InboxHasAlone            = "SELECT ''," + schema.SelectInboxHas
)

// Damage returns the first value that no game can have; nil if there is none.
func (r *GameRow) Damage() *models.DamageError {
	ongoing := r.Status == models.Ongoing
	damaged := func(column string, value any) *models.DamageError {
		return &models.DamageError{Game: r.ID, Column: column, Value: value}
	}
	switch {
	case r.Wrong != nil:
		return damaged(r.Wrong.Column, r.Wrong.Value)
	case !models.IsSeat(r.ToMove) && (ongoing || r.ToMove != rules.NoSeat):
		return damaged("to_move", r.ToMove)
	case !models.IsSeat(r.Winner) && r.Winner != rules.NoSeat:
		return damaged("winner", r.Winner)
	case !models.IsSeat(r.DrawBy) && r.DrawBy != rules.NoSeat:
		return damaged("draw_by", r.DrawBy)
	case !models.IsSeat(r.TakebackBy) && r.TakebackBy != rules.NoSeat:
		return damaged("takeback_by", r.TakebackBy)
	case r.Ply < 0 || r.Ply >= schema.TurnsOfGame:
		return damaged("ply", r.Ply)
	case ongoing && (r.DeadlineAt < 0 || r.DeadlineAt > models.LatestDeadline):
		return damaged("deadline_at", r.DeadlineAt)
	}
	if _, ok := pace.Parse(r.Pace); !ok && ongoing { // a turn would leave the next one no time
		return damaged("pace", r.Pace)
	}
	return nil
}

// Damage returns the first value that no game with its last turn can have; nil if there is none.
func (v *ViewedGame) Damage() *models.DamageError {
	if damage := v.Row.Damage(); damage != nil {
		return damage
	}
	if v.Last != nil && !models.IsSeat(v.Last.Seat) {
		return &models.DamageError{Game: v.Row.ID, Column: "the seat of the last turn", Value: v.Last.Seat}
	}
	return nil
}

// RefuseDamage makes the query of a damaged game fail; damage is nil for any other game.
func RefuseDamage(c *db.Columns, damage *models.DamageError) {
	if damage != nil {
		c.Refuse(damage)
	}
}

// WithoutDamaged returns the games of a new list that are not damaged, and logs the others. If no other game is left,
// the error is that of the first.
func (s *Store) WithoutDamaged(ctx context.Context, list []*ViewedGame) ([]*ViewedGame, error) {
	whole := list[:0]
	var first *models.DamageError
	for _, v := range list {
		damage := v.Damage()
		if damage == nil {
			whole = append(whole, v)
			continue
		}
		first = cmp.Or(first, damage)
		s.Log.ErrorContext(ctx, "a list leaves a game out", "error", damage)
	}
	if first != nil && len(whole) == 0 {
		return nil, first
	}
	return whole, nil
}

// Token returns the cached token with a hash, if it was read from this state of the database.
func (g *GameCache) Token(state int64, hash schema.TokenHash) (found schema.FoundToken, ok bool) {
	if state == 0 {
		return schema.FoundToken{}, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state != g.current {
		return schema.FoundToken{}, false
	}
	return g.Tokens.Get(hash)
}

// KeepToken caches a token that was read after state returned the given state; see keep.
func (g *GameCache) KeepToken(state int64, hash schema.TokenHash, found schema.FoundToken) {
	if state == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if state == g.current {
		g.Tokens.Put(hash, found)
	}
}

// OfferState compares an offer with the pending one of its kind.
func (r *GameRow) OfferState(seat rules.Seat, o schema.Offer) schema.OfferState {
	by, same := r.DrawBy, true
	if o.Kind == models.TakebackOffer {
		by, same = r.TakebackBy, r.TakebackTo == o.Ply
	}
	switch {
	case by == rules.NoSeat:
		return schema.NoOffer
	case by == seat && same:
		return schema.OwnOffer
	case by == seat:
		return schema.OwnOtherTerms
	case same:
		return schema.TheirOffer
	}
	return schema.TheirOtherTerms
}

// SetOffer sets who makes the offer; NoSeat removes it.
func (r *GameRow) SetOffer(by rules.Seat, o schema.Offer) {
	if o.Kind == models.TakebackOffer {
		r.TakebackBy, r.TakebackTo = by, o.Ply
	} else {
		r.DrawBy = by
		if by == rules.NoSeat && !r.Mover().IsHouse() {
			r.HouseAt = 0 // it has nothing to decide any more
		}
	}
}

// MayGoBackTo refuses plies that a takeback cannot return to.
func (r *GameRow) MayGoBackTo(ply int) error {
	switch {
	case r.Ply == 0:
		return models.Invalid("ply", "takeback_at_start", "game", r.ID)
	case ply < 0 || ply >= r.Ply:
		return models.Invalid("ply", "takeback_ply", "game", r.ID, "ply", r.Ply, "last", r.Ply-1)
	}
	return nil
}

// PlanLines validates the lines of a seat's plan on the row's position.
func (s *Store) PlanLines(row *GameRow, seat rules.Seat, lines []models.PlanLine) ([]models.PlanLine, error) {
	if row.ToMove == seat {
		e := models.Fail(models.CodeConflict, "plan_on_own_turn", "opponent", row.Side(seat.Other()).Name)
		e.Field = "plan"
		return nil, e
	}
	p, err := s.PositionOf(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return nil, err
	}
	return models.CheckPlan(s.RulesetByID[row.Ruleset], p, seat, lines)
}
