package setting

import (
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/modeltest"
)

// settings returns lines by their names and values.
func settings(lines ...[2]string) (list []models.Setting) {
	for _, line := range lines {
		list = append(list, models.Setting{Name: line[0], Value: line[1]})
	}
	return list
}

// What the mail shows can be sent back: the lines of any settings are read as those settings.
func TestSettingsAreReadAsShown(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	ann := w.SignUp("ann")
	ahead := w.Clock.Now().Add(240 * time.Hour).Format(time.DateOnly)
	for _, lines := range [][][2]string{
		nil,
		{{"time_zone", "america/new york"}, {"LANGUAGE", "de"}, {"digest-hour", "08:00"}, {"quiet", "22-7"}},
		{{"reminders", "50%; 24h"}, {"confirm turns", "ALWAYS"}, {"Confirm_Replies", "on"}, {"listed", "no"}},
		{{"mail.your_turn", "Digest"}, {"mail game over", "off"}, {"game k7m2q9xr", "off"}},
		{{"days off", "Samstag und SONNTAG"}, {"auto vacation", "ja"}},
		{{"vacation", ahead + " - " + ahead}, {"zone", "Asia/Kathmandu"}},
		{{"vacation", "none"}, {"quiet hours", "none"}, {"reminders", "usual"}},
	} {
		change, faults := Read(settings(lines...))
		if len(faults) > 0 {
			t.Fatalf("%v: %v", faults[0].Setting, faults[0].Refused)
		}
		p, err := w.ChangeSettings(t.Context(), ann.ID, change)
		if err != nil {
			t.Fatal(err)
		}
		shown := Of(p, w.Clock.Now())
		change, faults = Read(shown)
		if len(faults) > 0 {
			t.Fatalf("%v: %v", faults[0].Setting, faults[0].Refused)
		}
		if p, err = w.ChangeSettings(t.Context(), ann.ID, change); err != nil {
			t.Fatal(err)
		}
		if again := Of(p, w.Clock.Now()); !slices.Equal(again, shown) {
			t.Errorf("%v\nis read as\n%v", shown, again)
		}
	}
	want := map[string]string{
		"zone": "Asia/Kathmandu", "language": "de", "digest hour": "8", "quiet hours": "none", "reminders": "usual",
		"confirm turns": "always", "confirm replies": "yes", "listed": "no", "mail your turn": "digest",
		"mail game over": "off", "game k7m2q9xr": "off", "vacation": "none",
		"days off": "sat, sun", "auto vacation": "yes",
	}
	p, _, err := w.PlayerByName(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Of(p, w.Clock.Now()) {
		if value, known := want[s.Name]; known && value != s.Value {
			t.Errorf("%s: %s, want %s", s.Name, s.Value, value)
		}
	}
}

// All settings change in one transaction, or none.
func TestSettingsChangeTogether(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	ann := w.SignUp("ann")
	change, faults := Read(settings([2]string{"zone", "Asia/Tokyo"}, [2]string{"vacation", "2020-01-01 to 2020-01-05"}))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if _, err := w.ChangeSettings(t.Context(), ann.ID, change); models.CodeOf(err) != models.CodeInvalid {
		t.Fatal(err)
	}
	p, _, err := w.PlayerByName(t.Context(), "ann")
	if err != nil || p.TimeZone.String() != "UTC" {
		t.Errorf("%v, %v", p.TimeZone, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range settings([][2]string{
		{"zone", "europe/berlin"},
		{"digest hour", "8 uhr"},
		{"quiet hours", "22:00 – 07:00"},
		{"vacation", "none"},
		{"mail plan", "off"},
		{"game k7m2q9xr", "digest"},
		{"reminders", "50%, 3h"},
		{"name", "x"},
		{"", ""},
	}...) {
		f.Add(s.Name, s.Value, "zone", "UTC")
	}
	f.Fuzz(func(t *testing.T, name, value, other, otherValue string) {
		change, faults := Read(settings([2]string{name, value}, [2]string{other, otherValue}))
		if len(faults) > 0 {
			if change.Values != nil || change.Vacation != nil || change.Mail != nil || change.Games != nil {
				t.Fatalf("a refused mail changes %+v", change)
			}
			return
		}
		if change.Name != nil || change.Email != nil {
			t.Fatalf("%+v", change)
		}
		if err := change.Check(); err != nil {
			t.Fatalf("%q: %q and %q: %q: %v", name, value, other, otherValue, err)
		}
	})
}
