package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/roundrobin"
	"turnpost/models/store"
	"turnpost/templates"
	"turnpost/templates/view"
)

// CreateEvent opens an event.
func (s *server) CreateEvent(c echo.Context, _ CreateEventParams) error {
	var in NewEvent
	if err := readJSON(c, &in); err != nil {
		return err
	}
	size := event.DefaultEventSize
	if in.Size != nil {
		size = *in.Size
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (event.Event, error) {
		e, err := store.CreateEvent(ctx, me(c), event.NewEvent{
			Kind: event.Kind(in.Kind), Ruleset: in.Ruleset, Variant: in.Variant, Terms: readTerms(in.Pace, &in), Title: in.Title,
			Size: size, Double: in.Double, AtOnce: in.AtOnce, Repeat: in.Repeat,
		})
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/events/"+e.ID)
		}
		return e, err
	}, s.eventResponse(c, http.StatusCreated, nil))
}

// ListEvents lists events.
func (s *server) ListEvents(c echo.Context, in ListEventsParams) error {
	events, next, err := s.store.Events(c.Request().Context(), event.Filter{
		Kind: event.Kind(in.Kind), Status: event.Status(in.Status), Ruleset: in.Ruleset, Variant: in.Variant,
		Player: in.Player, Before: in.Cursor, Limit: in.Limit,
	})
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, EventList{
		Events: each(events, func(e event.Event) EventDetails { return s.wireEvent(e, me(c)) }), Next: optional(next),
	})
}

// GetEvent shows an event with its rules and players.
func (s *server) GetEvent(c echo.Context, id PublicID) error {
	ctx := c.Request().Context()
	e, err := s.store.FindEvent(ctx, id)
	if err != nil {
		return err
	}
	players, err := s.store.EventPlayers(ctx, id)
	if err != nil {
		return err
	}
	shown, err := s.eventResponse(c, http.StatusOK, players)(e)
	if err != nil {
		return err
	}
	return send(c, shown)
}

// GetEventTable shows the table of an event.
func (s *server) GetEventTable(c echo.Context, id PublicID) error {
	table, err := s.store.EventTable(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		text := templates.EventTableText(table, readerOf(c).Words()) +
			templates.AfterText("event_part", id, commandsOf(c))
		return send(c, textResponse(http.StatusOK, text))
	}
	list := EventTable{Rows: []EventRow{}}
	for _, rows := range table.Groups {
		list.Rows = append(list.Rows, each(rows, wireEventRow)...)
	}
	return sendJSON(c, http.StatusOK, list)
}

// ListEventGames lists the games of an event.
func (s *server) ListEventGames(c echo.Context, id PublicID) error {
	games, err := s.store.EventGames(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, EventGameList{Games: each(games, wireEventGame)})
}

// JoinEvent joins an event.
func (s *server) JoinEvent(c echo.Context, id PublicID, _ JoinEventParams) error {
	return s.changeEvent(c, id, (*store.Store).JoinEvent)
}

// LeaveEvent leaves an event.
func (s *server) LeaveEvent(c echo.Context, id PublicID, _ LeaveEventParams) error {
	return s.changeEvent(c, id, (*store.Store).LeaveEvent)
}

// eventUse is a use case of the store that returns an event.
type eventUse func(*store.Store, context.Context, models.Player, string) (event.Event, error)

// changeEvent responds with the event that a use case returns.
func (s *server) changeEvent(c echo.Context, id string, use eventUse) error {
	return once(c, s.store, func(ctx context.Context, store *store.Store) (event.Event, error) {
		return use(store, ctx, me(c), id)
	}, s.eventResponse(c, http.StatusOK, nil))
}

// eventResponse renders an event with its rules and, if they are given, its players.
func (s *server) eventResponse(
	c echo.Context, status int, players []event.Player,
) func(event.Event) (response, error) {
	return func(e event.Event) (response, error) {
		w := s.wireEvent(e, me(c))
		w.Rules = templates.EventRules(e, readerOf(c).Words())
		w.Players = each(players, wireEventPlayer)
		if formOf(c) == typeText {
			text := eventText(w, readerOf(c)) + templates.AfterText("event", e.ID, commandsOf(c))
			return textResponse(status, text), nil
		}
		return jsonResponse(status, w)
	}
}

// eventText renders an event: its fields, its rules and its players.
func eventText(e EventDetails, reader view.Reader) string {
	rules, players := e.Rules, e.Players
	e.Rules, e.Players = nil, nil
	text := valueLines(e, reader) + "\n" + templates.EventRulesText(rules)
	if len(players) > 0 {
		names := listOf("player group number withdrawn", players, nil, func(p EventPlayer) []string {
			return []string{p.Player, numberOrNone(p.Group), numberOrNone(p.Number), textOrNone(p.Withdrawn)}
		})
		text += "\n" + templates.TableText(names.columns, names.rows)
	}
	return text
}

// eventTables renders lists of events and of their games.
func eventTables(v any, when func(time.Time) string) (textList, bool) {
	switch v := v.(type) {
	case EventList:
		return listOf("id status variant pace joined latest_end title", v.Events, v.Next, func(e EventDetails) []string {
			latest, joined := "", fmt.Sprint(e.Joined)
			if e.LatestEnd != nil {
				latest = when(*e.LatestEnd)
			}
			if e.Size != nil {
				joined += "/" + fmt.Sprint(*e.Size)
			}
			return []string{e.ID, string(e.Status), e.Ruleset + " " + e.Variant, e.Pace, joined, latest, e.Title}
		}), true
	case EventGameList:
		return listOf("no round game state points players", v.Games, nil, func(g EventGame) []string {
			points := ""
			if g.Points != nil {
				halves := func(seat int) int { return int((*g.Points)[seat] * roundrobin.Win) }
				points = view.Points(halves(0)) + "-" + view.Points(halves(1))
			}
			return []string{
				fmt.Sprint(g.No), fmt.Sprint(g.Round), textOrNone(g.Game), string(g.State), points, g.First + ", " + g.Second,
			}
		}), true
	}
	return textList{}, false
}

// numberOrNone returns a number as text; "" for nil.
func numberOrNone(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// textOrNone returns a text; "" for nil.
func textOrNone(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (s *server) wireEvent(e event.Event, reader models.Player) EventDetails {
	return withTerms(EventDetails{
		ID: e.ID, Kind: EventKind(e.Kind), Ruleset: e.Ruleset, Variant: e.Variant,
		Pace: e.Pace, Title: e.TitleFor(reader.ID), Status: EventStatus(e.Status), Size: limitOrNull(e.Size),
		Double: e.Double, AtOnce: limitOrNull(e.AtOnce),
		Repeat: e.Repeat,
		Maker:  optional(e.Maker.Name), Joined: e.Joined, Groups: e.Groups, Games: e.Games, Finished: e.Finished,
		Previous: optional(e.Previous), Next: optional(e.Next),
		CreatedAt: e.CreatedAt, BeganAt: optionalTime(e.BeganAt), EndedAt: optionalTime(e.EndedAt),
		EstimatedEnd: optionalTime(e.EstimatedEnd), LatestEnd: optionalTime(e.LatestEnd),
		URL: templates.EventURL(s.baseURL, e.ID),
	}, e.Terms)
}

func wireEventPlayer(p event.Player) EventPlayer {
	return EventPlayer{
		Player: p.Player.Name, Group: limitOrNull(p.Group), Number: limitOrNull(p.Number),
		DrawnName: optional(p.DrawnName), Withdrawn: optional(string(p.Withdrawn)), JoinedAt: p.JoinedAt,
	}
}

func wireEventRow(r event.Row) EventRow {
	return EventRow{
		Group: limitOrNull(r.Group), Place: limitOrNull(r.Place), Player: r.Ref.Name, Number: limitOrNull(r.Number),
		Points: float64(r.Points) / roundrobin.Win, Sb: float64(r.SB) / (roundrobin.Win * roundrobin.Win), Wins: r.Wins,
		Games: r.Games, Remaining: r.Remaining, Withdrawn: optional(string(r.Withdrawn)),
	}
}

func wireEventGame(g models.EventGame) EventGame {
	w := EventGame{
		No: g.No, Group: g.Group, Round: g.Round, First: g.First.Name, Second: g.Second.Name, Game: optional(g.Game),
		State: EventGameState(g.State), Reason: optional(g.Reason),
	}
	if g.Score >= 0 {
		w.Points = &[]float64{float64(g.Score) / roundrobin.Win, float64(roundrobin.Win-g.Score) / roundrobin.Win}
	}
	return w
}

// ChallengeInEvent begins a game with a player above on a ladder.
func (s *server) ChallengeInEvent(c echo.Context, id PublicID, _ ChallengeInEventParams) error {
	var in EventChallenge
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		g, err := store.ChallengeInEvent(ctx, me(c), id, in.Opponent)
		if err == nil {
			c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+g.ID)
		}
		return g, err
	}, s.renderGame(c, http.StatusCreated))
}
