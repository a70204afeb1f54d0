package pages

import (
	"bytes"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/models"
	"turnpost/templates/view"
)

const (
	feedPath    = "/g/:id/feed.atom"
	feedType    = "application/atom+xml; charset=utf-8"
	feedEntries = 30 // the newest turns
)

// The elements of an Atom feed (RFC 4287).
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Language string      `xml:"xml:lang,attr"`
		ID       string      `xml:"id"`
		Title    string      `xml:"title"`
		Updated  string      `xml:"updated"`
		Author   string      `xml:"author>name"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  *atomAuthor `xml:"author"` // nil: that of the feed
		Link    atomLink    `xml:"link"`
		Summary string      `xml:"summary,omitempty"`
	}
	atomAuthor struct {
		Name string `xml:"name"`
	}
)

// showFeed serves the turns of a game and its end as an Atom feed, the newest first. It shows what an onlooker sees.
func (p *Pages) showFeed(c echo.Context) error {
	ctx, reader := c.Request().Context(), view.Reader{Language: readerOf(c).Words()}
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderLastModified, g.UpdatedAt.UTC().Format(http.TimeFormat))
	h.Set(echo.HeaderCacheControl, "public, no-cache")
	turns, err := p.Store.Turns(ctx, g.ID, g.Ply-feedEntries, feedEntries)
	if err != nil {
		return err
	}
	setLanguage(c)
	return sendAtom(c, p.feed(c, g, turns, reader))
}

// sendAtom sends a feed, unless the client has it.
func sendAtom(c echo.Context, feed atomFeed) error {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	encoder := xml.NewEncoder(&b)
	encoder.Indent("", " ")
	if err := encoder.Encode(feed); err != nil {
		return fmt.Errorf("feed %s: %w", feed.ID, err)
	}
	return gzipped.SendTagged(c, feedType, b.Bytes())
}

// feed converts a game. The ID of a turn contains its hash, so that a turn that takes the place of another one after a
// takeback is a new entry.
func (p *Pages) feed(c echo.Context, g *models.Game, turns []models.Turn, reader view.Reader) atomFeed {
	shown := p.Views.Game(g, false, reader)
	page, id := p.BaseURL+GamePath(g.ID), p.tagURI(g)
	at := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	feed := atomFeed{
		Language: reader.Words().Tag(), ID: id, Updated: at(g.UpdatedAt), Author: "turnpost",
		Title: say(c, "site.title.game", "title", shown.Title,
			"first", shown.Players[0].Name, "second", shown.Players[1].Name),
		Links: []atomLink{
			{Rel: "alternate", Type: "text/html", Href: page},
			{Rel: "self", Type: "application/atom+xml", Href: p.BaseURL + FeedPath(g.ID)},
		},
	}
	if shown.Over() {
		feed.Entries = append(feed.Entries, atomEntry{
			ID: id + "/end", Title: shown.Standing, Updated: at(g.FinishedAt), Summary: shown.Reason,
			Link: atomLink{Rel: "alternate", Type: "text/html", Href: page},
		})
	}
	for _, t := range slices.Backward(turns) {
		if t.Ply == 0 {
			continue
		}
		feed.Entries = append(feed.Entries, atomEntry{
			ID: id + "/" + hex.EncodeToString(t.Hash[:min(8, len(t.Hash))]), Title: fmt.Sprintf("%d. %s", t.Ply, t.Text),
			Updated: at(t.At), Author: &atomAuthor{shown.Players[t.Seat].Name}, Summary: p.Views.Turn(g, t, reader).Description,
			Link: atomLink{Rel: "alternate", Type: "text/html", Href: fmt.Sprintf("%s?ply=%d", page, t.Ply)},
		})
	}
	return feed
}

// tagURI returns the permanent ID of a game in feeds (RFC 4151).
func (p *Pages) tagURI(g *models.Game) string {
	return "tag:" + p.host() + "," + g.CreatedAt.UTC().Format(time.DateOnly) + ":" + g.ID
}
