package pages

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/site"
	"turnpost/templates/words"
)

// rulesCache caches the rendered rules by ruleset and language.
type rulesCache struct{ rules sync.Map }

// rulesText renders the rules of a ruleset as HTML.
func (p *Pages) rulesText(r rules.Ruleset, info rules.Info, language *words.Language) (template.HTML, error) {
	key := info.ID + " " + language.Tag()
	if text, made := p.drawings.rules.Load(key); made {
		return text.(template.HTML), nil
	}
	markdown, err := templates.RulesPage(r, language)
	if err != nil {
		return "", err
	}
	text, err := site.Markdown(markdown, language.Say("site.board_text"), language.Say("site.table"))
	if err != nil {
		return "", fmt.Errorf("rules of %s: %w", info.ID, err)
	}
	p.drawings.rules.Store(key, text)
	return text, nil
}

func (p *Pages) showRules(c echo.Context) error {
	form := challengeForm{
		Opponent: c.QueryParam("opponent"),
		Variant:  c.QueryParam("variant"),
		Pace:     pace.Default,
	}
	return p.sendRules(c, http.StatusOK, form, nil)
}

func (p *Pages) sendRules(c echo.Context, status int, form challengeForm, refused *models.Error) error {
	r, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	page := struct {
		frame
		Info       rules.Info
		Head, Text template.HTML // the title with the summary, and the rest
		Form       challengeForm
		Play       bool // the reader came for the challenge form, not for the rules
	}{frame: p.frame(c, say(c, "site.rules.title", "name", info.Name)), Info: info, Form: form}
	text, err := p.rulesText(r, info, readerOf(c).Words())
	if err != nil {
		return err
	}
	head := text
	if i := strings.Index(string(text), "<h2"); i >= 0 {
		head, page.Text = text[:i], text[i:]
	}
	page.Head = head
	page.Play = refused != nil || form.Opponent != "" || c.QueryParam("play") != ""
	page.Description, page.URL, page.Back = info.Summary, p.BaseURL+RulesPath(info.ID), RulesPath(info.ID)
	page.Picture = p.BaseURL + RulesPath(info.ID) + "/board.png"
	if refused != nil {
		page.Refusal = p.refusal(refused, c)
	}
	return p.show(c, status, "rules", page)
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
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
	if strings.HasSuffix(c.Path(), ".png") {
		style.Scale = 2
		png, err := board.PNG(d, style)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, "image/png", png)
	}
	d.Counters = nil // too small to read on pages
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'")
	return c.Blob(http.StatusOK, "image/svg+xml", board.AdaptiveSVG(d, style))
}
