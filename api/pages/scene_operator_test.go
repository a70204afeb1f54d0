//go:build browser

package pages_test

import (
	"net/url"
	"strconv"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/admin"
	"turnpost/models/event"
	"turnpost/models/mailbox"
)

// addOperator adds the operators' pages, which are ann's.
func (s *scene) addOperator() {
	s.operators[0] = s.players["ann"].ID
	g, over := s.begin("hnefatafl", "7x7"), s.begin("bohnduell", "")
	_, err := s.SendMessage(s.t.Context(), s.players["bob"].ID, g.ID, "You fool! What a turn.")
	s.must(err)
	report := admin.NewReport{Game: g.ID, Message: 1, Reason: "He insults me, and not for the first time."}
	made, err := s.CreateReport(s.t.Context(), s.players["ann"].ID, report)
	s.must(err)
	winter := event.NewEvent{Ruleset: "hnefatafl", Size: 4, Terms: models.Terms{Pace: "3d"}, Title: "Winter"}
	_, err = s.Admin().CreateEvent(s.t.Context(), winter)
	s.must(err)
	mail, err := s.ReceiveMail(s.t.Context(), mailbox.InboundMail{
		Key: []byte("operator"), Source: "smtp", From: "bob@example.org", To: "play+abcdefghijklmnopqrstuvwxyz@example.org",
		MessageID: "<a.long.message.identifier.of.a.mail.program@mail.example.org>",
		Raw:       []byte("From: bob\r\n\r\nd3-d6\r\n"),
	})
	s.must(err)
	s.must(s.RecordBounce(s.t.Context(), s.players["cleo"].ID, account.BounceReputation,
		"550 5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail."))
	s.add("admin-closed", s.ann, "/admin", nil)
	s.add("admin-code", s.ann, "/admin", func(b *tab) { b.click(`form[action="/admin/code"] button`) })
	opened := func(name, path string, after func(b *tab)) {
		s.add(name, s.ann, blank, func(b *tab) {
			s.openOperator(s.ann)
			b.open(path)
			if after != nil {
				after(b)
			}
		})
	}
	opened("admin", "/admin", func(b *tab) { b.unfold() })
	opened("admin-reports", "/admin/reports", nil)
	opened("admin-report", "/admin/reports/"+strconv.FormatInt(made.ID, 10), nil)
	opened("admin-players", "/admin/players", nil)
	opened("admin-player", "/admin/players/bob", func(b *tab) { b.unfold() })
	opened("admin-games", "/admin/games", nil)
	opened("admin-game", "/admin/games/"+g.ID, func(b *tab) { b.unfold() })
	opened("admin-game-over", "/admin/games/"+over.ID, nil)
	opened("admin-events", "/admin/events", func(b *tab) { b.unfold() })
	opened("admin-queues", "/admin/queues", nil)
	opened("admin-mail", "/admin/mail", nil)
	opened("admin-mail-one", "/admin/mail/"+strconv.FormatInt(mail, 10), nil)
	opened("admin-question", "/admin/players/bob", func(b *tab) { b.click(`form[action="/admin/acts/ban"] button`) })
	opened("admin-chat", "/admin/reports/"+strconv.FormatInt(made.ID, 10), func(b *tab) {
		b.click(`form[action="/admin/acts/read-chat"] button`)
		b.click(`form[action="/admin/acts/read-chat"] button`)
		b.wants("You fool!")
	})
	opened("admin-refused", "/admin/players/bob", func(b *tab) {
		b.click(`form[action="/admin/acts/unmute"] button`)
		b.click(`form[action="/admin/acts/unmute"] button`)
		b.wants("bob is not muted")
	})
	opened("admin-log", "/admin/log", nil)
}

// openOperator opens the operators' pages in a browser by a code, if they are closed.
func (s *scene) openOperator(v *visitor) {
	s.t.Helper()
	at, err := url.Parse(s.url)
	s.must(err)
	secret := v.client.Jar.Cookies(at)[0].Value
	until, err := s.OperatorUntil(s.t.Context(), secret)
	s.must(err)
	if !until.IsZero() {
		return
	}
	s.Clock.Advance(6 * time.Minute) // the interval between two codes
	s.must(s.RequestOperatorCode(s.t.Context(), secret))
	s.must(s.OpenOperatorPages(s.t.Context(), secret, s.Code(s.players["ann"].Email)))
}
