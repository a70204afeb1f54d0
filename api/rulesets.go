package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// rulesetPage is a ruleset in all its forms. It never changes while the
// program runs.
type rulesetPage struct {
	info     rules.Info
	summary  RulesetSummary
	whole    Ruleset
	markdown string
}

func newRulesetPage(r rules.Ruleset) (rulesetPage, error) {
	info := r.Info()
	page := rulesetPage{info: info}
	variants := make([]Variant, 0, len(info.Variants))
	for _, v := range info.Variants {
		start, err := r.Start(v.ID)
		if err != nil {
			return page, fmt.Errorf("api: %s %s: %w", info.ID, v.ID, err)
		}
		variants = append(variants, Variant{ID: v.ID, Name: v.Name, Summary: v.Summary, Position: start.String()})
	}
	sides := each(info.Sides[:], func(side rules.Side) Side { return Side{ID: side.ID, Name: side.Name} })
	page.summary = RulesetSummary{ID: info.ID, Name: info.Name, Version: info.Version, Summary: info.Summary, Sides: sides, Variants: variants}
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
	page.markdown, err = templates.RulesPage(r)
	return page, err
}

// ListRulesets lists the games that can be played.
func (s *server) ListRulesets(c echo.Context) error {
	return sendJSON(c, http.StatusOK, RulesetList{
		Rulesets: each(s.rulesets, func(p rulesetPage) RulesetSummary { return p.summary }),
	})
}

// GetRuleset shows one ruleset. Markdown is plain text too.
func (s *server) GetRuleset(c echo.Context, id RulesetID) error {
	for _, page := range s.rulesets {
		if page.info.ID != id {
			continue
		}
		if form := formOf(c); form != typeJSON {
			return send(c, models.Answer{Status: http.StatusOK, ContentType: form + "; charset=utf-8", Body: []byte(page.markdown)})
		}
		return sendJSON(c, http.StatusOK, page.whole)
	}
	return refuse(models.CodeNotFound, "there is no ruleset %.40q; GET /v1/rulesets lists them", id)
}
