package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// The mail with settings names them, and their values, in the player's language, and reads them in it.
func TestSettingsInALanguage(t *testing.T) {
	for _, c := range sample.Every(2, []struct {
		lang, ask  string
		shows      []string
		typed      string
		changed    []string
		bad, fault string
	}{
		{
			"ru", "настройки",
			[]string{"часовой пояс: UTC", "письма о вашем ходе: сразу", "отпуск: нет"},
			"Письма о вашем ходе: в сводке\nтихие часы: 22:00 – 07:00\nчас сводки: 9",
			[]string{"сразу → в сводке", "нет → 22:00 – 07:00", "8 → 9"},
			"письма о вашем ходе: иногда",
			"такого значения нет. Можно: сразу, в сводке или никогда",
		},
		{
			"de", "Einstellungen",
			[]string{"Zeitzone: UTC", "Mail bei deinem Zug: sofort", "Urlaub: keine"},
			"Mail bei deinem Zug: gesammelt\nRuhezeit: 22:00 bis 07:00\nStunde der Sammelmail: 9",
			[]string{"sofort → gesammelt", "keine → 22:00 bis 07:00", "8 → 9"},
			"Mail bei deinem Zug: manchmal", "diesen Wert gibt es nicht. Erlaubt: sofort, gesammelt oder nie",
		},
	}) {
		m := newMatch(t)
		patch := models.ProfilePatch{Values: models.Values{"locale": {c.lang}}}
		if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
			t.Fatal(err)
		}
		m.top(m.mail, c.ask)
		m.wantSettled(mailbox.InboundAnswered)
		sent := m.next("ann@example.org", "")
		contains(t, sent.text, c.shows...)
		m.top(sent, c.typed)
		m.wantSettled(mailbox.InboundDone)
		changed := m.next("ann@example.org", "")
		contains(t, changed.text, c.changed...)
		if got := m.settings(); got["mail your turn"] != "digest" || got["quiet hours"] != "22:00 to 07:00" {
			t.Errorf("%s: %v", c.lang, got)
		}
		m.top(changed, c.bad)
		m.wantSettled(mailbox.InboundRejected)
		refused := m.next("ann@example.org", "")
		contains(t, strings.Join(strings.Fields(refused.text), " "), "> "+c.bad, c.fault)
		m.top(refused, "zone: Europe/Paris") // English names always hold
		m.wantSettled(mailbox.InboundDone)
		if got := m.settings()["zone"]; got != "Europe/Paris" {
			t.Errorf("%s: the zone is %s", c.lang, got)
		}
	}
}
