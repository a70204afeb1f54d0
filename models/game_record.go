package models

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// GameRecord is the record of a game with everything needed to replay it. In a parsed record, everything but the
// ruleset and the turns may be absent.
type GameRecord struct {
	ID               string // of the game; "" if absent
	Ruleset, Variant string
	Version          int       // of the ruleset; 0 if absent
	Players          [2]string // names by seat
	Pace             string
	Begun, Ended     time.Time
	Result           rules.Result // zero for an ongoing game
	Start            Turn         // ply 0: position, time and hash
	Turns            []Turn
	Hash             []byte // of the last turn
}

// Limits of records to verify.
const (
	MaxRecordBytes = 384 << 10
	MaxRecordTurns = 2500
)

// GameRecord returns the record of a game in its current state.
// Errors: CodeNotFound.
func (s *Store) GameRecord(ctx context.Context, id string) (*GameRecord, error) {
	var r *GameRecord
	err := s.db.Snapshot(ctx, func(db *gorm.DB) error {
		row, err := loadGame(db, id)
		if err != nil {
			return err
		}
		var rows []turnRow
		if err := db.Raw("SELECT * FROM game_turns WHERE game_id = ? ORDER BY ply", id).Scan(&rows).Error; err != nil {
			return err
		}
		r = row.record(rows)
		return nil
	})
	return r, err
}

// record assembles a record from a game and its rows. The first row is the start.
func (r *gameRow) record(rows []turnRow) *GameRecord {
	record := &GameRecord{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version,
		Players: [2]string{r.First.Name, r.Second.Name}, Pace: r.Pace,
		Begun: r.CreatedAt.Time(), Ended: r.FinishedAt.Time(), Hash: r.Hash,
		Turns: make([]Turn, 0, len(rows)),
	}
	if r.Status != Ongoing {
		record.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
	for _, row := range rows {
		record.Turns = append(record.Turns, row.turn())
	}
	if len(record.Turns) > 0 {
		record.Start = record.Turns[0]
		record.Turns = slices.Delete(record.Turns, 0, 1)
	}
	return record
}

// Verification is the result of replaying a record.
type Verification struct {
	Info     rules.Info
	Variant  rules.Variant
	Plies    int            // number of turns that could be played
	Position rules.Position // after them
	Result   rules.Result   // zero while the game is ongoing
	Fault    *Fault         // the first one; nil if the record is consistent with the rules and with itself
	Chained  bool           // the record has hashes, and they match
	Stored   bool           // this server has the same game
}

// VerifyRecord replays a record and finds its first fault. If the record has hashes, they are computed again from the
// hash of ply 0, which covers data that a record does not contain. If the record names a game of this server, the two
// are compared, except for the names of the players. A record that cannot be replayed at all is an error.
// Errors: CodeInvalid.
func (s *Store) VerifyRecord(ctx context.Context, in *GameRecord) (*Verification, error) {
	ruleset, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > MaxRecordTurns {
		return nil, invalid("turns", "long_record", "n", len(in.Turns), "max", MaxRecordTurns)
	}
	replay, err := newReplay(ruleset, variant.ID)
	if err != nil {
		return nil, err
	}
	v := &Verification{Info: ruleset.Info(phrase.English), Variant: variant}
	if v.Fault = replay.verify(in, v.Info); v.Fault == nil {
		v.Result, v.Chained = in.Result, in.Start.Hash != nil
		v.Stored, v.Fault, err = s.compareStored(ctx, in, v.Info.ID, variant.ID, replay.turns)
	}
	v.Position, v.Plies = replay.position, len(replay.turns)
	return v, err
}

// compareStored compares a record that is consistent with the rules with the stored game that it names.
func (s *Store) compareStored(
	ctx context.Context, in *GameRecord, ruleset, variant string, turns []string,
) (same bool, fault *Fault, err error) {
	if in.ID == "" {
		return false, nil, nil
	}
	stored, err := s.GameRecord(ctx, in.ID)
	if CodeOf(err) == CodeNotFound {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	if ruleset != stored.Ruleset || variant != stored.Variant {
		return false, newFault(0, FaultStored, "stored_game",
			"game", in.ID, "ruleset", stored.Ruleset, "variant", stored.Variant), nil
	}
	for i, turn := range turns {
		if i == len(stored.Turns) {
			return false, newFault(i+1, FaultStored, "stored_short", "game", in.ID, "n", i), nil
		}
		if turn != stored.Turns[i].Text {
			return false, newFault(i+1, FaultStored, "stored_turn",
				"n", i+1, "game", in.ID, "want", stored.Turns[i].Text, "turn", turn), nil
		}
	}
	return stored.compareEnd(in, len(turns))
}

// compareEnd compares hash and result at the last turn of another record of the game.
func (r *GameRecord) compareEnd(in *GameRecord, plies int) (same bool, fault *Fault, err error) {
	last := r.Start
	if plies > 0 {
		last = r.Turns[plies-1]
	}
	if in.Hash != nil && string(in.Hash) != string(last.Hash) {
		return false, newFault(plies, FaultStored, "stored_hash",
			"n", plies, "game", r.ID, "hash", hex.EncodeToString(last.Hash)), nil
	}
	// A record from before the end is incomplete, but not wrong.
	if in.Result.Over() && (plies != len(r.Turns) || in.Result != r.Result) {
		return false, newFault(plies, FaultStored, "stored_end", "game", r.ID, "end", endOf(r.Result)), nil
	}
	return true, nil, nil
}

// endOf describes how a game ended.
func endOf(r rules.Result) phrase.Message {
	switch {
	case !r.Over():
		return phrase.New("fault.end.none")
	case r.Winner == rules.NoSeat:
		return phrase.New("fault.end.drawn", "reason", r.Reason)
	}
	return phrase.New("fault.end.won", "seat", int(r.Winner), "reason", r.Reason)
}
