package pages

import (
	"html/template"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/account"
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
	page.frame = p.frame(c, say(c, "site.front.title"))
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
	page.frame, page.Turn = p.boardFrame(c, say(c, "site.front.title")), nil
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

// inboxPage lists what waits for a player, and the games that wait for others.
type inboxPage struct {
	frame
	Box       *view.Inbox
	Board     template.HTML // of the most urgent game
	Turns     []thumbnail   // games of the box
	Draws     []thumbnail
	Takebacks []thumbnail
	Messages  []thumbnail
	Waiting   []thumbnail
	Over      []thumbnail
	Out       []*view.Challenge
	Open      []*view.Challenge
	Offer     *offer
	Rulesets  []rules.Info
	Housed    []houseGame
	All       bool // the player has games
	More      bool // more games are waiting than listed
	Devices   bool // browsers can be told of turns
}

// inboxGames is the number of games of each state that the inbox lists.
const inboxGames = 20

func (p *Pages) showInbox(c echo.Context) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx, reader := c.Request().Context(), readerOf(c)
	// Before the inbox itself: a change between the two is shown twice rather than missed.
	inboxes, err := p.Store.LiveInboxes(ctx, []int64{v.Player.ID})
	if err != nil {
		return err
	}
	stored, err := p.Store.Inbox(ctx, v.Player)
	if err != nil {
		return err
	}
	page := inboxPage{frame: p.frame(c, say(c, "site.inbox")), Rulesets: p.infos(c), Housed: p.houseGames(c)}
	page.Here, page.Devices = "inbox", !p.Store.HooksOff()
	page.Live = live.Tags{live.Inbox: inboxes[v.Player.ID].Tag}.String()
	if page.Box, err = p.Views.Inbox(stored, reader); err != nil {
		return err
	}
	if n := len(page.Box.Games); n > 0 {
		page.Title = say(c, "site.inbox.move", "n", n)
		page.More = n == models.MaxInbox
		page.Board = draw(page.Box.Games[0].Board, "").SVG
	}
	var waiting, over []*view.Game
	me := v.Player.Name
	for _, list := range []struct {
		filter play.GameFilter
		to     *[]*view.Game
	}{
		{play.GameFilter{Player: me, NotTo: me, Limit: inboxGames}, &waiting},
		{play.GameFilter{Player: me, Status: models.Finished, Limit: inboxGames}, &over},
	} {
		games, _, err := p.Store.Games(ctx, list.filter)
		if err != nil {
			return err
		}
		for _, g := range games {
			*list.to = append(*list.to, p.Views.Game(g, false, reader))
		}
	}
	view.TellApart(reader, page.Box.Games, page.Box.Draws, page.Box.Takebacks, page.Box.Messages, waiting)
	view.TellApart(reader, over)
	shown := map[string]bool{} // a game is listed once; its entry says what else there is
	once := func(list []*view.Game) []thumbnail {
		list = slices.DeleteFunc(list, func(g *view.Game) bool { return shown[g.ID] })
		for _, g := range list {
			shown[g.ID] = true
		}
		return p.thumbnails(list, reader)
	}
	page.Turns, page.Draws, page.Takebacks = once(page.Box.Games), once(page.Box.Draws), once(page.Box.Takebacks)
	page.Messages, page.Waiting, page.Over = once(page.Box.Messages), once(waiting), once(over)
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
	page.All = len(page.Turns)+len(page.Waiting)+len(page.Over) > 0
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
	Bot       bool
	CreatedAt time.Time
}

type playerRecord struct {
	account.Record
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
	page.Player = knownPlayer{player.Name, player.Bot(), reader.In(player.CreatedAt)}
	page.ClockNotes = view.ClockNotesOf(player, mine, reader.Words())
	if page.Standing, err = p.standing(c, player); err != nil {
		return err
	}
	for _, r := range records {
		title := p.Store.RulesetInfo(r.Ruleset, reader.Words().Tag()).Name
		page.Records = append(page.Records, playerRecord{r, title})
	}
	page.Section, err = p.gameList(c, play.GameFilter{
		Player: player.Name, Before: c.QueryParam("before"), After: c.QueryParam("after"), Limit: gamesShown,
	}, PlayerPath(player.Name), nil)
	if err != nil {
		return err
	}
	page.Section.Empty = say(c, "site.player.none")
	return p.show(c, http.StatusOK, "player", page)
}
