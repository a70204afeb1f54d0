// Package rulestest holds the checks that every ruleset must pass. A ruleset's tests call Run and Fuzz with the
// ruleset; they need nothing else. Package tictactoe is a complete small game that passes, as an example.
//
// # Test data
//
// The testdata folder of a game has these files, one JSON object a line. Files with the same names in
// shared/rules/vectors beside the project are checked too if that folder exists.
//
// GAME-VARIANT.games.jsonl: whole games.
//
//	{"game":G,"variant":V,"seed":S,"start":P,"turns":[{"input":T,"canonical":C,"position":P},…],"outcome":O}
//
// seed or name identifies the game. start is its initial position; without it, the start of the variant. input is the
// typed text, canonical the turn's canonical text, position the position after it. outcome is "ongoing" or
// {"winner":SIDE,"reason":R}, with "draw" as the winner of a draw.
//
// GAME-VARIANT.illegal.jsonl: turns to refuse, each for one reason.
//
//	{"position":P,"input":T,"code":C}
//
// GAME-VARIANT.positions.jsonl: texts to refuse as positions, with the phrase that explains why.
//
//	{"position":P,"phrase":KEY}
//
// Every code of Info.Faults must occur as the code of a refused turn, and every phrase of words.en.txt must be used by
// the recorded data: turns played and described, turns refused, their prefixes, positions refused, worked turns.
//
// typed.jsonl: turns as written by phones, word processors and other keyboards.
//
//	{"game":G,"variant":V,"way":W,"position":P,"typed":T,"canonical":C}
//
// counts.json: one list of numbers of moves.
//
//	[{"game":G,"variant":V,"label":L,"position":P,"perft":[perft(1),perft(2),…]},…]
//
// The names of the numbers are those of Suite.Counts. A number that is not a list is compared with the counter at
// depth 0.
//
// go test ./rules/GAME -update records the data that a new game lacks: random games, refused turns and positions,
// counts. It creates files and completes games that have no outcome; it changes nothing else. Review the result: it
// records what the code does, right or wrong. Cases that random play does not reach, such as rare refusals, must be
// added by hand, a line each.
package rulestest

import (
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

var (
	playouts = flag.Int("playouts", 60, "random games per ruleset")
	update   = flag.Bool("update", false, "record the test data that a ruleset lacks")
)

// Suite is a ruleset with the parameters of its checks.
type Suite struct {
	Ruleset rules.Ruleset
	// Counts holds the counters of the move-count tables by name, each counting to a
	// depth from a position: "perft" counts sequences of turns, "steps" those of steps
	// within a turn. They are compared with the turns and steps that Next lists in the positions of random games. nil
	// means "perft" by Perft, and nothing to compare there.
	Counts map[string]func(p rules.Position, depth int) uint64
	// MaxTurns limits the length of a random game; 0 means 150.
	MaxTurns int
	// Unreached has the reasons of Info.Reasons for which no recorded game ends, with why none can.
	Unreached map[string]string
	// Winners has a second witness of who wins, by reason. Where it has none, the side that moved last has to be the
	// winner, or the one whose counters have more.
	Winners map[string]Winner
	// Mirrors are the ways to turn the board that change nothing in the game, and Exchanges those that change nothing if
	// the sides are exchanged too. By them, a rule that is wrong in one direction, or for one side, is found. They need
	// position texts that begin as rules.WriteRanks writes them, and in which what belongs to the sides is a pair of
	// numbers: "2-1", "10/21" or two words. Positions whose changed text Parse refuses, or reads as another board, are
	// passed over; if none is left, that is a fault.
	Mirrors, Exchanges []Mirror
}

// Winner returns the side that met a goal, or NoSeat, from the diagram or the text of a position in which a game has
// ended. It does not ask the Result, which it is to check. last is the side that moved last.
type Winner func(last rules.Seat, after rules.Position) rules.Seat

// counts returns the counters of the move-count tables.
func (s Suite) counts() map[string]func(rules.Position, int) uint64 {
	if s.Counts == nil {
		return map[string]func(rules.Position, int) uint64{"perft": Perft}
	}
	return s.Counts
}

// Outcome formats a result as in the vectors.
func Outcome(info rules.Info, r rules.Result) string {
	if !r.Over() {
		return `"ongoing"`
	}
	winner := info.SideID(r.Winner)
	if winner == "" {
		winner = "draw"
	}
	b, _ := json.Marshal(struct {
		Winner string `json:"winner"`
		Reason string `json:"reason"`
	}{winner, r.Reason})
	return string(b)
}

// Refusal returns the code of a refused turn and its sentence in English. ok is false for errors that do not concern
// the turn.
func Refusal(r rules.Ruleset, err error) (code, detail string, ok bool) {
	refusal, ok := rules.RefusalOf(err)
	if !ok {
		return "", "", false
	}
	return refusal.Code, r.Phrases().In(phrase.English).Say(refusal.Sentence()), true
}

// ErrorText formats an error in English: the code and the sentence of a refused turn, or the sentence of a bad
// position; "" for nil.
func ErrorText(r rules.Ruleset, err error) string {
	if err == nil {
		return ""
	}
	if code, detail, ok := Refusal(r, err); ok {
		return code + ": " + detail
	}
	if bad, is := errors.AsType[*rules.BadPosition](err); is {
		return "bad position: " + r.Phrases().In(phrase.English).Say(bad.Message)
	}
	return err.Error()
}

// RandomTurn composes a legal turn from random steps that Next lists.
func RandomTurn(t testing.TB, p rules.Position, rnd *rand.Rand) string {
	t.Helper()
	return randomTurn(t, p, "", rnd)
}

// randomTurn completes a turn by random steps.
func randomTurn(t testing.TB, p rules.Position, turn string, rnd *rand.Rand) string {
	t.Helper()
	for {
		options, err := p.Next(turn)
		if err != nil {
			t.Fatalf("on\n%s\nNext(%q): %v", drawn(p), turn, err)
		}
		if options.MayEnd && (len(options.Steps) == 0 || rnd.IntN(2) == 0) {
			return turn
		}
		if len(options.Steps) == 0 {
			t.Fatalf("on\n%s\n%q is a dead end", drawn(p), turn)
		}
		turn = strings.TrimSpace(turn + " " + options.Steps[rnd.IntN(len(options.Steps))].Text)
	}
}

// Perft counts the sequences of n turns from a position with Next; a finished game has no further turns. It is slow,
// for games that do not provide a counter.
func Perft(p rules.Position, n int) uint64 {
	if n == 0 {
		return 1
	}
	count := uint64(0)
	for _, turn := range legalTurns(p, "") {
		if played, err := p.Play(turn); err == nil {
			count += Perft(played.Next, n-1)
		}
	}
	return count
}

// legalTurns returns the turns that start with a prefix.
func legalTurns(p rules.Position, begun string) (turns []string) {
	options, err := p.Next(begun)
	if err != nil {
		return nil
	}
	if options.MayEnd {
		turns = append(turns, begun)
	}
	for _, step := range options.Steps {
		turns = append(turns, legalTurns(p, strings.TrimSpace(begun+" "+step.Text))...)
	}
	return turns
}

func parse(t testing.TB, r rules.Ruleset, variant, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(variant, text)
	if err != nil {
		t.Fatalf("%s %q: %s", variant, text, ErrorText(r, err))
	}
	return p
}

func start(t testing.TB, r rules.Ruleset, variant, position string) rules.Position {
	t.Helper()
	if position != "" {
		return parse(t, r, variant, position)
	}
	p, err := r.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// collectSeldom lets the heap grow until the test ends, unless GOGC is set: the heap of a position is so small that
// collecting it took up to a third of the processor time.
func collectSeldom(t *testing.T) {
	if os.Getenv("GOGC") == "" {
		before := debug.SetGCPercent(400)
		t.Cleanup(func() { debug.SetGCPercent(before) })
	}
}
