package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// newestLink returns the link to the match in the newest mail to a player.
func (m *match) newestLink(p models.Player) (key string) {
	m.t.Helper()
	for _, mail := range m.Mails() {
		if mail.PageLink != "" && mail.Game != nil && mail.Game.ID == m.game.ID && mail.To.ID == p.ID {
			key = mail.PageLink
		}
	}
	if key == "" {
		m.t.Fatalf("no mail to %s has a link to the game", p.Name)
	}
	return key
}

// asBob returns bob at his turn as two visitors: signed in, and by the link in the mail about that turn.
func (m *match) asBob() map[string]*guest {
	m.t.Helper()
	m.game = m.Play(m.game, m.players[0], "a4-a2")
	return map[string]*guest{
		"signed in": {m.bob, ""},
		"by link":   {m.visitor(), m.newestLink(m.players[1])},
	}
}

// guest is a visitor with an optional link.
type guest struct {
	*visitor
	key string
}

func (g *guest) see(path string) *page {
	g.t.Helper()
	if g.key != "" {
		path += "?k=" + g.key
	}
	return g.get(path)
}

func (g *guest) send(path string, pairs ...string) *page {
	g.t.Helper()
	if g.key != "" {
		pairs = append(pairs, "k", g.key)
	}
	return g.post(path, pairs...)
}

// endings lists the actions that end a game or take turns back, with their preparation and the text of the question
// and of the page after it.
var endings = map[string]struct {
	before    func(m *match) error
	ask, done string
	fields    []string
	ended     func(g *models.Game) bool
}{
	"resign": {
		before: func(m *match) error { return nil }, ask: "Give up this game against ann?", done: "You have resigned",
		ended: func(g *models.Game) bool { return g.Result.Reason == models.ReasonResignation },
	},
	"abort": {
		before: func(m *match) error { return nil }, ask: "Call off this game against ann?", done: "was called off",
		ended: func(g *models.Game) bool { return g.Status == models.Aborted },
	},
	"draw": {
		before: func(m *match) error {
			_, err := m.NegotiateDraw(m.t.Context(), m.players[0].ID, m.game.ID, models.MakeOffer)
			return err
		},
		ask: "Accept the draw that ann offers?", done: "A draw", fields: []string{"action", "accept"},
		ended: func(g *models.Game) bool { return g.Result.Reason == models.ReasonAgreement },
	},
	"takeback": {
		before: func(m *match) error {
			_, err := m.NegotiateTakeback(m.t.Context(), m.players[0].ID, m.game.ID, models.MakeOffer, 0)
			return err
		},
		ask: "Go back to turn 1, as ann offers?", done: "ann (Attackers) is to move",
		fields: []string{"action", "accept", "ply", "0"},
		ended:  func(g *models.Game) bool { return g.Ply == 0 && g.Takebacks == 1 },
	},
}

// leadsTo checks that the page links to a path.
func (p *page) leadsTo(path string) {
	p.t.Helper()
	for _, a := range p.find("a", "href", "") {
		if href, _ := attr(a, "href"); href == path || strings.HasPrefix(href, path+"?") {
			return
		}
	}
	p.t.Errorf("%s does not lead to %s", p.at, path)
}

// Ending a game takes two steps, with a session and by a link: a question that changes nothing, then a form.
func TestEndingWantsASecondStep(t *testing.T) {
	for name, e := range endings {
		for _, who := range sample.Every(2, []string{"signed in", "by link"}) {
			if sample.Short() && who == "by link" {
				continue // which is in TestStaleAnswersEndNothing
			}
			t.Run(name+" "+who, func(t *testing.T) {
				m := newMatch(t, "hnefatafl", "7x7")
				bob := m.asBob()[who]
				if err := e.before(m); err != nil {
					t.Fatal(err)
				}
				path := m.path() + "/" + name
				before := m.Dump()
				if name != "resign" { // the game can still be aborted
					bob.see(m.path()).want(200).leadsTo(path)
				}
				p := bob.see(path).want(200, e.ask, "Back to the game")
				bob.send(path, e.fields...).want(200, e.ask).shape(1)
				p.shape(1)
				if p.header.Get("Cache-Control") != "no-store" || !strings.Contains(p.body, `content="noindex"`) {
					t.Errorf("%v", p.header)
				}
				if m.Dump() != before {
					t.Fatal("asking has changed something")
				}
				bob.post(path, p.form(path)...).want(200, e.done)
				if g := m.stored(); !e.ended(g) {
					t.Errorf("%+v", g)
				}
			})
		}
	}
}

// A confirmation applies only to the state that the question was about. After another turn it changes nothing and
// explains why.
func TestStaleAnswersEndNothing(t *testing.T) {
	for name, e := range endings {
		for _, who := range sample.Every(2, []string{"signed in", "by link"}) {
			if sample.Short() && who == "signed in" {
				continue // which is in TestEndingWantsASecondStep
			}
			t.Run(name+" "+who, func(t *testing.T) {
				m := newMatch(t, "hnefatafl", "7x7")
				bob := m.asBob()[who]
				if err := e.before(m); err != nil {
					t.Fatal(err)
				}
				path := m.path() + "/" + name
				form := bob.see(path).want(200).form(path)
				m.game = m.Play(m.game, m.players[1], "d3-c3")
				m.game = m.Play(m.game, m.players[0], "a2-a3")
				if err := e.before(m); err != nil {
					t.Fatal(err)
				}
				before := m.Dump()
				p := bob.post(path, form...).want(http.StatusConflict, "Another turn was played", "It is your turn")
				if name != "abort" { // both have played
					p.leadsTo(path)
				}
				if m.Dump() != before {
					t.Error("something was changed")
				}
			})
		}
	}
}

// The link in a mail about an earlier turn can play, write and offer, but cannot end the game with any form.
func TestOldLinksEndNothing(t *testing.T) {
	sample.Whole(t, "follows old links of every kind")
	for name, e := range endings {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, "hnefatafl", "7x7")
			bob := m.asBob()["by link"]
			m.game = m.Play(m.game, m.players[1], "d3-c3")
			m.game = m.Play(m.game, m.players[0], "a2-a3")
			if err := e.before(m); err != nil {
				t.Fatal(err)
			}
			path, before := m.path()+"/"+name, m.Dump()
			bob.see(path).want(http.StatusConflict, "the newest mail of the game has a link that can", "It is your turn")
			bob.send(path, e.fields...).want(http.StatusConflict, "the newest mail of the game")
			seen := append([]string{"seen", "3.0.0"}, e.fields...)
			bob.send(path, seen...).want(http.StatusConflict)
			bob.send(path, append([]string{"seen", "3.0.1"}, e.fields...)...).want(http.StatusConflict)
			if m.Dump() != before {
				t.Error("something was changed")
			}
			bob.send(m.path()+"/messages", "text", "hello").want(200, "Your message is sent")
			p := bob.get(m.path()+"?turn=c3-d3&k="+bob.key).want(200, "Play this turn?")
			bob.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played")
			bob.send(m.path()+"/draw", "action", "offer", "ply", "0").want(200, "You offer a draw")
		})
	}
}

// A player who makes an offer that the opponent has made meanwhile is asked first.
func TestOfferingWhatIsOfferedAsks(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	m.asBob()
	for _, name := range []string{"draw", "takeback"} {
		if err := endings[name].before(m); err != nil {
			t.Fatal(err)
		}
		before := m.Dump()
		m.bob.post(m.path()+"/"+name, "action", "offer", "ply", "0").want(200, endings[name].ask)
		if m.Dump() != before {
			t.Errorf("offering a %s has changed something", name)
		}
	}
}

// An offer that was withdrawn and made again is a different offer.
func TestAnAnswerIsAboutOneOffer(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	m.asBob()
	draw := endings["draw"]
	path := m.path() + "/draw"
	if err := draw.before(m); err != nil {
		t.Fatal(err)
	}
	form := m.bob.get(path).want(200, draw.ask).form(path)
	m.ann.post(path, "action", "withdraw", "ply", "0").want(200)
	m.bob.get(path).want(http.StatusConflict, "no draw offer to accept")
	if err := draw.before(m); err != nil {
		t.Fatal(err)
	}
	m.bob.post(path, form...).want(http.StatusConflict, "The offers in game")
	if g := m.stored(); g.Status != models.Ongoing {
		t.Fatalf("%+v", g.Result)
	}
	m.bob.post(path, m.bob.get(path).form(path)...).want(200, "A draw")
	m.bob.get(path).want(http.StatusConflict, "The game is over")
}

// oddlySeen are texts that are no state of a game.
var oddlySeen = []string{"", "1", "1.0", "1.0.0.0", "1.0.x", " 1.0.0", "1.0.0 ", "+1.0.0", "01.0.0", "9e9.0.0"}

// The state in a confirmation is parsed strictly.
func TestOddAnswers(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.asBob()
	before := m.Dump()
	for _, seen := range sample.Every(4, oddlySeen) {
		for name := range endings {
			m.bob.post(m.path()+"/"+name, "seen", seen, "action", "accept", "ply", "0").want(400)
		}
	}
	m.bob.post(m.path()+"/takeback", "seen", "1.0.0", "action", "accept").want(400)
	m.ann.post(m.path()+"/resign", "seen", "-1.0.0").want(http.StatusConflict)
	m.visitor().get(m.path()+"/resign").want(200, "You have played here before")
	m.visitor().post(m.path()+"/resign", "seen", "1.0.0").want(401)
	if m.Dump() != before {
		t.Error("something was changed")
	}
	m.visitor().signIn(m.SignUp("eve")).get(m.path()+"/resign").want(403, "You do not play")
}

// Signing out everywhere and deleting the account take two steps.
func TestSettingsWantASecondStep(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	before := m.Dump()
	for _, p := range []*page{
		m.ann.get("/settings/everywhere"), m.ann.post("/settings/everywhere"),
	} {
		p.want(200, "Sign out everywhere?", "1 signed-in browser", "1 token,", "Back to the settings").shape(1)
	}
	for _, p := range []*page{m.ann.get("/settings/delete"), m.ann.post("/settings/delete")} {
		p.want(200, "Delete your account?", "1 game under way", "write your name: ann", "Back to the settings").shape(1)
	}
	m.ann.post("/settings/delete", "confirm", "bob").want(400, "confirm with your own name", "Delete your account?")
	if m.Dump() != before {
		t.Error("asking has changed something")
	}
	m.visitor().get("/settings/everywhere").want(200, "You have played here before")
	m.visitor().get("/settings/delete").want(200, "You have played here before")

	p := m.bob.get("/settings").want(200)
	if len(p.find("a", "href", "/settings/everywhere")) != 1 || len(p.find("a", "href", "/settings/delete")) != 1 {
		t.Error("the settings do not lead to the questions")
	}
	everywhere := m.bob.get("/settings/everywhere").form("/settings/everywhere")
	m.bob.post("/settings/everywhere", everywhere...).want(200, "Board games by post")
	m.bob.get("/inbox").want(200, "You are new here")
	form := m.ann.get("/settings/delete").form("/settings/delete")
	m.ann.post("/settings/delete", filled(form, "confirm", "Ann")...).want(200, "Board games by post")
	if _, _, err := m.PlayerByName(t.Context(), "ann"); models.CodeOf(err) != models.CodeNotFound {
		t.Errorf("ann is still there: %v", err)
	}
}
