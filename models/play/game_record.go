package play

import (
	"context"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Limits of records to verify.
const (
	MaxRecordBytes = 384 << 10
	MaxRecordTurns = 2500
)

// GameRecord returns the record of a game in its current state.
// Errors: CodeNotFound.
func (s *Store) GameRecord(ctx context.Context, id string) (*models.GameRecord, error) {
	var r *models.GameRecord
	err := s.DB.Snapshot(ctx, func(db *gorm.DB) error {
		row, err := LoadGame(db, id)
		if err != nil {
			return err
		}
		var rows []schema.TurnRow
		if err := db.Raw("SELECT * FROM game_turns WHERE game_id = ? ORDER BY ply", id).Scan(&rows).Error; err != nil {
			return err
		}
		r = row.Record(rows)
		return nil
	})
	return r, err
}

// Verification is the result of replaying a record.
type Verification struct {
	Info     rules.Info
	Variant  rules.Variant
	Plies    int            // number of turns that could be played
	Position rules.Position // after them
	Result   rules.Result   // zero while the game is ongoing
	Fault    *models.Fault  // the first one; nil if the record is consistent with the rules and with itself
	Chained  bool           // the record has hashes, and they match
	Stored   bool           // this server has the same game
}

// VerifyRecord replays a record and finds its first fault. If the record has hashes, they are computed again from the
// hash of ply 0, which covers data that a record does not contain. If the record names a game of this server, the two
// are compared, except for the names of the players. A record that cannot be replayed at all is an error.
// Errors: CodeInvalid.
func (s *Store) VerifyRecord(ctx context.Context, in *models.GameRecord) (*Verification, error) {
	ruleset, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > MaxRecordTurns {
		return nil, models.Invalid("turns", "long_record", "n", len(in.Turns), "max", MaxRecordTurns)
	}
	replay, err := NewReplay(ruleset, variant.ID)
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
	ctx context.Context, in *models.GameRecord, ruleset, variant string, turns []string,
) (same bool, fault *models.Fault, err error) {
	if in.ID == "" {
		return false, nil, nil
	}
	stored, err := s.GameRecord(ctx, in.ID)
	if models.CodeOf(err) == models.CodeNotFound {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	if ruleset != stored.Ruleset || variant != stored.Variant {
		return false, models.NewFault(0, models.FaultStored, "stored_game",
			"game", in.ID, "ruleset", stored.Ruleset, "variant", stored.Variant), nil
	}
	for i, turn := range turns {
		if i == len(stored.Turns) {
			return false, models.NewFault(i+1, models.FaultStored, "stored_short", "game", in.ID, "n", i), nil
		}
		if turn != stored.Turns[i].Text {
			return false, models.NewFault(i+1, models.FaultStored, "stored_turn",
				"n", i+1, "game", in.ID, "want", stored.Turns[i].Text, "turn", turn), nil
		}
	}
	return stored.CompareEnd(in, len(turns))
}
