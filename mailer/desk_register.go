package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
)

// completeRegistration creates the account of a stranger who replies yes to the mail with a code. The link of that mail
// proves the address. Any other reply does nothing, and is answered with what to do.
func (r *claimedMail) completeRegistration(ctx context.Context) error {
	said := r.mail.Reply.Commands
	if len(said) != 1 || said[0].Verb != reply.Yes && said[0].Verb != reply.Accept {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerCode})
	}
	done := r.settlement(mailbox.InboundDone)
	done.Reason, done.Answer = string(reply.Register), r.inThread(models.ReplyAnswer{About: models.AnswerWelcome})
	settle := func(made any) mailbox.InboundSettlement {
		if p, is := made.(models.Player); is {
			done.Player, done.Arrived, done.Registration = p.ID, true, 0
		}
		return done
	}
	_, err := r.alongResult(done.Result, settle).ConfirmRegistration(ctx, r.link.Number)
	switch models.CodeOf(err) {
	case models.CodeNameTaken:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerCode, Reason: string(models.CodeNameTaken)})
	case models.CodeForbidden, models.CodeNotFound:
		return r.ignore(ctx, mailbox.InboundStranger, string(models.CodeOf(err)), r.holder.Email)
	}
	return err
}
