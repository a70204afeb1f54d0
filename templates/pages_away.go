package templates

import "time"

// AwayText says when a player's own clocks stand still; the times are in the
// player's zone.
func AwayText(from, until time.Time) string {
	return pageText("pages_away.txt.tmpl", map[string]time.Time{"From": from, "Until": until})
}
