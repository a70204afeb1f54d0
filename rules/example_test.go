package rules_test

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/tictactoe"
)

func TestPictureKeys(t *testing.T) {
	for line, want := range map[string]string{
		"![](jump)\n":              "jump",
		"![](jump) ![](no_2)":      "jump no_2",
		"![](jump) and more":       "",
		"![jump](jump)":            "",
		"- ![](jump)":              "",
		"![](https://example.org)": "",
		"":                         "",
	} {
		if got := strings.Join(rules.PictureKeys(line), " "); got != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}

func TestExamplesAreFoundByKey(t *testing.T) {
	info := tictactoe.New().Info(phrase.Keys)
	if e, found := info.Example("taken"); !found || e.Fault != "taken" {
		t.Errorf("%+v, %v", e, found)
	}
	if _, found := info.Example("example.taken"); found {
		t.Error("an example is found by the key of its phrase")
	}
}

func TestWorkOfAnExample(t *testing.T) {
	for _, c := range []struct {
		name    string
		example rules.Example
		fails   bool
		steps   string
	}{
		{"legal", rules.Example{Turn: "k10q"}, false, ""},
		{"refused, but documented as legal", rules.Example{Variant: "loud", Turn: "b2l"}, true, ""},
		{"legal, but documented as refused", rules.Example{Turn: "k10q", Fault: "closed"}, true, ""},
		{"refused for another reason", rules.Example{Turn: "nonsense", Fault: "closed"}, true, ""},
		{"an unknown variant", rules.Example{Variant: "none", Turn: "k10q"}, true, ""},
		{"a bad position", rules.Example{Position: "none", Turn: "k10q"}, true, ""},
		{"targets", moving("a1", ""), false, "a1-b1 a1-b1-a1"},
		{"targets of a kind", moving("a1", "round"), false, "a1-b1-a1"},
		{"no targets of a kind", moving("a1", rules.StepShoot), true, ""},
		{"no piece", moving("f2", ""), true, ""},
	} {
		w, err := c.example.Work(oddboards.New(), phrase.English)
		if (err != nil) != c.fails {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(rules.Options{Steps: w.Steps}.Texts(), " "); got != c.steps {
			t.Errorf("%s: %s", c.name, got)
		}
		if legal := !c.fails && c.steps == ""; w.Legal() != legal {
			t.Errorf("%s: legal: %v", c.name, w.Legal())
		}
	}
}

// moving returns an example of the steps of a place, in a position with one piece on a1.
func moving(place, kind string) rules.Example {
	return rules.Example{Variant: "loud", Position: "x...#.... 2 play", Targets: place, Kind: kind}
}

func TestEndsOfAStep(t *testing.T) {
	places := []string{"a1", "b1", "c1"}
	for kind, want := range map[string][]string{
		rules.StepMove: places[2:], rules.StepPlace: places, rules.StepEmpty: places,
	} {
		if got := (rules.Step{Kind: kind, Places: places}).Ends(); !slices.Equal(got, want) {
			t.Errorf("%s ends on %v", kind, got)
		}
	}
	if ends := (rules.Step{Kind: rules.StepMove}).Ends(); len(ends) > 0 {
		t.Errorf("a pass ends on %v", ends)
	}
}
