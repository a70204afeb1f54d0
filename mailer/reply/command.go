package reply

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

// plainVerbs are the commands without arguments, whose words may also begin a sentence.
var plainVerbs = []Verb{Resign, ResignNow, Draw, Accept, Decline, Show, Mute, Help, Rematch}

// single holds the English words of plainVerbs.
var single = func() map[string]Verb {
	words := map[string]Verb{}
	for _, verb := range plainVerbs {
		for _, w := range rules.CommandWords("en", strings.ReplaceAll(string(verb), " ", "_")) {
			words[w] = verb
		}
	}
	return words
}()

// Words that people write before a turn: "My move:", "Mein Zug:", "Let's try".
var (
	moveWords = setOf(table("move_words"))
	attempts  = setOf(table("attempts")) // they count beside one of doers only
	doers     = setOf(table("doers"))
)

// clean returns a line without the signs around a command: bullets, emphasis, code marks, quotes, a smile.
func clean(text string) string {
	text = strings.TrimSpace(text)
	for range 4 {
		before := text
		text = peelPair(text)
		if m := bullet.find(text); m != "" {
			text = strings.TrimSpace(strings.TrimLeft(text, m[:len(string(firstRune(m)))]))
		}
		text = smile.dropFrom(strings.TrimRightFunc(text, isOrnament))
		text = strings.TrimLeftFunc(text, isOrnament)
		text = strings.TrimSpace(text)
		if text == before {
			break
		}
	}
	return text
}

// pairs are the signs that people put around a command: emphasis, code, quotes, brackets.
var pairs = []struct{ open, end string }{
	{"**", "**"},
	{"__", "__"},
	{"```", "```"},
	{"*", "*"},
	{"_", "_"},
	{"`", "`"},
	{`"`, `"`},
	{"'", "'"},
	{"“", "”"},
	{"„", "“"},
	{"„", "”"},
	{"”", "”"},
	{"‘", "’"},
	{"‚", "‘"},
	{"’", "’"},
	{"«", "»"},
	{"»", "«"},
	{"‹", "›"},
	{"「", "」"},
	{"『", "』"},
	{"[", "]"},
	{"(", ")"},
	{"<", ">"},
	{"/", "/"},
}

// peelPair removes one pair of signs around a text, and the full stop after it.
func peelPair(text string) string {
	for _, p := range pairs {
		if len(text) > len(p.open)+len(p.end) && strings.HasPrefix(text, p.open) {
			inner := text[len(p.open):]
			if strings.HasSuffix(inner, p.end) {
				return strings.TrimSpace(inner[:len(inner)-len(p.end)])
			}
			if rest := strings.TrimRight(inner, ".!"); rest != inner && strings.HasSuffix(rest, p.end) {
				return strings.TrimSpace(rest[:len(rest)-len(p.end)])
			}
		}
	}
	return text
}

// parser parses single lines as commands. Its functions are those of Options.
type parser struct {
	readable, legal func(string) bool
	rulesets        map[string]string
	writer          map[string]bool // the words of the writer's name, in lower case
}

func newParser(o Options) parser {
	return parser{readable: o.Readable, legal: o.Legal, rulesets: o.Rulesets}
}

// parse parses a line as a command. It is not ok if the line is none; then the command may be a takeback at its
// beginning.
func (p parser) parse(text string) (Command, bool) {
	typed := strings.TrimSpace(text)
	text = clean(text)
	if text == "" || len(text) > 4000 {
		return Command{}, false
	}
	text = inEnglish(text)
	if say := sayForm.find(text); say != "" {
		typed = inEnglish(typed)
		if whole := sayForm.find(typed); whole != "" { // with the smile that was cleaned away
			text, say = typed, whole
		}
		return Command{Verb: Say, Text: strings.TrimSpace(text[len(say):])}, true
	}
	word, ok := parseWord(text)
	if ok {
		return word, true
	}
	if plan := planForm.find(text); plan != "" {
		return p.parsePlan(strings.TrimSpace(text[len(plan):]))
	}
	switch asked, before, after := cutQuestion(text); {
	case before:
		turn, ok := p.politeTurn(asked)
		return Command{Verb: Try, Text: turn}, ok
	case after:
		if turn, ok := p.politeTurn(asked); ok {
			return Command{Verb: Try, Text: turn}, true
		}
		if asks, ok := parseWord(asked); ok {
			return asks, true
		}
	}
	if turn, ok := p.turn(text); ok {
		return Command{Verb: Turn, Text: turn}, true
	}
	rest, marked, ok := withoutCourtesy(text)
	if turn, isTurn := p.turnBeside(rest); ok && isTurn {
		return Command{Verb: Turn, Text: turn}, true
	}
	polite := politeWords[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(text, rest)))]
	if ok && (marked || polite && word.Verb == "") { // but a takeback, which may take back what is above
		return parseWord(rest)
	}
	return word, false
}

// ParseCommand parses a text as a command of a game or a challenge. It is not ok if the text is none.
func ParseCommand(text string, o Options) (Command, bool) {
	if text == "" {
		return Command{}, false
	}
	return newParser(o).parse(text)
}

// politeTurn parses a turn, with or without a courtesy on its line: "d1-d4, thanks".
func (p parser) politeTurn(text string) (string, bool) {
	if turn, ok := p.turn(text); ok {
		return turn, true
	}
	rest, _, ok := withoutCourtesy(text)
	if !ok {
		return "", false
	}
	return p.turnBeside(rest)
}

// turnBeside parses a turn beside a courtesy. A square alone must be a turn of the game.
func (p parser) turnBeside(rest string) (string, bool) {
	turn, ok := p.turn(rest)
	if ok && (moveShape.matches(strings.ToLower(turn)) || p.readable != nil && p.readable(turn)) {
		return turn, true
	}
	return "", false
}

// parseWord parses the commands that are a word, with or without numbers or dates. A takeback with more words behind
// its number is returned, but not ok.
func parseWord(text string) (Command, bool) {
	text = foldWord(inEnglish(text))
	if verb, ok := single[strings.ToLower(text)]; ok {
		return Command{Verb: verb}, true
	}
	if m := takebackForm.groups(text); m != nil {
		count, _ := strconv.Atoi(m[1]) // fails only without digits, and then the count is 0
		return Command{Verb: Takeback, Count: count}, m[2] == ""
	}
	if m := awayShape.groups(text); m != nil {
		return Command{Verb: Away, From: m[1], Until: m[2]}, true
	}
	return Command{}, false
}

// foldWord folds the signs of a command to ASCII and drops a number before it and a full stop after it.
func foldWord(text string) string {
	text = foldTyped(number.dropFrom(text))
	return strings.TrimSpace(strings.TrimRight(text, ".!"))
}

// parsePlan parses the text after "plan": turns with colons between them, or a word that drops the plan.
func (p parser) parsePlan(text string) (Command, bool) {
	switch word := rules.FoldCommand(strings.TrimRight(text, ".")); {
	case planNone[word]:
		return Command{Verb: Plan}, true
	case word == "":
		return Command{Verb: Plan, Text: planFollows}, true
	}
	line, ok := p.planLine(text)
	return Command{Verb: Plan, Text: line}, ok
}

// planFollows is the text of a plan whose lines follow the word "plan".
const planFollows = "\x00"

// planLine parses one line of a plan: "their turn : my answer : …".
func (p parser) planLine(text string) (string, bool) {
	parts := strings.Split(foldTyped(text), ":")
	if len(parts) < 2 || len(parts) > 20 {
		return "", false
	}
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if part != "*" && part != "~" && !looksLikeTurn(part) && (p.readable == nil || !p.readable(part)) {
			return "", false
		}
		parts[i] = strings.ReplaceAll(part, "~~", "~")
		if part == "~" { // a star, folded
			parts[i] = "*"
		}
	}
	return strings.Join(parts, " : "), true
}

// maxUnshaped is the length in bytes of the longest line that a game is asked about while the places of lines are
// found.
const maxUnshaped = 40

// startsCommand reports whether a line begins like a command, with any text after it, or is a turn that the game reads,
// such as "28:19" or "pass", or one with a label.
func (p parser) startsCommand(text string) bool {
	text = strings.ToLower(clean(text))
	if sayForm.matches(text) || planForm.matches(text) {
		return true
	}
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ".!,")
	if _, ok := single[word]; ok || word == "takeback" || word == "away" || startsForeign(text) {
		return true
	}
	asked, _, _ := cutQuestion(text)
	folded := tidyTurn(asked)
	if lower := strings.ToLower(folded); turnShape.matches(lower) || moveShape.matches(lower) {
		return true
	}
	if p.readable != nil && len(text) <= maxUnshaped && (p.readable(asked) || p.readable(folded)) {
		return true
	}
	_, labelled := p.labelledTurn(asked)
	return labelled
}
