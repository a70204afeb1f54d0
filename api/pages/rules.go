package pages

import (
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

func (p *Pages) showRules(c echo.Context) error {
	form, err := p.rememberedForm(c)
	if err != nil {
		return err
	}
	return p.sendRules(c, form, nil)
}

// sendRules shows the rules with the form for a challenge; err is why the form was refused, or nil.
func (p *Pages) sendRules(c echo.Context, form challengeForm, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	r, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	book, err := p.rulesBook(r, info.ID, readerOf(c).Words())
	if err != nil {
		return err
	}
	page := struct {
		Frame
		*rulesBook
		Form      challengeForm
		Paces     []option
		OtherPace string   // a time that Paces lacks
		Try       bool     // there is a board to try
		Opponents []string // the reader's latest
		Open      []*view.Challenge
		House     *houseGame
		Play      bool // the reader came for the challenge form, not for the rules
	}{Frame: p.frame(c, say(c, "site.rules.title", "name", info.Name)), rulesBook: book, Form: form}
	page.Try = p.Store.HouseBegins(r)
	page.House = p.houseGame(c, r)
	page.Paces, page.OtherPace = paceOptions(form.Pace, readerOf(c).Words())
	if page.Opponents, err = p.recentOpponents(c); err != nil {
		return err
	}
	if page.Open, _, err = p.openChallenges(c, models.OpenFilter{Ruleset: info.ID, Limit: openShown}); err != nil {
		return err
	}
	page.Play = refused != nil || form.Opponent != "" || c.QueryParam("play") != ""
	page.Description, page.URL, page.Back = info.Summary, p.BaseURL+RulesPath(info.ID), RulesPath(info.ID)
	page.Picture = p.BaseURL + RulesPath(info.ID) + "/board.png"
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "rules", page)
}

// PicturePath returns the path of a picture of a rules page.
func PicturePath(ruleset, name string) string {
	return RulesPath(ruleset) + "/pictures/" + name + ".svg"
}

// showPicture sends a picture of a rules page.
func (p *Pages) showPicture(c echo.Context) error {
	r, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	book, err := p.rulesBook(r, info.ID, readerOf(c).Words())
	if err != nil {
		return err
	}
	name, isSVG := strings.CutSuffix(c.Param("name"), ".svg")
	picture, found := book.book.Picture(name)
	if !isSVG || !found {
		return fail(models.CodeNotFound, "site.no_page")
	}
	return sendSVG(c, picture.SVG())
}

// sendSVG sends a picture that does not change while the program runs.
func sendSVG(c echo.Context, svg []byte) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "public, max-age=86400")
	h.Set(echo.HeaderContentSecurityPolicy, pictureStylePolicy)
	return gzipped.SendTagged(c, "image/svg+xml", svg)
}

// showSetup draws the start position of a variant.
func (p *Pages) showSetup(c echo.Context) error {
	r, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	variant, found := info.Variant(c.QueryParam("variant"))
	if !found {
		return fail(models.CodeNotFound, "site.no_page")
	}
	start, err := r.Start(variant.ID)
	if err != nil {
		return err
	}
	style := board.NewStyle(info)
	style.Language = readerOf(c).Words()
	d := start.Diagram(style.Language.Tag())
	if strings.HasSuffix(c.Path(), ".png") {
		style.Scale = 2
		png, err := board.PNG(d, style)
		if err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
		return gzipped.SendTagged(c, gzipped.PNGType, png)
	}
	d.Counters = nil // too small to read on pages
	return sendSVG(c, board.AdaptiveSVG(d, style))
}
