package core

import (
	"context"
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// OpenChallenges lists the challenges that any player may accept, without the player's own and those of players who
// block the player or are blocked by them; ID 0 is an anonymous reader. Without a ruleset, those of rulesets that the
// player has played come first; then the newest ones. The cost does not grow with the number of challenges. The cursor
// of the next page is "" on the last one. Errors: CodeInvalid for an unknown cursor.
func (s *Store) OpenChallenges(
	ctx context.Context, p models.Player, f models.OpenFilter,
) (list []models.Challenge, next string, err error) {
	query, args, err := s.openQuery(ctx, p, f)
	if err != nil || query == "" {
		return nil, "", err
	}
	var rows []schema.ChallengeRow
	var fits []bool
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		rows, fits = append(rows, schema.TakeChallenge(c)), append(fits, c.Number() > 0)
		return nil
	}, query, args...)
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		last := rows[f.Limit-1]
		next = schema.FormatOpenCursor(fits[f.Limit-1], last.CreatedAt, last.ID)
	}
	if err == nil {
		err = s.HideMessages(ctx, p, rows)
	}
	list = make([]models.Challenge, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].Challenge())
	}
	return list, next, err
}

// HideMessages drops the messages of challenges to everybody that are not shown to a reader: those of other players who
// have not finished a game with another player.
func (s *Store) HideMessages(ctx context.Context, p models.Player, rows []schema.ChallengeRow) error {
	hides := func(r *schema.ChallengeRow) bool {
		return r.Message != "" && r.OpponentID == nil && r.Invited == "" && r.ChallengerID != p.ID
	}
	var players []any
	for i := range rows {
		if hides(&rows[i]) {
			players = append(players, rows[i].ChallengerID)
		}
	}
	known, err := schema.Finishers(s.Read(ctx), players)
	for i := range rows {
		if hides(&rows[i]) && !known[rows[i].ChallengerID] {
			rows[i].Message = ""
		}
	}
	return err
}

// openQuery returns the query of a filter, which merges the newest challenges of each variant. The column after those
// of the challenge is 1 for a ruleset that the player has played.
func (s *Store) openQuery(
	ctx context.Context, p models.Player, f models.OpenFilter,
) (query string, args []any, err error) {
	played, err := s.playedRulesets(ctx, p.ID)
	if err != nil {
		return "", nil, err
	}
	cursorFits, beyond, cursor, err := schema.BeyondOpenCursor(f.Before)
	if err != nil {
		return "", nil, err
	}
	const open = `c.ruleset = ? AND c.variant = ? AND c.status = 'open' AND c.opponent_id IS NULL AND c.invited = ''
		AND c.expires_at > ? AND c.challenger_id <> ?` + schema.NotBlocked
	newest := db.Limit(f.Limit + 1)
	tx, now := s.ReadTx(ctx), models.ToMillis(s.Clock())
	f.Ruleset = s.RulesetID(f.Ruleset)
	var parts []string
	for _, kind := range s.KindsOf(f.Ruleset, f.Variant) {
		fits := "0"
		if f.Ruleset == "" && played[kind.Ruleset] {
			fits = "1"
		}
		after := beyond
		switch {
		case cursorFits == "" || cursorFits == fits || f.Ruleset != "":
		case fits == "1": // all before the cursor
			continue
		default: // all after it
			after = ""
		}
		parts = append(parts, "SELECT * FROM (SELECT id, created_at, "+fits+" AS fits FROM challenges c"+
			tx.By("challenges_open_variant")+" WHERE "+open+after+" ORDER BY c.created_at DESC, c.id DESC"+newest+") AS part")
		args = append(args, kind.Ruleset, kind.Variant, now, p.ID, p.ID, p.ID)
		if after != "" {
			args = append(args, cursor...)
		}
	}
	if len(parts) == 0 {
		return "", nil, nil
	}
	listed := "(SELECT id, fits FROM (" + strings.Join(parts, " UNION ALL ") +
		") AS listed ORDER BY fits DESC, created_at DESC, id DESC" + newest + ") AS o"
	return schema.SelectChallengeColumns + ", o.fits FROM " + listed + " JOIN challenges c ON c.id = o.id" +
		schema.JoinChallengePlayers + "ORDER BY o.fits DESC, c.created_at DESC, c.id DESC", args, nil
}

// playedRulesets returns the rulesets of the player's games.
func (s *Store) playedRulesets(ctx context.Context, player int64) (map[string]bool, error) {
	played := map[string]bool{}
	if player == 0 {
		return played, nil
	}
	kinds := schema.WithoutVariants(s.Kinds)
	query, args := "SELECT ruleset FROM player_records WHERE player_id = ?", []any{player}
	for _, kind := range kinds {
		query += ` UNION SELECT ? WHERE EXISTS (SELECT 1 FROM games
				WHERE status = 'ongoing' AND to_move_id = ? AND ruleset = ?)
			OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND first_id + second_id - to_move_id = ? AND ruleset = ?)`
		args = append(args, kind.Ruleset, player, kind.Ruleset, player, kind.Ruleset)
	}
	err := db.Query(s.Read(ctx), func(c *db.Columns) error { played[c.Text()] = true; return nil }, query, args...)
	return played, err
}

// Challenges lists a box, newest first; see OpenChallenges for BoxOpen.
// Errors: CodeInvalid for an unknown box or cursor.
func (s *Store) Challenges(
	ctx context.Context, p models.Player, box models.ChallengeBox, before string, limit int,
) (list []models.Challenge, next string, err error) {
	var where string
	var args []any
	now := models.ToMillis(s.Clock())
	const standing = "c.status = 'open' AND c.expires_at > ?"
	switch box {
	case models.BoxIn:
		where = standing + ` AND c.id IN (
			SELECT id FROM challenges WHERE opponent_id = ? AND status = 'open'
			UNION SELECT id FROM challenges WHERE invited = ? AND invited <> ''
		) AND c.challenger_id <> ?` + schema.NotBlocked
		args = []any{now, p.ID, mailaddr.Key(p.Email), p.ID, p.ID, p.ID}
	case models.BoxOut:
		where, args = "c.challenger_id = ?", []any{p.ID}
	case models.BoxOpen:
		return s.OpenChallenges(ctx, p, models.OpenFilter{Before: before, Limit: limit})
	default:
		return nil, "", models.Invalid("box", "bad_box", "box", visible.Clip(string(box), 20))
	}
	if before != "" {
		at, id, ok := schema.ParseCursor(before)
		if !ok {
			return nil, "", schema.BadCursor(before)
		}
		where, args = where+" AND (c.created_at, c.id) < (?, ?)", append(args, at, id)
	}
	var rows []schema.ChallengeRow
	query := schema.SelectChallenge + "WHERE " + where + " ORDER BY c.created_at DESC, c.id DESC" + db.Limit(limit+1)
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		rows = append(rows, schema.TakeChallenge(c))
		return nil
	}, query, args...)
	if len(rows) > limit {
		rows = rows[:limit]
		next = schema.FormatCursor(rows[limit-1].CreatedAt, rows[limit-1].ID)
	}
	list = make([]models.Challenge, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].Challenge())
	}
	return list, next, err
}

// NameFor returns a free name similar to a display name. It does not use the address, because its owner may not want to
// publish it.
func (tx *Tx) NameFor(displayName, emailKey string) (string, error) {
	base := models.NameFromDisplay(displayName)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			suffix := fmt.Sprint(n)
			if n > schema.MaxNameTries {
				suffix = "-" + secrets.NewID()
			}
			name = base[:min(len(base), models.MaxName-len(suffix))] + suffix
		}
		err := models.CheckName(name)
		if err == nil {
			err = tx.ClaimName(name, emailKey)
		}
		if err == nil {
			return name, nil
		}
		if code := models.CodeOf(err); (code != models.CodeNameTaken &&
			code != models.CodeInvalid) || n > 2*schema.MaxNameTries {
			return "", err
		}
	}
}
