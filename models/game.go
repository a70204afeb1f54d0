package models

import (
	"context"
	"database/sql/driver"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/rating"
	"turnpost/rules"
)

// Status is the state of a game.
type Status string

// The states of games.
const (
	Ongoing  Status = "ongoing"
	Finished Status = "finished"
	Aborted  Status = "aborted"
)

// PlayerRef identifies a player of a game.
type PlayerRef struct {
	ID   int64
	Name string
}

// Game is the current state of one match.
type Game struct {
	ID               string
	Ruleset, Variant string
	Version          int          // of the ruleset
	Players          [2]PlayerRef // by seat
	Status           Status
	Position         string
	Ply              int
	ToMove           rules.Seat
	Result           rules.Result // zero while ongoing
	Pace             pace.Pace
	Deadline         time.Time        // zero once the game is over
	Left             [2]time.Duration // by seat
	Away             [2]time.Time     // by seat: until when the player is away; zero if not
	// DaysOff is by seat, of an ongoing game: the days off of the running clock, and those that the other player has.
	DaysOff        [2]calendar.DaysOff
	AutoVacation   [2]bool    // by seat: a vacation begins by itself when the player's time runs out
	NoVacation     bool       // vacations do not stop the clocks
	DrawBy         rules.Seat // who has offered a draw, or NoSeat
	TakebackBy     rules.Seat // who has offered a takeback, or NoSeat
	TakebackTo     int        // the ply that the takeback returns to
	Takebacks      int        // number of takebacks so far; with Ply it identifies the state
	Offers         int        // number of offers of draws and takebacks so far
	Unread         [2]int     // by seat: number of messages that the player has not marked as read
	LastTurn       *Turn      // nil at ply 0
	Event          string     // ID of the event that it belongs to; "" for none
	CreatedAt      time.Time
	UpdatedAt      time.Time
	FinishedAt     time.Time       // zero while ongoing
	Rated          bool            // it is or, while it is ongoing, is to be rated
	UnratedBecause rating.Cause    // "" if it is or is to be rated
	Ratings        [2]RatingChange // by seat, of a rated game; zero for a player who was deleted
	HideRating     [2]bool         // by seat: others do not see the player's ratings
	// Rematch is the open challenge to a rematch of a finished game that was loaded by itself; "" if there is none or
	// it was accepted.
	Rematch string
	// Withheld: the message with a turn was not delivered, because the operator has muted the player.
	Withheld bool
}

// SeatOf returns the player's seat, or NoSeat.
func (g *Game) SeatOf(player int64) rules.Seat {
	for seat, p := range g.Players {
		if p.ID == player {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// Game returns a game with its last turn.
// Errors: CodeNotFound.
func (s *Store) Game(ctx context.Context, id string) (*Game, error) {
	games, err := s.viewGames(ctx, selectGameAndTurn+"WHERE g.id = ?", id)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, noGame(id)
	}
	return games[0], s.addRematch(ctx, games[0])
}

// addRematch sets the open challenge to a rematch of a finished game.
func (s *Store) addRematch(ctx context.Context, g *Game) error {
	if g.Status == Ongoing {
		return nil
	}
	rematch, err := loadRematch(s.read(ctx), g.ID, "")
	if rematch != nil {
		g.Rematch = rematch.ID
	}
	return err
}

// GameAt returns a game with the position and last turn of an earlier ply. All other fields are current, and so is the
// returned ply.
// Errors: CodeNotFound, CodeInvalid for a ply that does not exist.
func (s *Store) GameAt(ctx context.Context, id string, ply int) (g *Game, current int, err error) {
	if g, err = s.Game(ctx, id); err != nil {
		return nil, 0, err
	}
	current = g.Ply
	if ply == current {
		return g, current, nil
	}
	var rows []turnRow
	err = s.read(ctx).Raw("SELECT * FROM game_turns WHERE game_id = ? AND ply = ?", id, ply).Scan(&rows).Error
	if err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 {
		return nil, 0, invalid("ply", "no_ply", "game", id, "last", g.Ply)
	}
	p, err := s.position(g.Ruleset, g.Variant, rows[0].Position)
	if err != nil {
		return nil, 0, err
	}
	g.Position, g.Ply, g.ToMove, g.LastTurn = rows[0].Position, ply, p.ToMove(), nil
	if ply > 0 {
		turn := rows[0].turn()
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
)

// LogEntry is one entry of a game's log.
type LogEntry struct {
	ID    int64
	At    time.Time
	Ply   int // of the game at that time
	Kind  LogKind
	Seat  rules.Seat
	Back  time.Duration // time credited, for LogOutage and LogMailDelay
	Turns []string      // turns taken back, for LogTakeback
	Away  Vacation      // for LogAway; zero: the vacation ended or was cancelled
}

type logRow struct {
	ID     int64
	At     Millis
	Ply    int
	Kind   LogKind
	Seat   rules.Seat
	Detail logDetail
}

// logDetail is the detail of an entry: JSON in the database.
type logDetail struct {
	Back  int64    `json:"back,omitempty"`  // milliseconds, for LogOutage and LogMailDelay
	Turns []string `json:"turns,omitempty"` // for LogTakeback
	Away  away     `json:"away,omitzero"`   // for LogAway
}

// Value implements driver.Valuer.
func (d logDetail) Value() (driver.Value, error) { return encodedJSON(d) }

// Scan implements sql.Scanner.
func (d *logDetail) Scan(value any) error { return scanJSON(value, d) }

// givenBack returns the detail for credited time.
func givenBack(d time.Duration) logDetail { return logDetail{Back: d.Milliseconds()} }

func (r logRow) entry() LogEntry {
	return LogEntry{
		ID: r.ID, At: r.At.Time(), Ply: r.Ply, Kind: r.Kind, Seat: r.Seat,
		Back: time.Duration(r.Detail.Back) * time.Millisecond, Turns: r.Detail.Turns, Away: r.Detail.Away.vacation(),
	}
}

func (tx *Tx) logGame(row *gameRow, kind LogKind, seat rules.Seat, detail logDetail) error {
	text, err := detail.Value()
	if err != nil {
		return err
	}
	return tx.DeferExec("INSERT INTO game_log (game_id, ply, at, kind, seat, detail) VALUES (?, ?, ?, ?, ?, ?)",
		row.ID, row.Ply, tx.at, kind, seat, text)
}

// GameLog lists the events of a game other than turns, oldest first, after an entry; 0 starts at the first.
// Errors: CodeNotFound.
func (s *Store) GameLog(ctx context.Context, id string, after int64, limit int) ([]LogEntry, error) {
	if err := s.bringUpToDate(ctx, id); err != nil {
		return nil, err
	}
	list := []LogEntry{}
	err := db.Query(s.read(ctx), func(c *db.Columns) error {
		r := logRow{ID: c.Number(), At: millis(c), Ply: int(c.Number())}
		r.Kind, r.Seat = LogKind(c.Text()), rules.Seat(c.Number())
		if err := r.Detail.Scan(c.Text()); err != nil {
			return err
		}
		if !isSeat(r.Seat) {
			s.log.ErrorContext(ctx, "a log leaves an entry out", "error", &damageError{id, "the seat of a log entry", r.Seat})
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

// gameNumber returns the number of a game.
func (s *Store) gameNumber(ctx context.Context, id string) (number int64, err error) {
	err = db.Query(s.read(ctx), func(c *db.Columns) error { number = c.Number(); return nil },
		"SELECT number FROM games WHERE id = ?", id)
	if err == nil && number == 0 {
		err = noGame(id)
	}
	return number, err
}
