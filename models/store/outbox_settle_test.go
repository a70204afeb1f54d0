package store

import (
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// A mail whose game cannot be changed, because its rows are damaged, is settled all the same, and not sent again.
func TestMailOfADamagedGameIsSettled(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	damaged, other := w.game(ann, bob, "hnefatafl", "7x7"), w.game(bob, ann, "hnefatafl", "7x7")
	w.deliver()
	w.play(damaged, ann, "d1-c1")
	w.play(other, bob, "d1-c1")
	w.pass(2 * schema.CreditFrom) // so that both players are credited
	claims := w.claim()
	if len(claims) != 2 {
		t.Fatalf("%d claims", len(claims))
	}
	// Turns of an earlier schema that cannot be moved, because others are in their place.
	w.tamper("UPDATE games SET position_keys = NULL WHERE id = '"+damaged.ID+"'",
		`INSERT INTO former_turns (game_id, ply, seat, turn, position, key_hash, events, message, via, at, hash)
		 SELECT game_id, ply, seat, turn, position, 1, events, message, via, at, hash FROM game_turns
		 WHERE game_id = '`+damaged.ID+"' AND ply = 1")
	for i, err := range w.SettleTogether(t.Context(), []mailbox.Settling{claims[0].Sent(), claims[1].Sent()}) {
		if err != nil {
			t.Errorf("claim %d: %v", i, err)
		}
	}
	w.pass(time.Hour)
	if again := w.claim(); len(again) != 0 {
		t.Errorf("%d mails are sent again", len(again))
	}
	var credited int64
	err := w.Read(t.Context()).Raw("SELECT COUNT(*) FROM game_log WHERE kind = ? AND game_id = ?", play.LogMailDelay,
		other.ID).
		Scan(&credited).Error
	if err != nil || credited != 1 {
		t.Errorf("the other game is credited %d times, %v", credited, err)
	}
}
