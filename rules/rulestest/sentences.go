package rulestest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// players are the names by which the checks find out whom a sentence means.
var players = [2]string{"Annabel", "Zebedee"}

// checkSentences compares the sentences of every turn with its events, in every language of the game, and the refusals
// with what was typed.
func checkSentences(t testing.TB, w *witness) {
	t.Helper()
	for _, lang := range w.r.Phrases().Languages() {
		say := teller{
			w: w, lang: lang, kinds: map[string]string{},
			turns: map[string]int{}, both: map[[2]string]int{}, with: map[string]map[string]int{}, all: map[string]int{},
		}
		for _, c := range w.turns {
			for _, piece := range c.before.Diagram(lang).Pieces {
				say.kinds[piece.Kind] = piece.Name
			}
		}
		w.faults(t, say.turnFault)
		say.checkVerbs(t)
		say.checkAlone(t)
		checkRefused(t, w, lang)
		checkWordsAlike(t, w.r, lang)
		checkExchanged(t, w, lang)
	}
	checkWording(t, w.r)
}

// teller compares what is said in one language.
type teller struct {
	w     *witness
	lang  string
	kinds map[string]string // names of the kinds of pieces
	// turns is the number of turns with an event of a kind, both that with events of two kinds, with how many turns with
	// a kind say a word, all how many turns do.
	turns map[string]int
	both  map[[2]string]int
	with  map[string]map[string]int
	all   map[string]int
}

// turnFault returns what the sentences of a turn say wrong.
func (s teller) turnFault(c turnCase) (said, want string) {
	events, d := c.played.Events, c.before.Diagram(s.lang)
	said = s.w.r.Describe(s.lang, events, players)
	if gap := missing.FindString(said); gap != "" {
		return s.lang + ": " + said, "a text for " + gap
	}
	if gap := emptyGap.FindString(said); gap != "" {
		return s.lang + ": " + said, fmt.Sprintf("something in the gap %q: an argument is empty", gap)
	}
	s.learn(said, events)
	for _, find := range []func(string, []rules.Event, rules.Diagram, turnCase) string{
		s.places, s.order, s.sequence, s.names, s.numbers, s.pieces, s.alone, s.owners, s.stuck, s.winner, s.several, s.again,
	} {
		if want := find(said, events, d, c); want != "" {
			return s.lang + ": " + said, want
		}
	}
	return "", ""
}

// emptyGap finds where a sentence has nothing for an argument.
var emptyGap = regexp.MustCompile(`\pL+ [.,)]|\pL+  +\pL*|\(\)|""|«»|^ | $`)

// places: the squares that are said are those of the events, and the main ones are said.
func (s teller) places(said string, events []rules.Event, d rules.Diagram, _ turnCase) string {
	if d.Files == 0 {
		return ""
	}
	known, told := map[string]bool{}, squaresIn(said, squareInText, d)
	for _, e := range events {
		for _, place := range placesOf(e) {
			known[place] = true
		}
	}
	for _, square := range told {
		if !known[square] {
			return fmt.Sprintf("no word of %s, which is in no event: %+v", square, events)
		}
	}
	for _, e := range events {
		switch {
		case e.Kind == rules.EventCaptured && e.At != "" && !slices.Contains(told, e.At):
			return "where the piece was captured: " + e.At
		case e.Kind == rules.EventPlaced && !slices.Contains(told, e.To):
			return "where the piece was placed: " + e.To
		case e.Kind == rules.EventMoved && (!slices.Contains(told, e.To) && !moves(events, e.To) ||
			!slices.Contains(told, e.From) && onlyMoves(events)):
			return "from where to where the piece moved: " + e.From + ", " + e.To
		}
	}
	return ""
}

// onlyMoves reports whether pieces move and capture in a turn, and nothing else happens.
func onlyMoves(events []rules.Event) bool {
	return !slices.ContainsFunc(events, func(e rules.Event) bool {
		return !slices.Contains([]string{rules.EventMoved, rules.EventCaptured, rules.EventEnded}, e.Kind)
	})
}

// moves reports whether another event goes on at a place.
func moves(events []rules.Event, place string) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool {
		return e.From == place || e.At == place || slices.Contains(e.Way, place)
	})
}

// order: where a piece comes from is said before where it goes.
func (s teller) order(said string, events []rules.Event, d rules.Diagram, _ turnCase) string {
	var one *rules.Event
	for i, e := range events {
		if e.From == "" || e.To == "" {
			continue
		}
		if one != nil {
			return ""
		}
		one = &events[i]
	}
	told := squaresIn(said, squareInText, d)
	if one == nil || len(told) == 0 || one.From == one.To {
		return ""
	}
	if from, to := slices.Index(told, one.From), slices.Index(told, one.To); from >= 0 && to >= 0 && from > to {
		return "where the piece comes from, " + one.From + ", before where it goes, " + one.To
	}
	return ""
}

// sequence: of two events of different kinds in a row that each name one place, that of the first is said first.
func (s teller) sequence(said string, events []rules.Event, d rules.Diagram, _ turnCase) string {
	told, named := squaresIn(said, squareInText, d), map[string]int{}
	for _, e := range events {
		for _, place := range placesOf(e) {
			named[place]++
		}
	}
	for i := 1; i < len(events); i++ {
		one, other := placesOf(events[i-1]), placesOf(events[i])
		if len(one) != 1 || len(other) != 1 || named[one[0]]+named[other[0]] > 2 || events[i-1].Kind == events[i].Kind {
			continue
		}
		if a, b := slices.Index(told, one[0]), slices.Index(told, other[0]); a >= 0 && b >= 0 && a > b {
			return "the places in the order of the events: " + one[0] + " before " + other[0]
		}
	}
	return ""
}

// alone: an event that names a kind of piece is told by no other kind alone.
func (s teller) alone(_ string, events []rules.Event, _ rules.Diagram, _ turnCase) string {
	for _, e := range events {
		if s.kinds[e.Piece] == "" || s.lang != phrase.English {
			continue
		}
		said := describedAlone(s.w.r, s.lang, e)
		for kind, name := range s.kinds {
			if kind != e.Piece && says(said, name) && !says(said, s.kinds[e.Piece]) {
				return fmt.Sprintf("no %s, but a %s, of the event %+v, of which alone is said %q", name, s.kinds[e.Piece], e, said)
			}
		}
	}
	return ""
}

// describedAlone returns the sentence of an event without the others of its turn; "" where a game cannot say it so.
func describedAlone(r rules.Ruleset, lang string, e rules.Event) (said string) {
	defer func() { _ = recover() }()
	return r.Describe(lang, []rules.Event{e}, players)
}

// names: the player whose turn it was is said first.
func (s teller) names(said string, events []rules.Event, _ rules.Diagram, c turnCase) string {
	mover := c.before.ToMove()
	acted := func(e rules.Event) bool { return slices.Contains(acts, e.Kind) && e.Seat == mover }
	if events[0].Seat != mover && !slices.ContainsFunc(events, acted) {
		return ""
	}
	own, other := strings.Index(said, players[mover]), strings.Index(said, players[mover.Other()])
	if own < 0 || other >= 0 && other < own {
		return players[mover] + ", whose turn it was, before all others"
	}
	return ""
}

// numbers: a number is one of the events or how many are of a kind, of a place, of the label of a bowl, or of the
// reason for the end.
func (s teller) numbers(said string, events []rules.Event, d rules.Diagram, c turnCase) string {
	known := map[string]bool{"1": true}
	add := func(d rules.Diagram) {
		for _, b := range d.Bowls {
			known[b.Label] = true
		}
		for _, counter := range d.Counters {
			known[strconv.Itoa(counter.Value)] = true
		}
	}
	add(d)
	add(c.played.Next.Diagram(s.lang))
	alike := map[string]int{}
	for _, e := range events {
		alike[e.Kind]++
		known[strconv.Itoa(e.Count)], known[strconv.Itoa(alike[e.Kind])] = true, true
		for _, number := range aloneNumber.FindAllString(s.w.r.Info(s.lang).ReasonPhrase(e.Reason), -1) {
			known[number] = true
		}
	}
	for _, number := range aloneNumber.FindAllString(withoutPlaces(said, events), -1) {
		if !known[number] {
			return fmt.Sprintf("no number %s, which is in no event: %+v", number, events)
		}
	}
	if len(d.Bowls) == 0 {
		return ""
	}
	for _, e := range events {
		i := slices.IndexFunc(d.Bowls, func(b rules.Bowl) bool { return b.Name == e.From && b.Kind == rules.BowlSmall })
		if i >= 0 && !slices.Contains(aloneNumber.FindAllString(said, -1), d.Bowls[i].Label) && !says(said, e.From) {
			return "the bowl " + e.From + ", from where balls come"
		}
	}
	return ""
}

// withoutPlaces leaves out of a text the places that events name.
func withoutPlaces(text string, events []rules.Event) string {
	var places []string
	for _, e := range events {
		places = append(places, placesOf(e)...)
	}
	slices.SortFunc(places, func(a, b string) int { return len(b) - len(a) }) // d13 before d1
	for _, place := range places {
		text = strings.ReplaceAll(text, place, "")
	}
	return text
}

var aloneNumber = regexp.MustCompile(`\b[0-9]+\b`)

// pieces: a kind of piece that is said is one of the turn, and stands where the sentence puts it.
func (s teller) pieces(said string, events []rules.Event, d rules.Diagram, c turnCase) string {
	kinds := map[string]bool{}
	after := c.played.Next.Diagram(s.lang)
	for _, e := range events {
		kinds[e.Piece] = true
		for _, place := range placesOf(e) {
			kinds[pieceOn(d, place)], kinds[pieceOn(after, place)] = true, true
		}
	}
	rest := said
	longest := func(a, b string) int { return len(s.kinds[b]) - len(s.kinds[a]) }
	for _, kind := range slices.SortedFunc(maps.Keys(kinds), longest) {
		if name := s.kinds[kind]; name != "" {
			rest = strings.ReplaceAll(rest, name, "")
		}
	}
	if s.lang != phrase.English {
		return "" // names of pieces are inflected
	}
	for kind, name := range s.kinds {
		if !kinds[kind] && says(rest, name) && len(name) > 1 {
			return "no " + name + ", which has no part in the turn"
		}
	}
	return ""
}

// wins find who is said to have won, in front of the words for it or behind them.
var wins = map[string]*regexp.Regexp{
	"en": winning(`(?:has won|wins|won)\b`, `won by|win(?:ner)?(?: is| for|:)`),
	"de": winning(`(?:gewinnt|siegt|hat gewonnen)`, `gewinnt|siegt|sieg(?:er|erin)?(?: ist| für|:)`),
	"ru": winning(`(?:выигр|побе[жд])`, `победа:|победитель:|выигр\pL+|побежда\pL+`),
}

func winning(before, after string) *regexp.Regexp {
	name := "(" + players[0] + "|" + players[1] + ")"
	return regexp.MustCompile("(?i)" + name + " " + before + "|(?:" + after + ") " + name)
}

// winner: a sentence about the end names the winner, and nobody else as the winner.
func (s teller) winner(said string, events []rules.Event, _ rules.Diagram, c turnCase) string {
	last := events[len(events)-1]
	if last.Kind != rules.EventEnded {
		return ""
	}
	end := describedAlone(s.w.r, s.lang, last)
	if last.Seat == rules.NoSeat {
		if strings.Contains(end, players[0]) != strings.Contains(end, players[1]) {
			return "a draw, and no name alone"
		}
		return ""
	}
	name, end := players[last.Seat], cmp.Or(end, said)
	if !strings.Contains(end, name) {
		return name + ", who has won, in the sentence about the end, which is " + strconv.Quote(end)
	}
	if word := wins[s.lang]; word != nil {
		for _, found := range word.FindAllStringSubmatch(end, -1) {
			if won := found[1] + found[2]; won != name {
				return "that " + name + " wins, not " + won
			}
		}
	}
	return ""
}

// learn counts the words of a turn by the kinds of its events.
func (s teller) learn(said string, events []rules.Event) {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(said), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[word] = true
	}
	kinds := map[string]bool{}
	for _, e := range events {
		kinds[e.Kind] = true
	}
	for word := range words {
		s.all[word]++
	}
	for kind := range kinds {
		s.turns[kind]++
		if s.with[kind] == nil {
			s.with[kind] = map[string]int{}
		}
		for word := range words {
			s.with[kind][word]++
		}
		for other := range kinds {
			s.both[[2]string{kind, other}]++
		}
	}
}

// verbs are beginnings of the words by which a language tells events of a kind.
var verbs = map[string]map[string][]string{
	"en": {
		rules.EventMoved:    {"mov", "went", "goes", "slid", "march", "stepp"},
		rules.EventCaptured: {"captur", "remov", "kill", "slain", "slew", "eaten"},
		rules.EventPlaced:   {"plac", "put", "dropp", "laid"},
	},
	"de": {
		rules.EventMoved:    {"zog", "zieht", "ging", "geht", "rutsch"},
		rules.EventCaptured: {"schlug", "schlägt", "geschlagen", "schlagen"},
		rules.EventPlaced:   {"setzt", "legt", "gesetzt"},
	},
	"ru": {
		rules.EventCaptured: {"взят", "побит", "снят", "съед"},
		rules.EventPlaced:   {"постав", "положен"},
	},
}

// checkVerbs looks for events that are told in the words of another kind: by those that all turns with an event say,
// and no other turn.
func (s teller) checkVerbs(t testing.TB) {
	t.Helper()
	for kind := range verbs[s.lang] {
		for word, n := range s.with[kind] {
			if n < s.turns[kind] || s.all[word] != n {
				continue
			}
			for other, begins := range verbs[s.lang] {
				if s.turns[other] == 0 || s.both[[2]string{kind, other}] == s.turns[kind] {
					continue // the word may be that of the other one
				}
				if slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(word, begin) }) {
					t.Errorf("%s, %s: turns with the event %q are told by the word %q, and no others: want a word for %q",
						s.w.variant, s.lang, kind, word, kind)
				}
			}
		}
		// What tells a capture is said by no turn without one, unless of an event of the game's own.
		for word := range s.all {
			capturing := kind == rules.EventCaptured && slices.ContainsFunc(verbs[s.lang][kind], func(begin string) bool {
				return strings.HasPrefix(word, begin)
			})
			if capturing && s.with[kind][word] == 0 && !s.isOwn(word) {
				t.Errorf("%s, %s: turns without a capture are told by the word %q", s.w.variant, s.lang, word)
			}
		}
	}
}

// isOwn reports whether all turns that say a word have an event of a kind of the game's own.
func (s teller) isOwn(word string) bool {
	for kind, words := range s.with {
		if !slices.Contains(sharedKinds, kind) && words[word] == s.all[word] {
			return true
		}
	}
	return false
}

// checkAlone looks for a kind of event that is never told by its own words, if another kind is: each event is described
// without the others of its turn.
func (s teller) checkAlone(t testing.TB) {
	t.Helper()
	said := map[string]string{} // by kind
	for _, c := range s.w.turns {
		for _, e := range c.played.Events {
			if len(said[e.Kind]) < maxSaid {
				said[e.Kind] = strings.TrimSpace(said[e.Kind] + " " + describedAlone(s.w.r, s.lang, e))
			}
		}
	}
	for kind, own := range verbs[s.lang] {
		for other, text := range said {
			if kind == rules.EventCaptured && !slices.Contains(sharedKinds, other) {
				continue // it may take pieces away, too
			}
			if other != kind && other != rules.EventEnded && said[kind] != "" && begins(text, own) && !begins(said[kind], own) {
				t.Errorf("%s, %s: the event %q is told as %.80q, and %q as %.80q: want words of its own for each",
					s.w.variant, s.lang, kind, said[kind], other, text)
			}
		}
	}
}

// checkRefused compares the sentences of refusals with the turns that were typed, and with their beginnings.
func checkRefused(t testing.TB, w *witness, lang string) {
	t.Helper()
	id, found := w.r.Info(phrase.English).ID, 0
	for _, c := range Illegal(t, id, w.variant) {
		p := parse(t, w.r, w.variant, c.Position)
		refuse := func(text string, err error) {
			if said, want := w.refusedFault(lang, p, text, err); want != "" && found < maxFaults {
				t.Errorf("%s: %q is refused on\n%s\nsaid (%s): %s\nwant: %s", c.from, text, drawn(p), lang, said, want)
				found++
			}
		}
		_, err := p.Play(c.Input)
		refuse(c.Input, err)
		for _, square := range squareInTurn.FindAllStringIndex(c.Input, -1) {
			_, err := p.Next(c.Input[:square[1]])
			refuse(c.Input[:square[1]], err)
		}
	}
}

// refusedFault returns what the refusal of a text says wrong.
func (w *witness) refusedFault(lang string, p rules.Position, text string, err error) (said, want string) {
	refused, is := rules.RefusalOf(err)
	if !is || refused.Code == rules.CodeSyntax || refused.Code == rules.CodeGameOver {
		return "", ""
	}
	said, text = w.r.Phrases().In(lang).Say(refused.Message), w.r.Fold(text)
	if lang == phrase.English {
		want = presenceFault(text, said, p.Diagram(lang), w.r.Info(lang).Sides)
	}
	return said, cmp.Or(want, refusalFault(text, said, refused, p.Diagram(lang)))
}

// standsOn finds a kind of piece and its square in an English sentence.
var standsOn = regexp.MustCompile(`(?i)\b(\w+) on ([a-v][1-9][0-9]?)\b`)

// refusalFault returns what was expected of a refusal, or "".
func refusalFault(typed, said string, refused rules.Refusal, d rules.Diagram) string {
	if gap := missing.FindString(said); gap != "" {
		return "a text for " + gap
	}
	asked, told := squaresIn(typed, squareInTurn, d), squaresIn(said, squareInText, d)
	named := slices.DeleteFunc(slices.Clone(told), func(square string) bool { return !slices.Contains(asked, square) })
	named = slices.Compact(named)
	oneStep := !strings.Contains(typed, " ")
	if oneStep && len(asked) == 2 && len(named) == 2 && named[0] == asked[1] && asked[0] != asked[1] {
		return fmt.Sprintf("the places in the order in which they were typed: %v", asked)
	}
	beyond := slices.ContainsFunc(squareInText.FindAllString(said, -1), func(square string) bool {
		return !slices.Contains(told, square) && strings.Contains(strings.ToLower(typed), square)
	})
	if len(asked) > 0 && len(told) > 0 && len(named) == 0 && !beyond && refused.Code != rules.CodeNoSuchSquare {
		return fmt.Sprintf("one of the places that were typed: %v", asked)
	}
	if lost := argumentSquares(refused, d); len(lost) > 0 && len(told) == 0 {
		return fmt.Sprintf("a place: the refusal knows %v", lost)
	}
	exists := places(d)
	for _, square := range squareInText.FindAllString(said, -1) {
		if d.Files > 0 && !exists(square) && !strings.Contains(strings.ToLower(typed), square) {
			return "places of the board, not " + square
		}
	}
	names := map[string]string{}
	for _, piece := range d.Pieces {
		names[strings.ToLower(piece.Name)] = piece.Kind
	}
	for _, found := range standsOn.FindAllStringSubmatch(said, -1) {
		kind, isName := names[strings.ToLower(found[1])]
		if here := pieceOn(d, found[2]); isName && here != "" && here != kind {
			return fmt.Sprintf("the piece that stands on %s: a %s", found[2], here)
		}
	}
	return ""
}

// argumentSquares returns the squares that the arguments of a refusal name.
func argumentSquares(refused rules.Refusal, d rules.Diagram) (squares []string) {
	for _, arg := range refused.Message.Args {
		if text, is := arg.Value.(string); is && len(squaresIn(text, wholeSquare, d)) > 0 {
			squares = append(squares, text)
		}
	}
	return squares
}

var wholeSquare = regexp.MustCompile(`^[a-v][1-9][0-9]?$`)

// checkWordsAlike checks that the description of a game names the same squares in another language as in English.
func checkWordsAlike(t testing.TB, r rules.Ruleset, lang string) {
	t.Helper()
	if lang == phrase.English {
		return
	}
	english := infoTexts(r.Info(phrase.English))
	for key, text := range infoTexts(r.Info(lang)) {
		squares := func(text string) []string {
			return slices.Compact(slices.Sorted(slices.Values(squareInText.FindAllString(text, -1))))
		}
		if want, got := squares(english[key]), squares(text); !slices.Equal(want, got) {
			t.Errorf("%s: %s names the places %v, in English %v:\n%s", lang, key, got, want, text)
		}
	}
}

// maxSaid limits the text of the refusals with a code, or of the turns of a kind, that is compared with its meaning.
const maxSaid = 1_000

// checkExchanged looks for reasons, refusals and kinds of steps whose phrases are exchanged in a language: each is
// compared with the sentences about such an end, and about such a turn.
func checkExchanged(t testing.TB, w *witness, lang string) {
	t.Helper()
	info, say := w.r.Info(lang), w.r.Phrases().In(lang)
	ends, refused, steps := map[string][2]string{}, map[string][2]string{}, map[string][2]string{}
	for _, end := range w.ends {
		if last := end.played.Events[len(end.played.Events)-1]; last.Kind == rules.EventEnded {
			said := describedAlone(w.r, lang, last)
			ends[last.Reason] = [2]string{said, info.ReasonPhrase(last.Reason)}
		}
	}
	for _, c := range Illegal(t, info.ID, w.variant) {
		_, err := parse(t, w.r, w.variant, c.Position).Play(c.Input)
		i := slices.IndexFunc(info.Faults, func(f rules.Fault) bool { return f.Code == c.Code })
		refusal, is := rules.RefusalOf(err)
		if is && i >= 0 && c.Code != rules.CodeSyntax && len(refused[c.Code][0]) < maxSaid {
			refused[c.Code] = [2]string{refused[c.Code][0] + " " + say.Say(refusal.Message), info.Faults[i].Meaning}
		}
	}
	for _, c := range sampleTurns(w.turns, sample.Count(200, 40)) {
		options, _ := c.before.Next("")
		i := slices.IndexFunc(options.Steps, func(step rules.Step) bool { return step.Text == c.played.Turn })
		if i < 0 {
			continue // the turn has several steps
		}
		kind := options.Steps[i].Kind
		if said := steps[kind][0]; len(said) < maxSaid {
			steps[kind] = [2]string{said + " " + w.r.Describe(lang, c.played.Events, players), say.Text("step." + kind)}
		}
	}
	for what, texts := range map[string]map[string][2]string{"reason.": ends, "fault.": refused, "step.": steps} {
		if one, other := crossed(texts, what != "reason."); one != "" {
			t.Errorf("%s, %s: %s%s is %q, and said is %q; %s%s is %q, and said is %q: they seem exchanged", w.variant, lang,
				what, one, texts[one][1], texts[one][0], what, other, texts[other][1], texts[other][0])
		}
	}
}

// crossed returns the keys of two pairs of texts of which the first texts have more words of the other's second text
// than of their own; "" if there are none. With both, each of them has more; else one may have as many.
func crossed(texts map[string][2]string, both bool) (one, other string) {
	for one, a := range texts {
		for other, b := range texts {
			first := common(a[0], b[1]) - common(a[0], a[1])
			second := common(b[0], a[1]) - common(b[0], b[1])
			least := 0
			if both {
				least = 1
			}
			if one < other && first+second >= 2 && first >= least && second >= least {
				return one, other
			}
		}
	}
	return "", ""
}

// common counts the longer words that two texts share, by how they begin.
func common(a, b string) (n int) {
	others := stems(b)
	for stem := range stems(a) {
		if others[stem] {
			n++
		}
	}
	return n
}

// stems returns the first four letters of the longer words of a text.
func stems(text string) map[string]bool {
	list := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if letters := []rune(word); len(letters) > 3 {
			list[string(letters[:4])] = true
		}
	}
	return list
}

// checkWritten checks that what the notation explains is read in some variant: the first column of its lines.
func checkWritten(t testing.TB, all []*witness) {
	t.Helper()
	for line := range strings.Lines(all[0].r.Info(phrase.English).Notation) {
		turn, _, columns := strings.Cut(strings.TrimSpace(line), "  ")
		if columns && turn != "" && !slices.ContainsFunc(all, func(w *witness) bool { return w.reads(turn) }) {
			t.Errorf("the notation explains %q, which is read as no turn, nor as the beginning of one", turn)
		}
	}
}

// reads reports whether a text is a turn, legal or not, or the beginning of one, in a position of the games.
func (w *witness) reads(turn string) bool {
	for _, c := range w.turns {
		_, err := c.before.Play(turn)
		refused, is := rules.RefusalOf(err)
		if _, next := c.before.Next(turn); !is || refused.Code != rules.CodeSyntax || next == nil {
			return true
		}
	}
	return false
}
