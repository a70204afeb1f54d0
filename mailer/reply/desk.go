package reply

import (
	"strings"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// The commands of the desk. They need no game: a mail to the server's own address may begin with one, and so may a
// reply, if nothing else in it is a command.
const (
	Games    Verb = "games"
	Play     Verb = "play" // Text is for ParsePlay
	Open     Verb = "open" // Text is the ID of a ruleset; "" for all
	Name     Verb = "name" // Text is the new name
	Settings Verb = "settings"
	Rules    Verb = "rules"   // Text is the ID of a ruleset; "" for that of the game
	History  Verb = "history" // Text is the ID of a game; "" for that of the mail
	Record   Verb = "record"  // the same
	Stop     Verb = "stop"
	Register Verb = "register" // Text is the name; "" if none was given
	Report   Verb = "report"   // Text is what is reported and why, as typed
	Yes      Verb = "yes"
	Events   Verb = "events"
	Table    Verb = "table" // Text is the ID of an event
	Join     Verb = "join"  // the same
	Leave    Verb = "leave" // the same
)

// deskForm is how a command of the desk is written: one of its beginnings, then its argument.
type deskForm struct {
	verb     Verb
	begins   []string
	argument func(p parser, rest string) (text string, ok bool)
}

// deskForms lists the commands of the desk, in the order in which they are tried. Their words are in
// rules/commands.en.txt, and those that end mail in a table too.
var deskForms = []deskForm{
	{Stop, append(rules.CommandWords(phrase.English, "stop"), table("stop")...), noArgument},
	englishForm("games", Games, noArgument),
	englishForm("open", Open, maybeRuleset),
	englishForm("accept_as", Accept, aName),
	englishForm("name", Name, aName),
	englishForm("register", Register, maybeName),
	englishForm("settings", Settings, noArgument),
	englishForm("rules", Rules, nearRuleset),
	englishForm("history", History, maybeID),
	englishForm("record", Record, maybeID),
	englishForm("events", Events, noArgument),
	englishForm("table", Table, anID),
	englishForm("join", Join, anID),
	englishForm("leave", Leave, anID),
	englishForm("play", Play, parser.playArgument),
	englishForm("help", Help, noArgument),
	englishForm("yes", Yes, noArgument),
}

func englishForm(command string, verb Verb, argument func(parser, string) (string, bool)) deskForm {
	return deskForm{verb, rules.CommandWords(phrase.English, command), argument}
}

func noArgument(_ parser, rest string) (string, bool) { return "", rest == "" }

// aName accepts a word of letters and digits, as a name may have, or may be typed by mistake. It accepts no URL,
// because the name is part of a mail to somebody who may not have typed it.
func aName(_ parser, rest string) (string, bool) {
	return rest, rest != "" && len(rest) <= maxNameLength && !strings.ContainsFunc(rest, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}

// maxNameLength is longer than any name, in bytes, so that the use case can refuse a long one.
const maxNameLength = 40

// isWord reports whether a text is one word of signs that can be seen.
func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}

func maybeName(p parser, rest string) (string, bool) {
	if rest == "" {
		return "", true
	}
	return aName(p, rest)
}

// maybeID accepts the ID of a game, as far as its letters show it.
func maybeID(_ parser, rest string) (string, bool) {
	id := strings.ReplaceAll(strings.ToLower(rest), "-", "") // folding joins two squares by a sign
	bad := strings.ContainsFunc(id, func(r rune) bool { return r < '0' || r > '9' && r < 'a' || r > 'z' })
	return id, rest == "" || !bad && len(id) == gameIDLength
}

// anID accepts the ID of an event.
func anID(p parser, rest string) (string, bool) {
	id, ok := maybeID(p, rest)
	return id, ok && id != ""
}

// gameIDLength is the number of characters of the ID of a game or an event.
const gameIDLength = 8

func maybeRuleset(p parser, rest string) (string, bool) {
	if rest == "" {
		return "", true
	}
	id, _, after := p.ruleset(rest)
	return id, id != "" && after == ""
}

// nearRuleset is maybeRuleset that also accepts a name with up to two wrong letters, if it is near that of one ruleset
// alone.
func nearRuleset(p parser, rest string) (string, bool) {
	if id, ok := maybeRuleset(p, rest); ok {
		return id, true
	}
	typed, near := RulesetKey(rest), ""
	for name, id := range p.rulesets {
		id, _, _ = strings.Cut(id, " ")
		if len(typed) < minNearName || len(name) < minNearName || !within(typed, name, 2) || id == near {
			continue
		}
		if near != "" {
			return "", false
		}
		near = id
	}
	return near, near != ""
}

// minNearName is the length of the shortest name of a ruleset that may be mistyped, in bytes.
const minNearName = 6

// within reports whether at most n letters must be changed, removed or added to make one text of the other.
func within(a, b string, n int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case a == "" || b == "":
		return len(a)+len(b) <= n
	case n == 0:
		return false
	}
	return within(a[1:], b, n-1) || within(a, b[1:], n-1) || within(a[1:], b[1:], n-1)
}

// ruleset returns the ID of the ruleset whose name begins a text, that of the variant if the name is one of a variant,
// and the text after it; "" if there is none.
func (p parser) ruleset(text string) (id, variant, rest string) {
	fields := strings.Fields(text)
	for n := min(len(fields), maxRulesetWords); n > 0; n-- {
		if named := p.rulesets[RulesetKey(strings.Join(fields[:n], ""))]; named != "" {
			id, variant, _ = strings.Cut(named, " ")
			return id, variant, strings.Join(fields[n:], " ")
		}
	}
	return "", "", text
}

// maxRulesetWords is the number of words that the name of a ruleset or a variant may have.
const maxRulesetWords = 4

// RulesetKey returns the form of the name of a ruleset that Options.Rulesets has: its letters and digits, folded as
// words of commands are.
func RulesetKey(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, rules.FoldCommand(name))
}

// desk parses a line as a command of the desk.
func (p parser) desk(text string) (Command, bool) {
	text = clean(text)
	if text == "" || len(text) > maxDeskLine {
		return Command{}, false
	}
	if c, ok := p.deskWords(text); ok {
		return c, true
	}
	rest, _, ok := withoutCourtesy(text)
	if !ok {
		return Command{}, false
	}
	return p.deskWords(rest)
}

// maxDeskLine bounds the line of a command of the desk, in bytes.
const maxDeskLine = 400

// polite may precede a command of the desk.
const polite = "please "

func (p parser) deskWords(text string) (Command, bool) {
	if c, ok := parseReport(inEnglish(text)); ok {
		return c, true
	}
	lang := rules.CommandLanguage(text)
	text = foldTyped(inEnglish(strings.TrimRight(text, ".! ")))
	if len(text) > len(polite) && strings.EqualFold(text[:len(polite)], polite) {
		text = strings.TrimSpace(text[len(polite):])
	}
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // the folding changed lengths: no command has such letters
		return Command{}, false
	}
	for _, form := range deskForms {
		for _, begin := range form.begins {
			after, found := strings.CutPrefix(lower, begin)
			if !found || after != "" && after[0] != ' ' && after[0] != ':' {
				continue
			}
			rest := strings.TrimSpace(strings.TrimLeft(text[len(begin):], ": "))
			if argument, ok := form.argument(p, rest); ok {
				return Command{Verb: form.verb, Text: argument, Language: languageOf(form.verb, lang)}, true
			}
		}
	}
	return Command{}, false
}

// languageOf returns the language of a command that needs it: its writer is not known.
func languageOf(verb Verb, lang string) string {
	if verb != Register {
		return ""
	}
	return lang
}

// parseReport parses a report. Its text is not folded: it is words for the operator.
func parseReport(text string) (Command, bool) {
	if len(text) <= len(Report) || !strings.EqualFold(text[:len(Report)], string(Report)) {
		return Command{}, false
	}
	rest := strings.TrimSpace(strings.TrimLeft(text[len(Report):], ": "))
	return Command{Verb: Report, Text: rest}, rest != "" && strings.ContainsRune(" :", rune(text[len(Report)]))
}

// deskLine notes a command of the desk in the first of the writer's lines that is no greeting. Below another line it
// would be part of a text.
func (r *reader) deskLine(l line) {
	if r.deskRead || l.inRun || l.nearCopy || r.hasCommand() {
		r.deskRead = true
		return
	}
	if isGreeting(l.text) || bracketed().MatchString(l.text) {
		return
	}
	r.deskRead = true
	if c, ok := parseNote(l.text); ok {
		r.note, r.noting = &c, true
	} else if c, ok := r.desk(l.text); ok {
		r.deskCommand = &c
	}
}

// deskFooter notes a word that ends mail at the very beginning of a mail: elsewhere it belongs to the footer of a
// program.
func (r *reader) deskFooter(l line) {
	if c, ok := r.desk(l.text); ok && c.Verb == Stop && !r.deskRead {
		r.deskRead, r.deskCommand = true, &c
	}
}

// withDesk adds the command of the desk to a reply in which no other command was found. Both forms of the mail must
// have it, if it has both.
func withDesk(found Reply, forms ...reading) Reply {
	if len(found.Commands)+len(found.Possible) > 0 {
		return found
	}
	var all []Command
	for _, form := range forms {
		switch {
		case form.deskCommand != nil:
			all = append(all, *form.deskCommand)
		case len(form.texts) > 0:
			return found
		}
	}
	if all = distinct(all); len(all) == 1 {
		found.Commands, found.ForOpponent = all, false
	}
	return found
}

// ParseDesk parses a line, such as the subject of a mail, as a command of the desk. Invisible characters in it are
// dropped.
func ParseDesk(text string, o Options) (Command, bool) {
	return newParser(o).desk(cleanText(text))
}
