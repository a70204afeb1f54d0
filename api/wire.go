package api

import (
	"context"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
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
		w.Players = append(w.Players, Seated{
			Seat: side, Name: p.Name, Away: optionalTime(g.Away[seat]),
			DaysOff: g.DaysOff[seat].Names(), AutoVacation: g.AutoVacation[seat],
		})
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
	info := s.info(g.Ruleset)
	w := Turn{
		Ply: t.Ply, Seat: info.SideID(t.Seat), Turn: t.Text, Description: s.views.Turn(g, t, reader).Description,
		Events: wireEvents(info, t.Events), Position: t.Position, Occurrence: t.Occurrence, At: t.At, Via: TurnVia(t.Via),
	}
	if g.SeatOf(reader.Player) != rules.NoSeat {
		w.Message = t.Message
	}
	return w
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
	if g.TakebackBy == rules.NoSeat {
		return nil
	}
	return &Takeback{By: info.SideID(g.TakebackBy), Ply: g.TakebackTo}
}

// wireResult returns nil while the game is ongoing.
func wireResult(info rules.Info, r rules.Result) *Result {
	if !r.Over() {
		return nil
	}
	return &Result{Winner: sideOrNull(info, r.Winner), Reason: r.Reason}
}

func (s *server) wireChallenge(c models.Challenge, reader models.Player) Challenge {
	w := withTerms(Challenge{
		ChallengerReliability: wireReliability(c.Standing.Reliability),
		DaysOff:               c.DaysOff.Names(), AutoVacation: c.AutoVacation,

		ID: c.ID, Ruleset: c.Ruleset, Variant: c.Variant, Status: ChallengeStatus(c.Status),
		Challenger: c.Challenger.Name, Opponent: optional(c.Opponent.Name), Seat: ChallengeSeat(c.SeatWord()),
		Pace: c.Pace, Message: c.Message, Game: c.GameID,
		RematchOf: c.RematchOf, URL: templates.ChallengeURL(s.baseURL, c.ID),
		CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt, AnsweredAt: optionalTime(c.AnsweredAt),
	}, c.Terms)
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
