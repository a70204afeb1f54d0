package templates

import (
	"testing"
	"time"

	"turnpost/models"
)

var sampleReport = models.Report{
	ID: 7, Reporter: "ann", Player: "bob", Game: "k7m2q9xr", Message: 3, Said: "You fool!",
	Reason: "He insults me in every message.\nI asked him to stop.",
}

func reportOfGame(_ *testing.T, m *Mail) {
	m.Report.Player, m.Report.Message, m.Report.Said = "", 0, ""
}

func announced(_ *testing.T, m *Mail) {
	m.Announcement = models.Announcement{
		Text:  "The server moves to another house on Monday evening; turns of that hour may be late.",
		Until: mailNow.Add(50 * time.Hour),
	}
}

func playedByMuted(_ *testing.T, m *Mail) {
	m.Replies, m.StopKind = true, ""
	m.Answer = &MailAnswer{About: models.AnswerPlayed, Muted: true}
}

func playedBesideDrawTalk(_ *testing.T, m *Mail) {
	m.Replies, m.Unsaid, m.UnsaidWords = true, true, "Shall we call it a draw?"
	m.Answer = &MailAnswer{About: models.AnswerPlayed, DrawTalk: true}
}
