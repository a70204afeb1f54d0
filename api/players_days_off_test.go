package api

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
)

// Days off and automatic vacations are shown where the opponent decides or waits.
func TestDaysOffAreShown(t *testing.T) {
	m := newMatch(t) // Friday 20 November 2026, 12:00 UTC; the players are in Warsaw
	patch := func(body string) httpResponse { return m.call("PATCH", "/v1/me").as(m.ann).json(body).do() }
	for _, bad := range []string{`["sat","sat"]`, `["fri","sat","sun"]`, `["Saturday"]`} {
		patch(`{"days_off":` + bad + `}`).want(400)
	}
	off := []string{"sat", "sun"}
	me := decoded[Me](patch(`{"days_off":["sun","sat"],"auto_vacation":true}`).want(200))
	from := time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC) // a game of ann's is under way
	if next := me.DaysOffNext; len(me.DaysOff) > 0 || next == nil || !slices.Equal(next.DaysOff, off) ||
		!next.From.Equal(from) || !me.AutoVacation {
		t.Errorf("me %+v, then %+v", me, next)
	}
	if p := decoded[Player](m.call("GET", "/v1/players/ann").do().want(200)); p.DaysOffNext == nil ||
		len(p.DaysOff) > 0 || !p.DaysOffNext.From.Equal(from) {
		t.Errorf("player %+v", p)
	}
	m.Clock.Advance(models.DaysOffDelay)
	me = decoded[Me](m.call("GET", "/v1/me").as(m.ann).do().want(200))
	if !slices.Equal(me.DaysOff, off) || me.DaysOffNext != nil {
		t.Errorf("me %+v", me)
	}
	if p := decoded[Player](m.call("GET", "/v1/players/ann").do().want(200)); !slices.Equal(p.DaysOff, off) {
		t.Errorf("player %+v", p)
	}
	m.call("GET", "/v1/players/ann").accept("text/plain").do().want(200).contains("days_off: sat")
	made := m.call("POST", "/v1/challenges").as(m.ann).json(
		`{"ruleset":"hnefatafl","variant":"7x7","seat":"first","pace":"36h","vacation":false}`).do().want(201)
	c := decoded[Challenge](made)
	if !slices.Equal(c.DaysOff, off) || c.AutoVacation || c.Vacation {
		t.Errorf("challenge %+v", c)
	}
	text := m.call("GET", "/v1/challenges/"+c.ID).as(m.bob).accept("text/plain").do().want(200).body
	for _, sentence := range []string{
		"ann's clock stands still on Saturdays and Sundays.", "Vacations do not stop the clocks of this game.",
	} {
		if !strings.Contains(text, sentence) {
			t.Errorf("the challenge does not say %q:\n%s", sentence, text)
		}
	}
	open := decoded[ChallengeList](m.call("GET", "/v1/challenges?box=open").as(m.bob).do().want(200))
	if len(open.Challenges) != 1 || !slices.Equal(open.Challenges[0].DaysOff, off) {
		t.Errorf("open %+v", open)
	}
	g := decoded[Game](m.call("POST", "/v1/challenges/"+c.ID+"/accept").as(m.bob).do().want(201))
	// 11 hours of Friday in Warsaw, and 25 from Monday on.
	if want := time.Date(2026, 12, 8, 0, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) || g.Vacation ||
		!slices.Equal(g.Players[0].DaysOff, off) || g.Players[0].AutoVacation || g.TimeLeft["attackers"] != 36*3600 {
		t.Errorf("game %+v, want until %v", g, want)
	}
	m.call("GET", "/v1/games/"+g.ID).as(m.bob).accept("text/plain").do().want(200).
		contains("ann's clock stands still on Saturdays and Sundays.")
	m.call("GET", "/v1/inbox").as(m.ann).accept("text/plain").do().want(200).
		contains("not on Saturdays and Sundays")
}
