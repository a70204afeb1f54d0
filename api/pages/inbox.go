package pages

import (
	"html/template"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates/view"
)

// inboxPage lists what waits for a player, and the games that wait for others.
type inboxPage struct {
	Frame
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
	page := inboxPage{Frame: p.frame(c, say(c, "site.inbox")), Rulesets: p.infos(c), Housed: p.houseGames(c)}
	page.Here, page.Devices = "inbox", !p.Store.HooksOff()
	page.Live = live.Tags{live.Inbox: inboxes[v.Player.ID].Tag}.String()
	if page.Box, err = p.Views.Inbox(stored, reader); err != nil {
		return err
	}
	if n := len(page.Box.Games); n > 0 {
		page.Title = say(c, "site.inbox.move", "n", n)
		page.More = n == models.MaxInbox
		page.Board = drawn.New(page.Box.Games[0].Board, "").SVG
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
