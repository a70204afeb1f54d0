//go:build browser

package pages_test

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/event"
)

// addEvents adds the pages of events: one that waits for players, a round robin of sixteen in two groups, one of eight
// that has ended, and a ladder.
func (s *scene) addEvents() {
	ctx := s.t.Context()
	players := []models.Player{s.players["ann"], s.players["bob"]}
	for _, name := range []string{
		"Wolfgang-von-Ruhmestal", "dora", "emil", "fritz", "gerda", "hans", "ida", "jonas", "karl", "lena", "max",
		"nora", "otto",
		"paula",
	} {
		players = append(players, s.SignUp(name))
	}
	hold := func(n event.NewEvent, players []models.Player) event.Event {
		e, err := s.CreateEvent(ctx, players[len(players)-1], n)
		s.must(err)
		for _, p := range players {
			_, err := s.JoinEvent(ctx, p, e.ID)
			s.must(err)
		}
		return e
	}
	end := func(e event.Event, every int) {
		games, err := s.EventGames(ctx, e.ID)
		s.must(err)
		for i, g := range games {
			if i%every != 0 {
				continue
			}
			game, err := s.Game(ctx, g.Game)
			s.must(err)
			loser := g.Second.ID
			if i%5 == 0 {
				loser = g.First.ID
			}
			if game.Status == models.Ongoing {
				_, err = s.ResignGame(ctx, loser, g.Game)
				s.must(err)
			}
		}
	}
	small := event.NewEvent{Ruleset: "hnefatafl", Variant: "7x7", Size: 16}
	large := hold(small, players)
	end(large, 3)
	small.Size, small.Double, small.Title = 8, true, "The long winter"
	ended := hold(small, players[:8])
	end(ended, 1)
	waiting := hold(event.NewEvent{
		Ruleset: "sevensages", Size: 9, AtOnce: 2, Repeat: true,
		Terms: models.Terms{MinReliability: 80, NoVacation: true, Pace: "14d+1d"},
	}, players[:3])
	ladder := hold(event.NewEvent{Kind: event.Ladder, Ruleset: "bohnduell", Title: "The endless ladder"}, players[4:])
	for _, p := range []models.Player{s.players["bob"], s.players["ann"]} {
		_, err := s.JoinEvent(ctx, p, ladder.ID)
		s.must(err)
	}
	_, err := s.ChallengeInEvent(ctx, s.players["ann"], ladder.ID, "bob")
	s.must(err)
	s.add("events", nil, "/events", nil)
	s.add("events-signed", s.ann, "/events?ruleset=hnefatafl", nil)
	s.add("events-none", nil, "/events?list=ended&ruleset=hanniball", nil)
	s.add("event-form", s.ann, "/events/new", nil)
	s.add("event-form-refused", s.ann, "/events/new", func(b *tab) {
		eval[any](b, `document.querySelector("[name=size]").value = "many";null`)
		b.click("main form .go")
	})
	s.add("event-waiting", s.ann, "/e/"+waiting.ID, nil)
	s.add("event-waiting-guest", nil, "/e/"+waiting.ID, nil)
	s.add("event-groups", s.ann, "/e/"+large.ID, nil)
	s.add("event-ended", nil, "/e/"+ended.ID, nil)
	s.add("event-leave", s.ann, "/e/"+large.ID+"/leave", nil)
	s.add("event-ladder", s.ann, "/e/"+ladder.ID, nil)
	s.add("event-ladder-guest", nil, "/e/"+ladder.ID, nil)
	s.add("event-ladder-refused", s.ann, fmt.Sprint("/e/", ladder.ID), func(b *tab) {
		eval[any](b, `document.querySelector("[name=opponent]").value = "bob";null`)
		b.click("[name=opponent]")
	})
}
