package models

import (
	"context"
	"database/sql/driver"
	"errors"
	"strconv"
	"time"

	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// InboundSettlement is the outcome of a mail.
type InboundSettlement struct {
	Result InboundResult
	Reason string // stable code; "" if the result says everything
	Detail string // as stated by the mail or its source
	Auth   string // what the trusted server found about the sender; "" if none is configured
	Player int64
	Game   string
	Ply    int
	// Challenge is the challenge that the mail was about.
	Challenge string
	Say       string       // message to the opponent in Game, sent in the same transaction
	Note      string       // line for the player's notes on Game, kept in the same transaction
	Unsaid    bool         // the mail had lines that look meant for the opponent and were not sent
	Words     string       // those lines as the text of one message; "" if there is none
	Answer    *ReplyAnswer // mailed to the sender; nil: nothing
	Arrived   bool         // the mail proves that mail to the player arrives
	Desk      bool         // the mail proves nothing about its sender: its responses are limited by maxDeskAnswers
	// Registration is the ID of the one that the mail of a stranger was about.
	Registration int64
	Confirms     int64 // the ID of the mail whose held command is carried out; 0 for none
}

// Once returns the Once of the use case that a claimed mail requests: the mail is settled in the transaction of the use
// case, as settlement decides from its result. If another worker settled the mail meanwhile, nothing happens and the
// error is ErrLeaseLost.
func (c InboundClaim) Once(player int64, settlement func(result any) InboundSettlement) *Once {
	return &Once{
		Via: ViaMail, Player: player, Key: strconv.FormatInt(c.ID, 10),
		settle: func(tx *Tx) error { return tx.settleInbound(c, settlement(tx.result)) },
	}
}

// SettleInbound settles a mail that changes nothing. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) SettleInbound(ctx context.Context, c InboundClaim, done InboundSettlement) error {
	return s.write(ctx, func(tx *Tx) error { return tx.settleInbound(c, done) })
}

func (tx *Tx) settleInbound(c InboundClaim, done InboundSettlement) error {
	if done.Desk && done.Answer != nil {
		spent, err := tx.deskSpent(done.Player)
		if err != nil {
			return err
		}
		if spent {
			done.Answer = nil
			if done.Result != InboundDone {
				done.Result = InboundTooMany
			}
		}
	}
	withheld, err := tx.withholdSay(&done)
	if err != nil {
		return err
	}
	raw := "raw"
	if done.Result.ignored() {
		raw = "NULL"
	}
	link := "link"
	if done.Desk {
		link = "''" // it proved nothing
	}
	unsaid, words := 0, ""
	if done.Unsaid && done.Player != 0 && done.Game != "" {
		unsaid, words = 1, done.Words
	}
	settled := tx.Exec(`
		UPDATE inbound SET status = 'done', result = ?, reason = ?, detail = ?, auth = ?,
			player_id = ?, game_id = ?, challenge_id = ?, ply = ?, answer = ?, unsaid = ?, words = ?,
			done_at = ?, lease = '', lease_until = 0,
			raw = `+raw+`, link = `+link+`
		WHERE id = ? AND lease = ? AND done_at = 0`,
		done.Result, visible.Clip(done.Reason, 80), visible.Clip(done.Detail, 500), visible.Clip(done.Auth, 300),
		done.Player, done.Game, done.Challenge, done.Ply,
		storedAnswer{done.Answer}, unsaid, words, tx.at, c.ID, c.lease)
	if settled.Error == nil && settled.RowsAffected == 0 {
		return ErrLeaseLost
	}
	if settled.Error != nil {
		return settled.Error
	}
	if done.Confirms != 0 {
		if err := tx.confirm(done.Confirms, done.Player); err != nil {
			return err
		}
	}
	if done.Say != "" && !withheld {
		if _, err := tx.sendMessage(done.Player, done.Game, done.Say); err != nil {
			return err
		}
	}
	if done.Note != "" && done.Player != 0 && done.Game != "" {
		if _, err := tx.addNote(done.Player, done.Game, done.Note); err != nil {
			return err
		}
	}
	if done.Arrived {
		if err := tx.mailArrived(done.Player); err != nil {
			return err
		}
	}
	if done.Answer == nil {
		return nil
	}
	return tx.noticeAnswer(c, done)
}

// withholdSay reports whether the message with a command is refused because its sender is muted. The command is
// carried out, and the response says that the message was not delivered.
func (tx *Tx) withholdSay(done *InboundSettlement) (bool, error) {
	if done.Say == "" {
		return false, nil
	}
	muted, err := tx.muted(done.Player)
	if err != nil || !muted {
		return false, err
	}
	answer := ReplyAnswer{About: AnswerDone, Typed: done.Reason}
	if done.Answer != nil {
		answer = *done.Answer
	}
	answer.Muted, done.Answer = true, &answer
	return true, nil
}

// RetryInbound returns a mail that could not be settled, to be tried again later. After too many attempts it is put
// aside instead. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) RetryInbound(ctx context.Context, c InboundClaim, at time.Time, reason string) error {
	return s.write(ctx, func(tx *Tx) error {
		if c.Attempts >= maxInboundTries {
			return tx.settleInbound(c, InboundSettlement{Result: InboundFailed, Detail: reason})
		}
		given := tx.Exec(`UPDATE inbound SET lease = '', lease_until = 0, next_at = ?, detail = ?
			WHERE id = ? AND lease = ? AND done_at = 0`,
			ToMillis(at), visible.Clip(reason, 500), c.ID, c.lease)
		if given.Error == nil && given.RowsAffected == 0 {
			return ErrLeaseLost
		}
		return given.Error
	})
}

// ErrNoRawMail means that a mail cannot be processed again: it was settled too long ago, or only its envelope is left.
var ErrNoRawMail = errors.New("the mail itself is no longer kept")

// storedAnswer is the response to a mail as JSON in the database; "" if there is none.
type storedAnswer struct{ *ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with its refusal.
type storedAnswerForm struct {
	ReplyAnswer
	Refused *storedError  `json:"refused,omitempty"`
	Faults  []storedFault `json:"faults,omitempty"`
}

// storedFault is a SettingFault in the database.
type storedFault struct {
	Setting
	Refused *storedError `json:"refused"`
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
	form := storedAnswerForm{ReplyAnswer: *a.ReplyAnswer, Refused: storeError(a.Refused)}
	for _, f := range a.Faults {
		form.Faults = append(form.Faults, storedFault{f.Setting, storeError(f.Refused)})
	}
	return encodedJSON(form)
}

// Scan implements sql.Scanner.
func (a *storedAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := scanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	for _, f := range form.Faults {
		form.ReplyAnswer.Faults = append(form.ReplyAnswer.Faults, SettingFault{f.Setting, f.Refused.error()})
	}
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
