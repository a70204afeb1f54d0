package admin

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/phrase"
)

// GameFault is a fault of a stored game.
type GameFault struct {
	Game string
	models.Fault
}

// Checked holds the counts of CheckGames.
type Checked struct {
	Games, Turns int
	Faults       int
	OtherVersion int // games of other versions of the rules; only their hashes were checked
}

// Add counts and reports the faults of a batch.
func (c *Checked) add(batch *core.CheckBatch, faults []*models.Fault, report func(GameFault)) {
	for _, id := range batch.Orphans {
		c.Faults++
		report(GameFault{id, *models.NewFault(0, models.FaultGame, "no_game")})
	}
	for i, fault := range faults {
		row := &batch.Games[i]
		c.Games++
		c.Turns += max(0, len(batch.Turns[row.Number])-1)
		switch {
		case fault == nil:
			continue
		case fault.Kind == models.FaultVersion:
			c.OtherVersion++
		default:
			c.Faults++
		}
		report(GameFault{row.ID, *fault})
	}
}

// CheckBatch checks the games at the same time and returns the first fault of each.
func (s *Store) checkBatch(b *core.CheckBatch) []*models.Fault {
	faults := make([]*models.Fault, len(b.Games))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(b.Games); i = next.Add(1) - 1 {
				row := &b.Games[i]
				if err := b.Unread[row.Number]; err != nil {
					faults[i] = models.NewFault(0, models.FaultGame, "unread", "error", err.Error())
					continue
				}
				faults[i] = s.checkGame(row, b.Turns[row.Number])
			}
		})
	}
	all.Wait()
	return faults
}

// checkGame returns the first fault of a stored game.
func (s *Store) checkGame(row *core.GameRow, rows []schema.TurnRow) *models.Fault {
	if damage := row.Damage(); damage != nil {
		return models.NewFault(0, models.FaultGame, "damaged", "column", damage.Column, "value", fmt.Sprint(damage.Value))
	}
	for i, r := range rows {
		if r.Ply != i {
			return models.NewFault(i, models.FaultPly, "row_missing", "ply", i, "found", r.Ply)
		}
	}
	if len(rows) != row.Ply+1 {
		return models.NewFault(min(len(rows), row.Ply+1), models.FaultPly, "rows", "ply", row.Ply, "last", len(rows)-1)
	}
	ruleset, known := s.RulesetByID[row.Ruleset]
	if !known || ruleset.Info(phrase.English).Version != row.Version {
		if fault := core.CheckChain(row, rows); fault != nil {
			return fault
		}
		return models.NewFault(0, models.FaultVersion, "not_checked", "version", row.Version, "ruleset", row.Ruleset)
	}
	replay, err := play.NewReplay(ruleset, row.Variant)
	if err != nil {
		return models.NewFault(0, models.FaultGame, "no_start", "error", err.Error())
	}
	if fault := replay.CheckRows(row, rows, ruleset.Info(phrase.English)); fault != nil {
		return fault
	}
	return replay.CheckGameRow(row, rows[row.Ply].Last(), ruleset.Info(phrase.English))
}

// CheckGames replays the games after one, or all for "", in the order of their numbers, and compares everything that
// follows from the rules with the stored rows: positions, events, seats, results, the index of repeated positions,
// hashes. It reports the first fault of each game, because the others follow from it, and games of another version of
// the rules as FaultVersion. A value that is not of its column's type is a fault of its game, too. Games may go on
// meanwhile.
//
// passed is called with the ID of a game when that and all before it were checked, with the counts so far: an
// interrupted check continues after it. All processors are used, and the next games are read meanwhile; the memory used
// does not grow with the number of games. Errors: CodeNotFound for an unknown game.
func (a Admin) CheckGames(
	ctx context.Context, last string, passed func(last string, sum Checked), report func(GameFault),
) (sum Checked, err error) {
	after := int64(0)
	if last != "" {
		if after, err = a.store.GameNumber(ctx, last); err != nil {
			return sum, err
		}
	}
	batch, err := a.store.CheckBatchAfter(ctx, after)
	for err == nil && ctx.Err() == nil {
		var next *core.CheckBatch
		var loading sync.WaitGroup
		if len(batch.Games) > 0 {
			loading.Go(func() { next, err = a.store.CheckBatchAfter(ctx, batch.Last().Number) })
		}
		faults := a.store.checkBatch(batch)
		loading.Wait()
		sum.add(batch, faults, report)
		if len(batch.Games) == 0 {
			return sum, nil
		}
		passed(batch.Last().ID, sum)
		batch = next
	}
	return sum, cmp.Or(err, ctx.Err())
}
