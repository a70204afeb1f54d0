package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// shortEvery is the distance of the recorded games that a short run plays.
const shortEvery = 4

// checkVectors plays every recorded game, as typed and in canonical text; a short run plays some of each variant.
func checkVectors(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		games := Games(t, info.ID, v.ID)
		if len(games) == 0 {
			t.Errorf("%s: no recorded games; -update records some", v.ID)
		}
		for n, g := range games {
			if !sample.Short() || n%shortEvery == 0 {
				replay(t, r, g)
			}
		}
		FinishedGame(t, info.ID, v.ID, 1)
	}
}

func replay(t *testing.T, r rules.Ruleset, g Game) {
	t.Helper()
	var history rules.History
	p := start(t, r, g.Variant, g.Start)
	result := history.Reach(p)
	for i, turn := range g.Turns {
		if result.Over() {
			t.Fatalf("%s: the game is over before turn %d on\n%s\nthe result is %+v", g.from, i+1, drawn(p), result)
		}
		played, err := p.Play(turn.Input)
		if err != nil {
			t.Fatalf("%s, turn %d: %q is refused on\n%s\nsaid: %s\nwant: %q and\n%s", g.from, i+1, turn.Input, drawn(p),
				ErrorText(r, err), turn.Canonical, turn.Position)
		}
		if played.Turn != turn.Canonical || played.Next.String() != turn.Position {
			turnCase{fmt.Sprintf("%s, turn %d", g.from, i+1), p, played}.fault(t,
				fmt.Sprintf("%q and %s", played.Turn, played.Next), fmt.Sprintf("%q and %s, as recorded", turn.Canonical,
					turn.Position))
			t.FailNow()
		}
		again, err := p.Play(turn.Canonical)
		if err != nil || again.Turn != turn.Canonical || again.Next.String() != turn.Position {
			t.Fatalf("%s, turn %d: the canonical text %q, played on\n%s\ngives %q, %v; want itself and the recorded position",
				g.from, i+1, turn.Canonical, drawn(p), again.Turn, err)
		}
		checkTurn(t, r, g.Variant, p, played)
		reachFrom(p).want(t, turn.Input, played)
		p = parse(t, r, g.Variant, played.Next.String())
		result = history.Reach(p)
	}
	var want, got bytes.Buffer
	if err := json.Compact(&want, g.Outcome); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&got, []byte(Outcome(r.Info(phrase.English), result))); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Fatalf("%s: the game ends on\n%s\nsaid: %s\nwant: %s, as recorded", g.from, drawn(p), got.String(), want.String())
	}
}

// checkIllegal plays every turn that must be refused and checks its code.
func checkIllegal(t testing.TB, r rules.Ruleset) {
	info := r.Info(phrase.English)
	seen := map[string]bool{}
	cases := 0
	for _, v := range info.Variants {
		for _, c := range Illegal(t, info.ID, v.ID) {
			cases++
			p := parse(t, r, v.ID, c.Position)
			_, err := p.Play(c.Input)
			code, detail, ok := Refusal(r, err)
			if !ok || code != c.Code {
				t.Errorf("%s: %q on\n%s\nsaid: %s\nwant: a refusal with %s", c.from, c.Input, drawn(p),
					taken(err, ErrorText(r, err)), c.Code)
			}
			if gap := missing.FindString(detail); gap != "" {
				t.Errorf("%s: the refusal of %q lacks %s: %s", c.from, c.Input, gap, detail)
			}
			if len(detail) < shortestRefusal {
				t.Errorf("%s: %q is refused with %s on\n%s\nsaid: %s\nwant: which rule forbids it, and on which place",
					c.from, c.Input, code, drawn(p), detail)
			}
			if p.String() != c.Position {
				t.Errorf("%s: %q changes the position %s to\n%s", c.from, c.Input, c.Position, drawn(p))
			}
			seen[code] = true
		}
	}
	if cases == 0 {
		t.Error("no refused turns are recorded; -update records some")
	}
	for code := range seen {
		if !knows(info.Faults, code) {
			t.Errorf("Info.Faults does not list %s", code)
		}
	}
	for _, f := range info.Faults {
		if !seen[f.Code] {
			t.Errorf("no turn is recorded that is refused with %s: add one to testdata/%s-%s.illegal.jsonl, such as "+
				`{"position":"…","input":"…","code":"%s"}`, f.Code, info.ID, info.Variants[0].ID, f.Code)
		}
	}
}

// taken returns what was said of a turn that was to be refused.
func taken(err error, said string) string {
	if err == nil {
		return "the turn is played"
	}
	return said
}

func knows(faults []rules.Fault, code string) bool {
	for _, f := range faults {
		if f.Code == code {
			return true
		}
	}
	return false
}

// shortestRefusal is the minimum length in bytes of the sentence of a refusal.
const shortestRefusal = 20

// maxShortCount is up to where a short run counts.
const maxShortCount = 5_000

// checkCounts verifies the move-count tables.
func checkCounts(t *testing.T, s Suite) {
	var rows []map[string]any
	for _, text := range find(t, s.Ruleset.Info(phrase.English).ID, "counts.json") {
		var some []map[string]any
		if err := json.Unmarshal([]byte(text), &some); err != nil {
			t.Fatal(err)
		}
		for _, row := range some {
			if !slices.ContainsFunc(rows, func(other map[string]any) bool { return reflect.DeepEqual(row, other) }) {
				rows = append(rows, row)
			}
		}
	}
	compared := 0
	for _, row := range rows {
		if row["game"] != s.Ruleset.Info(phrase.English).ID {
			continue
		}
		p := parse(t, s.Ruleset, row["variant"].(string), row["position"].(string))
		for name, count := range s.counts() {
			switch want := row[name].(type) {
			case []any:
				for i, n := range want {
					if sample.Short() && n.(float64) > maxShortCount {
						continue
					}
					compared++
					if got := count(p, i+1); got != uint64(n.(float64)) {
						t.Errorf("%v %v: %s(%d) = %d, want %v", row["variant"], row["label"], name, i+1, got, n)
					}
				}
			case float64:
				compared++
				if got := count(p, 0); got != uint64(want) {
					t.Errorf("%v %v: %s = %d, want %v", row["variant"], row["label"], name, got, want)
				}
			}
		}
	}
	if compared == 0 {
		t.Errorf("no counts are recorded; -update records some, but of variants with more than %d turns at the start only "+
			"by Suite.Counts", maxComposed)
	}
}
