package mailer

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// The question about several commands quotes the line of each as the reader's language does.
func TestQuotesOfTypedLines(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	quotes := map[string]string{
		"en": "d1-d4 (“von d1 nach d4”) or d1-d3.", "de": "d1-d4 („von d1 nach d4“) oder d1-d3.",
		"ru": "d1-d4 («von d1 nach d4») или d1-d3.",
	}
	for _, locale := range sample.Every(2, slices.Sorted(maps.Keys(quotes))) {
		m := newMatch(t)
		patch := models.ProfilePatch{Values: models.Values{"locale": {locale}}}
		if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
			t.Fatal(err)
		}
		m.top(m.mail, "von d1 nach d4\n\nd1-d3")
		m.wantSettled(mailbox.InboundRejected)
		contains(t, strings.Join(strings.Fields(m.next("ann@example.org", "Re:").text), " "), quotes[locale])
	}
}
