package models

import (
	"context"
	"database/sql/driver"
	"time"

	"turnpost/rules"
)

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
