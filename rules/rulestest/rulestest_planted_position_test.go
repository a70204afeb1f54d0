package rulestest

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/tictactoe"
)

// bent is a position of tic-tac-toe with a fault in one method; nil leaves a method unchanged.
type bent struct {
	rules.Position
	play    func(p rules.Position, turn string) (rules.Played, error)
	next    func(options *rules.Options)
	diagram func(d *rules.Diagram)
}

func (b bent) Key() string { return "always" }

func (b bent) Play(turn string) (rules.Played, error) {
	if b.play != nil {
		return b.play(b.Position, turn)
	}
	return b.Position.Play(turn)
}

func (b bent) Next(prefix string) (rules.Options, error) {
	options, err := b.Position.Next(prefix)
	if b.next != nil {
		b.next(&options)
	}
	return options, err
}

func (b bent) Diagram(lang string) rules.Diagram {
	d := b.Position.Diagram(lang)
	if b.diagram != nil {
		b.diagram(&d)
	}
	return d
}

// wantFound checks that a check finds a fault.
func wantFound(t *testing.T, what string, check func(t testing.TB)) {
	t.Helper()
	if said := failures(t, check); len(said) != 1 || !strings.Contains(said[0], what) {
		t.Errorf("want %q, found: %q", what, said)
	}
}

func parsed(t testing.TB, text string) rules.Position {
	t.Helper()
	return rules.Unwrap(parse(t, tictactoe.New(), "", text))
}

// The rest of a typed turn that Play ignores is found: a player may have meant it.
func TestStepsThatPlayIgnores(t *testing.T) {
	for words := 1; words <= 2; words++ {
		p := bent{Position: parsed(t, "3/3/3 x"), play: func(p rules.Position, turn string) (rules.Played, error) {
			if fields := strings.Fields(turn); len(fields) > words {
				turn = fields[0]
			}
			return p.Play(turn)
		}}
		v := vocabulary{steps: []string{"b2"}}
		wantFound(t, "ignores the rest", func(t testing.TB) { v.checkIgnored(t, p, "a1") })
	}
}

func TestStepsInChangingOrder(t *testing.T) {
	times := 0
	p := bent{Position: parsed(t, "3/3/3 x"), next: func(o *rules.Options) {
		if times++; times%2 == 0 {
			slices.Reverse(o.Steps)
		}
	}}
	on := func(string) bool { return true }
	wantFound(t, "then [c3", func(t testing.TB) { checkOptions(t, p, "", on) })
}

func TestEventsThatContradictTheResult(t *testing.T) {
	for turn, change := range map[string]func(events []rules.Event) []rules.Event{
		"c2": func(e []rules.Event) []rules.Event { e[1].Seat = rules.Second; return e },
		"a1": func(e []rules.Event) []rules.Event {
			return append(e, rules.Event{Kind: rules.EventEnded, Reason: "line"})
		},
	} {
		t.Run(turn, func(t *testing.T) {
			p := parsed(t, "oo1/xx1/3 x")
			played, err := p.Play(turn)
			if err != nil {
				t.Fatal(err)
			}
			played.Events = change(played.Events)
			wantFound(t, "the events say", func(t testing.TB) { checkTurn(t, tictactoe.New(), "", p, played) })
		})
	}
}

func TestAKeyOfDifferentPositions(t *testing.T) {
	stood := map[string]rules.Position{}
	checkKey(t, stood, bent{Position: parsed(t, "3/3/3 x")})
	wantFound(t, "the same key", func(t testing.TB) { checkKey(t, stood, bent{Position: parsed(t, "3/3/x2 o")}) })
}

func TestDiagramsThatShareASlice(t *testing.T) {
	p := bent{Position: parsed(t, "3/3/3 x"), diagram: func(d *rules.Diagram) { d.Legend = sharedLegend }}
	wantFound(t, "share a slice", func(t testing.TB) { checkOwnDiagram(t, p) })
}

var sharedLegend = []rules.Legend{{ASCII: "x"}}

func TestPiecesThatLookAlike(t *testing.T) {
	d := parsed(t, "3/1o1/x2 x").Diagram(phrase.English)
	for i := range d.Pieces {
		d.Pieces[i].ASCII = "o"
	}
	wantFound(t, "look alike", func(t testing.TB) { checkDiagram(t, d) })
}

func TestNamesThatDoNotFit(t *testing.T) {
	long := renamed{tictactoe.New(), strings.Repeat("n", maxName+1)}
	if said := failures(t, func(t testing.TB) { checkNames(t, long) }); len(said) != 2 {
		t.Errorf("long names: %q", said)
	}
	for _, id := range []string{"draw", "hash", "The Crosses"} {
		wantFound(t, "ID", func(t testing.TB) { checkNames(t, sided{tictactoe.New(), id}) })
	}
}

// sided is a ruleset with another ID of its first side.
type sided struct {
	rules.Ruleset
	id string
}

func (s sided) Info(lang string) rules.Info {
	info := s.Ruleset.Info(lang)
	info.Sides[0].ID = s.id
	return info
}

// A refusal is found to be no sentence if its phrase does not exist.
func TestRefusalsWithoutAPhrase(t *testing.T) {
	said := failures(t, func(t testing.TB) { checkIllegal(t, speechless{hnefatafl.New()}) })
	if !slices.ContainsFunc(said, func(fault string) bool { return strings.Contains(fault, "lacks [turn.blocked]") }) {
		t.Errorf("found: %q", said)
	}
}

// speechless is a ruleset that has lost its phrases.
type speechless struct{ rules.Ruleset }

func (speechless) Phrases() *phrase.Tables { return rules.Phrases() }
