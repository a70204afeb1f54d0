package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates"
	"turnpost/templates/view"
)

// trialPage is a board to try against the house. Its address has the whole line, so that the server stores nothing.
type trialPage struct {
	gamePage
	Trial    *view.Trial
	Recent   []view.Turn // the visitor's last turn and what followed
	Start    string      // the address of the same board from its start
	Others   []choice    // the same game with the other side, and with other variants
	PlayForm string      // the address where a game against somebody is begun
}

// TryPath returns the path of a ruleset's board to try.
func TryPath(ruleset string) string { return "/try/" + url.PathEscape(ruleset) }

// tries reports by ruleset whether there is a board to try.
func (p *Pages) tries() map[string]bool {
	has := map[string]bool{}
	for _, r := range p.rulesets {
		has[r.Info(phrase.English).ID] = p.Store.HouseBegins(r)
	}
	return has
}

// turnParam is the query parameter of each turn of a board to try.
const turnParam = "t"

// ShowTrial serves a board to try. A line that the rules refuse is shown up to the refused turn.
func (p *Pages) ShowTrial(c echo.Context) error {
	c.Response().Header().Set("X-Robots-Tag", "noindex, nofollow")
	input := trial.Input{
		Ruleset: c.Param("ruleset"), Variant: c.QueryParam("variant"), Side: c.QueryParam("side"),
		Turns: c.QueryParams()[turnParam],
	}
	played, err := p.Trials.Play(input)
	refused, _ := errors.AsType[*models.Error](err)
	if refused != nil && refused.Code != models.CodeNotFound {
		input.Turns = input.Turns[:max(0, min(refused.Index, len(input.Turns)))]
		played, err = p.Trials.Play(input)
	} else {
		refused = nil
	}
	if err != nil {
		return err
	}
	page, err := p.trialPage(c, played)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if refused != nil {
		status, page.Refusal = p.Status(refused.Code), p.refusal(refused, c)
	}
	return p.show(c, status, "try", page)
}

func (p *Pages) trialPage(c echo.Context, t *trial.Trial) (*trialPage, error) {
	reader := readerOf(c)
	reader.Player = trial.VisitorID
	shown, err := p.Views.Trial(t, reader)
	if err != nil {
		return nil, err
	}
	page := &trialPage{Trial: shown, Recent: shown.Recent()}
	page.gamePage = gamePage{
		frame: p.frame(c, say(c, "site.try.title", "title", shown.Title)), Game: shown.Game, Ply: shown.Ply,
		Current: shown.Ply, Form: gameForm{Turn: c.QueryParam("turn")}, Links: trialLinks(t, t.Turns()),
	}
	page.NoIndex, page.Back = true, TryPath(shown.Ruleset)
	page.Links.large = c.QueryParam(sizeParam) == sizeLarge
	page.Links.Size = page.Links.resized(page.Form.Turn, c.QueryParams()["at"], "")
	page.Start = trialLinks(t, nil).with()
	p.fillTrialChoices(c, page, t)
	drawn := composed{board: shown.Board, caption: templates.BoardCaption(shown.Game, reader.Words())}
	if !shown.Over() {
		r := trialRules{p, t, p.Views.TrialGame(t, reader), reader}
		now, err := p.composeTurn(c, &page.gamePage, r, reader)
		if err != nil {
			return nil, err
		}
		drawn.board, drawn.areas = now.board, now.areas
		if now.caption != "" {
			drawn.caption, page.Recent = now.caption, nil
			page.PlayPath = trialLinks(t, append(t.Turns(), page.Turn.Text)).with() + "#board"
		}
	}
	page.Board = draw(drawn.board, drawn.caption, drawn.areas...)
	for i, turn := range shown.Lines {
		page.History = append(page.History, historyLine{
			Ply: i + 1, Text: turn.Text, Description: turn.Description, Href: trialLinks(t, shown.Begun[:i+1]).with() + "#board",
		})
	}
	return page, nil
}

// fillTrialChoices adds the ways on: the other side, other variants, and a game against somebody.
func (p *Pages) fillTrialChoices(c echo.Context, page *trialPage, t *trial.Trial) {
	info := p.Store.RulesetInfo(t.Info.ID, readerOf(c).Words().Tag())
	other := *t
	other.Seat = t.Seat.Other()
	side := say(c, "site.try.as", "side", info.Sides[other.Seat].Name)
	page.Others = append(page.Others, choice{Text: side, Href: trialLinks(&other, nil).with()})
	for _, v := range info.Offered() {
		if v.ID != t.Variant.ID {
			other := *t
			other.Variant = v
			page.Others = append(page.Others, choice{Text: v.Name, Href: trialLinks(&other, nil).with()})
		}
	}
	play := RulesPath(info.ID) + "?" + url.Values{"play": {"1"}, "variant": {t.Variant.ID}}.Encode()
	page.PlayForm = play + "#play"
	if !page.Signed {
		page.PlayForm = signInPath(play) + "#new"
	}
}

// trialLinks builds the addresses of a line.
func trialLinks(t *trial.Trial, turns []string) gameLinks {
	l := gameLinks{path: TryPath(t.Info.ID)}
	if t.Variant.ID != t.Info.Variants[0].ID {
		l.line = append(l.line, "variant", t.Variant.ID)
	}
	if t.Seat != rules.First {
		l.line = append(l.line, "side", t.Info.SideID(t.Seat))
	}
	for _, turn := range turns {
		l.line = append(l.line, turnParam, turn)
	}
	return l
}

// trialRules implements turnRules for the end of a line.
type trialRules struct {
	p      *Pages
	trial  *trial.Trial
	game   *models.Game
	reader view.Reader
}

func (r trialRules) next(prefix string) (rules.Options, error) {
	return r.p.Store.NextSteps(r.game, prefix)
}

func (r trialRules) try(turn string) (*models.Game, error) {
	t, err := r.p.Trials.Extend(r.trial, turn)
	if err != nil {
		return nil, err
	}
	return r.p.Views.TrialGame(t, r.reader), nil
}
