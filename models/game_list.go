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

// GameFilter narrows a list of games. Empty fields match everything.
type GameFilter struct {
	Player  string // a name
	Status  Status
	ToMove  string // a name: games with this player to move
	NotTo   string // a name: games with somebody else to move
	Ruleset string
	Before  string // cursor: the last game of the previous page
	Limit   int
}

// Games lists games by their last change, newest first. The cursor of the next page is "" on the last one. The cost
// does not grow with the number of games, whatever the filter. Errors: CodeInvalid for an unknown cursor.
func (s *Store) Games(ctx context.Context, f GameFilter) (games []*Game, next string, err error) {
	query, args, err := s.gamesQuery(ctx, f)
	if err != nil || query == "" {
		return nil, "", err
	}
	l := s.snapshot(ctx)
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

// leavesOut reports whether a game no longer matches after the bulk changes that its row does not contain.
func (f *GameFilter) leavesOut(g *Game) bool {
	return (f.Status != "" && g.Status != f.Status) || (g.Status != Ongoing && (f.ToMove != "" || f.NotTo != ""))
}

// gamePart is a part of a list: games that one index has in the list's order.
type gamePart struct {
	index, where string
	args         []any
}

// gamesQuery returns the query of a filter, which merges the newest games of each part, or "" if no game can match.
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
		texts[i] = "SELECT * FROM (SELECT id, updated_at FROM games" + tx.By(
			p.index,
		) + " WHERE " + p.where + before + newest +
			") AS part"
		args = append(append(args, p.args...), cursor...)
	}
	query = selectGameAndTurn + "WHERE g.id IN (SELECT id FROM (" + strings.Join(texts, " UNION ALL ") + ") AS listed" +
		newest + ") ORDER BY g.updated_at DESC, g.id DESC"
	return query, args, nil
}

// gameParts returns the parts of a list. Each filter is a prefix of an index, except for ongoing games between two
// players, which are few.
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

// ongoingParts returns the parts of a list with ongoing games. Without a ruleset there is a part for each ruleset,
// which saves indexes that each turn would have to update.
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

// endedParts returns the parts of a list with games that ended with a status.
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

// namedPlayers returns the IDs of players by name, 0 for an empty name; all is false if somebody has no account.
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

// listedRulesets returns the rulesets that games may have: those that can be played, and others that are stored.
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
