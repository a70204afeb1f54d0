package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/models"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// trialPage is a board to try against the house. Its address has the whole line, so that the server stores nothing.
type trialPage struct {
	gamePage
	Trial    *view.Trial
	Recent   []view.Turn // the visitor's last turn and what followed
	Start    string      // the address of the same board from its start
	Sides    []choice    // the same game with either side; the address of the shown one is empty
	Variants []choice    // the same for its variants
	Boards   []choice    // the same for all games
	Levels   []houseLevel
	PlayForm string // the address where a game against somebody is begun
}

// TryPath returns the path of a ruleset's board to try.
func TryPath(ruleset string) string { return "/try/" + url.PathEscape(ruleset) }

// triable describes the rulesets with a board to try.
func (p *Pages) triable(c echo.Context) (list []rules.Info) {
	for i, info := range p.infos(c) {
		if p.Store.HouseBegins(p.rulesets[i]) {
			list = append(list, info)
		}
	}
	return list
}

// tries reports by ruleset whether there is a board to try.
func (p *Pages) tries(c echo.Context) map[string]bool {
	has := map[string]bool{}
	for _, info := range p.triable(c) {
		has[info.ID] = true
	}
	return has
}

// showTrials lists the boards to try.
func (p *Pages) showTrials(c echo.Context) error {
	page := struct {
		Frame
		Boards []rules.Info
	}{p.frame(c, say(c, "site.play.try")), p.triable(c)}
	page.Description, page.URL, page.Back = say(c, "site.play.try.hint"), p.BaseURL+"/try", "/try"
	return p.show(c, http.StatusOK, "tries", page)
}

// ShowTrial serves a board to try. A line that the rules refuse is shown up to the refused turn.
func (p *Pages) ShowTrial(c echo.Context) error {
	return p.sendTrial(c, trialInput(c.Param("ruleset"), c.QueryParams()), nil)
}

// trialInput returns the line of the parameters of an address or of a form.
func trialInput(ruleset string, in url.Values) trial.Input {
	return trial.Input{Ruleset: ruleset, Variant: in.Get("variant"), Side: in.Get("side"), Turns: in[turnParam]}
}

// sendTrial shows a line; err is why a form of the page was refused, or nil.
func (p *Pages) sendTrial(c echo.Context, input trial.Input, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	c.Response().Header().Set("X-Robots-Tag", "noindex, nofollow")
	played, err := p.Trials.Play(input)
	if wrong, is := errors.AsType[*models.Error](err); is && wrong.Code != models.CodeNotFound {
		refused = wrong
		input.Turns = input.Turns[:max(0, min(refused.Index, len(input.Turns)))]
		played, err = p.Trials.Play(input)
	}
	if err != nil {
		return err
	}
	page, err := p.trialPage(c, played)
	if err != nil {
		return err
	}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "try", page)
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
		Frame: p.boardFrame(c, say(c, "site.try.title", "title", shown.Title)), Game: shown.Game, Ply: shown.Ply,
		Current: shown.Ply, Form: composedAt(c), Links: trialLinks(t, t.Turns()),
	}
	page.NoIndex, page.Back = true, TryPath(shown.Ruleset)
	page.Levels = houseLevels(c)
	page.Links.large = c.QueryParam(sizeParam) == sizeLarge
	page.Links.Size = page.Links.resized(page.Form.Turn, page.Form.At, "")
	page.Start = trialLinks(t, nil).with()
	p.fillTrialChoices(c, page, t)
	onBoard := composed{board: shown.Board, caption: templates.BoardCaption(shown.Game, reader.Words())}
	if !shown.Over() {
		r := trialRules{p, t, p.Views.TrialGame(t, reader), reader}
		now, err := p.composeTurn(&page.gamePage, r, reader)
		if err != nil {
			return nil, err
		}
		onBoard.board, onBoard.areas = now.board, now.areas
		if now.caption != "" {
			onBoard.caption, page.Recent = now.caption, nil
			page.PlayPath = trialLinks(t, append(t.Turns(), page.Turn.Text)).with() + "#board"
		}
	}
	page.Board = drawn.New(onBoard.board, onBoard.caption, onBoard.areas...)
	page.Seats = seatBars(shown.Game, page.Board, false)
	for i := range shown.Lines {
		href := trialLinks(t, shown.Begun[:i+1]).with() + "#board"
		page.History = append(page.History, newHistoryLine(i+1, &shown.Lines[i], href))
	}
	return page, nil
}

// fillTrialChoices adds the ways on: either side, the variants, the other games, and a game against somebody.
func (p *Pages) fillTrialChoices(c echo.Context, page *trialPage, t *trial.Trial) {
	info := p.Store.RulesetInfo(t.Info.ID, readerOf(c).Words().Tag())
	add := func(list *[]choice, text string, chosen bool, href string) {
		if chosen {
			href = ""
		}
		*list = append(*list, choice{Text: text, Href: href})
	}
	for seat, side := range info.Sides {
		other := *t
		other.Seat = rules.Seat(seat)
		add(&page.Sides, side.Name, other.Seat == t.Seat, trialLinks(&other, nil).with())
	}
	for _, v := range info.Offered() {
		other := *t
		other.Variant = v
		add(&page.Variants, v.Name, v.ID == t.Variant.ID, trialLinks(&other, nil).with())
	}
	if len(page.Variants) == 1 {
		page.Variants = nil
	}
	for _, r := range p.triable(c) {
		add(&page.Boards, r.Name, r.ID == info.ID, TryPath(r.ID))
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
	if len(t.Info.Variants) > 1 {
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

// trialRules implements taps.Rules for the end of a line.
type trialRules struct {
	p      *Pages
	trial  *trial.Trial
	game   *models.Game
	reader view.Reader
}

func (r trialRules) Next(prefix string) (rules.Options, error) {
	return r.p.Store.NextSteps(r.game, prefix)
}

func (r trialRules) Try(turn string) (*models.Game, error) {
	t, err := r.p.Trials.Extend(r.trial, turn)
	if err != nil {
		return nil, err
	}
	return r.p.Views.TrialGame(t, r.reader), nil
}
