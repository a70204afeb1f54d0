package pages_test

import (
	"net/http"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

func TestRematchByOneTap(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	again := m.path() + "/rematch"
	m.ann.post(again).want(409, "the game")
	m.Play(m.Play(m.game, m.players[0], "d1-c1"), m.players[1], "d3-c3")
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	m.visitor().post(again).want(401)
	p := m.ann.get(m.path()).want(200, "Challenge bob again", "with the sides changed")
	m.ann.post(again, p.form(again)...).want(200, "You have challenged bob to play again")
	m.ann.post(again, p.form(again)...).want(200, "You have challenged bob to play again") // a second tap
	p = m.bob.get(m.path()).want(200, "ann wants to play again", "Accept and play")
	p = m.bob.post(again, p.form(again)...).want(200, "The game begins")
	if p.at.Path == m.path() {
		t.Errorf("the game that begins is not shown: %s", p.at)
	}
	m.ann.get(m.path()).want(200, "To the new game")
	m.bob.post(again).want(200, "To the new game")
	g, err := m.Game(t.Context(), p.at.Path[len("/g/"):])
	if err != nil || g.Players[0].ID != m.players[1].ID {
		t.Errorf("%+v, %v", g, err)
	}
}

// A mailed link shows a finished game and offers no rematch; the player has to sign in for that.
func TestNoRematchByLink(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.Play(m.game, m.players[0], "d1-c1"), m.players[1], "d3-c3")
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	for _, mail := range m.Mails() {
		if mail.Game == nil || mail.PageLink == "" || mail.Game.ID != m.game.ID || mail.To.ID != m.players[0].ID {
			continue
		}
		guest := m.visitor()
		guest.get(m.path()+"?k="+mail.PageLink).want(200, "You won", "the link in your mail only shows it")
		guest.post(m.path()+"/rematch", "k", mail.PageLink).want(http.StatusConflict, "shows a game that is over")
		m.ann.get(m.path()+"?k="+mail.PageLink).want(200, "Challenge bob again")
		m.ann.post(m.path()+"/rematch", "k", mail.PageLink).want(200, "You have challenged bob to play again")
		return
	}
	t.Fatal("no mail has a link")
}

func TestClosedChallengesAreSaidInWords(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	challenge := func(opponent string) models.Challenge {
		c, err := m.CreateChallenge(t.Context(), m.players[0],
			challenge.NewChallenge{Ruleset: "bohnduell", Opponent: opponent, Expires: "1h"})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	late, open, gone, refused := challenge("bob"), challenge(""), challenge("bob"), challenge("bob")
	m.ann.post("/c/"+gone.ID+"/withdraw").want(200, "This challenge was withdrawn.")
	m.bob.post("/c/"+refused.ID+"/decline").want(200, "This challenge was declined.")
	m.visitor().get("/c/"+open.ID).want(200, "It stands until Fri 20 Nov")
	for range 20 {
		m.Clock.Advance(4 * time.Minute)
		if _, err := m.SweepClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	m.bob.get("/c/"+late.ID).want(200, "Nobody accepted this challenge in time. It expired Fri 20 Nov")
	m.visitor().get("/c/"+open.ID).want(200, "Nobody accepted this challenge in time. It expired Fri 20 Nov")
	m.bob.post("/c/"+late.ID+"/accept").want(409, "expired")
}
