package pages_test

import (
	"strings"
	"testing"

	"turnpost/models/event"
	"turnpost/models/ladder"
	"turnpost/rules/rulestest/tictactoe"
)

// roundForm is the form of a round robin of tic-tac-toe.
func roundForm(p *page, size string) []string {
	form := append(filled(p.form("/events/new"), "game", "tictactoe/"), "vacation", "on")
	form = filled(filled(form, "pace", "2d"), "size", size)
	kinds := 0
	for i := 0; i < len(form); i += 2 { // of two buttons only one is sent
		if form[i] == "kind" {
			if kinds++; kinds > 1 {
				form[i] = "unused"
			}
		}
	}
	return form
}

// Three players make and join a round robin by pages alone. It begins, and one of them plays from its page.
func TestRoundRobinByPages(t *testing.T) {
	w := newWorld(t, tictactoe.New())
	ann, bob, cleo := w.visitor().signIn(w.SignUp("ann")), w.visitor().signIn(w.SignUp("bob")), w.SignUp("cleo")
	empty := ann.get("/events").want(200, "No event waits for players now", "Make one, and others can join it")
	if len(empty.find("a", "href", "/events/new?kind=ladder")) != 1 {
		t.Errorf("nobody is asked to make a ladder:\n%s", empty.text())
	}
	if len(empty.find("nav", "aria-label", "The games")) != 1 {
		t.Error("the list of games is called something else")
	}
	form := roundForm(ann.get("/events/new").want(200, "Everybody plays everybody twice"), "3")
	p := ann.post("/events/new", form...).want(200, "The event is made", "round robin of 3", "3 more players join",
		"Everybody plays everybody once", "All games begin at once", "Estimated end", "Latest end", "Address to share")
	path := p.at.Path
	if again := ann.post("/events/new", form...); again.at.Path != path {
		t.Errorf("the same form makes %s too", again.at)
	}
	ann.post(path+"/join", p.form(path+"/join")...).want(200, "You have joined the event", "2 more players join", "ann")
	bob.get("/events").want(200, "round robin of 3", "1 of 3 players")
	bob.post(path+"/join").want(200, "one more player joins")
	bob.post(path + "/join").want(409)
	bob.get(path+"/leave").want(200, "Leave this event?", "join again")
	bob.post(path+"/leave").want(200, "Leave this event?")
	bob.post(path+"/leave", "seen", "open").want(200, "2 more players join")
	bob.post(path + "/join")

	stranger := w.visitor()
	p = stranger.get(path).want(200, "To join you need an account")
	if len(p.find("a", "href", "/sign-in?next="+path+"/join#new")) == 0 {
		t.Errorf("a stranger cannot sign up from %s", p.text())
	}
	stranger.post(path + "/join").want(401)
	w.Clock.Advance(6 * 60 * 1e9)
	stranger.post("/sign-in/code", "email", cleo.Email, "next", path+"/join").want(200)
	stranger.post("/sign-in", "email", cleo.Email, "code", w.Code(cleo.Email), "next", path+"/join").
		want(200, "You have joined the event", "Under way since", "3 games are not finished yet: 3 under way, 0 waiting")

	bob.post(path+"/leave", "seen", "open").want(200, "Leave this event?", "cannot be undone")
	games, err := w.EventGames(t.Context(), strings.TrimPrefix(path, "/e/"))
	if err != nil {
		t.Fatal(err)
	}
	p = ann.get(path).want(200, "Your games in it")
	if got := len(p.find("a", "href", "/g/"+games[0].Game)); got == 0 {
		t.Errorf("the page has no link to game 1: %s", p.text())
	}
	for _, g := range games {
		if g.First.Name != "ann" {
			continue
		}
		p = ann.get("/g/"+g.Game).want(200, "round robin of 3")
		if len(p.find("a", "href", path)) == 0 || len(p.find("form", "action", "/g/"+g.Game+"/abort")) > 0 {
			t.Error("the page of the game does not name the event, or calls the game off")
		}
		ann.playFirst(p).want(200, "Your turn is played")
		if _, err := w.ResignGame(t.Context(), g.Second.ID, g.Game); err != nil {
			t.Fatal(err)
		}
		ann.get(path).want(200, "1 – 0", "2 games are not finished yet")
	}
}

func TestEventFormExplainsFaults(t *testing.T) {
	w := newWorld(t, tictactoe.New())
	ann := w.visitor().signIn(w.SignUp("ann"))
	form := roundForm(ann.get("/events/new"), "many")
	for _, size := range []string{"many", "0", "1", "1000", "-3", "1e3"} {
		p := ann.post("/events/new", filled(form, "size", size)...).want(400, "Number of players")
		if got := p.form("/events/new"); len(p.find("div", "id", "refusal")) == 0 || len(filled(got, "size", size)) == 0 {
			t.Errorf("size %s: %s", size, p.text())
		}
	}
	ann.post("/events/new", filled(form, "game", "nothing")...).want(400)
	if p := w.visitor().get("/events/new"); p.at.Path != "/sign-in" {
		t.Errorf("a stranger is led to %s", p.at)
	}
	w.visitor().get("/e/nothing9").want(404)
	w.visitor().get("/events?list=what").want(404)
	w.visitor().get("/events?ruleset=what").want(404)
}

// A ladder shows whom the reader may challenge, and a tap begins the game, once.
func TestLadderByPages(t *testing.T) {
	w := newWorld(t, tictactoe.New())
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	e, err := w.CreateEvent(t.Context(), ann, event.NewEvent{
		Kind: event.Ladder, Ruleset: "tictactoe", Title: "Up & down <1>",
	})
	if err != nil {
		t.Fatal(err)
	}
	path := "/e/" + e.ID
	first, second := w.visitor().signIn(ann), w.visitor().signIn(bob)
	first.get("/events").want(200, "Up & down <1>", "0 players")
	first.post(path+"/join").want(200, "You are at the top")
	second.get(path).want(200, "You join at the bottom", "up to 3 places above you")
	p := second.post(path+"/join").want(200, "You may challenge", "ann")
	form := append(p.form(path+"/challenge"), "opponent", "ann")
	p = second.post(path+"/challenge", form...).want(200, "The game begins")
	game := p.at.Path
	if again := second.post(path+"/challenge", form...); again.at.Path != game {
		t.Errorf("a second tap leads to %s", again.at)
	}
	second.get(path).want(200, "There is nobody whom you may challenge now", "bob challenged", "under way")
	second.post(path+"/challenge", "opponent", "ann").want(409, "game against ann is still running")
	w.Clock.Advance(ladder.IdleAfter)
	if strings.Contains(second.get(path).text(), "60 days without a game") {
		t.Error("players of a running game are shown as idle")
	}
	w.Clock.Advance(-ladder.IdleAfter)
	if _, err := w.ResignGame(t.Context(), bob.ID, strings.TrimPrefix(game, "/g/")); err != nil {
		t.Fatal(err)
	}
	second.post(path+"/challenge", "opponent", "ann").want(409, "last challenged ann ended less than 30 days ago")
	w.Clock.Advance(ladder.IdleAfter)
	second.get(path).want(200, "60 days without a game")
	second.get(path+"/leave").want(200, "You lose your place")
}
