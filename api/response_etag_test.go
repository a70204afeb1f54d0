package api

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/rules"
)

func TestGameStateOf(t *testing.T) {
	for header, want := range map[string]int{
		"": -1, "*": -1, `"ply-12"`: 12, ` "ply-0" `: 0, `W/"ply-3"`: 3, `"ply-7.draw-first"`: 7, `ply-4`: 4,
		`"ply-"`: -2, `"ply--1"`: -2, `"x"`: -2, `"ply-1", "ply-2"`: -2, `"ply-99999999999999999999"`: -2,
	} {
		got, _, err := gameStateOf(header)
		switch {
		case want == -2 && err == nil:
			t.Errorf("%q is no error", header)
		case want == -1 && (err != nil || got != nil):
			t.Errorf("%q: %v, %v", header, got, err)
		case want >= 0 && (err != nil || got == nil || *got != want):
			t.Errorf("%q: %v, %v", header, got, err)
		}
	}
}

func TestETag(t *testing.T) {
	monday, _ := calendar.ParseDaysOff([]string{"mon"})
	ongoing := models.Game{Status: models.Ongoing, Ply: 3, DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat}
	for want, change := range map[string]func(g *models.Game){
		"ply-3":            func(*models.Game) {},
		"ply-3.r1":         func(g *models.Game) { g.Takebacks = 1 },
		"ply-3.draw-first": func(g *models.Game) { g.DrawBy = rules.First },
		"ply-3.r2.draw-second.takeback-first-1": func(g *models.Game) {
			g.Takebacks, g.DrawBy, g.TakebackBy, g.TakebackTo = 2, rules.Second, rules.First, 1
		},
		"ply-3.away-first":                func(g *models.Game) { g.Away[0] = time.Unix(1e9, 0) },
		"ply-3.off-second-mon-auto":       func(g *models.Game) { g.DaysOff[1], g.AutoVacation[1] = monday, true },
		"ply-3.off-first-auto":            func(g *models.Game) { g.AutoVacation[0] = true },
		"ply-3.off-first-mon.away-second": func(g *models.Game) { g.Away[1], g.DaysOff[0] = time.Unix(1e9, 0), monday },
	} {
		g := ongoing
		if change(&g); etag(&g) != `"`+want+`"` {
			t.Errorf("%s, want %q", etag(&g), want)
		}
	}
}

func TestUnchanged(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "*": true, `"ply-1"`: true, `W/"ply-1"`: true, `"ply-0", "ply-1"`: true, `"ply-10"`: false,
		`"ply-1.finished"`: false,
	} {
		if got := unchanged(header, `"ply-1"`); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
