package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
)

// gamesOnFront is the number of games under way on the front page.
const gamesOnFront = 6

// ShowFront serves the front page: for a player who is signed in, what waits for them.
func (p *Pages) ShowFront(c echo.Context) error {
	if visitorOf(c).Signed {
		return p.showInbox(c)
	}
	page, err := p.frontPage(c)
	if err != nil {
		return err
	}
	page.Description, page.URL = say(c, "site.front.lead"), p.BaseURL+"/"
	if page.Open, _, err = p.openChallenges(c, models.OpenFilter{Limit: openShown}); err != nil {
		return err
	}
	f := play.GameFilter{Status: models.Ongoing, Limit: gamesOnFront}
	list, err := p.gameList(c, f, "/games", nil)
	if err != nil {
		return err
	}
	page.Ongoing = list.Games
	return p.show(c, http.StatusOK, "front", page)
}

// frontPage is the front page for visitors. It begins with a board to try, if there is one.
type frontPage struct {
	*trialPage
	Games   []rules.Info
	Tries   map[string]bool // by ruleset: there is a board to try
	Open    []*view.Challenge
	Ongoing []thumbnail
}

func (p *Pages) frontPage(c echo.Context) (*frontPage, error) {
	page := &frontPage{trialPage: &trialPage{}, Games: p.infos(c), Tries: p.tries(c)}
	page.Frame = p.frame(c, say(c, "site.front.title"))
	ruleset := p.firstBoard()
	if ruleset == "" {
		return page, nil
	}
	played, err := p.Trials.Play(trial.Input{Ruleset: ruleset})
	if err != nil {
		return nil, err
	}
	if page.trialPage, err = p.trialPage(c, played); err != nil {
		return nil, err
	}
	page.Frame, page.Turn = p.boardFrame(c, say(c, "site.front.title")), nil
	return page, nil
}

// firstBoard returns the ruleset whose board the front page has: of those that the house plays, and with which there
// are pieces on the board at the start, the one with the shortest rules. Somebody who sees it for the first time has
// the least to learn. It is "" if there is none.
func (p *Pages) firstBoard() (id string) {
	length := 0
	for _, r := range p.rulesets {
		info := r.Info(phrase.English)
		start, err := r.Start(info.Offered()[0].ID)
		if err != nil || !p.Store.HouseBegins(r) || len(start.Diagram(phrase.English).Pieces) == 0 {
			continue
		}
		if id == "" || len(info.Rules) < length {
			id, length = info.ID, len(info.Rules)
		}
	}
	return id
}
