//go:build browser

package pages_test

import (
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// addReports adds the form of a report, an announcement, and the pages about the server.
func (s *scene) addReports() {
	g := s.begin("hnefatafl", "7x7")
	_, err := s.SendMessage(s.t.Context(), s.players["bob"].ID, g.ID, "You fool! "+strings.Repeat("What a turn. ", 20))
	s.must(err)
	s.add("report-player", s.cleo, "/report?player=bob", nil)
	s.add("report-game", s.ann, "/report?game="+g.ID, nil)
	s.add("report-refused", s.cleo, "/report?player=nobody", func(b *tab) {
		b.do(chromedp.SendKeys(`textarea[name=reason]`, "a reason"))
		b.click(`form[action="/report"] .go`)
		b.wants("nobody")
	})
	s.add("report-made", s.cleo, "/report?player=bob", func(b *tab) {
		b.do(chromedp.SendKeys(`textarea[name=reason]`, "a reason"))
		b.click(`form[action="/report"] .go`)
		b.wants("The operator has your report.")
	})
	s.add("privacy", nil, "/privacy", nil)
	s.add("contact", s.ann, "/contact", nil)
	s.add("announced", s.ann, blank, func(b *tab) {
		text := "The server moves on Monday evening; turns of that hour may be late."
		s.must(s.Admin().Announce(s.t.Context(), text, s.Clock.Now().Add(time.Hour)))
		b.open("/games")
		b.wants(text)
		s.must(s.Admin().EndAnnouncement(s.t.Context()))
	})
}
