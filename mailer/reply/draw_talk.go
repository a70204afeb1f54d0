package reply

import (
	"slices"
	"strings"
)

// Words beside a turn that offer or accept a draw, "shall we call it a draw?", do neither: a command does, and what is
// offered must not be guessed. Nor do they keep the turn from being played. The writer is told that they did nothing,
// which may be said of a sentence too many rather than too few; but chat about draws is no offer: "that was nearly a
// draw last time", "I think this is a draw".

var (
	drawWords     = setOf(strings.Fields("draw remis unentschieden ничья ничью ничьей ничьёй вничью ничьи ничье"))
	proposesDraw  = readTogether(table("proposes_draw"))
	noProposal    = setOf(table("no_proposal"))
	drawArticles  = setOf(strings.Fields("a an the your my this it offer accept propose suggest mutual"))
	drawingPeople = setOf(strings.Fields("you they i he she"))
	noObjection   = setOf(strings.Fields("mind gegen против")) // with a negation: "I would not mind a draw"
	plainCopulas  = setOf(strings.Fields("is isn't that's it's ist sind sei ists ist's это"))
)

// maxBareProposal is how many words a question has that only names a draw: "A draw, perhaps?"
const maxBareProposal = 4

// offersDraw reports whether a sentence offers or accepts a draw.
func offersDraw(sentence string) bool {
	words := wordsIn(sentence)
	at := slices.IndexFunc(words, func(w string) bool { return drawWords[w] })
	if at < 0 || hasAny(words, noProposal) || words[at] == "draw" && !isEnglishDraw(words, at) {
		return false
	}
	asks := strings.HasSuffix(strings.TrimRightFunc(sentence, isOrnament), "?")
	if asks && len(words) <= maxBareProposal && !hasAny(words, plainCopulas) {
		return true
	}
	if asks {
		words = append(words, "?")
	}
	denies := slices.ContainsFunc(words, func(w string) bool { return kinds.of(w)&negates != 0 })
	return hasTogether(words, proposesDraw) && (asks || !denies || hasAny(words, noObjection))
}

// isEnglishDraw reports whether "draw" is a noun, or what two players do to a game: neither "you draw well" nor "to
// draw your attention". In English, "was" tells of another time.
func isEnglishDraw(words []string, at int) bool {
	if slices.Contains(words, "was") {
		return false
	}
	if at == 0 || drawArticles[words[at-1]] {
		return true
	}
	return at+1 == len(words) && !drawingPeople[words[at-1]]
}
