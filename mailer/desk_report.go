package mailer

import (
	"context"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/admin"
)

// report reports a player or a game to the operator: the first word names which, the others are the reason.
func (r *claimedMail) report(ctx context.Context, c reply.Command) error {
	about, reason, _ := strings.Cut(c.Text, " ")
	n := admin.NewReport{Player: strings.Trim(about, ",:"), Reason: reason}
	if g, err := r.config.Store.Game(ctx, strings.ToLower(n.Player)); err == nil {
		n.Game, n.Player = g.ID, ""
	} else if models.CodeOf(err) != models.CodeNotFound {
		return err
	}
	done := r.deskDone(c)
	done.Answer.Reported = true
	_, err := r.along(done).CreateReport(ctx, r.holder.Player.ID, n)
	return err
}
