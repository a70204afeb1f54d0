package rules_test

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"hnefatafl": "hnefatafl", "Hnefatafl": "hnefatafl", " HNEFATAFL ": "hnefatafl",
		"ｈｎｅｆａｔａｆｌ": "hnefatafl",
		"7 Sages":   "sevensages", "7sages": "sevensages", "7-sages": "sevensages", "SevenSages": "sevensages",
		"seven sages": "sevensages", "Hanni Ball": "hanniball", "BohnDuell": "bohnduell", "НаnniВall": "hanniball",
		"": "", " ": "", "-": "", "chess": "", "hnefataf": "", "hnefatafl 7x7": "",
	} {
		r, found := rules.Find(catalog.All(), name)
		if found != (want != "") || found && r.Info(phrase.English).ID != want {
			t.Errorf("%q: found %v", name, found)
		}
	}
}

func TestVariant(t *testing.T) {
	tafl, _ := rules.Find(catalog.All(), "hnefatafl")
	for name, want := range map[string]string{
		"": "11x11", "7x7": "7x7", "7X7": "7x7", "9×9": "9x9", "11 x 11": "11x11", "Hnefatafl 9×9": "9x9",
		"hnefatafl 7x7 (brandubh)": "7x7", "8x8": "", " ": "", "x": "",
	} {
		v, found := tafl.Info(phrase.English).Variant(name)
		if found != (want != "") || v.ID != want {
			t.Errorf("%q is %q, %v", name, v.ID, found)
		}
	}
}

// No name finds two games or two variants of a game.
func TestNamesAreFoundApart(t *testing.T) {
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, name := range []string{info.ID, info.Name} {
			if found, _ := rules.Find(catalog.All(), name); found == nil || found.Info(phrase.English).ID != info.ID {
				t.Errorf("%q is not found as %s", name, info.ID)
			}
		}
		for _, v := range info.Variants {
			for _, name := range []string{v.ID, v.Name} {
				if found, _ := info.Variant(name); found.ID != v.ID {
					t.Errorf("%q is found as %q, not %s", name, found.ID, v.ID)
				}
			}
		}
	}
}
