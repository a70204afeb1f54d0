package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models/db"
)

// WithdrawChallenge withdraws the player's open challenge.
// Errors: CodeNotFound, CodeForbidden for another player's, CodeConflict for a decided one.
func (s *Store) WithdrawChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if row.ChallengerID != p.ID {
			return fail(CodeForbidden, "not_challenger", "name", row.ChallengerName)
		}
		if err := tx.dropNotices(DropChallengeWithdrawn, "challenge_id = ?", id); err != nil {
			return err
		}
		return tx.closeChallenge(row, ChallengeWithdrawn)
	})
}

// DeclineChallenge declines a challenge to this player, by name or address.
// Errors: CodeNotFound, CodeForbidden for one to somebody else, CodeConflict for a decided one.
func (s *Store) DeclineChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if !row.isFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return fail(CodeForbidden, "not_challenged")
		}
		// A refusal must not reveal who has the invited address.
		if err := tx.closeChallenge(row, ChallengeDeclined); err != nil {
			return err
		}
		return tx.noticeChallengeDecision(row, Declined)
	})
}

func (s *Store) decideChallenge(
	ctx context.Context, p Player, id string, decide func(tx *Tx, row *challengeRow) error,
) (c Challenge, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if err := decide(tx, row); err != nil {
			return err
		}
		c = row.challenge()
		tx.setResult(c)
		return nil
	})
	return c, err
}

// openChallenge loads a challenge that awaits a decision.
func (tx *Tx) openChallenge(p Player, id string) (*challengeRow, error) {
	row, err := loadChallenge(tx.DB, p, id, tx.ForUpdate("c"))
	if err != nil {
		return nil, err
	}
	return row, tx.mustBeOpen(row)
}

// mustBeOpen refuses a challenge that is decided or has expired.
func (tx *Tx) mustBeOpen(row *challengeRow) error {
	if row.Status == ChallengeOpen && row.ExpiresAt <= tx.at {
		row.Status = ChallengeExpired // the next sweep stores it
	}
	if row.Status != ChallengeOpen {
		return fail(CodeConflict, "challenge_closed", "challenge", row.ID, "status", row.Status)
	}
	return nil
}

func (tx *Tx) closeChallenge(row *challengeRow, status ChallengeStatus) error {
	row.Status, row.AnsweredAt = status, tx.at
	return tx.Exec("UPDATE challenges SET status = ?, answered_at = ?, opponent_id = ?, game_id = ? WHERE id = ?",
		row.Status, row.AnsweredAt, row.OpponentID, row.GameID, row.ID).Error
}

// AcceptChallenge starts the game of a challenge. Errors: CodeNotFound, CodeForbidden for one's own or if either blocks
// the other, CodeConflict for a decided one, CodeNotEligible for a player who does not meet its limits, CodeTooMany if
// the two have too many ongoing games.
func (s *Store) AcceptChallenge(ctx context.Context, p Player, id string) (*Game, error) {
	var game *Game
	err := s.write(ctx, func(tx *Tx) (err error) {
		if game, err = tx.acceptChallenge(p, id); err == nil {
			tx.setResult(game)
		}
		return err
	})
	return game, err
}

func (tx *Tx) acceptChallenge(p Player, id string) (*Game, error) {
	if err := tx.checkActor(p.ID); err != nil {
		return nil, err
	}
	row, err := tx.openChallenge(p, id)
	if err != nil {
		return nil, err
	}
	return tx.acceptOpen(row, p)
}

// acceptOpen starts the game of an open challenge.
func (tx *Tx) acceptOpen(row *challengeRow, p Player) (*Game, error) {
	if !row.isFor(p) {
		return nil, fail(CodeForbidden, "own_challenge")
	}
	if err := tx.mustNotBlock(p.ID, PlayerRef{row.ChallengerID, row.ChallengerName}, "challenges"); err != nil {
		return nil, err
	}
	if err := tx.mustBeEligible(row, p.ID); err != nil {
		return nil, err
	}
	row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
	if err := tx.mayBegin(p.ID, row.ChallengerID); err != nil {
		return nil, err
	}
	begun, err := tx.beginGame(row)
	if err != nil {
		return nil, err
	}
	row.GameID = begun.ID
	if err := tx.closeChallenge(row, ChallengeAccepted); err != nil {
		return nil, err
	}
	if err := tx.noticeChallengeDecision(row, Accepted); err != nil {
		return nil, err
	}
	return begun.gameAfter(tx.at, nil), tx.noticeTurn(begun)
}

// sweepChallenges ends expired challenges and notifies their challengers once. A failure for one challenge does not
// affect the others. It uses steady time, so that a clock that is temporarily ahead expires nothing.
func (s *Store) sweepChallenges(ctx context.Context) (err error) {
	now, known, err := s.steadyTime(ctx)
	if err != nil || !known {
		return err
	}
	type expiredChallenge struct {
		ID        string
		ExpiresAt Millis
	}
	// The index must be named: SQLite would walk all challenges in order of the IDs instead.
	query := "SELECT id, expires_at FROM challenges" + s.readTx(ctx).By("challenges_expiry") + `
		WHERE status = 'open' AND expires_at <= ? AND (expires_at, id) > (?, ?) ORDER BY expires_at, id` + db.Limit(sweepPage)
	for last := (expiredChallenge{}); ; {
		var page []expiredChallenge
		failure := s.read(ctx).Raw(query, now, last.ExpiresAt, last.ID).Scan(&page).Error
		if failure != nil {
			return errors.Join(err, failure)
		}
		for _, expired := range page {
			if failure := s.expireChallenge(ctx, expired.ID); failure != nil {
				err = errors.Join(err, fmt.Errorf("challenge %s: %w", expired.ID, failure))
			}
			last = expired
		}
		if len(page) < sweepPage || ctx.Err() != nil {
			return err
		}
	}
}

func (s *Store) expireChallenge(ctx context.Context, id string) error {
	return s.write(ctx, func(tx *Tx) error {
		var rows []challengeRow
		query := selectChallenge + "WHERE c.id = ? AND c.status = 'open' AND c.expires_at <= ?" + tx.ForUpdate("c")
		err := tx.Raw(query, id, tx.at).Scan(&rows).Error
		if err != nil || len(rows) == 0 { // another process was first
			return err
		}
		if err := tx.closeChallenge(&rows[0], ChallengeExpired); err != nil {
			return err
		}
		return tx.noticeChallengeDecision(&rows[0], Expired)
	})
}

// silence is the time without a sign of its owner after which a challenge to anyone is withdrawn, and silenceStep the
// time between two searches for such owners.
const (
	silence     = 14 * 24 * time.Hour
	silenceStep = time.Hour
)

// selectSilent selects the open challenges to anyone whose owners have given no sign since an instant: used no token
// and no session, written no mail, and played no turn of a game under way, as a link in a mail allows without a
// session. Turns by plans are no sign. The sign before the column lets SQLite use an index of an expression.
func (tx *Tx) selectSilent(since Millis, and string, args ...any) (ids []string, err error) {
	turn := func(by, whose, ply string) string {
		return " AND NOT EXISTS (SELECT 1 FROM games g" + tx.By(by) + turnsAt("t", ply) +
			"WHERE g.status = 'ongoing' AND " + whose + " = +c.challenger_id AND " + turnColumns("t", "via") +
			" <> 'plan' AND " + turnColumns("t", "at") + " > ?)"
	}
	query := `SELECT c.id FROM challenges c
		WHERE c.status = 'open' AND c.opponent_id IS NULL AND c.invited = '' AND c.created_at <= ?
		AND NOT EXISTS (SELECT 1 FROM tokens WHERE player_id = c.challenger_id AND used_at > ?)
		AND NOT EXISTS (SELECT 1 FROM sessions WHERE player_id = c.challenger_id AND used_at > ?)
		AND NOT EXISTS (SELECT 1 FROM inbound WHERE player_id = c.challenger_id AND player_id > 0 AND received_at > ?)` +
		turn("games_waiting", "g.first_id + g.second_id - g.to_move_id", "g.ply") +
		turn("games_to_move", "g.to_move_id", "g.ply - 1") + and
	args = append([]any{since, since, since, since, since, since}, args...)
	err = tx.Raw(query, args...).Scan(&ids).Error
	return ids, err
}

// sweepSilent withdraws the challenges to anyone whose owners have been silent. It uses steady time, as
// sweepChallenges, and searches once in silenceStep.
func (s *Store) sweepSilent(ctx context.Context) (err error) {
	now, known, err := s.steadyTime(ctx)
	if err != nil || !known {
		return err
	}
	if last := Millis(s.silenceSwept.Load()); last != 0 && last <= now && now.Sub(last) < silenceStep {
		return nil
	}
	since := now.Add(-silence)
	ids, err := s.readTx(ctx).selectSilent(since, "")
	if err != nil {
		return err
	}
	for _, id := range ids {
		if failure := s.withdrawSilent(ctx, id, since); failure != nil {
			err = errors.Join(err, fmt.Errorf("challenge %s: %w", id, failure))
		}
	}
	if err == nil {
		s.silenceSwept.Store(int64(now))
	}
	return err
}

// withdrawSilent withdraws a challenge unless its owner has given a sign meanwhile.
func (s *Store) withdrawSilent(ctx context.Context, id string, since Millis) error {
	return s.write(ctx, func(tx *Tx) error {
		var rows []challengeRow
		if err := tx.Raw(selectChallenge+"WHERE c.id = ?"+tx.ForUpdate("c"), id).Scan(&rows).Error; err != nil {
			return err
		}
		silent, err := tx.selectSilent(since, " AND c.id = ?", id)
		if err != nil || len(silent) == 0 || len(rows) == 0 {
			return err
		}
		return tx.closeChallenge(&rows[0], ChallengeWithdrawn)
	})
}
