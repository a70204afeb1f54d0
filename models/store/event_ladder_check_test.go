package store

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models/ladder"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// Neither side wins a draw or a game without a result, whichever of them moves first.
func TestWinnerOfLadderGame(t *testing.T) {
	t.Parallel()
	for _, challenger := range []rules.Seat{rules.First, rules.Second} {
		won, lost := ladder.Challenger, ladder.Challenged
		if challenger == rules.Second {
			won, lost = lost, won
		}
		for score, want := range map[int]ladder.Side{
			roundrobin.Win: won, roundrobin.Loss: lost, roundrobin.Draw: ladder.Nobody, -1: ladder.Nobody,
		} {
			if got := (&schema.EventGameRow{Score: score, Challenger: challenger}).LadderWinner(); got != want {
				t.Errorf("challenger %d, score %d: side %d, want %d", challenger, score, got, want)
			}
		}
	}
}

// The check of events reports a ladder whose places are not those that its games have given.
func TestCheckFindsChangedLadder(t *testing.T) {
	sample.Whole(t, "damages a database")
	t.Parallel()
	for change, want := range map[string]string{
		"":                                 "",
		"number = 3 - number":              "places are {bob} {ann}, and should be {ann} {bob}",
		"number = 3 WHERE number = 2":      "places are {ann} {bob} at 3, and should be {ann} {bob}",
		"number = 0, withdrawn = 'absent'": "places are , and should be {ann} {bob}",
	} {
		w := newWorld(t)
		ann, bob := w.player("ann"), w.player("bob")
		e := w.ladderOf(ann, bob)
		w.resign(w.challenges(e, bob, ann), bob)
		if change != "" {
			if err := w.raw("UPDATE event_players SET " + change); err != nil {
				t.Fatal(err)
			}
		}
		want = strings.NewReplacer("{ann}", fmt.Sprint(ann.ID), "{bob}", fmt.Sprint(bob.ID)).Replace(want)
		if faults := w.checkEvents(); (faults == "") != (want == "") || !strings.Contains(faults, want) {
			t.Errorf("%s: faults %q, want %q", change, faults, want)
		}
	}
}
