package templates

import (
	"reflect"
	"testing"

	"turnpost/models"
	"turnpost/models/modeltest"
	"turnpost/models/setting"
	"turnpost/templates/words"
)

// Every line of the mail with settings has a name in each language, and what the mail shows is read as what it stands
// for.
func TestSettingsHaveNamesInEveryLanguage(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	ann := w.SignUp("ann")
	lines := append(setting.Of(ann, w.Clock.Now()),
		models.Setting{Name: "game k7m2q9xr", Value: "off"},
		models.Setting{Name: "vacation", Value: "2026-12-24 to 2027-01-03"},
		models.Setting{Name: "confirm turns", Value: "always"}, models.Setting{Name: "mail offer", Value: "digest"},
		models.Setting{Name: "listed", Value: "no"}, models.Setting{Name: "days off", Value: "wed, sun"},
		models.Setting{Name: "quiet hours", Value: "none"},
	)
	for _, tag := range words.All() {
		l, seen := words.For(tag), map[string]string{}
		for _, s := range lines {
			shown := settingIn(l, s)
			if tag == "en" && shown != s {
				t.Errorf("%v is shown as %v", s, shown)
			}
			if tag != "en" && shown.Name == s.Name {
				t.Errorf("%s: %s has no name", tag, s.Name)
			}
			if other := seen[shown.Name]; other != "" && other != s.Name {
				t.Errorf("%s: %s and %s are both %s", tag, s.Name, other, shown.Name)
			}
			seen[shown.Name] = s.Name
			if name := SettingNamed(shown.Name); name != s.Name {
				t.Errorf("%s: %q is read as %q", tag, shown.Name, name)
			}
			value := SettingValue(s.Name, shown.Value)
			change, faults := setting.Read([]models.Setting{{Name: s.Name, Value: value}})
			if len(faults) > 0 {
				t.Errorf("%s: %v is refused: %v", tag, shown, faults)
			}
			if want, _ := setting.Read([]models.Setting{s}); !reflect.DeepEqual(change, want) {
				t.Errorf("%s: %v is read as %q", tag, shown, value)
			}
		}
	}
}
