package record

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/modeltest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// recordedGames is the number of recorded games of each variant that are written and read again.
const recordedGames = 25

// vectorRecords builds records with hashes from the recorded games of every variant.
func vectorRecords(t *testing.T, use func(r *models.GameRecord, info rules.Info)) {
	t.Helper()
	for _, ruleset := range catalog.All() {
		info := ruleset.Info(phrase.English)
		t.Run(info.ID, func(t *testing.T) {
			t.Chdir(filepath.Join("..", "..", "rules", info.ID))
			for _, v := range info.Variants {
				games := rulestest.Games(t, info.ID, v.ID)
				if len(games) == 0 {
					t.Errorf("%s: no recorded games", v.ID)
				}
				for _, g := range games[:min(len(games), recordedGames)] {
					if g.Start == "" {
						use(vectorRecord(t, ruleset, v.ID, g), info)
					}
				}
			}
		})
	}
}

func vectorRecord(t *testing.T, ruleset rules.Ruleset, variant string, g rulestest.Game) *models.GameRecord {
	t.Helper()
	position, err := ruleset.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	var history rules.History
	result := history.Reach(position)
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r := &models.GameRecord{
		ID: "vectors1", Ruleset: g.Game, Variant: variant, Version: ruleset.Info(phrase.English).Version,
		Players: [2]string{"ann", "bob"}, Pace: "3d", Begun: at,
		Start: models.Turn{Seat: rules.NoSeat, Position: position.String(), At: at},
	}
	r.Hash = hashOf(nil, r.ID, &r.Start)
	r.Start.Hash = r.Hash
	for i, turn := range g.Turns {
		seat := position.ToMove()
		played, err := position.Play(turn.Canonical)
		if err != nil {
			t.Fatal(err)
		}
		position = played.Next
		result = history.Reach(position)
		row := models.Turn{
			Ply: i + 1, Seat: seat, Text: played.Turn, Position: played.Next.String(),
			Via: models.ViaHTTP, At: at.Add(time.Duration(i) * time.Hour),
		}
		row.Hash = hashOf(r.Hash, r.ID, &row)
		r.Hash, r.Turns = row.Hash, append(r.Turns, row)
	}
	if r.Result = result; r.Result.Over() {
		r.Ended = at.Add(time.Duration(len(g.Turns)) * time.Hour)
	}
	return r
}

// hashOf computes the hash of a turn as the specification of the API describes it.
func hashOf(before []byte, game string, t *models.Turn) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x\n%s\n%d\n%d\n%s\n%s\n%d\n",
		before, game, t.Ply, t.Seat, t.Text, t.Position, t.At.UnixMilli()))
	return sum[:]
}

// words are the English phrases of refusals.
var words = phrase.MustLoad(os.DirFS("../../templates/words")).In(phrase.English)

func TestRecordsOfEveryRulesetAreReadAndVerified(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	vectorRecords(t, func(r *models.GameRecord, info rules.Info) {
		v, err := w.VerifyRecord(t.Context(), r)
		if err != nil || v.Fault != nil || !v.Chained || v.Plies != len(r.Turns) || v.Result != r.Result {
			t.Fatalf("%s: %+v, %v", r.Variant, v, err)
		}
		text := Text(r, info)
		for line := range strings.Lines(text) {
			if n := len([]rune(line)) - 1; n > columns && line[0] != '[' && strings.Contains(line, " ") {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		read, err := Read(w.Store, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		v, err = w.VerifyRecord(t.Context(), read)
		if err != nil || v.Fault != nil || v.Chained || v.Plies != len(r.Turns) {
			t.Fatalf("%+v, %v\n%s", v, err, text)
		}
		for i, turn := range read.Turns {
			if turn.Seat != r.Turns[i].Seat {
				t.Fatalf("turn %d is of seat %d\n%s", i+1, turn.Seat, text)
			}
		}
		if again := Text(read, info); again != text {
			t.Fatalf("read and written again:\n%s\nwritten first:\n%s", again, text)
		}
	})
}

func TestRecordText(t *testing.T) {
	skips := &models.GameRecord{
		ID: "k7m2q9xr", Ruleset: "bohnduell", Variant: "standard", Version: 1, Players: [2]string{"ann", "bob"}, Pace: "3d",
		Begun: time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC), Ended: time.Date(2026, 12, 3, 0, 0, 0, 0, time.UTC),
		Result: rules.Won(rules.Second, "count"), Hash: make([]byte, 32),
	}
	for i, turn := range []struct {
		seat rules.Seat
		text string
	}{{0, "p1"}, {1, "p2"}, {1, "e3"}, {0, "p4"}, {0, "e1 e2"}} {
		skips.Turns = append(skips.Turns, models.Turn{Ply: i + 1, Seat: turn.seat, Text: turn.text})
	}
	w := modeltest.New(t, modeltest.Options{})
	want := `[Game "k7m2q9xr"]
[Ruleset "bohnduell"]
[Variant "standard"]
[Version "1"]
[Green "ann"]
[Red "bob"]
[Date "2026-11-21"]
[EndDate "2026-12-03"]
[Pace "3d"]
[Result "red"]
[Reason "count"]
[Hash "0000000000000000000000000000000000000000000000000000000000000000"]

1. p1 p2 2. … e3 3. p4 … 4. e1,e2 red
`
	if got := Text(skips, w.RulesetInfo("bohnduell", phrase.English)); got != want {
		t.Errorf("got\n%s", got)
	}
	read, err := Read(w.Store, want)
	if err != nil || len(read.Turns) != 5 || read.Turns[2].Seat != rules.Second ||
		read.Turns[4].Seat != rules.First || read.Result != skips.Result {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestRecordsAreReadLeniently(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	for name, text := range map[string]string{
		"only a ruleset": "[Ruleset \"hnefatafl\"]\n[Variant \"7x7\"]\nd1-c1 d3-c3",
		"no spaces":      "[Ruleset \"hnefatafl\"]\r\n[Variant \"7x7\"]\r\n[Annotator \"x\"]\r\n\r\n1.D1-C1 d3-c3 *\r\n",
		"dots for a gap": "[Ruleset \"bohnduell\"]\n1. ... p2",
		"chess-like gap": "[Ruleset \"bohnduell\"]\n1... p2",
		"result tag alone": "[Ruleset \"hnefatafl\"]\n[Variant \"7x7\"]\n" +
			"[Result \"draw\"]\n[Reason \"agreement\"]\n1. d1-c1 d3-c3",
		"aborted": "[Ruleset \"hnefatafl\"]\n[Reason \"aborted\"]\n*",
	} {
		r, err := Read(w.Store, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		v, err := w.VerifyRecord(t.Context(), r)
		gap := strings.Contains(name, "gap")
		if err != nil || (v.Fault != nil) != gap || (gap && v.Fault.Kind != models.FaultSeat) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// The ends that an operator decides are read back unchanged.
func TestDecidedEndsAreReadAgain(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	for _, result := range []rules.Result{
		rules.Won(rules.Second, models.ReasonAdjudicated), rules.Drawn(models.ReasonAdjudicated),
		rules.Drawn(models.ReasonAnnulled), rules.Drawn(models.ReasonAborted),
	} {
		r := &models.GameRecord{
			ID: "k7m2q9xr", Ruleset: "hnefatafl", Variant: "7x7", Version: 1, Result: result,
			Turns: []models.Turn{{Ply: 1, Seat: rules.First, Text: "d1-c1"}, {Ply: 2, Seat: rules.Second, Text: "d3-c3"}},
		}
		read, err := Read(w.Store, Text(r, w.RulesetInfo("hnefatafl", phrase.English)))
		if err != nil || read.Result != result {
			t.Errorf("the record of %+v is read as %+v, %v", result, read, err)
		}
	}
}

func TestUnreadableRecords(t *testing.T) {
	w := modeltest.New(t, modeltest.Options{})
	const head = "[Ruleset \"hnefatafl\"]\n"
	for text, want := range map[string]string{
		"":                                          "ruleset is missing",
		"1. d1-c1":                                  "ruleset is missing",
		"[Ruleset \"chess\"]":                       "no ruleset",
		head + "[Variant \"8x8\"]":                  "no variant",
		head + "[Ruleset \"hnefatafl\"]":            "line 2: there are two tags",
		head + "[Pace 3d]":                          "line 2: a tag looks like",
		head + "[Pace \"3d\"":                       "line 2: a tag looks like",
		head + "[]":                                 "line 2: a tag looks like",
		head + "1. d1-c1\n" + head:                  "line 3: tags stand before",
		head + "[Version \"one\"]":                  "must be a number",
		head + "[Date \"yesterday\"]":               "must be a day",
		head + "[Hash \"00\"]":                      "64 hexadecimal",
		head + "[Hash \"xyz\"]":                     "hexadecimal",
		head + "2. d1-c1":                           "line 2: 2. does not belong here",
		head + "1. d1-c1 2. d3-c3":                  "line 2: 2. does not belong here",
		head + "1. d1-c1 * d3-c3":                   "line 2: more follows",
		head + "[Result \"draw\"]\n*":               "the turns end with *",
		head + "[Result \"white\"]":                 "must be attackers, defenders, draw or *",
		head + "defenders":                          "a result has a reason",
		head + "[Reason \"escape\"]\n*":             "a result has a reason",
		head + "[Reason \"aborted\"]\nattackers":    "a result has a reason",
		head + "[Reason \"aborted\"]\n1. d1-c1 - *": "",
	} {
		_, err := Read(w.Store, text)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if models.CodeOf(err) != models.CodeInvalid || !strings.Contains(sentence(err), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// sentence returns what a refusal says.
func sentence(err error) string {
	if e, ok := errors.AsType[*models.Error](err); ok {
		return words.Say(e.Message)
	}
	return ""
}

func FuzzRead(f *testing.F) {
	f.Add("[Ruleset \"hnefatafl\"]\n[Variant \"7x7\"]\n[Attackers \"ann\"]\n\n1. d1-c1 d3-c3 2. c1-d1 *\n")
	f.Add("[Ruleset \"bohnduell\"]\n[Result \"red\"]\n[Reason \"count\"]\n1. p1 … 2. p2 red")
	f.Add("[Ruleset \"hanniball\"]\n[Hash \"00\"]\n[Date \"2026-11-21\"]\n1. f4-d5 b12-c10,c14-d14")
	f.Add("[Ruleset \"sevensages\"]\n[Reason \"aborted\"]\n1... h5-h8~h10~g10")
	f.Add("[Ruleset \"hnefatafl\"]\n1.0.")
	f.Add("[Ruleset \"hnefatafl\"]\n1. " + strings.Repeat("d", columns) + " [ *")
	s := modeltest.New(f, modeltest.Options{}).Store
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(s, text)
		if err != nil {
			if models.CodeOf(err) != models.CodeInvalid {
				t.Fatal(err)
			}
			return
		}
		if slices.ContainsFunc(r.Turns, func(t models.Turn) bool { return strings.HasPrefix(t.Text, "[") }) {
			return // a tag if a line begins with it; no ruleset has such a turn
		}
		r.ID = "" // nothing is stored here
		if _, err := s.VerifyRecord(t.Context(), r); err != nil && models.CodeOf(err) != models.CodeInvalid {
			t.Fatal(err)
		}
		r.Version = max(r.Version, 1)
		written := Text(r, s.RulesetInfo(r.Ruleset, phrase.English))
		again, err := Read(s, written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if second := Text(again, s.RulesetInfo(r.Ruleset, phrase.English)); second != written {
			t.Fatalf("first\n%s\nsecond\n%s", written, second)
		}
	})
}
