package models

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/visible"
	"turnpost/rules/phrase"
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

// Games lists games, the last changed first. The cursor of the next page is "" on the last one. Its cost does not grow
// with the number of games, whatever the filter.
// Errors: CodeInvalid for an unknown cursor.
func (s *Store) Games(ctx context.Context, f GameFilter) (games []*Game, next string, err error) {
	query, args, err := s.gamesQuery(ctx, f)
	if err != nil || query == "" {
		return nil, "", err
	}
	l := s.look(ctx)
	list, err := l.viewed(query, args...)
	if err != nil {
		return nil, "", err
	}
	if len(list) > f.Limit {
		list = list[:f.Limit]
		last := list[f.Limit-1]
		next = formatCursor(last.listedAt, last.row.ID)
	}
	return slices.DeleteFunc(gamesAt(ToMillis(s.now()), list), f.leavesOut), next, nil
}

// leavesOut reports whether a game that was found is another one with the bulk changes that its row does not contain.
func (f *GameFilter) leavesOut(g *Game) bool {
	return (f.Status != "" && g.Status != f.Status) || (g.Status != Ongoing && (f.ToMove != "" || f.NotTo != ""))
}

// gamePart is a part of a list: games that one index has in the list's order.
type gamePart struct {
	index, where string
	args         []any
}

// gamesQuery is the query of a filter: the newest games of each part, merged. It is "" where no game can be found.
func (s *Store) gamesQuery(ctx context.Context, f GameFilter) (query string, args []any, err error) {
	parts, err := s.gameParts(ctx, f)
	if err != nil {
		return "", nil, err
	}
	before, cursor := "", []any(nil)
	if f.Before != "" {
		at, id, ok := parseCursor(f.Before)
		if !ok {
			return "", nil, invalid("cursor", "bad_cursor", "cursor", visible.Clip(f.Before, 40))
		}
		before, cursor = " AND (updated_at, id) < (?, ?)", []any{at, id}
	}
	if len(parts) == 0 {
		return "", nil, nil
	}
	newest := " ORDER BY updated_at DESC, id DESC" + db.Limit(f.Limit+1)
	tx := s.readTx(ctx)
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = "SELECT * FROM (SELECT id, updated_at FROM games" + tx.By(p.index) + " WHERE " + p.where + before + newest +
			") AS part"
		args = append(append(args, p.args...), cursor...)
	}
	query = selectGameAndTurn + "WHERE g.id IN (SELECT id FROM (" + strings.Join(texts, " UNION ALL ") + ") AS listed" +
		newest + ") ORDER BY g.updated_at DESC, g.id DESC"
	return query, args, nil
}

// gameParts finds the parts of a list. Each filter is what an index begins with, but for games between two players under
// way, which are few.
func (s *Store) gameParts(ctx context.Context, f GameFilter) (parts []gamePart, err error) {
	named, all, err := s.namedPlayers(ctx, f.Player, f.ToMove, f.NotTo)
	if err != nil || !all {
		return nil, err
	}
	player, toMove, notTo := named[0], named[1], named[2]
	if (f.Status == "" || f.Status == Ongoing) && (toMove == 0 || toMove != notTo) {
		parts = s.ongoingParts(f.Ruleset, player, toMove, notTo)
	}
	if toMove == 0 && notTo == 0 {
		for _, status := range []Status{Finished, Aborted} {
			if f.Status == "" || f.Status == status {
				parts = append(parts, endedParts(f.Ruleset, player, status)...)
			}
		}
	}
	return parts, nil
}

// ongoingParts are the parts of a list that are under way. A part without a ruleset is made of one for each, so that a
// turn has fewer indexes to write.
func (s *Store) ongoingParts(ruleset string, player, toMove, notTo int64) (parts []gamePart) {
	rulesets := []string{ruleset}
	if ruleset == "" {
		rulesets = s.listed
	}
	add := func(index, where string, args ...any) {
		if notTo != 0 && player != notTo {
			where, args = where+" AND to_move_id <> ?", append(args, notTo)
		}
		parts = append(parts, gamePart{index, "status = 'ongoing' AND " + where, args})
	}
	for _, r := range rulesets {
		switch {
		case player != 0 && toMove != 0 && player != toMove: // between two players
			const pair = "first_id = ? AND second_id = ? AND to_move_id = ? AND ruleset = ?"
			add("games_first_ongoing", pair, player, toMove, toMove, r)
			add("games_first_ongoing", pair, toMove, player, toMove, r)
		case player == 0 && toMove == 0:
			add("games_ongoing", "ruleset = ?", r)
		default:
			if toMove != 0 || player != notTo {
				add("games_to_move", "to_move_id = ? AND ruleset = ?", max(player, toMove), r)
			}
			if toMove == 0 {
				add("games_waiting", "first_id + second_id - to_move_id = ? AND ruleset = ?", player, r)
			}
		}
	}
	return parts
}

// endedParts are the parts of a list that ended in a way.
func endedParts(ruleset string, player int64, status Status) (parts []gamePart) {
	rest, args := "status = '"+string(status)+"' AND status <> 'ongoing'", []any(nil)
	suffix := ""
	if ruleset != "" {
		rest, args, suffix = "ruleset = ? AND "+rest, []any{ruleset}, "_ruleset"
	}
	if player == 0 {
		return []gamePart{{"games_ended" + suffix, rest, args}}
	}
	for _, seat := range []string{"first", "second"} {
		parts = append(parts, gamePart{
			"games_" + seat + "_ended" + suffix, seat + "_id = ? AND " + rest, append([]any{player}, args...),
		})
	}
	return parts
}

// namedPlayers finds the IDs of players by name, 0 where no name is asked for; not all where somebody has no account.
func (s *Store) namedPlayers(ctx context.Context, wanted ...string) (ids []int64, all bool, err error) {
	ids = make([]int64, len(wanted))
	for i, name := range wanted {
		if name == "" {
			continue
		}
		err := db.Query(s.read(ctx), func(c *db.Columns) error { ids[i] = c.Number(); return nil },
			"SELECT id FROM players WHERE name_key = ?", names.Key(name))
		if err != nil || ids[i] == 0 {
			return nil, false, err
		}
	}
	return ids, true, nil
}

// listedRulesets are those that games may have: the ones that can be played, and what else is stored.
func (s *Store) listedRulesets(ctx context.Context) (list []string, err error) {
	for _, r := range s.games {
		list = append(list, r.Info(phrase.English).ID)
	}
	for last := ""; ; {
		var next []string
		err := s.read(ctx).Raw(`SELECT ruleset FROM games WHERE ruleset > ? AND status = 'ongoing'
			ORDER BY ruleset LIMIT 1`, last).Scan(&next).Error
		if err != nil || len(next) == 0 {
			slices.Sort(list)
			return slices.Compact(list), err
		}
		list, last = append(list, next[0]), next[0]
	}
}

// A cursor names the last row of a page by the values that the list is ordered by.

func formatCursor(at Millis, id string) string {
	return strconv.FormatInt(int64(at), 36) + "." + id
}

func parseCursor(text string) (at Millis, id string, ok bool) {
	first, id, found := strings.Cut(text, ".")
	n, err := strconv.ParseInt(first, 36, 64)
	return Millis(n), id, found && err == nil && id != "" && len(id) <= 20
}
