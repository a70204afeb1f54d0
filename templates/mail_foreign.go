package templates

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// foreignTexts lists what games say in a mail that are shown in English to its reader, because they have no words in
// the reader's language; the longest first.
func foreignTexts(m *Mail, tag string) []string {
	var texts []string
	if tag != phrase.English && words.AnyForeign(tag) {
		texts = m.foreignTexts(tag, nil)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

func (m *Mail) foreignTexts(tag string, texts []string) []string {
	if g := m.Game; g != nil && words.GameTag(tag, g.Ruleset) != tag {
		texts = append(texts, g.Title, g.Players[0].Side, g.Players[1].Side)
		texts = appendTurns(texts, g.LastTurn, m.Previous, m.Answered)
		if m.Answer != nil {
			texts = append(texts, m.Answer.Refusal, m.Answer.Turn)
		}
	}
	if c := m.Challenge; c != nil && words.GameTag(tag, c.Ruleset) != tag {
		texts = append(texts, c.Title, c.Summary, c.VariantSummary, c.Sides[0], c.Sides[1])
	}
	if h := m.History; h != nil && words.GameTag(tag, h.Game.Ruleset) != tag {
		texts = appendTurns(append(texts, h.Game.Title, h.Game.Players[0].Side, h.Game.Players[1].Side), h.Turns...)
	}
	for _, others := range [][]Mail{m.Listed, m.Elsewhere, m.Secondary} {
		for i := range others {
			texts = others[i].foreignTexts(tag, texts)
		}
	}
	return texts
}

func appendTurns(texts []string, turns ...*view.Turn) []string {
	for _, turn := range turns {
		if turn != nil {
			texts = append(texts, oneLine(turn.Description))
		}
	}
	return texts
}

// say writes a text between elements, and marks in it what a game says in English.
func (h *htmlWriter) say(text string) {
	at, own := -1, ""
	for _, foreign := range h.foreign {
		if i := indexWord(text, foreign); i >= 0 && (at < 0 || i < at) {
			at, own = i, foreign
		}
	}
	if at < 0 {
		h.text(text)
		return
	}
	h.text(text[:at])
	h.markup(`<span lang="en">`)
	h.text(own)
	h.markup("</span>")
	h.say(text[at+len(own):])
}

// indexWord returns where a text has another one that is no part of longer words, or -1.
func indexWord(text, part string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(part):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return i
		}
		from = i + 1
	}
}
