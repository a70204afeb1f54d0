package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

// maxFailingWhy is the length in characters of a stored reason why mail to a player fails.
const maxFailingWhy = 300

// HardBouncesToFail is the number of consecutive permanent bounces that pauses mail.
const HardBouncesToFail = 3

// MailReported is the Detail of MailFailing for a player who reported mail as spam.
const MailReported = "reported_as_spam"

// Bounce is what the return of a mail says about later mail to its recipient.
type Bounce string

// Bounces.
const (
	BounceHard       Bounce = "hard"       // there is no such mailbox
	BounceReputation Bounce = "reputation" // the recipient's provider refuses mail of this server
	BounceSoft       Bounce = "soft"       // nothing
)

// RecordBounce records that a mail to a player came back. After several consecutive hard bounces, mail to the player is
// paused and the opponents are notified.
func (s *Store) RecordBounce(ctx context.Context, player int64, b Bounce, why string) error {
	why = visible.Clean(visible.Clip(why, maxFailingWhy))
	return s.Write(ctx, func(tx *core.Tx) error {
		switch b {
		case BounceHard:
			return hardBounce(tx, player, why)
		case BounceReputation:
			return tx.Exec("UPDATE players SET refused_at = ?, refused_why = ? WHERE id = ?",
				tx.At, why, player).Error
		}
		return nil
	})
}

// RefusedFor is how long a refusal because of the sender is shown.
const RefusedFor = 7 * 24 * time.Hour

// MailRefused returns the last refusal of mail to a player because of who sent it, and whether it is recent.
func (s *Store) MailRefused(p models.Player) (models.MailFailing, bool) {
	if p.Refused == nil || p.Failing != nil || s.Clock().Sub(p.Refused.Since) > RefusedFor {
		return models.MailFailing{}, false
	}
	return *p.Refused, true
}

// RefusedMail is a provider that refused mail because of who sent it.
type RefusedMail struct {
	Domain  string // of the players' addresses
	Players int
	Last    time.Time
	Detail  string // the last response
}

// RefusedMail lists the providers that refused mail because of who sent it within RefusedFor, those of most players
// first.
func (s *Store) RefusedMail(ctx context.Context) ([]RefusedMail, error) {
	var rows []schema.PlayerRow
	err := s.Read(ctx).Raw(`SELECT email, refused_at, refused_why FROM players WHERE refused_at > 0 AND refused_at > ?
		ORDER BY refused_at DESC`, models.ToMillis(s.Clock().Add(-RefusedFor))).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	var list []RefusedMail
	for _, row := range rows {
		_, domain, _ := strings.Cut(strings.ToLower(row.Email), "@")
		i := slices.IndexFunc(list, func(r RefusedMail) bool { return r.Domain == domain })
		if i < 0 {
			i = len(list)
			list = append(list, RefusedMail{Domain: domain, Last: row.RefusedAt.Time(), Detail: row.RefusedWhy})
		}
		list[i].Players++
	}
	slices.SortStableFunc(list, func(a, b RefusedMail) int { return b.Players - a.Players })
	return list, nil
}

// hardBounce counts a permanent bounce.
func hardBounce(tx *core.Tx, player int64, why string) error {
	p, err := LockPlayer(tx, player)
	if models.CodeOf(err) == models.CodeNotFound { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	p.HardBounces++
	if err := tx.Exec("UPDATE players SET hard_bounces = ? WHERE id = ?", p.HardBounces, player).Error; err != nil {
		return err
	}
	if p.HardBounces < HardBouncesToFail || p.FailingSince > 0 {
		return nil
	}
	if err := PauseMail(tx, player, why); err != nil {
		return err
	}
	return tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkMailFailing})
}

// PauseMail holds all mail to a player except sign-in codes and test mails.
func PauseMail(tx *core.Tx, player int64, why string) error {
	err := tx.Exec("UPDATE players SET failing_since = ?, failing_why = ? WHERE id = ?", tx.At, why, player).Error
	if err != nil {
		return err
	}
	return notice.DropMail(tx, player, notice.DropMailFailing)
}

// MailArrived records that mail reaches the player. If it was paused, notices of games that await the player are queued
// again.
func MailArrived(tx *core.Tx, player int64) error {
	var rows []schema.PlayerRow
	err := tx.Raw(`SELECT hard_bounces, failing_since FROM players
		WHERE id = ? AND (hard_bounces > 0 OR failing_since > 0 OR refused_at > 0)`, player).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return err
	}
	err = tx.Exec(`UPDATE players SET hard_bounces = 0, failing_since = 0, failing_why = '', refused_at = 0,
		refused_why = '' WHERE id = ?`, player).Error
	if err != nil {
		return err
	}
	if rows[0].FailingSince == 0 {
		return nil
	}
	return tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkMailArrives})
}

// StoreMailArrives queues the notice of the running turn again, if the turn is the player's.
func StoreMailArrives(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if row.ToMoveID != c.PlayerID {
		return nil
	}
	n := row.Notice(models.KindYourTurn, row.ToMove)
	n.Key = fmt.Sprintf("turn.%s.again.%d", row.PlyKey(), c.ID)
	n.Deadline, n.Reader = row.DeadlineAt, row.Mover().Reader()
	return notice.Notify(tx, n)
}

// RecordComplaint pauses mail to a player who reported a mail as spam, until ResumeMail or another sign that they want
// mail. A stranger whom the challenge invites, player 0, gets no further invitations.
func (s *Store) RecordComplaint(ctx context.Context, player int64, challenge string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if player == 0 {
			return tx.Exec(`INSERT INTO refusals (email_key, created_at)
				SELECT invited, ? FROM challenges WHERE id = ? AND invited <> ''
				ON CONFLICT (email_key) DO NOTHING`, tx.At, challenge).Error
		}
		p, err := LockPlayer(tx, player)
		if models.CodeOf(err) == models.CodeNotFound || err == nil && p.FailingSince > 0 {
			return nil // deleted meanwhile, or already paused
		}
		if err != nil {
			return err
		}
		return PauseMail(tx, player, MailReported)
	})
}

// ResumeMail resumes paused mail at the player's request.
func (s *Store) ResumeMail(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error { return resumeMail(tx, player) })
}

// resumeMail also turns on the kinds of mail that complaints turned off in the past.
func resumeMail(tx *core.Tx, player int64) error {
	p, err := LockPlayer(tx, player)
	if err != nil {
		return err
	}
	mail := p.Player().Settings.Mail
	isOn := func(k models.Kind) bool { return mail[k] != models.Off }
	if p.FailingSince > 0 && p.FailingWhy == MailReported && !slices.ContainsFunc(models.KindsThatMayBeOff(), isOn) {
		err := ChangeSettings(tx, player, func(settings *models.Settings) error {
			settings.Mail = nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return MailArrived(tx, player)
}

// TestMailsPerHour is the maximum number of test mails of a player in an hour.
const TestMailsPerHour = 5

// SendTestMail queues a mail to the player's address. It resumes mail that was paused because of bounces.
// Errors: CodeTooMany.
func (s *Store) SendTestMail(ctx context.Context, p models.Player) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := CheckActor(tx, p.ID); err != nil {
			return err
		}
		var recent int64
		err := tx.Raw("SELECT COUNT(*) FROM notices WHERE player_id = ? AND kind = ? AND created_at > ?",
			p.ID, models.KindTest, tx.At.Add(-time.Hour)).Scan(&recent).Error
		if err != nil {
			return err
		}
		if recent >= TestMailsPerHour {
			return models.TooMany(time.Hour-time.Second, "too_many_test_mails", "n", recent)
		}
		if err := resumeMail(tx, p.ID); err != nil { // the player confirms the address; a bounce would pause mail again
			return err
		}
		key := fmt.Sprintf("test.%d.%d.%d", p.ID, tx.At, recent)
		return notice.Notify(tx, schema.Notice{Key: key, Kind: models.KindTest, PlayerID: p.ID, Email: p.Email})
	})
}

// Subscription is what an unsubscribe link turns off: a kind of notice, the digest or one game's
// notices or all of them for a player, or invitations to the address of a stranger.
type Subscription struct {
	Player int64 // 0: a stranger
	Email  string
	Kind   models.Kind
	Game   string

	Everything bool // all mail that can be turned off
}

// ReadSubscription parses an unsubscribe link.
// Errors: CodeNotFound for an invalid link.
func (s *Store) ReadSubscription(ctx context.Context, link string) (Subscription, error) {
	l, holder, err := s.ReadLink(ctx, models.LinkUnsubscribe, link)
	switch {
	case err != nil:
		return Subscription{}, err
	case l.Player == 0:
		return Subscription{Email: holder.Email, Kind: models.KindChallenge}, nil
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
	return sub, s.Write(ctx, func(tx *core.Tx) error {
		if sub.Player == 0 {
			return tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
				sub.Email, tx.At).Error
		}
		return ChangeSettings(tx, sub.Player, func(settings *models.Settings) error {
			switch {
			case sub.Everything:
				return allOff(settings)
			case sub.Game != "":
				settings.Games = withOff(settings.Games, sub.Game)
			case sub.Kind == models.KindDigest:
				digestsOff(settings.Games)
				digestsOff(settings.Mail)
			default:
				settings.Mail = withOff(settings.Mail, sub.Kind)
			}
			return nil
		})
	})
}

func withOff[K comparable](m map[K]models.Delivery, key K) map[K]models.Delivery {
	if m == nil {
		m = map[K]models.Delivery{}
	}
	m[key] = models.Off
	return m
}

// digestsOff turns off everything delivered in digests.
func digestsOff[K comparable](m map[K]models.Delivery) {
	for key, d := range m {
		if d == models.Digest {
			m[key] = models.Off
		}
	}
}

// StopMail turns off all mail to a player that can be turned off, also where a game has a separate setting.
func (s *Store) StopMail(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := CheckActor(tx, player); err != nil {
			return err
		}
		if err := ChangeSettings(tx, player, allOff); err != nil {
			return err
		}
		return notice.Reschedule(tx, player)
	})
}

// allOff turns off all mail.
func allOff(settings *models.Settings) error {
	for _, kind := range models.KindsThatMayBeOff() {
		settings.Mail = withOff(settings.Mail, kind)
	}
	for game := range settings.Games {
		settings.Games[game] = models.Off
	}
	return nil
}
