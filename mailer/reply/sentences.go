package reply

import (
	"slices"
	"strings"
	"unicode"
)

// maxCutLine bounds a line of a turn with other sentences, in bytes.
const maxCutLine = 300

// sentenceStop returns the length of the first sentence of a text, which one of some signs ends.
func sentenceStop(text, signs string) int {
	for i := range len(text) - 1 {
		if strings.IndexByte(signs, text[i]) >= 0 && text[i+1] == ' ' {
			return i + 1
		}
	}
	return len(text)
}

// cut is a line of whole sentences of which one is only a turn, and no other names any, or of a turn and a courtesy.
type cut struct{ lead, turn, talk string }

// cutTalk divides such a line: "Thanks! I play d1-d4. See you on Monday!" It divides none with another command, as in
// "d1-d4. I offer a draw."
func (r *reader) cutTalk(text string) (c cut, ok bool) {
	if len(text) > maxCutLine || !hasDigit(text) {
		return cut{}, false
	}
	if c, ok = r.cutKindness(text); !ok {
		c, ok = r.cutSentences(text)
	}
	return c, ok && !r.asksBeside(c.lead) && !r.asksBeside(c.talk)
}

func (r *reader) cutSentences(text string) (c cut, ok bool) {
	if sentenceStop(text, ".!") == len(text) {
		return cut{}, false
	}
	if _, isCommand := r.parse(text); isCommand {
		return cut{}, false
	}
	for at := 0; at < len(text); {
		end := at + sentenceStop(text[at:], ".!")
		turn := strings.TrimSpace(text[at:end])
		if command, isCommand := r.parse(turn); isCommand && command.Verb == Turn {
			c = cut{strings.TrimSpace(text[:at]), turn, strings.TrimSpace(text[end:])}
			return c, (c.talk == "" || isFormula(c.talk) || sentenceEnd().MatchString(c.talk)) && !hasDigit(c.lead+c.talk) &&
				!hasWord(c.lead, refusal) && !endsShortened(c.lead)
		}
		at = end
	}
	return cut{}, false
}

// asksBeside reports whether a part of a text, between signs, is a command by a word.
func (r *reader) asksBeside(text string) bool {
	for part := range strings.FieldsFuncSeq(text, func(s rune) bool { return s == '?' || dividesPhrases(s) }) {
		if command, ok := r.parse(part); ok && slices.Contains(plainVerbs, command.Verb) {
			return true
		}
	}
	return false
}

// maxShortened is the length in runes of the longest word alone that is taken for an abbreviation before its full stop.
const maxShortened = 4

// shortened holds abbreviations that begin a line with a capital letter, which names do too.
var shortened = setOf(table("shortened"))

// endsShortened reports whether a text ends in an abbreviation, which ends no sentence: "z. B.", "rather, i.e.", "cf."
func endsShortened(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	bare := strings.TrimSuffix(last, ".")
	size := len([]rune(bare))
	short := len(words) == 1 && size <= maxShortened && !isCourtesy(bare, helloSet) &&
		(unicode.IsLower(firstRune(bare)) || shortened[strings.ToLower(bare)])
	return bare != last && (strings.Contains(bare, ".") && !strings.HasSuffix(bare, ".") || size == 1 || short)
}

// kindness holds the phrases by which thanks, greetings or an excuse begin behind a turn, after one of kindnessSigns;
// excuses those by which an excuse begins, which may be before a turn and one of excuseSigns, too.
var (
	excuses        = setOf(table("excuses"))
	kindness       = setOf(table("kindness"), table("excuses"))
	kindnessStarts = startsOf(kindness)
)

const (
	kindnessSigns    = ",;(-–—"
	excuseSigns      = ",;:-–—"
	cutSigns         = kindnessSigns + excuseSigns
	maxKindnessWords = 3 // of a phrase
)

// cutKindness divides a line of a turn and of thanks, greetings, an excuse or its writer's name: "d1-d4, sorry for
// being so slow", "Sorry for the delay: d1-d4", "d1-d4, Ann".
func (r *reader) cutKindness(text string) (c cut, ok bool) {
	signed := r.isWriter(text[strings.LastIndexByte(text, ' ')+1:])
	for at, sign := range text {
		if sign == ' ' && !signed || sign != ' ' && !strings.ContainsRune(cutSigns, sign) {
			continue
		}
		before, after := strings.TrimSpace(text[:at]), strings.TrimLeft(text[at:], excuseSigns+"( ")
		said, isExcuse := after, strings.ContainsRune(excuseSigns, sign) && beginsKindly(before, excuses)
		switch {
		case isExcuse:
			c, said = cut{lead: before + ".", turn: after}, before
		case sign == ' ' && r.isWriter(after):
			c, said = cut{turn: strings.TrimRight(before, kindnessSigns+" ")}, ""
		case strings.ContainsRune(kindnessSigns, sign) && beginsKindly(after, kindness):
			c = cut{turn: before, talk: after}
		default:
			continue
		}
		_, isCommand := r.parse(text)
		_, isTurn := r.turnBeside(c.turn)
		if isExcuse && !isTurn {
			continue // it goes on behind the sign
		}
		const weighty = points | plays | acts | counts | negates | doubts | delays | buts | takes | unreal | ors | corrects
		return c, !isCommand && isTurn && !hasDigit(said) && !stanceOf(said).has(weighty)
	}
	return cut{}, false
}

// isWriter reports whether a text has words of the writer's name and no others.
func (p parser) isWriter(text string) bool {
	words := wordsIn(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !p.writer[w] })
}

// beginsKindly reports whether a text begins with one of some phrases of kindness.
func beginsKindly(text string, phrases map[string]bool) bool {
	if !kindnessStarts[firstLetters(text)] {
		return false
	}
	words := strings.Fields(strings.ToLower(text))
	for n := range min(maxKindnessWords, len(words)) {
		if phrases[strings.TrimRight(strings.Join(words[:n+1], " "), courtesyEnd)] {
			return true
		}
	}
	return false
}

// cutLine reads the sentences of a line as lines.
func (r *reader) cutLine(l line, c cut) {
	for _, text := range []string{c.lead, c.turn, c.talk} {
		switch {
		case text == c.turn:
			l.text = text
			r.line(l, "", c.talk)
		case text != "":
			r.texts = append(r.texts, text)
			r.judgeSigns(text, true)
			r.other(text, Command{})
			r.above = text
		}
	}
}
