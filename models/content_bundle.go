package models

import (
	"slices"
)

// withoutRepeats leaves reminders out that stand beside the notice of the same turn.
func withoutRepeats(due []*Content) []*Content {
	turns := map[string]bool{}
	for _, l := range due {
		if l.Kind == KindYourTurn {
			turns[l.row.GameID] = true
		}
	}
	return slices.DeleteFunc(due, func(l *Content) bool { return l.Kind == KindReminder && turns[l.row.GameID] })
}

// leadByWeight is the content of the weightiest kind, with the others.
func leadByWeight(due []*Content) *Content {
	first := 0
	for i, l := range due {
		if l.Kind.weight() < due[first].Kind.weight() {
			first = i
		}
	}
	primary := due[first]
	primary.Secondary = slices.Delete(due, first, first+1)
	return primary
}

// Awaits tells whether the content is about a game that waits for the player.
func (l *Content) Awaits() bool { return l.Kind == KindYourTurn || l.Kind == KindReminder }
