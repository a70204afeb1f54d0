package models

import (
	"bytes"
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkBatch is the number of games in memory at a time.
const checkBatch = 100

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
	var sum Checked
	last := ""
	for {
		var games []gameRow
		turns := map[string][]turnRow{}
		err := a.store.db.Snapshot(ctx, func(db *gorm.DB) (err error) {
			games, err = loadBatch(db, last, turns)
			return err
		})
		if err != nil {
			return sum, err
		}
		if len(games) == 0 {
			return sum, a.store.checkOrphans(ctx, &sum, report)
		}
		for i := range games {
			row := &games[i]
			sum.Games++
			sum.Turns += max(0, len(turns[row.ID])-1)
			fault := a.store.checkGame(row, turns[row.ID])
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

// checkOrphans reports turns without a game.
func (s *Store) checkOrphans(ctx context.Context, sum *Checked, report func(GameFault)) error {
	var ids []string
	err := s.read(ctx).Raw(`SELECT DISTINCT game_id FROM turns
		WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = game_id) ORDER BY game_id`).Scan(&ids).Error
	for _, id := range ids {
		sum.Faults++
		report(GameFault{id, *newFault(0, FaultGame, "no_game")})
	}
	return err
}

// loadBatch loads the games after a given one, with all their turns. It does not join the players,
// so that games without a player's row are checked too.
func loadBatch(db *gorm.DB, after string, turns map[string][]turnRow) ([]gameRow, error) {
	var games []gameRow
	err := db.Raw("SELECT * FROM games WHERE id > ? ORDER BY id LIMIT ?", after, checkBatch).Scan(&games).Error
	if err != nil || len(games) == 0 {
		return nil, err
	}
	ids := make([]string, len(games))
	for i := range games {
		ids[i] = games[i].ID
	}
	var rows []turnRow
	err = db.Where("game_id IN ?", ids).Order("game_id, ply").Find(&rows).Error
	for _, r := range rows {
		turns[r.GameID] = append(turns[r.GameID], r)
	}
	return games, err
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
