package models

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"sync"
	"sync/atomic"

	"gorm.io/gorm"

	"turnpost/models/db"
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

// CheckGames replays every stored game and compares everything that follows from the rules with the stored rows:
// positions, events, seats, results, the index of repeated positions, hashes. It reports the first fault of each game,
// because the others follow from it, and games of another version of the rules as FaultVersion. Games may go on
// meanwhile.
func (a Admin) CheckGames(ctx context.Context, report func(GameFault)) (Checked, error) {
	return a.CheckGamesAfter(ctx, "", func(string, Checked) {}, report)
}

// CheckGamesAfter is CheckGames for the games whose IDs are greater than a given one, in the order of their IDs. passed
// is called with the ID of a game when that and all before it were checked, with the counts so far: an interrupted
// check continues after it. It uses all processors; its memory does not grow with the number of games.
func (a Admin) CheckGamesAfter(
	ctx context.Context, last string, passed func(last string, sum Checked), report func(GameFault),
) (sum Checked, err error) {
	for {
		batch := &checkBatch{after: last}
		if err := a.store.db.Snapshot(ctx, batch.load); err != nil {
			return sum, err
		}
		for _, id := range batch.orphans {
			sum.Faults++
			report(GameFault{id, *newFault(0, FaultGame, "no_game")})
		}
		if len(batch.games) == 0 {
			return sum, nil
		}
		for i, fault := range a.store.checkBatch(batch) {
			id := batch.games[i].ID
			sum.Games++
			sum.Turns += max(0, len(batch.turns[id])-1)
			switch {
			case fault == nil:
				continue
			case fault.Kind == FaultVersion:
				sum.OtherVersion++
			default:
				sum.Faults++
			}
			report(GameFault{id, *fault})
		}
		last = batch.games[len(batch.games)-1].ID
		passed(last, sum)
	}
}

// checkBatch is the games after a given one that are in memory, with all their turns.
type checkBatch struct {
	after   string
	games   []gameRow
	turns   map[string][]turnRow // by game
	orphans []string             // games that do not exist but have turns, between the others
}

// load does not join the players, so that games without a player's row are checked too. It reads the turns once, in
// their order on the disk. After the last game it finds the turns that follow.
func (b *checkBatch) load(from *gorm.DB) error {
	err := from.Raw("SELECT * FROM games WHERE id > ? ORDER BY id LIMIT ?", b.after, checkGames).Scan(&b.games).Error
	if err != nil {
		return err
	}
	if len(b.games) == 0 {
		return from.Raw("SELECT DISTINCT game_id FROM turns WHERE game_id > ? ORDER BY game_id", b.after).
			Scan(&b.orphans).Error
	}
	b.turns = make(map[string][]turnRow, len(b.games))
	for i := range b.games {
		b.turns[b.games[i].ID] = make([]turnRow, 0, b.games[i].Ply+1)
	}
	return db.Query(from, b.take, `SELECT game_id, ply, seat, turn, position, key_hash, events, message, via, at, hash
		FROM turns WHERE game_id > ? AND game_id <= ? ORDER BY game_id, ply`, b.after, b.games[len(b.games)-1].ID)
}

func (b *checkBatch) take(c *db.Columns) error {
	r := turnRow{
		GameID: c.Text(), Ply: int(c.Number()), Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(),
		KeyHash: c.Number(), Events: c.Text(), Message: c.Text(), Via: Via(c.Text()), At: millis(c), Hash: c.Bytes(),
	}
	turns, known := b.turns[r.GameID]
	switch last := len(b.orphans) - 1; {
	case known:
		b.turns[r.GameID] = append(turns, r)
	case last < 0 || b.orphans[last] != r.GameID:
		b.orphans = append(b.orphans, r.GameID)
	}
	return nil
}

// checkBatch checks the games at the same time and returns the first fault of each.
func (s *Store) checkBatch(b *checkBatch) []*Fault {
	faults := make([]*Fault, len(b.games))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(b.games); i = next.Add(1) - 1 {
				faults[i] = s.checkGame(&b.games[i], b.turns[b.games[i].ID])
			}
		})
	}
	all.Wait()
	return faults
}

// checkGame returns the first fault of a stored game.
func (s *Store) checkGame(row *gameRow, rows []turnRow) *Fault {
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
	return replay.checkGameRow(row, ruleset.Info(phrase.English))
}

// checkChain checks only the hashes.
func checkChain(row *gameRow, rows []turnRow) *Fault {
	hash := seedHash(row)
	for _, r := range rows {
		turn := r.turn()
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
	if start.KeyHash != keyHash(p.position) {
		return newFault(0, FaultKey, "key_start")
	}
	for _, r := range rows[1:] {
		turn := r.turn()
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
		case r.KeyHash != keyHash(played.Next):
			return newFault(r.Ply, FaultKey, "key")
		}
	}
	return checkChain(row, rows)
}

// checkGameRow compares the game's row with the result of its turns.
func (p *replay) checkGameRow(row *gameRow, info rules.Info) *Fault {
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
	case (row.FinishedAt == 0) != (status == Ongoing):
		return newFault(row.Ply, FaultGame, "finished", "status", status, "finished_at", row.FinishedAt)
	case status == Ongoing && row.Winner != rules.NoSeat:
		return newFault(row.Ply, FaultGame, "early_winner")
	}
	return p.verifyResult(result, info)
}
