package templates

import (
	"testing"
	"time"

	"turnpost/models"
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
		Name: "ann", Email: "ann@example.org", PictureName: "board@example.org",
	}
	switch kind {
	case "code":
		m.Code, m.Expires = "01234567", mailNow.Add(15*time.Minute)
	case "test":
	case "address_code":
		m.Code, m.Expires, m.Name = "01234567", mailNow.Add(15*time.Minute), ""
		m.Address = models.AddressChange{Name: "ann"}
	case "address_change":
		m.Address = models.AddressChange{
			State: models.AddressAsked, Name: "ann", New: "a…@example.com", Until: mailNow.Add(14 * 24 * time.Hour),
		}
		m.AddressURL = m.Site + "/address/address-token"
	case "digest":
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	case "challenge", "challenge_answer":
		m.Challenge = sampleChallenge(t)
		m.StopKind = m.Site + "/unsubscribe/kind-token"
	default:
		m.Game, m.Offer = sampleGame(t), "draw"
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
		Reader:  rules.Second, ToMove: rules.Second, Ply: 12, Deadline: mailNow.Add(74*time.Hour + 45*time.Minute),
		DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat, Notation: info.Notation,
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

var mailCases = []struct {
	name   string
	kind   models.Kind // "" means the kind that the name contains
	change func(t *testing.T, m *Mail)
}{
	{name: "code"},
	{name: "code-new", kind: "code", change: func(t *testing.T, m *Mail) { m.NewAccount = true }},
	{name: "address-code", kind: "address_code"},
	{name: "address-code-taken", kind: "address_code", change: func(t *testing.T, m *Mail) { m.Address.Taken = true }},
	{name: "address-asked", kind: "address_change"},
	{name: "address-changed", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State = models.AddressChanged
	}},
	{name: "address-set", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = models.AddressSet, ""
	}},
	{name: "address-given", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = models.AddressGiven, ""
	}},
	{name: "address-undone", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = models.AddressUndone, ""
	}},
	{name: "test"},
	{name: "challenge"},
	{name: "challenge-stranger", kind: "challenge", change: func(t *testing.T, m *Mail) {
		m.Name, m.Challenge.Seat = "", rules.NoSeat
		m.Challenge.Pace = pace.Pace{Bank: 14 * 24 * time.Hour, PerTurn: 24 * time.Hour, Cap: 21 * 24 * time.Hour}
	}},
	{name: "challenge-accepted", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent, m.Accepted = "ann", "bob", true
		m.Game = sampleGame(t)
		m.Game.Players = [2]view.Player{{Name: "ann", Side: "Attackers"}, {Name: "bob", Side: "Defenders"}}
		m.Game.Reader, m.Game.ToMove, m.Game.Board = rules.First, rules.First, nil
	}},
	{name: "challenge-expired", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Status = "ann", models.ChallengeExpired
	}},
	{name: "challenge-rematch", kind: "challenge", change: func(t *testing.T, m *Mail) {
		m.Challenge.RematchOf, m.Replies = "k7m2q9xr", true
	}},
	{name: "challenge-declined", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent = "ann", "bob"
	}},
	{name: "your-turn", kind: "your_turn"},
	{name: "your-turn-first", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.NewToGame, m.Game.Board = true, sampleChallenge(t).Board
		m.Game.Players = [2]view.Player{{Name: "ann", Side: "Attackers"}, {Name: "bob", Side: "Defenders"}}
		m.Game.LastTurn, m.Game.Ply, m.Game.Reader, m.Game.ToMove = nil, 0, rules.First, rules.First
	}},
	{name: "your-turn-replies", kind: "your_turn", change: func(t *testing.T, m *Mail) { m.Replies = true }},
	{name: "your-turn-link", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Replies, m.Page = true, m.Site+"/k/page-token"
	}},
	{name: "reply-stale-resign", kind: "reply_rejected", change: func(t *testing.T, m *Mail) {
		m.Replies, m.Page, m.StopKind, m.StopGame = true, m.Site+"/k/page-token", "", ""
		m.Answer = &MailAnswer{About: models.AnswerStale, Typed: "resign"}
	}},
	{name: "your-turn-draw-offered", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.DrawBy = rules.First
	}},
	{name: "your-turn-plan-ended", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.PlanEnded, m.PlanDetail = models.PlanRefused, "f8-f3: the defender on f7 stands in the way"
	}},
	{name: "plan", change: planSample},
	{name: "plan-done", kind: "plan", change: func(t *testing.T, m *Mail) {
		planSample(t, m)
		m.PlanDone = true
	}},
	{name: "reminder", change: func(t *testing.T, m *Mail) {
		m.Game.Deadline, m.Game.Left = mailNow.Add(24*time.Hour-time.Second), 24*time.Hour-time.Second
	}},
	{name: "reminder-offers", kind: "reminder", change: func(t *testing.T, m *Mail) {
		m.Game.Deadline, m.Game.Left = mailNow.Add(50*time.Minute), 50*time.Minute
		m.Game.DrawBy, m.Game.TakebackBy, m.Game.TakebackTo = rules.First, rules.First, 10
	}},
	{name: "away", change: func(t *testing.T, m *Mail) {
		m.AwayFrom, m.AwayUntil = time.Date(2027, 3, 26, 23, 0, 0, 0, time.UTC), time.Date(2027, 3, 28, 22, 0, 0, 0, time.UTC)
	}},
	{name: "offer"},
	{name: "offer-takeback", kind: "offer", change: takebackSample},
	{name: "takeback-accepted", kind: "offer_answer", change: func(t *testing.T, m *Mail) {
		m.Offer, m.Accepted, m.AnswerPly = "takeback", true, 12
	}},
	{name: "takeback-declined", kind: "offer_answer", change: func(t *testing.T, m *Mail) {
		m.Offer, m.Game.ToMove = "takeback", rules.First
	}},
	{name: "offer-at-their-turn", kind: "offer", change: func(t *testing.T, m *Mail) { m.Game.ToMove = rules.First }},
	{name: "offer-declined", kind: "offer_answer"},
	{name: "message", change: messageSample},
	{name: "messages", kind: "message", change: func(t *testing.T, m *Mail) {
		messageSample(t, m)
		first := view.Message{Ply: 0, At: mailNow.Add(-26 * time.Hour), Text: "Hello!\nHave a good game."}
		m.Messages = append([]view.Message{first}, m.Messages...)
		m.Game.Outcome = view.Won
	}},
	{name: "game-over-won", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Won, "the king reached a corner"
	}},
	{name: "game-over-lost", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Lost, "you ran out of time"
	}},
	{name: "game-over-drawn", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Drawn, "the players agreed on it"
	}},
	{name: "game-over-aborted", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Aborted, "it ended before both had played"
	}},
	{name: "your-turn-first-accepted", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Board.Diagram, m.Game.LastTurn, m.Game.Ply = sampleChallenge(t).Board.Diagram, nil, 0
		answer := sampleMail(t, "challenge_answer")
		answer.Challenge.Challenger, answer.Challenge.Opponent, answer.Accepted, answer.Game = "ann", "bob", true, m.Game
		m.Secondary = []Mail{answer}
	}},
	{name: "your-turn-and-offer", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.DrawBy = rules.First
		m.Secondary = []Mail{sampleMail(t, "offer")}
	}},
	{name: "game-over-and-plan", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Won, "the king reached a corner"
		plan := sampleMail(t, "plan")
		plan.Game.Outcome, plan.PlanDone = view.Won, true
		plan.Answered = &view.Turn{Description: "bob moved an attacker from a4 to b4.", Message: "Now what?"}
		m.Secondary = []Mail{plan}
	}},
	{name: "digest", change: func(t *testing.T, m *Mail) {
		for i := range 6 {
			turn := sampleMail(t, "your_turn")
			turn.Game.ID = "game" + string(rune('0'+i))
			if i == 1 {
				turn.Game.DrawBy = rules.First
			}
			turn.Game.Deadline = turn.Game.Deadline.Add(time.Duration(i) * 5 * time.Hour)
			m.Secondary = append(m.Secondary, turn)
		}
		over := sampleMail(t, "game_over")
		over.Game.Outcome, over.Game.Reason = view.Won, "bob ran out of time"
		m.Secondary = append(m.Secondary, over, sampleMail(t, "challenge"))
	}},
	{name: "digest-links", kind: "digest", change: func(t *testing.T, m *Mail) {
		turn, challenge := sampleMail(t, "your_turn"), sampleMail(t, "challenge")
		turn.Page, challenge.Page = m.Site+"/k/page-token", m.Site+"/k/challenge-token"
		m.Secondary = []Mail{turn, challenge}
	}},
	{name: "digest-news", kind: "digest", change: func(t *testing.T, m *Mail) {
		m.Secondary = []Mail{sampleMail(t, "challenge")}
	}},
}

func takebackSample(_ *testing.T, m *Mail) {
	m.Offer, m.Game.TakebackBy, m.Game.TakebackTo = "takeback", rules.First, 10
}

func messageSample(_ *testing.T, m *Mail) {
	const text = "Nice <move>. I need a day to think about it, and then another one, I am afraid."
	m.Messages = []view.Message{{Ply: 12, At: mailNow.Add(-time.Minute), Text: text}}
}

// planSample makes the last turn one of ann's plan.
func planSample(_ *testing.T, m *Mail) {
	m.Answered = &view.Turn{Description: "bob moved an attacker from a7 to a9.", Message: m.Game.LastTurn.Message}
	m.Game.LastTurn = &view.Turn{Seat: rules.Second, Description: "ann moved a defender from f8 to d8."}
	m.Game.ToMove = rules.First
}
