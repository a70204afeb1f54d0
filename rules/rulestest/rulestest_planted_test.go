package rulestest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/rulestest/tictactoe"
	"turnpost/rules/sevensages"
)

// failing is a testing.TB that collects its failures.
type failing struct {
	testing.TB
	said []string
}

func (f *failing) Helper()                   {}
func (f *failing) Errorf(s string, a ...any) { f.said = append(f.said, fmt.Sprintf(s, a...)) }
func (f *failing) Error(a ...any)            { f.said = append(f.said, fmt.Sprint(a...)) }
func (f *failing) Fatalf(s string, a ...any) { f.Errorf(s, a...); runtime.Goexit() }
func (f *failing) Fatal(a ...any)            { f.Error(a...); runtime.Goexit() }

// failures runs a check and returns its failures.
func failures(t *testing.T, check func(t testing.TB)) []string {
	t.Helper()
	f := &failing{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		check(f)
	}()
	<-done
	return f.said
}

// bugged is a ruleset with a fault in Play or Next.
type bugged struct {
	rules.Ruleset
	accepts func(rules.Refusal) bool   // Play accepts turns with these refusals
	hides   func(step rules.Step) bool // Next omits these steps
	refuses func(turn string) bool     // Play refuses these legal turns
}

type buggedPosition struct {
	rules.Position
	bugs *bugged
}

func (b *bugged) Start(variant string) (rules.Position, error) {
	p, err := b.Ruleset.Start(variant)
	return buggedPosition{rules.Unwrap(p), b}, err
}

func (b *bugged) Parse(variant, text string) (rules.Position, error) {
	p, err := b.Ruleset.Parse(variant, text)
	return buggedPosition{rules.Unwrap(p), b}, err
}

func (p buggedPosition) Play(turn string) (rules.Played, error) {
	played, err := p.Position.Play(turn)
	if refusal, is := rules.RefusalOf(err); is && p.bugs.accepts != nil && p.bugs.accepts(refusal) {
		played, err = p.Position.Play(legalTurn(p.Position))
		played.Turn = strings.ToLower(
			strings.Join(strings.FieldsFunc(turn, func(r rune) bool { return r == ' ' || r == ',' }), " "),
		)
	}
	if err == nil && p.bugs.refuses != nil && p.bugs.refuses(played.Turn) {
		return rules.Played{}, rules.Unreadable("turn.unreadable", "turn", turn)
	}
	if err == nil {
		played.Next = buggedPosition{played.Next, p.bugs}
	}
	return played, err
}

func (p buggedPosition) Next(prefix string) (rules.Options, error) {
	options, err := p.Position.Next(prefix)
	if p.bugs.hides != nil {
		kept := []rules.Step{}
		for _, step := range options.Steps {
			if !p.bugs.hides(step) {
				kept = append(kept, step)
			}
		}
		options.Steps = kept
	}
	return options, err
}

// legalTurn returns the first turn that Next lists.
func legalTurn(p rules.Position) (turn string) {
	for {
		options, err := p.Next(turn)
		if err != nil || options.MayEnd {
			return turn
		}
		turn = strings.TrimSpace(turn + " " + options.Steps[0].Text)
	}
}

// planted returns the rulesets in which bugs are planted; in a short run, the one that is checked fastest.
func planted() []rules.Ruleset {
	if sample.Short() {
		return []rules.Ruleset{bohnduell.New()}
	}
	return []rules.Ruleset{bohnduell.New(), hanniball.New(), hnefatafl.New(), sevensages.New(), tictactoe.New()}
}

// foundIn checks that checkUnlisted finds the bug and attributes it to Play or Next.
func (b *bugged) foundIn(t *testing.T, what string) {
	t.Helper()
	said := failures(t, func(t testing.TB) { checkUnlisted(t, Suite{Ruleset: b, MaxTurns: 60}) })
	if len(said) != 1 || !strings.Contains(said[0], what) {
		t.Errorf("found: %q", said)
	}
}

// A missing rule in Play is found without a recorded turn that breaks it: the check tries turns that Next does not
// list. Each rule is removed in turn.
func TestTurnsThatPlayTakesAndNextDoesNotList(t *testing.T) {
	for _, r := range planted() {
		info := r.Info(phrase.English)
		for _, f := range info.Faults {
			if f.Code == rules.CodeGameOver { // in a finished game only the last turn is tried again
				continue
			}
			t.Run(info.ID+" "+f.Code, func(t *testing.T) {
				b := &bugged{Ruleset: r, accepts: func(refused rules.Refusal) bool { return refused.Code == f.Code }}
				b.foundIn(t, "Next does not list")
			})
		}
	}
}

// A capture in a straight line, as in chess, violates a rule for one target square only.
func TestAStraightCaptureIsFound(t *testing.T) {
	onto := func(refused rules.Refusal) bool {
		args := map[string]any{}
		for _, a := range refused.Message.Args {
			args[a.Name] = a.Value
		}
		return refused.Message.Key == "turn.blocked" && args["to"] == args["square"]
	}
	key := func(key string) func(rules.Refusal) bool {
		return func(refused rules.Refusal) bool { return refused.Message.Key == key }
	}
	for name, b := range map[string]*bugged{
		"hnefatafl":  {Ruleset: hnefatafl.New(), accepts: onto},
		"sevensages": {Ruleset: sevensages.New(), accepts: onto},
		"hanniball":  {Ruleset: hanniball.New(), accepts: key("turn.enemy_piece")},
		"bohnduell":  {Ruleset: bohnduell.New(), accepts: key("turn.too_few")},
	} {
		t.Run(name, func(t *testing.T) { b.foundIn(t, "Next does not list") })
	}
}

// A turn that is listed but refused, or legal but not listed, is found even if only one turn in ten is affected.
func TestListsAndPlaysThatDiffer(t *testing.T) {
	tenth := func(text string) bool {
		sum := 0
		for _, c := range text {
			sum = (31*sum + int(c)) % 1009
		}
		return sum%10 == 3
	}
	for _, r := range planted() {
		id := r.Info(phrase.English).ID
		t.Run(id+" not listed", func(t *testing.T) {
			b := &bugged{Ruleset: r, hides: func(s rules.Step) bool { return tenth(s.Text) }}
			b.foundIn(t, "") // reported as unlisted or as a dead end
		})
		t.Run(id+" refused", func(t *testing.T) {
			(&bugged{Ruleset: r, refuses: tenth}).foundIn(t, "is refused")
		})
	}
}

// Listed turns that Play refuses are found where a game has no counter and too many turns to try all.
func TestManyTurnsAreTriedUpToALimit(t *testing.T) {
	sample.Whole(t, "lists thousands of turns twice")
	var tried []string
	b := &bugged{Ruleset: oddboards.New(), refuses: func(turn string) bool { tried = append(tried, turn); return false }}
	// Turns of two stones on 50 free squares: 2,450, and the full board has 28,392.
	p, err := b.Parse("pairs", strings.Repeat("x", 13*13-50)+strings.Repeat(".", 50)+" 1 play")
	if err != nil {
		t.Fatal(err)
	}
	if said := failures(t, func(t testing.TB) { checkTurnsPlay(t, p) }); len(said) > 0 || len(tried) != maxComposed {
		t.Fatalf("%d turns are tried: %q", len(tried), said)
	}
	b.refuses = func(turn string) bool { return turn == tried[maxComposed-1] }
	if said := failures(t, func(t testing.TB) { checkTurnsPlay(t, p) }); len(said) != 1 {
		t.Errorf("found: %q", said)
	}
}
