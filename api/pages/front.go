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

// ShowFront is the front page.
func (p *Pages) ShowFront(c echo.Context) error {
	page := struct {
		frame
		Games []rules.Info
	}{p.frame(c, say(c, "site.front.title")), p.infos(c)}
	page.Description, page.URL = say(c, "site.front.lead"), p.BaseURL+"/"
	return p.show(c, http.StatusOK, "front", page)
}

// infos describes every ruleset in the reader's language.
func (p *Pages) infos(c echo.Context) []rules.Info {
	list := make([]rules.Info, 0, len(p.rulesets))
	for _, r := range p.rulesets {
		list = append(list, r.Info(readerOf(c).Words().Tag()))
	}
	return list
}

// inboxPage is what waits for a player, and where they wait.
type inboxPage struct {
	frame
	Box           *view.Inbox
	Board         template.HTML // of the most urgent game
	Waiting, Over []*view.Game
	Out           []*view.Challenge
	Rulesets      []rules.Info
	All           bool
}

// inboxGames is how many games of a state the inbox shows.
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
	page := inboxPage{frame: p.frame(c, say(c, "site.inbox")), Rulesets: p.infos(c), All: true}
	page.Here = "inbox"
	if page.Box, err = p.Views.Inbox(stored, reader); err != nil {
		return err
	}
	if n := len(page.Box.Games); n > 0 {
		page.Title = say(c, "site.inbox.move", "n", n)
		page.Board = draw(page.Box.Games[0].Board).SVG
	}
	for _, list := range []struct {
		status models.Status
		add    func(*models.Game)
	}{
		{models.Ongoing, func(g *models.Game) {
			if g.SeatOf(v.Player.ID) != g.ToMove {
				page.Waiting = append(page.Waiting, p.Views.Game(g, false, reader))
			}
		}},
		{models.Finished, func(g *models.Game) { page.Over = append(page.Over, p.Views.Game(g, false, reader)) }},
	} {
		games, _, err := p.Store.Games(
			ctx,
			models.GameFilter{Player: v.Player.Name, Status: list.status, Limit: inboxGames},
		)
		if err != nil {
			return err
		}
		for _, g := range games {
			list.add(g)
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
	return p.show(c, http.StatusOK, "inbox", page)
}

// playerPage is what everybody may know of a player.
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
	page := playerPage{
		frame:    p.frame(c, player.Name),
		Mine:     visitorOf(c).Player.ID == player.ID,
		Rulesets: p.infos(c),
	}
	page.Player = knownPlayer{player.Name, reader.In(player.CreatedAt)}
	for _, r := range records {
		page.Records = append(
			page.Records,
			playerRecord{r, p.Store.RulesetInfo(r.Ruleset, reader.Words().Tag()).Name},
		)
	}
	games, next, err := p.Store.Games(
		ctx,
		models.GameFilter{Player: player.Name, Before: c.QueryParam("before"), Limit: inboxGames},
	)
	if err != nil {
		return err
	}
	for _, g := range games {
		page.Games = append(
			page.Games,
			p.Views.Game(g, false, view.Reader{Language: reader.Language, Zone: reader.Zone}),
		)
	}
	if next != "" {
		page.More = PlayerPath(player.Name) + "?before=" + next
	}
	return p.show(c, http.StatusOK, "player", page)
}
