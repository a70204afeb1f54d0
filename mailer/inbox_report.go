package mailer

import (
	"cmp"
	"context"
	"strings"

	"turnpost/models"
)

// Reports about our mails come from anybody: a Message-ID, which travels in every reply, must not be enough to
// stop mail to a player. So a bounce counts by the link of the envelope sender alone, and a complaint by that
// link or one of List-Unsubscribe: only the recipient and their mail provider see these. For this reason reports
// need no authentication.

// unsigned is the reason of a report that has no link of ours.
const unsigned = "unsigned"

// takeBounce notes for its recipient that a mail of ours came back.
func (r *reading) takeBounce(ctx context.Context) error {
	failure := r.mail.Bounce[0]
	if !r.known || r.link.Purpose != models.LinkBounce {
		return r.ignoreReport(ctx, models.InboundBounce, failure.MessageID)
	}
	done := r.settlement(models.InboundBounce)
	done.Reason, done.Detail = "soft", cmp.Or(failure.Detail, failure.Status)
	if failure.Hard {
		done.Reason = "hard"
	}
	if r.link.Player == 0 {
		return r.settle(ctx, done)
	}
	return r.along(done).RecordBounce(ctx, r.link.Player, failure.Hard, done.Detail)
}

// takeComplaint pauses mail to a player who reported a mail of ours. A link that the text of our mails shows too
// ends no more than it does by itself.
func (r *reading) takeComplaint(ctx context.Context) error {
	report := r.mail.Complaint
	link, err := r.findProof(ctx)
	if err != nil {
		return err
	}
	if link == "" {
		return r.ignoreReport(ctx, models.InboundComplaint, report.MessageID)
	}
	done := r.settlement(models.InboundComplaint)
	done.Reason, done.Detail = report.Type, report.Recipient
	switch {
	case report.Type == "not-spam":
		return r.settle(ctx, done)
	case r.link.Purpose == models.LinkUnsubscribe:
		_, err := r.along(done).Unsubscribe(ctx, link)
		return err
	}
	return r.along(done).RecordComplaint(ctx, r.link.Player, r.link.Challenge)
}

// ignoreReport settles a report without a link of ours, for nobody.
func (r *reading) ignoreReport(ctx context.Context, result models.InboundResult, messageID string) error {
	r.known = false
	return r.ignore(ctx, result, unsigned, messageID)
}

// findProof looks for the signed link of a complaint: the one that it came by, or those that it brings back. It
// prefers one that only headers hold; "" where there is none.
func (r *reading) findProof(ctx context.Context) (link string, err error) {
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

// linkIn is the link in an address or URL of our mails, "" where there is none.
func (w *Writer) linkIn(text string) string {
	if path, found := strings.CutPrefix(text, w.site+"/unsubscribe/"); found {
		return path
	}
	if scheme, address, found := strings.Cut(text, ":"); found && strings.EqualFold(scheme, "mailto") {
		text, _, _ = strings.Cut(address, "?")
	}
	to, _ := w.mailbox(text)
	return to.link
}

// unsubscribe ends what the link is for, whatever the mail says and whoever sent it.
func (r *reading) unsubscribe(ctx context.Context) error {
	_, err := r.along(r.settlement(models.InboundUnsubscribed)).Unsubscribe(ctx, r.claim.Link)
	return err
}
