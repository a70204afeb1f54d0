package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
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

// sent returns the content of the answered mail, rendered again with the game at that ply. Times in it may differ,
// which does no harm. asked reports whether it asked to confirm resigning.
func (w *Writer) sent(ctx context.Context, store *models.Store, link models.Link, holder models.LinkHolder,
	h reply.Header,
) (sent reply.Sent, asked bool, err error) {
	key := ""
	for _, id := range append(h.InReplyTo, h.References...) {
		if found := w.keyOf(id); found != "" && w.linkOf(id) != "" {
			key = found
			break
		}
	}
	content, err := store.SentContent(ctx, key, link, holder)
	if err != nil || content == nil {
		return sent, false, err
	}
	asked = content.Reply != nil && content.Reply.About == models.AnswerConfirm
	mail, err := w.mail(content, content.CreatedAt)
	if err != nil {
		return sent, asked, err
	}
	text, err := templates.RenderMailText(mail)
	return reply.Sent{Subject: text.Subject, Text: text.Text, HTML: text.HTML}, asked, err
}
