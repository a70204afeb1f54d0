package reply

import "strings"

// A note is words of the writer to themselves, kept beside the game. Nobody else sees it, so no doubt about its end can
// tell anybody anything; but a command within it may be part of its words, and is not carried out.

// parseNote parses the first line of a note. Its text is not folded.
func parseNote(text string) (Command, bool) {
	text = inEnglish(clean(text))
	form := noteForm.find(text)
	rest := strings.TrimSpace(text[len(form):])
	return Command{Verb: Note, Text: rest}, form != "" && rest != "" && len(text) <= maxNoteLine
}

// maxNoteLine bounds the first line of a note, in bytes.
const maxNoteLine = 4000

// noteMore reads a line below a note, up to the next empty line: mail programs wrap long lines.
func (r *reader) noteMore(text string) {
	if command, ok := r.parse(text); ok {
		r.conflict = true
		r.acts = append(r.acts, candidate{command: command, line: text})
		return
	}
	if isFormula(text) || isClosing(text) || contact().MatchString(text) {
		r.noting, r.closed = false, true
		return
	}
	if len(r.note.Text)+len(text) < maxNoteLine {
		r.note.Text += " " + text
	}
}

// noteBelow begins a note below a command or another note, and reports whether the line does so. Below other words it
// would be a part of them, and in a copy it may be the opponent's.
func (r *reader) noteBelow(l line, text string) bool {
	note, ok := parseNote(text)
	if !ok || !r.hasCommand() && r.note == nil || r.others > 0 || r.closed || l.inRun || l.nearCopy || r.inCopy {
		return false
	}
	if r.note == nil {
		r.note = &note
	} else if len(r.note.Text)+len(note.Text) < maxNoteLine {
		r.note.Text += "\n" + note.Text
	}
	r.noting, r.aboveCmd = true, true
	return true
}

// withNote adds the note to a reply. It is not clear what is meant if a command is within it, and then it is one of
// the possible ones.
func (r reading) withNote(found Reply) Reply {
	switch {
	case r.note == nil:
	case len(found.Possible) == 0:
		found.Commands = append(found.Commands, *r.note)
	case r.conflict:
		found.Possible = append(found.Possible, *r.note)
	}
	return found
}

// isWords reports whether a command is words, of which a mail may have some beside its act.
func (c Command) isWords() bool { return c.Verb == Say || c.Verb == Plan || c.Verb == Note }
