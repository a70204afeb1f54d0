package templates

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
)

func TestRulesPage(t *testing.T) {
	for _, r := range catalog.All() {
		info := r.Info()
		page, err := RulesPage(r)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"# " + info.Name + "\n", strings.TrimSpace(info.Rules), strings.TrimSpace(info.Credit), strings.TrimRight(info.Notation, "\n")}
		for _, v := range info.Variants {
			want = append(want, v.Name, "(`"+v.ID+"`)", v.Summary)
		}
		for i, e := range info.Examples {
			want = append(want, fmt.Sprintf("### %d. `%s`", i+1, e.Turn), e.Text)
		}
		for _, f := range info.Faults {
			want = append(want, "| `"+f.Code+"` | "+f.Meaning+" |")
		}
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("%s: %q is missing", info.ID, text)
			}
		}
		if strings.Count(page, "```")%2 != 0 || strings.Contains(page, "%!") || strings.Contains(page, "\n\n\n") {
			t.Errorf("%s: the page is not well formed", info.ID)
		}
	}
}

// wrongExample is a ruleset whose example does not do what it says.
type wrongExample struct{ rules.Ruleset }

func (w wrongExample) Info() rules.Info {
	info := w.Ruleset.Info()
	info.Examples = []rules.Example{{Turn: "nonsense", Text: "A turn."}}
	return info
}

func TestRulesPageRefusesWrongExamples(t *testing.T) {
	for _, r := range catalog.All() {
		if _, err := RulesPage(wrongExample{r}); err == nil {
			t.Errorf("%s: the example is shown", r.Info().ID)
		}
	}
}
