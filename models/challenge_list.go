package models

import (
	"context"
	"strings"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/visible"
)

// OpenFilter narrows a list of open challenges. Empty fields match everything.
type OpenFilter struct {
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Before           string // cursor: the last challenge of the previous page
	Limit            int
}

// OpenChallenges lists the challenges that any player may accept, without the player's own and those of players who
// block the player or are blocked by them; ID 0 is an anonymous reader. Without a ruleset, those of rulesets that the
// player has played come first; then the newest ones. The cost does not grow with the number of challenges. The cursor
// of the next page is "" on the last one. Errors: CodeInvalid for an unknown cursor.
func (s *Store) OpenChallenges(ctx context.Context, p Player, f OpenFilter) (list []Challenge, next string, err error) {
	query, args, err := s.openQuery(ctx, p, f)
	if err != nil || query == "" {
		return nil, "", err
	}
	var rows []challengeRow
	var fits []bool
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		rows, fits = append(rows, takeChallenge(c)), append(fits, c.Number() > 0)
		return nil
	}, query, args...)
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		last := rows[f.Limit-1]
		next = formatOpenCursor(fits[f.Limit-1], last.CreatedAt, last.ID)
	}
	list = make([]Challenge, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].challenge())
	}
	return list, next, err
}

// openQuery returns the query of a filter, which merges the newest challenges of each variant. The column after those
// of the challenge is 1 for a ruleset that the player has played.
func (s *Store) openQuery(ctx context.Context, p Player, f OpenFilter) (query string, args []any, err error) {
	played, err := s.playedRulesets(ctx, p.ID)
	if err != nil {
		return "", nil, err
	}
	cursorFits, beyond, cursor, err := beyondOpenCursor(f.Before)
	if err != nil {
		return "", nil, err
	}
	const open = `c.ruleset = ? AND c.variant = ? AND c.status = 'open' AND c.opponent_id IS NULL AND c.invited = ''
		AND c.expires_at > ? AND c.challenger_id <> ?` + notBlocked
	newest := db.Limit(f.Limit + 1)
	tx, now := s.readTx(ctx), ToMillis(s.now())
	f.Ruleset = s.rulesetID(f.Ruleset)
	var parts []string
	for _, kind := range s.kindsOf(f.Ruleset, f.Variant) {
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
	return selectChallengeColumns + ", o.fits FROM " + listed + " JOIN challenges c ON c.id = o.id" +
		joinChallengePlayers + "ORDER BY o.fits DESC, c.created_at DESC, c.id DESC", args, nil
}

// beyondOpenCursor reads a cursor of open challenges: whether its ruleset fits, as "1" or "0", and the condition for
// challenges after it of such rulesets. Without a cursor all is empty.
func beyondOpenCursor(before string) (fits, beyond string, args []any, err error) {
	if before == "" {
		return "", "", nil, nil
	}
	fits = map[byte]string{'f': "1", 'o': "0"}[before[0]]
	if beyond, args, err = beyondCursor("created_at", before[1:], ""); err != nil || fits == "" || beyond == "" {
		err = badCursor(before)
	}
	return fits, beyond, args, err
}

// formatOpenCursor begins with f where the ruleset fits, and with o otherwise.
func formatOpenCursor(fits bool, at Millis, id string) string {
	if fits {
		return "f" + formatCursor(at, id)
	}
	return "o" + formatCursor(at, id)
}

// playedRulesets returns the rulesets of the player's games.
func (s *Store) playedRulesets(ctx context.Context, player int64) (map[string]bool, error) {
	played := map[string]bool{}
	if player == 0 {
		return played, nil
	}
	kinds := withoutVariants(s.kinds)
	query, args := "SELECT ruleset FROM player_records WHERE player_id = ?", []any{player}
	for _, kind := range kinds {
		query += ` UNION SELECT ? WHERE EXISTS (SELECT 1 FROM games
				WHERE status = 'ongoing' AND to_move_id = ? AND ruleset = ?)
			OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND first_id + second_id - to_move_id = ? AND ruleset = ?)`
		args = append(args, kind.Ruleset, player, kind.Ruleset, player, kind.Ruleset)
	}
	err := db.Query(s.read(ctx), func(c *db.Columns) error { played[c.Text()] = true; return nil }, query, args...)
	return played, err
}

// LastChallenge returns the newest challenge that the player has made, in a ruleset or in any, to begin another one
// with the same choices; found is false if there is none.
func (s *Store) LastChallenge(ctx context.Context, player int64, ruleset string) (c Challenge, found bool, err error) {
	err = db.Query(s.read(ctx), func(columns *db.Columns) error {
		row := takeChallenge(columns)
		c, found = row.challenge(), true
		return nil
	}, selectChallenge+`WHERE c.id = (SELECT id FROM challenges WHERE challenger_id = ? AND (? = '' OR ruleset = ?)
		ORDER BY created_at DESC, id DESC LIMIT 1)`, player, ruleset, ruleset)
	return c, found, err
}

// ChallengerStanding is what a challenge shows about its challenger.
type ChallengerStanding struct {
	Rating      *rating.Rating // in the challenge's pool, now; nil before the first rated game and if hidden
	Reliability Reliability
}

// AddStandings sets the standings of the challengers, as a player with an ID sees them; 0 is an anonymous reader.
func (s *Store) AddStandings(ctx context.Context, reader int64, list []Challenge) error {
	known := map[int64]Reliability{}
	for i := range list {
		c := &list[i]
		by, err := s.visibleRating(ctx, c, reader)
		if err != nil {
			return err
		}
		r, ok := known[c.Challenger.ID]
		if !ok {
			if r, err = s.Reliability(ctx, c.Challenger.ID); err != nil {
				return err
			}
			known[c.Challenger.ID] = r
		}
		c.Standing = &ChallengerStanding{by, r}
	}
	return nil
}

// visibleRating returns the rating of a challenger in the challenge's pool, or nil.
func (s *Store) visibleRating(ctx context.Context, c *Challenge, reader int64) (shown *rating.Rating, err error) {
	now := s.now()
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		standing := rating.Standing{Rating: takeRating(c), Games: int(c.Number()), At: millis(c).Time()}
		by := standing.Now(now)
		shown = &by
		return nil
	}, `SELECT r.rating, r.deviation, r.volatility, r.games, r.rated_at
		FROM ratings r JOIN players p ON p.id = r.player_id
		WHERE r.player_id = ? AND r.ruleset = ? AND r.variant = ? AND (p.hide_rating = 0 OR p.id = ?)`,
		c.Challenger.ID, c.Ruleset, c.Variant, reader)
	return shown, err
}

// ChallengeBox is a list of challenges.
type ChallengeBox string

// The boxes.
const (
	BoxIn   ChallengeBox = "in"   // to the player, undecided
	BoxOut  ChallengeBox = "out"  // by the player, in any state
	BoxOpen ChallengeBox = "open" // open ones, by others
)

// Challenges lists a box, newest first; see OpenChallenges for BoxOpen.
// Errors: CodeInvalid for an unknown box or cursor.
func (s *Store) Challenges(
	ctx context.Context, p Player, box ChallengeBox, before string, limit int,
) (list []Challenge, next string, err error) {
	var where string
	var args []any
	now := ToMillis(s.now())
	const standing = "c.status = 'open' AND c.expires_at > ?"
	switch box {
	case BoxIn:
		where = standing + ` AND c.id IN (
			SELECT id FROM challenges WHERE opponent_id = ? AND status = 'open'
			UNION SELECT id FROM challenges WHERE invited = ? AND invited <> ''
		) AND c.challenger_id <> ?` + notBlocked
		args = []any{now, p.ID, emailKeyOf(p), p.ID, p.ID, p.ID}
	case BoxOut:
		where, args = "c.challenger_id = ?", []any{p.ID}
	case BoxOpen:
		return s.OpenChallenges(ctx, p, OpenFilter{Before: before, Limit: limit})
	default:
		return nil, "", invalid("box", "bad_box", "box", visible.Clip(string(box), 20))
	}
	if before != "" {
		at, id, ok := parseCursor(before)
		if !ok {
			return nil, "", badCursor(before)
		}
		where, args = where+" AND (c.created_at, c.id) < (?, ?)", append(args, at, id)
	}
	var rows []challengeRow
	query := selectChallenge + "WHERE " + where + " ORDER BY c.created_at DESC, c.id DESC" + db.Limit(limit+1)
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		rows = append(rows, takeChallenge(c))
		return nil
	}, query, args...)
	if len(rows) > limit {
		rows = rows[:limit]
		next = formatCursor(rows[limit-1].CreatedAt, rows[limit-1].ID)
	}
	list = make([]Challenge, 0, len(rows))
	for i := range rows {
		list = append(list, rows[i].challenge())
	}
	return list, next, err
}
