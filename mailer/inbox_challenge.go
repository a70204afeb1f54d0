package mailer

import (
	"cmp"
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
)

// actOnChallenge runs the command of a reply to a challenge, from a player or from the stranger whom it invites.
func (r *claimedMail) actOnChallenge(ctx context.Context, o order) (err error) {
	done, id := r.done(o), r.link.Challenge
	stranger := r.link.Player == 0
	switch o.act.Verb {
	case reply.Accept:
		if stranger {
			_, err = r.alongAccept(done).AcceptInvitation(ctx, id, cmp.Or(o.act.Text, r.mail.Header.From.Name))
		} else {
			_, err = r.alongAccept(done).AcceptChallenge(ctx, r.holder.Player, id)
		}
	case reply.Decline:
		done.Say = ""
		if stranger {
			_, err = r.along(done).DeclineInvitation(ctx, id)
		} else {
			_, err = r.along(done).DeclineChallenge(ctx, r.holder.Player, id)
		}
	case reply.Mute:
		err = r.muteChallenges(ctx, done)
	case reply.Show, reply.Help:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	default:
		return r.rejectHere(ctx, "not_for_a_challenge", o.act)
	}
	return err
}

// muteChallenges ends mail like the answered one.
func (r *claimedMail) muteChallenges(ctx context.Context, done mailbox.InboundSettlement) error {
	if r.link.Player == 0 {
		return r.along(done).RecordComplaint(ctx, 0, r.link.Challenge)
	}
	_, err := r.along(done).UpdateProfile(ctx, r.link.Player,
		models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindChallenge: models.Off}})
	return err
}

// alongAccept settles the mail with the game that begins: words that came with it are sent there, a new player is
// welcomed, and a known one who does not move first is shown the game.
func (r *claimedMail) alongAccept(done mailbox.InboundSettlement) *store.Store {
	return r.alongResult(done.Result, func(made any) mailbox.InboundSettlement {
		var begun models.AcceptedInvitation
		switch made := made.(type) {
		case models.AcceptedInvitation:
			begun, done.Player = made, made.Player.ID
		case *models.Game:
			begun = models.AcceptedInvitation{Game: made, Player: r.holder.Player}
		default:
			return done
		}
		done.Game, done.Ply = begun.Game.ID, begun.Game.Ply
		switch waits := begun.Game.SeatOf(begun.Player.ID) != begun.Game.ToMove; {
		case begun.New:
			done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerWelcome})
		case waits && done.Answer == nil:
			done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerShow})
		}
		return done
	})
}
