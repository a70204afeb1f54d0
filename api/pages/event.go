package pages

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/roundrobin"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// eventPage shows an event.
type eventPage struct {
	Frame
	Event                  *view.Event
	Rules                  []string          // a sentence each
	Groups                 []view.EventGroup // of a round robin that has begun
	Ladder                 []ladderRung
	Waiting                []event.Player // of an event that has not begun
	Games                  []eventGame
	Own                    []eventGame // the reader's, which are not over
	Playing, Left          bool        // the reader plays; the reader has left
	MayJoin                bool
	May                    []event.LadderPlace // whom the reader may challenge
	Top                    bool                // the reader has nobody above
	RunningGames, NotBegun int
}

// ladderRung is a place of a ladder.
type ladderRung struct {
	Place      int
	Name       string
	Mine, Idle bool
	May        bool // the reader may challenge the player
}

// eventGame is a game of an event, for a list.
type eventGame struct {
	models.EventGame
	ChallengerName string // of a ladder
}

// Result returns the result; "" without one.
func (g eventGame) Result() string {
	if g.Score < 0 {
		return ""
	}
	return view.Result(g.Score)
}

// Unfinished returns the number of games that wait or run.
func (page *eventPage) Unfinished() int { return page.RunningGames + page.NotBegun }

func (p *Pages) showEvent(c echo.Context) error { return p.sendEvent(c, nil) }

// sendEvent shows an event; err is why a form of the page was refused, or nil.
func (p *Pages) sendEvent(c echo.Context, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	ctx, reader := c.Request().Context(), visitorOf(c).Player
	stored, err := p.Store.FindEvent(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	page := eventPage{
		Event: p.Views.Event(stored, readerOf(c)), Rules: templates.EventRules(stored, readerOf(c).Words()),
	}
	page.Frame = p.frame(c, page.Event.Name)
	page.Here, page.Back, page.Description = "events", EventPath(stored.ID), page.Event.State
	page.URL = p.BaseURL + page.Back
	page.Picture = p.BaseURL + RulesPath(stored.Ruleset) + "/board.png?variant=" + stored.Variant
	players, err := p.Store.EventPlayers(ctx, stored.ID)
	if err == nil {
		page.fillPlayers(players, reader)
		err = p.fillTable(c, &page, reader)
	}
	if err == nil {
		err = p.fillEventGames(ctx, &page, reader)
	}
	if err != nil {
		return err
	}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "event", &page)
}

// fillPlayers adds who plays.
func (page *eventPage) fillPlayers(players []event.Player, reader models.Player) {
	e := page.Event
	for _, player := range players {
		if player.Player.ID == reader.ID && reader.ID != 0 {
			page.Playing, page.Left = player.Withdrawn == "", player.Withdrawn != ""
		}
		if e.Status == event.EventOpen {
			page.Waiting = append(page.Waiting, player)
		}
	}
	page.MayJoin = !page.Playing && (e.Status == event.EventOpen || e.IsLadder() && e.Status != event.EventEnded)
}

// fillTable adds the table of an event that has begun.
func (p *Pages) fillTable(c echo.Context, page *eventPage, reader models.Player) error {
	if !page.Event.IsLadder() && page.Event.BeganAt.IsZero() {
		return nil
	}
	if page.Event.IsLadder() {
		return p.fillLadder(c.Request().Context(), page, reader)
	}
	table, err := p.Store.EventTable(c.Request().Context(), page.Event.ID)
	page.Groups = view.EventTable(table, readerOf(c))
	return err
}

// fillLadder adds the places of a ladder, and whom the reader may challenge.
func (p *Pages) fillLadder(ctx context.Context, page *eventPage, reader models.Player) error {
	places, err := p.Store.LadderPlaces(ctx, page.Event.ID, reader.ID)
	for _, place := range places {
		mine := reader.ID != 0 && place.Player.ID == reader.ID
		page.Ladder = append(page.Ladder, ladderRung{
			Place: place.Place, Name: place.Player.Name, Mine: mine, Idle: place.Idle, May: place.May,
		})
		if place.May {
			page.May = append(page.May, place)
		}
		page.Top = page.Top || mine && place.Place == 1
	}
	return err
}

// fillEventGames adds the games.
func (p *Pages) fillEventGames(ctx context.Context, page *eventPage, reader models.Player) error {
	games, err := p.Store.EventGames(ctx, page.Event.ID)
	for _, g := range games {
		shown := eventGame{EventGame: g}
		switch g.Challenger {
		case rules.First:
			shown.ChallengerName = g.First.Name
		case rules.Second:
			shown.ChallengerName = g.Second.Name
		}
		switch g.State {
		case roundrobin.Running:
			page.RunningGames++
		case roundrobin.Waiting:
			page.NotBegun++
		}
		page.Games = append(page.Games, shown)
		if reader.ID != 0 && (g.First.ID == reader.ID || g.Second.ID == reader.ID) && g.State == roundrobin.Running {
			page.Own = append(page.Own, shown)
		}
	}
	return err
}

// actInEvent handles a form of an event's page. do returns the page to go to.
func (p *Pages) actInEvent(c echo.Context, do func(player models.Player) (next, done string, err error)) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	next, done, err := do(player)
	if err != nil {
		return p.sendEvent(c, err)
	}
	return redirect(c, next, done)
}

func (p *Pages) joinEvent(c echo.Context) error {
	return p.actInEvent(c, func(player models.Player) (string, string, error) {
		_, err := p.Store.JoinEvent(c.Request().Context(), player, c.Param("id"))
		return EventPath(c.Param("id")), "event_joined", err
	})
}

// askToLeave asks whether to leave an event.
func (p *Pages) askToLeave(c echo.Context) error {
	if _, err := signedIn(c); err != nil {
		return err
	}
	stored, err := p.Store.FindEvent(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	what := "round"
	switch {
	case stored.Kind == event.Ladder:
		what = "ladder"
	case stored.Status == event.EventOpen:
		what = "open"
	}
	return p.ask(c, http.StatusOK, question{
		Frame: p.frame(c, ""), About: p.Views.Event(stored, readerOf(c)).Name, AboutPath: EventPath(stored.ID),
		Heading: say(c, "site.event.ask"), Says: []string{say(c, "site.event.ask."+what)},
		Action: EventPath(stored.ID) + "/leave", Fields: []hiddenField{{seenField, string(stored.Status)}},
		Yes: say(c, "site.event.leave"), No: say(c, "site.event.ask.back"), NoPath: EventPath(stored.ID),
	})
}

// leaveEvent leaves an event if the form confirms the question about its status, and asks otherwise.
func (p *Pages) leaveEvent(c echo.Context) error {
	stored, err := p.Store.FindEvent(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if c.Request().PostForm.Get(seenField) != string(stored.Status) {
		return p.askToLeave(c)
	}
	return p.actInEvent(c, func(player models.Player) (string, string, error) {
		_, err := p.Store.LeaveEvent(c.Request().Context(), player, stored.ID)
		return EventPath(stored.ID), "event_left", err
	})
}

// challengeInEvent begins a game of a ladder by one tap. The same button begins it once.
func (p *Pages) challengeInEvent(c echo.Context) error {
	return p.actInEvent(c, func(player models.Player) (string, string, error) {
		id, opponent := c.Param("id"), c.Request().PostForm.Get("opponent")
		once := onceOf(c, player, func(made any) ([]byte, error) {
			return []byte(made.(*models.Game).ID), nil
		}, id, opponent)
		g, err := p.Store.Once(once).ChallengeInEvent(c.Request().Context(), player, id, opponent)
		made := ""
		if g != nil {
			made = g.ID
		}
		made, err = replayed(made, err)
		return GamePath(made), "accepted", err
	})
}

// replayed returns the ID that a use case has made, or that it has made under the same key before.
func replayed(id string, err error) (string, error) {
	if before, done := errors.AsType[*models.Replayed](err); done {
		return string(before.Record), nil
	}
	return id, err
}

// eventToJoin returns the event that a page after signing in joins, or "" for another page.
func eventToJoin(next string) string {
	id, joins := strings.CutSuffix(strings.TrimPrefix(next, EventPath("")), "/join")
	if !joins || EventPath(id)+"/join" != next {
		return ""
	}
	return id
}

// joinAfterSignIn joins the event that the player signed in for, and returns the page to go to: the event's, also if it
// cannot be joined any more. Other pages are returned unchanged.
func (p *Pages) joinAfterSignIn(ctx context.Context, player models.Player, next string) (string, error) {
	id := eventToJoin(next)
	if id == "" {
		return next, nil
	}
	if _, err := p.Store.JoinEvent(ctx, player, id); err != nil {
		if models.CodeOf(err) != models.CodeNotFound {
			_, err = refusedBy(err)
			return EventPath(id), err
		}
		return EventPath(id), nil
	}
	return EventPath(id) + "?done=event_joined", nil
}
