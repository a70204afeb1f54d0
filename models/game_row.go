package models

import (
	"fmt"
	"time"

	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/pace"
	"turnpost/models/rating"
	"turnpost/models/visible"
	"turnpost/rules"
)

type gameRow struct {
	Number                           int64 // of the game, in the order of beginnings: see turnID
	ID                               string
	Ruleset, Variant                 string
	Version                          int
	First                            seatRow `gorm:"embedded;embeddedPrefix:first_"`
	Second                           seatRow `gorm:"embedded;embeddedPrefix:second_"`
	Status                           Status
	Position                         string
	Ply                              int
	ToMove                           rules.Seat
	ToMoveID                         int64
	Winner                           rules.Seat
	Reason                           string
	Pace                             string
	DeadlineAt, RemindAt             Millis
	DrawBy                           rules.Seat // who has offered a draw
	TakebackBy                       rules.Seat // who has offered a takeback
	TakebackTo                       int        // the ply that the takeback returns to
	Takebacks                        int        // number so far
	Offers                           int        // number so far
	Hash                             []byte     // of the last turn
	Last                             lastTurn   `gorm:"embedded;embeddedPrefix:last_"` // only checks load it
	CreatedAt, UpdatedAt, FinishedAt Millis
	DaysOff                          string         // by which the running clock counts: see readClockDays
	HouseAt                          Millis         // when the house is to act, or its lease ends; 0: it is not
	EventID                          string         // "" if it belongs to no event
	Vacation                         int64          // 1 if vacations stop its clocks
	Rated                            int64          // 1 if the players agreed on a rated game
	UnratedBecause                   rating.Cause   // once the game is over
	AppliedChange                    int64          // the last bulk change that the row contains
	PositionKeys                     []byte         // see addKey; empty once the game is over, and nil until moveTurns
	timedOut                         bool           // it ends because the side to move is out of time
	absence                          int64          // the number of the absence in which it was lost by time
	absent                           int64          // the number of the absence of the player to move; 0 for none
	pending                          int64          // the last one that it does not contain; 0 for none
	waiting                          *pendingNotice // nil if there is none, or it was not loaded
	related                          *relatedRows   // nil if it was not loaded
	wrong                            *db.TypeError  // of the first value that is not of its column's type, or nil
}

// seatRow is the part of a game's row about a seat: the player, their clock and their mail.
type seatRow struct {
	ID                  int64 // of the player
	Name, Email         string
	Settings, Zone      string
	AwayFrom, AwayUntil Millis // 0 if vacations do not stop the game's clocks
	awayUnknown         bool   // the stored period is one that no player can have
	Left                int64  // milliseconds for the seat's turn at its start
	Unread              int    // number of messages
	Turns               int    // number of turns; -1 if they must be counted
	HideRating          int64  // 1 if others do not see the player's ratings
	DaysOff             string // of the player: "sat,sun"; "" for none
	AutoVacation        int64  // 1 if a vacation begins by itself when time runs out
}

// loadGames loads rows by a query that starts with selectGame.
func loadGames(from *gorm.DB, query string, args ...any) (list []gameRow, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, gameRow{})
		list[len(list)-1].take(c)
		return nil
	}, query, args...)
	return list, err
}

// game returns the view of a row; now determines the clock of the side to move.
func (r *gameRow) game(now Millis) *Game {
	g := &Game{}
	r.show(g, now)
	return g
}

// show sets the fields of a new view, each in its place: a Game is large, and copies of it are a large part of what a
// list costs.
func (r *gameRow) show(g *Game, now Millis) {
	g.ID, g.Ruleset, g.Variant, g.Version, g.Event = r.ID, r.Ruleset, r.Variant, r.Version, r.EventID
	g.Players[rules.First], g.Players[rules.Second] = r.First.ref(), r.Second.ref()
	g.Status, g.Position, g.Ply, g.ToMove, g.Pace = r.Status, r.Position, r.Ply, r.ToMove, r.pace()
	g.DrawBy, g.TakebackBy, g.Takebacks, g.Offers = r.DrawBy, rules.NoSeat, r.Takebacks, r.Offers
	g.Unread = [2]int{r.First.Unread, r.Second.Unread}
	g.Left = [2]time.Duration{r.First.left(), r.Second.left()}
	g.CreatedAt, g.UpdatedAt, g.FinishedAt = r.CreatedAt.Time(), r.UpdatedAt.Time(), r.FinishedAt.Time()
	g.NoVacation = r.Vacation == 0
	g.HideRating = [2]bool{r.First.HideRating != 0, r.Second.HideRating != 0}
	g.UnratedBecause = r.unratedBecause()
	g.Rated = g.UnratedBecause == ""
	if r.Status == Ongoing {
		g.Deadline = r.DeadlineAt.Time()
		g.Left[r.ToMove] = max(0, r.timeLeft(now))
		g.TakebackBy, g.TakebackTo = r.TakebackBy, r.TakebackTo
		for seat := range g.Away {
			if a := r.away(rules.Seat(seat)); a.From <= now && now < a.Until {
				g.Away[seat] = a.Until.Time()
			}
			g.DaysOff[seat] = readDaysOff(r.side(rules.Seat(seat)).DaysOff)
			g.AutoVacation[seat] = r.extends(rules.Seat(seat))
		}
		if g.DaysOff[r.ToMove] = (calendar.DaysOff{}); r.DaysOff != "" {
			g.DaysOff[r.ToMove] = r.clock().days.off
		}
	} else {
		g.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
}

func (r *gameRow) gameAfter(now Millis, last *Turn) *Game {
	g := r.game(now)
	g.LastTurn = last
	return g
}

// seat returns a player's seat, or NoSeat.
func (r *gameRow) seat(player int64) rules.Seat {
	switch player {
	case r.First.ID:
		return rules.First
	case r.Second.ID:
		return rules.Second
	}
	return rules.NoSeat
}

// side returns the fields of First or Second.
func (r *gameRow) side(seat rules.Seat) *seatRow {
	if seat == rules.First {
		return &r.First
	}
	return &r.Second
}

// mover returns the fields of the side to move.
func (r *gameRow) mover() *seatRow { return r.side(r.ToMove) }

// ref returns the player in the seat.
func (s *seatRow) ref() PlayerRef { return PlayerRef{s.ID, s.Name} }

// reader returns the player's time zone and settings, for mail.
func (s *seatRow) reader() *playerRow { return &playerRow{TimeZone: s.Zone, Settings: s.Settings} }

// left returns the time for the seat's turn at its start.
func (s *seatRow) left() time.Duration { return time.Duration(s.Left) * time.Millisecond }

func (r *gameRow) pace() pace.Pace {
	p, _ := pace.Parse(r.Pace) // stored from a Pace
	return p
}

// plyKey identifies a ply of a game permanently: after a takeback the same ply has another key.
func (r *gameRow) plyKey() string {
	if r.Takebacks > 0 {
		return fmt.Sprintf("%s.%d.r%d", r.ID, r.Ply, r.Takebacks)
	}
	return fmt.Sprintf("%s.%d", r.ID, r.Ply)
}

// rereads is the maximum number of attempts to read a row whose bulk changes are applied between two reads.
const rereads = 5

// loadGame loads a game for reading.
func loadGame(from *gorm.DB, id string) (*gameRow, error) {
	for range rereads {
		rows, err := loadGames(from, selectGame+"WHERE g.id = ?", id)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, noGame(id)
		}
		if ok, err := rows[0].showChanges(from); ok || err != nil {
			return &rows[0], err
		}
	}
	return nil, errChanging(id)
}

// errChanging is the error for a game that changed during every attempt to read it.
func errChanging(id string) error { return fmt.Errorf("game %s changes faster than it is read", id) }

// loadGame loads and locks a game for a change.
func (tx *Tx) loadGame(id string) (*gameRow, error) {
	rows, err := tx.loadLocked([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.moveTurns(&rows[0]); err != nil {
		return nil, err
	}
	return &rows[0], tx.applyPending(&rows[0])
}

// loadLocked locks games and loads them as stored. locked tells PostgreSQL to wait for locks or to skip locked games.
func (tx *Tx) loadLocked(ids []string, locked string) (rows []gameRow, err error) {
	if !tx.IsPostgres() {
		for _, id := range ids {
			found, err := loadGames(tx.DB, selectGame+"WHERE g.id = ?", id)
			if err != nil {
				return nil, err
			}
			rows = append(rows, found...)
		}
		return rows, nil
	}
	free, err := tx.lockGames(ids, locked)
	if err == nil {
		err = tx.Defer(db.Deferred{
			Query: selectGame + "WHERE g.id = ANY(?)", Args: []any{ids},
			Take: func(c *db.Columns) error {
				var game gameRow
				if game.take(c); free[game.ID] {
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
func (tx *Tx) lockGames(ids []string, locked string) (free map[string]bool, err error) {
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
	return fail(CodeNotFound, "no_game", "game", visible.Clip(id, 20))
}
