package mailer

import (
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/setting"
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
		Last: a.Last, DeskLast: a.DeskLast, Muted: a.Muted, DrawTalk: a.DrawTalk, Reported: a.Reported,
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

// addAnswer adds what an answer to a mail has beside its game: lists, rules, the turns of a game.
func (w *Writer) addAnswer(m *templates.Mail, c *mailbox.Content) (err error) {
	if c.Reply == nil && c.Event == nil {
		return nil
	}
	m.More = c.More
	for _, part := range c.Listed {
		listed, err := w.listed(m, part)
		if err != nil {
			return err
		}
		m.Listed = append(m.Listed, listed)
	}
	for _, part := range c.Others {
		waiting, err := w.listed(m, part)
		if err != nil {
			return err
		}
		m.Elsewhere = append(m.Elsewhere, waiting)
	}
	if c.Ruleset != nil {
		m.Rules, err = templates.NewRulesBook(c.Ruleset, m.Reader.Words())
		if err != nil {
			return err
		}
	}
	if m.Game != nil {
		m.Example = w.views.Example(m.Game.Ruleset, m.Reader)
	}
	w.addHistory(m, c)
	return nil
}

// addEvent adds the event that the mail is about, its table, and a list of events.
func (w *Writer) addEvent(m *templates.Mail, c *mailbox.Content) {
	for _, e := range c.Events {
		m.Events = append(m.Events, w.views.Event(e, m.Reader))
	}
	if c.Event == nil {
		return
	}
	m.Event, m.Place = w.views.Event(*c.Event, m.Reader), c.Place
	switch {
	case c.Table == nil:
	case m.Event.IsLadder():
		for _, row := range c.Table.Groups[0] {
			m.Places = append(m.Places, row.Player)
		}
	default:
		m.Table = view.EventTable(*c.Table, m.Reader)
	}
}

// listed converts a game or a challenge of a list, with the address of replies to it.
func (w *Writer) listed(of *templates.Mail, c *mailbox.Content) (templates.Mail, error) {
	m := templates.Mail{
		Kind: c.Kind, Reader: of.Reader, Now: of.Now, Site: w.site, Name: of.Name, Email: of.Email,
		Page: templates.LinkURL(w.site, c.PageLink), Offer: string(c.Offer), Replies: w.replies,
	}
	if w.replies && c.ReplyLink != "" {
		m.ReplyTo = w.boxAddress(boxReply, c.ReplyLink)
	}
	if err := w.addChallenge(&m, c); err != nil {
		return m, err
	}
	return m, w.addGame(&m, c)
}

// addHistory adds the turns of a game, or its record.
func (w *Writer) addHistory(m *templates.Mail, c *mailbox.Content) {
	h := c.History
	if h == nil {
		return
	}
	m.History = &templates.MailHistory{Game: w.views.Game(h.Game, false, m.Reader), First: 1}
	if h.Record != nil {
		m.History.Record = w.views.Record(h.Record, m.Reader)
		return
	}
	for _, turn := range h.Turns {
		m.History.Turns = append(m.History.Turns, w.views.Turn(h.Game, turn, m.Reader))
	}
	m.History.First = h.Game.Ply - len(h.Turns) + 1
}

// faults converts the refused lines of settings.
func (w *Writer) faults(c *mailbox.Content) (list []templates.MailFault) {
	for _, f := range c.Reply.Faults {
		fault := templates.MailFault{
			Setting: f.Setting, Code: strings.TrimPrefix(f.Refused.Message.Key, "error."),
			Reason: w.views.Explain(f.Refused, view.Mail, view.ReaderOf(c.To)).Detail,
		}
		if name := setting.Named(f.Name); name != "" {
			fault.Form = setting.Form(name)
		}
		list = append(list, fault)
	}
	return list
}

// Summarize returns a notice for a channel that is read by many, with the mail that it summarizes.
func (w *Writer) Summarize(c *mailbox.Content, now time.Time) (templates.Mail, templates.Summary, error) {
	m, err := w.mail(c, now)
	if err != nil {
		return m, templates.Summary{}, err
	}
	s, err := templates.Summarize(m)
	return m, s, err
}

// Site returns the base URL of the server, without a trailing slash.
func (w *Writer) Site() string { return w.site }
