package models

import (
	"context"
	"slices"
	"strings"

	"turnpost/models/db"
)

// GameFilter narrows a list of games. Empty fields do not.
type GameFilter struct {
	Player  string // a name
	Status  Status
	ToMove  string // a name: games that wait for this player
	NotTo   string // a name: games that wait for somebody else
	Ruleset string
	Before  string // cursor: the last game of the page before
	Limit   int
}

// Games lists games, the last changed first. The cursor of the next page is "" on
// the last one.
// Errors: CodeInvalid for an unknown cursor.
func (s *Store) Games(ctx context.Context, f GameFilter) (games []*Game, next string, err error) {
	where, args := []string{"1 = 1"}, []any{}
	and := func(condition string, values ...any) {
		where, args = append(where, condition), append(args, values...)
	}
	if f.Status != "" {
		and("g.status = ?", f.Status)
	}
	if f.Ruleset != "" {
		and("g.ruleset = ?", f.Ruleset)
	}
	if f.ToMove != "" {
		and("g.status = 'ongoing' AND g.to_move_id = (SELECT id FROM players WHERE name_key = ?)", nameKey(f.ToMove))
	}
	if f.NotTo != "" {
		and("g.status = 'ongoing' AND g.to_move_id <> (SELECT id FROM players WHERE name_key = ?)", nameKey(f.NotTo))
	}
	if f.Before != "" {
		at, id, ok := parseCursor(f.Before)
		if !ok {
			return nil, "", invalid("cursor", "bad_cursor", "cursor", clip(f.Before, 40))
		}
		and("(g.updated_at, g.id) < (?, ?)", at, id)
	}
	source := selectGameAndTurn
	if f.Player != "" {
		// One branch for each seat, so that each walks its own index.
		and(`g.id IN (
			SELECT id FROM games WHERE first_id = (SELECT id FROM players WHERE name_key = ?)
			UNION SELECT id FROM games WHERE second_id = (SELECT id FROM players WHERE name_key = ?))`,
			nameKey(f.Player), nameKey(f.Player))
	}
	query := source + "WHERE " + strings.Join(where, " AND ") +
		" ORDER BY g.updated_at DESC, g.id DESC" + db.Limit(f.Limit+1)
	games, err = s.viewGames(ctx, query, args...)
	if err != nil {
		return nil, "", err
	}
	if len(games) > f.Limit {
		last := games[f.Limit-1]
		next = formatCursor(ToMillis(last.UpdatedAt), last.ID)
		games = games[:f.Limit]
	}
	return slices.DeleteFunc(games, f.leavesOut), next, nil
}

// leavesOut reports whether a game that was found is another one with the bulk changes that its row does not contain.
func (f *GameFilter) leavesOut(g *Game) bool {
	return (f.Status != "" && g.Status != f.Status) || (g.Status != Ongoing && (f.ToMove != "" || f.NotTo != ""))
}
