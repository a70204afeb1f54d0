package pages

import (
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// reportForm holds the fields of a report.
type reportForm struct {
	Player, Reason string
	Message        int // 0 for none
}

// reportPage is the form of a report.
type reportPage struct {
	Frame
	Game *view.Game     // that is reported; nil for none
	Said []view.Message // the last messages of the opponent, if the reader plays in the game
	Form reportForm
}

// showReport shows the form for the player or the game that the address names.
func (p *Pages) showReport(c echo.Context) error {
	if p.AsText(c) {
		return c.String(http.StatusOK, templates.ReportText(p.commands(c)))
	}
	if !visitorOf(c).Signed {
		return c.Redirect(http.StatusSeeOther, signInPath(c.Request().URL.RequestURI()))
	}
	form := reportForm{Player: c.QueryParam("player")}
	form.Message, _ = strconv.Atoi(c.QueryParam("message")) // 0 for none
	return p.sendReport(c, c.QueryParam("game"), form, nil)
}

func (p *Pages) sendReport(c echo.Context, game string, form reportForm, refused *models.Error) error {
	page := reportPage{Frame: p.frame(c, say(c, "site.report")), Form: form}
	page.NoIndex = true
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	if game != "" {
		if err := p.fillReport(c, &page, game); err != nil {
			return err
		}
	}
	return p.show(c, p.statusOf(refused), "report", page)
}

// fillReport adds the game of a report and, for its players, the opponent's messages.
func (p *Pages) fillReport(c echo.Context, page *reportPage, game string) error {
	ctx, reader := c.Request().Context(), readerOf(c)
	g, err := p.Store.Game(ctx, game)
	if err != nil {
		return err
	}
	page.Game = p.Views.Game(g, false, reader)
	seat := g.SeatOf(reader.Player)
	if seat == rules.NoSeat {
		return nil
	}
	if page.Form.Player == "" && page.Refusal == nil && !page.Game.Alone() {
		page.Form.Player = g.Players[seat.Other()].Name
	}
	chat, err := p.Store.LastMessages(ctx, reader.Player, g, chatShown)
	if err != nil {
		return err
	}
	for i, m := range p.Views.Chat(chat, reader) {
		if chat.Messages[i].Seat != seat {
			page.Said = append(page.Said, m)
		}
	}
	return nil
}

// createReport stores a report and returns to what was reported.
func (p *Pages) createReport(c echo.Context) error {
	v, post := visitorOf(c), c.Request().PostForm
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	form, game := reportForm{Player: strings.TrimSpace(post.Get("player")), Reason: post.Get("reason")}, post.Get("game")
	form.Message, _ = strconv.Atoi(post.Get("message")) // "" for none
	once := onceOf(c, v.Player, func(any) ([]byte, error) { return []byte{}, nil },
		form.Player, game, post.Get("message"), form.Reason)
	_, err := p.Store.Once(once).CreateReport(c.Request().Context(), v.Player.ID, admin.NewReport{
		Player: form.Player, Game: game, Message: form.Message, Reason: form.Reason,
	})
	if refused, is := errors.AsType[*models.Error](err); is && refused.Code != models.CodeUnauthorized {
		return p.sendReport(c, game, form, refused)
	}
	if _, done := errors.AsType[*models.Replayed](err); err != nil && !done {
		return err
	}
	if game != "" {
		return redirect(c, GamePath(game), "reported")
	}
	return redirect(c, PlayerPath(form.Player), "reported")
}

// textPage is a page about the server.
type textPage struct {
	Frame
	Heading string // "" if the body has one
	Body    template.HTML
}

// showText returns the handler of a page about the server, such as privacy, which is plain text for a program.
func (p *Pages) showText(name string) echo.HandlerFunc {
	return func(c echo.Context) error {
		if p.AsText(c) {
			return c.String(http.StatusOK, templates.PlainText(p.texts.Find(name, readerOf(c).Words()).Markdown))
		}
		title, body, err := p.texts.Page(name, readerOf(c).Words())
		if err != nil {
			return err
		}
		page := textPage{Frame: p.frame(c, title), Body: body}
		if title == "" {
			page.Title = say(c, "site."+name)
			page.Heading = page.Title
		}
		page.Here = name
		return p.show(c, http.StatusOK, "text", page)
	}
}

// commands returns the shell commands that a text suggests.
func (p *Pages) commands(c echo.Context) templates.Commands {
	return templates.Commands{Site: p.BaseURL, Language: readerOf(c).Words(), Wide: true}
}

// exportPath is the address of the player's data.
const exportPath = "/settings/export"

// exportOwn sends what is stored about the signed-in player.
func (p *Pages) exportOwn(c echo.Context) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	return p.Export(c, v.Player)
}
