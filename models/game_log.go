package models

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/rules"
)

// LogKind is what happened to a game beside its turns.
type LogKind string

// Kinds of log entries, with what Detail holds.
const (
	LogOutage    LogKind = "outage"     // the time given back to Seat
	LogMailDelay LogKind = "mail_delay" // the time given back to Seat
	LogTakeback  LogKind = "takeback"   // the turns that were taken back; Seat offered it
	LogAway      LogKind = "away"       // the stretch in which Seat's clock stands still, or "" when it runs again
)

// LogEntry is one entry of a game's log.
type LogEntry struct {
	ID    int64
	At    time.Time
	Ply   int // at which the game stood
	Kind  LogKind
	Seat  rules.Seat
	Back  time.Duration // given back, of LogOutage and LogMailDelay
	Turns []string      // taken back, of LogTakeback
	Away  Vacation      // of LogAway; zero: the vacation ended or was called off
}

type logRow struct {
	ID     int64
	At     Millis
	Ply    int
	Kind   LogKind
	Seat   rules.Seat
	Detail string
}

// turnBreak divides turns in the detail of a takeback.
const turnBreak = ", "

func (r logRow) entry() (LogEntry, error) {
	e := LogEntry{ID: r.ID, At: r.At.Time(), Ply: r.Ply, Kind: r.Kind, Seat: r.Seat}
	var err error
	switch r.Kind {
	case LogOutage, LogMailDelay:
		e.Back, err = time.ParseDuration(r.Detail)
	case LogTakeback:
		e.Turns = strings.Split(r.Detail, turnBreak)
	case LogAway:
		e.Away, err = parseVacation(r.Detail)
	}
	if err != nil {
		return e, fmt.Errorf("log entry %d: %w", r.ID, err)
	}
	return e, nil
}

// parseVacation reads what away.String wrote; "" is none.
func parseVacation(text string) (v Vacation, err error) {
	if text == "" {
		return v, nil
	}
	from, until, _ := strings.Cut(text, "/")
	if v.From, err = time.Parse(time.RFC3339, from); err != nil {
		return v, err
	}
	v.Until, err = time.Parse(time.RFC3339, until)
	return v, err
}

func (tx *Tx) logGame(row *gameRow, kind LogKind, seat rules.Seat, detail string) error {
	return tx.Exec("INSERT INTO game_log (game_id, ply, at, kind, seat, detail) VALUES (?, ?, ?, ?, ?, ?)",
		row.ID, row.Ply, tx.at, kind, seat, detail).Error
}

// GameLog lists what happened to a game beside its turns, oldest first, after an
// entry; 0 begins.
func (s *Store) GameLog(ctx context.Context, id string, after int64, limit int) ([]LogEntry, error) {
	if _, err := loadGame(s.read(ctx), id, ""); err != nil {
		return nil, err
	}
	var rows []logRow
	err := s.read(ctx).Raw("SELECT id, at, ply, kind, seat, detail FROM game_log WHERE game_id = ? AND id > ? ORDER BY id LIMIT ?", id, after, limit).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	list := make([]LogEntry, 0, len(rows))
	for _, r := range rows {
		e, err := r.entry()
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}
