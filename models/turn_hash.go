package models

import (
	"crypto/sha256"
	"fmt"
)

// seedHash is what the hash of ply 0 goes on from: the SHA-256 of the lines game, ruleset,
// variant, version, and the account numbers of the first and the second player, so that none of
// these can change under a game.
func seedHash(row *gameRow) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%d\n%d\n%d\n",
		row.ID, row.Ruleset, row.Variant, row.Version, row.First.ID, row.Second.ID))
	return sum[:]
}

// turnHash chains a turn to the one before it: the SHA-256 of the lines hash before in
// hexadecimal, game, ply, seat (-1 for the start, 0, 1), canonical turn, position, milliseconds
// since 1970. A hash thus stands for the whole game up to its ply.
func turnHash(before []byte, game string, t *Turn) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, game, t.Ply, t.Seat, t.Text, t.Position, ToMillis(t.At)))
	return sum[:]
}
