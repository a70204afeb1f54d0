package play

import (
	"context"
	"database/sql/driver"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
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
	return games[0], s.AddRematch(ctx, games[0])
}

// AddRematch sets the open challenge to a rematch of a finished game.
func (s *Store) AddRematch(ctx context.Context, g *models.Game) error {
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
