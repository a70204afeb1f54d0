package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// maxAccepted limits the number of languages parsed from a header.
const maxAccepted = 32

// Accepted returns the available language that an Accept-Language header (RFC 9110, section
// 12.5.4) prefers; English if it names none of them.
func Accepted(header string) *Language {
	if l, found := Preferred(header); found {
		return l
	}
	return For("")
}

// Preferred is Accepted without the fallback: found is false if the header names no available language.
func Preferred(header string) (l *Language, found bool) {
	type choice struct {
		tag string
		q   float64
	}
	var choices []choice
	for element := range strings.SplitSeq(header, ",") {
		if len(choices) == maxAccepted {
			break
		}
		tag, parameters, _ := strings.Cut(strings.TrimSpace(element), ";")
		c := choice{strings.TrimSpace(tag), 1}
		if text, is := strings.CutPrefix(strings.TrimSpace(parameters), "q="); is {
			c.q, _ = strconv.ParseFloat(text, 64) // an invalid weight is 0
		}
		if c.q > 0 {
			choices = append(choices, c)
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.q, a.q) })
	for _, c := range choices {
		if l, found := find(c.tag); found {
			return l, true
		}
	}
	return nil, false
}
