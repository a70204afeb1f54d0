package templates

import (
	"strings"
	"time"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/view"
)

// gap returns the value of a gap in the mail's phrases. A gap with the name of a phrase is that phrase.
func (w *mailWriter) gap(name string) any {
	if value, found := mailGaps[name]; found {
		return value(w)
	}
	if value, found := gameGaps[name]; found {
		if w.Game == nil || w.Game.Reader == rules.NoSeat {
			w.fail(errNoGame)
			return ""
		}
		return value(w, w.Game)
	}
	if value, found := challengeGaps[name]; found {
		if w.Challenge == nil {
			w.fail(errNoChallenge)
			return ""
		}
		return value(w, w.Challenge)
	}
	if value, found := answerGaps[name]; found {
		if w.Answer == nil {
			w.fail(errNoAnswer)
			return ""
		}
		return value(w, w.Answer)
	}
	return w.say(name)
}

// mailGaps are the gaps about the mail itself. A shell's variable and its assignment are not words of a language.
var mailGaps = map[string]func(*mailWriter) any{
	"stops":       func(w *mailWriter) any { return w.language.Say("kind." + string(w.Kind)) },
	"now":         func(w *mailWriter) any { return w.when(w.Now) },
	"name":        func(w *mailWriter) any { return w.Name },
	"has_account": func(w *mailWriter) any { return w.Name != "" },
	"zone":        func(w *mailWriter) any { return w.Reader.Zone.String() },
	"site":        func(w *mailWriter) any { return w.Site },
	"words":       func(w *mailWriter) any { return w.UnsaidWords },
	"waiting":     func(w *mailWriter) any { return w.Waiting },
	"replies":     func(w *mailWriter) any { return w.Replies },
	"playing":     func(w *mailWriter) any { return w.Game != nil },
	"accepted":    func(w *mailWriter) any { return w.Accepted },
	"code":        func(w *mailWriter) any { return w.Code },
	"expires":     func(w *mailWriter) any { return w.when(w.Expires) },
	"token":       func(*mailWriter) any { return "$TOKEN" },
	"export":      func(*mailWriter) any { return "export TOKEN=…" },

	"event":     func(w *mailWriter) any { return w.eventName() },
	"place":     func(w *mailWriter) any { return w.Place },
	"elsewhere": func(w *mailWriter) any { return len(w.Elsewhere) },
	"events":    func(w *mailWriter) any { return len(w.Events) },

	// Of a change of address.
	"account": func(w *mailWriter) any { return w.Address.Name },
	"new":     func(w *mailWriter) any { return w.Address.New },
	"change":  func(w *mailWriter) any { return string(w.Address.State) },
	"taken":   func(w *mailWriter) any { return w.Address.Taken },
	"until":   func(w *mailWriter) any { return w.when(w.Address.Until) },

	// Of a webhook that was turned off.
	"hook_host":   func(w *mailWriter) any { return w.Hook.Host },
	"hook_format": func(w *mailWriter) any { return w.Hook.Format },
	"hook_since":  func(w *mailWriter) any { return w.when(w.Hook.Since.Time()) },
	"hook_detail": func(w *mailWriter) any { return string(w.Hook.Detail) },
	"hook_why":    func(w *mailWriter) any { return w.hookWhy() },
	// Of a report, and of what the operator tells everybody.
	"reporter":       func(w *mailWriter) any { return w.Report.Reporter },
	"reported":       func(w *mailWriter) any { return w.Report.Player },
	"report_game":    func(w *mailWriter) any { return w.Report.Game },
	"of_player":      func(w *mailWriter) any { return w.Report.Player != "" },
	"of_game":        func(w *mailWriter) any { return w.Report.Game != "" },
	"report_number":  func(w *mailWriter) any { return w.Report.ID },
	"announced_till": func(w *mailWriter) any { return w.when(w.Announcement.Until) },

	// Of a digest.
	"listed":   func(w *mailWriter) any { return len(w.Listed) },
	"more":     func(w *mailWriter) any { return w.More },
	"ruleset":  func(w *mailWriter) any { return w.rulesetName() },
	"history":  func(w *mailWriter) any { return w.historyTitle() },
	"example":  func(w *mailWriter) any { return w.Example },
	"exampled": func(w *mailWriter) any { return w.Example != "" },
	"awaiting": func(w *mailWriter) any { return len(w.Awaiting()) },
	"pairings": func(w *mailWriter) any { return strings.Join(w.pairings, w.language.Say("list.separator")) },
}

// gameGaps are the gaps about the game, for a player of it.
var gameGaps = map[string]func(*mailWriter, *view.Game) any{
	"game_id":   func(_ *mailWriter, g *view.Game) any { return g.ID },
	"title":     func(_ *mailWriter, g *view.Game) any { return g.Title },
	"number":    func(_ *mailWriter, g *view.Game) any { return g.Number() },
	"opponent":  func(_ *mailWriter, g *view.Game) any { return g.Opponent() },
	"side":      func(_ *mailWriter, g *view.Game) any { return g.Side() },
	"due":       func(w *mailWriter, g *view.Game) any { return w.when(g.Deadline) },
	"remaining": func(w *mailWriter, g *view.Game) any { return w.language.Span(g.Remaining(w.Now)) },
	"left":      func(w *mailWriter, g *view.Game) any { return w.language.Left(g.Left) },
	"begun":     func(_ *mailWriter, g *view.Game) any { return g.LastTurn != nil },
	"before":    func(w *mailWriter, _ *view.Game) any { return describe(w.Previous) },
	"last":      func(_ *mailWriter, g *view.Game) any { return describe(g.LastTurn) },
	"state":     func(_ *mailWriter, g *view.Game) any { return stateOf(g) },

	"my_last":   func(_ *mailWriter, g *view.Game) any { return g.LastTurn != nil && g.LastTurn.Seat == g.Reader },
	"my_before": func(w *mailWriter, g *view.Game) any { return w.Previous != nil && w.Previous.Seat == g.Reader },

	"reason":  func(_ *mailWriter, g *view.Game) any { return g.Reason },
	"outcome": func(_ *mailWriter, g *view.Game) any { return string(g.Outcome) },

	"rating_before": func(_ *mailWriter, g *view.Game) any { return g.MyRating().Before },
	"rating_after":  func(_ *mailWriter, g *view.Game) any { return g.MyRating().After },
	"unrated":       func(_ *mailWriter, g *view.Game) any { return g.Unrated },

	"their_left": func(w *mailWriter, g *view.Game) any { return w.language.Span(g.TheirLeft) },
	"back":       func(w *mailWriter, g *view.Game) any { return w.until(g.Players[g.Reader.Other()].AwayUntil) },
	"unread":     func(_ *mailWriter, g *view.Game) any { return g.Unread },

	"offer":       func(w *mailWriter, _ *view.Game) any { return w.Offer },
	"again":       func(_ *mailWriter, g *view.Game) any { return g.Again() },
	"answer_turn": func(w *mailWriter, _ *view.Game) any { return w.AnswerPly + 1 },
	"away_state":  func(w *mailWriter, _ *view.Game) any { return w.awayState() },
	"away_known":  func(w *mailWriter, _ *view.Game) any { return w.AwayKnown },
	"away_from":   func(w *mailWriter, _ *view.Game) any { return w.language.From(w.Reader.In(w.AwayFrom)) },
	"away_until":  func(w *mailWriter, _ *view.Game) any { return w.until(w.AwayUntil) },
	"days_left":   func(w *mailWriter, _ *view.Game) any { return w.DaysLeft },
	"plan_detail": func(w *mailWriter, _ *view.Game) any { return w.PlanDetail },
	"answered":    func(w *mailWriter, _ *view.Game) any { return describe(w.Answered) },

	"messages":      func(w *mailWriter, _ *view.Game) any { return len(w.Messages) },
	"first_message": func(w *mailWriter, _ *view.Game) any { return w.firstMessage() },
	"said_ply":      func(w *mailWriter, _ *view.Game) any { return w.Said.Ply },
	"said_at":       func(w *mailWriter, _ *view.Game) any { return w.when(w.Said.At) },
}

// challengeGaps are the gaps about the challenge. {guest} is the player whom it invites by name.
var challengeGaps = map[string]func(*mailWriter, *view.Challenge) any{
	"challenged_title": func(_ *mailWriter, c *view.Challenge) any { return c.Title },
	"challenger":       func(_ *mailWriter, c *view.Challenge) any { return c.Challenger },
	"guest":            func(_ *mailWriter, c *view.Challenge) any { return c.Opponent },
	"guest_known":      func(_ *mailWriter, c *view.Challenge) any { return c.Opponent != "" },
	"guest_side":       func(_ *mailWriter, c *view.Challenge) any { return c.GuestSide() },
	"challenge_mine":   func(_ *mailWriter, c *view.Challenge) any { return c.Mine },
	"guest_first":      func(_ *mailWriter, c *view.Challenge) any { return c.GuestMovesFirst() },
	"by_lot":           func(_ *mailWriter, c *view.Challenge) any { return c.ByLot() },
	"rematch":          func(_ *mailWriter, c *view.Challenge) any { return c.RematchOf != "" },
	"earlier_game":     func(_ *mailWriter, c *view.Challenge) any { return c.RematchOf },
	"summary":          func(_ *mailWriter, c *view.Challenge) any { return c.Summary },
	"said":             func(_ *mailWriter, c *view.Challenge) any { return oneLine(c.Message) },
	"open_until":       func(w *mailWriter, c *view.Challenge) any { return w.when(c.ExpiresAt) },
	"pace": func(w *mailWriter, c *view.Challenge) any {
		return w.language.Pace(c.Pace.Bank, c.Pace.PerTurn, c.Pace.Cap)
	},
	"challenge_state": func(w *mailWriter, c *view.Challenge) any {
		switch {
		case c.Expired():
			return "expired"
		case w.Accepted && w.Game != nil:
			return "begun"
		}
		return ""
	},
}

// answerGaps are the gaps about the response to a reply.
var answerGaps = map[string]func(*mailWriter, *MailAnswer) any{
	"about":       func(_ *mailWriter, a *MailAnswer) any { return string(a.About) },
	"typed":       func(_ *mailWriter, a *MailAnswer) any { return a.Typed },
	"name_taken":  func(_ *mailWriter, a *MailAnswer) any { return a.Reason == string(models.CodeNameTaken) },
	"new_account": func(w *mailWriter, _ *MailAnswer) any { return w.NewAccount },
	"unreadable":  func(_ *mailWriter, a *MailAnswer) any { return a.Reason },
	"refusal":     func(_ *mailWriter, a *MailAnswer) any { return a.Refusal },
	"tried_turn":  func(_ *mailWriter, a *MailAnswer) any { return a.Turn },
	"near":        func(w *mailWriter, a *MailAnswer) any { return w.language.Either(a.Near) },
	"choices":     func(w *mailWriter, a *MailAnswer) any { return w.language.Either(a.Choices) },
	"alone":       func(_ *mailWriter, a *MailAnswer) any { return len(a.Choices) == 1 },
}

// when formats a time in the reader's zone.
func (w *mailWriter) when(t time.Time) string { return w.language.When(w.Reader.In(t)) }

func (w *mailWriter) until(t time.Time) string { return w.language.Until(w.Reader.In(t)) }

// firstMessage returns the text of the first message, or "".
func (w *mailWriter) firstMessage() string {
	if len(w.Messages) == 0 {
		return ""
	}
	return w.Messages[0].Text
}

// describe returns the description of a turn, or "".
func describe(turn *view.Turn) string {
	if turn == nil {
		return ""
	}
	return turn.Description
}

// stateOf says whose turn it is.
func stateOf(g *view.Game) string {
	switch {
	case g.Over():
		return "over"
	case g.MyTurn():
		return "mine"
	}
	return "theirs"
}

// eventName returns the name of the mail's event; "" without one.
func (w *mailWriter) eventName() string {
	if w.Event == nil {
		return ""
	}
	return w.Event.Name
}

// rulesetName returns the name of the ruleset whose rules the mail has, or "".
func (w *mailWriter) rulesetName() string {
	if w.Rules == nil {
		return ""
	}
	return w.Rules.Info.Name
}

// historyTitle returns the title of the game whose turns the mail has, or "".
func (w *mailWriter) historyTitle() string {
	if w.History == nil {
		return ""
	}
	return w.History.Game.Title
}

// hookWhy describes the last attempt to send to the webhook.
func (w *mailWriter) hookWhy() string {
	return w.language.Say("hook.detail."+string(w.Hook.Detail), "status", w.Hook.Status)
}

// Awaiting returns the parts of a digest about games that await the reader.
func (m *Mail) Awaiting() []Mail { return m.secondary(true) }
