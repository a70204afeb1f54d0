package rulestest

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkWording looks for English phrases that seem exchanged: those of steps, of marks, and of the forms for one and
// for many.
func checkWording(t testing.TB, r rules.Ruleset) {
	t.Helper()
	say := r.Phrases().In(phrase.English)
	steps := map[string]string{}
	for _, key := range r.Phrases().Keys() {
		if kind, is := strings.CutPrefix(key, "step."); is {
			steps[kind] = say.Text(key)
		}
	}
	if fault := stepFaultIn(steps); fault != "" {
		t.Error(fault)
	}
	if fault := signFault(start(t, r, "", "").Diagram(phrase.English).Signs); fault != "" {
		t.Error(fault)
	}
	for _, lang := range r.Phrases().Languages() {
		var names []string
		for _, key := range r.Phrases().Keys() {
			if strings.HasPrefix(key, "piece.") {
				names = append(names, r.Phrases().In(lang).Text(key))
			}
		}
		text, _ := os.ReadFile("words." + lang + ".txt")
		if fault := pluralFault(lang, string(text), names); fault != "" {
			t.Errorf("words.%s.txt: %s", lang, fault)
		}
	}
}

// stepVerbs are beginnings of the words for steps of a kind.
var stepVerbs = map[string][]string{
	rules.StepMove:  {"mov", "go", "slid", "march"},
	rules.StepPlace: {"put", "plac", "drop", "lay"},
	rules.StepShoot: {"shoot"},
	rules.StepKick:  {"kick"},
	rules.StepCarry: {"carr"},
	rules.StepEmpty: {"empt"},
}

// begins reports whether a word of a text begins with one of some beginnings.
func begins(text string, beginnings []string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(word string) bool {
		return slices.ContainsFunc(beginnings, func(begin string) bool { return strings.HasPrefix(word, begin) })
	})
}

// stepFaultIn returns which of the phrases of steps says the word of another kind, whose own phrase does not, or "".
func stepFaultIn(steps map[string]string) string {
	for kind, text := range steps {
		for other, verbs := range stepVerbs {
			if other != kind && begins(text, verbs) && !begins(text, stepVerbs[kind]) && !begins(steps[other], verbs) &&
				steps[other] != "" {
				return fmt.Sprintf("the phrase step.%s is %q and step.%s is %q: they seem exchanged",
					kind, text, other, steps[other])
			}
		}
	}
	return ""
}

// signFault returns which of the meanings of the marks seem exchanged, or "".
func signFault(s rules.Signs) string {
	origin, capture := []string{"from", "left", "began", "start"}, []string{"captur", "taken", "remov", "died"}
	switch {
	case begins(s.To, origin) && !begins(s.From, origin):
		return fmt.Sprintf("mark.from is %q and mark.to is %q: they seem exchanged", s.From, s.To)
	case begins(s.From+" "+s.To, capture) && !begins(s.Captured, capture):
		return fmt.Sprintf("mark.from is %q, mark.to %q and mark.captured %q: they seem exchanged", s.From, s.To, s.Captured)
	}
	return ""
}

var (
	byNumber = regexp.MustCompile(`(\{\w+\} )?\{\w+#((?:[^{}]|\{[\w.]+\})*)\}`)
	// plurals are plural forms that do not end with s, by their singulars.
	plurals = map[string]string{
		"is": "are", "was": "were", "has": "have", "does": "do", "it": "they", "man": "men", "piece": "pieces",
		"ist": "sind", "wird": "werden", "hat": "haben", "steht": "stehen", "liegt": "liegen", "zieht": "ziehen",
	}
	determiners = []string{"the", "no", "a", "of", "own", "white", "black", "his", "her", "their"}
	// manyInRussian ends the nouns that follow five, but seldom those that follow two.
	manyInRussian = regexp.MustCompile(`(?:ов|ев|ей)$`)
)

// pluralFault returns a choice in which the forms for one and for many are exchanged, or "". What follows the number
// itself or an article is a noun; elsewhere, a word with s may be a verb. names are nouns in the singular.
func pluralFault(lang, words string, names []string) string {
	for _, found := range byNumber.FindAllStringSubmatch(words, -1) {
		forms := strings.Split(strings.ToLower(found[2]), "|")
		one, many := strings.Fields(forms[0]), strings.Fields(forms[len(forms)-1])
		for _, name := range names {
			name = strings.ToLower(name)
			if slices.Contains(many, name) && !slices.Contains(one, name) {
				return fmt.Sprintf("the choice %q: want %q for one", found[0], name)
			}
		}
		for i := range min(len(one), len(many)) {
			noun := i == 0 && found[1] != "" || i > 0 && one[i-1] == many[i-1] && slices.Contains(determiners, one[i-1])
			if plurals[many[i]] == one[i] || noun && lang == phrase.English && one[i] == many[i]+"s" {
				return fmt.Sprintf("the choice %q: want the form for one before that for many", found[0])
			}
		}
		if len(forms) != 3 {
			continue
		}
		few := strings.Fields(forms[1])
		for i := range min(len(few), len(many)) {
			if manyInRussian.MatchString(few[i]) && !manyInRussian.MatchString(many[i]) {
				return fmt.Sprintf("the choice %q: want the form for two before that for five", found[0])
			}
		}
	}
	return ""
}

// ownersIn finds a player's name as that of an owner.
var ownersIn = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`\bof (\w+)|(\w+)'s\b`),
	"de": regexp.MustCompile(`\bvon (\w+)`),
}

// owners: a piece that is said to be somebody's is of the seat of the event.
func (s teller) owners(_ string, events []rules.Event, _ rules.Diagram, _ turnCase) string {
	if ownersIn[s.lang] == nil {
		return ""
	}
	for _, e := range events {
		if e.Seat == rules.NoSeat || !slices.Contains([]string{
			rules.EventMoved, rules.EventCaptured, rules.EventPlaced, rules.EventCarried,
		}, e.Kind) {
			continue
		}
		said := describedAlone(s.w.r, s.lang, e)
		if strings.Contains(said, players[e.Seat]) {
			continue // the other player may own a goal or a bowl
		}
		for _, found := range ownersIn[s.lang].FindAllStringSubmatch(said, -1) {
			if slices.Contains(found[1:], players[e.Seat.Other()]) {
				return fmt.Sprintf("%s as the owner, of the event %+v, of which alone is said %q", players[e.Seat], e, said)
			}
		}
	}
	return ""
}

// stuckIn finds of whom an English sentence says that he cannot move.
var stuckIn = regexp.MustCompile(`(\w+) (?:cannot move|can not move|has no (?:legal )?(?:move|turn))`)

// stuck: who cannot move at the end of a game is the side that would be next.
func (s teller) stuck(said string, _ []rules.Event, _ rules.Diagram, c turnCase) string {
	next := c.played.Next
	if s.lang != phrase.English || next.Result().Reason != rules.ReasonNoMoves {
		return ""
	}
	for _, found := range stuckIn.FindAllStringSubmatch(said, -1) {
		if found[1] == players[next.ToMove().Other()] {
			return fmt.Sprintf("that %s cannot move, whose turn is next", players[next.ToMove()])
		}
	}
	return ""
}

var (
	aPieceOnTurn = regexp.MustCompile(`(?i)\b(\w+) on ([a-v][1-9][0-9]?[-~/][a-v][1-9]\w*)`)
	aPieceOn     = regexp.MustCompile(`(?i)\b(the|no) (\w+) on ([a-v][1-9][0-9]?)\b`)
	// ownerOf finds a square and whose the piece on it is.
	ownerOf = []*regexp.Regexp{
		regexp.MustCompile(`\bon (?P<square>[a-v][1-9][0-9]?) is (?P<side>\w+)'s\b`),
		regexp.MustCompile(`\bon (?P<square>[a-v][1-9][0-9]?) (?:there is|stands|is) (?:a|the) \w+ of (?P<side>\w+)`),
		regexp.MustCompile(`\b(?P<side>\w+)'s \w+ on (?P<square>[a-v][1-9][0-9]?)\b`),
		regexp.MustCompile(`\b\w+ of (?P<side>\w+) on (?P<square>[a-v][1-9][0-9]?)\b`),
	}
)

// presenceFault compares the pieces of which an English refusal says that they are on a square, or not, or whose they
// are, with the board; it returns what was expected, or "". A piece may have come to a square by the turn itself.
func presenceFault(typed, said string, d rules.Diagram, sides [2]rules.Side) string {
	names, ends := map[string]bool{}, map[string]bool{} // ends are the last words of the names
	for _, piece := range d.Pieces {
		name := strings.ToLower(piece.Name)
		names[name], ends[name[strings.LastIndexByte(name, ' ')+1:]] = true, true
	}
	for _, found := range aPieceOnTurn.FindAllStringSubmatch(said, -1) {
		if ends[strings.ToLower(found[1])] {
			return fmt.Sprintf("the place of the %s, not the turn %s", found[1], found[2])
		}
	}
	on := func(square string) (rules.Piece, bool) {
		i := slices.IndexFunc(d.Pieces, func(p rules.Piece) bool { return p.Square == square })
		if i < 0 {
			return rules.Piece{}, false
		}
		return d.Pieces[i], true
	}
	for _, found := range aPieceOn.FindAllStringSubmatch(said, -1) {
		word, name, square := strings.ToLower(found[1]), strings.ToLower(found[2]), found[3]
		here, any := on(square)
		switch {
		case !names[name] || regexp.MustCompile("[-~/]"+square+`\b`).MatchString(typed):
		case word == "the" && !any:
			return fmt.Sprintf("no word of the %s on %s, where nothing stands", name, square)
		case word == "no" && any && strings.ToLower(here.Name) == name:
			return fmt.Sprintf("that a %s is on %s", name, square)
		}
	}
	for _, pattern := range ownerOf {
		for _, found := range pattern.FindAllStringSubmatch(said, -1) {
			side, square := found[pattern.SubexpIndex("side")], found[pattern.SubexpIndex("square")]
			if here, any := on(square); any && here.Seat != rules.NoSeat && side == sides[here.Seat.Other()].Name {
				return fmt.Sprintf("that the piece on %s is %s's", square, sides[here.Seat].Name)
			}
		}
	}
	return ""
}

// listed finds several squares in a list, with the words before and after them.
var listed = regexp.MustCompile(
	`(\w+)(?: of \w+)? (\w+) (?:[a-v][1-9][0-9]?, )*[a-v][1-9][0-9]? and [a-v][1-9][0-9]?(?: (\w+))?`,
)

// several: pieces on several squares are not said in the singular.
func (s teller) several(said string, _ []rules.Event, _ rules.Diagram, _ turnCase) string {
	if s.lang != phrase.English {
		return ""
	}
	for _, found := range listed.FindAllStringSubmatch(said, -1) {
		for _, name := range s.kinds {
			if found[2] != "between" && (found[2] == "on" && strings.EqualFold(found[1], name) || plurals[found[3]] != "") {
				return fmt.Sprintf("the plural in %q", found[0])
			}
		}
	}
	return ""
}

// againWords are beginnings of the words by which an English sentence says that a side moves again, or the other not.
var againWords = []string{"again", "another", "more", "extra", "still", "once", "skip", "miss", "cannot", "goes"}

// again: where a side moves again and no event skips the other, the sentence says so.
func (s teller) again(said string, events []rules.Event, _ rules.Diagram, c turnCase) string {
	mover, next := c.before.ToMove(), c.played.Next
	skips := slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventSkipped })
	if s.lang != phrase.English || next.ToMove() != mover || next.Result().Over() || skips || begins(said, againWords) {
		return ""
	}
	return fmt.Sprintf("that %s is to move again, or else that the other side is to move", players[mover])
}
