package models

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"gorm.io/gorm/clause"
)

// Subscription is what an unsubscribe link ends: a kind of notice, the digest or one game's
// notices for a player, or invitations to the address of a stranger.
type Subscription struct {
	Player int64  `json:"p,omitempty"`
	Email  string `json:"e,omitempty"`
	Kind   Kind   `json:"k,omitempty"`
	Game   string `json:"g,omitempty"`
}

const macSize = 16

// sign makes the token of a subscription. Nothing is stored for it.
func (s *Store) sign(sub Subscription) string {
	payload, _ := json.Marshal(sub) // strings and a number always encode
	return base64.RawURLEncoding.EncodeToString(append(s.mac(payload), payload...))
}

func (s *Store) mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(payload)
	return h.Sum(nil)[:macSize]
}

// ReadSubscription reads the token of an unsubscribe link.
func (s *Store) ReadSubscription(token string) (Subscription, error) {
	unknown := fail(CodeNotFound, "this unsubscribe link is not one of ours, or not whole")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) <= macSize || !hmac.Equal(raw[:macSize], s.mac(raw[macSize:])) {
		return Subscription{}, unknown
	}
	var sub Subscription
	if err := json.Unmarshal(raw[macSize:], &sub); err != nil {
		return Subscription{}, unknown
	}
	return sub, nil
}

// Unsubscribe ends the subscription of a token. Doing it again changes nothing.
func (s *Store) Unsubscribe(ctx context.Context, token string) (Subscription, error) {
	sub, err := s.ReadSubscription(token)
	if err != nil {
		return sub, err
	}
	return sub, s.write(ctx, func(tx *Tx) error {
		if sub.Player == 0 {
			return tx.Table("refusals").Clauses(clause.OnConflict{DoNothing: true}).
				Create(map[string]any{"email_key": sub.Email, "created_at": tx.at}).Error
		}
		return tx.changeSettings(sub.Player, func(settings *Settings) error {
			switch {
			case sub.Game != "":
				settings.Games = withOff(settings.Games, sub.Game)
			case sub.Kind == KindDigest:
				digestsOff(settings.Games)
				digestsOff(settings.Mail)
			default:
				settings.Mail = withOff(settings.Mail, sub.Kind)
			}
			return nil
		})
	})
}

func withOff[K comparable](m map[K]Delivery, key K) map[K]Delivery {
	if m == nil {
		m = map[K]Delivery{}
	}
	m[key] = Off
	return m
}

// digestsOff ends what comes in digests.
func digestsOff[K comparable](m map[K]Delivery) {
	for key, d := range m {
		if d == Digest {
			m[key] = Off
		}
	}
}

// changeSettings changes a player's settings in place.
func (tx *Tx) changeSettings(player int64, change func(*Settings) error) error {
	var row playerRow
	db := tx.DB
	if tx.store.db.postgres {
		db = db.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	if err := db.Where("id = ?", player).Take(&row).Error; err != nil {
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
