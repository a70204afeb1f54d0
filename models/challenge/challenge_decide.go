package challenge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/schema"
)

// WithdrawChallenge withdraws the player's open challenge.
// Errors: CodeNotFound, CodeForbidden for another player's, CodeConflict for a decided one.
func (s *Store) WithdrawChallenge(ctx context.Context, p models.Player, id string) (models.Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *core.Tx, row *schema.ChallengeRow) error {
		if row.ChallengerID != p.ID {
			return models.Fail(models.CodeForbidden, "not_challenger", "name", row.ChallengerName)
		}
		if err := notice.DropNotices(tx, notice.DropChallengeWithdrawn, notice.OfChallenge, id); err != nil {
			return err
		}
		return CloseChallenge(tx, row, models.ChallengeWithdrawn)
	})
}

// DeclineChallenge declines a challenge to this player, by name or address.
// Errors: CodeNotFound, CodeForbidden for one to somebody else, CodeConflict for a decided one.
func (s *Store) DeclineChallenge(ctx context.Context, p models.Player, id string) (models.Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *core.Tx, row *schema.ChallengeRow) error {
		if !row.IsFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return models.Fail(models.CodeForbidden, "not_challenged")
		}
		// A refusal must not reveal who has the invited address.
		if err := CloseChallenge(tx, row, models.ChallengeDeclined); err != nil {
			return err
		}
		return notice.Decision(tx, row, models.Declined)
	})
}

func (s *Store) decideChallenge(
	ctx context.Context, p models.Player, id string, decide func(tx *core.Tx, row *schema.ChallengeRow) error,
) (c models.Challenge, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		row, err := openChallenge(tx, p, id)
		if err != nil {
			return err
		}
		if err := decide(tx, row); err != nil {
			return err
		}
		c = row.Challenge()
		tx.SetResult(c)
		return nil
	})
	return c, err
}

// openChallenge loads a challenge that awaits a decision.
func openChallenge(tx *core.Tx, p models.Player, id string) (*schema.ChallengeRow, error) {
	row, err := loadChallenge(tx.DB, p, id, tx.ForUpdate("c"))
	if err != nil {
		return nil, err
	}
	return row, mustBeOpen(tx, row)
}

// mustBeOpen refuses a challenge that is decided or has expired.
func mustBeOpen(tx *core.Tx, row *schema.ChallengeRow) error {
	if row.Status == models.ChallengeOpen && row.ExpiresAt <= tx.At {
		row.Status = models.ChallengeExpired // the next sweep stores it
	}
	if row.Status != models.ChallengeOpen {
		return models.Fail(models.CodeConflict, "challenge_closed", "challenge", row.ID, "status", row.Status)
	}
	return nil
}

// CloseChallenge stores how a challenge ended.
func CloseChallenge(tx *core.Tx, row *schema.ChallengeRow, status models.ChallengeStatus) error {
	row.Status, row.AnsweredAt = status, tx.At
	return tx.Exec("UPDATE challenges SET status = ?, answered_at = ?, opponent_id = ?, game_id = ? WHERE id = ?",
		row.Status, row.AnsweredAt, row.OpponentID, row.GameID, row.ID).Error
}

// AcceptChallenge starts the game of a challenge. Errors: CodeNotFound, CodeForbidden for one's own or if either blocks
// the other, CodeConflict for a decided one, CodeNotEligible for a player who does not meet its limits or for a bot
// that accepts a rated game, CodeTooMany if the two have too many ongoing games.
func (s *Store) AcceptChallenge(ctx context.Context, p models.Player, id string) (*models.Game, error) {
	var game *models.Game
	err := s.Write(ctx, func(tx *core.Tx) (err error) {
		if game, err = acceptChallenge(tx, p, id); err == nil {
			tx.SetResult(game)
		}
		return err
	})
	return game, err
}

func acceptChallenge(tx *core.Tx, p models.Player, id string) (*models.Game, error) {
	if err := account.CheckActor(tx, p.ID); err != nil {
		return nil, err
	}
	row, err := openChallenge(tx, p, id)
	if err != nil {
		return nil, err
	}
	return acceptOpen(tx, row, p)
}

// acceptOpen starts the game of an open challenge.
func acceptOpen(tx *core.Tx, row *schema.ChallengeRow, p models.Player) (*models.Game, error) {
	if !row.IsFor(p) {
		return nil, models.Fail(models.CodeForbidden, "own_challenge")
	}
	if err := account.MustNotBlock(tx, p.ID, models.PlayerRef{ID: row.ChallengerID, Name: row.ChallengerName},
		"challenges"); err != nil {
		return nil, err
	}
	pool := rating.Pool{Ruleset: row.Ruleset, Variant: row.Variant}
	if err := play.MustBeEligible(tx, &row.Terms, pool, p.ID); err != nil {
		return nil, err
	}
	if p.Bot() && !bool(row.Challenge().Unrated) {
		return nil, models.Fail(models.CodeNotEligible, "bot_rated")
	}
	row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
	if err := tx.MayBegin(p.ID, row.ChallengerID); err != nil {
		return nil, err
	}
	begun, err := play.BeginGame(tx, row)
	if err != nil {
		return nil, err
	}
	row.GameID = begun.ID
	if err := CloseChallenge(tx, row, models.ChallengeAccepted); err != nil {
		return nil, err
	}
	if err := notice.Decision(tx, row, models.Accepted); err != nil {
		return nil, err
	}
	return begun.GameAfter(tx.At, nil), play.NoticeTurn(tx, begun)
}

// SweepChallenges ends expired challenges and notifies their challengers once. A failure for one challenge does not
// affect the others. It uses steady time, so that a clock that is temporarily ahead expires nothing.
func (s *Store) SweepChallenges(ctx context.Context) (err error) {
	now, known, err := s.SteadyTime(ctx)
	if err != nil || !known {
		return err
	}
	type expiredChallenge struct {
		ID        string
		ExpiresAt models.Millis
	}
	// The index must be named: SQLite would walk all challenges in order of the IDs instead.
	query := "SELECT id, expires_at FROM challenges" + s.ReadTx(ctx).By("challenges_expiry") + `
		WHERE status = 'open' AND expires_at <= ? AND (expires_at, id) > (?, ?) ORDER BY expires_at, id` +
		db.Limit(play.SweepPage)
	for last := (expiredChallenge{}); ; {
		var page []expiredChallenge
		failure := s.Read(ctx).Raw(query, now, last.ExpiresAt, last.ID).Scan(&page).Error
		if failure != nil {
			return errors.Join(err, failure)
		}
		before := last
		for _, expired := range page {
			if failure := s.expireChallenge(ctx, expired.ID); failure != nil {
				err = errors.Join(err, fmt.Errorf("challenge %s: %w", expired.ID, failure))
			}
			last = expired
		}
		if len(page) < play.SweepPage || ctx.Err() != nil {
			return err
		}
		order := cmp.Or(cmp.Compare(last.ExpiresAt, before.ExpiresAt), strings.Compare(last.ID, before.ID))
		if failure := s.DB.Advanced("the challenges by their ends", order, before); failure != nil {
			return errors.Join(err, failure)
		}
	}
}

func (s *Store) expireChallenge(ctx context.Context, id string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		var rows []schema.ChallengeRow
		query := schema.SelectChallenge + "WHERE c.id = ? AND c.status = 'open' AND c.expires_at <= ?" + tx.ForUpdate("c")
		err := tx.Raw(query, id, tx.At).Scan(&rows).Error
		if err != nil || len(rows) == 0 { // another process was first
			return err
		}
		if err := CloseChallenge(tx, &rows[0], models.ChallengeExpired); err != nil {
			return err
		}
		return notice.Decision(tx, &rows[0], models.Expired)
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
func selectSilent(tx *core.Tx, since models.Millis, and string, args ...any) (ids []string, err error) {
	turn := func(by, whose, ply string) string {
		return " AND NOT EXISTS (SELECT 1 FROM games g" + tx.By(by) + schema.TurnsAt("t", ply) +
			"WHERE g.status = 'ongoing' AND " + whose + " = +c.challenger_id AND " + schema.TurnColumns("t", "via") +
			" <> 'plan' AND " + schema.TurnColumns("t", "at") + " > ?)"
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

// SweepSilent withdraws the challenges to anyone whose owners have been silent. It uses steady time, as
// SweepChallenges, and searches once in silenceStep.
func (s *Store) SweepSilent(ctx context.Context) (err error) {
	now, known, err := s.SteadyTime(ctx)
	if err != nil || !known {
		return err
	}
	if last := models.Millis(s.SilenceSwept.Load()); last != 0 && last <= now && now.Sub(last) < silenceStep {
		return nil
	}
	since := now.Add(-silence)
	ids, err := selectSilent(s.ReadTx(ctx), since, "")
	if err != nil {
		return err
	}
	for _, id := range ids {
		if failure := s.withdrawSilent(ctx, id, since); failure != nil {
			err = errors.Join(err, fmt.Errorf("challenge %s: %w", id, failure))
		}
	}
	if err == nil {
		s.SilenceSwept.Store(int64(now))
	}
	return err
}

// withdrawSilent withdraws a challenge unless its owner has given a sign meanwhile.
func (s *Store) withdrawSilent(ctx context.Context, id string, since models.Millis) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		var rows []schema.ChallengeRow
		if err := tx.Raw(schema.SelectChallenge+"WHERE c.id = ?"+tx.ForUpdate("c"), id).Scan(&rows).Error; err != nil {
			return err
		}
		silent, err := selectSilent(tx, since, " AND c.id = ?", id)
		if err != nil || len(silent) == 0 || len(rows) == 0 {
			return err
		}
		return CloseChallenge(tx, &rows[0], models.ChallengeWithdrawn)
	})
}
