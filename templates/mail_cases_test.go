package templates

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/hook"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// mailCase is a sample mail with a name; its kind is the name unless it has one.
type mailCase struct {
	name   string
	kind   models.Kind // "" means the kind that the name contains
	change func(t *testing.T, m *Mail)
}

var mailCases = []mailCase{
	{name: "code"},
	{name: "code-new", kind: "code", change: func(t *testing.T, m *Mail) { m.NewAccount = true }},
	{name: "operator-code", kind: "operator_code"},
	{name: "address-code", kind: "address_code"},
	{name: "address-code-taken", kind: "address_code", change: func(t *testing.T, m *Mail) { m.Address.Taken = true }},
	{name: "address-asked", kind: "address_change"},
	{name: "address-changed", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State = account.AddressChanged
	}},
	{name: "address-set", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = account.AddressSet, ""
	}},
	{name: "address-given", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = account.AddressGiven, ""
	}},
	{name: "address-undone", kind: "address_change", change: func(t *testing.T, m *Mail) {
		m.Address.State, m.AddressURL = account.AddressUndone, ""
	}},
	{name: "test"},
	{name: "webhook-off", kind: "webhook_off", change: func(t *testing.T, m *Mail) { m.HasToken = true }},
	{name: "webhook-gone", kind: "webhook_off", change: func(t *testing.T, m *Mail) { m.Hook.Detail = hook.HookGone }},
	{name: "webhook-off-de", kind: "webhook_off", change: func(t *testing.T, m *Mail) {
		m.Reader.Language, m.Hook.Detail, m.Hook.Status = words.For("de"), hook.HookTooSlow, 0
	}},
	{name: "webhook-off-ru", kind: "webhook_off", change: func(t *testing.T, m *Mail) {
		m.Reader.Language, m.Hook.Detail, m.Hook.Status = words.For("ru"), hook.HookUnreachable, 0
	}},
	{name: "report"},
	{name: "report-game", kind: "report", change: reportOfGame},
	{name: "test-announced", kind: "test", change: announced},
	{name: "reply-played-muted", kind: "reply_answer", change: playedByMuted},
	{name: "reply-played-draw-talk", kind: "reply_answer", change: playedBesideDrawTalk},
	{name: "challenge"},
	{name: "challenge-stranger", kind: "challenge", change: func(t *testing.T, m *Mail) {
		m.Challenge.Terms = "The game will be rated. bob: rating 1523?, 97 % of turns in time."
		m.Name, m.Challenge.Seat = "", rules.NoSeat
		m.Challenge.Pace = pace.Pace{Bank: 14 * 24 * time.Hour, PerTurn: 24 * time.Hour, Cap: 21 * 24 * time.Hour}
	}},
	{name: "challenge-accepted", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent, m.Challenge.Mine, m.Accepted = "ann", "bob", true, true
		m.Game = sampleGame(t)
		m.Game.Players = [2]view.Player{{Name: "ann", Side: "Attackers"}, {Name: "bob", Side: "Defenders"}}
		m.Game.Reader, m.Game.ToMove, m.Game.Board = rules.First, rules.First, nil
	}},
	{name: "challenge-begun", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Opponent, m.Challenge.Status = "ann", models.ChallengeAccepted
		m.Accepted, m.Joined, m.Game = true, true, sampleGame(t)
		m.Game.LastTurn, m.Game.Ply, m.Game.ToMove, m.Game.Board = nil, 0, rules.First, nil
	}},
	{name: "challenge-expired", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Mine, m.Challenge.Status = "ann", true, models.ChallengeExpired
	}},
	{name: "challenge-rematch", kind: "challenge", change: func(t *testing.T, m *Mail) {
		m.Challenge.RematchOf, m.Replies = "k7m2q9xr", true
	}},
	{name: "challenge-declined", kind: "challenge_answer", change: func(t *testing.T, m *Mail) {
		m.Challenge.Challenger, m.Challenge.Opponent, m.Challenge.Mine = "ann", "bob", true
	}},
	{name: "your-turn", kind: "your_turn"},
	{name: "your-turn-first", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.NewToGame, m.Game.Board = true, sampleChallenge(t).Board
		m.Game.Players = [2]view.Player{{Name: "ann", Side: "Attackers"}, {Name: "bob", Side: "Defenders"}}
		m.Game.LastTurn, m.Game.Ply, m.Game.Reader, m.Game.ToMove = nil, 0, rules.First, rules.First
	}},
	{name: "your-turn-replies", kind: "your_turn", change: func(t *testing.T, m *Mail) { m.Replies = true }},
	{name: "your-turn-token", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Replies, m.HasToken = true, true
	}},
	{name: "your-turn-unsaid", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Replies, m.Unsaid, m.UnsaidWords = true, true, "What a fine game this is! I did not see that coming, I must say."
	}},
	{name: "your-turn-away", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Banked, m.Game.TheirLeft, m.Waiting = true, 50*time.Hour+10*time.Minute, 1
		m.Game.Players[0].AwayUntil = m.Reader.In(time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC))
	}},
	{name: "reply-try", kind: "reply_answer", change: func(t *testing.T, m *Mail) {
		m.Replies, m.Page, m.StopKind, m.StopGame = true, m.Site+"/k/page-token", "", ""
		m.Game.ToMove, m.Game.LastTurn.Seat, m.Previous = rules.First, rules.Second, nil
		m.Game.LastTurn.Description, m.Game.LastTurn.Message = "ann moved a defender from f8 to d8.", ""
		m.Answer = &MailAnswer{About: models.AnswerTry, Turn: "f8-d8"}
	}},
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
		m.PlanEnded, m.PlanDetail = play.PlanRefused, "f8-f3: the defender on f7 stands in the way"
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
	{name: "away-now-changed", kind: "away", change: func(t *testing.T, m *Mail) {
		m.AwayFrom, m.AwayUntil, m.AwayKnown = mailNow.Add(-time.Hour), time.Date(2027, 3, 28, 22, 0, 0, 0, time.UTC), true
	}},
	{name: "away-off", kind: "away", change: func(t *testing.T, m *Mail) {
		m.Game.ToMove, m.AwayKnown = rules.First, true
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
		m.Game.Ratings[1] = &view.RatingChange{Before: "1523", After: "1541"}
	}},
	{name: "game-over-lost", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Lost, "you ran out of time"
	}},
	{name: "game-over-drawn", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Drawn, "the players agreed on it"
	}},
	{name: "game-over-aborted", kind: "game_over", change: func(t *testing.T, m *Mail) {
		m.Game.Outcome, m.Game.Reason = view.Aborted, "it ended before both had played"
		m.Game.Unrated = "the game has no result"
	}},
	{name: "your-turn-first-accepted", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Board.Diagram, m.Game.LastTurn, m.Game.Ply = sampleChallenge(t).Board.Diagram, nil, 0
		answer := sampleMail(t, "challenge_answer")
		answer.Challenge.Mine = true
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
			turn.Game.Began = turn.Game.Began.Add(time.Duration(i/2) * 24 * time.Hour)
			turn.Game.Ply += i % 2
			if i == 1 {
				turn.Game.DrawBy = rules.First
			}
			turn.Game.Deadline = turn.Game.Deadline.Add(time.Duration(i) * 5 * time.Hour)
			m.Secondary = append(m.Secondary, turn)
		}
		over := sampleMail(t, "game_over")
		over.Game.Outcome, over.Game.Reason = view.Won, "bob ran out of time"
		over.Game.Unrated = "games against the house are not rated"
		again := sampleMail(t, "game_over")
		over.Game.ID, again.Game.ID = "game7", "game8"
		again.Game.Began = again.Game.Began.Add(24 * time.Hour)
		again.Game.Outcome, again.Game.Reason, again.Game.Unrated = view.Lost, "you ran out of time", over.Game.Unrated
		m.Secondary = append(m.Secondary, over, again, sampleMail(t, "challenge"))
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
