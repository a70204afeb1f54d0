package rules

import (
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// Find finds a ruleset by its ID or by its name in any of its languages, as a person writes them: in any case,
// with or without spaces and hyphens. It is false where there is none.
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

// Variant finds a variant by its ID or its name as a person writes them, like Find; "" is the default one.
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

// foldName reads a name as turns are read, in lower case and without what is no letter or digit.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, foldRunes(name))
}
