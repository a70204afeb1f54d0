package models

import (
	"context"
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
	LogAway      LogKind = "away"       // until when Seat's clock stands still, or "" when it runs again
)

// LogEntry is one entry of a game's log.
type LogEntry struct {
	At     time.Time
	Ply    int
	Kind   LogKind
	Seat   rules.Seat
	Detail string
}

func (tx *Tx) logGame(row *gameRow, kind LogKind, seat rules.Seat, detail string) error {
	return tx.Exec("INSERT INTO game_log (game_id, ply, at, kind, seat, detail) VALUES (?, ?, ?, ?, ?, ?)",
		row.ID, row.Ply, tx.at, kind, seat, detail).Error
}

// GameLog lists what happened to a game beside its turns, oldest first.
func (s *Store) GameLog(ctx context.Context, id string) ([]LogEntry, error) {
	if _, err := loadGame(s.read(ctx), id, ""); err != nil {
		return nil, err
	}
	var rows []struct {
		At     Millis
		Ply    int
		Kind   LogKind
		Seat   rules.Seat
		Detail string
	}
	err := s.read(ctx).Raw("SELECT at, ply, kind, seat, detail FROM game_log WHERE game_id = ? ORDER BY id", id).Scan(&rows).Error
	list := make([]LogEntry, 0, len(rows))
	for _, r := range rows {
		list = append(list, LogEntry{r.At.Time(), r.Ply, r.Kind, r.Seat, r.Detail})
	}
	return list, err
}
