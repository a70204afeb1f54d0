package rulestest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/tictactoe"
	"turnpost/rules/search"
)

// told is a ruleset that tells or shows something wrong; nil functions change nothing.
type told struct {
	rules.Ruleset
	events  func(events []rules.Event) []rules.Event
	diagram func(d *rules.Diagram)
	said    func(text string) string
	key     func(p rules.Position) string
	text    func(text string) string // a position is parsed as that of another text
	typed   func(turn string) string // another turn is played than was typed
}

type toldPosition struct {
	rules.Position
	told *told
}

func (r *told) Start(variant string) (rules.Position, error) {
	p, err := r.Ruleset.Start(variant)
	return toldPosition{p, r}, err
}

func (r *told) Parse(variant, text string) (rules.Position, error) {
	if r.text != nil {
		text = r.text(text)
	}
	p, err := r.Ruleset.Parse(variant, text)
	return toldPosition{p, r}, err
}

func (r *told) Describe(lang string, events []rules.Event, names [2]string) string {
	text := r.Ruleset.Describe(lang, events, names)
	if r.said != nil {
		text = r.said(text)
	}
	return text
}

func (p toldPosition) Play(turn string) (rules.Played, error) {
	if p.told.typed != nil {
		turn = p.told.typed(turn)
	}
	played, err := p.Position.Play(turn)
	if err == nil {
		played.Next = toldPosition{played.Next, p.told}
		if p.told.events != nil {
			played.Events = p.told.events(slices.Clone(played.Events))
		}
	}
	return played, err
}

func (p toldPosition) Diagram(lang string) rules.Diagram {
	d := p.Position.Diagram(lang)
	if p.told.diagram != nil {
		p.told.diagram(&d)
	}
	return d
}

func (p toldPosition) Key() string {
	if p.told.key != nil {
		return p.told.key(p.Position)
	}
	return p.Position.Key()
}

// eachEvent changes the events of a kind.
func eachEvent(kind string, change func(e *rules.Event)) func([]rules.Event) []rules.Event {
	return func(events []rules.Event) []rules.Event {
		for i := range events {
			if events[i].Kind == kind {
				change(&events[i])
			}
		}
		return events
	}
}

func exchange[T any](a, b *T) { *a, *b = *b, *a }

// Faults in what players see are found without recorded data that show them.
func TestFaultsThatPlayersSeeAreFound(t *testing.T) {
	side := func(p rules.Position) string { return strings.Fields(p.String())[0] }
	for name, tc := range map[string]struct {
		check func(t testing.TB, w *witness)
		found string
		fault told
	}{
		"from and to": {checkEvents, "no piece stands on", told{
			events: eachEvent(rules.EventMoved, func(e *rules.Event) { exchange(&e.From, &e.To) }),
		}},
		"another piece is captured": {checkEvents, "an event that fits the board", told{
			events: eachEvent(rules.EventCaptured, func(e *rules.Event) { e.At = "a1" }),
		}},
		"the captured side": {checkEvents, "an event that fits the board", told{
			events: eachEvent(rules.EventCaptured, func(e *rules.Event) { e.Seat = e.Seat.Other() }),
		}},
		"the kind of a piece": {checkEvents, "an event that fits the board", told{
			events: eachEvent(rules.EventMoved, func(e *rules.Event) { e.Piece = "queen" }),
		}},
		"a capture is not told": {checkEvents, "leaves", told{events: func(events []rules.Event) []rules.Event {
			return slices.DeleteFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventCaptured })
		}}},
		"the end is not told": {checkEvents, "exactly if the game is over", told{
			events: func(events []rules.Event) []rules.Event {
				return slices.DeleteFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventEnded })
			},
		}},
		"the reason of the end": {checkEvents, "the winner and the reason of the result", told{
			events: eachEvent(rules.EventEnded, func(e *rules.Event) { e.Reason += "x" }),
		}},
		"the winner in the event": {checkEvents, "the winner and the reason of the result", told{
			events: eachEvent(rules.EventEnded, func(e *rules.Event) { e.Seat = e.Seat.Other() }),
		}},
		"seats of pieces": {checkEvents, "an event that fits the board", told{diagram: func(d *rules.Diagram) {
			for i := range d.Pieces {
				d.Pieces[i].Seat = d.Pieces[i].Seat.Other()
			}
		}}},
		"symbols": {checkPictures, "a filled symbol for the dark side", told{diagram: func(d *rules.Diagram) {
			d.Colours = [2]rules.Colour{rules.ColourWhite, rules.ColourBlack}
		}}},
		"counters": {checkPictures, "always the other side's", told{diagram: func(d *rules.Diagram) {
			exchange(&d.Counters[0].Value, &d.Counters[1].Value)
		}}},
		"legend": {checkPictures, "words of", told{diagram: func(d *rules.Diagram) {
			exchange(&d.Legend[0].Text, &d.Legend[1].Text)
		}}},
		"a name that the legend does not say": {checkPictures, "the name of the piece", told{diagram: func(d *rules.Diagram) {
			for i := range d.Pieces {
				d.Pieces[i].Name = "m" + d.Pieces[i].Name
			}
		}}},
		"a mirrored board": {checkPictures, "a diagram like the text", told{diagram: func(d *rules.Diagram) {
			for i := range d.Pieces {
				s, _ := rules.ParseSquare(d.Pieces[i].Square)
				d.Pieces[i].Square = rules.Square{File: s.File, Rank: (s.Rank + 1) % d.Ranks}.String()
			}
		}}},
		"the king looks like his men": {checkPictures, "another letter or shape", told{diagram: func(d *rules.Diagram) {
			for i := range d.Pieces {
				d.Pieces[i].Shape = rules.ShapeDisc
			}
		}}},
		"from and to in words": {checkSentences, "before where it goes", told{said: func(text string) string {
			said := squareInText.FindAllString(text, 2)
			if len(said) < 2 {
				return text
			}
			return strings.NewReplacer(said[0], said[1], said[1], said[0]).Replace(text)
		}}},
		"moved and captured": {checkSentences, "are told by the word", told{said: func(text string) string {
			return strings.NewReplacer("moved", "captured", "captured", "moved").Replace(text)
		}}},
		"the wrong player": {checkSentences, "before all others", told{said: func(text string) string {
			return strings.NewReplacer(players[0], players[1], players[1], players[0]).Replace(text)
		}}},
		"a place of no event": {checkSentences, "which is in no event", told{said: func(text string) string {
			return text + " See c3."
		}}},
		"a key without the side to move": {checkKeys, "different keys", told{key: side}},
		"an empty key": {checkKeys, "since Reasons lists repetition", told{
			key: func(rules.Position) string { return "" },
		}},
		"a key without the kinds": {checkKeys, "different keys", told{
			key: func(p rules.Position) string { return strings.ToLower(p.Key()) },
		}},
		"a text that loses the side to move": {checkKeys, "is parsed as", told{text: func(text string) string {
			return strings.ReplaceAll(text, " d", " a")
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			fault := tc.fault
			fault.Ruleset = hnefatafl.New()
			w := newWitness(t, Suite{Ruleset: &fault, MaxTurns: 40}, "7x7")
			said := failures(t, func(t testing.TB) { tc.check(t, w) })
			if !slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, tc.found) }) {
				t.Errorf("want %q, found: %.2000q", tc.found, said)
			}
		})
	}
}

// What is wrong on one square alone is found although no game has a turn there, and a Count that is too high.
func TestRareFaultsInEventsAreFound(t *testing.T) {
	first := func(w *witness) {
		w.turns = slices.DeleteFunc(w.turns, func(c turnCase) bool { return c.played.Turn == "c1" })[:1]
	}
	for found, change := range map[string]func(e *rules.Event){
		"how the piece of seat 0 leaves a2": func(e *rules.Event) {
			if e.To == "c1" {
				e.To = "a2"
			}
		},
		"where 1 more pieces of seat 0 are placed": func(e *rules.Event) { e.Count = 2 },
	} {
		r := &told{Ruleset: tictactoe.New(), events: eachEvent(rules.EventPlaced, change)}
		w := newWitness(t, Suite{Ruleset: r, MaxTurns: 9}, "standard")
		first(w)
		if said := failures(t, func(t testing.TB) { checkEvents(t, w) }); !strings.Contains(strings.Join(said, ""), found) {
			t.Errorf("want %q, found: %.1000q", found, said)
		}
	}
}

// A step that Play ignores after a turn is found.
func TestStepsAfterATurnAreRead(t *testing.T) {
	deaf := &told{Ruleset: tictactoe.New(), typed: func(turn string) string {
		first, _, _ := strings.Cut(turn, " ")
		return first
	}}
	w := newWitness(t, Suite{Ruleset: deaf, MaxTurns: 9}, "standard")
	wantFound(t, "a turn with all its steps", func(t testing.TB) { checkRestIsRead(t, w) })
}

// A capture that goes wrong in one place is found, as the mirrored turn captures.
func TestMirroredTurns(t *testing.T) {
	w := newWitness(t, Suite{Ruleset: hnefatafl.New(), MaxTurns: 60, Mirrors: AllMirrors()}, "7x7")
	s, turns := newSymmetries(w), eventful(w.turns)
	for _, mirror := range AllMirrors() {
		sym := symmetry{mirror: mirror}
		if said := failures(t, func(t testing.TB) { s.turns(t, sym, turns) }); len(said) > 0 {
			t.Errorf("%s: found %.1000q", sym, said)
		}
		wrong := slices.Clone(turns[:1])
		wrong[0].played.Next = wrong[0].before
		wantFound(t, "the mirrored board", func(t testing.TB) { s.turns(t, sym, wrong) })
	}
}

// A counter that shows for one side what the other has is found by the exchanged position.
func TestCountersOfExchangedSides(t *testing.T) {
	p := start(t, hnefatafl.New(), "7x7", "")
	both := &told{Ruleset: hnefatafl.New(), diagram: func(d *rules.Diagram) {
		d.Counters[1].Value = d.Counters[0].Value + 1
	}}
	sym := symmetry{Unturned, true}
	q := toldPosition{rules.Unwrap(p), both}
	wantFault(t, "one counter", counterFault(symmetry{mirror: LeftRight}, p, p), "")
	wantFault(t, "one counter", counterFault(sym, q, q), "as of seat")
}

// A word of a position text that has the numbers of both sides is exchanged.
func TestNumbersOfBothSides(t *testing.T) {
	for text, want := range map[string]string{"2-10": "10-2", "21/00": "00/21", "c1-c2": "c1-c2", "12": "12"} {
		if got := pair.ReplaceAllString(text, pairExchanged); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// A board that looks the same from both sides is not to be turned.
func TestABottomOfAnEmptyBoard(t *testing.T) {
	turned := &told{Ruleset: tictactoe.New(), diagram: func(d *rules.Diagram) { d.Bottom = rules.First }}
	w := newWitness(t, Suite{Ruleset: turned, MaxTurns: 9}, "standard")
	wantFound(t, "looks the same from both sides", func(t testing.TB) { checkPictures(t, w) })
}

// The winner is compared with who moved last, or with what the game says; and each reason needs a recorded end.
func TestEndsAreWitnessed(t *testing.T) {
	w := newWitness(t, Suite{Ruleset: tictactoe.New(), MaxTurns: 9}, "standard")
	for i := range w.ends {
		w.ends[i].result.Winner = w.ends[i].result.Winner.Other()
		w.ends[i].recorded = true
	}
	wantFound(t, "which moved last, as the winner", func(t testing.TB) { checkEnds(t, []*witness{w}) })
	w.ends[0].result = rules.Drawn("full")
	w.suite.Winners = map[string]Winner{"line": func(last rules.Seat, _ rules.Position) rules.Seat { return last.Other() }}
	if said := failures(t, func(t testing.TB) { checkEnds(t, []*witness{w}) }); len(said) > 0 {
		t.Errorf("found: %q", said)
	}
	w.ends = nil
	if said := failures(t, func(t testing.TB) { checkEnds(t, []*witness{w}) }); len(said) != 2 {
		t.Errorf("found: %q", said)
	}
	w.suite.Unreached = map[string]string{"line": "a test", "full": "a test"}
	if said := failures(t, func(t testing.TB) { checkEnds(t, []*witness{w}) }); len(said) > 0 {
		t.Errorf("found: %q", said)
	}
}

// misled is a house that knows something wrong.
type misled struct {
	search.Thinker
	look func(l *search.Look)
}

func (m misled) Look(p rules.Position) (search.Look, bool) {
	l, ok := m.Thinker.Look(p)
	m.look(&l)
	return l, ok
}

type misledRuleset struct {
	rules.Ruleset
	look func(l *search.Look)
}

func (r misledRuleset) House() rules.Thinker {
	return misled{r.Ruleset.House().(search.Thinker), r.look}
}

// What a game tells the search wrong is found.
func TestFaultsInThoughtsAreFound(t *testing.T) {
	for found, look := range map[string]func(l *search.Look){
		"Game.Mover":       func(l *search.Look) { l.Mover = l.Mover.Other() },
		"Game.Hash is":     func(l *search.Look) { l.Hash, l.Moves = uint64(l.Mover), sameAfter(l.Moves) },
		"of which seat":    func(l *search.Look) { l.Value = -l.Value },
		"Game.Sure says":   func(l *search.Look) { l.Sure = true },
		"Game.After makes": func(l *search.Look) { l.Moves = slices.Clone(l.Moves); shift(l.Moves) },
		"all of them":      func(l *search.Look) { l.Moves = l.Moves[:len(l.Moves)/2] },
	} {
		t.Run(found, func(t *testing.T) {
			r := misledRuleset{tictactoe.New(), look}
			w := newWitness(t, Suite{Ruleset: r, MaxTurns: 9}, "standard")
			wantFound(t, found, func(t testing.TB) { checkThoughts(t, w) })
		})
	}
}

// sameAfter gives all moves the hash of their mover.
func sameAfter(moves []search.Move) []search.Move {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].After = uint64(moves[i].Mover)
	}
	return moves
}

// shift gives each move the position after the next one.
func shift(moves []search.Move) {
	for i := range moves {
		moves[i].After = moves[(i+1)%len(moves)].After
	}
}

// A fault shows the board, and what was said and expected.
func TestFaultsShowTheBoard(t *testing.T) {
	p := start(t, tictactoe.New(), "", "2o/x2/3 x")
	played, err := p.Play("b2")
	if err != nil {
		t.Fatal(err)
	}
	said := failures(t, func(t testing.TB) { turnCase{"here, line 3", p, played}.fault(t, "this", "that") })
	for _, want := range []string{
		"here, line 3", `"b2"`, "     3 . . o\n     2 x . .", "seat 0 is to move: 2o/x2/3 x", "said: this", "want: that",
	} {
		if len(said) != 1 || !strings.Contains(said[0], want) {
			t.Errorf("%q lacks %q", said, want)
		}
	}
	if text := drawn(start(t, tictactoe.New(), "", "")); phrase.KeysIn(text) != nil {
		t.Errorf("keys in %s", text)
	}
}

// A rule that is wrong in one direction or for one side is found, as is a symmetry that nobody stated.
func TestSymmetriesAreWitnessed(t *testing.T) {
	whole := Suite{Ruleset: tictactoe.New(), MaxTurns: 7, Mirrors: AllMirrors(), Exchanges: AllMirrors()}
	some := whole
	some.Mirrors = []Mirror{LeftRight}
	lopsided := whole
	lopsided.Ruleset = &bugged{
		Ruleset: tictactoe.New(), hides: func(step rules.Step) bool { return step.Text == "c1" },
		refuses: func(turn string) bool { return turn == "c1" },
	}
	biased := whole
	biased.Ruleset = misledRuleset{tictactoe.New(), func(l *search.Look) { l.Value += int(l.Mover) }}
	for _, tc := range []struct {
		suite Suite
		sym   symmetry
		found string
	}{
		{whole, symmetry{QuarterTurn, true}, ""},
		{some, symmetry{Diagonal, false}, "not stated"},
		{lopsided, symmetry{LeftRight, false}, `since the step "a1" is possible`},
		{lopsided, symmetry{QuarterTurn, false}, "Suite.Mirrors has QuarterTurn"},
		{biased, symmetry{Unturned, true}, "by Game.Value"},
	} {
		w := newWitness(t, tc.suite, "standard")
		for n := range 60 {
			rnd := rand.New(rand.NewPCG(uint64(n), 5))
			w.play(t, "a game", w.setup, 7, func(p rules.Position, _ int) string { return RandomTurn(t, p, rnd) })
		}
		positions := []rules.Position{w.setup}
		for _, end := range w.ends {
			positions = append(positions, end.before, end.played.Next)
		}
		said := failures(t, func(t testing.TB) {
			if s := newSymmetries(w); s.check(t, tc.sym, positions) && !tc.suite.stated(tc.sym) {
				t.Errorf("not stated: %s", tc.sym)
			}
		})
		if tc.found == "" && len(said) > 0 || !strings.Contains(strings.Join(said, ""), tc.found) {
			t.Errorf("%s: want %q, found: %.1000q", tc.sym, tc.found, said)
		}
	}
}

// A turn that leads elsewhere on a mirrored board breaks a stated symmetry, and contradicts another one.
func TestTurnsContradictSymmetries(t *testing.T) {
	for turn, alike := range map[string]bool{"a1": true, "c1": false} {
		for _, suite := range []Suite{
			{Ruleset: tictactoe.New(), Mirrors: []Mirror{LeftRight}, MaxTurns: 4}, {Ruleset: tictactoe.New(), MaxTurns: 4},
		} {
			w := newWitness(t, suite, "standard")
			played, err := w.setup.Play(turn)
			if err != nil {
				t.Fatal(err)
			}
			played.Turn = "a1"
			said := failures(t, func(t testing.TB) {
				found := newSymmetries(w).turns(t, symmetry{mirror: LeftRight}, []turnCase{{"here", w.setup, played}})
				if found != alike {
					t.Errorf("%s as a1: alike is %t", turn, found)
				}
			})
			want := ""
			if !alike && len(suite.Mirrors) > 0 {
				want = "the mirrored board, since Suite.Mirrors has LeftRight"
			}
			wantFault(t, turn, strings.Join(said, ""), want)
		}
	}
}

// Letters that differ in case alone tell the sides apart or the kinds, but not now one and now the other.
func TestCasesOfLetters(t *testing.T) {
	king, man1, enemy := man{rules.First, "king"}, man{rules.First, "man"}, man{rules.Second, "man"}
	for _, tc := range []struct {
		letters map[byte]man
		found   bool
	}{
		{map[byte]man{'w': man1, 'W': king, 'b': enemy}, false},
		{map[byte]man{'m': man1, 'M': enemy, 'K': king}, false},
		{map[byte]man{'m': man1, 'M': man1}, true},
		{map[byte]man{'m': man1, 'M': enemy, 'k': king, 'K': man1}, true},
	} {
		said := failures(t, func(t testing.TB) {
			g := gallery{t: t, w: &witness{}, letters: tc.letters}
			g.cases(parsed(t, "3/3/3 x"))
		})
		if found := len(said) > 0; found != tc.found {
			t.Errorf("%v: %q", tc.letters, said)
		}
	}
}

// Lines of a board of points are straight, and each point is on one.
func TestLinesOfPoints(t *testing.T) {
	lines := []rules.Line{{"a1", "c1"}, {"a2", "c2"}, {"a3", "c3"}}
	for what, change := range map[string]func(d *rules.Diagram){
		"":                 func(*rules.Diagram) {},
		"joins a1 and b3":  func(d *rules.Diagram) { d.Lines = append(d.Lines, rules.Line{"a1", "b3"}) },
		"joins a1 and d1":  func(d *rules.Diagram) { d.Lines[0] = rules.Line{"a1", "d1"} },
		"c3 is on no line": func(d *rules.Diagram) { d.Lines[2] = rules.Line{"a3", "b3"} },
		"joins a1 and c1": func(d *rules.Diagram) {
			d.Regions = []rules.Region{{Kind: rules.RegionVoid, Squares: []string{"c1"}}}
		},
	} {
		d := rules.Diagram{Files: 3, Ranks: 3, Lines: slices.Clone(lines)}
		change(&d)
		check := func(t testing.TB) { (&gallery{t: t, w: &witness{setup: parsed(t, "3/3/3 x")}}).lines(d) }
		if what != "" {
			wantFound(t, what, check)
		} else if said := failures(t, check); len(said) > 0 {
			t.Errorf("found: %q", said)
		}
	}
}

// oneSentence describes only whole turns, in one sentence with the end, which has a number.
type oneSentence struct{ rules.Ruleset }

func (r oneSentence) Info(lang string) rules.Info {
	info := r.Ruleset.Info(lang)
	info.Reasons = []rules.Reason{{Code: "line", Phrase: "after 25 turns"}}
	return info
}

func (r oneSentence) Describe(lang string, events []rules.Event, names [2]string) string {
	if events[0].Kind == rules.EventEnded {
		panic("no turn")
	}
	return r.Ruleset.Describe(lang, events, names)
}

// The sentence of an end may be part of another one, and may say the numbers of its reason.
func TestSentencesOfEnds(t *testing.T) {
	p := parsed(t, "oo1/xx1/3 x")
	played, err := p.Play("c2")
	if err != nil {
		t.Fatal(err)
	}
	c := turnCase{before: p, played: played}
	s := teller{w: &witness{r: oneSentence{tictactoe.New()}}, lang: phrase.English}
	d := p.Diagram(s.lang)
	if want := s.winner("Annabel put a mark on c2 and wins.", played.Events, d, c); want != "" {
		t.Errorf("want %s", want)
	}
	if s.winner("Annabel put a mark on c2: Zebedee wins.", played.Events, d, c) == "" {
		t.Error("nothing is wanted where another player wins")
	}
	flips := []rules.Event{{Kind: "flipped", At: "a1"}, {Kind: "flipped", At: "a2"}}
	for said, found := range map[string]bool{
		"After 25 turns Annabel wins.": false, "After 26 turns Annabel wins.": true,
		"Annabel turned 2 discs.": false, "Annabel turned 3 discs.": true,
	} {
		if want := s.numbers(said, append(flips, played.Events...), d, c); (want != "") != found {
			t.Errorf("%q: want %q", said, want)
		}
	}
}

// Balls that are sown by a way go into its bowls, one each.
func TestSownWays(t *testing.T) {
	for want, way := range map[string][]string{
		"": {"a", "b", "c"}, "the way [a c] does not lead": {"a", "c"}, "the way [b a c] does not lead": {"b", "a", "c"},
	} {
		s := scene{bowls: map[string]int{"a": 2, "b": 0, "c": 0}, owner: map[string]rules.Seat{"a": 0}}
		got := s.sow(rules.Event{Kind: rules.EventSown, From: "a", To: "c", Way: way, Count: 2})
		sown := s.bowls["b"] == 1 && s.bowls["c"] == 1 && s.loose == 0
		if !strings.HasPrefix(got, want) || want == "" && (got != "" || !sown) {
			t.Errorf("%v: %q, bowls %v, want %q", way, got, s.bowls, want)
		}
	}
}
