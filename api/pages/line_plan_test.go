package pages_test

import (
	"strings"
	"testing"

	"turnpost/models"
)

// A line from the current position becomes a plan by a button, a second line another branch of it, and each branch is
// removed by a separate button.
func TestAPlanIsMadeOfLines(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Play(m.game, m.players[0], "a4-a3")
	line := m.path() + "/line?from=1"
	m.ann.get(m.path()).want(200, "Plan on the board")
	if p := m.ann.get(line + "&t=d3-c3").want(200); strings.Contains(p.text(), "Make this my plan") {
		t.Error("a line without an answer is offered as a plan")
	}
	for i, c := range []struct{ turns, button string }{
		{"&t=d3-c3&t=a3-a2", "Make this my plan"}, {"&t=d3-b3&t=a3-a2&t=d5-c5", "Add this to my plan"},
	} {
		p := m.ann.get(line+c.turns).want(200, c.button)
		p = m.ann.post(m.path()+"/plan", append(p.form(m.path()+"/plan"), "action", "set")...).want(200, "d3-c3 : a3-a2")
		if n := len(p.find("form", "action", m.path()+"/plan")); n != i+2 {
			t.Errorf("after %d branches there are %d forms", i+1, n)
		}
	}
	plan, err := m.Plan(t.Context(), m.players[0].ID, m.game.ID)
	if err != nil || strings.Join(plan.Lines, "\n") != "d3-c3 : a3-a2\nd3-b3 : a3-a2" {
		t.Fatalf("%v, %v", plan.Lines, err)
	}
	for turns, want := range map[string]string{
		"&t=d3-b3&t=a3-a2": "", "&t=d3-b3&t=a3-a2&t=d5-c5&t=a2-b2": "Add this to my plan",
		"&t=d3-b3&t=a3-a4": "Put this in my plan instead of d3-b3 : a3-a2",
	} {
		p := m.ann.get(line+turns).want(200, want)
		if offered := len(p.find("form", "id", "to-plan")); offered != min(len(want), 1) {
			t.Errorf("%s is offered %d times", turns, offered)
		}
	}
	p := m.ann.get(m.path())
	for _, img := range p.find("img", "loading", "lazy") {
		src, _ := attr(img, "src")
		if picture := m.ann.get(src).want(200); !strings.Contains(picture.body, "<svg") {
			t.Errorf("%s is no picture", src)
		}
	}
	m.ann.post(m.path()+"/plan", append(p.form(m.path()+"/plan"), "action", "set")...).want(200)
	if plan, err = m.Plan(t.Context(), m.players[0].ID, m.game.ID); err != nil || len(plan.Lines) != 1 {
		t.Fatalf("%v, %v", plan.Lines, err)
	}
	p = m.ann.get(m.path())
	m.ann.post(m.path()+"/plan", append(p.form(m.path()+"/plan"), "action", "delete")...).want(200)
	if _, err = m.Plan(t.Context(), m.players[0].ID, m.game.ID); models.CodeOf(err) != models.CodeNotFound {
		t.Errorf("the plan is left: %v", err)
	}
}
