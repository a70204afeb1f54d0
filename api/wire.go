package api

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// wireGame converts a game for a reader. Only its two players see the messages.
func (s *server) wireGame(g *models.Game, reader view.Reader) Game {
	info := s.info(g.Ruleset)
	w := Game{
		ID: g.ID, Ruleset: g.Ruleset, Variant: g.Variant, Status: GameStatus(g.Status),
		Position: g.Position, Ply: g.Ply, Pace: g.Pace,
		Deadline: optionalTime(g.Deadline), TimeLeft: map[string]int{}, Vacation: !bool(g.NoVacation),
		Offers: Offers{Draw: sideOrNull(info, g.DrawBy), Takeback: wireTakeback(info, g)},
		Result: wireResult(info, g.Result),
		Rated:  g.Rated, UnratedBecause: optional(string(g.UnratedBecause)), Rating: wireRatings(g, reader),
		Event: g.Event, CreatedAt: g.CreatedAt, UpdatedAt: g.UpdatedAt, FinishedAt: optionalTime(g.FinishedAt),
	}
	for seat, p := range g.Players {
		side := info.Sides[seat].ID
		w.Players = append(w.Players, withRest(Seated{
			Seat: side, Name: p.Name, Away: optionalTime(g.Away[seat]),
		}, g.Rest[seat]))
		w.TimeLeft[side] = secondsLeft(g, rules.Seat(seat))
	}
	if g.Status == models.Ongoing {
		w.ToMove = sideOrNull(info, g.ToMove)
	}
	if g.LastTurn != nil {
		last := s.wireTurn(g, *g.LastTurn, reader)
		w.LastTurn = &last
	}
	if seat := g.SeatOf(reader.Player); seat != rules.NoSeat {
		w.Unread, w.Rematch = &g.Unread[seat], g.Rematch
	}
	return w
}

// secondsLeft returns the whole seconds that a side has left.
func secondsLeft(g *models.Game, seat rules.Seat) int { return int(max(g.Left[seat], 0) / time.Second) }

// appendClocks appends the value of a game's time_left as JSON.
func (s *server) appendClocks(text []byte, g *models.Game) []byte {
	sides := s.info(g.Ruleset).Sides
	first, second := rules.First, rules.Second
	if sides[second].ID < sides[first].ID { // the order of map keys in encoding/json
		first, second = second, first
	}
	text = append(append(text, `{"`...), sides[first].ID...)
	text = strconv.AppendInt(append(text, `":`...), int64(secondsLeft(g, first)), 10)
	text = append(append(text, `,"`...), sides[second].ID...)
	text = strconv.AppendInt(append(text, `":`...), int64(secondsLeft(g, second)), 10)
	return append(text, '}')
}

func (s *server) wireGames(games []*models.Game, reader view.Reader) []Game {
	list := make([]Game, 0, len(games))
	for _, g := range games {
		list = append(list, s.wireGame(g, reader))
	}
	return list
}

func (s *server) wireTurn(g *models.Game, t models.Turn, reader view.Reader) Turn {
	info, shown := s.info(g.Ruleset), s.views.Turn(g, t, reader)
	return Turn{
		Ply: t.Ply, Seat: info.SideID(t.Seat), Turn: t.Text, Description: shown.Description, Message: shown.Message,
		Events: wireEvents(info, t.Events), Position: t.Position, Occurrence: t.Occurrence, At: t.At, Via: TurnVia(t.Via),
	}
}

func wireEvents(info rules.Info, events []rules.Event) []TurnEvent {
	list := make([]TurnEvent, 0, len(events))
	for _, e := range events {
		list = append(list, TurnEvent{
			Kind: e.Kind, Seat: info.SideID(e.Seat), Piece: e.Piece, From: e.From, To: e.To, At: e.At,
			Way: e.Way, Count: e.Count, Reason: e.Reason,
		})
	}
	return list
}

// wireTakeback returns nil if no takeback is offered.
func wireTakeback(info rules.Info, g *models.Game) *Takeback {
	by := sideOrNull(info, g.TakebackBy)
	if by == nil {
		return nil
	}
	return &Takeback{By: *by, Ply: g.TakebackTo}
}

// wireResult returns nil while the game is ongoing.
func wireResult(info rules.Info, r rules.Result) *Result {
	if !r.Over() {
		return nil
	}
	return &Result{Winner: sideOrNull(info, r.Winner), Reason: r.Reason}
}

// wireRatings returns the ratings of a game as a reader sees them.
func wireRatings(g *models.Game, reader view.Reader) []*RatingChange {
	list := make([]*RatingChange, len(g.Ratings))
	for seat, change := range g.Ratings {
		if !change.IsZero() && models.SeesRatings(reader.Player, g.Players[seat].ID, g.HideRating[seat]) {
			list[seat] = &RatingChange{Before: wireRating(change.Before), After: wireRating(change.After)}
		}
	}
	return list
}

func (s *server) wireChallenge(c models.Challenge, reader models.Player) Challenge {
	w := withRest(withTerms(Challenge{
		ChallengerReliability: wireReliability(c.Standing.Reliability),

		ID: c.ID, Ruleset: c.Ruleset, Variant: c.Variant, Status: ChallengeStatus(c.Status),
		Challenger: c.Challenger.Name, Opponent: optional(c.Opponent.Name), Seat: ChallengeSeat(c.SeatWord()),
		Pace: c.Pace, Message: c.Message, Game: c.GameID,
		RematchOf: c.RematchOf, URL: templates.ChallengeURL(s.baseURL, c.ID),
		CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt, AnsweredAt: optionalTime(c.AnsweredAt),
	}, c.Terms), c.Rest)
	if by := c.Standing.Rating; by != nil {
		shown := by.Shown()
		w.ChallengerRating = &shown
	}
	// The invited address is shown only to the challenger and to its owner.
	switch {
	case reader.ID == c.Challenger.ID:
		w.Invited = c.InvitedAs
	case emailKey(reader.Email) == c.Invited:
		w.Invited = c.Invited
	}
	return w
}

func (s *server) wireChallenges(
	ctx context.Context, challenges []models.Challenge, reader models.Player,
) ([]Challenge, error) {
	if err := s.store.AddStandings(ctx, reader.ID, challenges); err != nil {
		return nil, err
	}
	return each(challenges, func(c models.Challenge) Challenge { return s.wireChallenge(c, reader) }), nil
}

func wireNotice(n notice.Notice, language *words.Language) Notice {
	w := Notice{
		ID: n.ID, Kind: string(n.Kind), Game: n.GameID, Challenge: n.ChallengeID, Status: NoticeStatus(n.Status),
		Reason: view.NoticeReason(n, language), Attempts: n.Attempts, CreatedAt: n.CreatedAt, DueAt: n.DueAt,
		NextAt: optionalTime(n.NextAt), DoneAt: optionalTime(n.DoneAt),
	}
	if n.GameID != "" {
		w.Ply = &n.Ply
	}
	for _, d := range n.Hooks {
		w.Webhooks = append(w.Webhooks, wireNoticeWebhook(d, language))
	}
	return w
}

// sideOrNull returns the ID of the side in a seat.
func sideOrNull(info rules.Info, seat rules.Seat) *string { return optional(info.SideID(seat)) }

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// wireMe converts a profile for its owner.
func (s *server) wireMe(ctx context.Context, p models.Player) (w Me, err error) {
	w = Me{
		Name: p.Name, Email: p.Email, CreatedAt: p.CreatedAt,
		Mail: map[string]Delivery{}, Games: map[string]Delivery{},
	}
	for _, s := range models.PlayerSettings {
		setValues(wireField(&w, s.Name), s.Get(&p))
	}
	rest, next := s.rest(p)
	w = withRest(w, rest)
	w.DaysOffNext = next
	if p.Failing != nil {
		w.MailFailing = &MailFailing{Since: p.Failing.Since, Detail: view.MailFailing(*p.Failing, words.For(p.Locale))}
	}
	if v, ok := s.store.VacationAhead(p); ok {
		w.Away = &Away{From: v.From, Until: v.Until}
	}
	for kind, d := range p.Settings.Mail {
		w.Mail[string(kind)] = Delivery(d)
	}
	for game, d := range p.Settings.Games {
		w.Games[game] = Delivery(d)
	}
	return w, s.addStanding(ctx, &w, p.ID)
}

// setValues sets a field of a response to the values of a setting.
func setValues(field reflect.Value, values []string) {
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(values[0] == models.Yes)
	case reflect.Int:
		n, _ := strconv.ParseInt(values[0], 10, 64) // is a number
		field.SetInt(n)
	case reflect.Slice:
		field.Set(reflect.ValueOf(append([]string{}, values...)))
	case reflect.Pointer:
		if len(values) > 0 {
			field.Set(reflect.ValueOf(&QuietHours{From: values[0], Until: values[1]}))
		}
	default:
		field.SetString(values[0])
	}
}

// profilePatch returns what a request changes in a profile.
func profilePatch(in *ProfilePatch) (models.ProfilePatch, error) {
	patch := models.ProfilePatch{
		Name: in.Name, Email: in.Email, Mail: deliveries[models.Kind](in.Mail), Games: deliveries[string](in.Games),
	}
	for _, s := range models.PlayerSettings {
		field := wireField(in, s.Name)
		if field.IsNil() {
			continue
		}
		switch value := field.Interface().(type) {
		case json.RawMessage: // null, or times
			var times *QuietHours
			if err := json.Unmarshal(value, &times); err != nil {
				return patch, err
			}
			if patch.Put(s.Name); times != nil {
				patch.Put(s.Name, times.From, times.Until)
			}
		case *bool:
			patch.Put(s.Name, models.YesNo(*value))
		case *[]string:
			patch.Put(s.Name, *value...)
		default:
			patch.Put(s.Name, fmt.Sprint(field.Elem()))
		}
	}
	return patch, nil
}

// rest returns a player's rest for turns that begin now, and the days off that count later, or nil.
func (s *server) rest(p models.Player) (models.Rest, *NextDaysOff) {
	rest, changed := s.store.Rest(p)
	if changed.IsZero() {
		return rest, nil
	}
	return rest, &NextDaysOff{DaysOff: p.DaysOff.Names(), From: changed}
}

// withRest returns a response with the fields of a player's rest.
func withRest[T any](w T, r models.Rest) T {
	for _, term := range models.RestTerms {
		switch field := wireField(&w, term.Name); {
		case term.Days != nil:
			field.Set(reflect.ValueOf(term.Days(&r).Names()))
		default:
			field.SetBool(*term.Is(&r))
		}
	}
	return w
}

// addStanding adds the ratings, the reliability and its causes to a profile.
func (s *server) addStanding(ctx context.Context, w *Me, player int64) (err error) {
	if w.Ratings, err = s.ratings(ctx, player); err != nil {
		return err
	}
	reliability, err := s.store.Reliability(ctx, player)
	if err != nil {
		return err
	}
	w.Reliability = wireReliability(reliability)
	late, err := s.store.LateTurns(ctx, player)
	w.LateTurns = each(late, func(l play.LateTurn) LateTurn {
		return LateTurn{Game: l.Game, Ruleset: l.Ruleset, Opponent: l.Opponent.Name, First: l.First, At: l.At}
	})
	return err
}

// wireField returns the field of a generated struct, given by a pointer, that has a name in the API; the zero Value if
// the struct lacks it.
func wireField(of any, name string) reflect.Value {
	field := ""
	for part := range strings.SplitSeq(name, "_") {
		field += strings.ToUpper(part[:1]) + part[1:]
	}
	return reflect.ValueOf(of).Elem().FieldByName(field)
}

// readTerms returns the terms of a request. Nothing is waived by a field that is absent.
func readTerms(pace string, in any) models.Terms {
	t := models.Terms{Pace: pace}
	for _, term := range models.ChallengeTerms {
		switch field := wireField(in, term.Name); {
		case !field.IsValid():
		case term.Limit != nil:
			*term.Limit(&t) = int(field.Int())
		case !field.IsNil():
			*term.Waived(&t) = models.Waived(!field.Elem().Bool())
		}
	}
	return t
}

// withTerms returns a response with the fields of its terms, besides the pace.
func withTerms[T any](w T, t models.Terms) T {
	for _, term := range models.ChallengeTerms {
		switch field := wireField(&w, term.Name); {
		case !field.IsValid():
		case term.Limit != nil:
			field.Set(reflect.ValueOf(limitOrNull(*term.Limit(&t))))
		default:
			field.SetBool(!bool(*term.Waived(&t)))
		}
	}
	return w
}

// sideToMove returns the side to move; "" in a finished game.
func sideToMove(g Game) string {
	if g.ToMove == nil {
		return ""
	}
	return *g.ToMove
}

// winnerOf returns the name of the winner of a finished game, "" for none, and the reason of its end.
func winnerOf(g Game) (winner, reason string) {
	if g.Result == nil {
		return "", ""
	}
	for _, p := range g.Players {
		if g.Result.Winner != nil && *g.Result.Winner == p.Seat {
			winner = p.Name
		}
	}
	return winner, g.Result.Reason
}

// wireOptions converts the possible continuations of a turn.
func wireOptions(o rules.Options) TurnOptions {
	return TurnOptions{MayEnd: o.MayEnd, Steps: each(o.Steps, func(s rules.Step) Step {
		return Step{Text: s.Text, Places: s.Places, Kind: s.Kind}
	})}
}

// wireDiagram converts a diagram and names sides instead of seats.
func wireDiagram(info rules.Info, d rules.Diagram) Diagram {
	return Diagram{
		Files: d.Files, Ranks: d.Ranks, Ball: d.Ball,
		Regions: each(d.Regions, func(r rules.Region) Region {
			return Region{Kind: RegionKind(r.Kind), Seat: info.SideID(r.Seat), Squares: r.Squares}
		}),
		Lines: each(d.Lines, func(l rules.Line) Line { return l[:] }),
		Pieces: each(d.Pieces, func(p rules.Piece) Piece {
			return Piece{
				Square: p.Square, Seat: info.SideID(p.Seat), Kind: p.Kind, Letter: p.Letter,
				Shape: PieceShape(p.Shape), Ball: p.Ball,
			}
		}),
		Bowls: each(d.Bowls, func(b rules.Bowl) Bowl {
			return Bowl{
				Name: b.Name, Label: b.Label, Kind: BowlKind(b.Kind), Seat: info.SideID(b.Seat), Row: b.Row,
				Column: b.Column, Balls: b.Balls,
			}
		}),
		Counters: each(d.Counters, func(c rules.Counter) Counter {
			return Counter{Seat: info.SideID(c.Seat), Label: c.Label, Value: c.Value}
		}),
		Legend: each(d.Legend, func(l rules.Legend) LegendEntry {
			return LegendEntry{ASCII: l.ASCII, Unicode: l.Unicode, Text: l.Text}
		}),
		Marks: Marks{From: d.Marks.From, To: d.Marks.To, Captured: d.Marks.Captured, Ways: d.Marks.Ways()},
	}
}

// each maps a list. The result is never nil.
func each[A, B any](list []A, turn func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, a := range list {
		out = append(out, turn(a))
	}
	return out
}

// wireNoticeWebhook returns what became of a notice at a webhook.
func wireNoticeWebhook(d models.HookDelivery, language *words.Language) NoticeWebhook {
	return NoticeWebhook{
		Webhook: d.Hook, Status: string(d.Status), Reason: view.HookReason(d, language), Attempts: d.Attempts,
		NextAt: optionalTime(d.NextAt), DoneAt: optionalTime(d.DoneAt),
	}
}
