package reply

import "strings"

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

// cut is a line of whole sentences of which one is only a turn, and no other names any.
type cut struct{ lead, turn, talk string }

// cutTalk divides such a line: "Thanks! I play d1-d4. See you on Monday!"
func (r *reader) cutTalk(text string) (c cut, ok bool) {
	if len(text) > maxCutLine || !hasDigit(text) || sentenceStop(text, ".!") == len(text) {
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
				!hasWord(c.lead, refusal)
		}
		at = end
	}
	return cut{}, false
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
			r.other(text, Command{})
			r.above = text
		}
	}
}
