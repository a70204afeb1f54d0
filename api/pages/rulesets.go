package pages

import (
	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
)

// infos describes all rulesets in the reader's language.
func (p *Pages) infos(c echo.Context) []rules.Info {
	list := make([]rules.Info, 0, len(p.rulesets))
	for _, r := range p.rulesets {
		list = append(list, r.Info(readerOf(c).Words().Tag()))
	}
	return list
}

// ruleset returns the ruleset that the path names, in any case.
func (p *Pages) ruleset(c echo.Context) (rules.Ruleset, rules.Info, error) {
	if r, found := rules.Find(p.rulesets, c.Param("ruleset")); found {
		return r, r.Info(readerOf(c).Words().Tag()), nil
	}
	return nil, rules.Info{}, fail(models.CodeNotFound, "site.no_page")
}
