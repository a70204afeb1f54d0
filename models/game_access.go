package models

import (
	"turnpost/models/db"
	"turnpost/models/linktext"
)

// Seen is the state of a game that a player saw when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // number made in the game so far
}

// terms restrict a use case within its transaction.
type terms struct {
	link *Link // of the player; nil: they have signed in
	seen *Seen // the state that the player saw; nil: the current one
}

// AsSeen returns a handle on the same store for one use case that a player decided on in the given state. Ending the
// game fails with CodeStale if another turn was played since, and deciding on an offer with CodeConflict if it is
// another one.
func (s *Store) AsSeen(seen Seen) *Store {
	handle := *s
	handle.terms.seen = &seen
	return &handle
}

// ByLink returns a handle on the same store for one use case with the rights of a link, of a player who acts without a
// session. An action beyond them fails with CodeStale if a newer link allows it, and with CodeGameOver if none does:
//
//   - A link can play, send messages and make offers in its game. It can end the game, or accept an offer, only while
//     the game is at the ply of its mail; a reply can accept or decline only an offer that its mail could show (else
//     CodeConflict).
//   - A page link to a finished game only shows it. A reply can still send a message and request a rematch, because it
//     comes from the player's own address.
func (s *Store) ByLink(l Link) *Store {
	handle := *s
	handle.terms.link = &l
	return &handle
}

// Seen returns the current state of the game.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }

// mayEnd refuses to end a game or to take turns back.
func (t terms) mayEnd(row *gameRow) error {
	if l := t.link; l != nil && (l.Ply != row.Ply || l.Takebacks != row.Takebacks%linktext.MaxTakebacks) {
		return fail(CodeStale, "link_of_other_turn", "game", row.ID)
	}
	if s := t.seen; s != nil && (s.Ply != row.Ply || s.Takebacks != row.Takebacks) {
		return fail(CodeStale, "seen_otherwise", "game", row.ID)
	}
	return nil
}

// mayDecide refuses to accept or decline an offer that the player has not seen.
func (t terms) mayDecide(row *gameRow) error {
	unseen := t.seen != nil && t.seen.Offers != row.Offers
	if l := t.link; l != nil && l.Purpose == LinkReply {
		unseen = unseen || l.Offers != row.Offers%linktext.MaxOffers
	}
	if unseen {
		return fail(CodeConflict, "offer_unseen", "game", row.ID)
	}
	return nil
}

// mayUse refuses actions that are possible after the end of a game but not by a page link.
func (t terms) mayUse(row *gameRow) error {
	if row.Status == Ongoing || t.link == nil || t.link.Purpose != LinkPage {
		return nil
	}
	return fail(CodeGameOver, "link_of_finished_game", "game", row.ID)
}

// relatedRows holds the rows related to a game that a turn needs to know.
type relatedRows struct {
	plans  int   // number of plans of its players
	notice int64 // the only notice that a turn makes outdated; 0: none, -1: several
}

// selectGamesToPlay includes the numbers of related rows, so that a turn does not look for plans and notices that do
// not exist.
var selectGamesToPlay = selectGameColumns + `,
	       (SELECT COUNT(*) FROM plans WHERE game_id = g.id),
	       (SELECT CASE COUNT(*) WHEN 0 THEN 0 WHEN 1 THEN MAX(id) ELSE -1 END FROM notices
	        WHERE game_id = g.id AND done_at = 0 AND kind IN (` + turnKindList + `))` +
	fromGames + "WHERE g.id"

// loadGameToPlay loads a game for a turn.
func (tx *Tx) loadGameToPlay(id string) (*gameRow, error) {
	if tx.preloaded != nil {
		row := tx.preloaded.games[id]
		if row == nil || row.pending != 0 || row.PositionKeys == nil {
			// locked, earlier in the batch, or to be changed or moved first
			return nil, db.ErrNeedsOwnTx
		}
		delete(tx.preloaded.games, id)
		return row, nil
	}
	rows, err := tx.loadGamesToPlay([]string{id}, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noGame(id)
	}
	if err := tx.moveTurns(rows[0]); err != nil {
		return nil, err
	}
	return rows[0], tx.applyPending(rows[0])
}

// loadGamesToPlay loads games for turns. If the database locks rows, it skips those of several games that other
// transactions have locked; for one game, PostgreSQL may wait for the lock. The related rows are as old as the query,
// so they are read after the lock was obtained.
func (tx *Tx) loadGamesToPlay(ids []string, locked string) (rows []*gameRow, err error) {
	which, args := " = ?", []any{ids[0]}
	free := map[string]bool{ids[0]: true}
	if tx.IsPostgres() {
		which, args = " = ANY(?)", []any{ids}
		free, err = tx.lockGames(ids, locked)
	}
	if err == nil {
		err = tx.Defer(db.Deferred{Query: selectGamesToPlay + which, Args: args, Take: func(c *db.Columns) error {
			game := &gameRow{}
			game.take(c)
			game.related = &relatedRows{plans: int(c.Number()), notice: c.Number()}
			if free[game.ID] {
				rows = append(rows, game)
			}
			return nil
		}})
	}
	if err == nil {
		err = tx.Flush()
	}
	return rows, err
}

// preloadedGames are the locked games of a batch of turns on PostgreSQL.
type preloadedGames struct {
	games     map[string]*gameRow // by ID
	heartbeat Millis              // the last one of this process before they were loaded
}

// preloadGames locks and loads the games of a batch of turns that PostgreSQL commits together, except those that
// other transactions have locked.
func (s *Store) preloadGames(tx *db.Tx, ids []string) (any, error) {
	preloaded := &preloadedGames{heartbeat: Millis(s.heartbeat.Load())}
	rows, err := s.newTx(tx).loadGamesToPlay(ids, " SKIP LOCKED")
	preloaded.games = make(map[string]*gameRow, len(rows))
	for _, row := range rows {
		preloaded.games[row.ID] = row
	}
	return preloaded, err
}
