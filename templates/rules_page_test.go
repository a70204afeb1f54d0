package templates

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

func TestRulesPage(t *testing.T) {
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		page, err := bookOf(t, r, phrase.English).Markdown()
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"# " + info.Name + "\n", strings.TrimSpace(info.Credit),
			strings.TrimRight(info.Notation, "\n"),
		}
		for _, v := range info.Variants {
			want = append(want, v.Name, "(`"+v.ID+"`)", v.Summary)
		}
		for line := range strings.Lines(info.Rules) {
			if rules.PictureKeys(line) == nil {
				want = append(want, line)
			}
		}
		for i, e := range info.Examples {
			want = append(want, fmt.Sprintf("### %d. `%s`", i+1, cmp.Or(e.Turn, e.Targets)), e.Text)
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

// wrongExample is a ruleset whose example has a different result than documented.
type wrongExample struct{ rules.Ruleset }

func (w wrongExample) Info(lang string) rules.Info {
	info := w.Ruleset.Info(lang)
	info.Examples = []rules.Example{{Turn: "nonsense", Text: "A turn."}}
	return info
}

func TestRulesPageRefusesWrongExamples(t *testing.T) {
	for _, r := range catalog.All() {
		if _, err := NewRulesBook(wrongExample{r}, words.For("")); err == nil {
			t.Errorf("%s: the example is shown", r.Info(phrase.English).ID)
		}
	}
}

// The plain form has lines of at most 80 columns, no Markdown except headings and lists,
// and a board for each worked turn.
func TestRulesText(t *testing.T) {
	for _, r := range catalog.All() {
		text, err := bookOf(t, r, phrase.English).Text()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > textColumns && !strings.Contains(line, "/") {
				t.Errorf("%s: a line of %d columns: %s", r.Info(phrase.English).ID, n, line)
			}
		}
		for _, sign := range []string{"```", "|---", "**", "](http", "%!", "\n\n\n"} {
			if strings.Contains(text, sign) {
				t.Errorf("%s: %q is in the plain text", r.Info(phrase.English).ID, sign)
			}
		}
	}
}

// Every word of a rules page comes from a file of phrases or rules.
func TestRulesPageInAnotherLanguage(t *testing.T) {
	for _, r := range catalog.All() {
		text, err := bookOf(t, r, phrase.Pseudo).Text()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			named := strings.ContainsRune(line, phrase.MarkBegin) || strings.ContainsAny(line, "0123456789")
			if strings.HasPrefix(line, "#") && !named {
				t.Errorf("%s: a heading of no phrase: %s", r.Info(phrase.English).ID, line)
			}
		}
	}
}
