package mailer

import (
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// Games says what stored games look like and mean. It is part of models.Store.
type Games interface {
	Diagram(g *models.Game) (rules.Diagram, error)
	Tell(g *models.Game, t models.Turn) string
	Info(ruleset string) rules.Info
	Analyse(in models.AnalysisInput) (*models.Analysis, error)
}

// view gathers what the templates say of a letter.
func (w *Writer) view(l *models.Letter, now time.Time) (templates.Mail, error) {
	v := templates.Mail{
		Kind: string(l.Kind), Locale: l.To.Locale, Now: now, Zone: l.To.TimeZone, Site: w.site,
		Name: l.To.Name, Email: l.To.Email, Code: l.Code, Expires: l.Expires,
		StopKind: w.unsubscribeURL(l.Unsubscribe), StopGame: w.unsubscribeURL(l.UnsubscribeGame),
		PictureName: "board@" + w.domain,
		Accepted:    l.Detail == string(models.ChallengeAccepted) || strings.HasSuffix(l.Detail, " accepted"),
		AnswerPly:   l.Ply, AwayFrom: l.Away.From, AwayUntil: l.Away.Until,
	}
	if l.Kind == models.KindOffer || l.Kind == models.KindOfferAnswer {
		v.Offer, _, _ = strings.Cut(l.Detail, " ")
	}
	var err error
	if l.Challenge != nil {
		if v.Challenge, err = w.viewChallenge(l.Challenge); err != nil {
			return v, err
		}
	}
	for _, m := range l.Messages {
		v.Messages = append(v.Messages, templates.MailMessage{Ply: m.Ply, At: m.At, Text: m.Text})
	}
	if l.Game != nil {
		if v.Game, err = w.viewGame(l); err != nil {
			return v, err
		}
	}
	for _, other := range l.With {
		with, err := w.view(other, now)
		if err != nil {
			return v, err
		}
		v.With = append(v.With, with)
	}
	return v, nil
}

func (w *Writer) unsubscribeURL(token string) string {
	if token == "" {
		return ""
	}
	return w.site + "/unsubscribe/" + token
}

func (w *Writer) viewGame(l *models.Letter) (*templates.MailGame, error) {
	g, info := l.Game, w.games.Info(l.Game.Ruleset)
	if l.Seat != rules.First && l.Seat != rules.Second {
		return nil, fmt.Errorf("notice %s: its recipient does not play in game %s", l.Key, g.ID)
	}
	board, err := w.games.Diagram(g)
	if err != nil {
		return nil, err
	}
	v := &templates.MailGame{
		ID: g.ID, Ruleset: g.Ruleset, Variant: g.Variant, Title: title(info, g.Variant), Opponent: g.Players[l.Seat.Other()].Name,
		Side: info.Sides[l.Seat].Name, ToMove: info.Sides[g.ToMove].Name, MyTurn: g.Status == models.Ongoing && g.ToMove == l.Seat,
		Turn: g.Ply + 1, Deadline: g.Deadline, Left: g.Left[g.ToMove], Outcome: outcome(g, l.Seat),
		DrawOffered: g.DrawBy == l.Seat.Other(), TakebackOffered: g.TakebackBy == l.Seat.Other(), TakebackTo: g.TakebackTo,
		PlanEnded: string(l.PlanEnded), PlanDetail: l.PlanDetail, PlanDone: l.PlanDone,
		ReasonPhrase: templates.ReasonPhrase(info, g.Result.Reason, loserFor(g, l.Seat)),
		Board:        board, Style: styleFor(info, l.Seat),
	}
	if t := g.LastTurn; t != nil {
		v.LastTurn = &templates.MailTurn{Told: w.games.Tell(g, *t)}
		if t.Seat != l.Seat {
			v.LastTurn.Message = t.Message
		}
	}
	if t := l.Answered; t != nil {
		v.Answered = &templates.MailTurn{Told: w.games.Tell(g, *t), Message: t.Message}
	}
	if l.NewToGame {
		v.Notation = info.Notation
	}
	return v, nil
}

// loserFor names who lost, or failed to begin, to a seat: "" for its own player.
func loserFor(g *models.Game, seat rules.Seat) string {
	if loser := g.Result.Winner.Other(); loser == seat.Other() {
		return g.Players[loser].Name
	}
	return ""
}

// outcome is how the game ended for a seat.
func outcome(g *models.Game, seat rules.Seat) string {
	switch {
	case g.Status == models.Ongoing:
		return ""
	case g.Status == models.Aborted:
		return "aborted"
	case g.Result.Winner == seat:
		return "won"
	case g.Result.Winner == seat.Other():
		return "lost"
	}
	return "drawn"
}

// viewChallenge shows a challenge as whoever is challenged sees it.
func (w *Writer) viewChallenge(c *models.Challenge) (*templates.MailChallenge, error) {
	start, err := w.games.Analyse(models.AnalysisInput{Ruleset: c.Ruleset, Variant: c.Variant})
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	v := &templates.MailChallenge{
		ID: c.ID, Ruleset: c.Ruleset, Variant: c.Variant, Title: start.Variant.Name, Summary: start.Info.Summary,
		Challenger: c.Challenger.Name, Opponent: c.Opponent.Name, Message: c.Message,
		Bank: c.Pace.Bank, Each: c.Pace.PerTurn, Cap: c.Pace.Cap,
		Board: start.Position.Diagram(), Style: styleFor(start.Info, c.Seat.Other()),
	}
	if seat := c.Seat.Other(); seat != rules.NoSeat {
		v.Side, v.MovesFirst = start.Info.Sides[seat].Name, seat == start.Position.ToMove()
	}
	return v, nil
}

// styleFor draws a board as somebody at a seat sees it.
func styleFor(info rules.Info, seat rules.Seat) templates.BoardStyle {
	style := templates.NewBoardStyle(info)
	style.Flip = seat == rules.Second
	return style
}

func title(info rules.Info, variant string) string {
	if v, ok := info.Variant(variant); ok {
		return v.Name
	}
	return info.Name
}
