package store

import (
	"encoding/hex"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// TestTurnHash compares the hashes with those of sha256sum for the documented lines.
func TestTurnHash(t *testing.T) {
	seed := core.SeedHash(&core.GameRow{
		ID: "k7m2q9xr", Ruleset: "hnefatafl", Variant: "7x7", Version: 1,
		First: schema.SeatRow{ID: 12}, Second: schema.SeatRow{ID: 7},
	})
	if got := hex.EncodeToString(seed); got != "53d36ea91514faac9d2ea71ede1479d765c3583dce84a7902e6b034b86d14ee6" {
		t.Errorf("seed %s", got)
	}
	turn := &models.Turn{
		Ply: 1, Seat: 0, Text: "d1-c1",
		Position: "3t3/3t3/3T3/ttTKTtt/3T3/3t3/2t4 d", At: time.UnixMilli(1795262400123),
	}
	got := hex.EncodeToString(schema.TurnHash(seed, "k7m2q9xr", turn))
	if got != "152fd43434f277f88825bd8177ef0a627ebecaf79a3bae6757fec5bedf8a44af" {
		t.Errorf("turn %s", got)
	}
}
