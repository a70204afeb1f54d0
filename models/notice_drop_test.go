package models

import (
	"testing"
	"time"

	"turnpost/rules"
)

// A kind of a newer program has no properties.
func TestUnknownKind(t *testing.T) {
	if f := Kind("newer").facts(); f.kind != "newer" || f.mayBeOff || f.outdated != nil {
		t.Errorf("%+v", f)
	}
}

// What a notice says is compared with the game as its mail is composed.
func TestOutdatedNotices(t *testing.T) {
	playedBy := func(seat rules.Seat) *Turn { return &Turn{Seat: seat} }
	hour := [2]time.Duration{time.Hour, time.Hour}
	for _, c := range []struct {
		name string
		kind Kind
		ply  int // of the notice, which is to the first player
		game Game
		want NoticeReason
	}{
		{"turn to play", KindYourTurn, 4, Game{Status: Ongoing, Ply: 4}, ""},
		{"turn played", KindYourTurn, 4, Game{Status: Ongoing, Ply: 5}, DropTurnPlayed},
		{"turn of a game that is over", KindYourTurn, 4, Game{Status: Finished, Ply: 4}, DropGameOver},
		{"reminder", KindReminder, 4, Game{Status: Ongoing, Ply: 4, Left: hour}, ""},
		{"reminder of a turn played", KindReminder, 4, Game{Status: Ongoing, Ply: 5, Left: hour}, DropTurnPlayed},
		{"reminder of a game that is over", KindReminder, 4, Game{Status: Finished, Ply: 4, Left: hour}, DropTurnPlayed},
		{"reminder after the deadline", KindReminder, 4, Game{Status: Ongoing, Ply: 4}, DropDeadlinePassed},
		{"plan", KindPlan, 4, Game{Status: Ongoing, Ply: 4}, ""},
		{"plan of a turn taken back", KindPlan, 4, Game{Status: Ongoing, Ply: 3}, DropTakenBack},
		{"game begun", KindChallengeAnswer, 0, Game{Status: Ongoing}, ""},
		{
			"game begun by the other", KindChallengeAnswer, 0,
			Game{Status: Ongoing, Ply: 1, LastTurn: playedBy(rules.Second)},
			"",
		},
		{
			"game begun by oneself", KindChallengeAnswer, 0,
			Game{Status: Ongoing, Ply: 1, LastTurn: playedBy(rules.First)},
			DropPlayedAlready,
		},
		{
			"game under way", KindChallengeAnswer, 0,
			Game{Status: Ongoing, Ply: 2, LastTurn: playedBy(rules.Second)},
			DropPlayedAlready,
		},
		{"game that began and ended", KindChallengeAnswer, 0, Game{Status: Aborted}, DropGameOver},
		{"offer", KindOffer, 4, Game{Status: Ongoing, DrawBy: rules.Second}, ""},
		{"offer of one's own", KindOffer, 4, Game{Status: Ongoing, DrawBy: rules.First}, DropOfferGone},
		{"offer withdrawn", KindOffer, 4, Game{Status: Ongoing, DrawBy: rules.NoSeat}, DropOfferGone},
		{"offer in a game that is over", KindOffer, 4, Game{Status: Finished, DrawBy: rules.Second}, DropOfferGone},
	} {
		content := Content{Game: &c.game, Seat: rules.First}
		content.Kind, content.row.Ply = c.kind, c.ply
		if got := content.outdated(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
