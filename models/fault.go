package models

import "turnpost/rules/phrase"

// FaultKind says what about a game is not as it should be.
type FaultKind string

// Kinds of faults.
const (
	FaultVersion  FaultKind = "version"  // played by another version of the rules: cannot be played again
	FaultStart    FaultKind = "start"    // not the position that the game begins with
	FaultPly      FaultKind = "ply"      // the turns are not numbered in order: one is missing
	FaultOver     FaultKind = "over"     // a turn after the end
	FaultSeat     FaultKind = "seat"     // the other side was to move
	FaultTurn     FaultKind = "turn"     // the rules refuse the turn, or write it otherwise
	FaultPosition FaultKind = "position" // the turn leads to another position
	FaultResult   FaultKind = "result"   // the turns end in another result
	FaultHash     FaultKind = "hash"     // the hash does not cover what stands here
	FaultStored   FaultKind = "stored"   // the game of this name is another one here

	// Only of stored games.
	FaultEvents FaultKind = "events" // the turn did something else
	FaultKey    FaultKind = "key"    // the index of repeated positions is wrong
	FaultGame   FaultKind = "game"   // the game's own row does not fit its turns
)

// Fault is the first thing in a game that is not as the rules, or the rest of the game, have it.
type Fault struct {
	Ply     int // of the turn; 0 is the start, for the result the last one
	Kind    FaultKind
	Reason  string // code of the rules for a refused turn, else ""
	Message phrase.Message
}

// newFault makes a fault with a message by its key and pairs of names and values.
func newFault(ply int, kind FaultKind, key string, pairs ...any) *Fault {
	return &Fault{Ply: ply, Kind: kind, Message: phrase.New("fault."+key, pairs...)}
}
