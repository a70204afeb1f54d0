//go:build browser

package pages_test

import (
	"strings"

	"github.com/chromedp/chromedp"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/play"
)

// addNotebook adds notes, lines of play and feeds.
func (s *scene) addNotebook() {
	ctx, ann := s.t.Context(), s.players["ann"]
	g := s.begin("hnefatafl", "7x7")
	g = s.Play(s.Play(g, ann, "a4-a3"), s.players["bob"], "d3-c3")
	text := "The king goes left.\n\nWatch d1 " + strings.Repeat("and e1 ", 30)
	_, err := s.SetNotes(ctx, play.NotesInput{Game: g.ID, Player: ann.ID}, text)
	s.must(err)
	for _, line := range []play.NewKeptLine{
		{Ply: 0, Turns: []string{"d1-c1", "d3-c3"}, Name: strings.Repeat("a long name ", 5)},
		{Ply: 2, Turns: []string{"a3-a2", "c3-c2", "a2-a3", "c2-c3", "a3-a2", "c3-b3", "a2-b2"}},
		{Ply: 2, Turns: []string{"a3-a2"}, Name: strings.Repeat("W", play.MaxLineName)},
	} {
		_, err := s.KeepLine(ctx, ann.ID, g.ID, line)
		s.must(err)
	}
	s.add("notebook", s.ann, pathOf(g), nil)
	s.add("notebook-stale", s.ann, pathOf(g), func(b *tab) {
		eval[any](b, `document.querySelector("#notes [name=version]").value = "0";null`)
		b.click("#notes button")
	})
	s.add("notebook-saved", s.ann, pathOf(g), func(b *tab) { b.click("#notes button") })
	line := pathOf(g) + "/line?"
	s.add("line-new", s.ann, line+"from=2", nil)
	s.add("line-piece", s.ann, line+"from=2&at=a3", nil)
	s.add("line-whole", s.ann, line+"from=2&turn=a3-a2", nil)
	s.add("line-built", s.ann, line+"from=2&t=a3-a2&t=c3-c2", nil)
	s.add("line-kept", s.ann, line+"kept=2", nil)
	s.add("line-middle", s.ann, line+"kept=2&shown=3", nil)
	s.add("line-refused", s.ann, line+"from=2&t=a3-a2&t=what", nil)
	s.addWebhooks()
	s.add("settings-feeds", s.ann, "/settings?in=feeds", func(b *tab) { b.click("#feeds button[value=make]") })
}

// addWebhooks adds the settings with a webhook, with the secret of a new one, and with one that is refused.
func (s *scene) addWebhooks() {
	_, err := s.CreateHook(s.t.Context(), s.players["ann"].ID, hook.NewHook{
		URL: "https://chat.example.com/hooks/1", Format: "slack", Events: []models.Kind{models.KindGameOver},
	})
	s.must(err)
	s.add("settings-webhooks", s.ann, "/settings?in=webhooks#webhooks", nil)
	s.add("settings-webhook-made", s.ann, "/settings?in=webhooks", func(b *tab) {
		b.do(chromedp.SetValue("#webhooks form[action$=new-webhook] input[name=url]", "https://ntfy.example.com/games"))
		b.click("#webhooks form[action$=new-webhook] > button")
	})
	s.add("settings-webhook-refused", s.ann, "/settings?in=webhooks", func(b *tab) {
		b.do(chromedp.SetValue("#webhooks form[action$=new-webhook] input[name=url]", "https://ann:secret@chat.example.com/"))
		b.click("#webhooks form[action$=new-webhook] > button")
	})
}
