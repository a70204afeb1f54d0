package rules

import (
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// Find returns the ruleset with an ID, or with a name in any language. Case, spaces and hyphens are ignored. It reports
// false if there is none.
func Find(all []Ruleset, name string) (Ruleset, bool) {
	folded := foldName(name)
	if folded == "" {
		return nil, false
	}
	for _, r := range all {
		if foldName(r.Info(phrase.English).ID) == folded {
			return r, true
		}
	}
	for _, r := range all {
		for _, lang := range r.Phrases().Languages() {
			if foldName(r.Info(lang).Name) == folded {
				return r, true
			}
		}
	}
	return nil, false
}

// Variant returns the variant with an ID or a name, compared as by Find; "" is the default variant.
func (i Info) Variant(name string) (Variant, bool) {
	folded := foldName(name)
	for n, v := range i.Variants {
		if v.ID == name || (name == "" && n == 0) {
			return v, true
		}
	}
	for _, v := range i.Variants {
		if folded != "" && (foldName(v.ID) == folded || foldName(v.Name) == folded) {
			return v, true
		}
	}
	return Variant{}, false
}

// foldName folds a name like a turn, to lower case, and keeps only letters and digits.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, foldRunes(name))
}
