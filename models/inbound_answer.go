package models

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// AnswerTopic is the topic of the response to a mail.
type AnswerTopic string

// The topics. Those above AnswerShow are refusals.
const (
	AnswerRefused    AnswerTopic = "refused"    // Refused says why
	AnswerUnreadable AnswerTopic = "unreadable" // no command was found
	AnswerAmbiguous  AnswerTopic = "ambiguous"  // one of Choices was meant
	AnswerStale      AnswerTopic = "stale"      // the game has gone on since the mail that was replied to
	AnswerConfirm    AnswerTopic = "confirm"    // nothing was done yet: asks whether to resign
	AnswerShow       AnswerTopic = "show"
	AnswerHelp       AnswerTopic = "help"
	AnswerTry        AnswerTopic = "try"     // the board after Turn
	AnswerDone       AnswerTopic = "done"    // the command was carried out, for players who want a confirmation
	AnswerWelcome    AnswerTopic = "welcome" // the reply created an account
)

// refuses reports whether the response says that nothing was done.
func (t AnswerTopic) refuses() bool {
	return t == AnswerRefused || t == AnswerUnreadable || t == AnswerAmbiguous || t == AnswerStale
}

// ReplyAnswer is the response that is mailed to the sender of a mail. It is stored with the mail and
// rendered when it is sent.
type ReplyAnswer struct {
	About   AnswerTopic `json:"about"`
	Typed   string      `json:"typed,omitempty"`   // the text parsed as the command
	Reason  string      `json:"reason,omitempty"`  // for AnswerUnreadable: why; "" if there is no particular reason
	Refused *Error      `json:"-"`                 // for AnswerRefused
	Near    []string    `json:"near,omitempty"`    // legal turns similar to the typed text
	Choices []string    `json:"choices,omitempty"` // for AnswerAmbiguous
	Turn    string      `json:"turn,omitempty"`    // for AnswerTry
	Last    bool        `json:"last,omitempty"`    // today's limit of responses to ineffective replies is reached

	// Headers of the mail that is answered, for the thread.
	Subject    string   `json:"subject,omitempty"`
	MessageID  string   `json:"message_id,omitempty"`
	References []string `json:"references,omitempty"`
}

// maxAnswersPerDay limits the responses to one player's mails. Further mails are processed without a
// response.
const maxAnswersPerDay = 60

// noticeAnswer queues the response to a mail, unless its sender has reached the limit of the day.
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

// answerAddress returns the recipient of the response: the address that the link was made for, never the mail's stated
// sender.
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

// gatherAnswer loads the response of a notice.
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
		refused.Game = c.Game // for the reason of its end
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

// markUnsaidReported records that the player has been told that a message was not delivered.
func (tx *Tx) markUnsaidReported(n notice) error {
	return tx.Exec("UPDATE inbound SET unsaid = 2 WHERE player_id = ? AND game_id = ? AND unsaid = 1",
		n.PlayerID, n.GameID).Error
}

// storedAnswer is the response to a mail as JSON in the database; "" if there is none.
type storedAnswer struct{ *ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with its refusal.
type storedAnswerForm struct {
	ReplyAnswer
	Refused *storedError `json:"refused,omitempty"`
}

// storedError is an *Error without the state of the game, which is loaded when the error is rendered.
type storedError struct {
	Code    Code          `json:"code"`
	Message storedMessage `json:"message"`
	Field   string        `json:"field,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Index   int           `json:"index"`

	// By the rules.
	Ruleset        string        `json:"ruleset,omitempty"`
	RefusalCode    string        `json:"refusal_code,omitempty"`
	RefusalMessage storedMessage `json:"refusal_message"`
	Read           string        `json:"read,omitempty"`
	Command        string        `json:"command,omitempty"`
	Options        []string      `json:"options,omitempty"`
	More           int           `json:"more,omitempty"`
}

func storeError(e *Error) *storedError {
	if e == nil {
		return nil
	}
	r := e.Refusal
	return &storedError{
		Code: e.Code, Message: storedMessage(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, RefusalCode: r.Code, RefusalMessage: storedMessage(r.Message), Read: r.Read,
		Command: r.Command, Options: r.Options, More: r.More,
	}
}

func (e *storedError) error() *Error {
	if e == nil {
		return nil
	}
	return &Error{
		Code: e.Code, Message: phrase.Message(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, Refusal: rules.Refusal{
			Code: e.RefusalCode, Message: phrase.Message(e.RefusalMessage), Read: e.Read,
			Command: e.Command, Options: e.Options, More: e.More,
		},
	}
}

// Value implements driver.Valuer.
func (a storedAnswer) Value() (driver.Value, error) {
	if a.ReplyAnswer == nil {
		return "", nil
	}
	return encodedJSON(storedAnswerForm{*a.ReplyAnswer, storeError(a.Refused)})
}

// Scan implements sql.Scanner.
func (a *storedAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := scanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	a.ReplyAnswer = &form.ReplyAnswer
	return nil
}

// refused returns the error of the refused use case, or nil.
func (a storedAnswer) refused() *Error {
	if a.ReplyAnswer == nil {
		return nil
	}
	return a.Refused
}

// postmasterKept limits the mails to the postmaster that are kept, because anybody may send them.
var postmasterKept = Bound{40, day}

// SettlePostmasterMail settles a mail to the postmaster, which the operator can read while it is kept. Beyond a daily
// limit only the envelope is recorded. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) SettlePostmasterMail(ctx context.Context, c InboundClaim) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.settleInbound(c, InboundSettlement{Result: InboundPostmaster}); err != nil {
			return err
		}
		keep, err := tx.take(scoped{"postmaster", postmasterKept})
		if err != nil || keep {
			return err
		}
		return tx.Exec("UPDATE inbound SET raw = NULL WHERE id = ?", c.ID).Error
	})
}
