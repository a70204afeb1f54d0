package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
)

// Words mean one thing in all languages, however they are typed.
func TestWordsOfCommandsAreUnambiguous(t *testing.T) {
	words := rules.Commands()
	for _, lang := range words.Languages() {
		for _, fault := range words.Faults(lang) {
			t.Error(fault)
		}
	}
	meaning := map[string]string{} // of a word alone, and of one with an argument after a bar
	for _, lang := range words.Languages() {
		for _, command := range words.Keys() {
			for _, w := range rules.CommandWords(lang, command) {
				folded := rules.FoldCommand(w)
				if w != strings.TrimSpace(w) || w == "" || len(strings.Fields(w)) > 5 {
					t.Errorf("%s: %s: %q", lang, command, w)
				}
				if isArgument(command) {
					continue
				}
				if rules.TakesArgument(command) {
					folded += "|"
				}
				if before := meaning[folded]; before != "" && before != command {
					t.Errorf("%s: %q means %s and %s", lang, w, before, command)
				}
				meaning[folded] = command
			}
		}
	}
}

// isArgument reports whether a key names words in the argument of a command.
func isArgument(key string) bool {
	begin, _, found := strings.Cut(key, "_")
	return found && slices.Contains([]string{"plan", "away", "play", "turn"}, begin)
}

func TestForeignCommands(t *testing.T) {
	for text, want := range map[string][2]string{
		"сдаюсь": {"resign"}, "СДАЮСЬ!": {"resign", "!"}, "cдаюcь": {"resign"},
		"Сдаюсь сейчас.": {"resign_now", "."},
		"ВНИЧЬЮ":         {}, "Bернуть 2": {"takeback", " 2"},
		"ЕЩЁ партию": {"rematch"}, "еще партию": {"rematch"},
		"сказать: привет": {"say", ": привет"}, "Ich gebe auf, danke": {"resign", ", danke"},
		"aufgeben wir nie": {"resign", " wir nie"}, "resign": {}, "": {}, "d1-d4": {}, "сдаюсьтак": {}, "- ja": {},
		"Zurücknehmen 1": {"takeback", " 1"}, "plan * : e4-e5": {"plan", " * : e4-e5"},
	} {
		command, rest := rules.ForeignCommand(text)
		if command != want[0] || rest != want[1] {
			t.Errorf("%q is %q with %q, want %q", text, command, rest, want)
		}
	}
}

// A word that is a command in some language is not blamed on its letters, and is quoted verbatim.
func TestMistakenCommandsInOtherLanguages(t *testing.T) {
	game := hnefatafl.New()
	start, err := game.Start("7x7")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string][2]string{
		"сдаюсь": {
			"resign", `"сдаюсь" is no turn; it looks like the command resign, which is not given as a turn`,
		},
		"Ich gebe auf": {
			"resign", `"Ich gebe auf" is no turn; it looks like the command resign, which is not given as a turn`,
		},
		"Помощь!": {"help", `"Помощь!" is no turn; it looks like the command help, which is not given as a turn`},
		"сдвиг d1": {
			"", `"сдвиг d1" is no turn: д is a Cyrillic letter, and turns are written in a to z, digits and signs`,
		},
		"d1-ä4": {
			"", `"d1-ä4" is no turn: ä is a Latin letter that is not among a to z, ` +
				`and turns are written in a to z, digits and signs`,
		},
	} {
		_, err := start.Play(typed)
		unreadable, is := errors.AsType[*rules.UnreadableTurn](err)
		if !is {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		said := game.Phrases().In(phrase.English).Say(unreadable.Sentence())
		if unreadable.Command != want[0] || said != want[1] {
			t.Errorf("%q is the command %q: %s", typed, unreadable.Command, said)
		}
	}
}
