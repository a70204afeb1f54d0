package mailer

import (
	"cmp"
	"context"
	"strings"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/templates"
)

// Reports about our mails come from anybody: a Message-ID, which is part of every reply, must not be enough to stop
// mail to a player. A bounce counts by the link of the envelope sender alone, and a complaint by that link or one of
// List-Unsubscribe: only the recipient and their mail provider see these. Therefore reports need no authentication.

// unsigned is the reason recorded for a report without a link of ours.
const unsigned = "unsigned"

// takeBounce records for its recipient that a mail of ours came back.
func (r *claimedMail) takeBounce(ctx context.Context) error {
	failure := r.mail.Bounce[0]
	if !r.known || r.link.Purpose != models.LinkBounce {
		return r.ignoreReport(ctx, mailbox.InboundBounce, failure.MessageID)
	}
	done := r.settlement(mailbox.InboundBounce)
	bounce := asBounce(failure.Means)
	done.Reason, done.Detail = string(bounce), cmp.Or(failure.Detail, failure.Status)
	r.config.Bounced(done.Reason)
	if r.link.Player == 0 {
		return r.settle(ctx, done)
	}
	return r.along(done).RecordBounce(ctx, r.link.Player, bounce, done.Detail)
}

// takeComplaint pauses mail to a player who reported a mail of ours. A link that is also visible in the text of our
// mails ends only what it ends when it is opened.
func (r *claimedMail) takeComplaint(ctx context.Context) error {
	report := r.mail.Complaint
	link, err := r.findProof(ctx)
	if err != nil {
		return err
	}
	if link == "" {
		return r.ignoreReport(ctx, mailbox.InboundComplaint, report.MessageID)
	}
	done := r.settlement(mailbox.InboundComplaint)
	done.Reason, done.Detail = report.Type, report.Recipient
	switch {
	case report.Type == "not-spam":
		return r.settle(ctx, done)
	case r.link.Purpose == models.LinkUnsubscribe:
		_, err := r.along(done).Unsubscribe(ctx, link)
		return err
	}
	r.config.Bounced("complaint")
	return r.along(done).RecordComplaint(ctx, r.link.Player, r.link.Challenge)
}

// ignoreReport settles a report without a link of ours, for nobody.
func (r *claimedMail) ignoreReport(ctx context.Context, result mailbox.InboundResult, messageID string) error {
	r.known = false
	return r.ignore(ctx, result, unsigned, messageID)
}

// findProof returns the signed link of a complaint: the one of its recipient address, or one in the returned mail,
// preferably one that only headers hold; "" where there is none.
func (r *claimedMail) findProof(ctx context.Context) (link string, err error) {
	texts := []string{r.claim.Link}
	for _, proof := range r.mail.Complaint.Proofs {
		texts = append(texts, r.config.Writer.linkIn(proof))
	}
	for _, text := range texts {
		for _, purpose := range []models.LinkPurpose{models.LinkBounce, models.LinkUnsubscribe} {
			about, holder, err := r.config.Store.ReadLink(ctx, purpose, text)
			switch {
			case models.CodeOf(err) == models.CodeNotFound:
				continue
			case err != nil:
				return "", err
			}
			link, r.link, r.holder, r.known = text, about, holder, true
			if about.Purpose != models.LinkUnsubscribe {
				return link, nil
			}
		}
	}
	return link, nil
}

// linkIn returns the link in an address or URL of our mails, "" where there is none.
func (w *Writer) linkIn(text string) string {
	if link, found := strings.CutPrefix(text, templates.UnsubscribeURL(w.site, "")); found {
		return link
	}
	if scheme, address, found := strings.Cut(text, ":"); found && strings.EqualFold(scheme, "mailto") {
		text, _, _ = strings.Cut(address, "?")
	}
	to, _ := w.mailbox(text)
	return to.link
}

// unsubscribe ends the mail that the link is for. The content and the sender of the mail do not matter.
func (r *claimedMail) unsubscribe(ctx context.Context) error {
	_, err := r.along(r.settlement(mailbox.InboundUnsubscribed)).Unsubscribe(ctx, r.claim.Link)
	return err
}
