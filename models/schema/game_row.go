package schema

import (
	"time"

	"turnpost/models"
)

// SeatRow is the part of a game's row about a seat: the player, their clock and their mail.
type SeatRow struct {
	ID                  int64 // of the player
	Name, Email         string
	Settings, Zone      string
	AwayFrom, AwayUntil models.Millis // 0 if vacations do not stop the game's clocks
	AwayUnknown         bool          `gorm:"-"` // the stored period is one that no player can have
	Left                int64         // milliseconds for the seat's turn at its start
	Unread              int           // number of messages
	Turns               int           // number of turns; -1 if they must be counted
	HideRating          int64         // 1 if others do not see the player's ratings
	ChosenDaysOff                     // of the player
	AutoVacation        int64         // 1 if a vacation begins by itself when time runs out
}

// Ref returns the player in the seat.
func (s *SeatRow) Ref() models.PlayerRef { return models.PlayerRef{ID: s.ID, Name: s.Name} }

// Reader returns the player's time zone and settings, for mail.
func (s *SeatRow) Reader() *PlayerRow { return &PlayerRow{TimeZone: s.Zone, Settings: s.Settings} }

// TimeLeft returns the time for the seat's turn at its start.
func (s *SeatRow) TimeLeft() time.Duration { return time.Duration(s.Left) * time.Millisecond }
