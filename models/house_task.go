package models

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"turnpost/models/db"
	"turnpost/models/panics"
	"turnpost/rules"
)

// The house acts where games.house_at has passed: it is to move, or to decide about an offer of a draw. A worker claims
// a game by moving house_at to the end of its lease, guarded by its former value, and thinks outside of any
// transaction. Then it plays by PlayTurn with the ply and the takebacks that it has seen: a second worker, a takeback
// or a crash in between leaves nothing behind. The same game at the same ply gives the same seed, so that the turn that
// is found again is the same.

// HouseTask is a game in which the house is to act, leased to one worker.
type HouseTask struct {
	Game     *Game
	Seat     rules.Seat // of the house
	Level    rules.Level
	Ruleset  rules.Ruleset
	Position rules.Position
	Seen     []string // keys of the positions that the game has had
	Seed     uint64
	until    Millis // the end of the lease, as stored
}

// houseClaims is the number of games that a worker tries to claim before it looks again.
const houseClaims = 4

// HouseFaultDelay is how long a game in which the house cannot act waits for the next attempt.
const HouseFaultDelay = 10 * time.Minute

// ClaimHouseTask leases the game that has waited longest for the house, for at least the pause; nil if there is none. A
// game that cannot be read waits for HouseFaultDelay, so that the others go on.
func (s *Store) ClaimHouseTask(ctx context.Context, lease, pause time.Duration) (*HouseTask, error) {
	id, until, err := s.claimHouse(ctx, lease, pause)
	if err != nil || id == "" {
		return nil, err
	}
	task, err := s.readHouseTask(ctx, id, until)
	if err == nil || Unavailable(err) {
		return task, err
	}
	return nil, errors.Join(fmt.Errorf("game %s: %w", id, err), s.delayHouse(ctx, id, until, until.Add(HouseFaultDelay)))
}

// readHouseTask reads a leased game; nil if it ended or changed meanwhile. A panic is an error of this game alone: the
// same row would stop the process again after its restart.
func (s *Store) readHouseTask(ctx context.Context, id string, until Millis) (task *HouseTask, err error) {
	err = panics.Recover(func() error {
		row, err := loadGame(s.read(ctx), id)
		if err == nil {
			task, err = s.houseTask(ctx, row, until)
		}
		return err
	})
	return task, err
}

// claimHouse leases a game; id is "" if there is none. The end of the lease leaves out the pause, which the next claim
// adds.
func (s *Store) claimHouse(ctx context.Context, lease, pause time.Duration) (id string, until Millis, err error) {
	var due []struct {
		ID      string
		HouseAt Millis
	}
	latest := ToMillis(s.now().Add(-pause))
	err = s.read(ctx).Raw(`SELECT id, house_at FROM games WHERE house_at > 0 AND house_at <= ?
		ORDER BY house_at, id`+db.Limit(houseClaims), latest).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return "", 0, err
	}
	err = s.writeBackground(ctx, func(tx *Tx) error {
		id = ""
		until = max(tx.at.Add(lease-pause), 1)
		for _, game := range due {
			claimed := tx.Exec("UPDATE games SET house_at = ? WHERE id = ? AND house_at = ?", until, game.ID, game.HouseAt)
			if claimed.Error != nil {
				return claimed.Error
			}
			if claimed.RowsAffected == 1 {
				id = game.ID
				return nil
			}
		}
		return nil
	})
	return id, until, err
}

// houseTask collects what the house needs to know; nil if it has nothing to do in the game.
func (s *Store) houseTask(ctx context.Context, row *gameRow, until Millis) (*HouseTask, error) {
	seat := row.houseSeat()
	if row.Status != Ongoing || seat == rules.NoSeat || (row.ToMove != seat && row.DrawBy != seat.Other()) {
		return nil, s.delayHouse(ctx, row.ID, until, 0)
	}
	r, known := s.rulesets[row.Ruleset]
	if !known {
		return nil, fmt.Errorf("ruleset %q is not known", row.Ruleset)
	}
	var texts []string
	err := s.read(ctx).Raw("SELECT position FROM game_turns WHERE game_id = ? AND ply <= ? ORDER BY ply",
		row.ID, row.Ply).Scan(&texts).Error
	if err != nil {
		return nil, err
	}
	task := &HouseTask{
		Game: row.game(ToMillis(s.now())), Seat: seat, Level: HouseLevel(row.side(seat).Name), Ruleset: r,
		Seed: houseSeed(row), until: until,
	}
	for _, text := range texts {
		p, err := s.position(row.Ruleset, row.Variant, text)
		if err != nil {
			return nil, err
		}
		task.Seen = append(task.Seen, p.Key())
	}
	task.Position, err = s.position(row.Ruleset, row.Variant, row.Position)
	return task, err
}

// houseSeed returns the seed of the house's chance at a ply.
func houseSeed(row *gameRow) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s.%d.%d", row.ID, row.Ply, row.Takebacks)
	return h.Sum64()
}

// OffersDraw reports whether the opponent of the house offers a draw.
func (t *HouseTask) OffersDraw() bool { return t.Game.DrawBy == t.Seat.Other() }

// PlayHouseTurn plays the turn of a task. The errors CodeStale, CodeNotYourTurn, CodeGameOver and CodeNotFound mean
// that the game has changed since it was claimed.
func (s *Store) PlayHouseTurn(ctx context.Context, t *HouseTask, turn string) (*Game, error) {
	return s.PlayTurn(ctx, TurnInput{
		Game: t.Game.ID, Player: t.Game.Players[t.Seat].ID, Ply: &t.Game.Ply, Takebacks: &t.Game.Takebacks,
		Text: turn, Via: ViaHouse,
	})
}

// DecideHouseDraw accepts or declines the draw that the opponent of the house offers. Errors are those of PlayHouseTurn
// and CodeConflict if there is no such offer any more.
func (s *Store) DecideHouseDraw(ctx context.Context, t *HouseTask, accept bool) (*Game, error) {
	action := DeclineOffer
	if accept {
		action = AcceptOffer
	}
	return s.AsSeen(t.Game.Seen()).NegotiateDraw(ctx, t.Game.Players[t.Seat].ID, t.Game.ID, action)
}

// DelayHouseTask extends the lease of a task that failed.
func (s *Store) DelayHouseTask(ctx context.Context, t *HouseTask, by time.Duration) error {
	return s.delayHouse(ctx, t.Game.ID, t.until, t.until.Add(by))
}

// delayHouse sets when the house is to act next in a game that is still leased; 0 for never.
func (s *Store) delayHouse(ctx context.Context, game string, lease, next Millis) error {
	return s.writeBackground(ctx, func(tx *Tx) error {
		return tx.Exec("UPDATE games SET house_at = ? WHERE id = ? AND house_at = ?", next, game, lease).Error
	})
}

// HouseQueue returns the number of games that wait for the house, up to maxCounted, and for how long the oldest of them
// has.
func (s *Store) HouseQueue(ctx context.Context) (depth int64, age time.Duration, err error) {
	return s.waiting(ctx, `SELECT COUNT(*), COALESCE(MIN(house_at), 0) FROM (
			SELECT house_at FROM games WHERE house_at > 0 AND house_at <= ? ORDER BY house_at`+db.Limit(maxCounted)+`) AS due`,
		ToMillis(s.now()))
}

// houseWaits are the requests that wait for the house, by game.
type houseWaits struct {
	mu    sync.Mutex
	games map[string][]chan struct{}
}

// add returns a channel that is closed when the house has acted in a game, and a function that ends the wait.
func (w *houseWaits) add(game string) (acted <-chan struct{}, end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.games == nil {
		w.games = map[string][]chan struct{}{}
	}
	c := make(chan struct{})
	w.games[game] = append(w.games[game], c)
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if left := slices.DeleteFunc(w.games[game], func(other chan struct{}) bool { return other == c }); len(left) > 0 {
			w.games[game] = left
		} else {
			delete(w.games, game)
		}
	}
}

func (w *houseWaits) acted(game string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.games[game] {
		close(c)
	}
	delete(w.games, game)
}

// AwaitHouse returns the game when the house of this process has acted in it, or ctx has ended. Games in which the
// house is not to act are returned unchanged. It occupies no connection while it waits.
func (s *Store) AwaitHouse(ctx context.Context, g *Game) (*Game, error) {
	if !g.AwaitsHouse() {
		return g, nil
	}
	for {
		now, again, err := s.awaitHouseOnce(ctx, g)
		if err != nil || !again {
			return now, err
		}
	}
}

// awaitHouseOnce waits for the next transaction after which the house is not to act. It may be one before the game
// became g, whose end is only known now: then again is true.
func (s *Store) awaitHouseOnce(ctx context.Context, g *Game) (now *Game, again bool, err error) {
	acted, end := s.houseWaits.add(g.ID)
	defer end()
	load := context.WithoutCancel(ctx)
	db.ForgetState(load)
	now, err = s.Game(load, g.ID) // it may have acted before the wait began
	if err != nil || now.Seen() != g.Seen() || !now.AwaitsHouse() {
		return now, false, err
	}
	select {
	case <-acted:
		return now, true, nil
	case <-ctx.Done():
		return now, false, nil
	}
}

// StopHouse ends all games of the house without a result, and returns their number. It is for operators who have turned
// the house off; games that begin meanwhile end too.
func (a Admin) StopHouse(ctx context.Context) (stopped int, err error) {
	for {
		var ids []string
		err := a.store.read(ctx).Raw(`SELECT id FROM games WHERE status = 'ongoing' AND first_id IN ` + houseIDs + `
			UNION ALL SELECT id FROM games WHERE status = 'ongoing' AND second_id IN ` + houseIDs + ` LIMIT 100`).
			Scan(&ids).Error
		if err != nil || len(ids) == 0 {
			return stopped, err
		}
		for _, id := range ids {
			switch _, err := a.FinishGame(ctx, id, rules.Drawn(ReasonAnnulled)); {
			case err == nil:
				stopped++
			case CodeOf(err) != CodeGameOver:
				return stopped, err
			}
		}
	}
}
