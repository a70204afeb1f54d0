package core

import (
	"bytes"

	"turnpost/models"
	"turnpost/models/schema"
)

// CheckChain checks only the hashes.
func CheckChain(row *GameRow, rows []schema.TurnRow) *models.Fault {
	hash := SeedHash(row)
	for _, r := range rows {
		turn := r.WithoutEvents()
		if !bytes.Equal(r.Hash, schema.TurnHash(hash, row.ID, &turn)) {
			return models.NewFault(r.Ply, models.FaultHash, "hash_row")
		}
		hash = r.Hash
	}
	if !bytes.Equal(hash, row.Hash) {
		return models.NewFault(row.Ply, models.FaultHash, "hash_game")
	}
	return nil
}
