package templates

import (
	"slices"
	"strings"
	"sync"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/setting"
	"turnpost/rules"
	"turnpost/templates/words"
)

// Mails show settings by the names and values of the reader's language, and read those of every language.

// settingIn returns the name and the value of a setting in a language. Those without a phrase are returned unchanged.
func settingIn(l *words.Language, s models.Setting) models.Setting {
	return models.Setting{Name: settingNameIn(l, s.Name), Value: settingValueIn(l, s.Value)}
}

func settingNameIn(l *words.Language, name string) string {
	if game, is := strings.CutPrefix(name, "game "); is {
		return l.Say("setting.name.game", "game", game)
	}
	if key := "setting.name." + settingKey(name); l.Has(key) {
		return l.Say(key)
	}
	return name
}

func settingValueIn(l *words.Language, value string) string {
	if from, until, is := strings.Cut(value, " to "); is {
		return l.Say("setting.value.range", "from", from, "until", until)
	}
	if days := daysIn(l, value); days != "" {
		return days
	}
	if key := "setting.value." + value; isWordKey(value) && l.Has(key) {
		return l.Say(key)
	}
	return value
}

// daysIn returns a list of weekdays in a language; "" if the value is none.
func daysIn(l *words.Language, value string) string {
	days := strings.Split(value, ", ")
	if _, is := calendar.ParseDaysOff(days); !is {
		return ""
	}
	for i, day := range days {
		days[i] = l.Say("setting.day." + day)
	}
	return strings.Join(days, ", ")
}

// isWordKey reports whether a value may be part of the name of a phrase for a word.
func isWordKey(value string) bool { return value != "range" && !strings.ContainsAny(value, ".: /") }

// settingWords are the names and values of all languages, in the form of rules.FoldCommand, with their meanings.
type settingWords struct {
	names  map[string]string   // the names as in models.Setting
	values map[string][]string // a word of one language may mean several
	games  map[string]bool     // what precedes the number of a game
}

var knownSettings = sync.OnceValue(func() settingWords {
	k := settingWords{map[string]string{}, map[string][]string{}, map[string]bool{}}
	for _, tag := range words.All() {
		l, english := words.For(tag), words.For("")
		k.games[rules.FoldCommand(strings.TrimSpace(l.Say("setting.name.game", "game", "")))] = true
		for _, key := range words.Keys("setting.name.") {
			if key != "setting.name.game" {
				k.names[rules.FoldCommand(l.Say(key))] = english.Say(key)
			}
		}
		for _, key := range slices.Backward(words.Keys("setting.value.")) { // "none", where it is possible, before "no"
			if key != "setting.value.range" {
				folded := rules.FoldCommand(l.Say(key))
				k.values[folded] = append(k.values[folded], english.Say(key))
			}
		}
	}
	return k
})

// SettingNamed is setting.Named for names in every language.
func SettingNamed(text string) string {
	if name := setting.Named(text); name != "" {
		return name
	}
	folded := rules.FoldCommand(text)
	if name := knownSettings().names[folded]; name != "" {
		return setting.Named(name)
	}
	if at := strings.LastIndexByte(folded, ' '); at > 0 && knownSettings().games[folded[:at]] {
		return setting.Named("game " + folded[at+1:])
	}
	return ""
}

// SettingValue returns the value of a setting for a word of any language that is typed for it, and any other text
// unchanged. It is the one that setting.Of would show.
func SettingValue(name, typed string) string {
	for _, value := range knownSettings().values[rules.FoldCommand(typed)] {
		if _, faults := setting.Read([]models.Setting{{Name: name, Value: value}}); len(faults) == 0 {
			return value
		}
	}
	return typed
}

// SettingNames lists the names of settings in every language.
func SettingNames() []string {
	var list []string
	for name := range knownSettings().names {
		list = append(list, name)
	}
	return list
}

// settingKey returns the name of a setting in the names of phrases.
func settingKey(form string) string { return strings.ReplaceAll(form, " ", "_") }
