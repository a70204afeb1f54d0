package reply

import (
	"slices"
	"strconv"
	"strings"
)

// Lines below a turn take it back in more words than any list of phrases has. What they have in common is found by
// clause: words of withdrawal with no other word of weight, or two words that together say so.

var (
	withdrawStems = table("withdraws")
	refusalStems  = slices.Concat(withdrawStems, table("alters"))
	light         = setOf(table("light"))
	together      = readTogether(table("together"))
)

// wordPair is two sets of words of which a clause has one each.
type wordPair struct {
	first, second map[string]bool
	apart         int  // words from one to the other, at most
	atEnd         bool // the clause ends with one of them
}

// readTogether reads the lines of a table of pairs: "3$ one|other + third". The bars between words have divided them.
func readTogether(entries []string) (pairs []wordPair) {
	for _, entry := range entries {
		word := entry
		if head, rest, found := strings.Cut(entry, " "); found {
			if n, err := strconv.Atoi(strings.TrimSuffix(head, "$")); err == nil {
				pairs = append(pairs, wordPair{map[string]bool{}, map[string]bool{}, n, strings.HasSuffix(head, "$")})
				word = rest
			}
		}
		p := &pairs[len(pairs)-1]
		before, after, found := strings.Cut(word, " + ")
		switch {
		case found:
			p.first[before], p.second[after] = true, true
		case len(p.second) > 0:
			p.second[word] = true
		default:
			p.first[word] = true
		}
	}
	return pairs
}

// maxClauseWords bounds the words of a clause in which pairs are looked for.
const maxClauseWords = 15

// withdraws reports whether a clause of a text, in the form of phraseWords, withdraws what stands above it.
func withdraws(words []string) bool {
	for len(words) > 0 {
		end := slices.Index(words, ".")
		clause := words[:end]
		words = words[end+1:]
		if len(clause) <= maxClauseWords && (isWithdrawal(clause) || hasPair(clause)) {
			return true
		}
	}
	return false
}

// isRefusal reports whether a whole text withdraws or denies a turn, or wants another, without any other word of
// weight: "no", "I don't want that", "something else".
func isRefusal(words []string) bool {
	stem, denial, ok := weigh(words, refusalStems)
	return ok && (stem || denial) && len(words) <= maxClauseWords
}

// isWithdrawal reports whether a clause withdraws a turn without any other word of weight: "can I cancel that". One
// that only denies does not: many sentences begin with "No,".
func isWithdrawal(clause []string) bool {
	stem, _, ok := weigh(clause, withdrawStems)
	return ok && stem
}

// weigh reports whether some words have one of the stems, and a negation. It is not ok if another word has weight.
func weigh(words, stems []string) (stem, denial, ok bool) {
	for _, w := range words {
		switch {
		case refusal[w]:
			denial = true
		case light[w], politeWords[w], w == ".":
		case slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(w, s) }):
			stem = true
		default:
			return false, false, false
		}
	}
	return stem, denial, true
}

// hasPair reports whether a clause has two words that together withdraw.
func hasPair(clause []string) bool {
	for _, pair := range together {
		first, second := indexesOf(clause, pair.first), indexesOf(clause, pair.second)
		for _, i := range first {
			for _, j := range second {
				isNear := max(i-j, j-i) <= pair.apart
				if isNear && i != j && (!pair.atEnd || max(i, j) == len(clause)-1) {
					return true
				}
			}
		}
	}
	return false
}

// indexesOf returns where the words of a set are in a clause. A word counts without what is before an apostrophe too,
// as in "j'hésite".
func indexesOf(clause []string, set map[string]bool) (at []int) {
	for i, w := range clause {
		if set[w] || set[w[strings.IndexByte(w, '\'')+1:]] {
			at = append(at, i)
		}
	}
	return at
}
