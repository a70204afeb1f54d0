package mailer

import (
	"context"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/models/visible"
	"turnpost/templates/words"
)

// done begins the settlement of a mail that runs a command. Its arrival shows that mail reaches the player.
func (r *claimedMail) done(o order) mailbox.InboundSettlement {
	done := r.settlement(mailbox.InboundDone)
	done.Reason = string(o.act.Verb)
	done.Detail = clipLine(commandText(o.act), 200)
	if o.act.Verb == "" && o.plan != nil {
		done.Reason = string(reply.Plan)
	}
	done.Arrived, done.Say = r.link.Player != 0, o.say
	done.Note, done.Noted = o.note, o.note != ""
	r.addUnsaid(&done)
	if r.holder.Player.Settings.ConfirmReplies || r.mail.Reply.DrawTalk && o.act.Verb != reply.Turn {
		done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerDone, Typed: r.shown(o.act)})
	}
	return done
}

// addUnsaid records the lines that look meant for the opponent and are not sent.
func (r *claimedMail) addUnsaid(done *mailbox.InboundSettlement) {
	done.Unsaid, done.Words = r.mail.Reply.ForOpponent, r.mail.Reply.Words
}

// answer settles a mail that changes nothing with an answer to it.
func (r *claimedMail) answer(ctx context.Context, a models.ReplyAnswer) error {
	done := r.settlement(mailbox.InboundAnswered)
	done.Reason, done.Arrived, done.Answer = string(a.About), r.provesArrival(), r.inThread(a)
	done.Note = r.note()
	done.Noted = done.Note != ""
	r.addUnsaid(&done)
	if r.game != nil {
		done.Ply = r.game.Ply
	}
	return r.settle(ctx, done)
}

// reject settles a mail that did nothing, with an answer that says why, unless the limit of such answers is reached.
func (r *claimedMail) reject(ctx context.Context, reason string, a models.ReplyAnswer) error {
	if r.silent {
		return r.ignore(ctx, mailbox.InboundTooMany, reason, a.Typed)
	}
	a.Last = r.last
	done := r.settlement(mailbox.InboundRejected)
	done.Reason, done.Arrived, done.Answer = reason, r.provesArrival(), r.inThread(a)
	r.addUnsaid(&done)
	if r.game != nil {
		done.Ply = r.game.Ply
	}
	return r.settle(ctx, done)
}

// stale rejects a decision about an earlier position, and shows the present one.
func (r *claimedMail) stale(ctx context.Context, o order) error {
	return r.reject(ctx, "stale", models.ReplyAnswer{About: models.AnswerStale, Typed: r.shown(o.act)})
}

// refuse rejects a mail with the error of a use case.
func (r *claimedMail) refuse(ctx context.Context, o order, refused *models.Error) error {
	a := models.ReplyAnswer{About: models.AnswerRefused, Typed: r.shown(o.act), Refused: refused}
	ofPlan := refused.Field == "plan" && o.plan != nil
	if ofPlan {
		a.Typed = strings.TrimSpace(a.Typed + "\n" + r.shownPlan(*o.plan))
	}
	switch {
	case refused.Code == models.CodeStale:
		return r.stale(ctx, o)
	case !ofPlan && (refused.Code == models.CodeIllegalTurn || refused.Code == models.CodeUnreadableTurn):
		if a.Near = r.near(o.act.Text); len(a.Near) == 1 {
			a.Meant = a.Near[0]
		}
	}
	reason := string(refused.Code)
	if refused.Reason != "" {
		reason += ": " + refused.Reason
	}
	return r.reject(ctx, reason, a)
}

// near returns turns of the mail's game that are similar to a typed text.
func (r *claimedMail) near(typed string) []string {
	if r.game == nil {
		return nil
	}
	position, err := r.config.Store.Position(r.game)
	if err != nil {
		return nil
	}
	return nearTurns(position, typed)
}

// inThread adds to an answer what the mail's words did not do, and the headers that put it into the thread of the mail.
func (r *claimedMail) inThread(a models.ReplyAnswer) *models.ReplyAnswer {
	h := r.mail.Header
	a.DrawTalk = r.mail.Reply.DrawTalk
	if !r.desk { // else anybody could choose the subject of a mail to the player
		a.Subject = clipLine(h.Subject, 150)
	}
	a.MessageID = threadID(h.MessageID)
	for _, id := range h.References[max(0, len(h.References)-maxReferences):] {
		if id = threadID(id); id != "" {
			a.References = append(a.References, id)
		}
	}
	return &a
}

// maxReferences bounds the mails that an answer names as its thread.
const maxReferences = 10

// threadID returns a Message-ID that is safe in our headers, else "".
func threadID(id string) string {
	if len(id) > 200 || strings.ContainsFunc(id, func(c rune) bool {
		return c <= ' ' || c >= 0x7f || c == '<' ||
			c == '>'
	}) {
		return ""
	}
	return id
}

// maxChoice bounds the text of a command or a line that a question repeats, in characters.
const maxChoice = 80

// choiceText returns a command that may be meant, with the line that it came from if that says more.
func (r *claimedMail) choiceText(c reply.Command, line string) string {
	text, line := r.shown(c), clipLine(line, maxChoice)
	if line == "" || strings.EqualFold(strings.Trim(line, ".! "), text) || strings.HasPrefix(text, line) {
		return text
	}
	return words.For(r.holder.Player.Locale).Say("typed_as", "command", text, "line", line)
}

func firstLine(lines []string) string {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return clipLine(line, 80)
		}
	}
	return ""
}

// clipLine makes a text one line of at most so many characters.
func clipLine(text string, limit int) string {
	return visible.Shorten(strings.Join(strings.Fields(text), " "), limit)
}

// alongPlay settles the mail with its turn, and confirms it by the board after it where the player is to have that, or
// is to know what the mail did not do. The end of a game has a separate mail.
func (r *claimedMail) alongPlay(done mailbox.InboundSettlement) *store.Store {
	return r.alongResult(done.Result, func(made any) mailbox.InboundSettlement {
		g, is := made.(*models.Game)
		confirm := r.holder.Player.Settings.ConfirmsTurn() || r.mail.Reply.DrawTalk
		if is && (g.Status == models.Ongoing && confirm || g.Withheld) {
			done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerPlayed, Muted: g.Withheld})
			done.Ply = g.Ply
		}
		return done
	})
}

// note returns the note of the mail; "" for none.
func (r *claimedMail) note() string { return readOrder(r.mail.Reply.Commands).note }
