package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// tries lists the rulesets and variants with a board to try.
func (w *world) tries() (paths []string) {
	for _, r := range w.Rulesets() {
		if info := r.Info(phrase.English); w.HouseBegins(r) {
			for _, v := range info.Variants {
				paths = append(paths, "/try/"+info.ID+"?variant="+url.QueryEscape(v.ID))
			}
		}
	}
	return paths
}

// pathOnly returns an address of this server without its fragment.
func pathOnly(href string) string {
	path, _, _ := strings.Cut(href, "#")
	return path
}

// tapTurn composes a turn by the first tap that is possible each time, and returns the address that plays it.
func (v *visitor) tapTurn(p *page) (play string, ok bool) {
	v.t.Helper()
	for range 40 {
		for _, a := range p.find("a", "class", "button go big") {
			href, _ := attr(a, "href")
			return pathOnly(href), true
		}
		next := append(p.find("a", "class", "from"), p.find("a", "class", "next")...)
		if len(next) == 0 { // several steps begin and end with the places that were tapped
			for _, list := range p.find("ul", "class", "choices") {
				next = append(next, list.FirstChild.FirstChild)
			}
		}
		if len(next) == 0 {
			return "", false
		}
		href, _ := attr(next[len(next)/2], "href")
		p = v.get(pathOnly(href)).want(http.StatusOK)
	}
	v.t.Fatalf("%s: no turn in 40 taps", p.at)
	return "", false
}

// A visitor plays on a board of every ruleset that the house plays, by taps and without an account. Nothing is stored.
func TestTryingBoards(t *testing.T) {
	w := newWorld(t)
	before, turns := w.Dump(), 6
	if sample.Short() {
		turns = 2
	}
	for _, path := range w.tries() {
		t.Run(path, func(t *testing.T) {
			v := w.visitor()
			p := v.get(path).want(http.StatusOK, "It is your turn", "Start playing")
			for n := range turns {
				play, ok := v.tapTurn(p)
				if !ok {
					break
				}
				p = v.get(play).want(http.StatusOK)
				same := v.get(play)
				if p.body != same.body {
					t.Fatalf("%s is two pages", play)
				}
				if strings.Contains(p.text(), "It is your turn") && len(p.find("ol", "class", "moves")) == 0 {
					t.Fatalf("after %d turns none is listed:\n%s", n+1, p.text())
				}
			}
			for name, value := range map[string]string{
				"X-Robots-Tag": "noindex, nofollow", "Set-Cookie": "", "Cache-Control": "private, no-cache",
			} {
				if got := p.header.Get(name); got != value {
					t.Errorf("%s: %q", name, got)
				}
			}
		})
	}
	if w.Dump() != before {
		t.Error("the board to try has stored something")
	}
	w.visitor().get("/robots.txt").want(http.StatusOK, "Disallow: /try/")
}

// The other side begins with the turn of the house.
func TestTryingTheOtherSide(t *testing.T) {
	w := newWorld(t)
	w.visitor().get("/try/hnefatafl?variant=7x7&side=defenders").want(http.StatusOK,
		"It is your turn (Defenders)", "after turn 1", "moved an attacker")
}

// A game on the board comes to an end, which offers to start playing.
func TestATrialEnds(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	v := w.visitor()
	p := v.get("/try/bohnduell")
	for range 60 {
		play, ok := v.tapTurn(p)
		if !ok {
			break
		}
		p = v.get(play).want(http.StatusOK)
	}
	p.want(http.StatusOK, " won: ", "Another one?", "Start playing")
	if strings.Contains(p.text(), "It is your turn") || len(p.find("a", "class", "button go")) != 1 {
		t.Errorf("the end is:\n%s", p.text())
	}
}

// A line that the rules refuse is shown up to the refused turn, with the reason.
func TestBadTrials(t *testing.T) {
	w := newWorld(t)
	many := "/try/bohnduell?t=" + strings.Repeat("p2&t=", 250)
	for _, c := range []struct {
		path   string
		status int
		text   string
	}{
		{"/try/hnefatafl?variant=7x7&t=a4-a9", http.StatusUnprocessableEntity, "Illegal turn"},
		{"/try/hnefatafl?variant=7x7&t=a4-a2&t=what", http.StatusUnprocessableEntity, "It is your turn"},
		{"/try/hnefatafl?variant=7x7&turn=a4-a9", http.StatusOK, "Illegal turn"},
		{many, http.StatusBadRequest, "takes at most 200 turns"},
		{"/try/chess", http.StatusNotFound, "no ruleset"},
		{"/try/hnefatafl?variant=8x8", http.StatusNotFound, "8x8"},
		{"/try/hnefatafl?side=white", http.StatusNotFound, "white"},
	} {
		p := w.visitor().get(c.path)
		if p.status != c.status || !strings.Contains(p.text(), c.text) {
			t.Errorf("%.60s: %d\n%s", c.path, p.status, p.text())
		}
	}
}

// A ruleset that the house does not play has no board to try, and no link to one.
func TestNoTrialWithoutHouse(t *testing.T) {
	w := newWorld(t, withoutHouse(catalog.All()[0]))
	id := w.Rulesets()[0].Info(phrase.English).ID
	w.visitor().get("/try/"+id).want(http.StatusNotFound, "The house does not play")
	if links := w.visitor().get("/r/"+id).want(http.StatusOK).find("a", "href", "/try/"+id); len(links) > 0 {
		t.Error("the rules lead to a board that is not there")
	}
}

// houseless is a ruleset that the house does not play.
type houseless struct{ rules.Ruleset }

func (houseless) House() rules.Thinker { return nil }

func withoutHouse(r rules.Ruleset) rules.Ruleset { return houseless{r} }

// BenchmarkTrialAnswer measures the longest answer of the house in a line of forty turns.
func BenchmarkTrialAnswer(b *testing.B) {
	w := newWorld(b)
	house := trial.NewHouse(w.Store)
	for _, path := range w.tries() {
		u, _ := url.Parse(path)
		b.Run(strings.TrimPrefix(u.Path, "/try/")+" "+u.Query().Get("variant"), func(b *testing.B) {
			slowest := time.Duration(0)
			for b.Loop() {
				in := trial.Input{Ruleset: strings.TrimPrefix(u.Path, "/try/"), Variant: u.Query().Get("variant")}
				for range 20 {
					begin := time.Now()
					played, err := house.Play(in)
					slowest = max(slowest, time.Since(begin))
					if err != nil {
						b.Fatal(err)
					}
					turn, ok := firstTurn(played.Line.Position)
					if !ok {
						break
					}
					in.Turns = append(played.Turns(), turn)
				}
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
		})
	}
}

// firstTurn returns a legal turn, made of the steps in the middle of each list.
func firstTurn(p rules.Position) (turn string, ok bool) {
	for range 40 {
		options, err := p.Next(turn)
		if err != nil || p.Result().Over() {
			return "", false
		}
		if options.MayEnd && turn != "" {
			return turn, true
		}
		if len(options.Steps) == 0 {
			return "", false
		}
		turn = strings.TrimSpace(fmt.Sprint(turn, " ", options.Steps[len(options.Steps)/2].Text))
	}
	return "", false
}
