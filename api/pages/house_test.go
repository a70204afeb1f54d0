package pages_test

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/house"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/rulestest/tictactoe"
)

// runHouse plays the games of the house until the end of the test.
func (w *world) runHouse() {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		house.New(house.Config{
			Store: w.Store, Log: slog.New(slog.DiscardHandler), Thinkers: 1, Poll: 10 * time.Millisecond,
		}).Run(ctx)
	})
	w.t.Cleanup(func() { stop(); running.Wait() })
}

// playFirst plays the first turn that the page of a game offers.
func (v *visitor) playFirst(p *page) *page {
	v.t.Helper()
	g, err := v.Game(v.t.Context(), strings.TrimPrefix(p.at.Path, "/g/"))
	if err != nil {
		v.t.Fatal(err)
	}
	options, err := v.NextSteps(g, "")
	if err != nil {
		v.t.Fatal(err)
	}
	p = v.get(p.at.Path + "?turn=" + url.QueryEscape(options.Steps[0].Text))
	return v.post(p.at.Path+"/turns", p.form(p.at.Path+"/turns")...)
}

// A player challenges the house by one tap, and finds its answer after each turn.
func TestPlayTheHouse(t *testing.T) {
	for _, from := range []string{"/r/tictactoe?play=1", "/inbox"} {
		w := newWorld(t, tictactoe.New())
		w.runHouse()
		ann := w.visitor().signIn(w.SignUp("ann"))
		p := ann.get(from).want(200, "Play the house", "easy", "medium", "hard")
		form := filled(p.form("/r/tictactoe/house"), "level", "hard")
		p = ann.post("/r/tictactoe/house", form...).want(200, "house-hard", "It is your turn")
		game := p.at.Path
		if again := ann.post("/r/tictactoe/house", form...); again.at.Path != game {
			t.Errorf("a second tap leads to %s", again.at)
		}
		if len(p.find("a", "href", "/p/house-hard")) > 0 || len(p.find("section", "id", "chat")) > 0 {
			t.Error("the house has a page, or is talked to")
		}
		for range 5 {
			p = ann.playFirst(p).want(200)
			p.notBroken()
			if p.at.Path != game {
				t.Fatalf("a turn leads to %s", p.at)
			}
			for late := time.Now().Add(streamTime); p.header.Get("Refresh") != ""; { // the machine is busy
				if p = ann.get(game).want(200); time.Now().After(late) {
					t.Fatalf("the house has not played: %s refreshes by %q", p.at, p.header.Get("Refresh"))
				}
			}
			g, err := w.Game(t.Context(), strings.TrimPrefix(game, "/g/"))
			if err != nil {
				t.Fatal(err)
			}
			if g.Status != models.Ongoing {
				again := game + "/rematch"
				ann.post(again, p.form(again)...).want(200, "It is your turn")
				break
			}
			p.want(200, "It is your turn")
		}
	}
}

// If the house takes longer, the page says so and is loaded again by itself.
func TestTheHouseThinks(t *testing.T) {
	sample.Whole(t, "lets the house think")
	t.Parallel()
	w := newWorld(t, tictactoe.New())
	player := w.SignUp("ann")
	ann := w.visitor().signIn(player)
	c, err := w.CreateChallenge(t.Context(), player, challenge.NewChallenge{
		Ruleset: "tictactoe", Opponent: models.HouseName(rules.Easy), Seat: "first",
	})
	if err != nil {
		t.Fatal(err)
	}
	path := "/g/" + c.GameID
	p := ann.playFirst(ann.get(path)).want(200, "The house is thinking", "Look again")
	p.notBroken()
	if refresh := p.header.Get("Refresh"); refresh != "2; url="+path {
		t.Errorf("Refresh: %q", refresh)
	}
	w.Clock.Advance(3 * time.Minute)
	if refresh := ann.get(path).header.Get("Refresh"); refresh != "36; url="+path {
		t.Errorf("Refresh: %q after minutes", refresh)
	}
	if len(p.find("details", "id", "plan")) > 0 {
		t.Error("what is typed into the plan would be lost")
	}
	if refresh := ann.get(path + "?ply=0").header.Get("Refresh"); refresh != "" {
		t.Errorf("an earlier position refreshes by %q", refresh)
	}
	w.runHouse()
	if _, err := w.AwaitHouse(t.Context(), c.Begun); err != nil {
		t.Fatal(err)
	}
	g, err := w.Game(t.Context(), c.GameID)
	if err == nil {
		_, err = w.AwaitHouse(t.Context(), g)
	}
	if err != nil {
		t.Fatal(err)
	}
	if refresh := ann.get(path).want(200, "It is your turn").header.Get("Refresh"); refresh != "" {
		t.Errorf("Refresh: %q", refresh)
	}
}

func TestTheHouseRefuses(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t, tictactoe.New())
	w.runHouse() // pages would wait for it
	ann := w.visitor().signIn(w.SignUp("ann"))
	for range 5 {
		ann.post("/r/tictactoe/house", "level", "easy").want(200, "house-easy")
	}
	ann.post("/r/tictactoe/house", "level", "easy").want(429, "5 games with the house")
	ann.post("/r/tictactoe/house", "level", "best").want(400, "house-best")
	w.visitor().post("/r/tictactoe/house", "level", "easy").want(401)
}
