package store

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules"
)

// The house takes one game of each player in turn, and the easy level first: a player with many games at the hard one
// makes nobody wait, and is not left out either. A game that comes while a round is played is in the next one.
func TestHouseTakesOneGameOfEachPlayerInTurn(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	w.openHouse()
	of := map[string]string{} // players by game
	begin := func(name string, level rules.Level, games int) {
		p := w.player(name)
		for range games {
			c, err := w.challengeHouse(p, challenge.NewChallenge{
				Ruleset: "hnefatafl", Variant: "7x7", Opponent: models.HouseName(level), Seat: "second",
			})
			if err != nil {
				t.Fatal(err)
			}
			of[c.GameID] = name
			w.pass(time.Second)
		}
	}
	var claimed []string
	claim := func(n int) {
		t.Helper()
		for range n {
			task, err := w.ClaimHouseTask(t.Context(), time.Hour, 0)
			if err != nil || task == nil {
				t.Fatalf("after %v: %v, %v", claimed, task, err)
			}
			claimed = append(claimed, of[task.Game.ID])
			if _, err := w.PlayHouseTurn(t.Context(), task, "d1-c1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"a", "b", "c"} {
		begin("many-"+name, rules.Hard, 3)
	}
	claim(2)
	begin("one", rules.Hard, 1)
	begin("easy", rules.Easy, 2)
	claim(10)
	want := "many-a many-a easy easy many-b many-c many-a many-b many-c one many-b many-c"
	if got := strings.Join(claimed, " "); got != want {
		t.Errorf("the house plays against %s, want %s", got, want)
	}
	if depth, _, err := w.HouseQueue(t.Context()); depth != 0 || err != nil {
		t.Errorf("%d games wait, %v", depth, err)
	}
}
