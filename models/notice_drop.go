package models

import (
	"fmt"
	"strings"

	"turnpost/models/db"
	"turnpost/models/mailaddr"
)

// Why a notice was not admitted.
const (
	DropSenderBounded  NoticeReason = "sender_bounded"   // its sender has caused enough mail to this player
	DropNeverPlayed    NoticeReason = "stranger_bounded" // by challenges of players never played with
	DropMailboxBounded NoticeReason = "mailbox_bounded"  // enough invitations went to this mailbox
)

// admit decides whether a notice may become a mail; drop is the reason if not. Every notice passes it. Mail that
// another player can cause at will is bounded by its cause and its recipient, and mail from players never played with
// also by its recipient alone. Mail that follows from the recipient's actions is not bounded: turns, reminders, the end
// of a game, decisions on their offers. Far beyond the bounds the action itself is refused with CodeTooMany.
func (tx *Tx) admit(n *notice) (drop NoticeReason, err error) {
	switch n.Kind {
	case KindChallenge, KindOffer, KindAway, KindMessage:
	default:
		return "", nil
	}
	sender, err := tx.causedBy(n)
	if err != nil {
		return "", err
	}
	if n.PlayerID == 0 {
		return tx.admitInvitation(sender, n)
	}
	if blocked, err := blocks(tx.DB, n.PlayerID, sender); err != nil || blocked {
		return DropBlocked, err
	}
	limits, pair := tx.store.limits, fmt.Sprintf("%d.%d", sender, n.PlayerID)
	bounds := []scoped{{"sender-hour." + pair, limits.SenderHour}, {"sender-day." + pair, limits.SenderDay}}
	if n.Kind == KindMessage {
		bounds = []scoped{{"message-hour." + pair, limits.MessageHour}, {"message-day." + pair, limits.MessageDay}}
	}
	refused, err := tx.takeAll(bounds...)
	if err != nil {
		return "", err
	}
	if refused != noneRefused {
		return DropSenderBounded, tx.countDropped(pair)
	}
	if n.Kind != KindChallenge {
		return "", nil
	}
	known, err := tx.havePlayed(sender, n.PlayerID)
	if err != nil || known {
		return "", err
	}
	ok, err := tx.take(scoped{fmt.Sprintf("strangers.%d", n.PlayerID), limits.NeverPlayed})
	if err != nil || ok {
		return "", err
	}
	return DropNeverPlayed, tx.countDropped(pair)
}

// admitInvitation bounds mail to an address, known or not: the bound must not reveal who has it.
func (tx *Tx) admitInvitation(sender int64, n *notice) (drop NoticeReason, err error) {
	_, key, err := parseEmail(n.Email)
	if err != nil {
		return "", err
	}
	mailbox := mailaddr.Mailbox(key)
	ok, err := tx.take(scoped{tx.scopeOf("invitations", mailbox), tx.store.limits.Invitations})
	if err != nil || ok {
		return "", err
	}
	return DropMailboxBounded, tx.countDropped(tx.scopeOf("invited", fmt.Sprint(sender), mailbox))
}

// countDropped refuses an action whose mails have been dropped too often.
func (tx *Tx) countDropped(pair string) error {
	return tx.spend([]scoped{{"dropped." + pair, tx.store.limits.Dropped}}, "too_many_mails")
}

// causedBy returns the player whose action caused a notice about a challenge or a game.
func (tx *Tx) causedBy(n *notice) (player int64, err error) {
	if n.Kind == KindChallenge {
		err = tx.Raw("SELECT challenger_id FROM challenges WHERE id = ?", n.ChallengeID).Scan(&player).Error
		return player, err
	}
	err = tx.Raw("SELECT CASE WHEN first_id = ? THEN second_id ELSE first_id END FROM games WHERE id = ?",
		n.PlayerID, n.GameID).Scan(&player).Error
	return player, err
}

// havePlayed reports whether two players have a game with each other, ongoing or not.
func (tx *Tx) havePlayed(a, b int64) (bool, error) {
	var games []string
	err := tx.Raw(`
		SELECT id FROM games WHERE first_id = ? AND second_id = ?
		UNION ALL SELECT id FROM games WHERE first_id = ? AND second_id = ? LIMIT 1`,
		a, b, b, a).Scan(&games).Error
	return len(games) > 0, err
}

// dropNotices drops queued notices that are outdated. ComposeContent drops those that are being sent.
func (tx *Tx) dropNotices(reason NoticeReason, where string, args ...any) error {
	return tx.Exec(dropFrom+where, append([]any{Dropped, reason, tx.at, tx.at}, args...)...).Error
}

// dropMail drops a player's queued notices in parts. The worker finds the same reason for those it claims meanwhile.
// Notices that are queued later stay: the reason may no longer apply.
func (tx *Tx) dropMail(player int64, reason NoticeReason) error {
	c := &bulkChange{PlayerID: player, Kind: bulkMailDrop, Detail: bulkDetail{Reason: reason}}
	if err := tx.Raw("SELECT COALESCE(MAX(id), 0) FROM notices").Scan(&c.Detail.LastNotice).Error; err != nil {
		return err
	}
	return tx.addChange(c)
}

// dropMailPart drops some of them. If mail does not arrive, codes and tests are sent nevertheless. The games of turn
// notices apply their pending changes first, because these credit the time that a notice has waited.
func (tx *Tx) dropMailPart(c *bulkChange, after int64) (next int64, done bool, err error) {
	ids, err := tx.noticesAfter(queuedTo+" AND id > ? AND id <= ?", c.PlayerID, c.PlayerID, after, c.Detail.LastNotice)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var games []string
	err = tx.Raw("SELECT game_id FROM notices WHERE id IN ? AND kind = ?", ids, KindYourTurn).Scan(&games).Error
	if err != nil {
		return 0, false, err
	}
	if _, err := tx.changeGames(games); err != nil {
		return 0, false, err
	}
	if reason := c.Detail.Reason; reason == DropMailFailing {
		err = tx.dropNotices(reason, "id IN ? AND kind NOT IN ?", ids, []Kind{KindTest, KindCode})
	} else {
		err = tx.dropNotices(reason, "id IN ?", ids)
	}
	return ids[len(ids)-1], len(ids) < bulkPart, err
}

// queuedTo selects a player's queued notices; the player is given twice. The address finds them by an index of queued
// notices, where the ID would find the whole ledger.
const queuedTo = "email = (SELECT email FROM players WHERE id = ?) AND player_id = ? AND done_at = 0"

// queuedAfter lists some of a player's queued notices.
func (tx *Tx) queuedAfter(player, after int64) ([]int64, error) {
	return tx.noticesAfter(queuedTo+" AND id > ?", player, player, after)
}

// noticesAfter lists the IDs of some notices in order.
func (tx *Tx) noticesAfter(where string, args ...any) (ids []int64, err error) {
	err = tx.Raw("SELECT id FROM notices WHERE "+where+" ORDER BY id"+db.Limit(bulkPart), args...).Scan(&ids).Error
	return ids, err
}

// dropTurnNotices drops the notices that a turn makes outdated. If there is only one, it is dropped by its ID, because
// rows found by an index that the update changes must be collected before the update.
func (tx *Tx) dropTurnNotices(row *gameRow) error {
	query, which := dropTurnQuery, any(row.ID)
	if b := row.related; b != nil {
		switch {
		case b.notice == 0:
			return nil
		case b.notice > 0:
			query, which = dropTurnNoticeQuery, b.notice
		}
	}
	return tx.DeferExec(query, Dropped, DropTurnPlayed, tx.at, tx.at, which)
}

// The kinds are listed in the text, because they are few and known, so that the text is always the same.
var (
	dropTurnQuery       = dropTurnFrom + "game_id = ?"
	dropTurnNoticeQuery = dropTurnFrom + "id = ?"
	dropTurnFrom        = dropFrom + "kind IN (" + turnKindList + ") AND "
	turnKindList        = kindList(turnKinds)

	// dropGameQuery drops the notices that the end of a game makes outdated.
	dropGameQuery = dropFrom + "game_id = ? AND kind NOT IN (" + kindList(lastingKinds) + ")"

	dropFrom = `UPDATE notices SET status = ?, reason = ?, done_at = ?,
		waits_from = 0, next_at = 0, bundle = '', mail = ''
	WHERE done_at = 0 AND lease_until <= ? AND `
)

// kindList returns kinds as a list of SQL.
func kindList(kinds []Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = "'" + string(k) + "'"
	}
	return strings.Join(names, ", ")
}

// outdated returns the reason why a notice about a game is no longer worth sending.
func (c *Content) outdated() NoticeReason {
	if outdated := c.Kind.facts().outdated; outdated != nil {
		return outdated(c)
	}
	return ""
}

func outdatedTurn(c *Content) NoticeReason {
	if c.Game.Ply != c.row.Ply {
		return DropTurnPlayed
	}
	return outdatedByGameEnd(c)
}

func outdatedReminder(c *Content) NoticeReason {
	g := c.Game
	if g.Ply != c.row.Ply || g.Status != Ongoing {
		return DropTurnPlayed
	}
	if g.Left[g.ToMove] == 0 {
		return DropDeadlinePassed
	}
	return ""
}

func outdatedPlan(c *Content) NoticeReason {
	if c.Game.Ply < c.row.Ply {
		return DropTakenBack
	}
	return ""
}

func outdatedChallengeAnswer(c *Content) NoticeReason {
	g := c.Game
	if g.Status != Ongoing {
		return DropGameOver
	}
	if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == c.Seat) {
		return DropPlayedAlready
	}
	return ""
}

func outdatedByGameEnd(c *Content) NoticeReason {
	if c.Game.Status != Ongoing {
		return DropGameOver
	}
	return ""
}

func outdatedOffer(c *Content) NoticeReason {
	g := c.Game
	by := g.DrawBy
	if c.Offer == TakebackOffer {
		by = g.TakebackBy
	}
	if g.Status != Ongoing || by != c.Seat.Other() {
		return DropOfferGone
	}
	return ""
}
