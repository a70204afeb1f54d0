package core

import (
	"encoding/base64"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/networks"
	"turnpost/models/schema"
)

// Take spends one unit of a scope's allowance and reports whether one was left. The only stored state is one row a
// scope: the instant at which the allowance is whole again. An instant too far in the future comes from a clock that
// was ahead, and is ignored.
func (tx *Tx) Take(s schema.Scoped) (bool, error) {
	if s.Bound.Count < 0 {
		return true, nil
	}
	step, full := s.Bound.Step(), tx.At+s.Bound.Full()
	taken := tx.Exec(`INSERT INTO bounds (scope, until_at) VALUES (?, ?)
		ON CONFLICT (scope) DO UPDATE SET until_at =
			CASE WHEN bounds.until_at < ? OR bounds.until_at > ? THEN ? ELSE bounds.until_at + ? END
		WHERE bounds.until_at <= ? OR bounds.until_at > ?`,
		s.Scope, tx.At+step, tx.At, full, tx.At+step, step, full-step, full)
	return taken.RowsAffected == 1, taken.Error
}

// TakeAll spends one unit of each scope's allowance. If a scope has none left, it returns the index of the first such
// scope and spends nothing.
func (tx *Tx) TakeAll(all ...schema.Scoped) (refused int, err error) {
	for i, s := range all {
		ok, err := tx.Take(s)
		if err != nil {
			return i, err
		}
		if !ok {
			return i, tx.GiveBack(all[:i]...)
		}
	}
	return schema.NoneRefused, nil
}

// Spend spends one unit of each scope's allowance. If a scope has none left, it spends nothing, and the error is
// CodeTooMany with a message by its key and pairs of names and values.
func (tx *Tx) Spend(all []schema.Scoped, key string, pairs ...any) error {
	refused, err := tx.TakeAll(all...)
	if err != nil || refused == schema.NoneRefused {
		return err
	}
	wait, err := tx.Wait(all[refused])
	if err != nil {
		return err
	}
	return models.TooMany(wait, key, pairs...)
}

// GiveBack returns one unit to the allowance of each scope.
func (tx *Tx) GiveBack(all ...schema.Scoped) error {
	for _, s := range all {
		if s.Bound.Count < 0 {
			continue
		}
		err := tx.Exec("UPDATE bounds SET until_at = until_at - ? WHERE scope = ?", s.Bound.Step(), s.Scope).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// ByNetwork returns a bound for each of an asker's networks, larger for wider ones, on the same things. The widest
// comes first: if its allowance is spent, nothing is stored for the narrower ones.
func (tx *Tx) ByNetwork(kind string, a models.Asker, b models.Bound, things ...string) []schema.Scoped {
	var list []schema.Scoped
	for _, network := range networks.Prefixes(a.Network) {
		list = append(list, schema.Scoped{Scope: tx.ScopeOf(kind, append([]string{network}, things...)...), Bound: b})
		b.Count *= networks.WiderBy
	}
	slices.Reverse(list)
	return list
}

// Wait returns the time until a unit of the allowance is available; 0 if one is.
func (tx *Tx) Wait(s schema.Scoped) (time.Duration, error) {
	var until []models.Millis
	err := tx.Raw("SELECT until_at FROM bounds WHERE scope = ?", s.Scope).Scan(&until).Error
	if err != nil || len(until) == 0 || s.Bound.Count < 0 || until[0] > tx.At+s.Bound.Full() {
		return 0, err
	}
	return max(0, until[0].Sub(tx.At+s.Bound.Full()-s.Bound.Step())), nil
}

// Forget makes allowances whole again.
func (tx *Tx) Forget(scopes ...string) error {
	return tx.Exec("DELETE FROM bounds WHERE scope IN ?", scopes).Error
}

// ScopeOf names a scope by things that must not be readable in the name.
func (tx *Tx) ScopeOf(kind string, things ...string) string {
	text := "bound " + kind
	for _, thing := range things {
		text += "\x00" + thing
	}
	return kind + "." + base64.RawURLEncoding.EncodeToString(tx.Store.Mac([]byte(text)))
}

// Limits on what two accounts have in common, and on the open challenges of an account.

// MayChallenge checks that a player has not too many open challenges, in total and to one player.
func (tx *Tx) MayChallenge(row *schema.ChallengeRow) error {
	limits := tx.Store.Limits
	var out, together int64
	err := tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ?",
		row.ChallengerID, models.ChallengeOpen).Scan(&out).Error
	if err != nil {
		return err
	}
	if limits.OpenChallenges > 0 && out >= int64(limits.OpenChallenges) {
		return models.Fail(models.CodeTooMany, "too_many_challenges", "n", out)
	}
	switch {
	case row.OpponentID != nil:
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND opponent_id = ?",
			row.ChallengerID, models.ChallengeOpen, *row.OpponentID).Scan(&together).Error
	case row.Invited != "":
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND invited = ?",
			row.ChallengerID, models.ChallengeOpen, row.Invited).Scan(&together).Error
	}
	if err == nil && limits.ChallengesTogether > 0 && together >= int64(limits.ChallengesTogether) {
		return models.Fail(models.CodeTooMany, "too_many_challenges_together", "n", together)
	}
	return err
}

// MayBegin checks that two players have not too many ongoing games.
func (tx *Tx) MayBegin(a, b int64) error {
	var together int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing'
		AND event_id = '')
		+ (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing' AND event_id = '')`,
		a, b, b, a).Scan(&together).Error
	if most := tx.Store.Limits.GamesTogether; err == nil && most > 0 && together >= int64(most) {
		return models.Fail(models.CodeTooMany, "too_many_games_together", "n", together)
	}
	return err
}

// MayWriteToStranger refuses messages to addresses from accounts without a finished game with another
// player: their recipients have not asked for anything, and an account is free.
func (tx *Tx) MayWriteToStranger(row *schema.ChallengeRow) error {
	if row.Invited == "" || row.Message == "" {
		return nil
	}
	finished, err := schema.Finishers(tx.DB, []any{row.ChallengerID})
	if err != nil || finished[row.ChallengerID] {
		return err
	}
	e := models.Fail(models.CodeForbidden, "words_to_stranger")
	e.Field = "message"
	return e
}
