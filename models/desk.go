package models

import (
	"context"
	"time"
)

// The desk answers mail that is no reply. Its From field proves nothing, so it is answered to the account's own
// address, and what it asks to change is held: a row of inbound with InboundHeld, whose answer has the command. The
// mail about it has a link, LinkConfirm, by which its recipient confirms the command once.

// HeldCommand is a command of a mail that waits for its confirmation.
type HeldCommand struct {
	Verb      string `json:"verb"` // of package mailer/reply
	Text      string `json:"text,omitempty"`
	Game      string `json:"-"` // that the mail was about; "" for none
	Challenge string `json:"-"`
	Ply       int    `json:"-"`
}

// heldLife is how long a command waits for its confirmation.
const heldLife = 7 * 24 * time.Hour

// maxDeskAnswers limits the responses to mails at the desk for one player within a day.
const maxDeskAnswers = 5

// DeskPlayer returns the player with an address, for a response to that address. It is no proof that the player wrote
// the mail. ok is false if there is none, or if the player is banned.
func (s *Store) DeskPlayer(ctx context.Context, address string) (p Player, ok bool, err error) {
	key := emailKeyOf(Player{Email: address})
	if key == "" {
		return Player{}, false, nil
	}
	row, err := findPlayer(s.read(ctx), "email_key = ? AND deleted_at = 0 AND banned_at = 0 AND confirmed_at > 0", key)
	if err != nil || row == nil {
		return Player{}, false, err
	}
	return row.player(), true, nil
}

// Held returns the command that a LinkConfirm confirms.
// Errors: CodeNotFound if it is unknown or too old; CodeConflict if it was confirmed before.
func (s *Store) Held(ctx context.Context, l Link) (HeldCommand, error) {
	var rows []inboundRow
	err := s.read(ctx).Raw("SELECT "+inboundColumns+" FROM inbound WHERE id = ? AND player_id = ?",
		l.Number, l.Player).Scan(&rows).Error
	if err != nil {
		return HeldCommand{}, err
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil || rows[0].Answer.Held == nil ||
		rows[0].DoneAt < ToMillis(s.now()).Add(-heldLife) {
		return HeldCommand{}, fail(CodeNotFound, "nothing_held")
	}
	held := *rows[0].Answer.Held
	held.Game, held.Challenge, held.Ply = rows[0].GameID, rows[0].ChallengeID, rows[0].Ply
	if rows[0].Result != InboundHeld {
		return held, fail(CodeConflict, "confirmed_before")
	}
	return held, nil
}

// confirm marks the held command of a mail as carried out, in the transaction that does so.
func (tx *Tx) confirm(mail, player int64) error {
	done := tx.Exec("UPDATE inbound SET result = ? WHERE id = ? AND player_id = ? AND result = ?",
		InboundDone, mail, player, InboundHeld)
	if done.Error == nil && done.RowsAffected == 0 {
		return fail(CodeConflict, "confirmed_before")
	}
	return done.Error
}

// deskSpent reports whether a player has had the day's responses to mails at the desk.
func (tx *Tx) deskSpent(player int64) (bool, error) {
	var today int64
	err := tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM inbound
		WHERE player_id = ? AND received_at > ? AND player_id > 0 AND link = '' AND answer <> '' LIMIT ?) AS recent`,
		player, tx.at.Add(-24*time.Hour), maxDeskAnswers).Scan(&today).Error
	return today >= maxDeskAnswers, err
}

// gatherStop adds the links that end all mail, and that about the game or with challenges.
func (s *Store) gatherStop(ctx context.Context, c *Content) (err error) {
	c.Unsubscribe, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe})
	narrow := Link{Purpose: LinkUnsubscribe, Game: c.row.GameID}
	if c.row.ChallengeID != "" && c.row.GameID == "" {
		narrow.Kind = KindChallenge
	}
	if err != nil || narrow.Game == "" && narrow.Kind == "" {
		return err
	}
	c.UnsubscribeGame, err = s.signFor(ctx, c, narrow)
	return err
}
