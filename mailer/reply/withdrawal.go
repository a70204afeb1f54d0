package reply

import (
	"slices"
	"strconv"
	"strings"
)

// Lines below a turn take it back in more words than any list of phrases has. Their common parts are found by
// clause: words of withdrawal with no other word of weight, or words that together say so.

var (
	withdrawStems = table("withdraws")
	refusalStems  = slices.Concat(withdrawStems, table("alters"))
	perhapsStems  = table("perhaps")
	light         = setOf(table("light"))
	looksFirst    = readTogether(table("looks_first"))
	together      = append(readTogether(table("together")), looksFirst...)
)

// wordGroup is sets of words of which a clause has one each.
type wordGroup struct {
	sets  []map[string]bool
	apart int  // words from the first to the last, at most
	atEnd bool // the clause ends with one of them
}

// readTogether reads the lines of a table of groups: "3$ one|other + third". The bars between words have divided them.
func readTogether(entries []string) (groups []wordGroup) {
	for _, entry := range entries {
		head, rest, _ := strings.Cut(entry, " ")
		if n, err := strconv.Atoi(strings.TrimSuffix(head, "$")); err == nil {
			groups = append(groups, wordGroup{[]map[string]bool{{}}, n, strings.HasSuffix(head, "$")})
			entry = rest
		}
		g := &groups[len(groups)-1]
		for i, word := range strings.Split(entry, " + ") {
			if i > 0 {
				g.sets = append(g.sets, map[string]bool{})
			}
			g.sets[len(g.sets)-1][word] = true
		}
	}
	return groups
}

// maxClauseWords bounds the words of a clause in which groups of words are looked for.
const maxClauseWords = 15

// withdraws reports whether a clause of a text, in the form of phraseWords, withdraws what stands above it.
func withdraws(words []string) bool {
	for len(words) > 0 {
		end := clauseEnd(words)
		clause := words[:end]
		words = words[end+1:]
		if len(clause) <= maxClauseWords && (isWithdrawal(clause) || hasTogether(clause, together)) {
			return true
		}
	}
	return false
}

// clauseEnd returns the index of the dot that ends the first clause of some words. One before a relative word does not,
// and one before "that" does not if a word behind it values a turn: "not sure, that it is good".
func clauseEnd(words []string) int {
	end := slices.Index(words, ".")
	if end+1 == len(words) {
		return end
	}
	isValued := func(w string) bool { return kinds.of(w)&judges != 0 }
	next := slices.Index(words[end+1:], ".") + end + 1
	if first := words[end+1]; relatives[first] || subordinates[first] && slices.ContainsFunc(words[end:next], isValued) {
		return next
	}
	return end
}

var (
	subordinates = setOf(strings.Fields("that whether dass ob что ли que qu'il"))
	relatives    = setOf(strings.Fields("what how was wie как"))
)

// isRefusal reports whether a whole text withdraws or denies a turn, or wants another, without any other word of
// weight: "no", "I don't want that", "something else".
func isRefusal(words []string) bool {
	stem, denial, ok := weigh(words, refusalStems)
	return ok && kinds.of(words[0])&others == 0 && (stem || denial) && len(words) <= maxClauseWords
}

// isWithdrawal reports whether a clause withdraws a turn without any other word of weight: "can I cancel that", "maybe
// not". One that only denies does not: many sentences begin with "No,".
func isWithdrawal(clause []string) bool {
	if stem, _, ok := weigh(clause, withdrawStems); ok && stem {
		return true
	}
	stem, denial, ok := weigh(clause, perhapsStems)
	return ok && stem && denial
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

// hasTogether reports whether a clause has the words of a group.
func hasTogether(clause []string, groups []wordGroup) bool {
	for _, g := range groups {
		for from := 0; g.isIn(clause[from:]); from++ {
			near := clause[from:min(from+g.apart+1, len(clause))]
			endsIt := from+len(near) == len(clause) && !g.isIn(near[:len(near)-1])
			if g.isIn(near) && (endsIt || !g.atEnd) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether some words have one of each set.
func (g wordGroup) isIn(words []string) bool {
	return !slices.ContainsFunc(g.sets, func(set map[string]bool) bool { return !hasAny(words, set) })
}

// hasAny reports whether one of some words is in a set. A word counts without what is before an apostrophe too, as in
// "j'hésite".
func hasAny(words []string, set map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		_, after, elided := strings.Cut(w, "'")
		return set[w] || elided && set[after]
	})
}
