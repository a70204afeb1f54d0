package play

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/names"
	"turnpost/models/schema"
)

// GameFilter narrows a list of games. Empty fields match everything.
type GameFilter struct {
	Player  string // a name
	Status  models.Status
	ToMove  string // a name: games with this player to move
	NotTo   string // a name: games with somebody else to move
	Ruleset string // an ID or a name, in any case
	Variant string // of the ruleset
	Before  string // cursor: the last game of the previous page
	After   string // cursor: the first game of the next page
	Limit   int
	// ShownTo leaves out games with the house in which another player than this one, 0 for nobody, has played no turn;
	// nil leaves out nothing. See maxLooked.
	ShownTo *int64
}

// GamePage is a page of a list of games.
type GamePage struct {
	Games        []*models.Game
	Newer, Older string // cursors of the pages beside it, for After and Before; "" at an end
}

// Games is GamePage with the cursor of the page after it alone.
func (s *Store) Games(ctx context.Context, f GameFilter) (games []*models.Game, next string, err error) {
	page, err := s.GamePage(ctx, f)
	return page.Games, page.Older, err
}

// GamePage lists games by their last change, newest first. With each filter, the cost is independent of the
// number of games. Errors: CodeInvalid for an unknown cursor.
func (s *Store) GamePage(ctx context.Context, f GameFilter) (page GamePage, err error) {
	query, args, err := s.GamesQuery(ctx, f)
	if err != nil || query == "" {
		return page, err
	}
	list, err := s.Snapshot(ctx).listed(query, args...)
	if err != nil {
		return page, err
	}
	list, newer, older := schema.CutPage(list, f.Limit, f.Before, f.After)
	if len(list) > 0 {
		first, last := list[0], list[len(list)-1]
		if newer {
			page.Newer = schema.FormatCursor(first.ListedAt, first.Row.ID)
		}
		if older {
			page.Older = schema.FormatCursor(last.ListedAt, last.Row.ID)
		}
	}
	if len(list) == 0 { // back to a page that has the game at the cursor
		at, _, _ := schema.ParseCursor(f.Before + f.After)
		if f.Before != "" {
			page.Newer = schema.FormatCursor(at-1, lastID)
		} else if f.After != "" {
			page.Older = schema.FormatCursor(at+1, firstID)
		}
	}
	if f.After != "" && page.Newer == "" {
		page.Newer, err = s.lookedTo(ctx, f, lastID)
	} else if f.After == "" && page.Older == "" {
		page.Older, err = s.lookedTo(ctx, f, firstID)
	}
	page.Games = slices.DeleteFunc(GamesAt(models.ToMillis(s.Clock()), list), f.leavesOut)
	return page, err
}

// leavesOut reports whether a game no longer matches after the bulk changes that its row does not contain.
func (f *GameFilter) leavesOut(g *models.Game) bool {
	return (f.Status != "" && g.Status != f.Status) || (g.Status != models.Ongoing && (f.ToMove != "" || f.NotTo != ""))
}

// Prewarmed is what lists of a player's games and ratings read of each game, which is on a separate page, and the
// indexes that every request finds its rows by: a fourteenth of a large database, of which the rest are turns and
// notices. The indexes of games under way that are not in it are small.
var Prewarmed = []db.Walk{
	{From: "games", Key: "number"},
	{From: "game_ratings", Key: "game_id, seat"},
	{From: "players", Key: "id"},
	endedIndex("games_first_ended", "first_id, status, updated_at, id"),
	endedIndex("games_second_ended", "second_id, status, updated_at, id"),
	endedIndex("games_first_ended_ruleset", "first_id, ruleset, status, updated_at, id"),
	endedIndex("games_second_ended_ruleset", "second_id, ruleset, status, updated_at, id"),
	{
		From: "game_ratings INDEXED BY game_ratings_player",
		Key:  "player_id, ruleset, variant, rated_at, opponent_id, game_id, seat",
	},
	{From: "games INDEXED BY sqlite_autoindex_games_1", Key: "id"},
	{From: "players INDEXED BY sqlite_autoindex_players_1", Key: "name_key"},
	{From: "tokens INDEXED BY sqlite_autoindex_tokens_1", Key: "hash"},
	{From: "notices INDEXED BY notices_ledger", Key: "player_id, id"},
	{
		From: "games INDEXED BY games_to_move", Where: "status = 'ongoing'",
		Key: "to_move_id, ruleset, updated_at, id",
	},
	{
		From: "games INDEXED BY games_waiting", Where: "status = 'ongoing'",
		Key: "first_id + second_id - to_move_id", // SQLite continues at no further column beside an expression
	},
}

func endedIndex(name, key string) db.Walk {
	return db.Walk{From: "games INDEXED BY " + name, Where: "status <> 'ongoing'", Key: key}
}

// Prewarm reads what lists of players need from the disk into the memory of the system, see [db.DB.Prewarm]. The
// database must be an SQLite file.
func (s *Store) Prewarm(ctx context.Context) error { return s.DB.Prewarm(ctx, Prewarmed...) }

// gamePart is a part of a list: games that one index has in the list's order.
type gamePart struct {
	index, where string
	args         []any
	ended        bool // of games that have ended, of which any number may be left out
}

// GamesQuery returns the query of a filter for the numbers of games and the times of their last changes, which merges
// the newest games of each part, or "" if no game can match.
func (s *Store) GamesQuery(ctx context.Context, f GameFilter) (query string, args []any, err error) {
	parts, err := s.gameParts(ctx, f)
	if err != nil {
		return "", nil, err
	}
	beyond, cursor, err := schema.BeyondCursor("updated_at", f.Before, f.After)
	if err != nil || len(parts) == 0 {
		return "", nil, err
	}
	tx := s.ReadTx(ctx)
	looked, args := f.looked(tx, parts, beyond, cursor)
	within := ""
	switch {
	case looked == "":
	case f.After != "":
		looked, within = "WITH looked AS MATERIALIZED ("+looked+") ", " AND updated_at <= (SELECT at FROM looked)"
	default:
		looked, within = "WITH looked AS MATERIALIZED ("+looked+") ", " AND updated_at >= (SELECT at FROM looked)"
	}
	newest := f.order() + db.Limit(f.Limit+1)
	texts := make([]string, len(parts))
	for i, p := range parts {
		where := p.where
		args = append(args, p.args...)
		if f.ShownTo != nil {
			where += touchedGames
			args = append(args, *f.ShownTo, *f.ShownTo)
		}
		texts[i] = "SELECT * FROM (SELECT number, id, updated_at FROM games" + tx.By(p.index) + " WHERE " + where + within +
			beyond + newest + ") AS part"
		args = append(args, cursor...)
	}
	query = looked + "SELECT number, updated_at FROM (SELECT * FROM (" + strings.Join(texts, " UNION ALL ") +
		") AS listed" + newest + ") AS page ORDER BY updated_at DESC, id DESC"
	return query, args, nil
}

// order returns the clause that sorts games from the edge of the page on.
func (f *GameFilter) order() string {
	if f.After != "" {
		return " ORDER BY updated_at, id"
	}
	return " ORDER BY updated_at DESC, id DESC"
}

// maxLooked is the number of games that ended which a part of a list looks through for those that it shows. Most that
// were aborted are left out, and their number has no limit. A page ends where the first part does, so that it may have
// fewer games than its limit, or none, and another page after it.
const maxLooked = 1000

// Of no game, and before and after those of all games.
const firstID, lastID = "0", "zzzzzzzz"

// looked returns the query for the time up to which all parts look for the games of a page: in any case one time, the
// end of all times if no part has so many games. It is "" for a list that leaves out nothing.
func (f *GameFilter) looked(
	tx *core.Tx, parts []gamePart, beyond string, cursor []any,
) (query string, args []any) {
	nearest, none := "MAX", "0"
	if f.After != "" {
		nearest, none = "MIN", endOfTime
	}
	var texts []string
	for _, p := range parts {
		if f.ShownTo == nil || !p.ended {
			continue
		}
		texts = append(texts, "SELECT * FROM (SELECT updated_at FROM games"+tx.By(p.index)+" WHERE "+p.where+beyond+
			f.order()+db.Limit(1)+" OFFSET "+strconv.Itoa(maxLooked-1)+") AS part")
		args = slices.Concat(args, p.args, cursor)
	}
	if texts == nil {
		return "", nil
	}
	return "SELECT COALESCE(" + nearest + "(updated_at), " + none + ") AS at FROM (" + strings.Join(texts, " UNION ALL ") +
		") AS ends", args
}

// endOfTime is later than the last change of any game.
const endOfTime = "9000000000000000"

// lookedTo returns the cursor at the time up to which a page has looked, with the ID given; "" if it is the last page.
func (s *Store) lookedTo(ctx context.Context, f GameFilter, id string) (cursor string, err error) {
	parts, err := s.gameParts(ctx, f)
	if err != nil {
		return "", err
	}
	beyond, from, err := schema.BeyondCursor("updated_at", f.Before, f.After)
	if err != nil {
		return "", err
	}
	query, args := f.looked(s.ReadTx(ctx), parts, beyond, from)
	if query == "" {
		return "", nil
	}
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		if at := schema.Millis(c); at > 0 && strconv.FormatInt(int64(at), 10) != endOfTime {
			cursor = schema.FormatCursor(at, id)
		}
		return nil
	}, query, args...)
	return cursor, err
}

// touchedGames is the condition for GameFilter.ShownTo, which has the player twice. The skipped games under way are
// bounded by the number of games that the house may have.
var touchedGames = " AND NOT (first_id IN " + schema.HouseIDs + " AND second_turns = 0 AND second_id <> ?" +
	" OR second_id IN " + schema.HouseIDs + " AND first_turns = 0 AND first_id <> ?)"

// gameParts returns the parts of a list. Each filter is a prefix of an index, except for ongoing games between two
// players, which are few.
func (s *Store) gameParts(ctx context.Context, f GameFilter) (parts []gamePart, err error) {
	named, all, err := s.NamedPlayers(ctx, f.Player, f.ToMove, f.NotTo)
	if err != nil || !all {
		return nil, err
	}
	player, toMove, notTo := named[0], named[1], named[2]
	f.Ruleset = s.RulesetID(f.Ruleset)
	if (f.Status == "" || f.Status == models.Ongoing) && (toMove == 0 || toMove != notTo) {
		parts = s.ongoingParts(f, player, toMove, notTo)
	}
	if toMove == 0 && notTo == 0 {
		for _, status := range []models.Status{models.Finished, models.Aborted} {
			if f.Status == "" || f.Status == status {
				parts = append(parts, s.endedParts(f, player, status)...)
			}
		}
	}
	return parts, nil
}

// ongoingParts returns the parts of a list with ongoing games. Without a variant there is a part for each variant or
// ruleset, which saves indexes that each turn would have to update.
func (s *Store) ongoingParts(f GameFilter, player, toMove, notTo int64) (parts []gamePart) {
	add := func(index, where string, args ...any) {
		if notTo != 0 && player != notTo {
			where, args = where+" AND to_move_id <> ?", append(args, notTo)
		}
		parts = append(parts, gamePart{index, "status = 'ongoing' AND " + where, args, false})
	}
	if player == 0 && toMove == 0 {
		for _, kind := range s.KindsOf(f.Ruleset, f.Variant) {
			add("games_ongoing", "ruleset = ? AND variant = ?", kind.Ruleset, kind.Variant)
		}
		return parts
	}
	for _, kind := range schema.WithoutVariants(s.KindsOf(f.Ruleset, f.Variant)) {
		variant, args := "", []any{kind.Ruleset}
		if f.Variant != "" {
			variant, args = " AND variant = ?", append(args, f.Variant)
		}
		of := func(ids ...any) []any { return append(ids, args...) }
		if player != 0 && toMove != 0 && player != toMove { // between two players
			const pair = "first_id = ? AND second_id = ? AND to_move_id = ? AND ruleset = ?"
			add("games_first_ongoing", pair+variant, of(player, toMove, toMove)...)
			add("games_first_ongoing", pair+variant, of(toMove, player, toMove)...)
			continue
		}
		if toMove != 0 || player != notTo {
			add("games_to_move", "to_move_id = ? AND ruleset = ?"+variant, of(max(player, toMove))...)
		}
		if toMove == 0 {
			add("games_waiting", "first_id + second_id - to_move_id = ? AND ruleset = ?"+variant, of(player)...)
		}
	}
	return parts
}

// endedParts returns the parts of a list with games that ended with a status.
func (s *Store) endedParts(f GameFilter, player int64, status models.Status) (parts []gamePart) {
	ended := "status = '" + string(status) + "' AND status <> 'ongoing'"
	switch {
	case player == 0 && f.Ruleset == "" && f.Variant == "":
		return []gamePart{{"games_ended", ended, nil, true}}
	case player == 0:
		for _, kind := range s.KindsOf(f.Ruleset, f.Variant) {
			args := []any{kind.Ruleset, kind.Variant}
			parts = append(parts, gamePart{
				"games_ended_variant", "ruleset = ? AND variant = ? AND " + ended, args, true,
			})
		}
		return parts
	}
	suffix, args := "", []any{player}
	if f.Ruleset != "" {
		ended, args, suffix = "ruleset = ? AND "+ended, append(args, f.Ruleset), "_ruleset"
	}
	if f.Variant != "" { // the list walks over the other games of the player
		ended, args = ended+" AND variant = ?", append(args, f.Variant)
	}
	for _, seat := range []string{"first", "second"} {
		parts = append(parts, gamePart{
			"games_" + seat + "_ended" + suffix, seat + "_id = ? AND " + ended, args, true,
		})
	}
	return parts
}

// NamedPlayers returns the IDs of players by name, 0 for an empty name; all is false if somebody has no account.
func (s *Store) NamedPlayers(ctx context.Context, wanted ...string) (ids []int64, all bool, err error) {
	ids = make([]int64, len(wanted))
	for i, name := range wanted {
		if name == "" {
			continue
		}
		err := db.Query(s.Read(ctx), func(c *db.Columns) error { ids[i] = c.Number(); return nil },
			"SELECT id FROM players WHERE name_key = ?", names.Key(name))
		if err != nil || ids[i] == 0 {
			return nil, false, err
		}
	}
	return ids, true, nil
}

// GameIDs lists the IDs of a player's games after one, in their order.
func (s *Store) GameIDs(ctx context.Context, player int64, after string, limit int) (ids []string, err error) {
	err = s.Read(ctx).Raw(`SELECT id FROM games WHERE first_id = ? AND id > ?
		UNION SELECT id FROM games WHERE second_id = ? AND id > ? ORDER BY id`+db.Limit(limit),
		player, after, player, after).Scan(&ids).Error
	return ids, err
}

// Inbox reads an inbox and reuses the unchanged parts of the cached one.
func (l Snapshot) Inbox(p models.Player, now models.Millis) (*core.CachedInbox, error) {
	known := l.GameCache.Inbox(p.ID)
	if known.Stands(l.state, p.Email, now) {
		return known, nil
	}
	read := &core.CachedInbox{State: l.state, At: now, Email: p.Email}
	has, err := l.inboxHas(p, len(known.Games) > 0)
	if err == nil {
		read.Games, err = l.listByFingerprints(core.InboxToMove, has.Fingerprints, known.Games, p.ID)
	}
	if err == nil && has.Offers {
		read.Offers, err = l.list(core.InboxOffers, known.Offers, p.ID, p.ID)
	}
	if err == nil && has.Messages {
		read.Messages, err = l.list(core.InboxMessages, known.Messages, p.ID)
	}
	if err == nil && has.Challenges {
		read.Challenges, _, err = l.Challenges(l.Ctx, p, models.BoxIn, "", models.MaxInbox)
	}
	if err == nil {
		l.GameCache.KeepInbox(p.ID, read)
	}
	return read, err
}

func (l Snapshot) inboxHas(p models.Player, fingerprints bool) (has schema.InboxHas, err error) {
	query, args := core.InboxHasAlone, []any{p.ID, p.ID, p.ID, p.ID, mailaddr.Key(p.Email)}
	if fingerprints {
		query, args = core.InboxHasWithFingerprints, append([]any{p.ID}, args...)
	}
	err = db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		has = schema.InboxHas{Fingerprints: c.Text(), Offers: c.Bool(), Messages: c.Bool(), Challenges: c.Bool()}
		return nil
	}, query, args...)
	return has, err
}
