package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A period away that no player can have is read as none: the games of the player go on, their opponents do not wait
// for it, and the check names it.
func TestDamagedVacations(t *testing.T) {
	for _, damage := range sample.Every(8, []string{
		"away_until = 9223372036854775807", "away_from = -9223372036854775807", "away_from = -1, away_until = 5",
		"away_until = 253402214400000", "away_from = away_until + 5", "away_until = 'soon'", "away_from = 'now'",
		"away_from = 1.5",
	}) {
		t.Run(damage, func(t *testing.T) {
			w := newWorld(t)
			typed := strings.Contains(damage, "'") || strings.Contains(damage, ".")
			if typed && w.DB.IsPostgres() {
				return // it stores none
			}
			ann, bob := w.player("ann"), w.player("bob")
			g := w.paced(ann, bob, "2d+1h")
			if _, err := w.SetVacation(t.Context(), bob.ID, "2026-11-21", "2026-11-25"); err != nil {
				t.Fatal(err)
			}
			w.alter("UPDATE players SET " + damage + " WHERE name = 'bob'")
			if faults := w.integrity(); !strings.Contains(faults, "name bob") {
				t.Errorf("the check finds %q", faults)
			}
			w.play(g, ann, "d1-c1")
			if got := w.find(g); !got.Deadline.Equal(w.now().Add(2*24*time.Hour)) || !got.Away[rules.Second].IsZero() {
				t.Errorf("the deadline is %v, bob is away until %v", got.Deadline, got.Away[rules.Second])
			}
			w.pass(time.Hour)
			w.play(g, bob, "d3-c3")
			w.play(g, ann, "c1-b1")
			w.run(3 * 24 * time.Hour)
			if got := w.find(g); got.Status != models.Finished || got.Result.Winner != rules.First {
				t.Errorf("after the deadline the game is %s, %+v", got.Status, got.Result)
			}
		})
	}
}

// The time by which a period had moved a deadline before it was damaged is not left to the player after their turn.
func TestDamagedVacationLeavesNoTime(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "2d+1h")
	if _, err := w.SetVacation(t.Context(), bob.ID, "2026-11-21", "2026-11-25"); err != nil {
		t.Fatal(err)
	}
	w.play(g, ann, "d1-c1")
	if moved := w.find(g).Deadline.Sub(w.now()); moved <= 2*24*time.Hour {
		t.Fatalf("the vacation does not move the deadline: %s", moved)
	}
	w.alter("UPDATE players SET away_until = 9223372036854775807 WHERE name = 'bob'")
	w.play(g, bob, "d3-c3")
	if left := w.find(g).Left[rules.Second]; left != 2*24*time.Hour+time.Hour {
		t.Errorf("%s are left", left)
	}
}

// A number that no absence can have counts as presence: the player's games go on and end, their losses by time are
// rated, and the check names it.
func TestDamagedAbsences(t *testing.T) {
	for _, damage := range sample.Every(4, []string{"9223372036854775807", "-3", "'x'", "3.5"}) {
		t.Run(damage, func(t *testing.T) {
			w := newWorld(t)
			typed := damage == "'x'" || damage == "3.5"
			if typed && w.DB.IsPostgres() {
				return // it stores none
			}
			ann, bob := w.player("ann"), w.player("bob")
			games := []*models.Game{w.paced(ann, bob, "1d"), w.paced(ann, bob, "9d"), w.paced(ann, bob, "9d")}
			for _, g := range games {
				w.play(g, ann, "d1-c1")
				w.play(g, bob, "d3-c3")
				w.play(g, ann, "c1-b1")
			}
			w.run(2 * 24 * time.Hour)
			w.alter("UPDATE standings SET absence = " + damage + " WHERE player_id = " + fmt.Sprint(bob.ID))
			if faults := w.integrity(); !strings.Contains(faults, "(bob)") {
				t.Errorf("the check finds %q", faults)
			}
			w.play(games[1], bob, "c3-b3")
			w.run(8 * 24 * time.Hour)
			for i, want := range []models.Status{models.Finished, models.Ongoing, models.Finished} {
				got := w.find(games[i])
				if got.Status != want || want == models.Finished && (!got.Rated || got.Result.Winner != rules.First) {
					t.Errorf("game %d is %s, %+v, rated %t", i, got.Status, got.Result, got.Rated)
				}
			}
			if faults := w.integrity() + w.checkRatings(); faults != "" {
				t.Errorf("afterwards the check finds %q", faults)
			}
		})
	}
}
