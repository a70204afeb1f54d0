package mailer

import (
	"strings"

	"turnpost/mailer/reply"
	"turnpost/rules"
)

// affirmed returns the order that yes means as a reply to a mail that asks: the command that the mail names, or
// else the acceptance of the opponent's offer or of the challenge. Any other yes stays what it is.
func (r *claimedMail) affirmed(o order) order {
	switch c, ok := reply.ParseCommand(r.answered.meant, r.options); {
	case ok:
		meant := readOrder([]reply.Command{c})
		meant.note = o.note
		return meant
	case r.game != nil && r.answered.meant == "" && r.isOffered():
		o.act = reply.Command{Verb: reply.Accept}
	case r.game == nil && r.link.Challenge != "":
		o.act = reply.Command{Verb: reply.Accept}
	}
	return o
}

// isOffered reports whether the opponent offers a draw or a takeback.
func (r *claimedMail) isOffered() bool {
	seat := r.game.SeatOf(r.link.Player)
	opponent := seat.Other()
	return seat != rules.NoSeat && (r.game.DrawBy == opponent || r.game.TakebackBy == opponent)
}

// wholeCommand returns the text of a command as reply.ParseCommand reads it; "" for one of several lines, or a long
// one.
func wholeCommand(c reply.Command) string {
	if strings.Contains(c.Text, "\n") || len([]rune(c.Text)) > maxChoice/2 {
		return ""
	}
	return commandText(c)
}
