package models

import (
	"context"
	"database/sql/driver"
	"time"

	"turnpost/rules"
)

// LogKind is what happened to a game beside its turns.
type LogKind string

// Kinds of log entries.
const (
	LogOutage      LogKind = "outage"       // the time given back to Seat
	LogMailDelay   LogKind = "mail_delay"   // the time given back to Seat
	LogTakeback    LogKind = "takeback"     // the turns that were taken back; Seat offered it
	LogMailFailing LogKind = "mail_failing" // mail does not reach Seat
	LogAway        LogKind = "away"         // the period in which Seat's clock stands still, or "" when it runs again
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
	Detail logDetail
}

// logDetail is what an entry says beside its kind: JSON in the database.
type logDetail struct {
	Back  int64    `json:"back,omitempty"`  // milliseconds, of LogOutage and LogMailDelay
	Turns []string `json:"turns,omitempty"` // of LogTakeback
	Away  away     `json:"away,omitzero"`   // of LogAway
}

// Value is the stored form.
func (d logDetail) Value() (driver.Value, error) { return encodedJSON(d) }

// Scan reads the stored form.
func (d *logDetail) Scan(value any) error { return scanJSON(value, d) }

// givenBack is the detail of time that was given back.
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

// GameLog lists what happened to a game beside its turns, oldest first, after an
// entry; 0 begins.
// Errors: CodeNotFound.
func (s *Store) GameLog(ctx context.Context, id string, after int64, limit int) ([]LogEntry, error) {
	if err := s.bringUpToDate(ctx, id); err != nil {
		return nil, err
	}
	var rows []logRow
	err := s.read(ctx).Raw(`SELECT id, at, ply, kind, seat, detail FROM game_log
		WHERE game_id = ? AND id > ? ORDER BY id LIMIT ?`, id, after, limit).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	list := make([]LogEntry, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.entry())
	}
	return list, nil
}
