package store

import (
	"errors"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// A turn is played alone, and the others of its batch together, if it needs rows that other transactions lock without
// its game, or its game changes first.
func TestTurnsThatArePlayedAlone(t *testing.T) {
	for name, prepare := range map[string]func(b *batchOfTurns, g *models.Game) (turn string){
		"a pending change": func(b *batchOfTurns, g *models.Game) string {
			if err := b.Write(t.Context(), func(tx *core.Tx) error {
				detail := schema.BulkDetail{To: schema.Away{From: tx.At.Add(time.Hour), Until: tx.At.Add(2 * time.Hour)}}
				return tx.Exec("INSERT INTO bulk_changes (player_id, kind, at, detail) VALUES (?, ?, ?, ?)",
					g.Players[0].ID, schema.BulkVacation, tx.At, detail).Error
			}); err != nil {
				t.Fatal(err)
			}
			return "d1-c1"
		},
		"turns that have not moved": func(b *batchOfTurns, g *models.Game) string {
			b.alter("UPDATE games SET position_keys = NULL WHERE id = '" + g.ID + "'")
			return "d1-c1"
		},
		"a return from an absence": func(b *batchOfTurns, g *models.Game) string {
			if err := b.Write(t.Context(), func(tx *core.Tx) error {
				return tx.Exec("INSERT INTO standings (player_id, ended_at, absence) VALUES (?, 0, 3)", g.Players[0].ID).Error
			}); err != nil {
				t.Fatal(err)
			}
			return "d1-c1"
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBatchOfTurns(t)
			ann, cat := b.ann, b.player("cat")
			g := b.begin()
			b.ann = cat
			good := b.add(b.begin(), "d1-c1", nil)
			b.ann = ann
			odd := b.add(g, prepare(b, g), nil)
			b.commit()
			if err := errors.Join(<-good.ended, <-odd.ended); err != nil {
				t.Fatal(err)
			}
			if good.alone.Load() || !odd.alone.Load() || len(odd.runs) != 1 || !errors.Is(odd.runs[0], db.ErrNeedsOwnTx) {
				t.Errorf("alone: %v and %v, with others: %v", good.alone.Load(), odd.alone.Load(), odd.runs)
			}
			if g := b.find(g); g.Ply != 1 {
				t.Errorf("ply %d", g.Ply)
			}
		})
	}
}

// Turns after an outage are played alone: their games were loaded before the clocks were credited.
func TestTurnsAfterAnOutageArePlayedAlone(t *testing.T) {
	b := newBatchOfTurns(t)
	g, other := b.begin(), b.begin()
	if err := b.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.meanwhile = func() { b.pass(time.Hour) }
	turns := []*batchedTurn{b.add(g, "d1-c1", nil), b.add(other, "d1-b1", nil)}
	b.commit()
	for _, turn := range turns {
		if err := <-turn.ended; err != nil {
			t.Fatal(err)
		}
	}
	for i, turn := range turns {
		if !turn.alone.Load() {
			t.Errorf("turn %d ran with others: %v", i, turn.runs)
		}
	}
	for _, g := range []*models.Game{g, other} {
		if log := b.logOf(g); log == "" {
			t.Errorf("the log of game %s lacks the outage", g.ID)
		}
	}
}
