package templates

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/hook"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

var mailNow = time.Date(2026, 11, 21, 10, 15, 0, 0, time.UTC)

// sampleMail returns a mail of a kind to ann, who plays the defenders of a game of
// Hnefatafl at turn 13.
func sampleMail(t testing.TB, kind models.Kind) Mail {
	t.Helper()
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	m := Mail{
		Kind: kind, Reader: view.Reader{Player: 1, Language: words.For("en-GB"), Zone: warsaw},
		Now: mailNow, Site: "https://play.example.org",
		Name: "ann", Email: "ann@example.org", PictureName: "board@example.org", Waiting: 3,
	}
	switch kind {
	case "code":
		m.Code, m.Expires = "01234567", mailNow.Add(15*time.Minute)
	case "test":
	case "webhook_off":
		m.Hook = models.HookEnd{
			ID: "h7m2q9xr", Host: "chat.example.com", Format: "slack", Detail: hook.HookRefused, Status: 503,
			Since: models.ToMillis(mailNow.Add(-72 * time.Hour)),
		}
	case "report":
		m.Name, m.Email = "", "operator@example.org"
		m.Report = sampleReport
	case "operator_code":
		m.Code, m.Expires = "01234567", mailNow.Add(15*time.Minute)
	case "address_code":
		m.Code, m.Expires, m.Name = "01234567", mailNow.Add(15*time.Minute), ""
		m.Address = account.AddressChange{Name: "ann"}
	case "address_change":
		m.Address = account.AddressChange{
			State: account.AddressAsked, Name: "ann", New: "a…@example.com", Until: mailNow.Add(14 * 24 * time.Hour),
		}
		m.AddressURL = m.Site + "/address/address-token"
	case "digest":
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	case "challenge", "challenge_answer":
		m.Challenge = sampleChallenge(t)
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	default:
		m.Game, m.Offer = sampleGame(t), "draw"
		m.Previous = &view.Turn{Seat: rules.Second, Description: "ann moved a defender from e9 to e5."}
		m.StopKind, m.StopGame = m.Site+"/unsubscribe/kind-token", m.Site+"/unsubscribe/game-token"
	}
	return m
}

func sampleGame(t testing.TB) *view.Game {
	t.Helper()
	info := hnefatafl.New().Info(phrase.English)
	style := board.NewStyle(info)
	style.Caption, style.Flip = "defenders to move · ply 31", true
	return &view.Game{
		ID: "k7m2q9xr", Ruleset: info.ID, Variant: "11x11", Title: "Hnefatafl 11×11",
		Players: [2]view.Player{{Name: "bob", Side: "Attackers"}, {Name: "ann", Side: "Defenders"}},
		Began:   mailNow.Add(-40 * 24 * time.Hour),
		Reader:  rules.Second, ToMove: rules.Second, Ply: 12, Deadline: mailNow.Add(74*time.Hour + 45*time.Minute),
		TheirLeft: 72 * time.Hour, DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat, Notation: info.Notation,
		LastTurn: &view.Turn{
			Seat: rules.First, Description: "bob moved an attacker from d8 to f8.",
			Message: "Mind your king.\n\nHe is a long way from home, and my men stand on every road that leads to the corner.",
		},
		Board: &view.Board{Diagram: sampleBoard(t), Style: style},
	}
}

// sampleBoard returns a position from the middle of a game with its last turn marked.
func sampleBoard(t testing.TB) rules.Diagram {
	t.Helper()
	const position = "1t1ttt5/5t5/4T6/3t2Tt2t/3t1T2t1t/3t2KT2t/t3T6/t4t5/11/5t4t/3ttt1t3 a"
	before, err := hnefatafl.New().Parse("11x11", position)
	if err != nil {
		t.Fatal(err)
	}
	played, err := before.Play("d8-f8")
	if err != nil {
		t.Fatal(err)
	}
	return played.Next.Diagram(phrase.English).Mark(played.Events)
}

func sampleChallenge(t testing.TB) *view.Challenge {
	t.Helper()
	start, err := hnefatafl.New().Start("9x9")
	if err != nil {
		t.Fatal(err)
	}
	info := hnefatafl.New().Info(phrase.English)
	return &view.Challenge{
		ID: "w3n8t5bz", Ruleset: "hnefatafl", Variant: "9x9", Title: "Hnefatafl 9×9", Summary: info.Summary,
		Challenger: "bob", Seat: rules.Second, Sides: [2]string{"Attackers", "Defenders"}, Message: "A quick one?",
		Pace: pace.Pace{PerTurn: 36 * time.Hour}, Status: models.ChallengeOpen, ExpiresAt: mailNow.Add(14 * 24 * time.Hour),
		Board: &view.Board{Diagram: start.Diagram(phrase.English), Style: board.NewStyle(info)},
	}
}
