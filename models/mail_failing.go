package models

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models/visible"
)

// MailFailing says that mail to a player does not arrive.
type MailFailing struct {
	Since  time.Time
	Detail string // what the player's mail server said, or MailReported
}

// hardBouncesToFail is how many mails in a row must come back for good before no more are sent.
const hardBouncesToFail = 3

// MailReported is the Detail of MailFailing for a player whose mail was reported as spam.
const MailReported = "reported_as_spam"

// RecordBounce notes that a mail to a player came back: for good, or only for now. After several in a row that
// came back for good, mail to the player pauses and the opponents get a notice.
func (s *Store) RecordBounce(ctx context.Context, player int64, hard bool, why string) error {
	return s.write(ctx, func(tx *Tx) error {
		if !hard {
			return nil
		}
		return tx.hardBounce(player, why)
	})
}

// hardBounce counts a mail that came back for good.
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
	if why, err = cleanText("detail", visible.Clip(why, 300), maxMessage); err != nil {
		return err
	}
	if err := tx.pauseMail(player, why); err != nil {
		return err
	}
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkMailFailing})
}

// pauseMail holds back all mail to a player but sign-in codes and test mails.
func (tx *Tx) pauseMail(player int64, why string) error {
	err := tx.Exec("UPDATE players SET failing_since = ?, failing_why = ? WHERE id = ?", tx.at, why, player).Error
	if err != nil {
		return err
	}
	return tx.dropMail(player, DropMailFailing)
}

// storeMailFailing writes into the log of a game that mail does not reach the player, and tells the opponent.
func (tx *Tx) storeMailFailing(row *gameRow, c *bulkChange) error {
	seat := row.seat(c.PlayerID)
	if err := tx.logGame(row, LogMailFailing, seat, logDetail{}); err != nil {
		return err
	}
	return tx.tellOpponent(c, row.notice(KindMailFailing, seat.Other()))
}

// mailArrived notes that mail reaches the player. Where it was thought not to, the games that wait
// for them are noticed again.
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

// showMailArrives lets the notice of the running turn wait from now on, where it is the player's.
func showMailArrives(_ *gorm.DB, row *gameRow, c *bulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.waiting = &waiting{from: c.At, due: c.At}
	}
	return nil
}

// storeMailArrives queues the notice of the running turn again, where it is the player's.
func (tx *Tx) storeMailArrives(row *gameRow, c *bulkChange) error {
	if row.ToMoveID != c.PlayerID {
		return nil
	}
	n := row.notice(KindYourTurn, row.ToMove)
	n.Key = fmt.Sprintf("turn.%s.again.%d", row.plyKey(), c.ID)
	n.Deadline, n.reader = row.DeadlineAt, row.side(row.ToMove).reader()
	return tx.notify(n)
}

// RecordComplaint pauses mail to a player who reported a mail as spam, until ResumeMail or a sign that mail is
// wanted again. A stranger whom the challenge invites, player 0, gets no further invitations.
func (s *Store) RecordComplaint(ctx context.Context, player int64, challenge string) error {
	return s.write(ctx, func(tx *Tx) error {
		if player == 0 {
			return tx.Exec(`INSERT INTO refusals (email_key, created_at)
				SELECT invited, ? FROM challenges WHERE id = ? AND invited <> ''
				ON CONFLICT (email_key) DO NOTHING`, tx.at, challenge).Error
		}
		p, err := tx.lockPlayer(player)
		if CodeOf(err) == CodeNotFound || err == nil && p.FailingSince > 0 {
			return nil // deleted meanwhile, or paused already
		}
		if err != nil {
			return err
		}
		return tx.pauseMail(player, MailReported)
	})
}

// ResumeMail sends mail to a player again who asks for it, after it was paused.
func (s *Store) ResumeMail(ctx context.Context, player int64) error {
	return s.write(ctx, func(tx *Tx) error { return tx.resumeMail(player) })
}

// resumeMail also turns on what complaints once turned off: all kinds of mail.
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

// testMailsPerHour bounds what a player can have sent to themselves.
const testMailsPerHour = 5

// SendTestMail queues a mail to the player's own address. Where mail was paused because it came
// back, it goes on.
// Errors: CodeTooMany.
func (s *Store) SendTestMail(ctx context.Context, p Player) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.stillHere(p.ID); err != nil {
			return err
		}
		var recent int64
		err := tx.Table("notices").Where("player_id = ? AND kind = ? AND created_at > ?",
			p.ID, KindTest, tx.at.Add(-time.Hour)).Count(&recent).Error
		if err != nil {
			return err
		}
		if recent >= testMailsPerHour {
			return tooMany(time.Hour-time.Second, "too_many_test_mails", "n", recent)
		}
		if err := tx.resumeMail(p.ID); err != nil { // the player says so; a bounce will say otherwise
			return err
		}
		key := fmt.Sprintf("test.%d.%d.%d", p.ID, tx.at, recent)
		return tx.notify(notice{Key: key, Kind: KindTest, PlayerID: p.ID, Email: p.Email})
	})
}
