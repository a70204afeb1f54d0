package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
)

// The front page begins with a board on which the first turn can be played, says the goal, and lists who plays. Its
// board is that of a short variant, with ways to all games, sides and variants.
func TestTheFrontPageIsABoard(t *testing.T) {
	games := []rules.Ruleset{hanniball.New(), hnefatafl.New()}
	m := newMatch(t, "hnefatafl", "7x7", games...)
	v := m.visitor()
	p := v.get("/").want(http.StatusOK, "a king in the middle of the board tries to reach a corner", "It is your turn",
		"Playing here now", "ann – bob")
	if p.header.Get("X-Robots-Tag") != "" || len(p.find("h1", "", "")) > 1 {
		t.Errorf("%v", p.header)
	}
	play, ok := v.tapTurn(p)
	if !ok {
		t.Fatal("the board of the front page has nothing to tap")
	}
	v.get(play).want(http.StatusOK, "after turn 2", "Keep this game")
	front := v.get("/")
	for _, r := range games {
		id := r.Info(phrase.English).ID
		if id != "hnefatafl" && len(front.find("a", "href", "/try/"+id)) == 0 {
			t.Errorf("no way to %s", id)
		}
	}
	for _, path := range []string{
		"/try/hnefatafl?variant=7x7&side=defenders", "/try/hnefatafl?variant=9x9&side=", "/try/hnefatafl?variant=11x11",
	} {
		if path = strings.TrimSuffix(path, "&side="); len(front.find("a", "href", path)) != 1 {
			t.Errorf("no way to %s", path)
		}
	}
}

// Without the house the front page has no board, and says what the server is for.
func TestTheFrontPageWithoutHouse(t *testing.T) {
	w := newWorld(t, withoutHouse(catalog.All()[0]))
	p := w.visitor().get("/").want(http.StatusOK, "Slow games for busy people", "No game is under way now", "HanniBall")
	if len(p.find("a", "class", "from")) > 0 || strings.Contains(p.body, `href="/try/`) {
		t.Errorf("it has a board:\n%s", p.text())
	}
}

// The addresses above those of boards and rules list them, for browsers and for curl.
func TestListsOfBoardsAndRules(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/try", "/r"} {
		p := w.visitor().get(path).want(http.StatusOK)
		for _, r := range catalog.All() {
			info := r.Info(phrase.English)
			if len(p.find("a", "href", path+"/"+info.ID)) == 0 || !strings.Contains(p.text(), info.Summary) {
				t.Errorf("%s lacks %s", path, info.ID)
			}
		}
		r := w.request("GET", path, "")
		r.Header.Set("Accept", "*/*")
		r.Header.Set("User-Agent", "curl/8")
		if text := w.serve(w.handler, r); text.Code != http.StatusOK || !strings.Contains(text.Body.String(), "hnefatafl") ||
			strings.Contains(text.Body.String(), "<html") {
			t.Errorf("%s as text: %d\n%s", path, text.Code, text.Body)
		}
	}
}
