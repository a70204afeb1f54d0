package models

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"

	"turnpost/models/calendar"
)

// Settings holds a player's choices about mail.
type Settings struct {
	Mail  map[Kind]Delivery   `json:"mail,omitempty"`  // by kind of notice; absent means instant
	Games map[string]Delivery `json:"games,omitempty"` // by game; takes precedence over the kind's

	Reminders []string `json:"reminders,omitempty"` // before a deadline: `50%`, `24h`; empty: a default

	ConfirmReplies bool `json:"confirm_replies,omitempty"` // confirm mails that were carried out

	ConfirmTurns   Confirmation `json:"confirm_turns,omitempty"` // "" is ConfirmFirst
	ConfirmedTurns int          `json:"confirmed,omitempty"`     // turns by mail that were confirmed, at most firstTurns

	DigestHour *int `json:"digest_hour,omitempty"` // 0 to 23 of their day; nil: DefaultDigestHour
	Hooks      bool `json:"hooks,omitempty"`       // the player has webhooks that are on

	Quiet *calendar.QuietHours `json:"quiet,omitempty"` // nil is none
}

func decodeSettings(text string) (s Settings) {
	if text == "{}" {
		return s
	}
	_ = json.Unmarshal([]byte(text), &s) // encoded by this program; the zero value is the default
	return s
}

// changeSettings changes a player's settings in place.
func (tx *Tx) changeSettings(player int64, change func(*Settings) error) error {
	var row playerRow
	if err := tx.Raw("SELECT * FROM players WHERE id = ?"+tx.ForUpdate("players"), player).Scan(&row).Error; err != nil {
		return err
	}
	settings := row.player().Settings
	if err := change(&settings); err != nil {
		return err
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return fmt.Errorf("settings of player %d: %w", player, err)
	}
	return tx.Exec("UPDATE players SET settings = ? WHERE id = ?", string(text), player).Error
}

func merged[K comparable](settings, change map[K]Delivery) map[K]Delivery {
	if settings == nil {
		return change
	}
	maps.Copy(settings, change)
	return settings
}

// Delivery is the way in which notices reach a player.
type Delivery string

// The deliveries.
const (
	Instant Delivery = "instant"
	Digest  Delivery = "digest" // all in one mail, at an hour of the player's day
	Off     Delivery = "off"
)

// checkDelivery refuses an unknown delivery.
func checkDelivery(field string, d Delivery) error {
	if d != Instant && d != Digest && d != Off {
		return invalid(field, "bad_delivery")
	}
	return nil
}

// checkHours refuses invalid hours.
func (patch ProfilePatch) checkHours() error {
	if hour := patch.DigestHour; hour != nil && (*hour < 0 || *hour > 23) {
		return invalid("digest_hour", "bad_hour")
	}
	if quiet := patch.Quiet; quiet != nil && *quiet != (calendar.QuietHours{}) {
		return checkQuietHours(*quiet)
	}
	return nil
}

// delivery returns the delivery for notices of a kind about a game; "" for none.
func (s Settings) delivery(kind Kind, game string) Delivery {
	if !kind.MayBeOff() {
		return Instant
	}
	if d, own := s.Games[game]; own && game != "" {
		return d
	}
	if d, own := s.Mail[kind]; own {
		return d
	}
	return Instant
}

// Confirmation is when a turn by mail is confirmed by a mail with the board.
type Confirmation string

// The confirmations.
const (
	ConfirmFirst  Confirmation = "first" // the first three turns
	ConfirmAlways Confirmation = "always"
	ConfirmNever  Confirmation = "never"
)

// firstTurns is the number of turns by mail that ConfirmFirst confirms.
const firstTurns = 3

func (c Confirmation) known() bool {
	return c == ConfirmFirst || c == ConfirmAlways || c == ConfirmNever
}

// TurnConfirmation returns when the player's turns by mail are confirmed.
func (s Settings) TurnConfirmation() Confirmation { return cmp.Or(s.ConfirmTurns, ConfirmFirst) }

// ConfirmsTurn reports whether the player's next turn by mail is confirmed.
func (s Settings) ConfirmsTurn() bool {
	when := s.TurnConfirmation()
	return when == ConfirmAlways || when == ConfirmFirst && s.ConfirmedTurns < firstTurns
}

// countConfirmed counts the confirmation of a turn by mail, as long as it matters.
func (tx *Tx) countConfirmed(player int64) error {
	return tx.changeSettings(player, func(s *Settings) error {
		s.ConfirmedTurns = min(s.ConfirmedTurns+1, firstTurns)
		return nil
	})
}
