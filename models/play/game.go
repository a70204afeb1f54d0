package play

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/bounded"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/panics"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
)

// Game returns a game with its last turn.
// Errors: CodeNotFound.
func (s *Store) Game(ctx context.Context, id string) (*models.Game, error) {
	games, err := s.ViewGames(ctx, core.SelectGameAndTurn+"WHERE g.id = ?", id)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, noGame(id)
	}
	return games[0], s.addRematch(ctx, games[0])
}

// ShowViewed is Game for one whose row was read with other data, without its ratings.
func (s *Store) ShowViewed(ctx context.Context, v *core.ViewedGame) (*models.Game, error) {
	list := []*core.ViewedGame{v}
	if err := s.Snapshot(ctx).addRatings(list); err != nil {
		return nil, err
	}
	g := GamesAt(models.ToMillis(s.Clock()), list)[0]
	return g, s.addRematch(ctx, g)
}

// addRematch sets the open challenge to a rematch of a finished game.
func (s *Store) addRematch(ctx context.Context, g *models.Game) error {
	if g.Status == models.Ongoing {
		return nil
	}
	rematch, err := schema.LoadRematch(s.Read(ctx), g.ID, "")
	if rematch != nil {
		g.Rematch = rematch.ID
	}
	return err
}

// GameAt returns a game with the position and last turn of an earlier ply. All other fields are current, and so is the
// returned ply.
// Errors: CodeNotFound, CodeInvalid for a ply that does not exist.
func (s *Store) GameAt(ctx context.Context, id string, ply int) (g *models.Game, current int, err error) {
	if g, err = s.Game(ctx, id); err != nil {
		return nil, 0, err
	}
	current = g.Ply
	if ply == current {
		return g, current, nil
	}
	var rows []schema.TurnRow
	err = s.Read(ctx).Raw("SELECT * FROM game_turns WHERE game_id = ? AND ply = ?", id, ply).Scan(&rows).Error
	if err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 {
		return nil, 0, models.Invalid("ply", "no_ply", "game", id, "last", g.Ply)
	}
	p, err := s.PositionOf(g.Ruleset, g.Variant, rows[0].Position)
	if err != nil {
		return nil, 0, err
	}
	g.Position, g.Ply, g.ToMove, g.LastTurn = rows[0].Position, ply, p.ToMove(), nil
	if ply > 0 {
		turn := rows[0].AsTurn()
		g.LastTurn = &turn
	}
	return g, current, nil
}

// LogKind is the kind of an event of a game other than a turn.
type LogKind string

// The kinds of log entries.
const (
	LogOutage      LogKind = "outage"       // time credited to Seat
	LogMailDelay   LogKind = "mail_delay"   // time credited to Seat
	LogTakeback    LogKind = "takeback"     // the turns that were taken back; Seat offered it
	LogMailFailing LogKind = "mail_failing" // mail does not reach Seat
	LogAway        LogKind = "away"         // the period in which Seat's clock is stopped, or "" when it runs again

	LogDrawDeclined     LogKind = "draw_declined"     // by Seat
	LogTakebackDeclined LogKind = "takeback_declined" // by Seat
)

// LogEntry is one entry of a game's log.
type LogEntry struct {
	ID    int64
	At    time.Time
	Ply   int // of the game at that time
	Kind  LogKind
	Seat  rules.Seat
	Back  time.Duration   // time credited, for LogOutage and LogMailDelay
	Turns []string        // turns taken back, for LogTakeback
	Away  models.Vacation // for LogAway; zero: the vacation ended or was cancelled
}

type logRow struct {
	ID     int64
	At     models.Millis
	Ply    int
	Kind   LogKind
	Seat   rules.Seat
	Detail logDetail
}

// logDetail is the detail of an entry: JSON in the database.
type logDetail struct {
	Back  int64       `json:"back,omitempty"`  // milliseconds, for LogOutage and LogMailDelay
	Turns []string    `json:"turns,omitempty"` // for LogTakeback
	Away  schema.Away `json:"away,omitzero"`   // for LogAway
}

// Value implements driver.Valuer.
func (d logDetail) Value() (driver.Value, error) { return models.EncodedJSON(d) }

// Scan implements sql.Scanner.
func (d *logDetail) Scan(value any) error { return models.ScanJSON(value, d) }

// GivenBack returns the detail for credited time.
func GivenBack(d time.Duration) logDetail { return logDetail{Back: d.Milliseconds()} }

func (r logRow) entry() LogEntry {
	return LogEntry{
		ID: r.ID, At: r.At.Time(), Ply: r.Ply, Kind: r.Kind, Seat: r.Seat,
		Back: time.Duration(r.Detail.Back) * time.Millisecond, Turns: r.Detail.Turns, Away: r.Detail.Away.Vacation(),
	}
}

// LogGame adds a line to the log of a game.
func LogGame(tx *core.Tx, row *core.GameRow, kind LogKind, seat rules.Seat, detail logDetail) error {
	text, err := detail.Value()
	if err != nil {
		return err
	}
	return tx.DeferExec("INSERT INTO game_log (game_id, ply, at, kind, seat, detail) VALUES (?, ?, ?, ?, ?, ?)",
		row.ID, row.Ply, tx.At, kind, seat, text)
}

// GameLog lists the events of a game other than turns, oldest first, after an entry; 0 starts at the first.
// Errors: CodeNotFound.
func (s *Store) GameLog(ctx context.Context, id string, after int64, limit int) ([]LogEntry, error) {
	if err := s.bringUpToDate(ctx, id); err != nil {
		return nil, err
	}
	list := []LogEntry{}
	err := db.Query(s.Read(ctx), func(c *db.Columns) error {
		r := logRow{ID: c.Number(), At: schema.Millis(c), Ply: int(c.Number())}
		r.Kind, r.Seat = LogKind(c.Text()), rules.Seat(c.Number())
		if err := r.Detail.Scan(c.Text()); err != nil {
			return err
		}
		if !models.IsSeat(r.Seat) {
			s.Log.ErrorContext(ctx, "a log leaves an entry out", "error",
				&models.DamageError{Game: id, Column: "the seat of a log entry", Value: r.Seat})
			return nil
		}
		list = append(list, r.entry())
		return nil
	}, `SELECT id, at, ply, kind, seat, detail FROM game_log
		WHERE game_id = ? AND id > ? ORDER BY id`+db.Limit(limit), id, after)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// AddDeclined sets the offer that was declined, if that is the last event of a game since its last turn and no other
// offer waits.
func (s *Store) AddDeclined(ctx context.Context, g *models.Game) error {
	if g.Offers == 0 || g.Status != models.Ongoing || g.DrawBy != rules.NoSeat || g.TakebackBy != rules.NoSeat {
		return nil
	}
	return db.Query(s.Read(ctx), func(c *db.Columns) error {
		kind, by, ply := LogKind(c.Text()), rules.Seat(c.Number()), int(c.Number())
		for offer, declined := range declinedKinds {
			if kind == declined && ply == g.Ply && models.IsSeat(by) {
				g.Declined = models.DeclinedOffer{Offer: offer, By: by}
			}
		}
		return nil
	}, "SELECT kind, seat, ply FROM game_log WHERE game_id = ? ORDER BY id DESC LIMIT 1", g.ID)
}

// declinedKinds maps offers to the entries of the log about declining them.
var declinedKinds = map[models.OfferKind]LogKind{
	models.DrawOffer: LogDrawDeclined, models.TakebackOffer: LogTakebackDeclined,
}

// GameNumber returns the number of a game.
func (s *Store) GameNumber(ctx context.Context, id string) (number int64, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error { number = c.Number(); return nil },
		"SELECT number FROM games WHERE id = ?", id)
	if err == nil && number == 0 {
		err = noGame(id)
	}
	return number, err
}

// LoadGames loads rows by a query that starts with SelectGame.
func LoadGames(from *gorm.DB, query string, args ...any) (list []core.GameRow, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, core.GameRow{})
		list[len(list)-1].Take(c)
		return nil
	}, query, args...)
	return list, err
}

// Rereads is the maximum number of attempts to read a row whose bulk changes are applied between two reads.
const Rereads = 5

// LoadGame loads a game for reading.
func LoadGame(from *gorm.DB, id string) (*core.GameRow, error) {
	rows, err := loadToShow(from, "WHERE g.id = ?", id)
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, noGame(id)
	}
	return &rows[0], nil
}

// loadToShow loads games for reading.
func loadToShow(from *gorm.DB, where string, args ...any) (rows []core.GameRow, err error) {
	for range Rereads {
		if rows, err = LoadGames(from, core.SelectGame+where, args...); err != nil {
			return nil, err
		}
		ok := true
		for i := 0; ok && i < len(rows); i++ {
			if ok, err = rows[i].ShowChanges(from); err != nil {
				return nil, err
			}
		}
		if ok {
			return rows, nil
		}
	}
	return nil, ErrChanging(rows[0].ID)
}

// ErrChanging is the error for a game that changed during every attempt to read it.
func ErrChanging(id string) error { return fmt.Errorf("game %s changes faster than it is read", id) }

// LockGame loads and locks a game for a change.
func LockGame(tx *core.Tx, id string) (*core.GameRow, error) {
	rows, err := loadLocked(tx, []string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.MoveTurns(&rows[0]); err != nil {
		return nil, err
	}
	return &rows[0], applyPending(tx, &rows[0])
}

// loadLocked locks games and loads them as stored. locked tells PostgreSQL to wait for locks or to skip locked games.
func loadLocked(tx *core.Tx, ids []string, locked string) (rows []core.GameRow, err error) {
	if !tx.IsPostgres() {
		for _, id := range ids {
			found, err := LoadGames(tx.DB, core.SelectGame+"WHERE g.id = ?", id)
			if err != nil {
				return nil, err
			}
			rows = append(rows, found...)
		}
		return rows, nil
	}
	free, err := lockGames(tx, ids, locked)
	if err == nil {
		err = tx.Defer(db.Deferred{
			Query: core.SelectGame + "WHERE g.id = ANY(?)", Args: []any{ids},
			Take: func(c *db.Columns) error {
				var game core.GameRow
				if game.Take(c); free[game.ID] {
					rows = append(rows, game)
				}
				return nil
			},
		})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// lockGames locks games on PostgreSQL, in the order that all transactions use. The statement is deferred: the returned
// map holds the locked games once a later statement has returned. Data read with a game must be as new as its lock.
func lockGames(tx *core.Tx, ids []string, locked string) (free map[string]bool, err error) {
	free = map[string]bool{}
	return free, tx.Defer(db.Deferred{
		Query: "SELECT id FROM games WHERE id = ANY(?) ORDER BY id FOR NO KEY UPDATE" + locked, Args: []any{ids},
		Take: func(c *db.Columns) error {
			free[c.Text()] = true
			return nil
		},
	})
}

func noGame(id string) error {
	return models.Fail(models.CodeNotFound, "no_game", "game", visible.Clip(id, 20))
}

// TakeViewed takes the columns of SelectViewColumns. It returns nil if all of them are NULL.
func TakeViewed(c *db.Columns) *core.ViewedGame {
	if c.IsNull() {
		c.Skip(len(core.ViewColumns) + len(schema.LastTurnColumns))
		return nil
	}
	v := &core.ViewedGame{}
	r := &v.Row
	for i := range core.ViewColumns {
		core.ViewColumns[i].Take(r, c)
	}
	v.ListedAt = r.UpdatedAt
	v.TakeLast(c)
	r.Wrong = c.TypeError()
	return v
}

// ViewGames loads games with their last turns by a query that starts with SelectGameAndTurn. Games of one
// state of the database share their last turns, which must not be modified.
func (s *Store) ViewGames(ctx context.Context, query string, args ...any) ([]*models.Game, error) {
	return s.Snapshot(ctx).games(query, args...)
}

// Snapshot reads games. Everything it returns is at least as new as its start.
type Snapshot struct {
	*Store
	Ctx   context.Context
	state int64 // of the database, for the cache of games
}

// Snapshot returns a reader of the present state of the games.
func (s *Store) Snapshot(ctx context.Context) Snapshot {
	return Snapshot{s, ctx, s.GameCache.State(ctx)}
}

func (l Snapshot) games(query string, args ...any) ([]*models.Game, error) {
	list, err := l.viewed(query, args...)
	return GamesAt(models.ToMillis(l.Clock()), list), err
}

// viewed reads games, or returns the result of the same query on the same state.
func (l Snapshot) viewed(query string, args ...any) ([]*core.ViewedGame, error) {
	list, ok := l.GameCache.Find(l.state, query, args)
	if !ok {
		var err error
		if list, err = l.readGames(query, args...); err != nil {
			return nil, err
		}
		l.GameCache.Keep(l.state, query, args, list)
	}
	return list, nil
}

// readGames reads games by a query that starts with SelectGameAndTurn and may have the fingerprint as one more column.
func (l Snapshot) readGames(query string, args ...any) (list []*core.ViewedGame, err error) {
	for range Rereads {
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
	return nil, ErrChanging(list[0].Row.ID)
}

// readStored reads games as stored.
func (l Snapshot) readStored(query string, args []any) (list []*core.ViewedGame, err error) {
	err = db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		game := TakeViewed(c)
		if c.More() {
			game.Fingerprint = c.Text()
		}
		list = append(list, game)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return l.WithoutDamaged(l.Ctx, list)
}

// ShowChanges applies pending bulk changes to games. ok is false if the rows must be read again.
func (l Snapshot) showChanges(list []*core.ViewedGame) (ok bool, err error) {
	for _, game := range list {
		if ok, err := game.Row.ShowChanges(l.Read(l.Ctx)); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// addRatings reads the ratings of the rated games of a list.
func (l Snapshot) addRatings(list []*core.ViewedGame) error {
	games := map[string]*core.ViewedGame{}
	var ids []any
	for _, v := range list {
		if v.Row.Status != models.Ongoing && v.Row.UnratedBecause == "" {
			games[v.Row.ID] = v
			ids = append(ids, v.Row.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		v, seat := games[c.Text()], rules.Seat(c.Number())
		if !models.IsSeat(seat) {
			l.Log.ErrorContext(l.Ctx, "a rating is left out", "error",
				&models.DamageError{Game: v.Row.ID, Column: "the seat of a rating", Value: seat})
			return nil
		}
		v.Ratings[seat] = models.RatingChange{Before: schema.TakeRating(c), After: schema.TakeRating(c)}
		return nil
	}, account.SelectGameRatings+schema.RowsOf(len(ids), 1), ids...)
}

// GamesAt returns games with their clocks at an instant.
func GamesAt(now models.Millis, list []*core.ViewedGame) []*models.Game {
	games, all := make([]*models.Game, len(list)), make([]models.Game, len(list))
	for i := range list {
		list[i].Row.Show(&all[i], now)
		all[i].LastTurn, all[i].Ratings = list[i].Last, list[i].Ratings
		games[i] = &all[i]
	}
	return games
}

// maxCachedGames is the maximum number of games in each of the two caches, about 1 kB each.
const maxCachedGames = 1000

// NewGameCache returns the cache of a store on SQLite.
func NewGameCache(of *db.DB) *core.GameCache {
	return &core.GameCache{
		DB:      of,
		Inboxes: bounded.New[int64](maxCachedGames, (*core.CachedInbox).Size),
		Lists:   bounded.New[schema.CachedQuery](maxCachedGames, func(list []*core.ViewedGame) int { return len(list) + 1 }),
		Tokens:  bounded.New[schema.TokenHash, schema.FoundToken](account.MaxCachedTokens, nil),
	}
}

// OneGame reads a game with its fingerprint.
var OneGame = core.NewGameList("WHERE g.id = ?").WithFingerprints

// MaxRereadGames is the maximum number of changed games that are read one by one; if more changed, the whole list is
// read.
const MaxRereadGames = 10

// list reads a list of games and reuses the known ones that have not changed.
func (l Snapshot) list(list schema.GameList, known []*core.ViewedGame, args ...any) ([]*core.ViewedGame, error) {
	fingerprints := ""
	if len(known) > 0 {
		take := func(c *db.Columns) error { fingerprints = c.Text(); return nil }
		if err := db.Query(l.Read(l.Ctx), take, list.Fingerprints, args...); err != nil {
			return nil, err
		}
	}
	return l.listByFingerprints(list, fingerprints, known, args...)
}

// listByFingerprints reads a list of games whose fingerprints are known; "" means that they are not.
func (l Snapshot) listByFingerprints(
	list schema.GameList, fingerprints string, known []*core.ViewedGame, args ...any,
) ([]*core.ViewedGame, error) {
	if fingerprints != "" {
		games, ok, err := l.gamesByFingerprints(fingerprints, known)
		if ok || err != nil {
			return games, err
		}
	}
	query := list.WithFingerprints
	if l.state == 0 {
		query = list.Whole
	}
	games, err := l.readGames(query, args...)
	if models.IsDamage(err) { // no other game is left
		return nil, nil
	}
	return games, err
}

// gamesByFingerprints returns the games with the given fingerprints; ok is false if too many are unknown, or one
// changed meanwhile.
func (l Snapshot) gamesByFingerprints(
	fingerprints string, known []*core.ViewedGame,
) (games []*core.ViewedGame, ok bool, err error) {
	lines := strings.Split(fingerprints, "\n")
	games = make([]*core.ViewedGame, len(lines))
	anew, next := 0, 0
	for i, fingerprint := range lines {
		if games[i], next = knownGame(known, next, fingerprint); games[i] == nil {
			anew++
		}
	}
	if anew > MaxRereadGames {
		return nil, false, nil
	}
	for i, fingerprint := range lines {
		if games[i] != nil {
			continue
		}
		id, _, _ := strings.Cut(fingerprint, "|")
		read, err := l.readGames(OneGame, id)
		if models.IsDamage(err) { // the whole list leaves it out
			return nil, false, nil
		}
		if err != nil || len(read) == 0 || read[0].Fingerprint != fingerprint {
			return nil, false, err
		}
		games[i] = read[0]
	}
	return games, true, nil
}

// knownGame finds the game with a fingerprint and returns it, or nil, with the index at which to look for the next one.
// It tries the index next first.
func knownGame(known []*core.ViewedGame, next int, fingerprint string) (*core.ViewedGame, int) {
	if next < len(known) && known[next].Fingerprint == fingerprint {
		return known[next], next + 1
	}
	if i := slices.IndexFunc(known, func(g *core.ViewedGame) bool { return g.Fingerprint == fingerprint }); i >= 0 {
		return known[i], i + 1
	}
	return nil, next
}

// The rows of a list are read by several connections at the same time, a few each. Each row is on another page of a
// large database: one connection would wait for one page after the other.
const (
	listReaders = 4
	ListPart    = 5 // rows that one query reads; the text of the query is the same for fewer
)

// selectListPart reads games by their numbers.
var selectListPart = core.SelectGameAndTurn + "WHERE g.number IN (?" + strings.Repeat(", ?", ListPart-1) + ")"

// ListEntry is a game of a list.
type ListEntry struct {
	number int64
	at     models.Millis // of its last change, by which the list is ordered
}

// listed reads the games that a query lists by their numbers and times, in its order, or returns the result of the same
// query on the same state. A game that changes meanwhile may be newer than its place in the list.
func (l Snapshot) listed(query string, args ...any) ([]*core.ViewedGame, error) {
	list, ok := l.GameCache.Find(l.state, query, args)
	if ok {
		return list, nil
	}
	var entries []ListEntry
	err := db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		entries = append(entries, ListEntry{c.Number(), schema.Millis(c)})
		return nil
	}, query, args...)
	if err == nil {
		list, err = l.ReadListed(entries)
	}
	if err == nil {
		l.GameCache.Keep(l.state, query, args, list)
	}
	return list, err
}

// ReadListed reads the games of a list.
func (l Snapshot) ReadListed(entries []ListEntry) ([]*core.ViewedGame, error) {
	parts := slices.Collect(slices.Chunk(entries, ListPart))
	lists, errs := make([][]*core.ViewedGame, len(parts)), make([]error, len(parts))
	var next atomic.Int64
	read := func() {
		for i := next.Add(1) - 1; int(i) < len(parts); i = next.Add(1) - 1 {
			errs[i] = panics.Recover(func() (err error) { lists[i], err = l.readListPart(parts[i]); return err })
		}
	}
	var all sync.WaitGroup
	for range min(listReaders, len(parts)) - 1 {
		all.Go(read)
	}
	read()
	all.Wait()
	return slices.Concat(lists...), errors.Join(errs...)
}

// readListPart reads up to ListPart games of a list.
func (l Snapshot) readListPart(part []ListEntry) ([]*core.ViewedGame, error) {
	numbers := make([]any, ListPart)
	for i := range numbers {
		numbers[i] = part[min(i, len(part)-1)].number
	}
	read, err := l.readGames(selectListPart, numbers...)
	if err != nil && !models.IsDamage(err) {
		return nil, err
	}
	list := make([]*core.ViewedGame, 0, len(part))
	for _, entry := range part {
		i := slices.IndexFunc(read, func(v *core.ViewedGame) bool { return v.Row.Number == entry.number })
		if i < 0 {
			continue // it is gone, as no game that is over can be
		}
		read[i].ListedAt = entry.at
		list = append(list, read[i])
	}
	return list, nil
}
