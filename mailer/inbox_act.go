package mailer

import (
	"context"
	"errors"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
)

// order is what one mail asks for: at most one act, and what goes with it.
type order struct {
	act  reply.Command // Verb "" for none
	plan *reply.Command
	say  string
}

func readOrder(commands []reply.Command) (o order) {
	for i, c := range commands {
		switch c.Verb {
		case reply.Say:
			o.say = c.Text
		case reply.Plan:
			o.plan = &commands[i]
		default:
			o.act = c
		}
	}
	return o
}

// act does what the mail says, or answers why not.
func (r *reading) act(ctx context.Context) error {
	said := r.mail.Reply
	switch {
	case len(said.Commands) == 0 && len(said.Possible) > 0:
		choices := make([]string, len(said.Possible))
		for i, c := range said.Possible {
			choices[i] = commandText(c)
		}
		return r.reject(ctx, "ambiguous", models.ReplyAnswer{About: models.AnswerAmbiguous, Choices: choices})
	case len(said.Commands) == 0:
		reason := "unreadable"
		if said.Unreadable != "" {
			reason = said.Unreadable
		}
		return r.reject(ctx, reason, models.ReplyAnswer{
			About: models.AnswerUnreadable, Reason: said.Unreadable, Typed: firstLine(said.Leftover),
		})
	}
	o := readOrder(said.Commands)
	var err error
	switch {
	case r.game != nil:
		err = r.actOnGame(ctx, o)
	case r.link.Challenge != "":
		err = r.actOnChallenge(ctx, o)
	case o.act.Verb == reply.Show, o.act.Verb == reply.Help:
		err = r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	default:
		err = r.reject(ctx, "no_game", models.ReplyAnswer{About: models.AnswerUnreadable, Typed: commandText(o.act)})
	}
	if refused, ok := errors.AsType[*models.Error](err); ok {
		return r.refuse(ctx, o, refused)
	}
	return err
}

// actOnGame does what a reply about a game says.
func (r *reading) actOnGame(ctx context.Context, o order) error {
	if r.isStale(o) {
		return r.stale(ctx, o)
	}
	game, player := r.game, r.link.Player
	if o.plan != nil && o.act.Verb != reply.Turn {
		if err := r.setPlan(ctx, o); err != nil || (o.act.Verb == "" && o.say == "") {
			return err
		}
	}
	done := r.done(o)
	var err error
	switch o.act.Verb {
	case "":
		_, err = r.along(r.doneSaying(done)).SendMessage(ctx, player, game.ID, o.say)
	case reply.Turn:
		return r.playTurn(ctx, o)
	case reply.Try:
		return r.tryTurn(ctx, o)
	case reply.Show:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerShow})
	case reply.Help:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	case reply.Resign, reply.ResignNow:
		return r.resign(ctx, o, done)
	case reply.Draw:
		_, err = r.along(done).NegotiateDraw(ctx, player, game.ID, models.MakeOffer)
	case reply.Accept, reply.Decline:
		return r.decideOffer(ctx, o, done)
	case reply.Takeback:
		return r.takeback(ctx, o, done)
	case reply.Away:
		_, err = r.along(done).SetVacation(ctx, player, o.act.From, o.act.Until)
	case reply.Mute:
		off := map[string]models.Delivery{game.ID: models.Off}
		_, err = r.along(done).UpdateProfile(ctx, player, models.ProfilePatch{Games: off})
	case reply.Rematch:
		return r.rematch(ctx, done)
	default:
		return r.reject(ctx, "unreadable", models.ReplyAnswer{About: models.AnswerUnreadable, Typed: commandText(o.act)})
	}
	return err
}

// isStale tells whether the reply decides something for a state of the game that is past. What is
// about the whole game is never stale.
func (r *reading) isStale(o order) bool {
	current := r.link.Ply == r.game.Ply && models.SameTakebacks(r.link, r.game)
	if current || r.game.Status != models.Ongoing {
		return false
	}
	switch o.act.Verb {
	case reply.Turn, reply.Try, reply.Accept, reply.Decline, reply.Takeback, reply.Resign, reply.ResignNow:
		return true
	case reply.Draw: // which would accept an offer that the player may not have seen
		return r.game.DrawBy == r.game.SeatOf(r.link.Player).Other()
	}
	return o.plan != nil
}

// resign gives the game up. One word alone is asked back, once: it may have been meant for something else, and there is
// no way back. The same word as the answer to the question is enough.
func (r *reading) resign(ctx context.Context, o order, done models.InboundSettlement) error {
	if o.act.Verb == reply.Resign && !r.asked && r.game.Status == models.Ongoing {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerConfirm, Typed: commandText(o.act)})
	}
	_, err := r.along(done).ResignGame(ctx, r.link.Player, r.game.ID)
	return err
}

// playTurn plays a turn for the ply that the answered mail showed.
func (r *reading) playTurn(ctx context.Context, o order) error {
	done := r.done(o)
	done.Result, done.Say = models.InboundPlayed, "" // the turn itself takes the words along
	in := models.TurnInput{
		Game: r.game.ID, Player: r.link.Player, Ply: &r.link.Ply, Takebacks: &r.game.Takebacks,
		Text: o.act.Text, Message: o.say, Via: models.ViaMail,
	}
	if o.plan != nil {
		in.Plan = o.plan.Text
	}
	_, err := r.along(done).PlayTurn(ctx, in)
	return err
}

// tryTurn answers with the board after a turn, without playing it.
func (r *reading) tryTurn(ctx context.Context, o order) error {
	tried, err := r.config.Store.TryTurn(ctx, models.TurnInput{
		Game: r.game.ID, Player: r.link.Player, Ply: &r.link.Ply, Takebacks: &r.game.Takebacks, Text: o.act.Text,
		Via: models.ViaMail,
	})
	if err != nil {
		return err
	}
	return r.answer(ctx, models.ReplyAnswer{About: models.AnswerTry, Turn: tried.LastTurn.Text})
}

// setPlan stores the plan that came without a turn, or drops it. Doing so again changes nothing, so that the
// rest of the mail may settle it.
func (r *reading) setPlan(ctx context.Context, o order) error {
	store := r.config.Store
	if o.act.Verb == "" && o.say == "" {
		store = r.along(r.done(o))
	}
	in := models.PlanInput{Game: r.game.ID, Player: r.link.Player}
	if strings.TrimSpace(o.plan.Text) == "" {
		return store.DeletePlan(ctx, in)
	}
	in.Ply = &r.link.Ply
	_, err := store.SetPlan(ctx, in, strings.Split(o.plan.Text, "\n"))
	return err
}

// decideOffer accepts or declines what the opponent offers.
func (r *reading) decideOffer(ctx context.Context, o order, done models.InboundSettlement) (err error) {
	action := models.AcceptOffer
	if o.act.Verb == reply.Decline {
		action = models.DeclineOffer
	}
	opponent := r.game.SeatOf(r.link.Player).Other()
	draw, takeback := r.game.DrawBy == opponent, r.game.TakebackBy == opponent
	switch {
	case draw && takeback:
		return r.reject(ctx, "ambiguous", models.ReplyAnswer{
			About:   models.AnswerAmbiguous,
			Choices: []string{string(reply.Draw), string(reply.Takeback)},
		})
	case takeback:
		_, err = r.along(done).NegotiateTakeback(ctx, r.link.Player, r.game.ID, action, r.game.TakebackTo)
	default: // also where nothing is offered: the use case says so
		_, err = r.along(done).NegotiateDraw(ctx, r.link.Player, r.game.ID, action)
	}
	return err
}

// takeback offers to take turns back: so many, or up to the player's own last one. Where the opponent offers, no number
// accepts.
func (r *reading) takeback(ctx context.Context, o order, done models.InboundSettlement) error {
	seat := r.game.SeatOf(r.link.Player)
	if o.act.Count == 0 && r.game.TakebackBy == seat.Other() {
		o.act.Verb = reply.Accept
		return r.decideOffer(ctx, o, done)
	}
	count := o.act.Count
	if count == 0 {
		count = 1
		if last := r.game.LastTurn; last != nil && last.Seat != seat {
			count = 2
		}
	}
	_, err := r.along(done).NegotiateTakeback(ctx, r.link.Player, r.game.ID, models.MakeOffer, r.game.Ply-count)
	return err
}

// rematch offers the same game with sides changed, or accepts the opponent's offer of it.
func (r *reading) rematch(ctx context.Context, done models.InboundSettlement) error {
	_, err := r.along(done).OfferRematch(ctx, r.holder.Player, r.game.ID)
	return err
}

// actOnChallenge does what a reply to a challenge says, by a player or by the stranger whom it invites.
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

// muteChallenges ends mail like the one that is answered.
func (r *reading) muteChallenges(ctx context.Context, done models.InboundSettlement) error {
	if r.link.Player == 0 {
		return r.along(done).RecordComplaint(ctx, 0, r.link.Challenge)
	}
	_, err := r.along(done).UpdateProfile(ctx, r.link.Player,
		models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindChallenge: models.Off}})
	return err
}

// alongAccept settles the mail with the game that begins: what is said with it is said there, and a new player
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
