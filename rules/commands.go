package rules

import (
	"embed"
	"slices"
	"strings"
	"unicode"

	"turnpost/rules/phrase"
)

//go:embed commands.*.txt
var commandFiles embed.FS

// commandTables has the words of each command, with bars between them, under the name of the command.
var commandTables = phrase.MustLoad(commandFiles)

// Commands returns the words for commands by language: a phrase for each, which lists them with bars between.
func Commands() *phrase.Tables { return commandTables }

// CommandWords returns the words for a command in a language, the one that mails name first.
func CommandWords(lang, command string) []string {
	return strings.Split(commandTables.In(lang).Text(command), "|")
}

// maxCommandWords is how many words a command may have.
const maxCommandWords = 5

// meaning is the command of some words, and their language.
type meaning struct{ command, lang string }

// commandIndex finds commands by their words, in the form of FoldCommand.
type commandIndex struct {
	alone    map[string]meaning // commands without an argument
	followed map[string]meaning // commands with one
	first    map[string]bool    // the first words
}

// foreignCommands has the commands of all languages but English.
var foreignCommands = func() commandIndex {
	x := commandIndex{map[string]meaning{}, map[string]meaning{}, map[string]bool{}}
	for _, lang := range commandTables.Languages() {
		if lang != phrase.English {
			x.add(lang)
		}
	}
	return x
}()

// add adds the commands of a language. Words that have a meaning already keep it.
func (x commandIndex) add(lang string) {
	for _, command := range commandTables.Keys() {
		if isArgumentWord(command) {
			continue
		}
		for _, words := range CommandWords(lang, command) {
			folded, index := FoldCommand(words), x.alone
			if TakesArgument(command) {
				index = x.followed
			}
			if _, found := index[folded]; !found {
				index[folded] = meaning{command, lang}
				x.first[strings.Fields(folded)[0]] = true
			}
		}
	}
}

// TakesArgument reports whether something may follow the words of a command. The words of the others stand alone on
// their line.
func TakesArgument(command string) bool {
	switch command {
	case "takeback", "say", "note", "plan", "away", "play", "open", "name", "register", "accept_as", "rules", "history",
		"record",
		"report", "table", "join", "leave":
		return true
	}
	return false
}

// isArgumentWord reports whether a key names words within the argument of a command.
func isArgumentWord(key string) bool {
	for _, begin := range []string{"plan_", "away_", "play_", "turn_"} {
		if strings.HasPrefix(key, begin) {
			return true
		}
	}
	return false
}

// ArgumentWords returns the words of all languages for a part of a command's argument, in the form of
// FoldCommand. The key has the name of the command and an underscore before it: "plan_none", "play_against".
func ArgumentWords(key string) map[string]bool {
	words := map[string]bool{}
	for _, lang := range commandTables.Languages() {
		for _, w := range CommandWords(lang, key) {
			words[FoldCommand(w)] = true
		}
	}
	return words
}

// FoldCommand returns the form in which words of commands are compared: lower case, without differences that cannot
// be seen. It is no text to show.
func FoldCommand(text string) string {
	if isPlainWords(text) {
		return strings.ToLower(text)
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case isInvisible(r):
			return -1
		case r == 'ё' || r == 'Ё':
			r = 'е'
		case r == '’':
			r = '\''
		}
		return unicode.ToLower(r)
	}, foldRunes(text))
	return strings.Join(strings.Fields(lowerLookAlikes.Replace(text)), " ")
}

// lowerLookAlikes maps the small letters whose capitals foldRunes folds, so that "Вничью" and "вничью" are
// the same.
var lowerLookAlikes = strings.NewReplacer("в", "b", "к", "k", "м", "m", "н", "h", "т", "t", "е", "e")

// isPlainWords reports whether a text is one ASCII word, or several with single spaces, that needs no folding but of
// case.
func isPlainWords(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		if !isLetter(c) && c != '_' && c != '\'' && (c != ' ' || before == ' ') {
			return false
		}
		before = c
	}
	return before != ' '
}

// ForeignCommand returns the command whose words in a language other than English begin a text, and the text after
// them. It prefers the longest words, and where a text follows them a command that takes an argument. The command is ""
// if there is none.
func ForeignCommand(text string) (command, rest string) {
	m, rest := foreignCommands.cut(text)
	return m.command, rest
}

// CommandLanguage returns the language of the words that ForeignCommand finds in a text, "" if there are none.
func CommandLanguage(text string) string {
	m, _ := foreignCommands.cut(text)
	return m.lang
}

func (x commandIndex) cut(text string) (m meaning, rest string) {
	ends := wordEnds(text)
	if len(ends) == 0 || !x.first[FoldCommand(text[:ends[0]])] {
		return meaning{}, ""
	}
	for _, end := range slices.Backward(ends) {
		folded, rest := FoldCommand(text[:end]), text[end:]
		m, found := x.alone[folded]
		if followed, is := x.followed[folded]; is && (!found || strings.Trim(rest, ".! ") != "") {
			m, found = followed, true
		}
		if found {
			return m, rest
		}
	}
	return meaning{}, ""
}

// wordEnds returns the ends of the first words of a text.
func wordEnds(text string) (ends []int) {
	inside := false
	for i, r := range text {
		isWord := unicode.IsLetter(r) || unicode.IsMark(r) || r == '\'' || r == '’' || isInvisible(r) || unicode.IsDigit(r)
		if inside && !isWord {
			if ends = append(ends, i); len(ends) == maxCommandWords || !unicode.IsSpace(r) {
				return ends
			}
		}
		if !inside && !isWord && !unicode.IsSpace(r) {
			return ends
		}
		inside = isWord
	}
	if inside {
		ends = append(ends, len(text))
	}
	return ends
}
