package play

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"turnpost/models"
	"turnpost/models/core"
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
	Game     *models.Game
	Seat     rules.Seat // of the house
	Level    rules.Level
	Ruleset  rules.Ruleset
	Position rules.Position
	Past     []rules.Position // the positions that the game has had, by ply, with this one
	Seen     []string         // their keys
	Seed     uint64
	until    models.Millis // the end of the lease, as stored
}

// houseClaims is the number of games that a worker tries to claim before it looks again.
const houseClaims = 4

// HouseFaultDelay is how long a game in which the house cannot act waits for the next attempt.
const HouseFaultDelay = 10 * time.Minute

// ClaimHouseTask leases the first game in the queue of the house that has waited for the pause; nil if there is none. A
// game that cannot be read waits for HouseFaultDelay, so that the others go on.
func (s *Store) ClaimHouseTask(ctx context.Context, lease, pause time.Duration) (*HouseTask, error) {
	id, until, err := s.claimHouse(ctx, lease, pause)
	if err != nil || id == "" {
		return nil, err
	}
	task, err := s.readHouseTask(ctx, id, until)
	if err == nil || models.Unavailable(err) {
		return task, err
	}
	return nil, errors.Join(fmt.Errorf("game %s: %w", id, err), s.delayHouse(ctx, id, until, until.Add(HouseFaultDelay)))
}

// readHouseTask reads a leased game; nil if it ended or changed meanwhile. A panic is an error of this game alone: the
// same row would stop the process again after its restart.
func (s *Store) readHouseTask(ctx context.Context, id string, until models.Millis) (task *HouseTask, err error) {
	err = panics.Recover(func() error {
		row, err := LoadGame(s.Read(ctx), id)
		if err == nil {
			task, err = s.houseTask(ctx, row, until)
		}
		return err
	})
	return task, err
}

// claimHouse leases a game; id is "" if there is none. The end of the lease leaves out the pause, which the next claim
// adds.
func (s *Store) claimHouse(
	ctx context.Context, lease, pause time.Duration,
) (id string, until models.Millis, err error) {
	var due []struct {
		ID      string
		HouseAt models.Millis
	}
	latest := models.ToMillis(s.Clock().Add(-pause))
	err = s.Read(ctx).Raw(`SELECT id, house_at FROM games WHERE house_at > 0 AND house_at <= ?
		ORDER BY house_order, house_at, id`+db.Limit(houseClaims), latest).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return "", 0, err
	}
	err = s.WriteBackground(ctx, func(tx *core.Tx) error {
		id = ""
		until = max(tx.At.Add(lease-pause), 1)
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
func (s *Store) houseTask(ctx context.Context, row *core.GameRow, until models.Millis) (*HouseTask, error) {
	seat := row.HouseSeat()
	if row.Status != models.Ongoing || seat == rules.NoSeat || (row.ToMove != seat && row.DrawBy != seat.Other()) {
		return nil, s.delayHouse(ctx, row.ID, until, 0)
	}
	r, known := s.RulesetByID[row.Ruleset]
	if !known {
		return nil, fmt.Errorf("ruleset %q is not known", row.Ruleset)
	}
	var texts []string
	err := s.Read(ctx).Raw("SELECT position FROM game_turns WHERE game_id = ? AND ply <= ? ORDER BY ply",
		row.ID, row.Ply).Scan(&texts).Error
	if err != nil {
		return nil, err
	}
	task := &HouseTask{
		Game: row.Game(models.ToMillis(s.Clock())), Seat: seat, Level: models.HouseLevel(row.Side(seat).Name), Ruleset: r,
		Seed: houseSeed(row), until: until,
	}
	for _, text := range texts {
		p, err := s.PositionOf(row.Ruleset, row.Variant, text)
		if err != nil {
			return nil, err
		}
		task.Past, task.Seen = append(task.Past, p), append(task.Seen, p.Key())
	}
	task.Position, err = s.PositionOf(row.Ruleset, row.Variant, row.Position)
	return task, err
}

// houseSeed returns the seed of the house's chance at a ply.
func houseSeed(row *core.GameRow) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s.%d.%d", row.ID, row.Ply, row.Takebacks)
	return h.Sum64()
}

// OffersDraw reports whether the opponent of the house offers a draw.
func (t *HouseTask) OffersDraw() bool { return t.Game.DrawBy == t.Seat.Other() }

// PlayHouseTurn plays the turn of a task. The errors CodeStale, CodeNotYourTurn, CodeGameOver and CodeNotFound mean
// that the game has changed since it was claimed.
func (s *Store) PlayHouseTurn(ctx context.Context, t *HouseTask, turn string) (*models.Game, error) {
	return s.PlayTurn(ctx, models.TurnInput{
		Game: t.Game.ID, Player: t.Game.Players[t.Seat].ID, Ply: &t.Game.Ply, Takebacks: &t.Game.Takebacks,
		Text: turn, Via: models.ViaHouse,
	})
}

// DecideHouseDraw accepts or declines the draw that the opponent of the house offers. Errors are those of PlayHouseTurn
// and CodeConflict if there is no such offer any more.
func (s *Store) DecideHouseDraw(ctx context.Context, t *HouseTask, accept bool) (*models.Game, error) {
	action := models.DeclineOffer
	if accept {
		action = models.AcceptOffer
	}
	handle := *s
	handle.Guard = s.Guard.AsSeen(t.Game)
	return handle.NegotiateDraw(ctx, t.Game.Players[t.Seat].ID, t.Game.ID, action)
}

// ResignHouseGame resigns the game of a task. Errors are those of PlayHouseTurn.
func (s *Store) ResignHouseGame(ctx context.Context, t *HouseTask) (*models.Game, error) {
	handle := *s
	handle.Guard = s.Guard.AsSeen(t.Game)
	return handle.ResignGame(ctx, t.Game.Players[t.Seat].ID, t.Game.ID)
}

// DelayHouseTask extends the lease of a task that failed.
func (s *Store) DelayHouseTask(ctx context.Context, t *HouseTask, by time.Duration) error {
	return s.delayHouse(ctx, t.Game.ID, t.until, t.until.Add(by))
}

// delayHouse sets when the house is to act next in a game that is still leased; 0 for never.
func (s *Store) delayHouse(ctx context.Context, game string, lease, next models.Millis) error {
	return s.WriteBackground(ctx, func(tx *core.Tx) error {
		return tx.Exec("UPDATE games SET house_at = ? WHERE id = ? AND house_at = ?", next, game, lease).Error
	})
}

// HouseQueue returns the number of games that wait for the house, and for how long the oldest of them has.
func (s *Store) HouseQueue(ctx context.Context) (depth int64, age time.Duration, err error) {
	return s.CountWaiting(ctx,
		`SELECT COUNT(*), COALESCE(MIN(house_at), 0) FROM games WHERE house_at > 0 AND house_at <= ?`,
		models.ToMillis(s.Clock()))
}

// AwaitHouse returns the game when the house of this process has acted in it, or ctx has ended. Games in which the
// house is not to act are returned unchanged. It occupies no connection while it waits.
func (s *Store) AwaitHouse(ctx context.Context, g *models.Game) (*models.Game, error) {
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
func (s *Store) awaitHouseOnce(ctx context.Context, g *models.Game) (now *models.Game, again bool, err error) {
	acted, end := s.HouseWaits.Add(g.ID)
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
