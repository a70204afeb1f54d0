package templates

import (
	"strings"
	"time"
)

// LogPage is what happened to a game beside its turns.
type LogPage struct {
	ID, Name string // of the game, and of its variant
	Entries  []LogLine
}

// LogLine is one thing that happened.
type LogLine struct {
	At     time.Time // in the reader's time zone
	Ply    int
	Kind   string // outage, mail_delay, takeback or away
	Player string // whom it is about
	Back   time.Duration
	Turns  []string
	Away   [2]time.Time // from and until, in the reader's time zone; zero: the player is back
}

// Text is the page as plain text.
func (p LogPage) Text() string { return pageText("pages_log.txt.tmpl", p) }

// Told is the entry in a sentence.
func (l LogLine) Told() string { return strings.TrimSpace(pageText("log entry", l)) }

// Gone is the turns that were taken back.
func (l LogLine) Gone() string { return strings.Join(l.Turns, ", ") }

// To is the ply that a takeback led to.
func (l LogLine) To() int { return l.Ply - len(l.Turns) }

// Returned tells that a vacation ended or was called off.
func (l LogLine) Returned() bool { return l.Away[1].IsZero() }
