package models

import (
	"fmt"
	"time"

	"turnpost/rules"
)

type gameRow struct {
	ID                               string
	Ruleset, Variant                 string
	Version                          int
	FirstID, SecondID                int64
	FirstName, SecondName            string
	FirstEmail, SecondEmail          string
	Status                           Status
	Position                         string
	Ply                              int
	ToMove                           rules.Seat
	ToMoveID                         int64
	Winner                           rules.Seat
	Reason                           string
	Pace                             string
	LeftFirst, LeftSecond            int64 // milliseconds for the seat's turn as it began or will begin
	FirstSettings, SecondSettings    string
	FirstZone, SecondZone            string
	FirstAwayFrom, FirstAwayUntil    Millis
	SecondAwayFrom, SecondAwayUntil  Millis
	DeadlineAt, RemindAt             Millis
	DrawBy                           rules.Seat
	BackBy                           rules.Seat // who offers a takeback
	BackTo                           int        // the ply that it leads back to
	Rewinds                          int        // takebacks so far
	Hash                             []byte     // of the last turn
	FirstUnread, SecondUnread        int        // messages
	CreatedAt, UpdatedAt, FinishedAt Millis
}

const selectGame = `
	SELECT g.*, a.name AS first_name, a.email AS first_email, a.settings AS first_settings, a.time_zone AS first_zone,
	       a.away_from AS first_away_from, a.away_until AS first_away_until,
	       b.name AS second_name, b.email AS second_email, b.settings AS second_settings, b.time_zone AS second_zone,
	       b.away_from AS second_away_from, b.away_until AS second_away_until,
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 0), 0) AS first_unread,
	       COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = 1), 0) AS second_unread
	FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id `

// game makes the view of a row; now runs the clock of the side to move.
func (r *gameRow) game(now Millis) *Game {
	pace, _ := ParsePace(r.Pace) // stored from a Pace
	g := &Game{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version,
		Players: [2]Seated{{r.FirstID, r.FirstName}, {r.SecondID, r.SecondName}},
		Status:  r.Status, Position: r.Position, Ply: r.Ply, ToMove: r.ToMove,
		Pace: pace, DrawBy: r.DrawBy, TakebackBy: rules.NoSeat, Rewinds: r.Rewinds, Unread: [2]int{r.FirstUnread, r.SecondUnread},
		Left:      [2]time.Duration{time.Duration(r.LeftFirst) * time.Millisecond, time.Duration(r.LeftSecond) * time.Millisecond},
		CreatedAt: r.CreatedAt.Time(), UpdatedAt: r.UpdatedAt.Time(), FinishedAt: r.FinishedAt.Time(),
	}
	if r.Status == Ongoing {
		g.Deadline = r.DeadlineAt.Time()
		g.Left[r.ToMove] = max(0, r.timeLeft(now))
		g.TakebackBy, g.TakebackTo = r.BackBy, r.BackTo
		for seat := range g.Away {
			if a := r.away(rules.Seat(seat)); a.From <= now && now < a.Until {
				g.Away[seat] = a.Until.Time()
			}
		}
	} else {
		g.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
	return g
}

// What a game's row says of each seat.

func (r *gameRow) gameAfter(now Millis, last *Turn) *Game {
	g := r.game(now)
	g.LastTurn = last
	return g
}

func (r *gameRow) seat(player int64) rules.Seat {
	switch player {
	case r.FirstID:
		return rules.First
	case r.SecondID:
		return rules.Second
	}
	return rules.NoSeat
}

func (r *gameRow) player(seat rules.Seat) int64 {
	if seat == rules.First {
		return r.FirstID
	}
	return r.SecondID
}

func (r *gameRow) name(seat rules.Seat) string {
	if seat == rules.First {
		return r.FirstName
	}
	return r.SecondName
}

func (r *gameRow) email(seat rules.Seat) string {
	if seat == rules.First {
		return r.FirstEmail
	}
	return r.SecondEmail
}

func (r *gameRow) left(seat rules.Seat) int64 {
	if seat == rules.First {
		return r.LeftFirst
	}
	return r.LeftSecond
}

func (r *gameRow) away(seat rules.Seat) away {
	if seat == rules.First {
		return away{r.FirstAwayFrom, r.FirstAwayUntil}
	}
	return away{r.SecondAwayFrom, r.SecondAwayUntil}
}

// reader is the player as a reader of mail: time zone and choices.
func (r *gameRow) reader(seat rules.Seat) *playerRow {
	if seat == rules.Second {
		return &playerRow{TimeZone: r.SecondZone, Settings: r.SecondSettings}
	}
	return &playerRow{TimeZone: r.FirstZone, Settings: r.FirstSettings}
}

// reminders is the list that the player has set, nil for none.
func (r *gameRow) reminders(seat rules.Seat) []Reminder {
	return decodeSettings(r.reader(seat).Settings).reminders()
}

func (r *gameRow) pace() Pace {
	p, _ := ParsePace(r.Pace) // stored from a Pace
	return p
}

// plyKey names a ply of a game for good: after a takeback the same ply is another one.
func (r *gameRow) plyKey() string {
	if r.Rewinds > 0 {
		return fmt.Sprintf("%s.%d.r%d", r.ID, r.Ply, r.Rewinds)
	}
	return fmt.Sprintf("%s.%d", r.ID, r.Ply)
}

func (r *gameRow) setAway(seat rules.Seat, a away) {
	if seat == rules.First {
		r.FirstAwayFrom, r.FirstAwayUntil = a.From, a.Until
	} else {
		r.SecondAwayFrom, r.SecondAwayUntil = a.From, a.Until
	}
}
