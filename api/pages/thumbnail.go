package pages

import (
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// The query parameters of a thumbnail: one that changes with the picture, so that browsers keep it, and the seat at the
// bottom. Turns that are shown as if they had been played are in turnParam.
const (
	versionParam = "v"
	seatParam    = "seat"
)

// thumbnail is a game in a list, with the address of a small picture of its board. Each picture is a separate request,
// which a browser makes once for each position and only for what is in sight.
type thumbnail struct {
	*view.Game
	Picture string
	Ended   string // when the game ended, in words; "" during the game
}

// agoLimit is the age until which the end of a game is told by its age, not by its day.
const agoLimit = 30 * 24 * time.Hour

// thumbnails prepares games for a list.
func (p *Pages) thumbnails(games []*view.Game, reader view.Reader) []thumbnail {
	now, list := p.Store.Clock(), make([]thumbnail, 0, len(games))
	for _, g := range games {
		t := thumbnail{Game: g, Picture: picturePath(g)}
		switch age := now.Sub(g.Ended); {
		case g.Ended.IsZero():
		case age < agoLimit:
			t.Ended = reader.Words().Ago(age)
		default:
			t.Ended = reader.Words().Date(g.Ended)
		}
		list = append(list, t)
	}
	return list
}

// picturePath returns the address of a small picture of a game as its reader sits, after some more turns.
func picturePath(g *view.Game, turns ...string) string {
	q := url.Values{versionParam: {pictureVersion(g.Ply, g.Takebacks)}}
	if g.Reader != rules.NoSeat {
		q.Set(seatParam, strconv.Itoa(int(g.Reader)))
	}
	if len(turns) > 0 {
		q[turnParam] = turns
	}
	return GamePath(g.ID) + "/board.svg?" + q.Encode()
}

// pictureVersion identifies the position of a game: a ply is another position after a takeback.
func pictureVersion(ply, takebacks int) string { return fmt.Sprintf("%d.%d", ply, takebacks) }

// showThumbnail draws the board of a game for lists, from a seat or as an onlooker sees it.
func (p *Pages) showThumbnail(c echo.Context) error {
	ctx := c.Request().Context()
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	version := pictureVersion(g.Ply, g.Takebacks)
	if turns := c.QueryParams()[turnParam]; len(turns) > 0 {
		line, err := p.Store.LineAt(ctx, g.ID, g.Ply, turns)
		if err != nil {
			return err
		}
		g = line.At(len(turns))
	}
	reader, seat := readerOf(c), rules.NoSeat
	if text := c.QueryParam(seatParam); text == "0" || text == "1" {
		seat = rules.Seat(text[0] - '0')
	}
	diagram, err := p.Store.Diagram(g, reader.Words().Tag())
	if err != nil {
		return err
	}
	shown := p.Views.Board(g.Ruleset, diagram, seat, view.Reader{Language: reader.Language})
	h := c.Response().Header()
	h.Set(echo.HeaderContentSecurityPolicy, pictureStylePolicy)
	if c.QueryParam(versionParam) == version {
		h.Set(echo.HeaderCacheControl, "public, max-age=604800, immutable")
	}
	return gzipped.SendTagged(c, "image/svg+xml", board.Thumbnail(shown.Diagram, shown.Style))
}

// pictureStylePolicy allows a picture the style sheet inside it.
const pictureStylePolicy = "default-src 'none'; style-src 'unsafe-inline'"
