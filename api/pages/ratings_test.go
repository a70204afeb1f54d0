package pages_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// ratedPlayers signs up players and rates games of Hnefatafl 7×7 between all of them until they are ranked.
func (w *world) ratedPlayers(n int) (list []models.Player) {
	w.t.Helper()
	for i := range n {
		list = append(list, w.SignUp("player-"+string(rune('a'+i))))
	}
	w.RatePool(list...)
	return list
}

func TestProfileShowsRatings(t *testing.T) {
	sample.Whole(t, "plays a season")
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	guest, reader := w.visitor(), w.visitor().signIn(bob)
	guest.get("/p/ann").want(200, "No rated game yet.", "New: fewer than 20 turns in the last 90 days.")
	guest.get("/p/ann/ratings").want(200, "No rated game yet.")
	first := w.Rate(ann, bob)
	for range 19 {
		w.Rate(ann, bob)
	}
	guest.get("/p/ann").want(200, "Hnefatafl 7×7 (Brandubh)", "1775?", "100 % of turns in time")
	p := guest.get("/p/ann/ratings?ruleset=hnefatafl&variant=7x7")
	p.want(200, "1500? → 1662?", "won", "bob", "4 rated games from", "from 1662 to")
	if svg := p.find("svg", "role", "img"); len(svg) != 1 {
		t.Errorf("%d pictures", len(svg))
	}
	dots := p.find("path", "class", "dots")
	if d, _ := attr(dots[0], "d"); strings.Count(d, "M") != 4 || !strings.HasSuffix(d, "h0") {
		t.Errorf("dots %q", d)
	}
	guest.get("/p/ann/ratings?ruleset=hnefatafl&variant=9x9").want(404)
	guest.get("/p/ann/ratings?ruleset=nothing").want(404)
	guest.get("/p/nobody/ratings").want(404)
	guest.get("/g/"+first.ID).want(200, "ann: 1500? → 1662?", "bob: 1500? → 1338?")

	g := w.Begin(ann, bob, "hnefatafl", "7x7")
	guest.get("/g/"+g.ID).want(200, "The game is rated")
	w.Mails() // the clock of a turn starts when its mail is sent
	w.Clock.Advance(73 * time.Hour)
	for range 20 {
		w.Clock.Advance(4 * time.Minute)
		if _, err := w.SweepClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	guest.get("/g/"+g.ID).want(200, "Not rated: the game has no result")
	owner := w.visitor().signIn(ann)
	owner.get("/p/ann").want(200, "What lowers it", "Hnefatafl against bob: your first turn did not come")
	for _, other := range []*visitor{guest, reader} {
		if strings.Contains(other.get("/p/ann").text(), "What lowers it") {
			t.Error("others see the causes")
		}
	}
}

var ratingsShown = regexp.MustCompile(`\d{3,4}\?? → \d|\d{4}\?|rating \d`)

// What a player hides is on no page of others, and on their own as before.
func TestPagesHideRatings(t *testing.T) {
	sample.Whole(t, "plays a season")
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	g := w.Rate(ann, bob)
	open, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7"})
	if err != nil {
		t.Fatal(err)
	}
	owner, guest, reader := w.visitor().signIn(ann), w.visitor(), w.visitor().signIn(bob)
	paths := []string{"/p/ann", "/p/ann/ratings", "/c/" + open.ID, "/play", "/r/hnefatafl"}
	shown := func(v *visitor, path string) bool { return ratingsShown.MatchString(v.get(path).want(200).text()) }
	for _, path := range paths {
		if !shown(guest, path) {
			t.Errorf("%s shows no rating", path)
		}
	}
	owner.post("/settings/profile", "name", "ann", "zone", "UTC", "show_rating", "no").want(200, "Saved")
	for _, path := range paths {
		for who, v := range map[string]*visitor{"guest": guest, "reader": reader} {
			if shown(v, path) {
				t.Errorf("%s shows a %s a rating:\n%s", path, who, v.get(path).text())
			}
		}
	}
	guest.get("/p/ann").want(200, "ann does not show ratings.")
	guest.get("/p/ann/ratings").want(200, "ann does not show ratings.")
	text := guest.get("/g/" + g.ID).text()
	if strings.Contains(text, "ann: 1500") || !strings.Contains(text, "bob: 1500? →") {
		t.Errorf("the game shows %s", text)
	}
	owner.get("/g/"+g.ID).want(200, "ann: 1500? → 1662?")
	owner.get("/p/ann").want(200, "1662?", "Only you see your ratings.")
	owner.get("/p/ann/ratings").want(200, "1500? → 1662?")
	owner.get("/c/"+open.ID).want(200, "rating 1662?")
	form := owner.get("/settings").want(200, "Others see my ratings").form("/settings/profile")
	if i := slices.Index(form, "show_rating"); i < 0 || form[i+1] != "no" {
		t.Errorf("the form of the settings is %q", form)
	}
	owner.post("/settings/profile", "name", "ann", "zone", "UTC", "show_rating", "no", "show_rating", "yes").want(200)
	if !shown(guest, "/p/ann") {
		t.Error("a rating that is shown again is not there")
	}
	owner.post("/settings/profile", "name", "ann", "zone", "UTC").want(200) // a form of an earlier page
	if !shown(guest, "/p/ann") {
		t.Error("a form without the field changes it")
	}
}

func TestRankingPage(t *testing.T) {
	w := newWorld(t)
	guest := w.visitor()
	guest.get("/r/hnefatafl/ranking?variant=7x7").want(200, "Nobody is ranked yet.", "at least 10 rated games",
		"at least 5 different opponents")
	players := w.ratedPlayers(6)
	p := guest.get("/r/hnefatafl/ranking?variant=7x7")
	p.want(200, "Hnefatafl 7×7 (Brandubh): ranking")
	list, err := w.Ranking(t.Context(), account.RankingFilter{Ruleset: "hnefatafl", Variant: "7x7", Limit: 10})
	if err != nil || len(list.Players) != len(players) {
		t.Fatalf("%d are ranked, %v", len(list.Players), err)
	}
	for _, r := range list.Players {
		p.want(200, fmt.Sprintf(" %d %s %d %d 30 ", r.Place, r.Player.Name, r.Shown(), r.ShownDeviation()))
	}
	if strings.Contains(p.text(), "Not ranked yet") {
		t.Error("the ranking has a line without anybody below it")
	}
	newcomer := w.SignUp("newcomer")
	w.Rate(newcomer, players[0])
	below := guest.get("/r/hnefatafl/ranking?variant=7x7").want(200, "Not ranked yet", "– newcomer ", "? ", "provisional")
	if _, under, _ := strings.Cut(below.text(), "Not ranked yet"); !strings.Contains(under, "newcomer") ||
		strings.Contains(under, players[0].Name) {
		t.Errorf("below the line is %q", under)
	}
	if strings.Contains(guest.get("/r/hnefatafl/ranking").text(), "player-a") {
		t.Error("another variant ranks them")
	}
	guest.get("/r/hnefatafl/ranking?variant=none").want(404)
	guest.get("/r/nothing/ranking").want(404)
	guest.get("/r/hnefatafl/ranking?variant=7x7&after=nothing").want(400)
	for _, from := range []string{"/r/hnefatafl", "/players"} {
		if len(guest.get(from).find("a", "href", "/r/hnefatafl/ranking")) == 0 {
			t.Errorf("%s has no link to the ranking", from)
		}
	}
}

// A history has pages, and the picture of each shows its games.
func TestHistoryHasPages(t *testing.T) {
	sample.Whole(t, "plays dozens of games")
	w := newWorld(t)
	ann := w.SignUp("ann")
	for i := range 11 {
		other := w.SignUp(fmt.Sprintf("other-%d", i))
		for range 4 {
			w.Rate(ann, other)
		}
	}
	guest := w.visitor()
	p := guest.get("/p/ann/ratings").want(200, "40 rated games")
	older := p.find("a", "rel", "next")
	if len(older) != 1 {
		t.Fatalf("%d links to older games", len(older))
	}
	href, _ := attr(older[0], "href")
	p = guest.get(href).want(200, "4 rated games", "1500? → 1662?", "other-0")
	if len(p.find("a", "rel", "next")) != 0 {
		t.Error("the last page has a next one")
	}
}

func TestChallengeFormHasLimits(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	w.Rate(ann, bob)
	v, other := w.visitor().signIn(ann), w.visitor().signIn(bob)
	base := []string{"variant", "7x7", "seat", "first", "pace", "3d", "rated", "no", "rated", "yes"}
	send := func(more ...string) *page {
		return v.post("/r/hnefatafl/challenge", append(slices.Clone(base), more...)...)
	}
	made := send("min_rating", "1600", "min_reliability", "90").want(200, "Your challenge is out")
	made.want(200, "The game will be rated.", "a rating of at least 1600 and at least 90 % of turns in time")
	other.get("/play").want(200, "ann", "rating 1662?, new here", "a rating of at least 1600")
	other.get(made.at.Path).want(200, "For players with a rating of at least 1600")
	other.post(made.at.Path+"/accept").want(409, "Not for you", "1338")
	for _, bad := range [][2]string{{"min_rating", "high"}, {"max_rating", "5000"}, {"min_reliability", "101"}} {
		p := send(bad[0], bad[1])
		p.want(400)
		if i := slices.Index(p.form("/r/hnefatafl/challenge"), bad[0]); p.form("/r/hnefatafl/challenge")[i+1] != bad[1] {
			t.Errorf("the form lost %q", bad)
		}
	}
	w.Clock.Advance(time.Minute)
	unrated := v.post("/r/hnefatafl/challenge", "variant", "7x7", "pace", "3d", "rated", "no").want(200)
	unrated.want(200, "The game will not be rated.")
	accepted := other.post(unrated.at.Path + "/accept").want(200)
	accepted.want(200, "Not rated: it was agreed that the game is not rated")
	if again := v.get("/play").form("/r/hnefatafl/challenge"); again[slices.Index(again, "rated")+1] != "no" {
		t.Errorf("the same offer again is %q", again)
	}
}
