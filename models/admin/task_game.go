package admin

import (
	"context"
	"strings"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// PlanEnd plans FinishGame. Errors: CodeNotFound, CodeGameOver.
func (a Admin) PlanEnd(ctx context.Context, id string, result rules.Result) (Task, error) {
	g, err := a.store.Game(ctx, id)
	if err != nil {
		return Task{}, err
	}
	if g.Status != models.Ongoing {
		return Task{}, overAlready(g)
	}
	outcome, detail := phrase.New("admin.result.draw"), "draw"
	switch {
	case result.Winner != rules.NoSeat:
		side := [2]string{"first", "second"}[result.Winner]
		if r, known := a.store.RulesetByID[g.Ruleset]; known {
			side = r.Info(phrase.English).Sides[result.Winner].ID
		}
		outcome = phrase.New("admin.result.won", "name", g.Players[result.Winner].Name, "side", side)
		detail = "won by " + side
	case result.Reason == models.ReasonAnnulled:
		outcome, detail = phrase.New("admin.result.none"), "no result"
	}
	return newTask("end", "end", func(ctx context.Context) error {
		_, err := a.FinishGame(ctx, g.ID, result)
		return err
	}, "game", g.ID, "ruleset", g.Ruleset, "first", g.Players[0].Name, "second", g.Players[1].Name, "ply", g.Ply,
		"outcome", outcome).about(g.ID, detail), nil
}

// PlanAnnul plans AnnulRatings.
func (a Admin) PlanAnnul(games []string) Task {
	t := newTask("annul", "annul", nil, "n", len(games), "games", strings.Join(games, ", "))
	t.do = func(ctx context.Context) (phrase.Message, error) { return rebuilt(a.AnnulRatings(ctx, games)) }
	return t.about("", strings.Join(games, " "))
}

// PlanRebuild plans RebuildRatings.
func (a Admin) PlanRebuild() Task {
	t := newTask("ratings rebuild", "rebuild", nil)
	t.do = func(ctx context.Context) (phrase.Message, error) { return rebuilt(a.RebuildRatings(ctx)) }
	return t
}

func rebuilt(sum Rebuilt, err error) (phrase.Message, error) {
	return phrase.New("admin.done.rebuild", "games", sum.Games, "rows", sum.Changed), err
}

// PlanCreateEvent plans CreateEvent.
func (a Admin) PlanCreateEvent(n event.NewEvent) Task {
	t := newTask("event create", "event_create", nil, "ruleset", n.Ruleset)
	t.do = func(ctx context.Context) (phrase.Message, error) {
		e, err := a.CreateEvent(ctx, n)
		return phrase.New("admin.done.event_create", "event", e.ID), err
	}
	return t
}

// PlanCloseEvent plans CloseEvent. Errors: CodeNotFound.
func (a Admin) PlanCloseEvent(ctx context.Context, id string) (Task, error) {
	e, err := a.store.FindEvent(ctx, id)
	if err != nil {
		return Task{}, err
	}
	return newTask("event close", "event_close", func(ctx context.Context) error {
		_, err := a.CloseEvent(ctx, id)
		return err
	}, "event", e.ID, "ruleset", e.Ruleset, "status", string(e.Status), "n", e.Joined).about("", id), nil
}

// PlanStopHouse plans StopHouse.
func (a Admin) PlanStopHouse() Task {
	t := newTask("house stop", "house_stop", nil)
	t.do = func(ctx context.Context) (phrase.Message, error) {
		n, err := a.StopHouse(ctx)
		return phrase.New("admin.done.house_stop", "n", n), err
	}
	return t
}
