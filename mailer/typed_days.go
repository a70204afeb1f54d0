package mailer

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"turnpost/models/calendar"
	"turnpost/rules"
)

// monthWords are the beginnings of the names of the months in the languages in which days are typed, folded.
var monthWords = func() (months [12][]string) {
	for i, words := range []string{
		"jan янв", "feb фев", "mar mär maer мар", "apr апр", "may mai май мая", "jun июн", "jul июл", "aug авг",
		"sep сен", "oct okt окт", "nov ноя", "dec dez дек",
	} {
		months[i] = strings.Fields(rules.FoldCommand(words))
	}
	return months
}()

// readDays returns two days in calendar.DayLayout that were typed on a day, in English, German or Russian. Without a
// year, the first is the next from a month before on: nobody who types yesterday means the next year. The second is the
// next from the first on. Other texts are returned unchanged.
func readDays(first, last string, today time.Time) (from, until string) {
	day, ok := readDay(first, today, today.AddDate(0, -1, 0))
	if !ok {
		return first, last
	}
	from = day.Format(calendar.DayLayout)
	if day, ok = readDay(last, today, day); ok {
		last = day.Format(calendar.DayLayout)
	}
	return from, last
}

// readDay reads a day as people type it: "2026-12-24", "24.12.", "24 December 2026", "Dec 24", "tomorrow". Of two
// numbers with a slash between them it reads those that can only be meant in one way.
func readDay(text string, today, earliest time.Time) (day time.Time, ok bool) {
	switch text = rules.FoldCommand(text); text {
	case "today":
		return today, true
	case "tomorrow":
		return today.AddDate(0, 0, 1), true
	}
	if day, err := time.Parse("2006-1-2", text); err == nil {
		return day, true
	}
	month, numbers := 0, []int{}
	isSign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, part := range strings.FieldsFunc(text, isSign) {
		if n, err := strconv.Atoi(strings.TrimRight(part, "stndrh")); err == nil {
			numbers = append(numbers, n)
		} else if month = monthOf(part); month == 0 {
			return time.Time{}, false
		}
	}
	if month == 0 && len(numbers) > 1 {
		if a, b := numbers[0], numbers[1]; strings.Contains(text, "/") && a != b && a <= 12 {
			if b <= 12 {
				return time.Time{}, false
			}
			numbers[0], numbers[1] = b, a
		}
		month = numbers[1]
		numbers = slices.Delete(numbers, 1, 2)
	}
	switch len(numbers) {
	case 1:
		for year := earliest.Year(); year <= earliest.Year()+8; year++ { // 8, as 2100 has no 29 February
			if day, ok = dateOf(year, month, numbers[0]); ok && !day.Before(earliest) {
				return day, true
			}
		}
	case 2:
		year := numbers[1]
		if year < 100 {
			year += 2000
		}
		return dateOf(year, month, numbers[0])
	}
	return time.Time{}, false
}

// monthOf returns the number of a month by the beginning of its name, 0 if there is none.
func monthOf(word string) int {
	for i, words := range monthWords {
		for _, begin := range words {
			if strings.HasPrefix(word, begin) {
				return i + 1
			}
		}
	}
	return 0
}

func dateOf(year, month, day int) (date time.Time, ok bool) {
	date = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return date, date.Month() == time.Month(month) && date.Day() == day && year <= 9999 // as the layout has it
}
