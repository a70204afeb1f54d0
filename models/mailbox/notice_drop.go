package mailbox

import (
	"turnpost/models"
	"turnpost/models/notice"
)

// Outdated returns the reason why a notice about a game is no longer worth sending.
func (c *Content) Outdated() models.NoticeReason {
	switch c.Kind {
	case models.KindYourTurn:
		return outdatedTurn(c)
	case models.KindReminder:
		return outdatedReminder(c)
	case models.KindOffer:
		return outdatedOffer(c)
	case models.KindChallengeAnswer:
		return outdatedChallengeAnswer(c)
	case models.KindPlan:
		return outdatedPlan(c)
	case models.KindAway, models.KindMailFailing:
		return outdatedByGameEnd(c)
	}
	return ""
}

func outdatedTurn(c *Content) models.NoticeReason {
	if c.Game.Ply != c.Row.Ply {
		return notice.DropTurnPlayed
	}
	return outdatedByGameEnd(c)
}

func outdatedReminder(c *Content) models.NoticeReason {
	g := c.Game
	if g.Ply != c.Row.Ply || g.Status != models.Ongoing {
		return notice.DropTurnPlayed
	}
	if g.Left[g.ToMove] == 0 {
		return notice.DropDeadlinePassed
	}
	return ""
}

func outdatedPlan(c *Content) models.NoticeReason {
	if c.Game.Ply < c.Row.Ply {
		return notice.DropTakenBack
	}
	return ""
}

func outdatedChallengeAnswer(c *Content) models.NoticeReason {
	g := c.Game
	if g.Status != models.Ongoing {
		return notice.DropGameOver
	}
	if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == c.Seat) {
		return notice.DropPlayedAlready
	}
	return ""
}

func outdatedByGameEnd(c *Content) models.NoticeReason {
	if c.Game.Status != models.Ongoing {
		return notice.DropGameOver
	}
	return ""
}

func outdatedOffer(c *Content) models.NoticeReason {
	g := c.Game
	by := g.DrawBy
	if c.Offer == models.TakebackOffer {
		by = g.TakebackBy
	}
	if g.Status != models.Ongoing || by != c.Seat.Other() {
		return notice.DropOfferGone
	}
	return ""
}
