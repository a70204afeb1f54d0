package pages_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"testing"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// ending is how a recorded game ends: the reason and the side that wins; "draw" for none.
type ending struct{ Reason, Winner string }

// shortestEnds returns the shortest recorded game from the setup for each ending.
func shortestEnds(t testing.TB, ruleset string) map[ending]recordedGame {
	t.Helper()
	ends := map[ending]recordedGame{}
	for _, g := range recordedGames(t, ruleset) {
		var how ending
		if g.Start != "" || json.Unmarshal(g.Outcome, &how) != nil || how.Reason == "" {
			continue
		}
		if known, has := ends[how]; !has || len(g.Turns) < len(known.Turns) {
			ends[how] = g
		}
	}
	return ends
}

// upToLast plays a recorded game except its last turn.
func (w *world) upToLast(first, second models.Player, ruleset string, r recordedGame) (g *models.Game, last string) {
	w.t.Helper()
	g = w.Begin(first, second, ruleset, r.Variant)
	for _, turn := range r.Turns[:len(r.Turns)-1] {
		g = w.Play(g, [2]models.Player{first, second}[g.ToMove], turn.Canonical)
	}
	return g, r.Turns[len(r.Turns)-1].Canonical
}

// The page of a turn that ends the game says so before it is played, and the page after it says how the game ended.
func TestATurnThatEndsTheGameSaysSoBefore(t *testing.T) {
	sample.Whole(t, "plays whole games")
	m := newMatch(t, "hnefatafl", "7x7")
	for _, r := range catalog.All() {
		ruleset := r.Info(phrase.English).ID
		ends := shortestEnds(t, ruleset)
		if len(ends) == 0 {
			t.Errorf("no recorded game of %s ends", ruleset)
		}
		for how, game := range ends {
			t.Run(ruleset+" "+how.Reason+" "+how.Winner, func(t *testing.T) {
				m.t = t
				g, last := m.upToLast(m.players[0], m.players[1], ruleset, game)
				path, mover := "/g/"+g.ID, [2]*visitor{m.ann, m.bob}[g.ToMove]
				before, after, theirs, watched := "With this turn the game is drawn: ", "A draw: ", "A draw: ", "A draw: "
				for seat, side := range r.Info(phrase.English).Sides {
					name := m.players[seat].Name
					switch {
					case how.Winner != side.ID:
						continue
					case rules.Seat(seat) == g.ToMove:
						before, after, theirs = "With this turn you win: ", "You won: ", name+" won: "
					default:
						before, after, theirs = "With this turn you lose: ", name+" won: ", "You won: "
					}
					watched = name + " (" + side.Name + ") won: "
				}
				p := mover.get(path+"?turn="+url.QueryEscape(last)).want(200, before)
				mover.post(path+"/turns", p.form(path+"/turns")...).want(200, "Your turn is played", after)
				[2]*visitor{m.bob, m.ann}[g.ToMove].get(path).want(200, theirs)
				m.visitor().get(path+"?ply="+strconv.Itoa(g.Ply+1)).want(200, watched)
			})
		}
	}
}
