package view

import (
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/templates/words"
)

// addClock adds what stops the player's clock, for a reader who is or is not the player.
func (p *Player) addClock(off calendar.DaysOff, autoVacation, mine bool, l *words.Language) {
	suffix := ""
	if mine {
		suffix = ".mine"
	}
	if names := off.Names(); len(names) > 0 {
		p.DaysOff = l.DaysOff(names)
		p.ClockNotes = append(p.ClockNotes, l.Say("clock.days_off"+suffix, "name", p.Name, "days", p.DaysOff))
	}
	if autoVacation {
		p.ClockNotes = append(p.ClockNotes, l.Say("clock.auto"+suffix, "name", p.Name))
	}
}

// ClockNotesOf returns sentences about what stops a player's clocks in every game, for a reader who is or is not the
// player.
func ClockNotesOf(p models.Player, mine bool, l *words.Language) []string {
	shown := Player{Name: p.Name}
	shown.addClock(p.DaysOff, p.AutoVacation, mine, l)
	return shown.ClockNotes
}

// ClockNotes are sentences about what stops the clocks of the game, besides a vacation that has begun.
func (g *Game) ClockNotes() []string {
	if g.Past || g.Over() {
		return nil
	}
	var notes []string
	for _, p := range g.Players {
		notes = append(notes, p.ClockNotes...)
	}
	return append(notes, g.Waived...)
}

// MoverDaysOff returns the days off by which the running clock counts, as "Saturdays and Sundays"; "" for none.
func (g *Game) MoverDaysOff() string {
	if g.Over() || g.ToMove < 0 || int(g.ToMove) >= len(g.Players) {
		return ""
	}
	return g.Players[g.ToMove].DaysOff
}

// MoverAway returns the player to move who is away; nil for none.
func (g *Game) MoverAway() *Player {
	if g.Over() || g.ToMove < 0 || g.Players[g.ToMove].AwayUntil.IsZero() {
		return nil
	}
	return &g.Players[g.ToMove]
}

// Remaining returns the time on the running clock, which is less than the time until the deadline if it stops before.
func (g *Game) Remaining(now time.Time) time.Duration {
	if g.Stops {
		return g.Left
	}
	return g.Deadline.Sub(now)
}
