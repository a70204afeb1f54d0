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
		text.contains("# "+whole.Name, "## Setups", "## Credit", whole.Faults[0].Code)
		for line := range strings.Lines(text.body) {
			if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "|") {
				t.Errorf("%s: Markdown in plain text: %s", path, line)
			}
		}
	}
	sages := w.call("GET", "/v1/rulesets/sevensages")
	for _, v := range decoded[Ruleset](sages.do().want(200)).Variants {
		if !strings.Contains(v.Length, "100 to 130 turns") {
			t.Errorf("a game of %s lasts %q", v.ID, v.Length)
		}
		sages.accept("text/plain").do().want(200).contains("100 to 130 turns")
	}
	w.call("GET", "/v1/rulesets/chess").do().problem(404, "not_found")
}
