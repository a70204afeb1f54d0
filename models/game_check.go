package models

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkGames is the number of games, or events, that are checked at a time.
const checkGames = 100

// GameFault is a fault of a stored game.
type GameFault struct {
	Game string
	Fault
}

// Checked holds the counts of CheckGames.
type Checked struct {
	Games, Turns int
	Faults       int
	OtherVersion int // games of other versions of the rules; only their hashes were checked
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
		if after, err = a.store.gameNumber(ctx, last); err != nil {
			return sum, err
		}
	}
	batch, err := a.store.checkBatchAfter(ctx, after)
	for err == nil && ctx.Err() == nil {
		var next *checkBatch
		var loading sync.WaitGroup
		if len(batch.games) > 0 {
			loading.Go(func() { next, err = a.store.checkBatchAfter(ctx, batch.last().Number) })
		}
		faults := a.store.checkBatch(batch)
		loading.Wait()
		sum.add(batch, faults, report)
		if len(batch.games) == 0 {
			return sum, nil
		}
		passed(batch.last().ID, sum)
		batch = next
	}
	return sum, cmp.Or(err, ctx.Err())
}

// add counts and reports the faults of a batch.
func (c *Checked) add(batch *checkBatch, faults []*Fault, report func(GameFault)) {
	for _, id := range batch.orphans {
		c.Faults++
		report(GameFault{id, *newFault(0, FaultGame, "no_game")})
	}
	for i, fault := range faults {
		row := &batch.games[i]
		c.Games++
		c.Turns += max(0, len(batch.turns[row.Number])-1)
		switch {
		case fault == nil:
			continue
		case fault.Kind == FaultVersion:
			c.OtherVersion++
		default:
			c.Faults++
		}
		report(GameFault{row.ID, *fault})
	}
}

// checkBatch checks the games at the same time and returns the first fault of each.
func (s *Store) checkBatch(b *checkBatch) []*Fault {
	faults := make([]*Fault, len(b.games))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(b.games); i = next.Add(1) - 1 {
				row := &b.games[i]
				if err := b.unread[row.Number]; err != nil {
					faults[i] = newFault(0, FaultGame, "unread", "error", err.Error())
					continue
				}
				faults[i] = s.checkGame(row, b.turns[row.Number])
			}
		})
	}
	all.Wait()
	return faults
}

// checkGame returns the first fault of a stored game.
func (s *Store) checkGame(row *gameRow, rows []turnRow) *Fault {
	if damage := row.damage(); damage != nil {
		return newFault(0, FaultGame, "damaged", "column", damage.column, "value", fmt.Sprint(damage.value))
	}
	for i, r := range rows {
		if r.Ply != i {
			return newFault(i, FaultPly, "row_missing", "ply", i, "found", r.Ply)
		}
	}
	if len(rows) != row.Ply+1 {
		return newFault(min(len(rows), row.Ply+1), FaultPly, "rows", "ply", row.Ply, "last", len(rows)-1)
	}
	ruleset, known := s.rulesets[row.Ruleset]
	if !known || ruleset.Info(phrase.English).Version != row.Version {
		if fault := checkChain(row, rows); fault != nil {
			return fault
		}
		return newFault(0, FaultVersion, "not_checked", "version", row.Version, "ruleset", row.Ruleset)
	}
	replay, err := newReplay(ruleset, row.Variant)
	if err != nil {
		return newFault(0, FaultGame, "no_start", "error", err.Error())
	}
	if fault := replay.checkRows(row, rows, ruleset.Info(phrase.English)); fault != nil {
		return fault
	}
	return replay.checkGameRow(row, rows[row.Ply].last(), ruleset.Info(phrase.English))
}

// checkChain checks only the hashes.
func checkChain(row *gameRow, rows []turnRow) *Fault {
	hash := seedHash(row)
	for _, r := range rows {
		turn := r.withoutEvents()
		if !bytes.Equal(r.Hash, turnHash(hash, row.ID, &turn)) {
			return newFault(r.Ply, FaultHash, "hash_row")
		}
		hash = r.Hash
	}
	if !bytes.Equal(hash, row.Hash) {
		return newFault(row.Ply, FaultHash, "hash_game")
	}
	return nil
}

// checkRows replays the rows and compares them with the results.
func (p *replay) checkRows(row *gameRow, rows []turnRow, info rules.Info) *Fault {
	start := rows[0]
	if start.Seat != rules.NoSeat || start.Turn != "" || start.Position != p.position.String() {
		return newFault(0, FaultStart, "start_row", "want", p.position, "position", start.Position)
	}
	keys := gameRow{}
	key, _ := p.history.Last()
	keys.addKey(keyHash(key))
	if start.Occurrence != 1 {
		return newFault(0, FaultKey, "key_start")
	}
	for _, r := range rows[1:] {
		turn := r.withoutEvents()
		played, fault := p.play(&turn, info)
		if fault != nil {
			return fault
		}
		events, err := json.Marshal(played.Events)
		switch {
		case played.Turn != r.Turn:
			return newFault(r.Ply, FaultTurn, "turn_text", "turn", r.Turn, "want", played.Turn)
		case err != nil || string(events) != r.Events:
			return newFault(r.Ply, FaultEvents, "events", "want", events, "events", visible.Clip(r.Events, 200))
		}
		key, times := p.history.Last()
		if r.Occurrence != times {
			return newFault(r.Ply, FaultKey, "key")
		}
		keys.addKey(keyHash(key))
	}
	if row.Status == Ongoing && row.PositionKeys != nil && !bytes.Equal(row.PositionKeys, keys.PositionKeys) {
		return newFault(row.Ply, FaultKey, "key")
	}
	return checkChain(row, rows)
}

// checkGameRow compares the game's row with the last of its turns and their result.
func (p *replay) checkGameRow(row *gameRow, last lastTurn, info rules.Info) *Fault {
	wrong := func(key string, stored, want any) *Fault {
		return newFault(row.Ply, FaultGame, key, "stored", stored, "want", want)
	}
	result := rules.Result{}
	status := Ongoing
	if row.Reason != "" {
		result, status = rules.Result{Reason: row.Reason, Winner: row.Winner}, Finished
	}
	if Unscored(row.Reason) {
		status = Aborted
	}
	toMove := p.position.ToMove()
	switch {
	case row.Position != p.position.String():
		return wrong("row_position", row.Position, p.position)
	case row.ToMove != toMove:
		return wrong("row_side", info.SideID(row.ToMove), info.SideID(toMove))
	case row.ToMoveID != row.side(toMove).ID:
		return wrong("row_player", row.ToMoveID, row.side(toMove).ID)
	case row.Status != status:
		return newFault(row.Ply, FaultGame, "status", "status", row.Status, "reason", row.Reason)
	case row.Last.Turn != "" && row.Last != last:
		return newFault(row.Ply, FaultGame, "row_last", "column", "last_"+row.Last.differsIn(last))
	case (row.FinishedAt == 0) != (status == Ongoing):
		return newFault(row.Ply, FaultGame, "finished", "status", status, "finished_at", row.FinishedAt)
	case status == Ongoing && row.Winner != rules.NoSeat:
		return newFault(row.Ply, FaultGame, "early_winner")
	}
	return p.verifyResult(result, info)
}

// differsIn returns the first of lastTurnColumns in which two last turns differ; "" if they are equal.
func (l *lastTurn) differsIn(other lastTurn) string {
	ours, theirs := l.values(), other.values()
	for i, column := range lastTurnColumns {
		if ours[i] != theirs[i] {
			return column
		}
	}
	return ""
}
