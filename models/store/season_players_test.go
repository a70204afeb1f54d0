package store

import (
	"slices"
	"strings"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// The actions of a season's players, each in the store and in the season's books.

// invite lets one entrant challenge another, who accepts after a while.
func (s *season) invite(a, b *entrant, ruleset, variant string, pace tempo) {
	c, err := s.CreateChallenge(s.t.Context(), a.Player, challenge.NewChallenge{
		Ruleset: ruleset, Variant: variant, Opponent: b.Name, Seat: "first", Terms: models.Terms{Pace: pace.text},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.expect(expectedNotice{kind: models.KindChallenge, to: b, challenge: c.ID})
	s.at(s.now+1+minute(s.rnd.IntN(600)), func() { s.begin(c, a, b, pace) })
}

func (s *season) begin(c models.Challenge, a, b *entrant, pace tempo) {
	begun, err := s.AcceptChallenge(s.t.Context(), b.Player, c.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	start, err := s.RulesetByID[c.Ruleset].Start(c.Variant)
	if err != nil {
		s.t.Fatal(err)
	}
	g := &match{
		id: begun.ID, ruleset: c.Ruleset, variant: c.Variant, pace: pace,
		players: [2]*entrant{a, b}, line: []rules.Position{start},
		left: [2]minute{pace.initial(), pace.initial()}, drawBy: rules.NoSeat, backBy: rules.NoSeat,
	}
	g.note(s.now, "%s begins", g.id)
	s.matches = append(s.matches, g)
	s.forget(func(n expectedNotice) bool { return n.challenge == c.ID })
	s.expect(expectedNotice{kind: models.KindChallengeAnswer, to: a, game: g})
	s.startTurn(g)
}

// startTurn starts the clock, notifies the side to move and schedules its visit.
func (s *season) startTurn(g *match) {
	g.start()
	s.expect(expectedNotice{kind: models.KindYourTurn, to: g.players[g.mover()], game: g, ply: g.ply()})
	s.changed(g)
	if s.rnd.IntN(60) > 0 { // otherwise the turn is forgotten
		s.visitIn(g, 1+minute(s.rnd.ExpFloat64()*0.28*float64(g.pace.perTurn)))
	}
}

// changed invalidates the players' intentions, and marks the game for comparison.
func (s *season) changed(g *match) {
	g.visits++
	s.touched[g] = true
}

// visitIn lets the side to move visit the game later, unless it changes before.
func (s *season) visitIn(g *match, in minute) {
	thought := g.visits
	s.at(s.now+in, func() {
		if !g.over() && g.visits == thought {
			s.visit(g)
		}
	})
}

// visit lets the side to move look at the board and act.
func (s *season) visit(g *match) {
	seat, roll := g.mover(), s.rnd.IntN(100)
	switch other := seat.Other(); {
	case g.players[seat].away[s.now] && roll < 70:
		s.visitIn(g, days)
	case g.backBy == other:
		s.answerTakeback(g, roll < 50)
		s.visitIn(g, 10)
	case g.drawBy == other && roll < 60:
		s.answerDraw(g, roll < 30)
		s.visitIn(g, 10)
	case roll < 1:
		s.resign(g, seat)
	case roll < 4 && (!g.played(rules.First) || !g.played(rules.Second)):
		s.abort(g, seat)
	case roll < 5 && g.drawBy == rules.NoSeat:
		s.offerDraw(g, seat)
		s.visitIn(g, 2*hours)
	case roll < 8 && g.ply() > 0 && g.backBy == rules.NoSeat:
		s.offerTakeback(g, seat)
		s.visitIn(g, 5*hours)
	default:
		s.turn(g, roll > 97)
	}
}

func (s *season) turn(g *match, offer bool) {
	seat, text := g.mover(), rulestest.RandomTurn(s.t, g.position(), s.rnd)
	played, err := g.position().Play(text)
	if err != nil {
		s.fail(g, "%v", err)
	}
	turn := models.TurnInput{Game: g.id, Player: g.players[seat].ID, Text: text, OfferDraw: offer, Via: models.ViaHTTP}
	if _, err := s.PlayTurn(s.t.Context(), turn); err != nil {
		s.fail(g, "turn %s: %v", text, err)
	}
	g.note(s.now, "seat %d plays %s with %v left", seat, played.Turn, g.left[seat].duration())
	g.left[seat] = g.pace.after(g.left[seat])
	g.line, g.turns = append(g.line, played.Next), append(g.turns, played.Turn)
	g.backBy = rules.NoSeat
	if offer {
		g.drawBy = seat
	} else if g.drawBy == seat.Other() {
		g.drawBy = rules.NoSeat
	}
	s.forget(func(n expectedNotice) bool {
		return n.game == g && (n.kind == models.KindYourTurn || n.kind == models.KindReminder || n.kind == models.KindOffer)
	})
	if result := g.standing(); result.Over() {
		s.ended(g, result)
		return
	}
	s.startTurn(g)
}

// ended books the end of a game.
func (s *season) ended(g *match, result rules.Result) {
	g.result, g.unsent = result, false
	g.drawBy, g.backBy = rules.NoSeat, rules.NoSeat
	g.note(s.now, "ends: %s, winner %d", result.Reason, result.Winner)
	s.forget(func(n expectedNotice) bool { return n.game == g })
	for _, e := range g.players {
		s.expect(expectedNotice{kind: models.KindGameOver, to: e, game: g, ply: g.ply()})
	}
	s.changed(g)
	s.ends[result.Reason]++
}

func (s *season) resign(g *match, seat rules.Seat) {
	if _, err := s.ResignGame(s.t.Context(), g.players[seat].ID, g.id); err != nil {
		s.fail(g, "%v", err)
	}
	s.ended(g, rules.Won(seat.Other(), models.ReasonResignation))
}

func (s *season) abort(g *match, seat rules.Seat) {
	if _, err := s.AbortGame(s.t.Context(), g.players[seat].ID, g.id); err != nil {
		s.fail(g, "%v", err)
	}
	s.ended(g, rules.Drawn(models.ReasonAborted))
}

// offerDraw makes an offer; the opponent answers if they visit before the next turn.
func (s *season) offerDraw(g *match, seat rules.Seat) {
	s.draw(g, seat, models.MakeOffer)
	g.drawBy = seat
	s.expect(
		expectedNotice{
			kind: models.KindOffer, to: g.players[seat.Other()], game: g, ply: g.ply(),
			detail: string(models.DrawOffer),
		},
	)
	s.at(s.now+1+minute(s.rnd.IntN(300)), func() {
		if !g.over() && g.drawBy == seat && s.rnd.IntN(2) == 0 {
			s.answerDraw(g, s.rnd.IntN(2) == 0)
		}
	})
}

func (s *season) answerDraw(g *match, yes bool) {
	offered := g.drawBy
	if yes {
		s.draw(g, offered.Other(), models.AcceptOffer)
		s.ended(g, rules.Drawn(models.ReasonAgreement))
		return
	}
	s.draw(g, offered.Other(), models.DeclineOffer)
	g.record(s.now, play.LogDrawDeclined, offered.Other(), "")
	g.drawBy = rules.NoSeat
	s.expect(expectedNotice{
		kind: models.KindOfferAnswer, to: g.players[offered], game: g, ply: g.ply(),
		detail: string(models.DrawOffer) + " declined",
	})
}

func (s *season) draw(g *match, seat rules.Seat, action models.OfferAction) {
	if _, err := s.NegotiateDraw(s.t.Context(), g.players[seat].ID, g.id, action); err != nil {
		s.fail(g, "%s a draw: %v", action, err)
	}
	g.note(s.now, "seat %d: %s a draw", seat, action)
	s.touched[g] = true
}

func (s *season) offerTakeback(g *match, seat rules.Seat) {
	to := max(0, g.ply()-1-s.rnd.IntN(3))
	s.takeback(g, seat, models.MakeOffer, to)
	g.backBy, g.backTo = seat, to
	s.expect(
		expectedNotice{
			kind: models.KindOffer, to: g.players[seat.Other()], game: g, ply: g.ply(),
			detail: string(models.TakebackOffer),
		},
	)
	s.at(s.now+1+minute(s.rnd.IntN(600)), func() {
		if !g.over() && g.backBy == seat && g.backTo == to {
			s.answerTakeback(g, s.rnd.IntN(3) > 0)
		}
	})
}

func (s *season) answerTakeback(g *match, yes bool) {
	offered := g.backBy
	if !yes {
		s.takeback(g, offered.Other(), models.DeclineOffer, 0)
		g.record(s.now, play.LogTakebackDeclined, offered.Other(), "")
		g.backBy = rules.NoSeat
		s.expect(expectedNotice{
			kind: models.KindOfferAnswer, to: g.players[offered], game: g, ply: g.ply(),
			detail: string(models.TakebackOffer) + " declined",
		})
		return
	}
	s.takeback(g, offered.Other(), models.AcceptOffer, g.backTo)
	g.record(s.now, play.LogTakeback, offered, strings.Join(g.turns[g.backTo:], ", "))
	g.left[g.mover()] = g.pace.after(g.left[g.mover()])
	g.line, g.turns = g.line[:g.backTo+1], g.turns[:g.backTo]
	g.drawBy, g.backBy = rules.NoSeat, rules.NoSeat
	s.forget(func(n expectedNotice) bool { return n.game == g })
	s.expect(expectedNotice{
		kind: models.KindOfferAnswer, to: g.players[offered], game: g, ply: g.ply(),
		detail: string(models.TakebackOffer) + " accepted",
	})
	s.startTurn(g)
}

func (s *season) takeback(g *match, seat rules.Seat, action models.OfferAction, ply int) {
	if _, err := s.NegotiateTakeback(s.t.Context(), g.players[seat].ID, g.id, action, ply); err != nil {
		s.fail(g, "%s a takeback: %v", action, err)
	}
	g.note(s.now, "seat %d: %s a takeback to %d", seat, action, ply)
	s.touched[g] = true
}

// leave plans a vacation, or changes the planned or current one.
func (s *season) leave(e *entrant, first, last string) {
	if _, err := s.SetVacation(s.t.Context(), e.ID, first, last); err != nil {
		s.t.Fatalf("%v: %s away from %s to %s: %v", s.now.time(), e.Name, first, last, err)
	}
	s.forgive(e)
	e.plan(s.now, first, last)
	from := e.next(s.now, true)
	until := e.next(from, false)
	const stamp = "2006-01-02T15:04:05Z"
	e.period = from.time().Format(stamp) + "/" + until.time().Format(stamp)
	s.announce(e)
}

// comeBack ends or cancels a vacation, if there is one.
func (s *season) comeBack(e *entrant) {
	if e.next(s.now, true) == noMinute {
		return
	}
	if err := s.EndVacation(s.t.Context(), e.ID); err != nil {
		s.t.Fatalf("%v: %s back: %v", s.now.time(), e.Name, err)
	}
	s.forgive(e)
	e.stay(s.now)
	e.period = ""
	s.announce(e)
}

// forgive credits the waits of an entrant's turns before their calendar changes.
func (s *season) forgive(e *entrant) {
	for _, g := range s.matches {
		if !g.over() && g.players[g.mover()] == e {
			s.settle(g)
		}
	}
}

// announce books the entrant's vacation, or its end, in every game of theirs, and one mail to each opponent.
func (s *season) announce(e *entrant) {
	known := map[*entrant]bool{}
	list := slices.Clone(s.matches)
	slices.SortFunc(list, func(a, b *match) int { return strings.Compare(a.id, b.id) })
	for _, g := range list {
		seat := rules.Seat(slices.Index(g.players[:], e))
		if g.over() || seat == rules.NoSeat {
			continue
		}
		g.record(s.now, play.LogAway, seat, e.period)
		s.touched[g] = true
		if other := g.players[seat.Other()]; !known[other] {
			known[other] = true
			s.expect(expectedNotice{
				kind: models.KindAway, to: other, game: g, ply: g.ply(), detail: e.period, about: e,
			})
		}
	}
}
