package templates

import (
	"strings"
	"time"

	"turnpost/templates/words"
)

// AnnouncementText renders an announcement of the operator, to be put after a text: an empty line, then lines that
// begin with "#", as comments do in a shell. until is in the reader's zone.
func AnnouncementText(text string, until time.Time, language *words.Language) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, line := range []string{language.Say("text.announcement", "until", language.When(until)), oneLine(text)} {
		b.WriteString(wrapText(line, "# ", "# "))
	}
	return b.String()
}
