package view

import (
	"time"

	"turnpost/models"
	"turnpost/models/play"
)

// LogEntry is an event of a game other than a turn.
type LogEntry struct {
	At     time.Time // in the reader's zone
	Ply    int
	Kind   play.LogKind
	Player Player        // the player concerned
	Back   time.Duration // time given back
	Turns  []string      // turns taken back
	From   time.Time     // of a vacation, in the reader's zone; zero if it ended or was cancelled
	Until  time.Time
}

// LogEntry returns one entry of a game's log.
func (v *Views) LogEntry(g *models.Game, e play.LogEntry, r Reader) LogEntry {
	return LogEntry{
		At: r.In(e.At), Ply: e.Ply, Kind: e.Kind, Back: e.Back, Turns: e.Turns,
		Player: Player{Name: g.Players[e.Seat].Name, Side: v.info(g.Ruleset, r).Sides[e.Seat].Name},
		From:   r.In(e.Away.From), Until: r.In(e.Away.Until),
	}
}

// To returns the ply that a takeback returned to.
func (e LogEntry) To() int { return e.Ply - len(e.Turns) }

// Returned reports whether a vacation ended or was cancelled.
func (e LogEntry) Returned() bool { return e.Until.IsZero() }
