package models

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
)

// GameRecord is a game written down, with all that is needed to play it again. In
// one that was read, everything but the ruleset and the turns may be absent.
type GameRecord struct {
	ID               string // of the game, "" where none is named
	Ruleset, Variant string
	Version          int       // of the ruleset; 0 where none is named
	Players          [2]string // names by seat
	Pace             string
	Begun, Ended     time.Time
	Result           rules.Result // zero for a game under way
	Start            Turn         // ply 0: position, time and hash
	Turns            []Turn
	Hash             []byte // of the last turn
}

// Limits of records that are verified.
const (
	RecordBytes    = 1 << 20
	recordTurnsMax = 5000
)

// GameRecord writes a game down as it stands.
func (s *Store) GameRecord(ctx context.Context, id string) (*GameRecord, error) {
	var r *GameRecord
	err := s.snapshot(ctx, func(db *gorm.DB) error {
		row, err := loadGame(db, id, "")
		if err != nil {
			return err
		}
		var rows []turnRow
		if err := db.Where("game_id = ?", id).Order("ply").Find(&rows).Error; err != nil {
			return err
		}
		r = row.record(rows)
		return nil
	})
	return r, err
}

// record puts a game and its rows together. The first row is the start.
func (r *gameRow) record(rows []turnRow) *GameRecord {
	record := &GameRecord{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version,
		Players: [2]string{r.FirstName, r.SecondName}, Pace: r.Pace,
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

// snapshot reads from one state of the database, whatever is written meanwhile.
func (s *Store) snapshot(ctx context.Context, read func(db *gorm.DB) error) error {
	return s.read(ctx).Transaction(read, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// Verification is what playing a record again showed.
type Verification struct {
	Info     rules.Info
	Variant  rules.Variant
	Plies    int            // turns that could be played
	Position rules.Position // after them
	Result   rules.Result   // zero while the game goes on
	Fault    *Fault         // the first one, nil where the record is true to the rules and to itself
	Chained  bool           // the record has hashes, and they fit
	Stored   bool           // this server has the game, and it is the same
}

// Verify plays a record again and finds its first fault. Where the record has hashes, they
// are computed again, from the hash of ply 0 on: that one covers what a record does not
// show. Where the record names a game of this server, the two are compared, but for the
// names of the players. Errors are for what cannot be played at all.
func (s *Store) Verify(ctx context.Context, in *GameRecord) (*Verification, error) {
	ruleset, variant, err := s.ruleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > recordTurnsMax {
		return nil, invalid("turns", "%d turns; a record of at most %d can be verified", len(in.Turns), recordTurnsMax)
	}
	replay, err := newReplay(ruleset, variant.ID)
	if err != nil {
		return nil, err
	}
	v := &Verification{Info: ruleset.Info(), Variant: variant}
	if v.Fault = replay.verify(in, v.Info); v.Fault == nil {
		v.Result, v.Chained = in.Result, in.Start.Hash != nil
		v.Stored, v.Fault, err = s.compareStored(ctx, in, variant.ID, replay.turns)
	}
	v.Position, v.Plies = replay.position, len(replay.turns)
	return v, err
}

// compareStored compares a record that is true to the rules with the game that it names.
func (s *Store) compareStored(ctx context.Context, in *GameRecord, variant string, turns []string) (same bool, fault *Fault, err error) {
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
	if in.Ruleset != stored.Ruleset || variant != stored.Variant {
		return false, newFault(0, FaultStored, "game %s is one of %s %s", in.ID, stored.Ruleset, stored.Variant), nil
	}
	for i, turn := range turns {
		if i == len(stored.Turns) {
			return false, newFault(i+1, FaultStored, "game %s has only %d turns here", in.ID, i), nil
		}
		if turn != stored.Turns[i].Text {
			return false, newFault(i+1, FaultStored, "turn %d of game %s is %q here, not %q", i+1, in.ID, stored.Turns[i].Text, turn), nil
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
		return false, newFault(plies, FaultStored, "turn %d of game %s has the hash %x here", plies, r.ID, last.Hash), nil
	}
	// A record from before the end says less, and no lie.
	if in.Result.Over() && (plies != len(r.Turns) || in.Result != r.Result) {
		return false, newFault(plies, FaultStored, "game %s did not end so here: %s", r.ID, describeResult(r.Result)), nil
	}
	return true, nil, nil
}

func describeResult(r rules.Result) string {
	switch {
	case !r.Over():
		return "it is under way"
	case r.Winner == rules.NoSeat:
		return fmt.Sprintf("no winner (%s)", r.Reason)
	case r.Winner == rules.First:
		return fmt.Sprintf("the first side won (%s)", r.Reason)
	}
	return fmt.Sprintf("the second side won (%s)", r.Reason)
}
