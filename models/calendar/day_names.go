package calendar

import (
	"slices"
	"strings"
	"unicode"
)

// dayWords are the first letters of the words for each weekday in the languages in which settings are typed, Monday
// first. A word is a short form of a list or begins with a longer one, as "Saturdays" and "субботам" do.
var dayWords = [7][]string{
	{"mo", "mon", "monday", "montag", "пн", "понедельник"},
	{"tu", "di", "tue", "tues", "tuesday", "dienstag", "вт", "вторник"},
	{"we", "mi", "wed", "wednesday", "mittwoch", "ср", "сред"},
	{"th", "do", "thu", "thur", "thurs", "thursday", "donnerstag", "чт", "четверг"},
	{"fr", "fri", "friday", "freitag", "пт", "пятниц"},
	{"sa", "sat", "saturday", "samstag", "sonnabend", "сб", "суббот"},
	{"su", "so", "sun", "sunday", "sonntag", "вс", "воскресен"},
}

// ReadDaysOff reads weekdays as people type them in English, Russian or German: "Saturday and Sunday", "по
// субботам".
func ReadDaysOff(text string) (off DaysOff, ok bool) {
	var names []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "and", "on", "und", "и", "по", "в", "во":
			continue
		}
		day := slices.IndexFunc(dayWords[:], func(words []string) bool { return isDay(word, words) })
		if day < 0 {
			return DaysOff{}, false
		}
		names = append(names, weekdays[day])
	}
	if off, ok = ParseDaysOff(names); !ok || len(names) == 0 {
		return DaysOff{}, false
	}
	return off, true
}

// isDay reports whether a word is one of a weekday, with at most three more letters of an ending.
func isDay(word string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		ending, begins := strings.CutPrefix(word, w)
		n := len([]rune(ending))
		return begins && (n == 0 || len([]rune(w)) > 3 && n <= 3)
	})
}
