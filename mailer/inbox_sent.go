package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/store"
	"turnpost/templates"
)

// names are the sender names of our mails, for attribution lines.
func (w *Writer) names() []string {
	names := []string{w.address}
	if w.name != "" {
		names = append(names, w.name)
	}
	return names
}

// answeredMail has what is known of the mail that another one answers.
type answeredMail struct {
	kind     models.Kind // "" for an unknown mail
	sent     reply.Sent
	asked    bool             // it asked to confirm resigning
	meant    string           // the command that it asked about; "" for none
	choices  []string         // it asked which of these was meant
	settings []models.Setting // it had these settings, to be changed and sent back
	faults   []models.SettingFault
}

// sent returns the content of the answered mail, rendered again with the game at that ply. Times in it may differ,
// which does no harm.
func (w *Writer) sent(ctx context.Context, store *store.Store, link models.Link, holder account.LinkHolder,
	h reply.Header,
) (answered answeredMail, err error) {
	key := ""
	for _, id := range append(h.InReplyTo, h.References...) {
		if found, _ := w.cutMessageID(id); found != "" {
			key = found
			break
		}
	}
	content, err := store.SentContent(ctx, key, link, holder)
	if err != nil || content == nil {
		return answered, err
	}
	answered.kind = content.Kind
	if a := content.Reply; a != nil {
		answered.asked, answered.settings, answered.faults = a.About == models.AnswerConfirm, a.Settings, a.Faults
		answered.meant, answered.choices = a.Meant, a.Choices
	}
	mail, err := w.mail(content, content.CreatedAt)
	if err != nil {
		return answered, err
	}
	mail.HasToken = true // mails were sent with commands before they were left out
	// Words of the player that the mail repeats or offers back are not in what is known of it: the player may send them
	// now.
	mail.Unsaid, mail.UnsaidWords = true, "…"
	if mail.Answer != nil {
		mail.Answer.Typed = "…"
	}
	text, err := templates.RenderMailText(mail)
	answered.sent = reply.Sent{
		Subject: text.Subject, Text: text.Text, HTML: text.HTML, Earlier: templates.EarlierSubject(mail),
	}
	return answered, err
}
