//go:build browser

package pages_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest"
)

// addMuch adds pages with many games, turns and messages.
func (s *scene) addMuch() {
	long := sync.OnceValue(func() *models.Game { return s.longGame(600) })
	s.add("history-long", s.ann, blank, func(b *tab) { b.open(pathOf(long())+"?ply=431").wants("431 / 600", "All turns") })
	s.add("turns-long", s.ann, blank, func(b *tab) { b.open(pathOf(long())+"/all?from=450").wants("451", "600") })
	said := sync.OnceValue(func() string {
		g := s.begin("sevensages", "")
		for n := range 240 {
			s.Clock.Advance(time.Hour)
			_, err := s.SendMessage(s.t.Context(), s.players[[]string{"ann", "bob"}[n%2]].ID, g.ID, fmt.Sprintf(
				"Message %d: I have thought about your last turn, and I still do not see what it is good for.", n+1))
			s.must(err)
		}
		return pathOf(g)
	})
	s.add("chat-long", s.ann, blank, func(b *tab) { b.open(said()).wants("Message 240", "All messages") })
	s.add("chat-whole", s.ann, blank, func(b *tab) {
		b.open(said()+"/chat").wants("Message 1:", "Message 200", "Later")
		b.click("main > .row:last-child a")
		b.wants("Message 201", "Message 240", "Earlier")
	})
	s.add("inbox-full", nil, blank, func(b *tab) {
		olga, bob := s.SignUp("olga"), s.players["bob"]
		reader := s.visitor().signIn(olga)
		for n := range 200 {
			first, second := olga, bob
			if n%4 == 0 {
				first, second = bob, olga
			}
			s.Begin(first, second, []string{"hnefatafl", "sevensages", "bohnduell", "hanniball"}[n%4], "")
		}
		b.as(reader).open("/inbox").wants("Your turn in 100 games", "The others are to move")
	})
}

// longGame plays the first legal turns that do not end the game.
func (s *scene) longGame(plies int) *models.Game {
	s.t.Helper()
	players := [2]models.Player{s.players["ann"], s.players["bob"]}
	g, rnd := s.Begin(players[0], players[1], "hnefatafl", "11x11"), rand.New(rand.NewPCG(1, 2))
	for g.Ply < plies {
		p, err := s.Position(g)
		s.must(err)
		in := models.TurnInput{
			Game: g.ID, Player: players[g.ToMove].ID, Text: rulestest.RandomTurn(s.t, p, rnd), Via: models.ViaWeb,
		}
		after, err := s.TryTurn(s.t.Context(), in)
		s.must(err)
		if after.Status != models.Ongoing {
			continue
		}
		g = s.Play(g, players[g.ToMove], in.Text)
	}
	return g
}

// addZones adds a deadline in a zone without an abbreviation.
func (s *scene) addZones() {
	zone := "Pacific/Marquesas"
	patch := models.ProfilePatch{Values: models.Values{"time_zone": {zone}}}
	vai, err := s.UpdateProfile(s.t.Context(), s.SignUp("vaiana").ID, patch)
	s.must(err)
	reader, g := s.visitor().signIn(vai), s.Begin(vai, s.players["bob"], "bohnduell", "")
	s.add("zone-far", reader, pathOf(g), func(b *tab) { b.wants("UTC-09:30") })
}
