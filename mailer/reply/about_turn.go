package reply

import (
	"cmp"
	"strings"
)

// Words of lines that talk about a turn above or below them.
var (
	tells, subjects        = setOf(table("tells")), setOf(table("subjects"))
	likens, demonstratives = setOf(table("likens")), setOf(table("demonstratives"))
	otherTurns             = setOf(table("theirs"))
	reported               = setOf(table("reported"))
	permitted              = setOf(table("permitted"))
	tentative              = setOf(table("tentative"))
	recalls                = readTogether(table("recalls"))
	answerWords            = setOf(strings.Fields("answer reply response antwort ответ réponse respuesta risposta"))
)

// maxReported is how many words a phrase of reported may have.
const maxReported = 4

// tellsOfTurn reports whether a line goes on with a sentence about the turn above it: "would lose at once" or "?", but
// neither "was your trip nice?" nor "looks like rain here".
func tellsOfTurn(text string) bool {
	words := strings.FieldsFunc(strings.ReplaceAll(text, "’", "'"), notWord)
	switch {
	case len(words) == 0:
		rest, before, _ := cutQuestion(text)
		return before && rest == ""
	case !tells[words[0]]:
		return false
	case len(words) < 3:
		return true
	}
	isOwn := subjects[words[1]] && !demonstratives[words[len(words)-1]]
	return !isOwn && (!likens[words[1]] || demonstratives[words[2]])
}

// isAnother reports whether the last line above a turn makes it another than the writer's next:
//
//	Your move: / The last one was      it announces one of the opponent, or of the past
//	Bob wrote: / Last time I played    it reports what somebody wrote or played
//	Is this legal?                     it asks whether it may be played
//	Remember our last game?            it recalls another game
func isAnother(above string) bool {
	words := wordsIn(above)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	end := cmp.Or(strings.TrimRight(sentenceEnd().FindString(above), `"'”’`), ":")
	switch {
	case hasTogether(append(words[max(0, len(words)-2*maxClauseWords):], end), recalls):
		return true
	case plainQuestion(end) == "?":
		isOfYou := len(words) > 1 && subjects[words[1]]
		return asks[words[0]] && (demonstratives[last] && !isOfYou || hasWord(above, permitted))
	case announcesOther(words):
		return true
	case end != ":":
		return false
	}
	for n := 1; n <= min(len(words), maxReported); n++ {
		if reported[strings.Join(words[len(words)-n:], " ")] {
			return true
		}
	}
	return wroteSet[last]
}

// wordsIn returns the words of a text in lower case.
func wordsIn(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), notWord)
}

// announcesOther reports whether a label announces another turn than the writer's next.
func announcesOther(label []string) bool {
	others := 0
	for _, w := range label {
		switch {
		case otherTurns[w]:
			others++
		case !moveWords[w] || answerWords[w]:
			return false
		}
	}
	return others > 0 && len(label) > 1
}

// isTentative reports whether a text is, or has as a label, a phrase that leaves the turn below it for another time,
// only proposes it, or wants to look at the board before it.
func isTentative(text string) bool {
	if label := strings.IndexAny(text, ":!："); label > 0 && tentative[strings.Join(wordsIn(text[:label]), " ")] {
		return true
	}
	words := wordsIn(text)
	return tentative[strings.Join(words, " ")] || len(words) <= maxClauseWords && hasTogether(words, looksFirst)
}
