package mailer

import (
	"time"

	"turnpost/models/mailbox"
	"turnpost/templates"
)

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
