package pages

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// versionParam is the parameter of a thumbnail's address that changes with the picture, so that browsers keep it.
const versionParam = "v"

// thumbnail is a game in a list, with the address of a small picture of its board.
type thumbnail struct {
	*view.Game
	Picture string
}

// thumbnails prepares games for a list.
func thumbnails(games []*models.Game, views *view.Views, reader view.Reader) []thumbnail {
	list := make([]thumbnail, 0, len(games))
	for _, g := range games {
		path := GamePath(g.ID) + "/board.svg?" + versionParam + "=" + pictureVersion(g)
		list = append(list, thumbnail{views.Game(g, false, reader), path})
	}
	return list
}

// pictureVersion identifies the position of a game: a ply is another position after a takeback.
func pictureVersion(g *models.Game) string { return fmt.Sprintf("%d.%d", g.Ply, g.Takebacks) }

// showThumbnail draws the board of a game for lists, as an onlooker sees it.
func (p *Pages) showThumbnail(c echo.Context) error {
	g, err := p.Store.Game(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	shown, err := p.Views.Drawn(g, false, view.Reader{Language: readerOf(c).Words()})
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentSecurityPolicy, pictureStylePolicy)
	if c.QueryParam(versionParam) == pictureVersion(g) {
		h.Set(echo.HeaderCacheControl, "public, max-age=604800, immutable")
	}
	return gzipped.SendTagged(c, "image/svg+xml", board.Thumbnail(shown.Board.Diagram, shown.Board.Style))
}
