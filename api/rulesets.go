package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/words"
)

func (p *rulesetPages) in(language *words.Language) (*rulesetPage, error) {
	if page, cached := p.byLanguage.Load(language.Tag()); cached {
		return page.(*rulesetPage), nil
	}
	page, err := newRulesetPage(p.ruleset, language, p.baseURL)
	if err != nil {
		return nil, err
	}
	p.byLanguage.Store(language.Tag(), page)
	return page, nil
}

// rulesetPage holds the forms of a ruleset's page in one language.
type rulesetPage struct {
	info     rules.Info
	summary  RulesetSummary
	whole    Ruleset
	markdown string
	text     string // plain text
}

func newRulesetPage(r rules.Ruleset, language *words.Language, baseURL string) (*rulesetPage, error) {
	info := r.Info(language.Tag())
	page := &rulesetPage{info: info}
	book, err := templates.NewRulesBook(r, language)
	if err != nil {
		return page, err
	}
	picture := func(name string) string { return baseURL + pages.PicturePath(info.ID, name) }
	variants := make([]Variant, 0, len(info.Variants))
	for _, v := range info.Variants {
		start, err := r.Start(v.ID)
		if err != nil {
			return page, fmt.Errorf("api: %s %s: %w", info.ID, v.ID, err)
		}
		variants = append(variants, Variant{
			ID: v.ID, Name: v.Name, Summary: v.Summary, Length: v.Length, Position: start.String(),
		})
	}
	sides := each(info.Sides[:], func(side rules.Side) Side { return Side{ID: side.ID, Name: side.Name} })
	page.summary = RulesetSummary{
		ID: info.ID, Name: info.Name, Version: info.Version, Summary: info.Summary,
		Sides: sides, Variants: variants,
	}
	page.whole = Ruleset{
		ID: info.ID, Name: info.Name, Version: info.Version, Summary: info.Summary, Sides: sides, Variants: variants,
		Notation: info.Notation, Rules: book.LinkedRules(picture), Credit: info.Credit,
		Faults:   each(info.Faults, func(f rules.Fault) Meaning { return Meaning{Code: f.Code, Meaning: f.Meaning} }),
		Reasons:  each(info.Reasons, func(r rules.Reason) Meaning { return Meaning{Code: r.Code, Meaning: r.Phrase} }),
		Examples: each(book.Examples, func(e *templates.RulesExample) Example { return wireExample(e, picture) }),
		House:    []RulesetHouse{},
	}
	if play.HousePlays(r) {
		page.whole.House = each(rules.Levels(), func(l rules.Level) RulesetHouse { return RulesetHouse(l) })
	}
	if page.markdown, err = book.Markdown(); err != nil {
		return page, err
	}
	page.text, err = book.Text()
	return page, err
}

// wireExample converts an example; picture returns the URL of a picture with a name.
func wireExample(e *templates.RulesExample, picture func(name string) string) Example {
	w := Example{
		Key: e.Key, Variant: e.Example.Variant, Position: e.Position, Before: e.Before.String(), Turn: e.Turn,
		Text: e.Text, Fault: e.Fault, Place: e.Targets,
	}
	if e.Legal() {
		w.After = e.Played.Next.String()
	}
	if e.Targets != "" {
		w.Targets = wireOptions(rules.Options{Steps: e.Steps}).Steps
	}
	if e.Picture.Name != "" {
		w.Picture, w.Alt = picture(e.Picture.Name), e.Picture.Alt
	}
	return w
}

// ListRulesets lists the rulesets.
func (s *server) ListRulesets(c echo.Context) error {
	list := RulesetList{Rulesets: make([]RulesetSummary, 0, len(s.rulesets))}
	var tries []string
	for _, of := range s.rulesets {
		page, err := of.in(languageOf(c))
		if err != nil {
			return err
		}
		list.Rulesets = append(list.Rulesets, page.summary)
		if s.store.HouseBegins(of.ruleset) {
			tries = append(tries, page.summary.ID)
		}
	}
	if formOf(c) == typeText && pagePath(c.Request()) == "/try" {
		text := valueLines(list, readerOf(c)) + templates.TrialsAfterText(tries, commandsOf(c))
		return send(c, textResponse(http.StatusOK, text))
	}
	return sendJSON(c, http.StatusOK, list)
}

// GetRuleset shows one ruleset.
func (s *server) GetRuleset(c echo.Context, id RulesetID) error {
	found, known := rules.Find(s.store.Rulesets(), id)
	for _, of := range s.rulesets {
		if !known || of.ruleset != found {
			continue
		}
		page, err := of.in(languageOf(c))
		if err != nil {
			return err
		}
		switch form := formOf(c); form {
		case typeJSON:
		case typeText:
			after := templates.RulesAfterText(page.info, s.store.HouseBegins(found), commandsOf(c))
			return send(c, textResponse(http.StatusOK, page.text+after))
		default:
			body := []byte(page.markdown)
			return send(c, response{Status: http.StatusOK, ContentType: form + "; charset=utf-8", Body: body})
		}
		return sendJSON(c, http.StatusOK, page.whole)
	}
	return refuse(models.CodeNotFound, "http.no_ruleset", "name", quoted(id, 40), "command", "GET /v1/rulesets")
}
