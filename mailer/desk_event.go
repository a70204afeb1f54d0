package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
)

func (r *claimedMail) askEvents(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerEvents})
}

func (r *claimedMail) askTable(ctx context.Context, c reply.Command) error {
	if _, err := r.config.Store.FindEvent(ctx, c.Text); err != nil {
		return err
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerTable, OfEvent: c.Text})
}

// eventDone begins the settlement of a mail that joins or leaves an event.
func (r *claimedMail) eventDone(c reply.Command) mailbox.InboundSettlement {
	done := r.deskDone(c)
	done.Answer.OfEvent, done.Answer.Reason = c.Text, string(c.Verb)
	return done
}

func (r *claimedMail) joinEvent(ctx context.Context, c reply.Command) error {
	_, err := r.along(r.eventDone(c)).JoinEvent(ctx, r.holder.Player, c.Text)
	return err
}

func (r *claimedMail) leaveEvent(ctx context.Context, c reply.Command) error {
	_, err := r.along(r.eventDone(c)).LeaveEvent(ctx, r.holder.Player, c.Text)
	return err
}
