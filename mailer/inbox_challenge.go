package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
)

// actOnChallenge runs the command of a reply to a challenge, from a player or from the stranger whom it invites.
func (r *reading) actOnChallenge(ctx context.Context, o order) (err error) {
	done, id := r.done(o), r.link.Challenge
	stranger := r.link.Player == 0
	switch o.act.Verb {
	case reply.Accept:
		if stranger {
			_, err = r.alongAccept(done).AcceptInvitation(ctx, id, r.mail.Header.From.Name)
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
		return r.reject(ctx, "not_for_a_challenge", models.ReplyAnswer{
			About: models.AnswerUnreadable,
			Typed: commandText(o.act),
		})
	}
	return err
}

// muteChallenges ends mail like the answered one.
func (r *reading) muteChallenges(ctx context.Context, done models.InboundSettlement) error {
	if r.link.Player == 0 {
		return r.along(done).RecordComplaint(ctx, 0, r.link.Challenge)
	}
	_, err := r.along(done).UpdateProfile(ctx, r.link.Player,
		models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindChallenge: models.Off}})
	return err
}

// alongAccept settles the mail with the game that begins: words that came with it are sent there, and a new player
// is welcomed.
func (r *reading) alongAccept(done models.InboundSettlement) *models.Store {
	return r.alongResult(done.Result, func(made any) models.InboundSettlement {
		switch begun := made.(type) {
		case models.AcceptedInvitation:
			done.Player, done.Game = begun.Player.ID, begun.Game.ID
			if begun.New {
				done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerWelcome})
				done.Ply = begun.Game.Ply
			}
		case *models.Game:
			done.Game = begun.ID
		}
		return done
	})
}
