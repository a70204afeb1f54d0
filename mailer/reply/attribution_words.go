package reply

import (
	"slices"
	"sort"
	"strings"
)

// wroteWords holds the words of attributions for "wrote", in lower case.
var wroteWords = table("wrote")

// leadWords holds the words of attributions before a date, as patterns, the longest first. They are capitalised in the
// languages that do so, which distinguishes them from the end of a word that they are glued to.
var leadWords = func() []string {
	words := table("lead")
	sort.SliceStable(words, func(i, j int) bool { return len(words[i]) > len(words[j]) })
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, ".", `\.`)
	}
	return words
}()

// wroteSet holds the words of scripts with spaces between words, wroteParts those of other scripts.
var wroteSet, wroteParts = func() (map[string]bool, []string) {
	set, parts := map[string]bool{}, []string(nil)
	for _, w := range wroteWords {
		if w[0] >= 0xe0 {
			parts = append(parts, w)
			continue
		}
		set[w] = true
	}
	return set, parts
}()

// wroteSpaced holds the words of wroteParts that have a space, where a line may be wrapped.
var wroteSpaced = slices.DeleteFunc(slices.Clone(wroteParts), func(w string) bool { return !strings.Contains(w, " ") })

// hasWroteWord reports whether a text in lower case has a word for "wrote".
func hasWroteWord(lower string) bool {
	for w := range strings.FieldsFuncSeq(lower, func(r rune) bool { return letter(r) == 0 }) {
		if wroteSet[w] {
			return true
		}
	}
	for i := range len(lower) {
		if lower[i] >= 0xe0 {
			return contains(lower, wroteParts)
		}
	}
	return false
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
