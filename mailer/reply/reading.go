package reply

import (
	"slices"
	"strings"
)

// candidate is a command, or a line that could be one.
type candidate struct {
	command Command
	line    string   // the text of its first line
	sure    bool     // it is where people write commands
	more    []string // further lines of a plan or of words to the opponent
}

// whole returns the command with its further lines.
func (c candidate) whole() Command {
	if len(c.more) > 0 {
		first := strings.TrimPrefix(c.command.Text, planFollows)
		c.command.Text = strings.TrimSpace(first + "\n" + strings.Join(c.more, "\n"))
	}
	return c.command
}

// reading is the result of reading the writer's lines.
type reading struct {
	acts      []candidate // all commands but plans and words to the opponent
	plans     []candidate
	says      []candidate
	conflict  bool // a command is within words to the opponent, or is corrected
	withdrawn bool // words to the opponent or plans are taken back
	doubted   bool // a sentence leaves open whether a turn is to be played
	drawTalk  bool // a sentence offers or accepts a draw
	leftover  []string
	texts     []string // all lines of the writer, to compare with the other form of the mail
	struck    []string // the texts that the writer deleted

	note        *Command // in the writer's first line
	deskCommand *Command // of the writer's first line; it counts if there is no other command
}

// maxLabelWords is how many words without a sign may announce a turn below them.
const maxLabelWords = 4

// maxBefore is how many other lines may precede a sure command in one stretch of text.
const maxBefore = 6

// reader reads the lines one by one. A stretch is the text between two quotes.
type reader struct {
	parser
	reading
	weKnow bool // our mail is known

	above    string // the writer's line directly above; "" at the beginning of a paragraph
	aboveCmd bool   // that line is a command or a greeting
	under    bool   // the line directly above is a long quoted one
	before   string // the last other line above, in this stretch
	closed   bool   // a closing such as "Best," is above
	others   int    // the number of other lines above, in this stretch
	prose    bool   // one of them precedes any closing
	inCopy   bool   // the stretch is in or below an unmarked copy of our mail
	past     bool   // the line is below the end of a copy of our mail
	since    [3]int // the numbers of acts, plans and says at the beginning of the stretch
	saying   bool   // the line may belong to words to the opponent
	planning bool   // the line may belong to a plan
	noting   bool   // the line may belong to a note
	deskRead bool   // the first line is above
	assents  bool   // a picture that says yes is above
	search   turnSearch
	inSpeech bool     // a turn within a sentence is above
	talk     []string // the other lines above, in this paragraph
	talked   bool     // a sentence is below a command
	parsed   parsedLine
}

// parsedLine is what the line parsed last was parsed as. Most lines are parsed twice: below the line above, and by
// themselves.
type parsedLine struct {
	text    string
	command Command
	ok      bool
}

// parse is parser.parse, which it calls once for the same line twice.
func (r *reader) parse(text string) (Command, bool) {
	if text = strings.TrimSpace(text); text != r.parsed.text {
		command, ok := r.parser.parse(text)
		r.parsed = parsedLine{text, command, ok}
	}
	return r.parsed.command, r.parsed.ok
}

// readLines reads the commands among the lines. A turn is asked about if the subject asks.
func readLines(lines []line, p parser, weKnow, asked bool) reading {
	r := &reader{parser: p, weKnow: weKnow, search: turnSearch{parser: p}}
	r.doubted = asked
	for i, l := range lines {
		if l.struck != "" && (l.place == own || l.blank()) {
			r.struck = append(r.struck, l.struck)
		}
		if len(r.acts) > maxActs {
			r.conflict = true
			break
		}
		switch {
		case l.place != own:
			if i == 0 && l.place == footer {
				r.deskFooter(l)
			}
			r.pause()
			if l.place == quoted || l.place == ours {
				r.endStretch()
				if l.place == ours || l.ends {
					r.inCopy, r.past = !l.ends, l.ends
				}
			} else if l.place == header && !r.inCopy {
				r.beginCopy()
			}
			r.under = l.place == quoted && l.width >= 60
			r.inserted(l)
		case l.blank():
			r.pause()
		default:
			r.inCopy = r.inCopy || l.nearCopy && !r.past
			next, after := neighbours(lines, i)
			r.line(l, next, after)
		}
	}
	r.endStretch()
	isTurn := func(c candidate) bool { return c.command.Verb == Turn }
	if r.assents && !r.doubted && len(r.texts) == 0 {
		r.deskLine(line{text: yesWord})
		r.texts = []string{yesWord}
	}
	if !r.hasCommand() { // the plain text of the mail has no sign of the deletion
		r.leftover = append(r.leftover, r.struck...)
	}
	r.conflict = r.conflict || r.doubted && slices.ContainsFunc(r.acts, isTurn)
	return r.reading
}

// inserted reads a command that was inserted into a quote of our mail. It is not sure: it may be in words of the
// opponent that are not known.
func (r *reader) inserted(l line) {
	if command, ok := r.parse(l.text); ok && l.inserted && command.Verb != Say && command.Verb != Plan {
		r.acts = append(r.acts, candidate{command: command, line: l.text})
	}
}

// endStretch ends a stretch at a quote. Other text in an unmarked copy may be part of the copy, such as unknown words
// of the opponent. The commands beside it may be too, so they are not sure.
func (r *reader) endStretch() {
	if r.inCopy && r.prose {
		for i, list := range [][]candidate{r.acts, r.plans, r.says} {
			for j := r.since[i]; j < len(list); j++ {
				list[j].sure = false
			}
		}
	}
	r.beginCopy()
	r.closed, r.others, r.before = false, 0, ""
}

// beginCopy separates the commands above an attribution from the text below it: they are not in the copy.
func (r *reader) beginCopy() {
	r.since, r.prose = [3]int{len(r.acts), len(r.plans), len(r.says)}, false
}

// pause ends the paragraph, and words and plans with it.
func (r *reader) pause() {
	r.judgeTalk()
	r.noting = false
	r.saying, r.planning, r.above, r.aboveCmd, r.under = false, false, "", false, false
}

// neighbours returns the writer's line directly below a line, and the next one with text; "" if there is none.
func neighbours(lines []line, at int) (next, after string) {
	for i, l := range lines[at+1:] {
		if l.place != own {
			break
		}
		if !l.blank() {
			if i == 0 {
				next = l.text
			}
			return next, l.text
		}
	}
	return "", ""
}

// line reads a line of the writer.
func (r *reader) line(l line, next, after string) {
	text := strings.TrimSpace(l.text)
	if c, ok := r.cutTalk(text); ok {
		r.cutLine(l, c)
		return
	}
	if strings.HasPrefix(text, "```") && !strings.Contains(text[3:], "```") {
		return // a code fence
	}
	if letters(text) == 0 && !r.saying {
		r.judgeSigns(text, true)
		r.assents = r.assents || isAssent(text)
		return
	}
	r.texts = append(r.texts, text)
	defer func() { r.above, r.under = text, false }()
	if r.noting {
		r.noteMore(text)
		return
	}
	if r.deskLine(l); r.noting {
		r.aboveCmd = true
		return
	}
	command, ok := r.parse(text)
	if !ok && !r.saying {
		r.judgeSigns(text, r.aboveCmd || r.startsLine(next))
	}
	isWords := !ok || command.Verb != Say && command.Verb != Turn
	if isWords && (ok || r.saying || !hasDigit(text)) && (isFormula(text) || isClosing(text) && !r.saying) {
		r.correct(text)
		r.saying, r.closed = false, r.closed || r.hasCommand() || r.others > 0 && isFormula(text)
		r.aboveCmd = true
		return
	}
	if r.saying {
		r.sayMore(text, command, ok)
		return
	}
	if r.planning && r.planMore(text) {
		return
	}
	if !ok {
		if !r.noteBelow(l, text) {
			r.other(text, command)
		}
		return
	}
	r.judgeTalk()
	embedded := r.isEmbedded(command, after)
	r.conflict = r.conflict || embedded && len(r.acts) > 0 && command.Verb != Say
	sure := r.isSure(l, command, next) && !embedded
	r.doubted = r.doubted || isAsked(text, command)
	r.conflict = r.conflict || command.Verb == Turn && (sure && r.inSpeech || !sure && r.isAlternative(l, command))
	r.inSpeech = r.inSpeech || embedded && command.Verb == Turn
	r.aboveCmd = true
	switch command.Verb {
	case Say:
		r.says = append(r.says, candidate{command: command, line: text, sure: sure})
		r.saying = true
	case Plan:
		r.planning = command.Text != ""
		r.plans = append(r.plans, candidate{command: command, line: text, sure: sure})
	default:
		r.acts = append(r.acts, candidate{command: command, line: text, sure: sure})
	}
}

// isAlternative reports whether a turn that is not sure is a legal one beside another, rather than in a copy, an
// earlier answer or a signature.
func (r *reader) isAlternative(l line, c Command) bool {
	isOwn := !r.closed && !r.inCopy && !l.inRun && !l.earlier && !l.nearCopy
	return isOwn && len(r.acts) > 0 && r.legal != nil && r.legal(c.Text) && !r.hasTurn(c.Text)
}

func (r *reader) hasCommand() bool { return len(r.acts)+len(r.plans)+len(r.says) > 0 }

// other reads a line that is not a command, though it may begin with a takeback.
func (r *reader) other(text string, begun Command) {
	if begun.Count > 0 {
		r.acts = append(r.acts, candidate{command: begun, line: text})
	}
	said := withoutAddresses(text)
	if said != "" {
		r.correct(said)
	}
	if r.others <= 2 && (isGreeting(text) && !hasDigit(text) || isMoveLabel(text) || bracketed().MatchString(text)) {
		r.aboveCmd = true
		return
	}
	r.aboveCmd = false
	r.others++
	r.prose = r.prose || !r.closed && !nameLike().MatchString(text)
	r.before = text
	if !r.closed {
		if !r.inCopy && said != "" {
			r.talk = append(r.talk, plainQuestion(said))
		}
		r.leftover = append(r.leftover, text)
	}
}

// sayMore reads a line below a "say". A command there is a conflict: it may be a command, or part of the words.
func (r *reader) sayMore(text string, command Command, isCommand bool) {
	if isCommand && command.Verb == Say {
		r.says = append(r.says, candidate{command: command, line: text, sure: r.says[len(r.says)-1].sure})
		return
	}
	if note, ok := parseNote(text); ok {
		command, isCommand = note, true
	}
	if isCommand {
		r.conflict = true
		r.acts = append(r.acts, candidate{command: command, line: text})
	}
	last := &r.says[len(r.says)-1]
	if words := last.command.Text != "" || len(last.more) > 0; words && contact().MatchString(text) {
		last.command.Text, last.more = withoutNames(last.whole().Text), nil
		r.saying, r.closed = false, true
		return
	}
	last.more = append(last.more, text)
}

// planMore reads a line below a "plan". It reports whether the line belongs to the plan.
func (r *reader) planMore(text string) bool {
	last := &r.plans[len(r.plans)-1]
	line, ok := r.planLine(text)
	if !ok {
		line, ok = r.planLine(clean(text))
	}
	if !ok {
		r.planning = false
		return false
	}
	last.more = append(last.more, line)
	return true
}

// judgeSigns finds the signs of doubt in a line that has no command: in a line of nothing else, in one of few words, or
// among the words beside a turn.
func (r *reader) judgeSigns(text string, adjoins bool) {
	switch {
	case r.closed || r.inCopy:
	case letters(text) == 0:
		r.doubted = r.doubted || strings.ContainsFunc(text, isDoubt)
	case adjoins || len(strings.Fields(text)) <= maxAside+1: // a picture may have a line to itself
		r.doubted = r.doubted || strings.ContainsFunc(text, isDoubtful)
	}
}

// maxAside is how many words a line has that belongs to the turn above or below it across a blank line.
const maxAside = 3
