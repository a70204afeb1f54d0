package pages

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/models"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// EmbedPath returns the path of a game's board for frames of other sites.
func EmbedPath(id string) string { return "/embed/g/" + url.PathEscape(id) }

// embedPolicy lets every site frame the board. There is nothing to press in it: no session and no form.
const embedPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// Sizes of the frame in CSS pixels: the board is as wide as the frame, and embedRest is what stands around it.
const (
	embedWidth = 480
	embedRest  = 130
)

// embedPage is the board of a game as everybody sees it.
type embedPage struct {
	Title, Standing, URL string
	Game                 *view.Game
	Board                drawn.Board
	Seats                [2]seatBar
}

// showEmbed serves the board of a game for a frame of another site.
func (p *Pages) showEmbed(c echo.Context) error {
	c.Set(visitorKey, visitor{})
	page, err := p.embed(c, c.Param("id"))
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Del(echo.HeaderXFrameOptions)
	h.Set(echo.HeaderContentSecurityPolicy, embedPolicy)
	h.Set(echo.HeaderCacheControl, "public, no-cache")
	return p.show(c, http.StatusOK, "embed", page)
}

func (p *Pages) embed(c echo.Context, id string) (*embedPage, error) {
	g, err := p.Store.Game(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	shown, err := p.Views.Drawn(g, false, view.Reader{Language: readerOf(c).Words()})
	if err != nil {
		return nil, err
	}
	first, second := shown.Players[0].Name, shown.Players[1].Name
	page := &embedPage{
		Game: shown, Standing: shown.Standing, URL: p.BaseURL + GamePath(g.ID), Board: drawn.New(shown.Board, ""),
		Title: say(c, "site.title.game", "title", shown.Title, "first", first, "second", second),
	}
	page.Seats = seatBars(shown, page.Board, false)
	return page, nil
}

// oEmbedPath is the address that describes a game's board to sites that show it, as oembed.com has it.
const oEmbedPath = "/oembed"

// oEmbedLink returns the address that describes the board of a game.
func (p *Pages) oEmbedLink(id string) string {
	return p.BaseURL + oEmbedPath + "?url=" + url.QueryEscape(p.BaseURL+GamePath(id))
}

// describeEmbed describes the board of the game whose page's address is given.
func (p *Pages) describeEmbed(c echo.Context) error {
	c.Set(visitorKey, visitor{})
	path, here := strings.CutPrefix(c.QueryParam("url"), p.BaseURL)
	u, err := url.Parse(path)
	id, game := "", false
	if err == nil {
		id, game = strings.CutPrefix(u.Path, GamePath(""))
	}
	if !here || !game || strings.Contains(id, "/") {
		return fail(models.CodeNotFound, "site.no_page")
	}
	if format := c.QueryParam("format"); format != "" && format != "json" {
		return c.NoContent(http.StatusNotImplemented)
	}
	page, err := p.embed(c, id)
	if err != nil {
		return err
	}
	width := embedWidth
	if most, err := strconv.Atoi(c.QueryParam("maxwidth")); err == nil && most > 0 {
		width = min(width, most)
	}
	height := int(float64(width)/page.Board.Shape) + embedRest
	body, err := json.Marshal(map[string]any{
		"version": "1.0", "type": "rich", "title": page.Title, "provider_name": "turnpost", "provider_url": p.BaseURL + "/",
		"width": width, "height": height, "cache_age": 3600, "thumbnail_url": p.BaseURL + cardPath(id, page.Game.Ply),
		"thumbnail_width": board.CardWidth, "thumbnail_height": board.CardHeight,
		"html": fmt.Sprintf(`<iframe src="%s" title="%s" width="%d" height="%d" style="border:0" loading="lazy"></iframe>`,
			html.EscapeString(p.BaseURL+EmbedPath(id)), html.EscapeString(page.Title), width, height),
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Access-Control-Allow-Origin", "*")
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", body)
}
