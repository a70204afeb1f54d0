package mailer

import (
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// A command at the desk is read in every language, and repeated in that of the player: games by their names, so that
// what is repeated can be sent again.
func TestDeskInALanguage(t *testing.T) {
	t.Parallel()
	for _, c := range sample.Every(3, []struct{ lang, line, held, done string }{
		{
			"ru", "Играть в хнефатафл 7×7 3 дня против дома",
			"Подтвердите: играть Хнефатафл 7x7 3d против компьютера",
			"Сделано: играть Хнефатафл 7x7 3d против компьютера",
		},
		{
			"ru", "сыграть 7 мудрецов короткая",
			"Подтвердите: играть 7 мудрецов short",
			"Сделано: играть 7 мудрецов short",
		},
		{
			"de", "Spiele HanniBall gegen bob", "Bitte bestätige: spielen HanniBall gegen bob",
			"Erledigt: spielen HanniBall gegen bob",
		},
		{
			"de", "Ich spiele BohnDuell gegen das Haus leicht", "Bitte bestätige: spielen BohnDuell gegen das Haus leicht",
			"Erledigt: spielen BohnDuell gegen das Haus leicht",
		},
		{"de", "mein Name Anna", "Bitte bestätige: Name Anna", "Erledigt: Name Anna"},
	}) {
		m := newMatch(t)
		patch := models.ProfilePatch{Values: models.Values{"locale": {c.lang}}}
		if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
			t.Fatal(err)
		}
		m.write("ann@example.org", desk, c.line, "Content-Type: text/plain; charset=utf-8")
		m.wantSettled(mailbox.InboundHeld)
		yes := map[string]string{"ru": "да", "de": "Ja"}[c.lang]
		m.top(m.next("ann@example.org", c.held), yes)
		m.wantSettled(mailbox.InboundDone)
		m.next("ann@example.org", c.done)
	}
}
