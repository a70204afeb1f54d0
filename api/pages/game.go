package pages

import (
	"cmp"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// gameForm holds the reader's text, to be kept if a form is refused.
type gameForm struct {
	Turn, Message, Plan, Text string
	Draw                      bool
}

// clock is the remaining time of a player.
type clock struct {
	Player  view.Player
	Left    time.Duration
	Running bool
}

// historyLine is a turn in the list of turns.
type historyLine struct {
	Ply                     int
	Text, Description, Href string
	Shown                   bool
}

// planPanel shows a player's plan.
type planPanel struct {
	Text     string
	Branches []planBranch
	Version  int
	Kept     bool
	Replaced string // of a plan that a line is added to: its lines that the line takes the place of; "" for none
	Refusal  *view.Explanation
}

// planBranch is a line of a plan.
type planBranch struct {
	Text    string
	Picture string // the address of a small picture of the board after its turns; "" if none of them is known
	Board   string // the address that shows these turns on the board, where more can be added
	Others  string // the plan without it
}

// gamePage is the page of a game for one reader.
type gamePage struct {
	frame
	Game       *view.Game
	Event      *view.Event // that the game belongs to, or nil
	Pace       pace.Pace
	Member     bool // the reader plays
	Reader     string
	Board      drawnBoard
	Seats      [2]seatBar // above the board and below it
	Ply        int        // of the shown position
	Current    int
	Past       bool
	TurnNumber int
	Takebacks  int
	MayAbort   bool
	Last       *view.Turn // the turn before the shown position
	Links      gameLinks
	PlayPath   string // of a board to try and of a line: the address that plays the whole turn
	PlayText   string // of a line: the label of PlayPath
	TurnTitle  string // of a line: the title of the form in which a turn is composed
	Clocks     []clock
	Turn       *turnPanel
	Plan       *planPanel
	Notebook   *notebook // nil for all but a player with a session
	Chat       []view.Message
	WholeChat  string // address of the older messages, if there are any
	History    []historyLine
	Earlier    bool
	Log        []string
	NextGame   *view.Game
	Others     bool   // the other games that wait are known: Waiting, and NextGame for a reader with a session
	Waiting    int    // number of other games that wait
	TakeBackTo int    // the ply before the reader's last turn, to which they may offer to go back; -1 for none
	LinkHint   string // how to sign in, for a reader by a link
	Again      *rematchPanel
	House      bool // a player is the house
	Thinking   bool // the house is to act
	Form       gameForm
	Kept       []string // text of the reader that cannot be sent any more
	Moves      template.HTML
	fragments  []*fragment // by the numbers of their marks
}

// showGame serves the page of a game: the current or an earlier position, with the turn that the reader is composing.
func (p *Pages) showGame(c echo.Context) error {
	return p.sendGame(c, http.StatusOK, gameForm{Turn: c.QueryParam("turn")}, nil)
}

// takesPart reports whether the reader is a player and may act here. A mailed link only shows a finished game.
func (p *Pages) takesPart(c echo.Context, g *models.Game) bool {
	v := visitorOf(c)
	plays := g.SeatOf(v.Player.ID) != rules.NoSeat
	return plays && (v.Signed || g.Status == models.Ongoing)
}

// Begins reports whether the page tells the reader that their game has started.
func (page *gamePage) Begins() bool {
	return page.Member && (page.Done == "accepted" || page.Done == "joined")
}

// Watching reports whether the reader is an onlooker: the page offers nothing to do beside the board.
func (page *gamePage) Watching() bool {
	return !page.Member && page.Turn == nil && page.Again == nil && page.LinkHint == ""
}

// News reports whether the board shows the current position after a turn of somebody else.
func (page *gamePage) News() bool {
	return !page.Past && !page.Building() && page.Last != nil && page.Last.Seat != page.Game.Reader
}

// Building reports whether the reader has started to compose a turn.
func (page *gamePage) Building() bool {
	return page.Turn != nil && (page.Turn.Steps || page.Turn.At != "")
}

// sendGame renders a game with the reader's text and the reason of a refusal.
func (p *Pages) sendGame(c echo.Context, status int, form gameForm, refused *models.Error) error {
	page, err := p.gamePage(c, form, refused)
	if err != nil {
		return err
	}
	return p.showShared(c, status, page)
}

func (p *Pages) gamePage(c echo.Context, form gameForm, refused *models.Error) (*gamePage, error) {
	ctx, reader := c.Request().Context(), readerOf(c)
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err == nil {
		g, err = p.afterHouse(c, g)
	}
	if err != nil {
		return nil, err
	}
	current, state := g.Ply, g.Live()
	if text := c.QueryParam("ply"); text != "" && c.Request().Method != http.MethodPost {
		ply, err := strconv.Atoi(text)
		if err != nil {
			return nil, fail(models.CodeNotFound, "site.no_page")
		}
		if g, current, err = p.Store.GameAt(ctx, g.ID, ply); err != nil {
			return nil, err
		}
	}
	page := &gamePage{
		frame: p.boardFrame(c, ""), Ply: g.Ply, Current: current, Past: g.Ply != current, Takebacks: g.Takebacks,
		Member: p.takesPart(c, g), Pace: g.ParsedPace(), TurnNumber: g.Ply, Form: form, TakeBackTo: -1,
	}
	shown, err := p.Views.Drawn(g, page.Past, reader)
	if err != nil {
		return nil, err
	}
	page.Feed, page.Live = FeedPath(g.ID), liveTags(c, g.ID, state)
	page.Game, page.Last, page.Reader = shown, shown.LastTurn, visitorOf(c).Player.Name
	page.Links = p.gameLinks(page, visitorOf(c).Link, c.QueryParam(sizeParam) == sizeLarge)
	page.Links.Size = page.Links.resized(form.Turn, c.QueryParams()["at"], c.QueryParam("ply"))
	p.title(page, c)
	if refused != nil {
		page.Refusal = p.refusal(refused, c)
	}
	p.fillHouse(c, page, g)
	if page.Event, err = p.eventOf(c, g); err != nil {
		return nil, err
	}
	if err := p.drawGame(c, page, g); err != nil {
		return nil, err
	}
	if err := p.fillGame(ctx, c, page, g); err != nil {
		return nil, err
	}
	if refused != nil {
		page.restoreText(refused)
	}
	return page, nil
}

func (p *Pages) gameLinks(page *gamePage, key string, large bool) gameLinks {
	l := gameLinks{id: page.Game.ID, key: key, large: large}
	l.Game, l.Turns = l.with(), strings.Replace(l.with(), GamePath(l.id), GamePath(l.id)+"/all", 1)
	share := gameLinks{id: l.id}.with("ply", strconv.Itoa(page.Ply))
	l.Share, l.ShareText = share, strings.TrimPrefix(strings.TrimPrefix(p.BaseURL, "https://"), "http://")+share
	if page.Ply > 0 {
		l.First, l.Previous = l.ply(0), l.ply(page.Ply-1)
	}
	if page.Past {
		l.Last, l.Next = l.with()+"#board", l.ply(page.Ply+1)
		if page.Ply+1 == page.Current {
			l.Next = l.Last
		}
	}
	return l
}

// title sets a title that says whose turn it is.
func (p *Pages) title(page *gamePage, c echo.Context) {
	g := page.Game
	pairs := []any{"title", g.Title, "first", g.Players[0].Name, "second", g.Players[1].Name}
	switch {
	case g.Over():
		page.Title = say(c, "site.title.over", pairs...)
	case g.MyTurn():
		page.Title = say(c, "site.title.your_turn", "title", g.Title, "opponent", g.Opponent())
	default:
		page.Title = say(c, "site.title.game", pairs...)
	}
	page.Description = say(c, "site.describe", append(pairs, "n", page.Ply, "standing", g.Standing)...)
	page.URL = p.BaseURL + page.Links.Share
	page.Picture, page.Card = p.BaseURL+cardPath(g.ID, page.Ply), true
	page.Back, page.OEmbed = GamePath(g.ID), p.oEmbedLink(g.ID)
}

// drawGame draws the shown position, or the position after the turn that the reader is composing.
func (p *Pages) drawGame(c echo.Context, page *gamePage, g *models.Game) error {
	reader, shown := readerOf(c), page.Game
	drawn, caption := shown.Board, templates.BoardCaption(shown, reader.Words())
	var areas []board.Area
	if shown.MyTurn() && !page.Past {
		r := storeRules{p, g, func(turn string) (*models.Game, error) {
			input := models.TurnInput{Game: g.ID, Player: reader.Player, Text: turn, Via: models.ViaWeb}
			return p.Store.TryTurn(c.Request().Context(), input)
		}}
		composed, err := p.composeTurn(c, page, r, reader)
		if err != nil {
			return err
		}
		drawn, caption, areas = composed.board, cmp.Or(composed.caption, caption), composed.areas
	}
	page.Board = p.drawOnce(page, fragmentKeyOf(page, g, reader), drawn, caption, areas)
	return nil
}

// turnsPage is one page of all turns of a game.
type turnsPage struct {
	frame
	Game    *view.Game
	Links   gameLinks
	History []historyLine
}

// turnsShown is the number of turns on a page.
const turnsShown = 150

func (p *Pages) showTurns(c echo.Context) error {
	ctx, reader := c.Request().Context(), readerOf(c)
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	from := 0
	if text := c.QueryParam("from"); text != "" {
		if from, err = strconv.Atoi(text); err != nil || from < 0 || from > g.Ply {
			return fail(models.CodeNotFound, "site.no_page")
		}
	}
	turns, err := p.Store.Turns(ctx, g.ID, from, turnsShown)
	if err != nil {
		return err
	}
	shown := p.Views.Game(g, false, reader)
	page := turnsPage{frame: p.frame(c, shown.Title), Game: shown}
	page.Links = gameLinks{id: g.ID, key: visitorOf(c).Link}
	page.Links.Game = page.Links.with()
	at := func(from int) string {
		return strings.Replace(page.Links.with("from", strconv.Itoa(from)), GamePath(g.ID), GamePath(g.ID)+"/all", 1)
	}
	if from > 0 {
		page.Links.Previous = at(max(0, from-turnsShown))
	}
	if from+len(turns) < g.Ply {
		page.Links.Next = at(from + len(turns))
	}
	for _, t := range turns {
		page.History = append(page.History, p.historyLine(g, t, page.Links, -1, reader))
	}
	return p.show(c, http.StatusOK, "turns", page)
}

// liveTags returns the tags of the page of a game. A reader with a session also follows the number of waiting games.
func liveTags(c echo.Context, id string, state models.LiveGame) string {
	v := visitorOf(c)
	if !v.Signed {
		return live.Tags{id: state.Tag(0)}.String()
	}
	return live.Tags{id: state.Tag(v.Player.ID), live.Inbox: live.Unknown}.String()
}

// eventOf returns the event of a game, or nil.
func (p *Pages) eventOf(c echo.Context, g *models.Game) (*view.Event, error) {
	if g.Event == "" {
		return nil, nil
	}
	stored, err := p.Store.FindEvent(c.Request().Context(), g.Event)
	if err != nil {
		return nil, err
	}
	return p.Views.Event(stored, readerOf(c)), nil
}
