package models

import (
	"context"

	"gorm.io/gorm/clause"
)

// Subscription is what an unsubscribe link turns off: a kind of notice, the digest or one game's
// notices for a player, or invitations to the address of a stranger.
type Subscription struct {
	Player int64 // 0: a stranger
	Email  string
	Kind   Kind
	Game   string
}

// ReadSubscription parses an unsubscribe link.
// Errors: CodeNotFound for an invalid link.
func (s *Store) ReadSubscription(ctx context.Context, link string) (Subscription, error) {
	l, holder, err := s.ReadLink(ctx, LinkUnsubscribe, link)
	switch {
	case err != nil:
		return Subscription{}, err
	case l.Player == 0:
		return Subscription{Email: holder.Email, Kind: KindChallenge}, nil
	}
	return Subscription{Player: l.Player, Kind: l.Kind, Game: l.Game}, nil
}

// Unsubscribe ends the subscription of a link. It is idempotent.
// Errors: CodeNotFound for an invalid link.
func (s *Store) Unsubscribe(ctx context.Context, link string) (Subscription, error) {
	sub, err := s.ReadSubscription(ctx, link)
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

// digestsOff turns off everything delivered in digests.
func digestsOff[K comparable](m map[K]Delivery) {
	for key, d := range m {
		if d == Digest {
			m[key] = Off
		}
	}
}
