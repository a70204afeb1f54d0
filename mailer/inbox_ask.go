package mailer

import (
	"context"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/setting"
)

// answerQuestion answers a question in a mail about nothing: the reply link of the answer is for the player alone.
func (r *claimedMail) answerQuestion(ctx context.Context, a models.ReplyAnswer) error {
	done := r.settlement(mailbox.InboundAnswered)
	done.Reason, done.Arrived, done.Answer = string(a.About), r.provesArrival(), r.inThread(a)
	done.Game, done.Challenge, done.Ply = "", "", 0
	return r.settle(ctx, done)
}

func (r *claimedMail) askGames(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerGames})
}

func (r *claimedMail) askOpen(ctx context.Context, c reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerOpen, Ruleset: c.Text})
}

// askRules answers with the rules of the named ruleset, or of the mail's game or challenge.
func (r *claimedMail) askRules(ctx context.Context, c reply.Command) error {
	id := c.Text
	switch {
	case id != "":
	case r.game != nil:
		id = r.game.Ruleset
	case r.link.Challenge != "":
		challenge, err := r.config.Store.FindChallenge(ctx, r.holder.Player, r.link.Challenge)
		if err != nil {
			return err
		}
		id = challenge.Ruleset
	default:
		return r.deskHelp(ctx, c)
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerRules, Ruleset: id})
}

// askHistory answers with the turns or the record of the named game, or of the mail's.
func (r *claimedMail) askHistory(ctx context.Context, c reply.Command) error {
	about, id := models.AnswerHistory, c.Text
	if c.Verb == reply.Record {
		about = models.AnswerRecord
	}
	if id == "" && r.game != nil {
		id = r.game.ID
	}
	if id == "" {
		return r.deskHelp(ctx, c)
	}
	if _, err := r.config.Store.Game(ctx, id); err != nil {
		return err
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: about, OfGame: id})
}

func (r *claimedMail) askSettings(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, r.settingsNow(models.AnswerSettings, ""))
}

// settingsNow returns an answer with the player's settings.
func (r *claimedMail) settingsNow(about models.AnswerTopic, reason string) models.ReplyAnswer {
	a := r.settingsOf(r.holder.Player, about)
	a.Reason = reason
	return a
}

// settingsOf returns an answer with a player's settings.
func (r *claimedMail) settingsOf(p models.Player, about models.AnswerTopic) models.ReplyAnswer {
	a := models.ReplyAnswer{About: about, Settings: setting.Of(p, r.config.Now())}
	if _, changed := p.DaysOffAt(r.config.Now()); !changed.IsZero() {
		a.DaysOffFrom = &changed
	}
	return a
}
