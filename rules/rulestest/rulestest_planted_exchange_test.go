package rulestest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/tictactoe"
	"turnpost/rules/search"
)

// Two phrases are exchanged if each has the words of the other.
func TestCrossedTexts(t *testing.T) {
	for _, tc := range []struct {
		meanings     [2]string
		either, both bool
	}{
		{[2]string{"a stone goes on an empty point", "the board has the points a1 to c3"}, false, false},
		{[2]string{"the board has the points a1 to c3", "a stone goes on an empty point"}, true, true},
		{[2]string{"this board has points", "nothing"}, true, false},
		{[2]string{"no such thing", "nor this"}, false, false},
		{[2]string{"доска кончается здесь", "камень уже стоит"}, false, false},
	} {
		texts := map[string][2]string{
			"taken":  {"on b2 there is a stone already; камня", tc.meanings[0]},
			"square": {"there is no point d9 on this board; доски", tc.meanings[1]},
		}
		for both, want := range map[bool]bool{false: tc.either, true: tc.both} {
			if one, other := crossed(texts, both); (one == "square" && other == "taken") != want {
				t.Errorf("%q, both %t: %q and %q are crossed", tc.meanings, both, one, other)
			}
		}
	}
}

// The words of two kinds of steps are exchanged if the turns are told by those of the other kind.
func TestExchangedKindsOfSteps(t *testing.T) {
	for found, said := range map[string]func(string) string{
		"": nil, "they seem exchanged": strings.NewReplacer("placed", "emptied", "emptied", "placed").Replace,
	} {
		w := newWitness(t, Suite{Ruleset: &told{Ruleset: bohnduell.New(), said: said}, MaxTurns: 40}, "standard")
		wantFault(t, "the steps", strings.Join(failures(t, func(t testing.TB) { checkExchanged(t, w, phrase.English) }), ""), found)
	}
}

// renamedSides is a ruleset in which the names of the sides are exchanged in one language.
type renamedSides struct {
	rules.Ruleset
	lang string
}

func (r renamedSides) Info(lang string) rules.Info {
	info := r.Ruleset.Info(lang)
	if lang == r.lang {
		exchange(&info.Sides[0].Name, &info.Sides[1].Name)
		exchange(&info.Sides[0].Player, &info.Sides[1].Player)
	}
	return info
}

// Names of sides that are exchanged are found by the names of their pieces, in every language.
func TestExchangedSides(t *testing.T) {
	for _, lang := range []string{"", phrase.English, "de", "ru"} {
		w := newWitness(t, Suite{Ruleset: renamedSides{hnefatafl.New(), lang}, MaxTurns: 20}, "7x7")
		said := failures(t, func(t testing.TB) { checkPictures(t, w) })
		if len(said) != min(1, len(lang)) || lang != "" && !strings.Contains(said[0], "in "+lang) {
			t.Errorf("%q: found %.500q", lang, said)
		}
	}
}

// counting is tic-tac-toe in which a counter of a side shows the marks on the board.
func counting(seat rules.Seat, label string) *told {
	return &told{Ruleset: tictactoe.New(), diagram: func(d *rules.Diagram) {
		d.Counters = []rules.Counter{{Seat: seat, Label: label, Value: len(d.Pieces)}}
	}}
}

// A counter changes as its label and the events say.
func TestCountersAgainstLabels(t *testing.T) {
	for _, tc := range []struct {
		label, found string
		captures     int
	}{
		{"marks", "", 0},
		{"captured", "", 1},
		{"captured", "changes by 0", 0},
		{"captured", "changes by 2", 2},
		{"in hand", "changes by -1", 0},
	} {
		p := toldPosition{parsed(t, "3/3/3 x"), counting(rules.First, tc.label)}
		played, err := p.Play("b2")
		if err != nil {
			t.Fatal(err)
		}
		for range tc.captures {
			played.Events = append(played.Events, rules.Event{Kind: rules.EventCaptured, Seat: rules.Second, At: "a1"})
		}
		wantFault(t, tc.label, meaningFault(turnCase{"here", p, played}), tc.found)
	}
}

// A piece that is placed leaves one of the hands of its side, of which each kind has its own.
func TestCountersOfSeveralHands(t *testing.T) {
	for in, found := range map[int]string{1: "", 0: "changes by -1", 2: "changes by -1"} {
		r := &told{Ruleset: tictactoe.New(), diagram: func(d *rules.Diagram) {
			d.Counters = []rules.Counter{
				{Seat: rules.First, Label: "men in hand", Value: 1},
				{Seat: rules.First, Label: "kings in hand", Value: 2 - in*len(d.Pieces)},
			}
		}}
		p := toldPosition{parsed(t, "3/3/3 x"), r}
		played, err := p.Play("b2")
		if err != nil {
			t.Fatal(err)
		}
		wantFault(t, "the hands", meaningFault(turnCase{"here", p, played}), found)
	}
}

// The counter of the side that was captured does not rise, nor where a piece is placed in the same turn.
func TestCountersAfterCaptures(t *testing.T) {
	for seat, found := range map[rules.Seat]string{rules.First: "", rules.Second: "a capture by seat 0 raises"} {
		p := toldPosition{parsed(t, "3/3/3 x"), counting(seat, "score")}
		played, err := p.Play("b2")
		if err != nil {
			t.Fatal(err)
		}
		played.Events = append(played.Events, rules.Event{Kind: rules.EventCaptured, Seat: rules.Second, At: "a1"})
		wantFault(t, "the counter", gainFault(turnCase{"here", p, played}), found)
	}
}

// A side may score twice in a turn: the board shows what it has in the end.
func TestPointsOfATurn(t *testing.T) {
	for _, tc := range []struct {
		first, last int
		found       string
	}{{1, 2, ""}, {2, 1, "the value 1"}} {
		p := toldPosition{parsed(t, "x2/3/3 x"), counting(rules.First, "points")}
		played, err := p.Play("b2")
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{tc.first, tc.last} {
			played.Events = append(played.Events, rules.Event{Kind: rules.EventPoint, Seat: rules.First, Count: n})
		}
		_, want := turnCase{"here", p, played}.eventFault(sceneOf(p))
		wantFault(t, "the points", want, tc.found)
	}
}

// An event of the game's own that begins a turn is of the side to move.
func TestWhoseTheFirstEventIs(t *testing.T) {
	r := &told{Ruleset: tictactoe.New(), events: eachEvent(rules.EventPlaced, func(e *rules.Event) {
		e.Kind, e.Seat = "swapped", e.Seat.Other()
	})}
	w := newWitness(t, Suite{Ruleset: r, MaxTurns: 9}, "standard")
	_, want := w.turns[0].eventFault(sceneOf(w.setup))
	wantFault(t, "the first event", want, "which is to move")
}

// A game with keys lists the draw by repetition: players need words for it.
func TestRepetitionIsAReason(t *testing.T) {
	r := &told{Ruleset: tictactoe.New(), key: rules.Position.String}
	w := newWitness(t, Suite{Ruleset: r, MaxTurns: 9}, "standard")
	w.suite.Unreached = map[string]string{"line": "a test", "full": "a test"}
	wantFound(t, "Reasons does not list repetition", func(t testing.TB) { checkEnds(t, []*witness{w}) })
}

// Two numbers of the sides in a row are exchanged with them.
func TestNumbersOfExchangedSides(t *testing.T) {
	for text, want := range map[string]string{
		"7/7 x 3 2": "7/7 x 2 3", "3/3 1 2 - 5 6 7": "3/3 2 1 - 6 5 7", "8 x - 4": "8 x - 4",
	} {
		if got := strings.Join(pairsSwapped(strings.Fields(text)), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// An event that is told by the words of another one alone is found.
func TestEventsToldByOthersWords(t *testing.T) {
	shouting := &told{
		Ruleset: tictactoe.New(),
		events: func(events []rules.Event) []rules.Event {
			return slices.Insert(events, 1, rules.Event{Kind: "shouted", Seat: events[0].Seat})
		},
		said: func(text string) string {
			return strings.NewReplacer("put a mark", "shouted", "[described.shouted]", "Somebody put a mark.").Replace(text)
		},
	}
	w := newWitness(t, Suite{Ruleset: shouting, MaxTurns: 9}, "standard")
	wantFound(t, "want words of its own for each", func(t testing.TB) { teller{w: w, lang: phrase.English}.checkAlone(t) })
}

// Where every move captures, the words of both are those of both.
func TestWordsWhereEveryMoveCaptures(t *testing.T) {
	w := newWitness(t, Suite{Ruleset: hnefatafl.New(), MaxTurns: 60}, "7x7")
	w.turns = slices.DeleteFunc(w.turns, func(c turnCase) bool {
		return !slices.ContainsFunc(c.played.Events, func(e rules.Event) bool { return e.Kind == rules.EventCaptured })
	})
	if said := failures(t, func(t testing.TB) { checkSentences(t, w) }); len(w.turns) == 0 || len(said) > 0 {
		t.Errorf("of %d turns is said: %.1000q", len(w.turns), said)
	}
}

// An event of the game's own may be told by a word for captures; an event that all games share may not.
func TestWordsOfCapturesForOwnEvents(t *testing.T) {
	events := eachEvent(rules.EventPlaced, func(e *rules.Event) { e.Kind = "removed" })
	for found, own := range map[string]bool{"": true, `turns without a capture are told by the word "removed"`: false} {
		r := &told{Ruleset: tictactoe.New(), said: func(string) string { return "Annabel removed a mark." }}
		if own {
			r.events = events
		}
		say := teller{
			w: newWitness(t, Suite{Ruleset: r, MaxTurns: 9}, "standard"), lang: phrase.English,
			turns: map[string]int{}, both: map[[2]string]int{}, with: map[string]map[string]int{}, all: map[string]int{},
		}
		for _, c := range say.w.turns {
			say.learn(r.Describe(say.lang, c.played.Events, players), c.played.Events)
		}
		wantFault(t, "a word", strings.Join(failures(t, func(t testing.TB) { say.checkVerbs(t) }), ""), found)
	}
	taken := &told{Ruleset: tictactoe.New(), said: func(text string) string {
		return strings.NewReplacer("[described.captured]", "took", "[described.removed]", "removed").Replace(text)
	}}
	taken.events = func(events []rules.Event) []rules.Event {
		return slices.Insert(events, 1, rules.Event{Kind: "removed", Seat: events[0].Seat})
	}
	w := newWitness(t, Suite{Ruleset: taken, MaxTurns: 9}, "standard")
	for i := range w.turns {
		w.turns[i].played.Events[0].Kind = rules.EventCaptured
	}
	if said := failures(t, func(t testing.TB) { teller{w: w, lang: phrase.English}.checkAlone(t) }); len(said) > 0 {
		t.Errorf("found: %q", said)
	}
}

// The winner may be said in front of the word for it or behind it.
func TestWinnersInEveryLanguage(t *testing.T) {
	for lang, texts := range map[string][]string{
		"en": {"Goal: Annabel wins.", "Annabel wins: Zebedee has no turn.", "The game is won by Annabel; Zebedee is stuck."},
		"de": {
			"Tor: Annabel gewinnt.", "Zebedee hat keinen Zug, damit gewinnt Annabel.",
			"Sieger ist Annabel, nicht Zebedee.",
		},
		"ru": {"Победа: Annabel, а не Zebedee.", "Zebedee: ходов нет. Победа: Annabel.", "Annabel выигрывает у Zebedee."},
	} {
		for _, text := range texts {
			for _, end := range []struct{ said, part string }{
				{text, ""}, {strings.NewReplacer(players[0], players[1], players[1], players[0]).Replace(text), players[0]},
			} {
				r := &told{Ruleset: tictactoe.New(), said: func(string) string { return end.said }}
				events := []rules.Event{{Kind: rules.EventEnded, Seat: rules.First, Reason: "line"}}
				wantFault(t, end.said, teller{w: &witness{r: r}, lang: lang}.winner("", events, rules.Diagram{}, turnCase{}),
					end.part)
			}
		}
	}
}

// deafNext is a ruleset in which the beginnings of turns are refused with a turn in the place of a square.
type deafNext struct{ rules.Ruleset }

type deafPosition struct{ rules.Position }

func (r deafNext) Parse(variant, text string) (rules.Position, error) {
	p, err := r.Ruleset.Parse(variant, text)
	return deafPosition{p}, err
}

func (p deafPosition) Next(prefix string) (rules.Options, error) {
	return rules.Options{}, rules.Illegal("blocked", "turn.stuck", "piece", phrase.New("piece.king"), "from", prefix+"-a2")
}

// A refusal that only the beginning of a turn gets is compared with the board, too.
func TestRefusalsOfBeginnings(t *testing.T) {
	w := newWitness(t, Suite{Ruleset: hnefatafl.New(), MaxTurns: 4}, "7x7")
	w.r = deafNext{w.r}
	said := failures(t, func(t testing.TB) { checkRefused(t, w, phrase.English) })
	if len(said) != maxFaults || !strings.Contains(said[0], "not the turn") {
		t.Errorf("found: %q", said)
	}
}

// A sentence that lacks a place, since its argument is empty, is found.
func TestSentencesWithEmptyGaps(t *testing.T) {
	for said, gap := range map[string]bool{
		"Ann takes the stone on .": true, "Ann takes  on a1.": true, "captured (): a1": true, " takes a1": true, "„a1“ «» b": true,
		"Ann takes the stone on a1.": false, "Anna: взят камень (Bob), a1; b2.": false, "3 + (2)": false,
	} {
		if emptyGap.MatchString(said) != gap {
			t.Errorf("%q: an empty gap: %t", said, !gap)
		}
	}
}

// The shortest of a few measurements counts.
func TestPace(t *testing.T) {
	for _, tc := range []struct {
		took  []time.Duration
		found string
	}{
		{[]time.Duration{paceTime}, ""},
		{[]time.Duration{2 * paceTime, 3 * paceTime, paceTime / 2}, ""},
		{[]time.Duration{2 * paceTime, 3 * paceTime, 4 * paceTime}, "let Game.Cost say"},
	} {
		now, n := time.Duration(0), 0
		search := func() {
			now += tc.took[n]
			n++
		}
		wantFault(t, "the search", paceFault(search, func() time.Duration { return now }), tc.found)
	}
}

// spelled is a position with another text.
type spelled struct {
	rules.Position
	text string
}

func (s spelled) String() string { return s.text }

// A word that few positions have is not left to chance.
func TestRareWordsOfPositions(t *testing.T) {
	w := &witness{}
	for n := range 20 {
		text := []string{"3/3/3 x - 12", "3/3/3 x d4 7"}[max(0, n-18)]
		w.turns = append(w.turns, turnCase{before: spelled{text: "3/3/3 o - 1"}, played: rules.Played{Next: spelled{text: text}}})
	}
	if some := w.rare(); len(some) != 1 || some[0].played.Next.String() != "3/3/3 x d4 7" {
		t.Errorf("found %v", some)
	}
}

// A number that may be spelled in two ways is found.
func TestSpellingsOfNumbers(t *testing.T) {
	lenient := &told{Ruleset: tictactoe.New(), text: func(text string) string {
		return strings.TrimSuffix(strings.TrimSuffix(text, " 05"), " 5")
	}}
	for text, want := range map[string]string{"3/3/3 x 5": "one text for each position", "3/3/3 x": ""} {
		_, found := (&witness{r: lenient}).spellingFault(spelled{text: text})
		wantFault(t, text, found, want)
	}
}

// forgetful is a house that reads some keys alone.
type forgetful struct {
	search.Thinker
	reads string
}

func (f forgetful) Seen(p rules.Position, key string) (uint64, bool) {
	if key != f.reads {
		return 0, false
	}
	return f.Thinker.Seen(p, key)
}

func TestKeysThatTheHouseDoesNotRead(t *testing.T) {
	w := newWitness(t, Suite{Ruleset: hnefatafl.New(), MaxTurns: 4}, "7x7")
	w.turns = slices.DeleteFunc(w.turns, func(c turnCase) bool { return c.played.Next.Result().Over() })
	two := w.turns[:2]
	for reads, forgets := range map[string]bool{"": false, two[0].played.Next.Key(): true} {
		h := thoughts{w: w, hashes: map[uint64]rules.Position{}, byKey: map[string]uint64{}}
		h.thinker = forgetful{w.r.House().(search.Thinker), reads}
		for _, c := range two {
			if said, want := h.turn(c); want != "" {
				t.Error(said, want)
			}
		}
		if (h.seen && h.unseen.before != nil) != forgets {
			t.Errorf("reads %q: %t", reads, h.seen)
		}
	}
}

// A value that counts one side alone, or both for one, is found; that it is good to be to move is none.
func TestValuesOfBothSides(t *testing.T) {
	for name, tc := range map[string]struct {
		value func(own, other int) int
		part  string
	}{
		"both":         {func(own, other int) int { return 10*own - 10*other + 15 }, ""},
		"none":         {func(_, _ int) int { return 0 }, ""},
		"own alone":    {func(own, _ int) int { return 10 * own }, "is not about minus that"},
		"both for one": {func(own, other int) int { return own + other }, "is not about minus that"},
	} {
		var pairs [][2]int
		for n := range enoughPairs {
			a, b := n*7%11, n*5%13
			pairs = append(pairs, [2]int{tc.value(a, b), tc.value(b, a)})
		}
		wantFault(t, name, balanceFault(pairs), tc.part)
		wantFault(t, name, balanceFault(pairs[1:]), "")
	}
}
