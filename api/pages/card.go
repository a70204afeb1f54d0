package pages

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// showCard sends the picture of a link to a game: its board as an onlooker sees it, the players, and the side to move
// or the winner.
func (p *Pages) showCard(c echo.Context) error {
	c.Set(visitorKey, visitor{})
	ctx := c.Request().Context()
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	current := g.Ply
	if text := c.QueryParam("ply"); text != "" {
		ply, err := strconv.Atoi(text)
		if err != nil {
			return fail(models.CodeNotFound, "site.no_page")
		}
		if g, current, err = p.Store.GameAt(ctx, g.ID, ply); err != nil {
			return err
		}
	}
	reader := view.Reader{Language: readerOf(c).Words()}
	shown, err := p.Views.Drawn(g, g.Ply != current, reader)
	if err != nil {
		return err
	}
	text := board.CardText{
		Title: shown.Title, Players: [2]string{shown.Players[0].Name, shown.Players[1].Name}, Standing: shown.Standing,
		Marked: shown.ToMove, Site: siteName(p.BaseURL),
	}
	if shown.Over() && !shown.Past {
		text.Marked = rules.NoSeat
		if shown.Won() {
			text.Marked = shown.Result.Winner
		}
	}
	key := cardKey{g.ID, g.Takebacks, reader.Words().Tag(), text, g.Ply}
	picture, found := p.cards.Get(key)
	if !found {
		picture = board.Card(shown.Board.Diagram, shown.Board.Style, text)
		p.cards.Put(key, picture)
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=300")
	setLanguage(c)
	return gzipped.SendTagged(c, gzipped.PNGType, picture)
}

// siteName returns the host of the address of the pages.
func siteName(base string) string {
	if u, err := url.Parse(base); err == nil && u.Host != "" {
		return strings.TrimPrefix(u.Host, "www.")
	}
	return "turnpost"
}
