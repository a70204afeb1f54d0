package templates

import (
	"testing"
	"time"

	"turnpost/rules"
	"turnpost/templates/view"
)

// clockCases are samples of mails about days off and vacations that begin by themselves.
var clockCases = []mailCase{
	{name: "auto-vacation", kind: "auto_vacation", change: func(t *testing.T, m *Mail) {
		m.AwayFrom = time.Date(2026, 11, 24, 13, 0, 0, 0, time.UTC)
		m.AwayUntil = m.AwayFrom.Add(24 * time.Hour)
		m.DaysLeft = 29
	}},
	{name: "auto-vacation-last", kind: "auto_vacation", change: func(t *testing.T, m *Mail) {
		m.AwayFrom = time.Date(2026, 11, 24, 13, 0, 0, 0, time.UTC)
		m.AwayUntil = m.AwayFrom.Add(24 * time.Hour)
	}},
	{name: "your-turn-days-off", kind: "your_turn", change: func(t *testing.T, m *Mail) {
		m.Game.Players[0].ClockNotes = []string{m.Reader.Words().Say("clock.days_off", "name", "bob", "days", "Fridays")}
		days := m.Reader.Words().Weekdays([]string{"sat", "sun"})
		m.Game.Players[1].ClockNotes = []string{m.Reader.Words().Say("clock.days_off.mine", "days", days)}
		m.Game.Players[1].Days, m.Game.Left, m.Game.Stops = days, 26*time.Hour+45*time.Minute, true
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
