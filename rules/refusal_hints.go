package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

// MaxOptions is the maximum number of options in a refusal.
const MaxOptions = 8

// foreignLetter names the first letter of a typed text that is not read as one of those that occur in turns. It is
// zero if there is none.
func foreignLetter(typed, quoted string) phrase.Message {
	for _, r := range typed {
		if r <= unicode.MaxASCII || !unicode.IsLetter(r) || isASCII(foldRunes(string(r))) {
			continue
		}
		return phrase.New("turn.foreign", "turn", quoted, "letter", string(r), "script", scriptOf(r))
	}
	return phrase.Message{}
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// scriptOf names the script of a letter.
func scriptOf(letter rune) phrase.Message {
	for name, table := range unicode.Scripts {
		if key := "script." + name; unicode.Is(table, letter) && sharedTables.In(phrase.English).Has(key) {
			return phrase.New(key)
		}
	}
	return phrase.New("script.other")
}

var sharedTables = phrase.MustLoad(sharedWords)

// Phrases returns the phrases that all rulesets share, such as Refusal.Possible.
func Phrases() *phrase.Tables { return sharedTables }

// options returns the legal steps of the piece that a refused turn names, or of its letter if the piece has none, the
// most similar to the typed text first, and the number of further ones.
func (r lenientPosition) options(text string) (list []string, more int) {
	begun, word := r.legalBeginning(text)
	from := ""
	if r.notation.Squares {
		var letter string
		var ok bool
		if letter, from, ok = pieceNamed(word); !ok {
			return nil, 0
		}
		if letter != "" && len(r.steps(begun+from)) == 0 {
			from = letter
		}
	}
	steps := byLikeness(r.steps(begun+from), strings.ToLower(word))
	kept := min(len(steps), MaxOptions)
	return Options{Steps: steps[:kept]}.Texts(), len(steps) - kept
}

// steps returns the steps after a prefix; none if it is refused.
func (r lenientPosition) steps(prefix string) []Step {
	options, err := r.Position.Next(prefix)
	if err != nil {
		return nil
	}
	return options.Steps
}

// legalBeginning splits a refused turn at its first fault: the legal steps before, each followed by a space, and the
// word that no legal step starts with.
func (r lenientPosition) legalBeginning(text string) (begun, word string) {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	if !r.notation.Steps || len(words) == 0 {
		return "", text
	}
	for _, word = range words[:len(words)-1] {
		if _, err := r.Position.Next(begun + word); err != nil {
			return begun, word
		}
		begun += word + " "
	}
	return begun, words[len(words)-1]
}

// pieceNamed returns the square at the start of a step, and the lower-case letter before it or "".
func pieceNamed(word string) (letter, square string, ok bool) {
	if len(word) > 2 && isLetter(word[0]) && isLetter(word[1]) {
		letter, word = strings.ToLower(word[:1]), word[1:]
	}
	s, _, ok := CutSquare(word)
	return letter, s.String(), ok
}

// byLikeness sorts steps by their likeness to a typed word: those that begin more alike come first, and of these the
// ones that touch more of the places that it names.
func byLikeness(steps []Step, word string) []Step {
	names := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	named := func(s Step) (n int) {
		for _, place := range s.Places {
			if slices.Contains(names, place) {
				n++
			}
		}
		return n
	}
	return slices.SortedStableFunc(slices.Values(steps), func(a, b Step) int {
		return cmp.Or(cmp.Compare(commonPrefix(b.Text, word), commonPrefix(a.Text, word)), cmp.Compare(named(b), named(a)))
	})
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
