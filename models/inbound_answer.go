package models

import (
	"context"
	"fmt"
	"time"
)

// AnswerTopic is what the answer to a mail is about.
type AnswerTopic string

// Topics of answers. Those above AnswerShow refuse something.
const (
	AnswerRefused    AnswerTopic = "refused"    // Refused says why
	AnswerUnreadable AnswerTopic = "unreadable" // no command was found
	AnswerAmbiguous  AnswerTopic = "ambiguous"  // Choices could each be meant
	AnswerStale      AnswerTopic = "stale"      // the game has gone on since the mail that was answered
	AnswerConfirm    AnswerTopic = "confirm"    // nothing was done yet: whether to resign is asked back
	AnswerShow       AnswerTopic = "show"
	AnswerHelp       AnswerTopic = "help"
	AnswerTry        AnswerTopic = "try"     // the board after Turn
	AnswerDone       AnswerTopic = "done"    // what was asked for was done, for players who want to hear of it
	AnswerWelcome    AnswerTopic = "welcome" // the reply made an account
)

// refuses tells whether the answer says that nothing was done.
func (t AnswerTopic) refuses() bool {
	return t == AnswerRefused || t == AnswerUnreadable || t == AnswerAmbiguous || t == AnswerStale
}

// ReplyAnswer is what is mailed to whoever sent a mail. It is stored with the mail and
// put into words when it is sent.
type ReplyAnswer struct {
	About   AnswerTopic `json:"about"`
	Typed   string      `json:"typed,omitempty"`   // what was read as the command
	Reason  string      `json:"reason,omitempty"`  // of AnswerUnreadable: why; "" for no particular one
	Refused *Error      `json:"-"`                 // of AnswerRefused
	Near    []string    `json:"near,omitempty"`    // legal turns that look like what was typed
	Choices []string    `json:"choices,omitempty"` // of AnswerAmbiguous
	Turn    string      `json:"turn,omitempty"`    // of AnswerTry
	Last    bool        `json:"last,omitempty"`    // replies that do nothing are not answered any more today

	// The mail that is answered, for the thread.
	Subject    string   `json:"subject,omitempty"`
	MessageID  string   `json:"message_id,omitempty"`
	References []string `json:"references,omitempty"`
}

// maxAnswersPerDay bounds the answers to one player's mails; what comes after is acted upon and not
// answered.
const maxAnswersPerDay = 60

// noticeAnswer queues the answer to a mail, unless its sender had many today.
func (tx *Tx) noticeAnswer(c InboundClaim, done InboundSettlement) error {
	kind := KindReplyAnswer
	if done.Answer.About.refuses() {
		kind = KindReplyRejected
	}
	n := notice{
		Key: fmt.Sprintf("reply.%d.%d", c.ID, tx.at), Kind: kind, PlayerID: done.Player,
		GameID: done.Game, Ply: done.Ply, ChallengeID: done.Challenge, Detail: noticeDetail{Mail: c.ID},
	}
	var err error
	if n.Email, err = tx.answerAddress(done); err != nil || n.Email == "" {
		return err
	}
	var today int64
	err = tx.Raw(`SELECT COUNT(*) FROM (SELECT 1 FROM notices
		WHERE player_id = ? AND email = ? AND kind IN ? AND created_at > ? LIMIT ?) AS recent`,
		n.PlayerID, n.Email, answerKinds, tx.at.Add(-24*time.Hour), maxAnswersPerDay).Scan(&today).Error
	if err != nil || today >= maxAnswersPerDay {
		return err
	}
	return tx.notify(n)
}

// answerAddress is where the answer goes: never to the mail's sender as it says, but to whom its link was made for.
func (tx *Tx) answerAddress(done InboundSettlement) (string, error) {
	var addresses []string
	query, of := "SELECT email FROM players WHERE id = ? AND deleted_at = 0", any(done.Player)
	if done.Player == 0 {
		query, of = "SELECT invited FROM challenges WHERE id = ?", done.Challenge
	}
	err := tx.Raw(query, of).Scan(&addresses).Error
	if err != nil || len(addresses) == 0 {
		return "", err
	}
	return addresses[0], nil
}

// gatherAnswer finds the answer that a notice brings.
func (s *Store) gatherAnswer(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	var rows []inboundRow
	id := c.row.Detail.Mail
	if err := s.read(ctx).Raw("SELECT answer FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
		return "", fmt.Errorf("notice %s answers mail %d: %w", c.Key, id, err)
	}
	if len(rows) == 0 || rows[0].Answer.ReplyAnswer == nil {
		return DropMailGone, nil
	}
	c.Reply = rows[0].Answer.ReplyAnswer
	if refused := c.Reply.Refused; refused != nil && c.Game != nil && c.Game.Status != Ongoing {
		refused.Game = c.Game // which says why it is over
	}
	if c.Game == nil || c.Reply.About != AnswerTry {
		return "", nil
	}
	tried, err := s.TryTurn(ctx, TurnInput{
		Game: c.Game.ID, Player: c.row.PlayerID, Ply: &c.row.Ply, Text: c.Reply.Turn, Via: ViaMail,
	})
	if CodeOf(err) != "" { // the game went on
		c.Reply.About = AnswerShow
		return "", nil
	}
	c.Tried = tried
	return "", err
}

// unsaidTold notes that the player has heard that something was said to nobody.
func (tx *Tx) unsaidTold(n notice) error {
	return tx.Exec("UPDATE inbound SET unsaid = 2 WHERE player_id = ? AND game_id = ? AND unsaid = 1",
		n.PlayerID, n.GameID).Error
}
