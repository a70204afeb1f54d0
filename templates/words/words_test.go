package words

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules/phrase"
)

func TestTheLanguageOfALocale(t *testing.T) {
	for locale, want := range map[string]string{
		"": "en", "en": "en", "en-GB": "en", "EN": "en", "pl": "en", "tlh-x-pqd": "en", "en-XA": "en-XA", "en-xa": "en-XA",
	} {
		if got := For(locale).Tag(); got != want {
			t.Errorf("locale %q is spoken to in %s, want %s", locale, got, want)
		}
	}
	if all := All(); !slices.Contains(all, "en") || slices.Contains(all, phrase.Pseudo) {
		t.Errorf("languages %v", all)
	}
}

func TestTheLanguageOfAHeader(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "*": "en", "pl, en;q=0.5": "en", "en-XA": "en-XA", "en;q=0.4, en-XA;q=0.9": "en-XA", "en-XA;q=0, en": "en",
		"en-XA;q=zero, en;q=0.1": "en", ",,;q=1": "en", strings.Repeat("pl,", 1000) + "en-XA": "en",
	} {
		if got := Accepted(header).Tag(); got != want {
			t.Errorf("%.40q wants %s, want %s", header, got, want)
		}
	}
}

func FuzzAccepted(f *testing.F) {
	f.Add("de-CH, en;q=0.5, *;q=0.1")
	f.Add("en-XA;q=NaN")
	f.Fuzz(func(t *testing.T, header string) {
		if Accepted(header) == nil {
			t.Error("no language")
		}
	})
}

// Every language that somebody has begun is whole, in every game: the failure lists what is missing.
func TestLanguagesLackNothing(t *testing.T) {
	for _, lacks := range Lacks() {
		t.Error(strings.Join(lacks, "\n"))
	}
}

func TestThePseudoLanguageMarksTextsAndLeavesEnglishAlone(t *testing.T) {
	for tag, want := range map[string]string{
		"en":    "Nothing to list.\n",
		"en-XA": "⟦Nothing⟧ ⟦to⟧ ⟦list⟧.\n",
	} {
		if got, err := For(tag).Text("page.empty", nil); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", tag, got, err, want)
		}
	}
	if _, err := For("en").Text("page.nowhere", nil); err == nil {
		t.Error("a text that does not exist was rendered")
	}
}
