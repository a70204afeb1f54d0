package pages_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"turnpost/api"
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// sessionsOf returns the number of a player's sessions.
func (w *world) sessionsOf(p models.Player) int {
	w.t.Helper()
	list, err := w.BrowserSessions(w.t.Context(), p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return len(list)
}

// A mailed link does not sign in: a code goes to the mailbox, which the page does not name.
func TestSigningInByLinkTakesACode(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.gameLink()
	_, key, _ := strings.Cut(link, "?k=")
	action := m.path() + "/sign-in"
	guest, before := m.visitor(), m.sessionsOf(m.players[0])
	p := guest.get(link).want(200, "opens nothing else", "Mail me a code")
	m.Clock.Advance(6 * time.Minute)
	p = guest.post(action, p.form(action)...).want(200, "A code is in the mail", "Mail another code")
	silent := func(p *page) {
		t.Helper()
		if strings.Contains(p.body, "ann@") || strings.Contains(p.body, "example.org") || strings.Contains(p.body, "@") {
			t.Errorf("the page names the mailbox:\n%s", p.body)
		}
		if p.header.Get("Cache-Control") != "no-store" || p.header.Get("X-Robots-Tag") != "noindex" ||
			p.header.Get("Referrer-Policy") != "same-origin" || len(p.header.Values("Set-Cookie")) > 0 {
			t.Errorf("%v", p.header)
		}
		p.shape(2)
	}
	silent(p)
	guest.get("/inbox").want(200, "You are new here")
	form := filled(p.form(action), "code", "00000000")
	silent(guest.post(action, form...).want(http.StatusUnprocessableEntity, "wrong, used or expired"))
	// Beyond the mailbox's limit of codes the response is the same and no mail is sent.
	code := m.Code("ann@example.org")
	for range 5 {
		silent(guest.post(action, "k", key).want(200, "A code is in the mail"))
	}
	if mails := m.Mails(); len(mails) != 0 {
		t.Errorf("%d mails", len(mails))
	}
	if n := m.sessionsOf(m.players[0]); n != before {
		t.Fatalf("%d sessions, %d before", n, before)
	}
	form = filled(form, "code", code[:4]+" "+code[4:])
	guest.post(action, form...).want(200, "Signed in as ann", "It is your turn")
	guest.get("/inbox").want(200, "Signed in as ann")
	if p := guest.post(action, "k", key).want(200, "Signed in as ann"); p.at.Path != m.path() {
		t.Errorf("one who is signed in is led to %s", p.at)
	}
	m.visitor().post(action, form...).want(http.StatusUnprocessableEntity, "wrong, used or expired")
	m.visitor().post(action).want(404, "no longer good")
	m.visitor().post(action, "k", strings.Repeat("a", 47)).want(404)
}

// The link to a finished game shows the game and offers to sign in, without messages or other controls.
func TestLinkOfAFinishedGameOnlyShowsIt(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.gameLink()
	_, key, _ := strings.Cut(link, "?k=")
	if _, err := m.SendMessage(t.Context(), m.players[1].ID, m.game.ID, "Between us."); err != nil {
		t.Fatal(err)
	}
	guest := m.visitor()
	guest.get(link).want(200, "Between us.")
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	before := m.Dump()
	p := guest.get(link).want(200, "You won", "only shows it").shapedWith(1)
	if strings.Contains(p.text(), "Between us.") {
		t.Error("the messages are shown")
	}
	guest.get(m.path()+"/chat?k="+key).want(http.StatusConflict, "shows a game that is over")
	for _, deed := range []string{"messages", "read", "draw", "takeback", "plan", "resign", "abort", "rematch", "turns"} {
		p := guest.post(m.path()+"/"+deed, "k", key, "action", "offer", "ply", "0", "takebacks", "0", "turn", "a4-a2",
			"text", "hello", "plan", "* : a4-a2", "seen", "0.0.0")
		if p.status < 400 || p.status >= 500 || strings.Contains(p.text(), "Between us.") {
			t.Errorf("%s: %d", deed, p.status)
		}
	}
	if m.Dump() != before {
		t.Error("something was changed")
	}
	m.ann.get(link).want(200, "Between us.", "Challenge bob again") // her browser is signed in
}

func (p *page) shapedWith(forms int) *page {
	p.t.Helper()
	p.shape(forms)
	return p
}

// challengeLink returns the link in the newest mail with a challenge.
func (w *world) challengeLink(address string) (path string) {
	w.t.Helper()
	for _, mail := range w.Mails() {
		if mail.Kind == models.KindChallenge && mail.To.Email == address {
			path = "/c/" + mail.Challenge.ID + "?k=" + mail.PageLink
		}
	}
	if path == "" {
		w.t.Fatalf("no challenge was mailed to %s", address)
	}
	return path
}

// A stranger who accepts is signed in, enters the game and sees who moves. A later visitor with the same link is
// told that it was used and can request a code.
func TestAStrangerAcceptsInTheBrowser(t *testing.T) {
	for seat, begins := range sample.Some(2, map[string]string{
		"first":  "ann moves first; a mail with the board comes when it is your turn",
		"second": "The game begins, and it is your turn",
	}) {
		t.Run("ann moves "+seat, func(t *testing.T) {
			w := newWorld(t)
			ann := w.SignUp("ann")
			challenge := challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7", Opponent: "zoe@example.net", Seat: seat}
			if _, err := w.CreateChallenge(t.Context(), ann, challenge); err != nil {
				t.Fatal(err)
			}
			link := w.challengeLink("zoe@example.net")
			path, key, _ := strings.Cut(link, "?k=")
			zoe := w.visitor()
			form := zoe.get(link).want(200, "ann challenges you").form(path + "/accept")
			p := zoe.post(path+"/accept", filled(filled(form, "name", "Zoe"), "zone", "Europe/Warsaw")...)
			p.want(200, "Welcome, Zoe", begins, "Signed in as Zoe")
			if !strings.HasPrefix(p.at.Path, "/g/") || p.at.Query().Has("k") {
				t.Errorf("it leads to %s", p.at)
			}
			zoe.get("/inbox").want(200, "Signed in as Zoe")
			if zone, _ := attr(zoe.get("/settings").find("input", "name", "zone")[0], "value"); zone != "Europe/Warsaw" {
				t.Errorf("the time zone is %s", zone)
			}

			before := w.Dump()
			other := w.visitor()
			again := other.get(link).want(200, "This challenge was accepted", "has done its work", "Mail me a code")
			other.post(path+"/accept", form...).want(http.StatusConflict, "is accepted already", "has done its work")
			other.post(path+"/decline", "k", key).want(http.StatusConflict, "has done its work")
			if len(other.client.Jar.Cookies(p.at)) > 0 || w.Dump() != before {
				t.Error("a spent link has done something")
			}
			if game := again.find("a", "href", p.at.Path); len(game) != 1 {
				t.Error("the page does not lead to the game as everybody sees it")
			}
			w.Clock.Advance(6 * time.Minute)
			asked := other.post(path+"/sign-in", again.form(path+"/sign-in")...).want(200, "A code is in the mail")
			if strings.Contains(asked.body, "zoe@") {
				t.Error("the page names the mailbox")
			}
			form = filled(asked.form(path+"/sign-in"), "code", w.Code("zoe@example.net"))
			other.post(path+"/sign-in", form...).want(200, "Signed in as Zoe")
		})
	}
}

// A known player accepts by a mailed link and plays by a link, without a session.
func TestAKnownPlayerAcceptsByLink(t *testing.T) {
	for name, opponent := range sample.Some(2, map[string]string{"by name": "bob", "by address": "bob@example.org"}) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.SignUp("ann"), w.SignUp("bob")
			_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
				Ruleset: "hnefatafl", Variant: "7x7", Opponent: opponent, Seat: "second",
			})
			if err != nil {
				t.Fatal(err)
			}
			link := w.challengeLink("bob@example.org")
			path, _, _ := strings.Cut(link, "?k=")
			guest := w.visitor()
			p := guest.post(path+"/accept", guest.get(link).want(200).form(path+"/accept")...)
			p.want(200, "The game begins, and it is your turn", "opens nothing else")
			if len(guest.client.Jar.Cookies(p.at)) > 0 || w.sessionsOf(bob) != 0 {
				t.Error("a known player is signed in by a link")
			}
			key := p.at.Query().Get("k")
			p = guest.get(p.at.Path+"?turn=a4-a2&k="+key).want(200, "Play this turn?")
			guest.post(p.at.Path+"/turns", p.form(p.at.Path+"/turns")...).want(200, "Your turn is played")
			guest.get("/inbox").want(200, "You are new here")
			again := guest.get(link).want(200, "This challenge was accepted", "Mail me a code")
			if opponent == "bob" {
				for _, a := range again.find("a", "href", "") {
					if href, _ := attr(a, "href"); strings.HasPrefix(href, p.at.Path+"?k=") {
						guest.get(href).want(200, "ann (Defenders) is to move", "opens nothing else")
						return
					}
				}
				t.Error("the mail does not lead to the game any more")
			}
		})
	}
}

// A server without TLS on a public address cannot keep sessions: a stranger who accepts plays by a link.
func TestAcceptingWhereNoSessionCanBe(t *testing.T) {
	w := newWorld(t)
	ann := w.SignUp("ann")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "bohnduell",
		Opponent: "zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	_, key, _ := strings.Cut(w.challengeLink("zoe@example.net"), "?k=")
	r := w.request(http.MethodPost, "/c/"+c.ID+"/accept", "name=Zoe&k="+key)
	r.RemoteAddr = "192.0.2.7:1234"
	h := w.serve(w.handler, r)
	if at := h.Header().Get("Location"); h.Code != http.StatusSeeOther || !strings.Contains(at, "?k=") ||
		h.Header().Get("Set-Cookie") != "" {
		t.Errorf("%d to %s, %v", h.Code, at, h.Header())
	}
	if strings.Contains(w.Dump(), "Firefox/") {
		t.Error("a session was made")
	}
}

// Over TLS a session cookie is accepted only under the prefixed name, which other sites of the domain cannot set;
// on the local machine without TLS only under the plain name.
func TestCookieNames(t *testing.T) {
	w := newWorld(t)
	secret := w.session(w.SignUp("ann"))
	behindTLS, err := api.New(api.Config{
		Store: w.Store, BaseURL: "https://play.example.org", Version: "test",
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cookie  string
		handler http.Handler
		signed  bool
	}{
		{"__Host-session=" + secret, behindTLS, true},
		{"session=" + secret, behindTLS, false},
		{"session=" + secret + "; __Host-session=x", behindTLS, false},
		{"session=x; __Host-session=" + secret, behindTLS, true},
		{"session=" + secret, w.handler, true},
		{"__Host-session=" + secret, w.handler, false},
	} {
		r := w.request(http.MethodGet, "/inbox", "")
		r.Header.Set("Cookie", c.cookie)
		h := w.serve(c.handler, r)
		if signed := h.Code == http.StatusOK; signed != c.signed {
			t.Errorf("%s, TLS %v: %d", c.cookie, c.handler == behindTLS, h.Code)
		}
	}
}

// A player who follows a mailed link learns how many other games wait, but not which.
func TestOtherGamesAfterATurnByLink(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.gameLink()
	_, key, _ := strings.Cut(link, "?k=")
	guest := m.visitor()
	for _, c := range []struct {
		turn, want string
		begin      bool
	}{
		{"a4-a2", "No other game waits for you.", false},
		{"a2-a3", "1 other game waits for you. Each has a mail with a link of its own", true},
		{"a3-a2", "2 other games wait for you.", true},
	} {
		other := ""
		if c.begin {
			other = m.Begin(m.players[0], m.players[1], "bohnduell", "").ID
		}
		p := guest.get(m.path()+"?k="+key+"&turn="+c.turn).want(200, "Play this turn?")
		p = guest.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played", c.want)
		if other != "" && strings.Contains(p.body, other) {
			t.Error("the link shows another game")
		}
		m.Play(m.stored(), m.players[1], map[bool]string{true: "d3-c3", false: "c3-d3"}[m.stored().Ply%4 == 1])
	}
}
