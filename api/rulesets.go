package api

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/words"
)

// rulesetPages caches the pages of a ruleset by language. They are rendered on the first request
// and do not change while the program runs.
type rulesetPages struct {
	ruleset    rules.Ruleset
	byLanguage sync.Map // of *rulesetPage, by language tag
}

func (p *rulesetPages) in(language *words.Language) (*rulesetPage, error) {
	if page, cached := p.byLanguage.Load(language.Tag()); cached {
		return page.(*rulesetPage), nil
	}
	page, err := newRulesetPage(p.ruleset, language)
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

func newRulesetPage(r rules.Ruleset, language *words.Language) (*rulesetPage, error) {
	info := r.Info(language.Tag())
	page := &rulesetPage{info: info}
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
		Notation: info.Notation, Rules: info.Rules, Credit: info.Credit,
		Faults:  each(info.Faults, func(f rules.Fault) Meaning { return Meaning{Code: f.Code, Meaning: f.Meaning} }),
		Reasons: each(info.Reasons, func(r rules.Reason) Meaning { return Meaning{Code: r.Code, Meaning: r.Phrase} }),
		Examples: each(info.Examples, func(e rules.Example) Example {
			return Example{Variant: e.Variant, Position: e.Position, Turn: e.Turn, Text: e.Text, Fault: e.Fault}
		}),
	}
	var err error
	page.markdown, err = templates.RulesPage(r, language)
	if err != nil {
		return page, err
	}
	page.text, err = templates.RulesText(r, language)
	return page, err
}

// ListRulesets lists the rulesets.
func (s *server) ListRulesets(c echo.Context) error {
	list := RulesetList{Rulesets: make([]RulesetSummary, 0, len(s.rulesets))}
	for _, pages := range s.rulesets {
		page, err := pages.in(languageOf(c))
		if err != nil {
			return err
		}
		list.Rulesets = append(list.Rulesets, page.summary)
	}
	return sendJSON(c, http.StatusOK, list)
}

// GetRuleset shows one ruleset.
func (s *server) GetRuleset(c echo.Context, id RulesetID) error {
	for _, pages := range s.rulesets {
		page, err := pages.in(languageOf(c))
		if err != nil {
			return err
		}
		if page.info.ID != id {
			continue
		}
		switch form := formOf(c); form {
		case typeJSON:
		case typeText:
			return send(c, textResponse(http.StatusOK, page.text+templates.AfterText("rules", id, commandsOf(c))))
		default:
			body := []byte(page.markdown)
			return send(c, response{Status: http.StatusOK, ContentType: form + "; charset=utf-8", Body: body})
		}
		return sendJSON(c, http.StatusOK, page.whole)
	}
	return refuse(models.CodeNotFound, "http.no_ruleset", "name", quoted(id, 40), "command", "GET /v1/rulesets")
}
