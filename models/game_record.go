package models

import (
	"encoding/hex"
	"time"

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

// CompareEnd compares hash and result at the last turn of another record of the game.
func (r *GameRecord) CompareEnd(in *GameRecord, plies int) (same bool, fault *Fault, err error) {
	last := r.Start
	if plies > 0 {
		last = r.Turns[plies-1]
	}
	if in.Hash != nil && string(in.Hash) != string(last.Hash) {
		return false, NewFault(plies, FaultStored, "stored_hash",
			"n", plies, "game", r.ID, "hash", hex.EncodeToString(last.Hash)), nil
	}
	// A record from before the end is incomplete, but not wrong.
	if in.Result.Over() && (plies != len(r.Turns) || in.Result != r.Result) {
		return false, NewFault(plies, FaultStored, "stored_end", "game", r.ID, "end", endOf(r.Result)), nil
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
