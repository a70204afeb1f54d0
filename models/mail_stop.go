package models

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models/visible"
)

// MailFailing means that mail to a player does not arrive.
type MailFailing struct {
	Since  time.Time
	Detail string // the response of the player's mail server, or MailReported
}

// maxFailingWhy is the length in characters of a stored reason why mail to a player fails.
const maxFailingWhy = 300

// hardBouncesToFail is the number of consecutive permanent bounces that pauses mail.
const hardBouncesToFail = 3

// MailReported is the Detail of MailFailing for a player who reported mail as spam.
const MailReported = "reported_as_spam"

// RecordBounce records that a mail to a player bounced, permanently if hard. After several consecutive permanent
// bounces, mail to the player is paused and the opponents are notified.
func (s *Store) RecordBounce(ctx context.Context, player int64, hard bool, why string) error {
	return s.write(ctx, func(tx *Tx) error {
		if !hard {
			return nil
		}
		return tx.hardBounce(player, why)
	})
}

// hardBounce counts a permanent bounce.
func (tx *Tx) hardBounce(player int64, why string) error {
	p, err := tx.lockPlayer(player)
	if CodeOf(err) == CodeNotFound { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	p.HardBounces++
	if err := tx.Exec("UPDATE players SET hard_bounces = ? WHERE id = ?", p.HardBounces, player).Error; err != nil {
		return err
	}
	if p.HardBounces < hardBouncesToFail || p.FailingSince > 0 {
		return nil
	}
	if err := tx.pauseMail(player, visible.Clean(visible.Clip(why, maxFailingWhy))); err != nil {
		return err
	}
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkMailFailing})
}

// pauseMail holds all mail to a player except sign-in codes and test mails.
func (tx *Tx) pauseMail(player int64, why string) error {
	err := tx.Exec("UPDATE players SET failing_since = ?, failing_why = ? WHERE id = ?", tx.at, why, player).Error
	if err != nil {
		return err
	}
	return tx.dropMail(player, DropMailFailing)
}

// storeMailFailing logs that mail does not reach the player in a game, and notifies the opponent.
func (tx *Tx) storeMailFailing(row *gameRow, c *bulkChange) error {
	seat := row.seat(c.PlayerID)
	if err := tx.logGame(row, LogMailFailing, seat, logDetail{}); err != nil {
		return err
	}
	return tx.notifyOpponent(c, row.notice(KindMailFailing, seat.Other()))
}

// mailArrived records that mail reaches the player. If it was paused, notices of games that await the player are queued
// again.
func (tx *Tx) mailArrived(player int64) error {
	var rows []playerRow
	err := tx.Raw(`SELECT hard_bounces, failing_since FROM players
		WHERE id = ? AND (hard_bounces > 0 OR failing_since > 0)`, player).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return err
	}
	err = tx.Exec("UPDATE players SET hard_bounces = 0, failing_since = 0, failing_why = '' WHERE id = ?", player).Error
	if err != nil {
		return err
	}
	if rows[0].FailingSince == 0 {
		return nil
	}
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkMailArrives})
}

// showMailArrives restarts the wait of the running turn's notice, if the turn is the player's.
func showMailArrives(_ *gorm.DB, row *gameRow, c *bulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.waiting = &pendingNotice{from: c.At, due: c.At}
	}
	return nil
}

// storeMailArrives queues the notice of the running turn again, if the turn is the player's.
func (tx *Tx) storeMailArrives(row *gameRow, c *bulkChange) error {
	if row.ToMoveID != c.PlayerID {
		return nil
	}
	n := row.notice(KindYourTurn, row.ToMove)
	n.Key = fmt.Sprintf("turn.%s.again.%d", row.plyKey(), c.ID)
	n.Deadline, n.reader = row.DeadlineAt, row.side(row.ToMove).reader()
	return tx.notify(n)
}

// RecordComplaint pauses mail to a player who reported a mail as spam, until ResumeMail or another sign that they want
// mail. A stranger whom the challenge invites, player 0, gets no further invitations.
func (s *Store) RecordComplaint(ctx context.Context, player int64, challenge string) error {
	return s.write(ctx, func(tx *Tx) error {
		if player == 0 {
			return tx.Exec(`INSERT INTO refusals (email_key, created_at)
				SELECT invited, ? FROM challenges WHERE id = ? AND invited <> ''
				ON CONFLICT (email_key) DO NOTHING`, tx.at, challenge).Error
		}
		p, err := tx.lockPlayer(player)
		if CodeOf(err) == CodeNotFound || err == nil && p.FailingSince > 0 {
			return nil // deleted meanwhile, or already paused
		}
		if err != nil {
			return err
		}
		return tx.pauseMail(player, MailReported)
	})
}

// ResumeMail resumes paused mail at the player's request.
func (s *Store) ResumeMail(ctx context.Context, player int64) error {
	return s.write(ctx, func(tx *Tx) error { return tx.resumeMail(player) })
}

// resumeMail also turns on the kinds of mail that complaints turned off in the past.
func (tx *Tx) resumeMail(player int64) error {
	p, err := tx.lockPlayer(player)
	if err != nil {
		return err
	}
	mail := p.player().Settings.Mail
	isOn := func(k Kind) bool { return mail[k] != Off }
	if p.FailingSince > 0 && p.FailingWhy == MailReported && !slices.ContainsFunc(kindsThatMayBeOff(), isOn) {
		err := tx.changeSettings(player, func(settings *Settings) error {
			settings.Mail = nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return tx.mailArrived(player)
}

// testMailsPerHour is the maximum number of test mails of a player in an hour.
const testMailsPerHour = 5

// SendTestMail queues a mail to the player's address. It resumes mail that was paused because of bounces.
// Errors: CodeTooMany.
func (s *Store) SendTestMail(ctx context.Context, p Player) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		var recent int64
		err := tx.Raw("SELECT COUNT(*) FROM notices WHERE player_id = ? AND kind = ? AND created_at > ?",
			p.ID, KindTest, tx.at.Add(-time.Hour)).Scan(&recent).Error
		if err != nil {
			return err
		}
		if recent >= testMailsPerHour {
			return tooMany(time.Hour-time.Second, "too_many_test_mails", "n", recent)
		}
		if err := tx.resumeMail(p.ID); err != nil { // the player confirms the address; a bounce would pause mail again
			return err
		}
		key := fmt.Sprintf("test.%d.%d.%d", p.ID, tx.at, recent)
		return tx.notify(notice{Key: key, Kind: KindTest, PlayerID: p.ID, Email: p.Email})
	})
}

// Subscription is what an unsubscribe link turns off: a kind of notice, the digest or one game's
// notices or all of them for a player, or invitations to the address of a stranger.
type Subscription struct {
	Player int64 // 0: a stranger
	Email  string
	Kind   Kind
	Game   string

	Everything bool // all mail that can be turned off
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
	return Subscription{Player: l.Player, Kind: l.Kind, Game: l.Game, Everything: l.Kind == "" && l.Game == ""}, nil
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
			return tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
				sub.Email, tx.at).Error
		}
		return tx.changeSettings(sub.Player, func(settings *Settings) error {
			switch {
			case sub.Everything:
				return allOff(settings)
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

// StopMail turns off all mail to a player that can be turned off, also where a game has a separate setting.
func (s *Store) StopMail(ctx context.Context, player int64) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		if err := tx.changeSettings(player, allOff); err != nil {
			return err
		}
		return tx.reschedule(player)
	})
}

// allOff turns off all mail.
func allOff(settings *Settings) error {
	for _, kind := range kindsThatMayBeOff() {
		settings.Mail = withOff(settings.Mail, kind)
	}
	for game := range settings.Games {
		settings.Games[game] = Off
	}
	return nil
}
