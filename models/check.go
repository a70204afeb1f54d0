package models

import (
	"bytes"
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"turnpost/rules"
)

// checkBatch is how many games are held at a time.
const checkBatch = 100

// GameFault is a fault of a stored game.
type GameFault struct {
	Game string
	Fault
}

// Checked counts what Check has looked at.
type Checked struct {
	Games, Turns int
	Faults       int
	OtherVersion int // games that these rules cannot play again; only their hashes were checked
}

// Check plays every stored game again and compares everything that follows from the
// rules with what is stored: positions, events, seats, results, the index of repeated positions, hashes. It
// reports the first fault of each game, since the others follow from it, and games
// of another version of the rules as FaultVersion. Games may go on meanwhile.
func (s *Store) Check(ctx context.Context, report func(GameFault)) (Checked, error) {
	var sum Checked
	last := ""
	for {
		var games []gameRow
		turns := map[string][]turnRow{}
		err := s.snapshot(ctx, func(db *gorm.DB) (err error) {
			games, err = loadBatch(db, last, turns)
			return err
		})
		if err != nil {
			return sum, err
		}
		if len(games) == 0 {
			return sum, s.checkOrphans(ctx, &sum, report)
		}
		for i := range games {
			row := &games[i]
			sum.Games++
			sum.Turns += max(0, len(turns[row.ID])-1)
			fault := s.checkGame(row, turns[row.ID])
			switch {
			case fault == nil:
				continue
			case fault.Kind == FaultVersion:
				sum.OtherVersion++
			default:
				sum.Faults++
			}
			report(GameFault{row.ID, *fault})
		}
		last = games[len(games)-1].ID
	}
}

// checkOrphans finds turns whose game is gone.
func (s *Store) checkOrphans(ctx context.Context, sum *Checked, report func(GameFault)) error {
	var ids []string
	err := s.read(ctx).Raw("SELECT DISTINCT game_id FROM turns WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = game_id) ORDER BY game_id").Scan(&ids).Error
	for _, id := range ids {
		sum.Faults++
		report(GameFault{id, *newFault(0, FaultGame, "there are turns, and no game")})
	}
	return err
}

// loadBatch loads the games after one, with all their turns. A player's row is not
// needed for it, so that no game is passed over.
func loadBatch(db *gorm.DB, after string, turns map[string][]turnRow) ([]gameRow, error) {
	var games []gameRow
	if err := db.Raw("SELECT * FROM games WHERE id > ? ORDER BY id LIMIT ?", after, checkBatch).Scan(&games).Error; err != nil || len(games) == 0 {
		return nil, err
	}
	ids := make([]string, len(games))
	for i := range games {
		ids[i] = games[i].ID
	}
	var rows []turnRow
	err := db.Where("game_id IN ?", ids).Order("game_id, ply").Find(&rows).Error
	for _, r := range rows {
		turns[r.GameID] = append(turns[r.GameID], r)
	}
	return games, err
}

// checkGame finds the first fault of a stored game.
func (s *Store) checkGame(row *gameRow, rows []turnRow) *Fault {
	for i, r := range rows {
		if r.Ply != i {
			return newFault(i, FaultPly, "the row of ply %d is missing; ply %d stands in its place", i, r.Ply)
		}
	}
	if len(rows) != row.Ply+1 {
		return newFault(min(len(rows), row.Ply+1), FaultPly, "the game stands at ply %d, its last row is ply %d", row.Ply, len(rows)-1)
	}
	ruleset, known := s.games[row.Ruleset]
	if !known || ruleset.Info().Version != row.Version {
		if fault := checkChain(row, rows); fault != nil {
			return fault
		}
		return newFault(0, FaultVersion, "not checked: version %d of %s cannot be played here", row.Version, row.Ruleset)
	}
	replay, err := newReplay(ruleset, row.Variant)
	if err != nil {
		return newFault(0, FaultGame, "%v", err)
	}
	if fault := replay.checkRows(row, rows, ruleset.Info()); fault != nil {
		return fault
	}
	return replay.checkGameRow(row, ruleset.Info())
}

// checkChain checks the hashes alone.
func checkChain(row *gameRow, rows []turnRow) *Fault {
	hash := seedHash(row)
	for _, r := range rows {
		turn := r.turn()
		if !bytes.Equal(r.Hash, turnHash(hash, row.ID, &turn)) {
			return newFault(r.Ply, FaultHash, "the hash covers something else than what stands here")
		}
		hash = r.Hash
	}
	if !bytes.Equal(hash, row.Hash) {
		return newFault(row.Ply, FaultHash, "the game has another hash than its last turn")
	}
	return nil
}

// checkRows plays the rows and compares what each says.
func (p *replay) checkRows(row *gameRow, rows []turnRow, info rules.Info) *Fault {
	start := rows[0]
	if start.Seat != rules.NoSeat || start.Turn != "" || start.Position != p.position.String() {
		return newFault(0, FaultStart, "the game begins with %s, not %s", p.position, start.Position)
	}
	if start.KeyHash != keyHash(p.position) {
		return newFault(0, FaultKey, "the start is indexed as another position")
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
			return newFault(r.Ply, FaultTurn, "%q is written %q", r.Turn, played.Turn)
		case err != nil || string(events) != r.Events:
			return newFault(r.Ply, FaultEvents, "the turn did %s, not %s", events, clip(r.Events, 200))
		case r.KeyHash != keyHash(played.Next):
			return newFault(r.Ply, FaultKey, "the position is indexed as another one")
		}
	}
	return checkChain(row, rows)
}

// checkGameRow compares the game's own row with how its turns ended.
func (p *replay) checkGameRow(row *gameRow, info rules.Info) *Fault {
	wrong := func(what string, stored, want any) *Fault {
		return newFault(row.Ply, FaultGame, "%s is %v, its turns lead to %v", what, stored, want)
	}
	result := rules.Result{}
	status := Ongoing
	if row.Reason != "" {
		result, status = rules.Result{Reason: row.Reason, Winner: row.Winner}, Finished
	}
	if isAbort(row.Reason) {
		status = Aborted
	}
	toMove := p.position.ToMove()
	switch {
	case row.Position != p.position.String():
		return wrong("the position", row.Position, p.position)
	case row.ToMove != toMove:
		return wrong("the side to move", info.SideID(row.ToMove), info.SideID(toMove))
	case row.ToMoveID != row.player(toMove):
		return wrong("the player to move", row.ToMoveID, row.player(toMove))
	case row.Status != status:
		return newFault(row.Ply, FaultGame, "the status is %s, the reason of the end %q", row.Status, row.Reason)
	case (row.FinishedAt == 0) != (status == Ongoing):
		return newFault(row.Ply, FaultGame, "the game is %s and finished_at %d", status, row.FinishedAt)
	case status == Ongoing && row.Winner != rules.NoSeat:
		return newFault(row.Ply, FaultGame, "the game is under way and has a winner")
	}
	return p.verifyResult(result, info)
}
