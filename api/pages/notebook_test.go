package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

func TestNotesOnThePage(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	form := m.ann.get(m.path()).want(http.StatusOK, "Your notes on this game").form(m.path() + "/notes")
	p := m.ann.post(m.path()+"/notes", filled(form, "notes", "the king\r\ngoes <left>")...).
		want(http.StatusOK, "Your notes are saved.")
	if got := p.form(m.path() + "/notes"); strings.TrimPrefix(got[3], "\n") != "the king\ngoes <left>" || got[1] != "1" {
		t.Errorf("%q", got)
	}
	// A form of an earlier version is refused, and its text is kept.
	p = m.ann.post(m.path()+"/notes", filled(form, "notes", "something else")...).
		want(http.StatusConflict, "our notes on game", "These notes are kept now", "goes <left>", "something else")
	if again := p.form(m.path() + "/notes"); again[1] != "1" {
		t.Errorf("%q", again)
	}
	m.ann.post(m.path()+"/notes", p.form(m.path()+"/notes")...).want(http.StatusOK, "Your notes are saved.")
	long := strings.Repeat("\U0001F984", play.MaxNotes)
	form = filled(m.ann.get(m.path()).form(m.path()+"/notes"), "notes", long)
	m.ann.post(m.path()+"/notes", form...).want(http.StatusOK, "Your notes are saved.")
	form = filled(m.ann.get(m.path()).form(m.path()+"/notes"), "notes", long+"x")
	m.ann.post(m.path()+"/notes", form...).want(http.StatusBadRequest, "20000")
	m.visitor().post(m.path()+"/notes", "version", "0", "notes", "x").want(http.StatusUnauthorized)
}

// A line is built by taps, stepped through, kept with a name, opened and deleted, and never played.
func TestALineOnThePage(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	game := strings.TrimPrefix(m.path(), "/g/")
	try := m.ann.get(m.path()).find("a", "href", m.path()+"/line?from=0")
	if len(try) != 1 {
		t.Fatal("the page does not lead to a line")
	}
	p := m.ann.get(m.path()+"/line?from=0").want(http.StatusOK, "A line from the start")
	for range 4 {
		play, ok := m.ann.tapTurn(p)
		if !ok {
			t.Fatal("no turn")
		}
		p = m.ann.get(play).want(http.StatusOK, "Keep this line")
	}
	p.want(http.StatusOK, "4 / 4")
	for _, step := range []string{"3 / 4", "2 / 4", "1 / 4", "0 / 4"} {
		href, _ := attr(p.find("a", "data-go", "prev")[0], "href")
		p = m.ann.get(pathOnly(href)).want(http.StatusOK, step)
	}
	href, _ := attr(p.find("a", "data-go", "last")[0], "href")
	p = m.ann.get(pathOnly(href)).want(http.StatusOK, "4 / 4")
	p = m.ann.post(m.path()+"/lines", filled(p.form(m.path()+"/lines"), "name", "the <quiet> one")...).
		want(http.StatusOK, "The line is kept.", "the <quiet> one", "4 / 4")
	if strings.Contains(p.text(), "Keep this line") {
		t.Error("a kept line can be kept again")
	}
	// From the middle, another turn begins another line.
	href, _ = attr(p.find("a", "data-go", "first")[0], "href")
	p = m.ann.get(pathOnly(href)).want(http.StatusOK, "0 / 4")
	play, _ := m.ann.tapTurn(p)
	m.ann.get(play).want(http.StatusOK, "1 / 1", "Keep this line")

	p = m.ann.get(m.path()).want(http.StatusOK, "the <quiet> one")
	lines, err := m.KeptLines(t.Context(), m.players[0].ID, game)
	if err != nil || len(lines) != 1 || len(lines[0].Turns) != 4 {
		t.Fatalf("%+v, %v", lines, err)
	}
	m.bob.get(m.path() + "/line?kept=1").want(http.StatusNotFound)
	m.ann.post(m.path()+"/lines", p.form(m.path()+"/lines")...).want(http.StatusOK, "The line is deleted.")
	m.ann.get(m.path() + "/line?kept=1").want(http.StatusNotFound)
	if g, err := m.Game(t.Context(), game); err != nil || g.Ply != 0 {
		t.Errorf("a line was played: %+v, %v", g, err)
	}
}

func TestBadLines(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	for path, want := range map[string]int{
		"/line": 404, "/line?from=x": 404, "/line?from=7": 400, "/line?from=-1": 400, "/line?kept=x": 404,
		"/line?from=0&t=what": 422, "/line?from=0&t=a4-a2&t=a4-a2": 422, "/line?from=0&turn=what": 200,
		"/line?from=0&t=a4-a2&shown=99": 200, "/line?from=0&t=a4-a2&shown=-9": 200,
	} {
		if p := m.ann.get(m.path() + path); p.status != want {
			t.Errorf("%s: %d, not %d\n%s", path, p.status, want, p.text())
		}
	}
	m.ann.post(m.path()+"/lines", "from", "0").want(http.StatusBadRequest, "at least one turn")
	m.ann.post(m.path()+"/lines", "from", "0", "t", "what", "name", "x").want(http.StatusUnprocessableEntity)
	m.ann.post(m.path()+"/lines", "from", "0", "t", "a4-a2", "name", strings.Repeat("x", 61)).
		want(http.StatusBadRequest, "1 / 1")
	m.visitor().get(m.path()+"/line?from=0").want(http.StatusOK, "You have played here before")
	m.visitor().signIn(m.SignUp("eve")).get(m.path() + "/line?from=0").want(http.StatusForbidden)
}

// A line from a position that was taken back can be stepped through, but not continued.
func TestALineFromATakenBackPosition(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	ctx, ann, bob := t.Context(), m.players[0], m.players[1]
	g, err := m.Game(ctx, strings.TrimPrefix(m.path(), "/g/"))
	if err != nil {
		t.Fatal(err)
	}
	g = m.Play(g, ann, "d1-c1")
	if _, err := m.KeepLine(ctx, ann.ID, g.ID, play.NewKeptLine{Ply: 1, Turns: []string{"d3-c3"}}); err != nil {
		t.Fatal(err)
	}
	m.ann.get(m.path()+"/line?kept=1").want(http.StatusOK, "1 / 1", "A line after turn 1")
	if _, err := m.NegotiateTakeback(ctx, ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := m.NegotiateTakeback(ctx, bob.ID, g.ID, models.AcceptOffer, 0); err != nil {
		t.Fatal(err)
	}
	p := m.ann.get(m.path()+"/line?kept=1").want(http.StatusOK, "1 / 1", "were taken back")
	if len(p.find("a", "class", "from")) > 0 {
		t.Error("it can be continued")
	}
	m.Play(g, ann, "d2-c2")
	m.ann.get(m.path()+"/line?kept=1&shown=0").want(http.StatusOK, "0 / 1", "were taken back")
}

func TestFeedsInSettings(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor().signIn(w.SignUp("ann"))
	ann.get("/settings").want(http.StatusOK, "Get addresses")
	p := ann.post("/settings/feeds", "action", "make").want(http.StatusOK, "They are shown this once", "Get new addresses")
	if p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", p.header)
	}
	var paths []string
	for _, field := range p.find("input", "readonly", "") {
		if value, _ := attr(field, "value"); strings.Contains(value, "/feeds/") {
			paths = append(paths, strings.TrimPrefix(value, w.url))
		}
	}
	if len(paths) != 2 {
		t.Fatalf("%v", paths)
	}
	for _, path := range paths {
		w.visitor().get(path).want(http.StatusOK)
	}
	again := ann.get("/settings").want(http.StatusOK, "You have addresses since")
	if strings.Contains(again.body, paths[0]) || strings.Contains(again.body, paths[1]) {
		t.Error("the addresses are shown again")
	}
	ann.post("/settings/feeds", "action", "end").want(http.StatusOK, "The feeds have ended.", "Get addresses")
	for _, path := range paths {
		w.visitor().get(path).want(http.StatusNotFound)
	}
}
