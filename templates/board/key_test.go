package board

import (
	"encoding/xml"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/tictactoe"
)

// The key has an entry for each symbol of a legend that the boards have, and for each mark with a meaning.
func TestKey(t *testing.T) {
	marks := KeyMarks{ShowsFrom: "from here", ShowsRefused: "not <here>"}
	want := map[string]string{
		"hnefatafl": "attacker|defender|king|throne and corners: only the king may stop there",
		"hanniball": "Monkey, the keeper (White, Black)|Lion|Elephant|Horse|the Ball, free or behind the letter of the " +
			"piece that controls it|goal|goal area",
		"sevensages": "White's stone|Black's stone|the ball|goal area|outside: for stones only",
		"bohnduell":  "",
	}
	known := func(id string) bool { _, listed := want[id]; return listed }
	for _, r := range append(catalog.All(), tictactoe.New(), oddboards.New()) {
		info := r.Info(phrase.English)
		start, err := r.Start("")
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, e := range Key([]rules.Diagram{start.Diagram(phrase.English)}, NewStyle(info), marks) {
			texts = append(texts, e.Text)
			var svg struct {
				Title string `xml:"title"`
			}
			if err := xml.Unmarshal(e.Picture, &svg); err != nil || svg.Title != e.Text || e.Width < e.Height {
				t.Errorf("%s: the picture of %q: %v, title %q, %d × %d", info.ID, e.Text, err, svg.Title, e.Width, e.Height)
			}
		}
		all := strings.TrimPrefix(want[info.ID]+"|from here|not <here>", "|")
		if got := strings.Join(texts, "|"); known(info.ID) && got != all || !strings.HasSuffix(got, "from here|not <here>") {
			t.Errorf("%s: %s", info.ID, got)
		}
	}
}

// A single step has an arrow only on request, and a refused place a bar through it.
func TestArrowsAndRefusals(t *testing.T) {
	d := rules.Diagram{Files: 5, Ranks: 5, Pieces: []rules.Piece{{Square: "d4", Shape: rules.ShapeDisc}}}
	d.Marks = rules.Marks{From: []string{"a1"}, To: []string{"d4"}, Arrows: []rules.Arrow{{Way: []string{"a1", "d4"}}}}
	lines := func(s Style, areas ...Area) int { return strings.Count(string(SVG(d, s, areas...)), "stroke-width=") }
	plain := lines(Style{})
	if arrow := lines(Style{Arrows: true}); arrow != plain+1 {
		t.Errorf("%d lines with an arrow, %d without", arrow, plain)
	}
	if refused := lines(Style{}, Area{Place: "b2", Mark: MarkRefused}); refused != plain+4 {
		t.Errorf("%d lines with a refused place, %d without", refused, plain)
	}
	titled := string(SVG(d, Style{Caption: "caption", Title: "a < b"}))
	if !strings.Contains(titled, "<title>a &lt; b</title>") {
		t.Error("the title is not that of the style")
	}
}
