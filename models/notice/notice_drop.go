package notice

import (
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/schema"
)

// Why a notice was not admitted.
const (
	DropSenderBounded  models.NoticeReason = "sender_bounded"   // its sender has caused enough mail to this player
	DropNeverPlayed    models.NoticeReason = "stranger_bounded" // by challenges of players never played with
	DropMailboxBounded models.NoticeReason = "mailbox_bounded"  // enough invitations went to this mailbox
)

// admit decides whether a notice may become a mail; drop is the reason if not. Every notice passes it. Mail that
// another player can cause at will is bounded by its cause and its recipient, and mail from players never played with
// also by its recipient alone. Mail that follows from the recipient's actions is not bounded: turns, reminders, the end
// of a game, decisions on their offers. Far beyond the bounds the action itself is refused with CodeTooMany.
func admit(tx *core.Tx, n *schema.Notice) (drop models.NoticeReason, err error) {
	switch n.Kind {
	case models.KindChallenge, models.KindOffer, models.KindAway, models.KindMessage:
	default:
		return "", nil
	}
	sender, err := causedBy(tx, n)
	if err != nil {
		return "", err
	}
	if n.PlayerID == 0 {
		return admitInvitation(tx, sender, n)
	}
	if blocked, err := schema.Blocks(tx.DB, n.PlayerID, sender); err != nil || blocked {
		return DropBlocked, err
	}
	limits, pair := tx.Store.Limits, fmt.Sprintf("%d.%d", sender, n.PlayerID)
	bounds := []schema.Scoped{
		{Scope: "sender-hour." + pair, Bound: limits.SenderHour},
		{Scope: "sender-day." + pair, Bound: limits.SenderDay},
	}
	if n.Kind == models.KindMessage {
		bounds = []schema.Scoped{
			{Scope: "message-hour." + pair, Bound: limits.MessageHour},
			{Scope: "message-day." + pair, Bound: limits.MessageDay},
		}
	}
	refused, err := tx.TakeAll(bounds...)
	if err != nil {
		return "", err
	}
	if refused != schema.NoneRefused {
		return DropSenderBounded, countDropped(tx, pair)
	}
	if n.Kind != models.KindChallenge {
		return "", nil
	}
	known, err := havePlayed(tx, sender, n.PlayerID)
	if err != nil || known {
		return "", err
	}
	ok, err := tx.Take(schema.Scoped{Scope: fmt.Sprintf("strangers.%d", n.PlayerID), Bound: limits.NeverPlayed})
	if err != nil || ok {
		return "", err
	}
	return DropNeverPlayed, countDropped(tx, pair)
}

// admitInvitation bounds mail to an address, known or not: the bound must not reveal who has it.
func admitInvitation(tx *core.Tx, sender int64, n *schema.Notice) (drop models.NoticeReason, err error) {
	mailbox := mailaddr.Mailbox(n.Email)
	ok, err := tx.Take(schema.Scoped{Scope: tx.ScopeOf("invitations", mailbox), Bound: tx.Store.Limits.Invitations})
	if err != nil || ok {
		return "", err
	}
	return DropMailboxBounded, countDropped(tx, tx.ScopeOf("invited", fmt.Sprint(sender), mailbox))
}

// countDropped refuses an action whose mails have been dropped too often.
func countDropped(tx *core.Tx, pair string) error {
	return tx.Spend([]schema.Scoped{{Scope: "dropped." + pair, Bound: tx.Store.Limits.Dropped}}, "too_many_mails")
}

// causedBy returns the player whose action caused a notice about a challenge or a game.
func causedBy(tx *core.Tx, n *schema.Notice) (player int64, err error) {
	if n.Kind == models.KindChallenge {
		err = tx.Raw("SELECT challenger_id FROM challenges WHERE id = ?", n.ChallengeID).Scan(&player).Error
		return player, err
	}
	err = tx.Raw("SELECT CASE WHEN first_id = ? THEN second_id ELSE first_id END FROM games WHERE id = ?",
		n.PlayerID, n.GameID).Scan(&player).Error
	return player, err
}

// havePlayed reports whether two players have a game with each other, ongoing or not.
func havePlayed(tx *core.Tx, a, b int64) (bool, error) {
	var games []string
	err := tx.Raw(`
		SELECT id FROM games WHERE first_id = ? AND second_id = ?
		UNION ALL SELECT id FROM games WHERE first_id = ? AND second_id = ? LIMIT 1`,
		a, b, b, a).Scan(&games).Error
	return len(games) > 0, err
}

// DropNotices drops queued notices that are outdated. ComposeContent drops those that are being sent.
func DropNotices(tx *core.Tx, reason models.NoticeReason, where string, args ...any) error {
	return tx.Exec(dropFrom+where, append([]any{models.Dropped, reason, tx.At, tx.At}, args...)...).Error
}

// OfChallenge selects the notices of a challenge by the index of those that have one.
const OfChallenge = "challenge_id = ? AND challenge_id <> ''"

// DropMail drops a player's queued notices in parts. The worker finds the same reason for those it claims meanwhile.
// Notices that are queued later stay: the reason may no longer apply.
func DropMail(tx *core.Tx, player int64, reason models.NoticeReason) error {
	c := &schema.BulkChange{PlayerID: player, Kind: schema.BulkMailDrop, Detail: schema.BulkDetail{Reason: reason}}
	if err := tx.Raw("SELECT COALESCE(MAX(id), 0) FROM notices").Scan(&c.Detail.LastNotice).Error; err != nil {
		return err
	}
	return tx.Store.Follow.Change(tx, c)
}

// QueuedTo selects a player's queued notices; the player is given twice. The address finds them by an index of queued
// notices, where the ID would find the whole ledger.
const QueuedTo = "email = (SELECT email FROM players WHERE id = ?) AND player_id = ? AND done_at = 0"

// QueuedAfter lists some of a player's queued notices.
func QueuedAfter(tx *core.Tx, player, after int64) ([]int64, error) {
	return NoticesAfter(tx, QueuedTo+" AND id > ?", player, player, after)
}

// NoticesAfter lists the IDs of some notices in order.
func NoticesAfter(tx *core.Tx, where string, args ...any) (ids []int64, err error) {
	err = tx.Raw("SELECT id FROM notices WHERE "+where+" ORDER BY id"+db.Limit(schema.BulkPart), args...).Scan(&ids).Error
	return ids, err
}

// DropTurnNotices drops the notices that a turn makes outdated. If there is only one, it is dropped by its ID, because
// rows found by an index that the update changes must be collected before the update.
func DropTurnNotices(tx *core.Tx, row *core.GameRow) error {
	query, which := dropTurnQuery, any(row.ID)
	if b := row.Related; b != nil {
		switch {
		case b.Notice == 0:
			return nil
		case b.Notice > 0:
			query, which = dropTurnNoticeQuery, b.Notice
		}
	}
	return tx.DeferExec(query, models.Dropped, DropTurnPlayed, tx.At, tx.At, which)
}

// The kinds are listed in the text, because they are few and known, so that the text is always the same.
var (
	dropTurnQuery       = dropTurnFrom + "game_id = ?"
	dropTurnNoticeQuery = dropTurnFrom + "id = ?"
	dropTurnFrom        = dropFrom + "kind IN (" + TurnKindList + ") AND "
	TurnKindList        = kindList(turnKinds)

	// dropGameQuery drops the notices that the end of a game makes outdated.
	dropGameQuery = dropFrom + "game_id = ? AND kind NOT IN (" + kindList(lastingKinds) + ")"

	dropFrom = `UPDATE notices SET status = ?, reason = ?, done_at = ?,
		waits_from = 0, next_at = 0, bundle = '', mail = ''
	WHERE done_at = 0 AND lease_until <= ? AND `
)

// kindList returns kinds as a list of SQL.
func kindList(kinds []models.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = "'" + string(k) + "'"
	}
	return strings.Join(names, ", ")
}
