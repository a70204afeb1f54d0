package play

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// BeginGame stores a new game with its start as ply 0.
func BeginGame(tx *core.Tx, c *schema.ChallengeRow) (*core.GameRow, error) {
	id, err := tx.FreeID("games")
	if err != nil {
		return nil, err
	}
	row, err := NewGame(tx, c, id)
	if err != nil {
		return nil, err
	}
	if err := LoadSeats(tx, row); err != nil {
		return nil, err
	}
	return row, InsertGames(tx, row)
}

// NewGame returns the row of a game that a challenge begins, without what it takes from the players' rows.
func NewGame(tx *core.Tx, c *schema.ChallengeRow, id string) (*core.GameRow, error) {
	r, ok := tx.Store.RulesetByID[c.Ruleset]
	if !ok {
		return nil, fmt.Errorf("challenge %s: ruleset %q is not known", c.ID, c.Ruleset)
	}
	start, err := r.Start(c.Variant)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	pace, err := schema.ParsePace(c.Pace)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("challenge %s", c.ID), err)
	}
	left := pace.Initial().Milliseconds()
	row := &core.GameRow{
		ID: id, Ruleset: c.Ruleset, Variant: c.Variant, Version: r.Info(phrase.English).Version,
		First: schema.SeatRow{ID: c.ChallengerID, Left: left}, Second: schema.SeatRow{ID: *c.OpponentID, Left: left},
		Status: models.Ongoing, Position: start.String(), ToMove: start.ToMove(), Winner: rules.NoSeat,
		DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat, Terms: c.Terms, CreatedAt: tx.At, UpdatedAt: tx.At,
	}
	if c.Seat == rules.Second || (c.Seat == rules.NoSeat && drawLots()) {
		row.First, row.Second = row.Second, row.First
	}
	return row, nil
}

// GamesAtOnce is the number of games that one statement inserts.
const GamesAtOnce = 50

// InsertGames starts the clocks of new games and stores them. Those in which a bot plays are not rated.
func InsertGames(tx *core.Tx, rows ...*core.GameRow) error {
	for chunk := range slices.Chunk(rows, GamesAtOnce) {
		query, args := `INSERT INTO games (id, ruleset, variant, version, first_id, second_id,
			status, position, ply, to_move, to_move_id,
			pace, first_left, second_left, deadline_at, remind_at, hash, created_at, updated_at, applied_change,
			house_at, event_id, days_off, position_keys, `+schema.TermColumns("", models.GameTerms)+`,
			unrated_because, first_turns, second_turns) VALUES`, []any(nil)
		var starts []*models.Turn
		for i, row := range chunk {
			if i > 0 {
				query += ","
			}
			if row.First.IsBot() || row.Second.IsBot() {
				row.Unrated = true
			}
			query += " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?" +
				strings.Repeat(", ?", len(models.GameTerms)) + ", '', 0, 0)"
			start, err := tx.Store.PositionOf(row.Ruleset, row.Variant, row.Position)
			if err != nil {
				return err
			}
			row.AddKey(start.Key())
			starts = append(starts, startGame(tx, row))
			args = append(args, row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID,
				row.Status, row.Position, row.Ply, row.ToMove, row.ToMoveID,
				row.Pace, row.First.Left, row.Second.Left, row.DeadlineAt, row.RemindAt, row.Hash, row.CreatedAt, row.UpdatedAt,
				row.AppliedChange, row.HouseAt, row.EventID, row.ClockDays, row.PositionKeys)
			for _, term := range models.GameTerms {
				args = append(args, term.Stored(&row.Terms))
			}
		}
		numbers := make(map[string]int64, len(chunk))
		if err := db.Query(tx.DB, func(c *db.Columns) error {
			id := c.Text()
			numbers[id] = c.Number()
			return nil
		}, query+" RETURNING id, number", args...); err != nil {
			return err
		}
		for i, row := range chunk {
			row.Number = numbers[row.ID]
			if err := tx.InsertTurn(row, starts[i]); err != nil {
				return err
			}
			if err := tx.QueueHouse(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// startGame starts the clock of a new game, and returns its start as ply 0.
func startGame(tx *core.Tx, row *core.GameRow) *models.Turn {
	row.ToMoveID = row.Mover().ID
	row.StartClock(tx.At)
	tx.NoteHouse(row)
	turn := &models.Turn{Seat: rules.NoSeat, Occurrence: 1, Position: row.Position, Events: []rules.Event{}, At: tx.Now}
	if row.HouseSeat() != rules.NoSeat && tx.IsMail() {
		turn.Via = models.ViaMail // so that the first turn of the house is mailed at once
	}
	turn.Hash = schema.TurnHash(core.SeedHash(row), row.ID, turn)
	row.Hash = turn.Hash
	return turn
}

// LoadSeats sets the fields of new games that belong to their players.
func LoadSeats(tx *core.Tx, rows ...*core.GameRow) error {
	var ids []int64
	for _, row := range rows {
		ids = append(ids, row.First.ID, row.Second.ID)
	}
	slices.Sort(ids)
	var players []struct {
		Player     schema.PlayerRow `gorm:"embedded"`
		LastChange int64
	}
	err := tx.Raw("SELECT *, (SELECT COALESCE(MAX(id), 0) FROM bulk_changes) AS last_change FROM players WHERE id IN ?",
		slices.Compact(ids)).Scan(&players).Error
	if err != nil {
		return err
	}
	for _, found := range players {
		p := found.Player
		if p.DeletedAt != 0 { // after the request arrived, before this transaction
			return models.Fail(models.CodeNotFound, "player_gone", "name", p.Name)
		}
		for _, row := range rows {
			at := row.Seat(p.ID)
			if at == rules.NoSeat {
				continue
			}
			row.AppliedChange = found.LastChange // read with the players' periods
			seat := row.Side(at)
			seat.Name, seat.Email, seat.Settings, seat.Zone = p.Name, p.Email, p.Settings, p.TimeZone
			row.ReadAway(seat, p.AwayFrom, p.AwayUntil)
			seat.RestRow = p.RestRow
		}
	}
	return nil
}

// drawLots flips a fair coin.
func drawLots() bool {
	var b [1]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return b[0]&1 == 1
}

// selectGamesToPlay includes the numbers of related rows, so that a turn does not look for plans and notices that do
// not exist.
var selectGamesToPlay = core.SelectGameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + notice.TurnKindList + `))` +
	schema.FromGames + "WHERE g.id"

// LoadGameToPlay loads a game for a turn.
func LoadGameToPlay(tx *core.Tx, id string) (*core.GameRow, error) {
	if tx.Preloaded != nil {
		row := tx.Preloaded.Games[id]
		if row == nil || row.Pending != 0 || row.PositionKeys == nil {
			// locked, earlier in the batch, or to be changed or moved first
			return nil, db.ErrNeedsOwnTx
		}
		delete(tx.Preloaded.Games, id)
		return row, nil
	}
	rows, err := loadGamesToPlay(tx, []string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.MoveTurns(rows[0]); err != nil {
		return nil, err
	}
	return rows[0], applyPending(tx, rows[0])
}

// loadGamesToPlay loads games for turns. If the database locks rows, it skips those of several games that other
// transactions have locked; for one game, PostgreSQL may wait for the lock. The related rows are as old as the query,
// so they are read after the lock was obtained.
func loadGamesToPlay(tx *core.Tx, ids []string, locked string) (rows []*core.GameRow, err error) {
	which, args := " = ?", []any{ids[0]}
	free := map[string]bool{ids[0]: true}
	if tx.IsPostgres() {
		which, args = " = ANY(?)", []any{ids}
		free, err = lockGames(tx, ids, locked)
	}
	if err == nil {
		err = tx.Defer(db.Deferred{Query: selectGamesToPlay + which, Args: args, Take: func(c *db.Columns) error {
			game := &core.GameRow{}
			game.Take(c)
			game.Related = &schema.RelatedRows{Plans: int(c.Number()), Notice: c.Number()}
			if free[game.ID] {
				rows = append(rows, game)
			}
			return nil
		}})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// PreloadGames locks and loads the games of a batch of turns that PostgreSQL commits together, except those that
// other transactions have locked.
func (s *Store) PreloadGames(tx *db.Tx, ids []string) (any, error) {
	preloaded := &core.PreloadedGames{Heartbeat: models.Millis(s.LastHeartbeat.Load())}
	rows, err := loadGamesToPlay(s.NewTx(tx), ids, " SKIP LOCKED")
	preloaded.Games = make(map[string]*core.GameRow, len(rows))
	for _, row := range rows {
		preloaded.Games[row.ID] = row
	}
	return preloaded, err
}
