package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// longestLine returns the longest of several random games of at most so many turns.
func longestLine(t *testing.T, r rules.Ruleset, most int) []string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var longest []string
	for range 10 {
		p, err := r.Start(r.Info(phrase.English).Variants[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		var history rules.History
		var line []string
		for result := history.Reach(p); !result.Over() && len(line) < most; {
			played, err := p.Play(rulestest.RandomTurn(t, p, random))
			if err != nil {
				t.Fatal(err)
			}
			p, line = played.Next, append(line, played.Turn)
			result = history.Reach(p)
		}
		if len(line) > len(longest) {
			longest = line
		}
	}
	return longest
}

// Long legal games obey the same limits as refused requests.
func TestLongGamesAreCheap(t *testing.T) {
	sample.Whole(t, "measures the processor time of long games")
	m := newMatch(t)
	h := m.bareHandler()
	for _, r := range catalog.All() {
		line := longestLine(t, r, 2500)
		id := r.Info(phrase.English).ID
		analysed := fmt.Sprintf(`{"ruleset":%q,"turns":["%s"]}`, id, strings.Join(line[:min(1000, len(line))], `","`))
		record := fmt.Sprintf("[Ruleset %q]\n\n%s\n", id, strings.Join(line, "\n"))
		if r.Info(phrase.English).ID == "hanniball" || strings.Contains(record, " ") {
			record = fmt.Sprintf(`{"ruleset":%q,"turns":[{"turn":"%s"}]}`, id, strings.Join(line, `"},{"turn":"`))
		}
		for _, c := range []struct{ path, accept, body string }{
			{"/v1/analysis", typeJSON, analysed},
			{"/v1/analysis", "text/plain", analysed},
			{"/v1/analysis", "image/png", analysed},
			{"/v1/analysis?scale=4", "image/png", analysed},
			{"/v1/records/verify", typeJSON, record},
		} {
			got := costOf(h, func() *http.Request {
				request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, c.path, strings.NewReader(c.body))
				request.Header.Set("Content-Type", map[bool]string{true: typeJSON, false: typeText}[strings.HasPrefix(c.body, "{")])
				request.Header.Set("Accept", c.accept)
				return request
			})
			t.Logf("%-11s %4d turns %-20s %-10s %4.1f yardsticks %6d KiB %d", id, len(line), c.path, c.accept, got.cpu,
				got.bytes>>10, got.status)
			if got.cpu > maxRequestCPU || got.bytes > maxRequestBytes {
				t.Errorf("%s of %d turns of %s: %.1f yardsticks, %d KiB", c.path, len(line), id, got.cpu, got.bytes>>10)
			}
		}
	}
}
