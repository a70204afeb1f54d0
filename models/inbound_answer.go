package models

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"turnpost/rules"
	"turnpost/rules/phrase"
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

// storedAnswer is the answer to a mail, as JSON in the database; "" where there is none.
type storedAnswer struct{ *ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with what was refused.
type storedAnswerForm struct {
	ReplyAnswer
	Refused *storedError `json:"refused,omitempty"`
}

// storedError is an *Error without the state of the game, which is looked up when the error is said.
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

// Value is the stored form.
func (a storedAnswer) Value() (driver.Value, error) {
	if a.ReplyAnswer == nil {
		return "", nil
	}
	return encodedJSON(storedAnswerForm{*a.ReplyAnswer, storeError(a.Refused)})
}

// Scan reads the stored form.
func (a *storedAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := scanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	a.ReplyAnswer = &form.ReplyAnswer
	return nil
}

// refused is what a use case refused, nil where it was something else or nothing.
func (a storedAnswer) refused() *Error {
	if a.ReplyAnswer == nil {
		return nil
	}
	return a.Refused
}

// postmasterKept bounds the mails to the postmaster that can be read later. Anybody may send them.
var postmasterKept = Bound{40, day}

// SettlePostmasterMail settles a mail to the postmaster, for the operator to read while it is kept. Of those beyond
// a number a day only the envelope is recorded. The error is ErrLeaseLost where another worker has the claim.
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
