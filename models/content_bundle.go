package models

import (
	"slices"
)

// withoutRepeats leaves reminders out that stand beside the notice of the same turn.
func withoutRepeats(due []*Content) []*Content {
	turns := map[string]bool{}
	for _, c := range due {
		if c.Kind == KindYourTurn {
			turns[c.row.GameID] = true
		}
	}
	return slices.DeleteFunc(due, func(c *Content) bool { return c.Kind == KindReminder && turns[c.row.GameID] })
}

// weightiest is the content of the weightiest kind, with the others as its secondary ones.
func weightiest(due []*Content) *Content {
	first := 0
	for i, c := range due {
		if c.Kind.weight() < due[first].Kind.weight() {
			first = i
		}
	}
	primary := due[first]
	primary.Secondary = slices.Delete(due, first, first+1)
	return primary
}

// Awaits tells whether the content is about a game that waits for the player.
func (c *Content) Awaits() bool { return c.Kind == KindYourTurn || c.Kind == KindReminder }
