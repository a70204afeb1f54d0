package templates

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/tictactoe"
	"turnpost/templates/words"
)

// someGames returns the games of the catalog and two that are not in it.
func someGames() []rules.Ruleset { return append(catalog.All(), tictactoe.New(), oddboards.New()) }

func bookOf(t *testing.T, r rules.Ruleset, lang string) *RulesBook {
	t.Helper()
	book, err := NewRulesBook(r, words.For(lang))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// Every example of every game has a picture, and a worked turn two, with the content in words. Every variant has a
// picture of its setup.
func TestRulesBookDrawsEverything(t *testing.T) {
	for _, r := range someGames() {
		book := bookOf(t, r, phrase.English)
		setups := 0
		for _, s := range book.Setups {
			setups += len(s.Variants)
		}
		if setups != len(book.Info.Variants) {
			t.Errorf("%s: %d setups of %d variants", book.Info.ID, setups, len(book.Info.Variants))
		}
		for _, e := range book.Examples {
			if d := e.Before.Diagram(phrase.English); len(d.Bowls)+d.Files == 0 {
				continue
			}
			book.checkPicture(t, e.Picture, e.Key)
			if e.Legal() {
				book.checkPicture(t, e.Other, e.Key+map[bool]string{false: ".before", true: ".after"}[e.After])
			} else if e.Other.Name != "" {
				t.Errorf("%s: the example %s has two pictures", book.Info.ID, e.Key)
			}
		}
	}
}

// checkPicture checks that a picture can be had by its name and is an SVG document whose title is its content in words.
func (b *RulesBook) checkPicture(t *testing.T, p Picture, name string) {
	t.Helper()
	kept, found := b.Picture(name)
	if p.Name != name || !found || kept.Alt != p.Alt || p.Width < 50 || p.Height < 50 {
		t.Errorf("%s: the picture %s is %q, %d × %d", b.Info.ID, name, p.Name, p.Width, p.Height)
	}
	var svg struct {
		XMLName xml.Name `xml:"svg"`
		Title   string   `xml:"title"`
	}
	if err := xml.Unmarshal(p.SVG(), &svg); err != nil || svg.Title != p.Alt || p.Alt == "" {
		t.Errorf("%s: the picture %s has the title %q, not %q (%v)", b.Info.ID, name, svg.Title, p.Alt, err)
	}
}

// The rules as text, and a picture of each kind: where a piece may go on a part of a board, on bowls, a refused turn, a
// turn of several steps, and one after which the board is set up anew.
func TestRulesAsWritten(t *testing.T) {
	pictures := map[string][]string{
		"hanniball": {"lion", "save"}, "bohnduell": {"empties"}, "hnefatafl": {"stop"}, "sevensages": {"point"},
	}
	for _, r := range catalog.All() {
		book := bookOf(t, r, phrase.English)
		text, err := book.Text()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "rules/"+book.Info.ID+".txt", text)
		for _, name := range pictures[book.Info.ID] {
			p, found := book.Picture(name)
			if !found {
				t.Fatalf("%s has no picture %s", book.Info.ID, name)
			}
			golden(t, "rules/"+book.Info.ID+"."+name+".svg", string(p.SVG()))
		}
	}
}

func TestPicturesInWords(t *testing.T) {
	want := map[string]string{
		"hanniball horse": "Where the piece on d6 may go (Horse, White): move: c4, e4, b5, f5, b7, f7 and c8.",
		"hanniball setup.standard": "The setup of HanniBall. White: 1 × Monkey, 2 × Lion, 4 × Elephant and 4 × Horse; " +
			"Black: 4 × Horse, 4 × Elephant, 2 × Lion and 1 × Monkey.",
		"bohnduell empties": "What a turn can do with Green 3 (3 balls): " +
			"empty: Green 3, Green 2, Green 1 and Green large.",
		"hnefatafl escape": "The board after the turn Kb1-a1. " +
			"Defence moved the king from b1 to a1. The king has reached a corner: Defence wins.",
		"sevensages point": "The turn e5-h8~k11~g15 on the board before it. " +
			"White's stone on e5 kicked the ball on h8, which bounced on k11 and came to rest on g15. " +
			"That scores for White, who now has 1 point; the stones and the ball go back to the setup.",
		"sevensages point.after": "The board after the turn e5-h8~k11~g15.",
		"sevensages kick.before": "The board before the turn h5-h8~h10~d10. White to move.",
		"hnefatafl stop": "The board with the refused turn d3-d4: " +
			"the defender on d3 cannot stop on the throne d4: only the king may, the others only pass over it.",
	}
	for _, r := range catalog.All() {
		book := bookOf(t, r, phrase.English)
		for name, alt := range want {
			id, key, _ := strings.Cut(name, " ")
			if p, found := book.Picture(key); id == book.Info.ID && (!found || p.Alt != alt) {
				t.Errorf("%s: %q", name, p.Alt)
			}
		}
	}
}

// The words of pictures come from phrases.
func TestPicturesInAnotherLanguage(t *testing.T) {
	for _, r := range someGames() {
		notation := rulestest.NotationWords(t, r)
		inNotation := func(word string) bool { return slices.Contains(notation, word) }
		for name, p := range bookOf(t, r, phrase.Pseudo).pictures {
			if words := slices.DeleteFunc(phrase.Unmarked(p.Alt), inNotation); len(words) > 0 {
				t.Errorf("%s: %q are of no phrase", name, words)
			}
		}
	}
}

// changed is a ruleset with another text of the rules.
type changed struct {
	rules.Ruleset
	text string
}

func (c changed) Info(lang string) rules.Info {
	info := c.Ruleset.Info(lang)
	info.Rules = c.text
	return info
}

func TestRulesReferToExamples(t *testing.T) {
	text := "Before.\n\n## One\n\nText.\n\n![](middle)\n![](line)\n\nMore ![](taken) here.\n\n## Two\n\n![](taken)\n"
	book := bookOf(t, changed{tictactoe.New(), text}, phrase.English)
	var got []string
	for _, s := range book.Rules {
		for _, p := range s.Parts {
			line := s.Title + ":" + p.Text
			for _, e := range p.Examples {
				line += " " + e.Key
			}
			got = append(got, line)
		}
	}
	want := ":Before.|One:Text. middle line|One:More ![](taken) here.|Two: taken"
	if strings.Join(got, "|") != want || len(book.Others) > 0 {
		t.Errorf("%q, %d others", got, len(book.Others))
	}
	plain, err := book.Text()
	if err != nil || !strings.Contains(plain, "Text.\n\nSee examples 1 and 3.\n") {
		t.Errorf("%v:\n%s", err, plain)
	}
	linked := book.LinkedRules(func(name string) string { return "/" + name })
	if !strings.Contains(linked, "](/middle)\n![The board after the turn c2. ") {
		t.Error(linked)
	}
	part := bookOf(t, changed{tictactoe.New(), "Text.\n![](line)\n\nMore."}, phrase.English)
	linked = part.LinkedRules(func(name string) string { return "/" + name })
	for _, name := range []string{"line", "middle", "taken"} {
		if strings.Count(linked, "](/"+name+")") != 1 {
			t.Errorf("example %s is not shown once:\n%s", name, linked)
		}
	}
	if _, err := NewRulesBook(changed{tictactoe.New(), "![](nothing)\n"}, words.For("")); err == nil {
		t.Error("the rules refer to an example that does not exist")
	}
}

// A legal worked turn has the boards before and after it in plain text too.
func TestRulesTextShowsBothBoards(t *testing.T) {
	text, err := bookOf(t, tictactoe.New(), phrase.English).Text()
	if err != nil {
		t.Fatal(err)
	}
	_, last, _ := strings.Cut(text, "### 3. c2")
	before, after := " 3  o  o  .\n 2  x  x  .\n", " 3  o  o  .\n 2  x  x [x]\n"
	if _, rest, found := strings.Cut(last, before); !found || !strings.Contains(rest, after) {
		t.Error(last)
	}
}
