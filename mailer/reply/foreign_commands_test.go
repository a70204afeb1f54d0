package reply

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Every word of the tables is read as its command, in each language.
func TestCommandsOfEveryLanguage(t *testing.T) {
	want := map[string]Command{
		"resign": {Verb: Resign}, "resign_now": {Verb: ResignNow}, "draw": {Verb: Draw}, "accept": {Verb: Accept},
		"decline": {Verb: Decline}, "show": {Verb: Show}, "mute": {Verb: Mute}, "help": {Verb: Help},
		"rematch": {Verb: Rematch}, "takeback": {Verb: Takeback, Count: 2}, "say": {Verb: Say, Text: "Привет, ann"},
		"plan": {Verb: Plan, Text: "* : e4-e5"}, "away": {Verb: Away, From: "2027-01-30", Until: "2027-02-03"},
		"games": {Verb: Games}, "open": {Verb: Open}, "name": {Verb: Name, Text: "ann"},
		"play": {Verb: Play, Text: "hnefatafl 3d against bob"}, "register": {Verb: Register, Text: "ann"},
		"accept_as": {Verb: Accept, Text: "ann"}, "settings": {Verb: Settings}, "rules": {Verb: Rules, Text: "hnefatafl"},
		"history": {Verb: History}, "record": {Verb: Record}, "yes": {Verb: Yes}, "stop": {Verb: Stop},
		"note":   {Verb: Note, Text: "Слон, D1 – d4?"},
		"report": {Verb: Report, Text: "bob: он ругается d1 d4"},
		"events": {Verb: Events}, "table": {Verb: Table, Text: "k7m2q9xr"}, "join": {Verb: Join, Text: "k7m2q9xr"},
		"leave": {Verb: Leave, Text: "k7m2q9xr"},
	}
	arguments := map[string]string{
		"takeback": " 2", "say": ": Привет, ann",
		"plan": " * : e4-e5", "away": " 2027-01-30 2027-02-03", "name": " ann",
		"play": " hnefatafl 3d against bob", "register": " ann", "accept_as": " ann", "rules": " hnefatafl",
		"note":   ": Слон, D1 – d4?",
		"report": " bob: он ругается d1 d4",
		"table":  " k7m2q9xr", "join": " k7m2q9xr", "leave": " k7m2q9xr",
	}
	words := rules.Commands()
	for _, lang := range words.Languages() {
		for _, command := range words.Keys() {
			verb := want[command]
			switch {
			case verb.Verb == "" && strings.Contains(command, "_"): // words in the argument of a command
				continue
			case verb.Verb == Register && lang != phrase.English:
				verb.Language = lang
			}
			for _, w := range rules.CommandWords(lang, command) {
				for _, typed := range []string{w, strings.ToUpper(w), w + "."} {
					line := typed
					if argument := arguments[command]; argument != "" {
						line = strings.TrimSuffix(typed, ".") + argument
					}
					checkLine(t, lang, line, verb)
				}
			}
		}
	}
}

func checkLine(t *testing.T, lang, line string, want Command) {
	t.Helper()
	for _, body := range []string{line, line + "\n\n> 1. d1-d4\n"} {
		got := readText(t, body)
		if len(got.Commands) != 1 || !reflect.DeepEqual(got.Commands[0], want) {
			t.Errorf("%s: %q is read as %+v, possibly %+v; want %+v", lang, body, got.Commands, got.Possible, want)
		}
	}
}

// Texts around commands are read in other languages in the same way as in English.
func TestForeignLines(t *testing.T) {
	for line, want := range map[string][]Command{
		"Сдаюсь, спасибо!":                     {{Verb: Resign}},
		"«сдаюсь»":                             {{Verb: Resign}},
		"Отпуск с 2027-01-30 по 2027-02-03":    {{Verb: Away, From: "2027-01-30", Until: "2027-02-03"}},
		"Urlaub vom 2027-01-30 bis 2027-02-03": {{Verb: Away, From: "2027-01-30", Until: "2027-02-03"}},
		"план нет":                             {{Verb: Plan}},
		"Plan löschen":                         {{Verb: Plan}},
		"Spielen hnefatafl 3d gegen bob":       {{Verb: Play, Text: "hnefatafl 3d against bob"}},
		"играть hnefatafl против компьютера":   {{Verb: Play, Text: "hnefatafl against house"}},
		"Играть в хнефатафл против дома": {
			{Verb: Play, Text: "hnefatafl against house"},
		},
		"сыграть 7 мудрецов короткая 36 часов": {{Verb: Play, Text: "sevensages short 36h"}},
		"играть BohnDuell с трудным домом":     nil, // the level follows the house
		"играть BohnDuell с компьютером легко": {
			{Verb: Play, Text: "bohnduell against house-easy"},
		},
		"Играю в хнефатафл 9×9 с bob, 3 дня":        {{Verb: Play, Text: "hnefatafl 9x9 3d against bob"}},
		"Играю в хнефатафл 9×9 3 дня с bob":         {{Verb: Play, Text: "hnefatafl 9x9 3d against bob"}},
		"Spiele HanniBall gegen anna":               {{Verb: Play, Text: "hanniball against anna"}},
		"Spiele":                                    {{Verb: Games}},
		"spielen 7 Sages kurz gegen das Haus":       {{Verb: Play, Text: "sevensages short against house"}},
		"spiele hanniball 3 Tage gegen Haus schwer": {{Verb: Play, Text: "hanniball 3d against house-hard"}},
		"Regeln von Hnefatafl":                      {{Verb: Rules, Text: "hnefatafl"}},
		"правила игры Хнефатафл":                    {{Verb: Rules, Text: "hnefatafl"}},
		"d1-d4\nсказать Удачи!": {
			{Verb: Turn, Text: "d1-d4"}, {Verb: Say, Text: "Удачи!"},
		},
		"Мой ход: d1-d4":                      {{Verb: Turn, Text: "d1-d4"}},
		"Aufgeben werde ich noch lange nicht": nil,
		"Сдаюсь перед вашим мастерством не я": nil,
		"Да что вы говорите":                  nil,
	} {
		got := readText(t, line)
		if len(got.Commands) != len(want) || len(want) > 0 && !reflect.DeepEqual(got.Commands, want) {
			t.Errorf("%q is read as %+v, possibly %+v; want %+v", line, got.Commands, got.Possible, want)
		}
	}
}

// readText reads a reply in plain text, in a game of hnefatafl.
func readText(t *testing.T, body string) Reply {
	t.Helper()
	raw := "From: ann@example.org\nTo: play@turnpost.test\nContent-Type: text/plain; charset=utf-8\n\n" + body + "\n"
	mail, err := Read([]byte(raw), Options{Rulesets: rulesets, Us: us})
	if err != nil {
		t.Fatal(err)
	}
	return mail.Reply
}
