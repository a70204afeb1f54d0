package pages

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/site"
	"turnpost/templates/words"
)

// rulesBook is a rules page as HTML, with its pictures.
type rulesBook struct {
	Info         rules.Info
	Intro        rulesSection   // the first section of the rules
	Sections     []rulesSection // the others
	Setups       []templates.RulesSetup
	Others       []*templates.RulesExample // examples to which the rules do not refer
	Signs        []templates.RulesSign
	PositionText template.HTML
	Credit       template.HTML

	book *templates.RulesBook
}

// rulesSection is one section. Its ID is unique on the page and suitable for links.
type rulesSection struct {
	ID, Title string
	Parts     []rulesPart
}

// rulesPart is text and the examples that it explains.
type rulesPart struct {
	HTML     template.HTML
	Examples []*templates.RulesExample
	Beside   bool          // the only picture has its place beside the text
	After    template.HTML // text beside the picture that follows it
}

// wideBoard is the width of a picture, in CSS pixels, whose squares are hard to see in the narrow columns of figures.
const wideBoard = 540

// Wide reports whether a picture needs a wide column: for its squares, or for the numbers of several steps.
func (p rulesPart) Wide() bool {
	return slices.ContainsFunc(p.Examples, func(e *templates.RulesExample) bool {
		return e.Picture.Width > wideBoard || e.Picture.Arrows() > 2
	})
}

// rulesBook returns the rules page of a ruleset.
func (p *Pages) rulesBook(r rules.Ruleset, id string, language *words.Language) (*rulesBook, error) {
	key := id + " " + language.Tag()
	if made, found := p.drawings.rules.Load(key); found {
		return made.(*rulesBook), nil
	}
	made, err := newRulesBook(r, language)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", id, err)
	}
	p.drawings.rules.Store(key, made)
	return made, nil
}

func newRulesBook(r rules.Ruleset, language *words.Language) (*rulesBook, error) {
	book, err := templates.NewRulesBook(r, language)
	if err != nil {
		return nil, err
	}
	b := &rulesBook{Info: book.Info, Setups: book.Setups, Others: book.Others, Signs: book.Signs, book: book}
	if err := b.addSections(language); err != nil {
		return nil, err
	}
	if b.PositionText, err = markdown(book.Info.PositionText, language); err != nil {
		return nil, err
	}
	b.Credit, err = markdown(book.Info.Credit, language)
	return b, err
}

func markdown(text string, language *words.Language) (template.HTML, error) {
	return site.Markdown(text, language.Say("site.board_text"), language.Say("site.table"))
}

// partEnd separates the parts of the rules while they are converted together, so that tables are numbered throughout.
const partEnd = "\n\n---\n\n"

// addSections converts the rules to HTML.
func (b *rulesBook) addSections(language *words.Language) error {
	var texts []string
	for _, section := range b.book.Rules {
		for _, part := range section.Parts {
			texts = append(texts, part.Text)
		}
	}
	all, err := markdown(strings.Join(texts, partEnd), language)
	if err != nil {
		return err
	}
	parts := strings.Split(string(all), "<hr>\n")
	if len(parts) != len(texts) {
		return fmt.Errorf("the rules have %d parts, their HTML %d", len(texts), len(parts))
	}
	ids := map[string]bool{}
	for _, section := range b.book.Rules {
		s := rulesSection{ID: sectionID(section.Title, ids), Title: section.Title}
		for _, part := range section.Parts {
			s.add(template.HTML(parts[0]), part.Examples)
			parts = parts[1:]
		}
		b.Sections = append(b.Sections, s)
	}
	if len(b.Sections) > 0 {
		b.Intro, b.Sections = b.Sections[0], b.Sections[1:]
	}
	return nil
}

// add adds a part. Text without pictures continues beside the picture of the part before.
func (s *rulesSection) add(text template.HTML, examples []*templates.RulesExample) {
	if last := len(s.Parts) - 1; last >= 0 && len(examples) == 0 && s.Parts[last].Beside {
		s.Parts[last].After = text
		return
	}
	s.Parts = append(s.Parts, rulesPart{HTML: text, Examples: examples, Beside: len(examples) == 1 && text != ""})
}

var noID = regexp.MustCompile(`[^a-z0-9]+`)

// sectionID derives an ID from a title: "capture-of-the-king". IDs that the page uses itself begin otherwise.
func sectionID(title string, used map[string]bool) string {
	id := "rules-" + strings.Trim(noID.ReplaceAllString(strings.ToLower(title), "-"), "-")
	for n := 2; used[id]; n++ {
		id += strconv.Itoa(n)
	}
	used[id] = true
	return id
}
