package mailer

import (
	"strings"

	"turnpost/models/mailbox"
	"turnpost/models/setting"
	"turnpost/templates"
	"turnpost/templates/view"
)

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
