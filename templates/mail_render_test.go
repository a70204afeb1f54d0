package templates

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/templates/words"
)

func TestMailRefusesWhatIsIncomplete(t *testing.T) {
	for _, kind := range []models.Kind{
		"", "nothing", "your_turn", "reminder", "away", "offer", "offer_answer", "game_over", "challenge", "challenge_answer",
	} {
		if got, err := RenderMail(Mail{Kind: kind, Now: mailNow}); err == nil {
			t.Errorf("kind %q without anything is written: %q", kind, got.Subject)
		}
	}
}

func TestMailRefusesWhatIsIncompleteBesides(t *testing.T) {
	for _, kind := range []models.Kind{"your_turn", "digest"} {
		for _, with := range []models.Kind{"nothing", "your_turn", "offer"} {
			m := sampleMail(t, kind)
			m.Secondary = []Mail{{Kind: with, Now: mailNow}}
			if got, err := RenderMail(m); err == nil {
				t.Errorf("kind %q with %q without anything is written: %q", kind, with, got.Subject)
			}
		}
	}
}

func TestMailInALanguageWithoutWordsIsEnglish(t *testing.T) {
	m := sampleMail(t, "code")
	want, err := RenderMail(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range []string{"", "pl", "tlh-x-pqd", "EN"} {
		m.Reader.Language = words.For(locale)
		got, err := RenderMail(m)
		if err != nil || got.Text != want.Text {
			t.Errorf("locale %q: %v %s", locale, err, got.Text)
		}
	}
}

// The games of an event have no rematch.
func TestMailOffersNoRematchInAnEvent(t *testing.T) {
	m := sampleMail(t, models.KindGameOver)
	m.Replies, m.HasToken = true, true
	for event, want := range map[string]bool{"": true, "k3jx9d2m": false} {
		m.Game.Event = event
		got, err := RenderMail(m)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got.Text, "rematch") != want {
			t.Errorf("event %q:\n%s", event, got.Text)
		}
	}
}

// BenchmarkRenderMailText renders the mail of a turn without its picture.
func BenchmarkRenderMailText(b *testing.B) {
	m := sampleMail(b, "your_turn")
	m.Replies = true
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RenderMailText(m); err != nil {
			b.Fatal(err)
		}
	}
}
