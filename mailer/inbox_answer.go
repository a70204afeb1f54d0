package mailer

import (
	"context"
	"fmt"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
)

// done begins the settlement of a mail that runs a command. Its arrival shows that mail reaches the player.
func (r *reading) done(o order) models.InboundSettlement {
	done := r.settlement(models.InboundDone)
	done.Reason = string(o.act.Verb)
	done.Detail = clipLine(commandText(o.act), 200)
	if o.act.Verb == "" && o.plan != nil {
		done.Reason = string(reply.Plan)
	}
	done.Arrived, done.Unsaid, done.Say = r.link.Player != 0, r.mail.Reply.ForOpponent, o.say
	if r.holder.Player.Settings.ConfirmReplies {
		done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerDone, Typed: commandText(o.act)})
	}
	return done
}

// answer settles a mail that changes nothing with an answer to it.
func (r *reading) answer(ctx context.Context, a models.ReplyAnswer) error {
	done := r.settlement(models.InboundAnswered)
	done.Reason, done.Arrived, done.Answer = string(a.About), r.link.Player != 0, r.inThread(a)
	if r.game != nil {
		done.Ply = r.game.Ply
	}
	return r.settle(ctx, done)
}

// reject settles a mail that did nothing, with an answer that says why, unless the limit of such answers is reached.
func (r *reading) reject(ctx context.Context, reason string, a models.ReplyAnswer) error {
	if r.silent {
		return r.ignore(ctx, models.InboundTooMany, reason, a.Typed)
	}
	a.Last = r.last
	done := r.settlement(models.InboundRejected)
	done.Reason, done.Arrived, done.Answer = reason, r.link.Player != 0, r.inThread(a)
	if r.game != nil {
		done.Ply = r.game.Ply
	}
	return r.settle(ctx, done)
}

// stale rejects a decision about an earlier position, and shows the present one.
func (r *reading) stale(ctx context.Context, o order) error {
	return r.reject(ctx, "stale", models.ReplyAnswer{About: models.AnswerStale, Typed: commandText(o.act)})
}

// refuse rejects a mail with the error of a use case.
func (r *reading) refuse(ctx context.Context, o order, refused *models.Error) error {
	a := models.ReplyAnswer{About: models.AnswerRefused, Typed: commandText(o.act), Refused: refused}
	switch refused.Code {
	case models.CodeStale:
		return r.stale(ctx, o)
	case models.CodeIllegalTurn, models.CodeUnreadableTurn:
		if position, err := r.config.Store.Position(r.game); err == nil {
			a.Near = nearTurns(position, o.act.Text)
		}
	}
	reason := string(refused.Code)
	if refused.Reason != "" {
		reason += ": " + refused.Reason
	}
	return r.reject(ctx, reason, a)
}

// inThread adds to an answer the headers that put it into the thread of the mail.
func (r *reading) inThread(a models.ReplyAnswer) *models.ReplyAnswer {
	h := r.mail.Header
	a.Subject = clipLine(h.Subject, 150)
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

// commandText returns a command as a player would type it.
func commandText(c reply.Command) string {
	switch c.Verb {
	case reply.Turn:
		return c.Text
	case reply.Try:
		return "? " + c.Text
	case reply.Takeback:
		if c.Count > 0 {
			return fmt.Sprintf("takeback %d", c.Count)
		}
	case reply.Away:
		return strings.Join(strings.Fields("away "+c.From+" "+c.Until), " ")
	}
	return string(c.Verb)
}

func firstLine(lines []string) string {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return clipLine(line, 80)
		}
	}
	return ""
}

// clipLine makes a text one line and bounds it in characters.
func clipLine(text string, limit int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return string(runes)
}
