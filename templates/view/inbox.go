package view

import (
	"slices"
	"strings"

	"turnpost/models/challenge"
)

// Inbox lists the games and challenges that wait for a player.
type Inbox struct {
	Games      []*Game // with the reader to move, the most urgent first; that one has its board
	Draws      []*Game // with a draw offer of the opponent
	Takebacks  []*Game // with a takeback offer of the opponent
	Messages   []*Game // with unread messages
	Challenges []*Challenge
}

// Inbox returns the inbox of the reader.
func (v *Views) Inbox(box challenge.Inbox, r Reader) (*Inbox, error) {
	view := &Inbox{}
	for i, g := range box.Games {
		if i > 0 {
			view.Games = append(view.Games, v.Game(g, false, r))
			continue
		}
		urgent, err := v.Drawn(g, false, r)
		if err != nil {
			return nil, err
		}
		view.Games = append(view.Games, urgent)
	}
	for _, g := range box.Offers {
		offer := v.Game(g, false, r)
		if offer.DrawOfferedToMe() {
			view.Draws = append(view.Draws, offer)
		}
		if offer.TakebackOfferedToMe() {
			view.Takebacks = append(view.Takebacks, offer)
		}
	}
	for _, g := range box.Messages {
		view.Messages = append(view.Messages, v.Game(g, false, r))
	}
	for _, c := range box.Challenges {
		view.Challenges = append(view.Challenges, v.Challenge(c, r))
	}
	TellApart(r, view.Games, view.Draws, view.Takebacks, view.Messages)
	return view, nil
}

// TellApart sets Signs of the games in some lists of the reader that have the same title and opponent: the reader's
// side with the day on which the game began; the number of the next turn too if these are the same, and at last the ID.
func TellApart(r Reader, lists ...[]*Game) {
	var all []*Game
	for _, g := range slices.Concat(lists...) {
		g.Signs = nil
		if !slices.Contains(all, g) { // one list may have a game of another
			all = append(all, g)
		}
	}
	for _, sign := range []func(*Game) string{
		func(g *Game) string {
			return r.Words().Say("game.began", "side", g.Side(), "date", r.Words().Date(g.Began))
		},
		func(g *Game) string { return r.Words().Say("game.number", "n", g.Number()) },
		func(g *Game) string { return g.ID },
	} {
		for _, g := range twins(all) {
			g.Signs = append(g.Signs, sign(g))
		}
	}
}

// Apart returns the signs in a line.
func (g *Game) Apart() string { return strings.Join(g.Signs, " · ") }

// twins returns the games of which another has the same title, opponent and signs.
func twins(all []*Game) []*Game {
	name := func(g *Game) string { return strings.Join([]string{g.Title, g.Opponent(), g.Apart()}, "\n") }
	first, shared := map[string]string{}, map[string]bool{}
	for _, g := range all {
		if id, found := first[name(g)]; found && id != g.ID {
			shared[name(g)] = true
		}
		first[name(g)] = g.ID
	}
	return slices.DeleteFunc(slices.Clone(all), func(g *Game) bool { return !shared[name(g)] })
}
