package models

import "fmt"

// eventDamageError is the error of a stored event whose rows do not fit together, because somebody has changed them by
// hand.
type eventDamageError struct{ event, detail string }

func (e *eventDamageError) Error() string { return "event " + e.event + " is damaged: " + e.detail }

// checkDamage refuses rows of a round robin under way from which no tables can be made: groups in a number without
// bound, or games of players who are not in the group.
func (e *eventState) checkDamage() error {
	if EventKind(e.Kind) != RoundRobin || e.BeganAt == 0 {
		return nil
	}
	damaged := func(what string, args ...any) error { return &eventDamageError{e.ID, fmt.Sprintf(what, args...)} }
	parts := map[int64]int{}
	for i := range e.players {
		p := &e.players[i]
		if p.Part < 1 && len(e.games) > 0 || p.Part > len(e.players) {
			return damaged("player %d is in group %d", p.PlayerID, p.Part)
		}
		parts[p.PlayerID] = p.Part
	}
	first, count := map[int]int{}, map[int]int{} // numbers and counts of games, by group
	for i := range e.games {
		g := &e.games[i]
		if g.Part < 1 || parts[g.FirstID] != g.Part || parts[g.SecondID] != g.Part {
			return damaged("game %d is one of group %d, and its players are not", g.No, g.Part)
		}
		if count[g.Part] == 0 {
			first[g.Part] = g.No
		}
		if g.No != first[g.Part]+count[g.Part] {
			return damaged("game %d is not the next one of group %d", g.No, g.Part)
		}
		count[g.Part]++
	}
	return nil
}
