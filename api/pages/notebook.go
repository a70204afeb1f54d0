package pages

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/templates/view"
)

// notesRoute is the route of the form with notes, which may be long.
const notesRoute = "/g/:id/notes"

// notebook shows what a player keeps beside a game: notes and lines of play. Only the player sees it, and only after
// signing in: the link of a mail may be in other hands.
type notebook struct {
	Text    string
	Stored  []string // the notes that a refused text would have replaced
	Version int
	Lines   []keptLine
	Try     string // the address of a line from the shown position
	Open    bool
	Refusal *view.Explanation
}

// keptLine is a line of play that the player keeps.
type keptLine struct {
	ID          int64
	Name, Turns string // Name is "" for none
	Ply         int
	Href        string
	Shown       bool
}

// fillNotebook adds the player's notes and lines.
func (p *Pages) fillNotebook(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member || !page.Signed {
		return nil
	}
	notes, lines, err := p.Store.NotebookOf(ctx, r.Player, g)
	if err != nil {
		return err
	}
	page.Notebook = &notebook{
		Text: notes.Text, Version: notes.Version, Lines: keptLines(g.ID, lines, 0),
		Try: gameLinks{path: linePath(g.ID)}.with(fromParam, strconv.Itoa(page.Ply)),
	}
	page.Notebook.Open = notes.Text != "" || len(lines) > 0
	return nil
}

func keptLines(game string, lines []play.KeptLine, shown int64) (list []keptLine) {
	for _, l := range lines {
		list = append(list, keptLine{
			ID: l.ID, Name: l.Name, Turns: lineText(l.Turns), Ply: l.Ply, Shown: l.ID == shown,
			Href: gameLinks{path: linePath(game)}.with(keptParam, strconv.FormatInt(l.ID, 10)) + "#board",
		})
	}
	return list
}

// lineText returns the turns of a line in one text.
func lineText(turns []string) string {
	const most = 6
	text := ""
	for i, turn := range turns {
		if i == most {
			return text + " …"
		}
		if i > 0 {
			text += " · "
		}
		text += turn
	}
	return text
}

// storeNotes replaces the player's notes on a game. A refused text is shown again.
func (p *Pages) storeNotes(c echo.Context) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	version, err := number(c, "version")
	if err != nil {
		return err
	}
	in := play.NotesInput{Game: c.Param("id"), Player: v.Player.ID, Version: &version}
	form := gameForm{Panel: "notes", Notes: c.Request().PostForm.Get("notes")}
	if _, err = p.Store.SetNotes(c.Request().Context(), in, form.Notes); err != nil {
		return form.refuse(err)
	}
	return redirect(c, GamePath(in.Game)+"#notes", "notes")
}
