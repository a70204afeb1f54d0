package catalog

import (
	"os"
	"strconv"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// TestHouseLevels plays matches in every variant: each level of the house against the one below, and hard against
// random turns. TURNPOST_TEST_HOUSE is the number of games of a match, and TURNPOST_TEST_HOUSE_NODES the limit for each
// turn of hard, 0 for none; `make house` sets them. By default a few quick games show that no level is upside down.
func TestHouseLevels(t *testing.T) {
	games, nodes := number(t, "TURNPOST_TEST_HOUSE", 0), number(t, "TURNPOST_TEST_HOUSE_NODES", 0)
	want := [2]float64{0.7, 0.95}
	if games == 0 {
		sample.Whole(t, "plays 24 games in every variant")
		games, nodes, want = quickGames, 4_000, [2]float64{0.5, 0.8}
	}
	for _, r := range All() {
		if r.House() == nil {
			continue
		}
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			t.Run(info.ID+"/"+v.ID, func(t *testing.T) {
				player := func(level rules.Level) rulestest.Player {
					if level != rules.Hard && games > quickGames {
						return rulestest.House(r, level, 0)
					}
					return rulestest.House(r, level, nodes)
				}
				play := func(name string, a, b rulestest.Player, games int, want float64) {
					share := rulestest.Match(t, r, v.ID, [2]rulestest.Player{a, b}, games) / float64(games)
					t.Logf("%-18s %5.1f %% of %d", name, 100*share, games)
					if share < want {
						t.Errorf("%s: %.1f %%, want %.0f %%", name, 100*share, 100*want)
					}
				}
				play("medium – easy", player(rules.Medium), player(rules.Easy), games, want[0])
				play("hard – medium", player(rules.Hard), player(rules.Medium), games, want[0])
				play("hard – random", player(rules.Hard), rulestest.Random, max(4, games*2/5), want[1])
				play("easy – random", player(rules.Easy), rulestest.Random, max(4, games*2/5), 0)
			})
		}
	}
}

// quickGames is the number of games of a match by default, in which the limit applies to all levels.
const quickGames = 8

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
