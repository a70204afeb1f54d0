package api

import (
	"strings"
	"testing"

	"turnpost/rules/catalog"
)

func TestRulesets(t *testing.T) {
	w := newWorld(t)
	list := decoded[RulesetList](w.call("GET", "/v1/rulesets").do().want(200))
	if len(list.Rulesets) != len(catalog.All()) {
		t.Fatalf("%d rulesets", len(list.Rulesets))
	}
	for _, summary := range list.Rulesets {
		path := "/v1/rulesets/" + summary.ID
		whole := decoded[Ruleset](w.call("GET", path).do().want(200))
		if whole.Name != summary.Name || len(whole.Variants) != len(summary.Variants) || whole.Variants[0].Position == "" ||
			whole.Rules == "" || len(whole.Faults) == 0 {
			t.Errorf("ruleset %+v", whole)
		}
		markdown := w.call("GET", path).accept("text/markdown").do().want(200)
		markdown.contains("# "+whole.Name, "## Setups", "```", "## Credit", "`"+whole.Faults[0].Code+"`")
		text := w.call("GET", path).accept("text/plain").do().want(200)
		text.contains("# "+whole.Name, "## Examples", "## Setups", "## Credit", whole.Faults[0].Code)
		for line := range strings.Lines(text.body) {
			if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "|") {
				t.Errorf("%s: Markdown in plain text: %s", path, line)
			}
		}
	}
	w.examples()
	sages := w.call("GET", "/v1/rulesets/sevensages")
	for _, v := range decoded[Ruleset](sages.do().want(200)).Variants {
		if !strings.Contains(v.Length, "100 to 130 turns") {
			t.Errorf("a game of %s lasts %q", v.ID, v.Length)
		}
		sages.accept("text/plain").do().want(200).contains("100 to 130 turns")
	}
	w.call("GET", "/v1/rulesets/chess").do().problem(404, "not_found")
}

// examples checks the examples of every ruleset: positions that can be read, and pictures under their addresses.
func (w *world) examples() {
	w.t.Helper()
	kinds := map[string]int{}
	for _, r := range catalog.All() {
		whole := decoded[Ruleset](w.call("GET", "/v1/rulesets/"+r.Info("en").ID).do().want(200))
		for _, e := range whole.Examples {
			if _, err := r.Parse(e.Variant, e.Before); err != nil || e.Key == "" {
				w.t.Errorf("%s %s: before: %v", whole.ID, e.Key, err)
			}
			switch {
			case len(e.Targets) > 0:
				kinds["targets"]++
				if e.Targets[0].Places[0] != e.Place || e.After != "" || e.Turn != "" {
					w.t.Errorf("%s %s: %+v", whole.ID, e.Key, e)
				}
			case e.Fault != "":
				kinds["fault"]++
			default:
				kinds["after"]++
				if _, err := r.Parse(e.Variant, e.After); err != nil {
					w.t.Errorf("%s %s: after: %v", whole.ID, e.Key, err)
				}
			}
			path := strings.TrimPrefix(e.Picture, "https://turnpost.example")
			picture := w.call("GET", path).accept("image/svg+xml").do().want(200)
			picture.contains("<svg")
			if e.Alt == "" || !strings.Contains(whole.Rules, "]("+e.Picture+")") {
				w.t.Errorf("%s: the rules do not show %s, %q", whole.ID, e.Picture, e.Alt)
			}
		}
	}
	for _, kind := range []string{"targets", "fault", "after"} { // a game need not have each of them
		if kinds[kind] < 4 {
			w.t.Errorf("%d examples of the kind %s", kinds[kind], kind)
		}
	}
}
