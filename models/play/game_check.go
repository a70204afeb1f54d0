package play

import (
	"bytes"
	"encoding/json"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
)

// CheckRows replays the rows and compares them with the results.
func (p *replay) CheckRows(row *core.GameRow, rows []schema.TurnRow, info rules.Info) *models.Fault {
	start := rows[0]
	if start.Seat != rules.NoSeat || start.Turn != "" || start.Position != p.position.String() {
		return models.NewFault(0, models.FaultStart, "start_row", "want", p.position, "position", start.Position)
	}
	keys := core.GameRow{}
	key, _ := p.history.Last()
	keys.AddKey(schema.KeyHash(key))
	if start.Occurrence != 1 {
		return models.NewFault(0, models.FaultKey, "key_start")
	}
	for _, r := range rows[1:] {
		turn := r.WithoutEvents()
		played, fault := p.play(&turn, info)
		if fault != nil {
			return fault
		}
		events, err := json.Marshal(played.Events)
		switch {
		case played.Turn != r.Turn:
			return models.NewFault(r.Ply, models.FaultTurn, "turn_text", "turn", r.Turn, "want", played.Turn)
		case err != nil || string(events) != r.Events:
			return models.NewFault(r.Ply, models.FaultEvents, "events", "want", events, "events", visible.Clip(r.Events, 200))
		}
		key, times := p.history.Last()
		if r.Occurrence != times {
			return models.NewFault(r.Ply, models.FaultKey, "key")
		}
		keys.AddKey(schema.KeyHash(key))
		p.played[r.Seat]++
	}
	if row.Status == models.Ongoing && row.PositionKeys != nil && !bytes.Equal(row.PositionKeys, keys.PositionKeys) {
		return models.NewFault(row.Ply, models.FaultKey, "key")
	}
	return core.CheckChain(row, rows)
}

// CheckGameRow compares the game's row with the last of its turns and their result.
func (p *replay) CheckGameRow(row *core.GameRow, last schema.LastTurn, info rules.Info) *models.Fault {
	wrong := func(key string, stored, want any) *models.Fault {
		return models.NewFault(row.Ply, models.FaultGame, key, "stored", stored, "want", want)
	}
	result := rules.Result{}
	status := models.Ongoing
	if row.Reason != "" {
		result, status = rules.Result{Reason: row.Reason, Winner: row.Winner}, models.Finished
	}
	if models.Unscored(row.Reason) {
		status = models.Aborted
	}
	toMove := p.position.ToMove()
	switch {
	case row.Position != p.position.String():
		return wrong("row_position", row.Position, p.position)
	case row.ToMove != toMove:
		return wrong("row_side", info.SideID(row.ToMove), info.SideID(toMove))
	case row.ToMoveID != row.Side(toMove).ID:
		return wrong("row_player", row.ToMoveID, row.Side(toMove).ID)
	case row.Status != status:
		return models.NewFault(row.Ply, models.FaultGame, "status", "status", row.Status, "reason", row.Reason)
	case row.Last.Turn != "" && row.Last != last:
		return models.NewFault(row.Ply, models.FaultGame, "row_last", "column", "last_"+row.Last.DiffersIn(last))
	case (row.FinishedAt == 0) != (status == models.Ongoing):
		return models.NewFault(row.Ply, models.FaultGame, "finished", "status", status, "finished_at", row.FinishedAt)
	case row.First.Turns >= 0 && row.First.Turns != p.played[rules.First]:
		return wrong("row_turns", row.First.Turns, p.played[rules.First])
	case row.Second.Turns >= 0 && row.Second.Turns != p.played[rules.Second]:
		return wrong("row_turns", row.Second.Turns, p.played[rules.Second])
	case status == models.Ongoing && row.Winner != rules.NoSeat:
		return models.NewFault(row.Ply, models.FaultGame, "early_winner")
	}
	return p.verifyResult(result, info)
}
