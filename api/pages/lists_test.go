package pages_test

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// TestAcceptAnOpenChallenge accepts a listed challenge: a player by one tap, a stranger by signing up for it.
func TestAcceptAnOpenChallenge(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	w.Mails()
	offer := func() models.Challenge {
		c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Variant: "7x7", Seat: "second",
		})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := offer()
	signed := w.visitor().signIn(bob)
	for _, path := range []string{"/", "/play", "/inbox", "/r/hnefatafl", "/play?ruleset=hnefatafl"} {
		p := signed.get(path).want(http.StatusOK, "by ann", "you play Attackers")
		if !strings.Contains(p.body, `action="/c/`+c.ID+`/accept"`) {
			t.Errorf("%s does not accept the challenge", path)
		}
	}
	for _, path := range []string{"/r/bohnduell", "/play?ruleset=bohnduell"} {
		if p := signed.get(path); strings.Contains(p.body, c.ID) {
			t.Errorf("%s has a challenge to another game", path)
		}
	}
	if p := w.visitor().signIn(ann).get("/play"); strings.Contains(p.body, "/c/"+c.ID+"/accept") {
		t.Error("a player may accept their own challenge")
	}
	signed.post("/c/"+c.ID+"/accept").want(http.StatusOK, "The game begins, and it is your turn.")

	c = offer()
	stranger := w.visitor()
	next := "/c/" + c.ID + "/accept"
	for _, path := range []string{"/", "/play", "/r/hnefatafl"} {
		if p := stranger.get(path); !strings.Contains(p.body, `href="/sign-in?next=`+next+`#new"`) {
			t.Errorf("%s has no way to accept", path)
		}
	}
	stranger.get("/sign-in?next="+next).want(http.StatusOK, "the game against ann begins: Hnefatafl 7×7")
	sent := stranger.post("/sign-in/new", "name", "zoe", "email", "zoe@example.org", "zone", "UTC", "next", next).
		want(http.StatusOK, "A code is in the mail", "the game against ann begins")
	request, _ := attr(sent.find("input", "name", "request")[0], "value")
	stranger.post("/sign-in", "email", "zoe@example.org", "code", w.Code("zoe@example.org"), "next", next,
		"request", request).want(http.StatusOK, "The game begins, and it is your turn.", "ann")

	// A stranger who comes too late is signed in, and sees that the challenge was accepted.
	late := w.SignUp("kim")
	w.Mails()
	if err := w.RequestCode(t.Context(), "kim@example.org"); err != nil {
		t.Fatal(err)
	}
	v := w.visitor()
	v.post("/sign-in", "email", late.Email, "code", w.Code("kim@example.org"), "next", next).want(http.StatusNotFound)
	v.get("/inbox").want(http.StatusOK, "You have no games yet")

	// With a challenge to answer, nobody is told to make one.
	if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: late.Name,
	}); err != nil {
		t.Fatal(err)
	}
	p := v.get("/inbox").want(http.StatusOK, "No game waits for you.", "Challenges to you")
	if strings.Contains(p.body, "You have no games yet") {
		t.Error("the inbox asks for a challenge although one waits in it")
	}
}

// TestOfferAgain offers a game with the choices of the last challenge, by the button of the page.
func TestOfferAgain(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann := w.SignUp("ann")
	v := w.visitor().signIn(ann)
	if p := v.get("/play").want(http.StatusOK); strings.Contains(p.body, "Other choices") {
		t.Error("choices of no challenge are offered")
	}
	_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "9x9", Seat: "defenders", Terms: models.Terms{Pace: "5d"}, Opponent: "zoe@example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	p := v.get("/play").want(http.StatusOK, "Offer Hnefatafl 9×9, 5 days for each turn", "Play the house")
	w.visitor().get("/play").want(http.StatusOK, "Try a board")
	v.post("/r/hnefatafl/challenge", p.form("/r/hnefatafl/challenge")...).want(http.StatusOK, "Your challenge is out")
	list, _, err := w.OpenChallenges(t.Context(), models.Player{}, models.OpenFilter{Limit: 5})
	if err != nil || len(list) != 1 || list[0].Variant != "9x9" || list[0].Pace != "5d" || list[0].Seat != 1 {
		t.Errorf("offered %+v, %v", list, err)
	}
	shown := v.get("/r/hnefatafl?play=1")
	if chosen := shown.find("option", "selected", ""); len(chosen) < 2 {
		t.Errorf("the form has %d of the last choices", len(chosen))
	}
}

// TestGamesByPages pages through the games under way and back, and narrows them.
func TestGamesByPages(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	for range 30 {
		w.Begin(ann, bob, "hnefatafl", "7x7")
		w.Clock.Advance(time.Minute)
	}
	last := w.Begin(ann, bob, "bohnduell", "")
	v := w.visitor()
	links := func(p *page, rel string) string {
		for _, a := range p.find("a", "rel", rel) {
			href, _ := attr(a, "href")
			return href
		}
		return ""
	}
	all := v.get("/games").want(http.StatusOK).body
	if !strings.Contains(all, `See all<span class="hide">: Under way</span>`) {
		t.Errorf("the link to the whole list does not name it:\n%s", all)
	}
	first := v.get("/games?status=ongoing").want(http.StatusOK, "Under way", "ann – bob")
	if links(first, "prev") != "" || !strings.Contains(first.body, "/g/"+last.ID+"/board.svg") {
		t.Errorf("the first page begins elsewhere:\n%s", first.body)
	}
	second := v.get(links(first, "next")).want(http.StatusOK)
	if pictures := strings.Count(second.body, `loading="lazy"`); pictures != 7 || links(second, "next") != "" {
		t.Errorf("the second page has %d games", pictures)
	}
	back := v.get(links(second, "prev"))
	if strings.Count(back.body, `loading="lazy"`) != 24 || links(back, "prev") != "" {
		t.Error("the way back does not lead to the first page")
	}
	if p := v.get("/games?ruleset=bohnduell"); strings.Count(p.body, `loading="lazy"`) != 1 {
		t.Errorf("by ruleset:\n%s", p.body)
	}
	if p := v.get("/games?ruleset=hnefatafl&variant=9x9").want(http.StatusOK, "No such game is under way"); p == nil {
		t.Error("by variant")
	}
	for _, path := range []string{
		"/games?ruleset=chess", "/games?status=odd", "/games?ruleset=hnefatafl&variant=8x8", "/games?variant=7x7",
	} {
		v.get(path).want(http.StatusNotFound)
	}
	v.get("/games?status=ongoing&before=x").want(http.StatusBadRequest)
}

// Lists show each game as a board from the reader's side, with the opponent, the time and the last turn.
func TestListsAreBoards(t *testing.T) {
	m := newMatch(t, "hanniball", "")
	m.Play(m.game, m.players[0], "h4-g6")
	picture := func(p *page) string {
		t.Helper()
		src := ""
		for _, img := range p.find("img", "loading", "lazy") {
			if found, _ := attr(img, "src"); strings.HasPrefix(found, m.path()+"/") {
				src = found
			}
		}
		return src
	}
	mine := m.ann.get("/inbox").want(http.StatusOK, "against bob", "Black to move · 3 days left", "turn 1: h4-g6")
	theirs := m.bob.get("/p/ann").want(http.StatusOK, "against ann", "It is your turn", "3 days left", "turn 1: h4-g6")
	watched := m.visitor().get("/games").want(http.StatusOK, "ann – bob", "Black to move · 3 days left", "turn 1: h4-g6")
	boards := map[string]bool{}
	for _, p := range []*page{mine, theirs, watched} {
		boards[m.visitor().get(picture(p)).want(http.StatusOK).body] = true
	}
	if len(boards) != 2 {
		t.Errorf("two players and an onlooker see %d boards", len(boards))
	}
	if _, err := m.ResignGame(t.Context(), m.players[0].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	m.Clock.Advance(3 * 24 * time.Hour)
	m.ann.get("/inbox").want(http.StatusOK, "bob won: you resigned · 3 days ago")
	m.visitor().get("/games").want(http.StatusOK, "bob (Black) won: ann resigned · 3 days ago", "turn 1: h4-g6")
	m.Clock.Advance(30 * 24 * time.Hour)
	day := "resigned · " + m.Clock.Now().AddDate(0, 0, -33).Format("2 Jan 2006")
	m.visitor().get("/games").want(http.StatusOK, day)
}

// TestThumbnailsAreKept requests the picture of a game in a list: it is small, and only its own version is kept.
func TestThumbnailsAreKept(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	v := m.visitor()
	p := v.get("/games")
	src, _ := attr(p.find("img", "loading", "lazy")[0], "src")
	picture := v.get(src).want(http.StatusOK)
	if kind := picture.header.Get("Content-Type"); kind != "image/svg+xml" || strings.Contains(picture.body, "<text") {
		t.Errorf("%s: %s", kind, picture.body)
	}
	if kept := picture.header.Get("Cache-Control"); !strings.Contains(kept, "immutable") {
		t.Errorf("kept by %q", kept)
	}
	m.ann.post(m.path()+"/turns", "turn", "a4-a2", "ply", "0", "takebacks", "0").want(http.StatusOK)
	if kept := v.get(src).want(http.StatusOK).header.Get("Cache-Control"); strings.Contains(kept, "immutable") {
		t.Errorf("the picture of a later position is kept by %q", kept)
	}
}

// TestFeed reads the feed of a game before and after a turn and its end.
func TestFeed(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	v := m.visitor()
	path := m.path() + "/feed.atom"
	v.get(m.path()).want(http.StatusOK, "Feed")
	type entry struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Summary string `xml:"summary"`
	}
	read := func() (f struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Entries []entry  `xml:"entry"`
	}, tag string,
	) {
		t.Helper()
		p := v.get(path).want(http.StatusOK)
		if err := xml.Unmarshal([]byte(p.body), &f); err != nil {
			t.Fatalf("%v\n%s", err, p.body)
		}
		for _, fault := range atomFaults(p.body) {
			t.Errorf("%s\n%s", fault, p.body)
		}
		return f, p.header.Get("ETag")
	}
	empty, tag := read()
	if len(empty.Entries) != 0 || tag == "" || !strings.HasPrefix(empty.ID, "tag:") {
		t.Errorf("%+v, %s", empty, tag)
	}
	m.ann.post(m.path()+"/turns", "turn", "a4-a2", "ply", "0", "takebacks", "0", "message", "secret").want(http.StatusOK)
	played, next := read()
	if len(played.Entries) != 1 || played.Entries[0].Title != "1. a4-a2" || next == tag || played.ID != empty.ID {
		t.Errorf("%+v", played)
	}
	if _, err := m.ResignGame(t.Context(), m.players[0].ID, strings.TrimPrefix(m.path(), "/g/")); err != nil {
		t.Fatal(err)
	}
	over, _ := read()
	if len(over.Entries) != 2 || over.Entries[1] != played.Entries[0] || over.Entries[0].Summary != "ann resigned" {
		t.Errorf("%+v", over)
	}
	if p := v.get(path); strings.Contains(p.body, "secret") {
		t.Error("the feed has a message of the players")
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, tag = read()
	r.Header.Set("If-None-Match", `"other", `+tag)
	r.Header.Set("Accept", "application/atom+xml")
	response, err := v.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusNotModified {
		t.Errorf("%d, %v", response.StatusCode, err)
	}
}

// TestHeaderCountsWaitingTurns checks the badge of the header and the links to the reader's own pages.
func TestHeaderCountsWaitingTurns(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	badge := func(v *visitor) string {
		p := v.get("/players").want(http.StatusOK)
		if found := p.find("span", "class", "badge"); len(found) == 1 {
			return strings.TrimSpace(found[0].FirstChild.Data)
		}
		return ""
	}
	if got := badge(m.ann); got != "1" {
		t.Errorf("ann has %q turns", got)
	}
	if got := badge(m.bob) + badge(m.visitor()); got != "" {
		t.Errorf("nothing waits for the others: %q", got)
	}
	if p := m.ann.get("/players"); len(p.find("a", "href", "/p/ann")) < 2 {
		t.Error("the own name leads nowhere")
	}
	m.ann.get("/").want(http.StatusOK, "Your turn in 1 game")
}

// TestHideFromTheListOfPlayers uses the box of the settings.
func TestHideFromTheListOfPlayers(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	v := m.visitor()
	save := func(listed ...string) {
		form := []string{"name", "ann", "zone", "UTC"}
		for _, value := range listed {
			form = append(form, "listed", value)
		}
		m.ann.post("/settings/profile", form...).want(http.StatusOK)
	}
	listed := func() bool { return len(v.get("/players?name=a").want(http.StatusOK).find("a", "href", "/p/ann")) > 0 }
	if !listed() {
		t.Error("a new player is not listed")
	}
	save("no")
	if listed() {
		t.Error("a hidden player is listed")
	}
	v.get("/p/ann").want(http.StatusOK)
	if save("no", "yes"); !listed() {
		t.Error("a player who wants to be listed is not")
	}
}

// A game is in one list of the inbox; its entry says what else there is.
func TestInboxListsAGameOnce(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if _, err := m.NegotiateDraw(t.Context(), m.players[1].ID, m.game.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if _, err := m.SendMessage(t.Context(), m.players[1].ID, m.game.ID, "Hello."); err != nil {
		t.Fatal(err)
	}
	p := m.ann.get("/inbox").want(200, "A draw is offered.", "1 unread message.",
		"Notices on your devices")
	if n := strings.Count(p.body, `href="`+m.path()+`"`); n != 1 {
		t.Errorf("the game is listed %d times", n)
	}
}

// Several games with one opponent are told apart in the inbox, in the language of the reader.
func TestGamesWithOneOpponentAreToldApart(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	if p := m.ann.get("/inbox").want(200); strings.Contains(p.body, "begun") {
		t.Error("a single game is told apart")
	}
	m.Begin(m.players[1], m.players[0], "hnefatafl", "7x7")
	m.Begin(m.players[0], m.players[1], "hnefatafl", "7x7")
	for tag, signs := range map[string][]string{
		"en": {"Attackers · begun", "Defenders · begun", "turn 1 · " + m.game.ID},
		"de": {"Angriff · begonnen", "Verteidigung · begonnen", "Zug 1 · " + m.game.ID},
		"ru": {"начата", "ход 1 · " + m.game.ID},
	} {
		patch := models.ProfilePatch{Values: models.Values{"locale": {tag}}}
		if _, err := m.UpdateProfile(t.Context(), m.players[0].ID, patch); err != nil {
			t.Fatal(err)
		}
		m.ann.get("/inbox").want(200, signs...)
	}
}
