package pages

import (
	"html/template"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/view"
)

// ShowFront serves the front page.
func (p *Pages) ShowFront(c echo.Context) error {
	page := struct {
		frame
		Games []rules.Info
	}{p.frame(c, say(c, "site.front.title")), p.infos(c)}
	page.Description, page.URL = say(c, "site.front.lead"), p.BaseURL+"/"
	return p.show(c, http.StatusOK, "front", page)
}

// infos describes all rulesets in the reader's language.
func (p *Pages) infos(c echo.Context) []rules.Info {
	list := make([]rules.Info, 0, len(p.rulesets))
	for _, r := range p.rulesets {
		list = append(list, r.Info(readerOf(c).Words().Tag()))
	}
	return list
}

// inboxPage lists what waits for a player, and the games that wait for others.
type inboxPage struct {
	frame
	Box           *view.Inbox
	Board         template.HTML // of the most urgent game
	Waiting, Over []*view.Game
	Out           []*view.Challenge
	Rulesets      []rules.Info
	All           bool // the player has games
	More          bool // more games are waiting than listed
}

// inboxGames is the number of games of each state that the inbox lists.
const inboxGames = 20

func (p *Pages) showInbox(c echo.Context) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx, reader := c.Request().Context(), readerOf(c)
	stored, err := p.Store.Inbox(ctx, v.Player)
	if err != nil {
		return err
	}
	page := inboxPage{frame: p.frame(c, say(c, "site.inbox")), Rulesets: p.infos(c)}
	page.Here = "inbox"
	if page.Box, err = p.Views.Inbox(stored, reader); err != nil {
		return err
	}
	if n := len(page.Box.Games); n > 0 {
		page.Title = say(c, "site.inbox.move", "n", n)
		page.More = n == models.MaxInbox
		page.Board = draw(page.Box.Games[0].Board, "").SVG
	}
	me := v.Player.Name
	for _, list := range []struct {
		filter models.GameFilter
		to     *[]*view.Game
	}{
		{models.GameFilter{Player: me, NotTo: me, Limit: inboxGames}, &page.Waiting},
		{models.GameFilter{Player: me, Status: models.Finished, Limit: inboxGames}, &page.Over},
	} {
		games, _, err := p.Store.Games(ctx, list.filter)
		if err != nil {
			return err
		}
		for _, g := range games {
			*list.to = append(*list.to, p.Views.Game(g, false, reader))
		}
	}
	out, _, err := p.Store.Challenges(ctx, v.Player, models.BoxOut, "", inboxGames)
	for _, challenge := range out {
		if challenge.Status == models.ChallengeOpen {
			page.Out = append(page.Out, p.Views.Challenge(challenge, reader))
		}
	}
	if err != nil {
		return err
	}
	page.All = len(page.Box.Games)+len(page.Waiting)+len(page.Over) > 0
	return p.show(c, http.StatusOK, "inbox", page)
}

// playerPage is the public profile of a player.
type playerPage struct {
	frame
	Player   knownPlayer
	Mine     bool
	Records  []playerRecord
	Games    []*view.Game
	More     string
	Rulesets []rules.Info
}

type knownPlayer struct {
	Name      string
	CreatedAt time.Time
}

type playerRecord struct {
	models.Record
	Title string
}

func (p *Pages) showPlayer(c echo.Context) error {
	ctx, reader := c.Request().Context(), readerOf(c)
	player, records, err := p.Store.PlayerByName(ctx, c.Param("name"))
	if err != nil {
		return err
	}
	mine := visitorOf(c).Player.ID == player.ID
	page := playerPage{frame: p.frame(c, player.Name), Mine: mine, Rulesets: p.infos(c)}
	page.Player = knownPlayer{player.Name, reader.In(player.CreatedAt)}
	for _, r := range records {
		title := p.Store.RulesetInfo(r.Ruleset, reader.Words().Tag()).Name
		page.Records = append(page.Records, playerRecord{r, title})
	}
	filter := models.GameFilter{Player: player.Name, Before: c.QueryParam("before"), Limit: inboxGames}
	games, next, err := p.Store.Games(ctx, filter)
	if err != nil {
		return err
	}
	onlooker := view.Reader{Language: reader.Language, Zone: reader.Zone}
	for _, g := range games {
		page.Games = append(page.Games, p.Views.Game(g, false, onlooker))
	}
	if next != "" {
		page.More = PlayerPath(player.Name) + "?before=" + next
	}
	return p.show(c, http.StatusOK, "player", page)
}
