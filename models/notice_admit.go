package models

import (
	"fmt"

	"turnpost/models/mailaddr"
)

// Why a notice was not admitted.
const (
	DropSenderBounded   NoticeReason = "sender_bounded"   // its sender has caused enough mail to this player
	DropStrangerBounded NoticeReason = "stranger_bounded" // by challenges of players never played with
	DropMailboxBounded  NoticeReason = "mailbox_bounded"  // enough invitations went to this mailbox
)

// admit decides whether a notice may become a mail; drop is the reason if not. Every notice passes it. Mail that
// another player can cause at will is bounded by its cause and its recipient, and mail from strangers also by its
// recipient alone. Mail that follows from the recipient's actions is not bounded: turns, reminders, the end of a game,
// decisions on their offers. Far beyond the bounds the action itself is refused with CodeTooMany.
func (tx *Tx) admit(n *notice) (drop NoticeReason, err error) {
	switch n.Kind {
	case KindChallenge, KindOffer, KindAway, KindMessage:
	default:
		return "", nil
	}
	sender, err := tx.causedBy(n)
	if err != nil || sender == 0 {
		return "", err
	}
	if n.PlayerID == 0 {
		return tx.admitInvitation(sender, n)
	}
	var blocked int64
	err = tx.Raw("SELECT COUNT(*) FROM blocks WHERE player_id = ? AND blocked_id = ?",
		n.PlayerID, sender).Scan(&blocked).Error
	if err != nil || blocked > 0 {
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
	ok, err := tx.take(scoped{fmt.Sprintf("strangers.%d", n.PlayerID), limits.Strangers})
	if err != nil || ok {
		return "", err
	}
	return DropStrangerBounded, tx.countDropped(pair)
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
	dropped := scoped{"dropped." + pair, tx.store.limits.Dropped}
	ok, err := tx.take(dropped)
	if err != nil || ok {
		return err
	}
	wait, err := tx.wait(dropped)
	if err != nil {
		return err
	}
	return tooMany(wait, "too_many_mails")
}

// causedBy returns the player whose action caused a notice; 0 if there is none.
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
