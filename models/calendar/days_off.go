package calendar

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// DaysOff is a set of weekdays on which a player's clock does not run. The zero value is none.
type DaysOff struct{ days [7]bool }

// MaxDaysOff is the maximum number of days off in a week.
const MaxDaysOff = 2

// weekdays are the names of the days in settings, Monday first.
var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Weekdays returns the names of all weekdays, Monday first.
func Weekdays() []string { return slices.Clone(weekdays) }

// ParseDaysOff parses names of weekdays such as "sat". It refuses unknown and repeated ones, and more than MaxDaysOff.
func ParseDaysOff(list []string) (off DaysOff, ok bool) {
	for _, name := range list {
		i := slices.Index(weekdays, name)
		if i < 0 || off.days[i] {
			return DaysOff{}, false
		}
		off.days[i] = true
	}
	return off, len(list) <= MaxDaysOff
}

// Names returns the days for ParseDaysOff, Monday first.
func (o DaysOff) Names() []string {
	list := []string{}
	for i, off := range o.days {
		if off {
			list = append(list, weekdays[i])
		}
	}
	return list
}

// String formats the days as "sat, sun".
func (o DaysOff) String() string { return strings.Join(o.Names(), ", ") }

// On reports whether a day, as Day returns it, is one off.
func (o DaysOff) On(day time.Time) bool { return o.days[(int(day.Weekday())+6)%7] }

// Deadline returns the instant at which a clock has run for a time, in elapsed seconds even where the clocks of the
// zone change. It is never on a day off: a clock that runs out as one begins has its deadline at the end of it.
func (o DaysOff) Deadline(start time.Time, counted time.Duration, zone *time.Location) time.Time {
	for {
		from, until, ok := o.nextRun(start, zone)
		if !ok {
			return start.Add(counted)
		}
		if run := until.Sub(from); counted >= run {
			counted -= run
			start = until
			continue
		}
		return from.Add(max(0, counted))
	}
}

// RunningTime returns how long a clock runs between two instants; 0 if the second is not after the first.
func (o DaysOff) RunningTime(start, end time.Time, zone *time.Location) (counted time.Duration) {
	for start.Before(end) {
		from, until, ok := o.nextRun(start, zone)
		if !ok {
			return end.Sub(start)
		}
		if until.After(end) {
			until = end
		}
		counted += max(0, until.Sub(from))
		start = until
	}
	return counted
}

// nextRun returns the next interval at or after an instant in which the clock runs: from is the instant or the end of
// the days off that contain it, until the start of the next ones. ok is false if there are no days off.
func (o DaysOff) nextRun(at time.Time, zone *time.Location) (from, until time.Time, ok bool) {
	if o == (DaysOff{}) {
		return at, time.Time{}, false
	}
	from = at
	day := Day(at, zone)
	for o.On(day) {
		day = day.AddDate(0, 0, 1)
		from = At(day, "00:00", zone)
	}
	for !o.On(day) {
		day = day.AddDate(0, 0, 1)
	}
	return from, At(day, "00:00", zone), true
}

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
