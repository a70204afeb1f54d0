package templates

import (
	"turnpost/models"
	"turnpost/models/visible"
)

// writeWebhookOff reports that a webhook of the reader was turned off.
func (w *mailWriter) writeWebhookOff() {
	w.add(blockHead, "webhook_off.head")
	w.add(blockText, "webhook_off.what")
	w.add(blockText, "webhook_off.why")
	w.add(blockText, "webhook_off.on")
	w.button("webhook_off.settings", w.Site+"/settings#webhooks")
	w.curl("webhook_off.curl", w.Do.TestWebhook(w.Hook.ID))
}

// Summary is the content of a notice for a channel that is read by many: without links that play, and without
// messages. Text from players is in its original form, on one line.
type Summary struct {
	Title string // the game with its opponent, or the subject of the mail
	Text  string // the news in one or two sentences
	Board string // as text; "" for none
	URL   string // of the page of the game or the challenge, for everybody; "" for none
}

// Summarize returns the summary of a mail. Its errors are those of RenderMail.
func Summarize(m Mail) (Summary, error) {
	w := newMailWriter(m)
	subject, text := w.subjectKey(), "preview."+string(m.Kind)
	switch m.Kind {
	case models.KindTest:
		subject, text = "hook.test.title", "hook.test"
	case models.KindMessage:
		text = "hook.message"
	}
	s := Summary{Title: visible.Shorten(w.say(subject), maxSubject), Text: visible.Shorten(w.say(text), maxPreview)}
	switch {
	case m.Game != nil:
		s.URL = GameURL(m.Site, m.Game.ID)
		if m.Game.Board != nil {
			s.Board = m.Game.Board.Text()
		}
	case m.Challenge != nil:
		s.URL = ChallengeURL(m.Site, m.Challenge.ID)
		if m.Challenge.Board != nil {
			s.Board = m.Challenge.Board.Text()
		}
	}
	return s, w.err
}
