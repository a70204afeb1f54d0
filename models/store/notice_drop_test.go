package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/rules"
)

// A kind of a newer program has no properties.
func TestUnknownKind(t *testing.T) {
	if f := models.Kind("newer").Facts(); f.Kind != "newer" || f.MayBeOff {
		t.Errorf("%+v", f)
	}
}

// What a notice says is compared with the game as its mail is composed.
func TestOutdatedNotices(t *testing.T) {
	playedBy := func(seat rules.Seat) *models.Turn { return &models.Turn{Seat: seat} }
	hour := [2]time.Duration{time.Hour, time.Hour}
	for _, c := range []struct {
		name string
		kind models.Kind
		ply  int // of the notice, which is to the first player
		game models.Game
		want models.NoticeReason
	}{
		{"turn to play", models.KindYourTurn, 4, models.Game{Status: models.Ongoing, Ply: 4}, ""},
		{"turn played", models.KindYourTurn, 4, models.Game{Status: models.Ongoing, Ply: 5}, notice.DropTurnPlayed},
		{
			"turn of a game that is over", models.KindYourTurn, 4,
			models.Game{Status: models.Finished, Ply: 4},
			notice.DropGameOver,
		},
		{"reminder", models.KindReminder, 4, models.Game{Status: models.Ongoing, Ply: 4, Left: hour}, ""},
		{
			"reminder of a turn played", models.KindReminder, 4,
			models.Game{Status: models.Ongoing, Ply: 5, Left: hour},
			notice.DropTurnPlayed,
		},
		{
			"reminder of a game that is over", models.KindReminder, 4,
			models.Game{Status: models.Finished, Ply: 4, Left: hour},
			notice.DropTurnPlayed,
		},
		{
			"reminder after the deadline", models.KindReminder, 4,
			models.Game{Status: models.Ongoing, Ply: 4},
			notice.DropDeadlinePassed,
		},
		{"plan", models.KindPlan, 4, models.Game{Status: models.Ongoing, Ply: 4}, ""},
		{"plan of a turn taken back", models.KindPlan, 4, models.Game{Status: models.Ongoing, Ply: 3}, notice.DropTakenBack},
		{"game begun", models.KindChallengeAnswer, 0, models.Game{Status: models.Ongoing}, ""},
		{
			"game begun by the other", models.KindChallengeAnswer, 0,
			models.Game{Status: models.Ongoing, Ply: 1, LastTurn: playedBy(rules.Second)},
			"",
		},
		{
			"game begun by oneself", models.KindChallengeAnswer, 0,
			models.Game{Status: models.Ongoing, Ply: 1, LastTurn: playedBy(rules.First)},
			notice.DropPlayedAlready,
		},
		{
			"game under way", models.KindChallengeAnswer, 0,
			models.Game{Status: models.Ongoing, Ply: 2, LastTurn: playedBy(rules.Second)},
			notice.DropPlayedAlready,
		},
		{
			"game that began and ended", models.KindChallengeAnswer, 0,
			models.Game{Status: models.Aborted},
			notice.DropGameOver,
		},
		{"offer", models.KindOffer, 4, models.Game{Status: models.Ongoing, DrawBy: rules.Second}, ""},
		{
			"offer of one's own", models.KindOffer, 4,
			models.Game{Status: models.Ongoing, DrawBy: rules.First},
			notice.DropOfferGone,
		},
		{
			"offer withdrawn", models.KindOffer, 4,
			models.Game{Status: models.Ongoing, DrawBy: rules.NoSeat},
			notice.DropOfferGone,
		},
		{
			"offer in a game that is over", models.KindOffer, 4,
			models.Game{Status: models.Finished, DrawBy: rules.Second},
			notice.DropOfferGone,
		},
	} {
		content := mailbox.Content{Game: &c.game, Seat: rules.First}
		content.Kind, content.Row.Ply = c.kind, c.ply
		if got := content.Outdated(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
