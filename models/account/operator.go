package account

import (
	"context"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// OperatorLife is how long the operators' pages stay open in a browser once a code for them was entered.
const OperatorLife = time.Hour

// OperatorCode is the purpose of a code that opens the operators' pages for a session. In another session the code is
// worth nothing, and its requests and guesses are counted apart.
func OperatorCode(session int64) CodePurpose { return CodePurpose(fmt.Sprintf("operator.%d", session)) }

// operatorSession is a session, and how long the operators' pages are open in it.
type operatorSession struct {
	ID, PlayerID  int64
	OperatorUntil models.Millis
}

// open reports whether the pages are open. A later end comes from a clock that was ahead.
func (s operatorSession) open(now models.Millis) bool {
	return now < s.OperatorUntil && s.OperatorUntil <= now.Add(OperatorLife)
}

// findOperatorSession returns the session with a secret. Errors: CodeUnauthorized.
func findOperatorSession(tx *core.Tx, secret string) (operatorSession, error) {
	var rows []operatorSession
	err := tx.Raw("SELECT id, player_id, operator_until FROM sessions WHERE hash = ? AND used_at > ?",
		secrets.Hash(secret), tx.At.Add(-SessionLife)).Scan(&rows).Error
	if err == nil && len(rows) == 0 {
		err = models.Fail(models.CodeUnauthorized, "signed_out")
	}
	if err != nil {
		return operatorSession{}, err
	}
	return rows[0], nil
}

// OperatorUntil returns when the operators' pages close in a session; zero if they are closed.
// Errors: CodeUnauthorized.
func (s *Store) OperatorUntil(ctx context.Context, secret string) (time.Time, error) {
	tx := s.ReadTx(ctx)
	session, err := findOperatorSession(tx, secret)
	if err != nil || !session.open(tx.At) {
		return time.Time{}, err
	}
	return session.OperatorUntil.Time(), nil
}

// RequestOperatorCode mails the player of a session a code that opens the operators' pages in it. Like sign-in codes,
// there is no new one while a recent one is valid. The caller knows that the player is an operator.
// Errors: CodeUnauthorized.
func (s *Store) RequestOperatorCode(ctx context.Context, secret string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		session, err := findOperatorSession(tx, secret)
		if err != nil {
			return err
		}
		p, err := LockPlayer(tx, session.PlayerID)
		if err != nil {
			return err
		}
		n := schema.Notice{Kind: models.KindOperatorCode, PlayerID: p.ID, Email: p.Email}
		n.Detail.Session = session.ID
		return queueCode(tx, OperatorCode(session.ID), n, p.EmailKey, false)
	})
}

// OpenOperatorPages opens the operators' pages in a session for OperatorLife, given a code that was mailed for it.
// Errors: CodeUnauthorized; CodeBadCode; CodeTooMany after too many wrong codes in the session.
func (s *Store) OpenOperatorPages(ctx context.Context, secret, code string) error {
	var outcome error // the error of a transaction that commits its counters
	err := s.Write(ctx, func(tx *core.Tx) error {
		session, err := findOperatorSession(tx, secret)
		if err != nil {
			return err
		}
		p, err := LockPlayer(tx, session.PlayerID)
		if err != nil {
			return err
		}
		guesses := schema.Scoped{Scope: fmt.Sprintf("operator-guesses.%d", session.ID), Bound: tx.Store.Limits.Guesser}
		if err := tx.Spend([]schema.Scoped{guesses}, "too_many_operator_codes"); err != nil {
			return err
		}
		found, err := findCode(tx, OperatorCode(session.ID), p.EmailKey, code)
		if err != nil {
			return err
		}
		if outcome = nil; found == nil {
			outcome = models.Fail(models.CodeBadCode, "bad_code")
			return nil
		}
		if err := endCodes(tx, OperatorCode(session.ID), p.EmailKey); err != nil {
			return err
		}
		if err := tx.Forget(guesses.Scope); err != nil {
			return err
		}
		return setOperatorUntil(tx, session.ID, tx.At.Add(OperatorLife))
	})
	if err == nil {
		err = outcome
	}
	return err
}

// CloseOperatorPages closes the operators' pages in a session. Errors: CodeUnauthorized.
func (s *Store) CloseOperatorPages(ctx context.Context, secret string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		session, err := findOperatorSession(tx, secret)
		if err != nil {
			return err
		}
		return setOperatorUntil(tx, session.ID, 0)
	})
}

func setOperatorUntil(tx *core.Tx, session int64, until models.Millis) error {
	return tx.Exec("UPDATE sessions SET operator_until = ? WHERE id = ?", until, session).Error
}
