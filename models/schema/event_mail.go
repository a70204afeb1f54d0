package schema

import (
	"fmt"
	"strings"
)

// One mail tells a player of all games with which an event begins. Until it is queued and while it waits unsent, their
// first turns are not lost by time, and when it is sent, their clocks are credited with the wait, as with the mail of a
// turn.

// EventBegan begins the keys of notices about the beginning of an event.
const EventBegan = "event_began"

// EventBeganKey returns the key of the notice that tells a player of the beginning of an event.
func EventBeganKey(event string, player int64) string {
	return fmt.Sprintf("%s.%s.%d", EventBegan, event, player)
}

// EventBegunIn returns the event of whose beginning a notice tells.
func EventBegunIn(n Notice) (event string, is bool) {
	rest, is := strings.CutPrefix(n.Key, EventBegan+".")
	event, _, _ = strings.Cut(rest, ".")
	return event, is && n.PlayerID != 0 && n.Key == EventBeganKey(event, n.PlayerID)
}
