package pages

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/view"
)

// chatShown is the number of recent messages beside the board; chatPage is the number of messages on a page of the
// whole chat.
const (
	chatShown = 12
	chatPage  = 200
)

// fillChat adds the most recent messages.
func (p *Pages) fillChat(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member {
		return nil
	}
	chat, err := p.Store.LastMessages(ctx, r.Player, g, chatShown)
	if err != nil {
		return err
	}
	page.Chat = p.Views.Chat(chat, r)
	if len(page.Chat) > 0 && page.Chat[0].Number > 1 {
		page.WholeChat = chatLink(page.Links, max(0, page.Chat[len(page.Chat)-1].Number-chatPage))
	}
	return nil
}

// chatLink returns the address of a game's messages after the given one; 0 means all.
func chatLink(l gameLinks, after int) string {
	pairs := []string{"after", ""}
	if after > 0 {
		pairs[1] = strconv.Itoa(after)
	}
	return strings.Replace(l.with(pairs...), GamePath(l.id), GamePath(l.id)+"/chat", 1)
}

// wholeChat is one page of all messages of a game.
type wholeChat struct {
	Frame
	Game                 *view.Game
	Back, Previous, Next string
	Chat                 []view.Message
}

func (p *Pages) showChat(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	ctx, reader := c.Request().Context(), readerOf(c)
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	if g.SeatOf(player.ID) == rules.NoSeat {
		return fail(models.CodeForbidden, "error.not_your_game", "game", g.ID)
	}
	after := 0
	if text := c.QueryParam("after"); text != "" {
		if after, err = strconv.Atoi(text); err != nil || after < 0 {
			return fail(models.CodeNotFound, "site.no_page")
		}
	}
	chat, err := p.storeOf(c).Messages(ctx, player.ID, g.ID, after, chatPage)
	if err != nil {
		return err
	}
	shown := p.Views.Game(g, false, reader)
	links := gameLinks{id: g.ID, key: visitorOf(c).Link}
	page := wholeChat{Frame: p.frame(c, shown.Title), Game: shown, Back: links.with() + "#chat"}
	page.Chat = p.Views.Chat(chat, reader)
	if after > 0 {
		page.Previous = chatLink(links, max(0, after-chatPage))
	}
	if chat.Next > 0 {
		page.Next = chatLink(links, chat.Next)
	}
	return p.show(c, http.StatusOK, "whole-chat", page)
}
