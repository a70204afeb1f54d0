package reply

import (
	"strings"
)

// candidate is a line that is a command, or could be one.
type candidate struct {
	command Command
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

// reading is what the writer's lines hold.
type reading struct {
	acts     []candidate // anything but plans and words
	plans    []candidate
	says     []candidate
	conflict bool // a command stands within words to the opponent, or is taken back
	leftover []string
	texts    []string // every line of the writer, for comparing with another form
}

// maxBefore is how many other lines may stand above a command in one stretch of text.
const maxBefore = 6

// maxActs is how many acts are read of a text. With more, the mail is asked about.
const maxActs = 100

// reader goes through the lines one by one.
type reader struct {
	parser
	reading
	weKnow bool // what we sent is known

	above    string // the line directly above, if the writer's; "" at a paragraph's beginning
	aboveCmd bool   // that one was a command or a greeting
	under    bool   // the line stands directly below a long quoted one
	before   string // the last line of other text in this stretch, not only directly above
	closed   bool   // a closing such as "Best," stands above
	others   int    // lines of other text above, in this stretch
	prose    bool   // one of them stands above any closing
	inCopy   bool   // the stretch is in or below a copy of our mail without marks
	since    [3]int // how many acts, plans and says there were when the stretch began
	saying   bool   // words to the opponent go on
	planning bool   // lines of a plan go on
}

// readLines reads what the writer's lines say.
func readLines(lines []line, p parser, weKnow bool) reading {
	r := &reader{parser: p, weKnow: weKnow}
	for i, l := range lines {
		if len(r.acts) > maxActs {
			r.conflict = true
			break
		}
		switch {
		case l.place != own:
			r.pause()
			if l.place == quoted || l.place == ours {
				r.endStretch()
				r.inCopy = r.inCopy || l.place == ours
			}
			r.under = l.place == quoted && l.width >= 60
			r.inserted(l)
		case l.blank():
			r.pause()
		default:
			r.inCopy = r.inCopy || l.rescued
			next, after := neighbours(lines, i)
			r.line(l, next, after)
		}
	}
	r.endStretch()
	return r.reading
}

// inserted takes a command that stands in a quote of our mail but not in our mail. It is asked for: the opponent's
// words may stand there too, where it is not known that they did.
func (r *reader) inserted(l line) {
	if command, ok := r.parse(l.text); ok && l.inserted && command.Verb != Say && command.Verb != Plan {
		r.acts = append(r.acts, candidate{command: command})
	}
}

// endStretch ends a stretch of the writer's lines at a quote. In a copy without marks other
// text may be of the copy, such as the opponent's words where they are not known; then a
// command beside it may be so too.
func (r *reader) endStretch() {
	if r.inCopy && r.prose {
		for i, list := range [][]candidate{r.acts, r.plans, r.says} {
			for j := r.since[i]; j < len(list); j++ {
				list[j].sure = false
			}
		}
	}
	r.since = [3]int{len(r.acts), len(r.plans), len(r.says)}
	r.closed, r.others, r.before, r.prose = false, 0, "", false
}

// pause ends what ends at an empty line or at a quote.
func (r *reader) pause() {
	r.saying, r.planning, r.above, r.aboveCmd, r.under = false, false, "", false, false
}

// neighbours are the writer's line directly below one, and the next that is not empty; "" if
// there is none.
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

func (r *reader) line(l line, next, after string) {
	text := strings.TrimSpace(l.text)
	if strings.HasPrefix(text, "```") && !strings.Contains(text[3:], "```") {
		return // a code fence
	}
	if letters(text) == 0 && !r.saying {
		return // a line of signs
	}
	r.texts = append(r.texts, text)
	defer func() { r.above, r.under = text, false }()
	command, ok := r.parse(text)
	isWords := !ok || command.Verb != Say && command.Verb != Turn
	if isWords && (isFormula(text) || isClosing(text) && !r.saying) {
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
		r.other(text)
		return
	}
	embedded := r.isEmbedded(after)
	r.conflict = r.conflict || embedded && len(r.acts) > 0 && command.Verb != Say
	sure := r.isSure(l, command, next) && !embedded
	r.aboveCmd = true
	switch command.Verb {
	case Say:
		r.says = append(r.says, candidate{command: command, sure: sure})
		r.saying = true
	case Plan:
		r.planning = command.Text != ""
		r.plans = append(r.plans, candidate{command: command, sure: sure})
	default:
		r.acts = append(r.acts, candidate{command: command, sure: sure})
	}
}

func (r *reader) hasCommand() bool { return len(r.acts)+len(r.plans)+len(r.says) > 0 }

// other takes a line that is no command.
func (r *reader) other(text string) {
	if r.others <= 2 && (isGreeting(text) || isMoveLabel(text) || bracketed().MatchString(text)) {
		r.aboveCmd = true
		return
	}
	r.aboveCmd = false
	r.others++
	r.prose = r.prose || !r.closed && !nameLike().MatchString(text)
	r.before = text
	if hasWord(text, correction) && innerMove().MatchString(strings.ToLower(foldTyped(text))) {
		r.conflict = true
	}
	if !r.closed {
		r.leftover = append(r.leftover, text)
	}
}

// sayMore takes a line below a "say". A command there is a conflict: it may be meant as one,
// or be what the writer says.
func (r *reader) sayMore(text string, command Command, isCommand bool) {
	if isCommand && command.Verb == Say {
		r.says = append(r.says, candidate{command: command, sure: r.says[len(r.says)-1].sure})
		return
	}
	if isCommand {
		r.conflict = true
		r.acts = append(r.acts, candidate{command: command})
	}
	last := &r.says[len(r.says)-1]
	if words := last.command.Text != "" || len(last.more) > 0; words && contact().MatchString(text) {
		last.command.Text, last.more = withoutNames(last.whole().Text), nil
		r.saying, r.closed = false, true
		return
	}
	last.more = append(last.more, text)
}

// planMore takes a line below a "plan", if it is one of a plan.
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
