package pages

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates"
)

// linePage shows a line of play that begins at a position of the player's game. Its address has the whole line, or
// the ID of a kept one, so that the server stores only what the player keeps.
type linePage struct {
	gamePage
	From     int      // the ply of the position where the line begins
	Shown    int      // number of turns of the line before the shown position
	Turns    []string // of the whole line
	LineKept bool     // the line is one of those that the player keeps
	Gone     bool     // the position where the line begins was taken back: the line is only shown
	Lines    []keptLine
	KeepName string
	MaxName  int
	Plan     *planPanel // the reader's plan with this line as a branch; nil if the line cannot be planned
}

// The query parameters of a line: the ply where it begins, or the ID of a kept one, and the number of turns to show.
// Its turns are in turnParam.
const (
	fromParam  = "from"
	keptParam  = "kept"
	shownParam = "shown"
)

// showLine serves a line of play.
func (p *Pages) showLine(c echo.Context) error {
	return p.sendLine(c, c.QueryParams(), nil)
}

// sendLine shows the line of the given parameters; err is why a form of the page was refused, or nil. A line that the
// rules refuse is shown up to the refused turn.
func (p *Pages) sendLine(c echo.Context, in url.Values, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx, game := c.Request().Context(), c.Param("id")
	lines, err := p.Store.KeptLines(ctx, v.Player.ID, game)
	if err != nil {
		return err
	}
	page := &linePage{MaxName: play.MaxLineName, KeepName: in.Get("name")}
	line, wrong, err := p.readLine(c, page, in, lines)
	if err != nil {
		return err
	}
	refused = cmp.Or(refused, wrong)
	page.Turns, page.Shown = line.Turns(), len(line.Played)
	if n, err := strconv.Atoi(in.Get(shownParam)); err == nil {
		page.Shown = max(0, min(n, page.Shown))
	}
	kept, _ := strconv.ParseInt(in.Get(keptParam), 10, 64)
	page.Lines = keptLines(game, lines, kept)
	page.LineKept = slices.ContainsFunc(lines, func(l play.KeptLine) bool {
		return l.Position == line.At(0).Position && slices.Equal(l.Turns, page.Turns)
	})
	if err := p.fillLine(c, page, line, in); err != nil {
		return err
	}
	if err := p.planLine(c, page); err != nil {
		return err
	}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.show(c, p.statusOf(refused), "line", page)
}

// planLine adds the plan that has the line as another branch, if the line begins with the turn that the opponent is to
// play now and answers it. The line takes the place of those that answer the same turns in another way.
func (p *Pages) planLine(c echo.Context, page *linePage) error {
	player, turns := visitorOf(c).Player.ID, page.Turns[:len(page.Turns)/2*2]
	g, err := p.Store.Game(c.Request().Context(), page.Game.ID)
	if err != nil || len(turns) == 0 || page.Gone || g.Status != models.Ongoing || g.Ply != page.From ||
		g.HouseSeat() != rules.NoSeat || g.Players[g.ToMove].ID == player {
		return err
	}
	plan, err := p.Store.Plan(c.Request().Context(), player, g.ID)
	if err != nil && models.CodeOf(err) != models.CodeNotFound {
		return err
	}
	branch, kept, replaced := models.PlanLine{Turns: turns}, []string{}, []string{}
	for _, text := range plan.Lines {
		other := strings.Split(text, planSign)
		switch at := branch.DivergesAt(models.PlanLine{Turns: other}); {
		case at < 0 && len(other) >= len(turns):
			return nil // the plan has it
		case at%2 == 1:
			replaced = append(replaced, text)
		default:
			kept = append(kept, text)
		}
	}
	page.Plan = &planPanel{
		Text: strings.Join(append(kept, branch.String()), "\n"), Version: plan.Version, Kept: err == nil,
		Replaced: strings.Join(replaced, ", "),
	}
	return nil
}

// readLine plays the line of the given parameters. wrong is why its last turns were left out.
func (p *Pages) readLine(
	c echo.Context, page *linePage, in url.Values, lines []play.KeptLine,
) (line *play.GameLine, wrong *models.Error, err error) {
	ctx := c.Request().Context()
	if text := in.Get(keptParam); text != "" {
		id, _ := strconv.ParseInt(text, 10, 64)
		i := slices.IndexFunc(lines, func(l play.KeptLine) bool { return l.ID == id })
		if i < 0 {
			return nil, nil, fail(models.CodeNotFound, "error.no_line", "line", id)
		}
		line, current, err := p.Store.PlayKeptLine(ctx, lines[i])
		page.From, page.Gone = lines[i].Ply, !current
		return line, nil, err
	}
	if page.From, err = strconv.Atoi(in.Get(fromParam)); err != nil {
		return nil, nil, fail(models.CodeNotFound, "site.no_page")
	}
	turns := in[turnParam]
	line, err = p.Store.LineAt(ctx, c.Param("id"), page.From, turns)
	if bad, is := errors.AsType[*models.Error](err); is && bad.Index >= 0 {
		wrong = bad
		line, err = p.Store.LineAt(ctx, c.Param("id"), page.From, turns[:min(bad.Index, len(turns))])
	}
	return line, wrong, err
}

// fillLine adds the board, the steps through the line, and the form in which its next turn is composed.
func (p *Pages) fillLine(c echo.Context, page *linePage, line *play.GameLine, in url.Values) error {
	reader, g := readerOf(c), line.At(page.Shown)
	shown, err := p.Views.Drawn(g, false, reader)
	if err != nil {
		return err
	}
	page.gamePage = gamePage{
		Frame: p.boardFrame(c, say(c, "site.line.title", "title", shown.Title)), Game: shown, Ply: shown.Ply,
		Current: page.From + len(page.Turns), Member: true, Form: composedAt(c), Last: shown.LastTurn,
	}
	page.TurnTitle = say(c, "site.line.next")
	page.NoIndex, page.Back = true, GamePath(shown.ID)
	page.Links = page.lineLinks(page.Shown)
	page.Links.large = c.QueryParam(sizeParam) == sizeLarge
	page.Links.Game = GamePath(shown.ID)
	page.Links.Size = page.Links.resized(page.Form.Turn, page.Form.At, "")
	page.stepLinks(in)
	onBoard := composed{board: shown.Board, caption: templates.BoardCaption(shown, reader.Words())}
	if !shown.Over() && !page.Gone {
		now, err := p.composeTurn(&page.gamePage, lineRules{p, line, page.Shown}, reader)
		if err != nil {
			return err
		}
		onBoard.board, onBoard.areas = now.board, now.areas
		if now.caption != "" {
			onBoard.caption = now.caption
			turns := slices.Concat(page.Turns[:page.Shown], []string{page.Turn.Text})
			page.PlayPath = lineLinks(shown.ID, page.From, turns).with() + "#board"
			page.PlayText = say(c, "site.line.add", "turn", page.Turn.Text)
		}
	}
	page.Board = drawn.New(onBoard.board, onBoard.caption, onBoard.areas...)
	page.Seats = seatBars(shown, page.Board, false)
	for i := range line.Played {
		turn := newHistoryLine(page.From+i+1, p.Views.Turn(g, *line.Turn(i), reader), page.step(in, i+1))
		turn.Shown = i+1 == page.Shown
		page.History = append(page.History, turn)
	}
	return nil
}

// lineLinks builds the addresses of a line.
func lineLinks(game string, from int, turns []string) gameLinks {
	l := gameLinks{id: game, path: linePath(game), line: []string{fromParam, strconv.Itoa(from)}}
	for _, turn := range turns {
		l.line = append(l.line, turnParam, turn)
	}
	return l
}

// lineLinks builds the addresses in which a turn is composed after some turns of the line.
func (page *linePage) lineLinks(turns int) gameLinks {
	return lineLinks(page.Game.ID, page.From, page.Turns[:turns])
}

// step returns the address that shows the line after some of its turns.
func (page *linePage) step(in url.Values, turns int) string {
	shown := strconv.Itoa(turns)
	if turns == len(page.Turns) {
		shown = ""
	}
	if kept := in.Get(keptParam); kept != "" {
		return gameLinks{path: linePath(page.Game.ID)}.with(keptParam, kept, shownParam, shown) + "#board"
	}
	return page.lineLinks(len(page.Turns)).with(shownParam, shown) + "#board"
}

// stepLinks adds the addresses of the line's other positions.
func (page *linePage) stepLinks(in url.Values) {
	if page.Shown > 0 {
		page.Links.First, page.Links.Previous = page.step(in, 0), page.step(in, page.Shown-1)
	}
	if last := len(page.Turns); page.Shown < last {
		page.Links.Next, page.Links.Last = page.step(in, page.Shown+1), page.step(in, last)
	}
}

// lineRules implements taps.Rules for a position of a line.
type lineRules struct {
	p     *Pages
	line  *play.GameLine
	turns int
}

func (r lineRules) Next(prefix string) (rules.Options, error) {
	return r.p.Store.NextSteps(r.line.At(r.turns), prefix)
}

func (r lineRules) Try(turn string) (*models.Game, error) {
	return r.p.Store.ExtendLine(r.line, r.turns, turn)
}

// changeLines keeps the line of a form, or deletes one.
func (p *Pages) changeLines(c echo.Context) error {
	v, game, post := visitorOf(c), c.Param("id"), c.Request().PostForm
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx := c.Request().Context()
	if post.Get("action") == "delete" {
		id, err := strconv.ParseInt(post.Get("id"), 10, 64)
		if err != nil {
			return fail(models.CodeNotFound, "site.no_page")
		}
		if err := p.Store.DeleteKeptLine(ctx, v.Player.ID, game, id); err != nil {
			return err
		}
		return redirect(c, GamePath(game)+"#notes", "line_deleted")
	}
	from, err := number(c, fromParam)
	if err != nil {
		return err
	}
	in := play.NewKeptLine{Ply: from, Turns: post[turnParam], Name: post.Get("name")}
	kept, err := p.Store.KeepLine(ctx, v.Player.ID, game, in)
	if err == nil {
		return redirect(c, linePath(game)+"?"+keptParam+"="+strconv.FormatInt(kept.ID, 10), "line_kept")
	}
	return p.sendLine(c, post, err)
}
