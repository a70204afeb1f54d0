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

// gamesOnFront is the number of games under way on the front page.
const gamesOnFront = 6

// ShowFront serves the front page: for a player who is signed in, what waits for them.
func (p *Pages) ShowFront(c echo.Context) error {
	if visitorOf(c).Signed {
		return p.showInbox(c)
	}
	page := struct {
		frame
		Games   []rules.Info
		Tries   map[string]bool // by ruleset: there is a board to try
		Open    []*view.Challenge
		Ongoing []thumbnail
	}{frame: p.frame(c, say(c, "site.front.title")), Games: p.infos(c), Tries: p.tries()}
	page.Description, page.URL = say(c, "site.front.lead"), p.BaseURL+"/"
	var err error
	if page.Open, _, err = p.openChallenges(c, models.OpenFilter{Limit: openShown}); err != nil {
		return err
	}
	f := models.GameFilter{Status: models.Ongoing, Limit: gamesOnFront}
	list, err := p.gameList(c, f, "/games", nil)
	if err != nil {
		return err
	}
	page.Ongoing = list.Games
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
	Open          []*view.Challenge
	Offer         *offer
	Rulesets      []rules.Info
	Housed        []houseGame
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
	page := inboxPage{frame: p.frame(c, say(c, "site.inbox")), Rulesets: p.infos(c), Housed: p.houseGames(c)}
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
	view.TellApart(reader, page.Box.Games, page.Box.Draws, page.Box.Takebacks, page.Box.Messages, page.Waiting)
	view.TellApart(reader, page.Over)
	out, _, err := p.Store.Challenges(ctx, v.Player, models.BoxOut, "", inboxGames)
	for _, challenge := range out {
		if challenge.Status == models.ChallengeOpen {
			page.Out = append(page.Out, p.Views.Challenge(challenge, reader))
		}
	}
	if err != nil {
		return err
	}
	if page.Open, _, err = p.openChallenges(c, models.OpenFilter{Limit: openShown}); err != nil {
		return err
	}
	if page.Offer, err = p.lastOffer(c); err != nil {
		return err
	}
	page.All = len(page.Box.Games)+len(page.Waiting)+len(page.Over) > 0
	return p.show(c, http.StatusOK, "inbox", page)
}

// playerPage is the public profile of a player.
type playerPage struct {
	frame
	Player     knownPlayer
	Mine       bool
	ClockNotes []string // what stops the player's clocks
	Records    []playerRecord
	Section    gameSection
	Standing   standingPanel
	Rulesets   []rules.Info
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
	page.ClockNotes = view.ClockNotesOf(player, mine, reader.Words())
	if page.Standing, err = p.standing(c, player); err != nil {
		return err
	}
	for _, r := range records {
		title := p.Store.RulesetInfo(r.Ruleset, reader.Words().Tag()).Name
		page.Records = append(page.Records, playerRecord{r, title})
	}
	page.Section, err = p.gameList(c, models.GameFilter{
		Player: player.Name, Before: c.QueryParam("before"), After: c.QueryParam("after"), Limit: gamesShown,
	}, PlayerPath(player.Name), nil)
	if err != nil {
		return err
	}
	page.Section.Empty = say(c, "site.player.none")
	return p.show(c, http.StatusOK, "player", page)
}
