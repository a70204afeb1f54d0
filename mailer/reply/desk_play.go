package reply

import (
	"strings"

	"turnpost/rules"
)

// PlayRequest is the argument of Play. Empty fields were not given.
type PlayRequest struct {
	Ruleset  string // ID
	Variant  string
	Pace     string
	Opponent string // a name, an address, or House
}

// House is the opponent of a PlayRequest against the house.
const House = "house"

var (
	paceShape = pattern(`(?i)^\d{1,3}[dhm](?:\+\d{1,3}[dhm])?(?:/\d{1,3}[dhm])?$`)
	variant   = pattern(`(?i)^[a-z0-9][a-z0-9_-]{0,19}$`)
)

// The words of all languages in the argument of play: what precedes the opponent, the house and its levels, and the
// units of a pace.
var (
	againstWords = rules.ArgumentWords("play_against")
	houseWords   = rules.ArgumentWords("play_house")
	houseLevels  = map[string]map[string]bool{
		string(rules.Easy): rules.ArgumentWords("play_easy"), string(rules.Medium): rules.ArgumentWords("play_medium"),
		string(rules.Hard): rules.ArgumentWords("play_hard"),
	}
	dayWords, hourWords = rules.ArgumentWords("play_days"), rules.ArgumentWords("play_hours")
)

// playArgument parses "RULESET [VARIANT] [PACE] [against NAME|ADDRESS|house]", with the rest in any order, and returns
// it in the form of ParsePlay.
func (p parser) playArgument(rest string) (string, bool) {
	id, named, rest := p.ruleset(rest)
	if id == "" {
		return "", false
	}
	request := PlayRequest{Ruleset: id, Variant: named}
	fields := strings.Fields(rest)
	for i := 0; i < len(fields); i++ {
		word, next := fields[i], ""
		if i+1 < len(fields) {
			next = fields[i+1]
		}
		isAgainst, isPace := againstWords[rules.FoldCommand(word)], paceShape().MatchString(word)
		switch {
		case isAgainst && request.Opponent == "" && next != "":
			if request.Opponent, i = readOpponent(fields[i+1:], i+1); !isWord(request.Opponent) {
				return "", false
			}
		case request.Pace == "" && isPace:
			request.Pace = strings.ToLower(word)
		case request.Pace == "" && isNumber(word) && paceUnit(next) != "":
			request.Pace, i = word+paceUnit(next), i+1
		case request.Variant == "" && !isAgainst && !isPace && variant().MatchString(word):
			request.Variant = strings.ToLower(word)
		default:
			return "", false
		}
	}
	return request.String(), true
}

// paceUnit returns the sign of a unit of a pace in any language, "" for other words.
func paceUnit(word string) string {
	switch folded := strings.TrimSuffix(rules.FoldCommand(word), "."); {
	case dayWords[folded]:
		return "d"
	case hourWords[folded]:
		return "h"
	}
	return ""
}

// readOpponent reads the opponent at the beginning of some words, and returns the index of the last word read if the
// first has the index at.
func readOpponent(fields []string, at int) (opponent string, last int) {
	if len(fields) > 1 && (strings.EqualFold(fields[0], "the") || isHouse(fields[0]+" "+fields[1])) {
		fields, at = fields[1:], at+1
	}
	name := strings.Trim(fields[0], ",;<>.!")
	if !isHouse(name) {
		return name, at
	}
	if len(fields) == 1 {
		return House, at
	}
	for level, words := range houseLevels {
		if words[rules.FoldCommand(fields[1])] {
			return House + "-" + level, at + 1
		}
	}
	if isLetters(fields[1]) { // an unknown level, which the use case refuses
		return House + "-" + strings.ToLower(fields[1]), at + 1
	}
	return House, at
}

// isHouse reports whether a text names the house in any language, perhaps with an article.
func isHouse(text string) bool { return houseWords[rules.FoldCommand(strings.TrimRight(text, ",;.!"))] }

func isLetters(word string) bool {
	for i := range len(word) {
		if !isSmallLetter(word[i] | 0x20) {
			return false
		}
	}
	return word != ""
}

func isNumber(word string) bool {
	for i := range len(word) {
		if !isDigit(word[i]) {
			return false
		}
	}
	return word != "" && len(word) <= 3
}

// String returns the request in the form that ParsePlay parses.
func (r PlayRequest) String() string {
	parts := []string{r.Ruleset}
	for _, part := range []string{r.Variant, r.Pace} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if r.Opponent != "" {
		parts = append(parts, "against", r.Opponent)
	}
	return strings.Join(parts, " ")
}

// ParsePlay parses the text of a Play command.
func ParsePlay(text string) (r PlayRequest) {
	fields := strings.Fields(text)
	for i, word := range fields {
		switch {
		case i == 0:
			r.Ruleset = word
		case word == "against" && i+1 < len(fields):
			r.Opponent = fields[i+1]
			return r
		case paceShape().MatchString(word):
			r.Pace = word
		default:
			r.Variant = word
		}
	}
	return r
}
