package mailer

import (
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// mail converts the content of a mail for the templates.
func (w *Writer) mail(c *mailbox.Content, now time.Time) (templates.Mail, error) {
	m := templates.Mail{
		Kind: c.Kind, Reader: view.ReaderOf(c.To), Now: now, Site: w.site,
		Name: c.To.Name, Email: c.To.Email, Code: c.Code, Expires: c.Expires,
		Hook: c.HookEnd, Address: c.Address, AddressURL: templates.LinkURL(w.site, c.Address.Link),
		NewAccount: (c.Kind == models.KindCode || c.Kind == models.KindDeskAnswer) && c.To.ID == 0,
		Page:       templates.LinkURL(w.site, c.PageLink),
		Report:     c.Report, Announcement: c.Announcement,
		StopKind: templates.LinkURL(w.site, c.Unsubscribe), StopGame: templates.LinkURL(w.site, c.UnsubscribeGame),
		PictureName: "board@" + w.domain,
		Accepted:    c.Decision == models.Accepted, Joined: c.Joined, Offer: string(c.Offer), AnswerPly: c.Ply,
		AwayFrom: c.Away.From, AwayUntil: c.Away.Until, AwayKnown: c.AwayKnown, DaysLeft: c.DaysLeft,
		PlanEnded: c.PlanEnded, PlanDetail: w.planDetail(c), PlanDone: c.PlanDone, NewToGame: c.NewToGame,
		HasToken: c.HasToken, Waiting: c.Waiting,
		Replies: w.replies, Answer: w.answer(c), Unsaid: c.Unsaid, UnsaidWords: c.UnsaidWords,
	}
	if err := w.addChallenge(&m, c); err != nil {
		return m, err
	}
	if err := w.addGame(&m, c); err != nil {
		return m, err
	}
	w.addEvent(&m, c)
	if err := w.addAnswer(&m, c); err != nil {
		return m, err
	}
	for _, other := range c.Secondary {
		secondary, err := w.mail(other, now)
		if err != nil {
			return m, err
		}
		m.Secondary = append(m.Secondary, secondary)
	}
	return m, nil
}

func (w *Writer) addChallenge(m *templates.Mail, c *mailbox.Content) (err error) {
	if c.Challenge != nil {
		m.Challenge, err = w.views.DrawnChallenge(*c.Challenge, m.Reader)
	}
	return err
}

func (w *Writer) addGame(m *templates.Mail, c *mailbox.Content) (err error) {
	if c.Game == nil {
		return nil
	}
	if c.Seat != rules.First && c.Seat != rules.Second {
		return fmt.Errorf("notice %s: its recipient does not play in game %s", c.Key, c.Game.ID)
	}
	game := c.Game
	if c.Tried != nil {
		game = c.Tried
	}
	m.Game, err = w.views.Drawn(game, false, m.Reader)
	if err != nil {
		return err
	}
	for _, message := range c.Messages {
		m.Messages = append(m.Messages, w.views.Message(message, m.Reader))
	}
	if c.Previous != nil && c.Tried == nil {
		m.Previous = w.views.Turn(c.Game, *c.Previous, m.Reader)
	}
	if c.RepliedTo != nil {
		m.Answered = w.views.Turn(c.Game, *c.RepliedTo, m.Reader)
	}
	return nil
}

// answer converts the answer to a reply; nil for other mail.
func (w *Writer) answer(c *mailbox.Content) *templates.MailAnswer {
	a := c.Reply
	if a == nil {
		return nil
	}
	answer := &templates.MailAnswer{
		About: a.About, Typed: a.Typed, Reason: a.Reason, Turn: a.Turn, Near: a.Near, Choices: a.Choices,
		Last: a.Last, DeskLast: a.DeskLast, Muted: a.Muted, Reported: a.Reported,
		Settings: a.Settings, Changes: a.Changes, Faults: w.faults(c),
		DaysOffFrom: a.DaysOffFrom,
	}
	if a.Refused != nil {
		answer.Refusal = w.views.Explain(a.Refused, view.Mail, view.ReaderOf(c.To)).Text()
	}
	return answer
}

// planDetail names the refused reply of a plan and the reason; "" where none was refused.
func (w *Writer) planDetail(c *mailbox.Content) string {
	if c.PlanRefused.Turn == "" {
		return ""
	}
	return c.PlanRefused.Turn + ": " + w.views.Sentence(c.PlanRefused.Why, c.PlanRefused.Ruleset, view.ReaderOf(c.To))
}
