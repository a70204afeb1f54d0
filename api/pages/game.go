package pages

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/api/pages/gzipped"
	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/models/core"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

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
	html                    string // as the list beside a board has it; "" until it is rendered
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
	Frame
	Game       *view.Game
	Event      *view.Event // that the game belongs to, or nil
	Pace       pace.Pace
	Member     bool // the reader plays
	Reader     string
	Board      drawn.Board
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
	return p.sendGame(c, composedAt(c), nil)
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
func (p *Pages) sendGame(c echo.Context, form gameForm, refused *models.Error) error {
	page, err := p.gamePage(c, form, refused)
	if err != nil {
		return err
	}
	return p.showShared(c, p.statusOf(refused), page)
}

func (p *Pages) gamePage(c echo.Context, form gameForm, refused *models.Error) (*gamePage, error) {
	ctx, v, reader := c.Request().Context(), visitorOf(c), readerOf(c)
	g, err := p.Store.Game(ctx, c.Param("id"))
	if err == nil && doneOf(c) != "" {
		g, err = p.afterHouse(ctx, g)
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
	shown, err := p.Views.Drawn(g, g.Ply != current, reader)
	if err != nil {
		return nil, err
	}
	page := &gamePage{
		Frame: p.boardFrame(c, ""), Ply: g.Ply, Current: current, Past: g.Ply != current, Takebacks: g.Takebacks,
		Pace: g.ParsedPace(), TurnNumber: g.Ply, Form: form, TakeBackTo: -1,
		Game: shown, Last: shown.LastTurn, Reader: v.Player.Name,
	}
	// A mailed link only shows a finished game.
	page.Member = shown.Reader != rules.NoSeat && (v.Signed || g.Status == models.Ongoing)
	page.Feed, page.Live = FeedPath(g.ID), liveTags(v, g.ID, state)
	page.Links = p.gameLinks(page, v.Link, c.QueryParam(sizeParam) == sizeLarge)
	page.Links.Size = page.Links.resized(form.Turn, form.At, c.QueryParam("ply"))
	p.title(page, reader.Words())
	if refused != nil {
		page.Refusal = p.refusal(refused, reader)
	}
	p.fillHouse(c, page, g)
	page.fillClocks(g)
	page.fillLinkHint(reader.Words())
	// Each may need what those before it have added.
	for _, fill := range []func(context.Context, *gamePage, *models.Game, view.Reader) error{
		p.fillEvent, p.fillBoard, p.fillSeats, p.fillHistory, p.fillLog, p.fillChat, p.fillPlan, p.fillNext,
		p.fillRematch, p.fillNotebook,
	} {
		if err := fill(ctx, page, g, reader); err != nil {
			return nil, err
		}
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
func (p *Pages) title(page *gamePage, language *words.Language) {
	g := page.Game
	pairs := []any{"title", g.Title, "first", g.Players[0].Name, "second", g.Players[1].Name}
	switch {
	case g.Over():
		page.Title = language.Say("site.title.over", pairs...)
	case g.MyTurn():
		page.Title = language.Say("site.title.your_turn", "title", g.Title, "opponent", g.Opponent())
	default:
		page.Title = language.Say("site.title.game", pairs...)
	}
	page.Description = language.Say("site.describe", append(pairs, "n", page.Ply, "standing", g.Standing)...)
	page.URL = p.BaseURL + page.Links.Share
	page.Picture, page.Card = p.BaseURL+cardPath(g.ID, page.Ply), true
	page.Back, page.OEmbed = GamePath(g.ID), p.oEmbedLink(g.ID)
}

// fillBoard draws the shown position, or the position after the turn that the reader is composing.
func (p *Pages) fillBoard(ctx context.Context, page *gamePage, g *models.Game, reader view.Reader) error {
	shown := page.Game
	now := composed{board: shown.Board, caption: templates.BoardCaption(shown, reader.Words())}
	from := drawnFrom{now.board.Diagram, now.board.Style, now.caption}
	key := fragmentKeyOf(page, g, reader)
	key.board, key.seat, key.turn, key.at = true, shown.Reader, page.Form.Turn, fmt.Sprintf("%q", page.Form.At)
	f, found := p.fragments.Get(key)
	if !found || !reflect.DeepEqual(f.from, from) {
		if shown.MyTurn() && !page.Past {
			r := storeRules{p, g, func(turn string) (*models.Game, error) {
				input := models.TurnInput{Game: g.ID, Player: reader.Player, Text: turn, Via: models.ViaWeb}
				return p.Store.TryTurn(ctx, input)
			}}
			then, err := p.composeTurn(page, r, reader)
			if err != nil {
				return err
			}
			now = composed{then.board, cmp.Or(then.caption, now.caption), then.areas}
		}
		shown, svg := drawn.NewApart(now.board, now.caption, now.areas...)
		f = &fragment{Piece: gzipped.Ready(svg), drawn: shown, from: from, turn: page.Turn}
		// A refusal is not kept, and a whole turn is tried again: the game may have ended.
		if page.Refusal == nil && (page.Turn == nil || !page.Turn.Whole) {
			p.fragments.Put(key, f)
		}
	}
	page.Board = f.drawn
	if len(f.Plain) > 0 {
		page.Board.SVG = page.place(f)
	}
	if f.turn != nil {
		page.Turn = &turnPanel{}
		*page.Turn = *f.turn
	}
	return nil
}

// turnsPage is one page of all turns of a game.
type turnsPage struct {
	Frame
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
	page := turnsPage{Frame: p.frame(c, shown.Title), Game: shown}
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
		page.History = append(page.History, newHistoryLine(t.Ply, p.Views.Turn(g, t, reader), page.Links.ply(t.Ply)))
	}
	return p.show(c, http.StatusOK, "turns", page)
}

// liveTags returns the tags of the page of a game. A reader with a session also follows the number of waiting games.
func liveTags(v visitor, id string, state models.LiveGame) string {
	if !v.Signed {
		return live.Tags{id: state.Tag(0)}.String()
	}
	return live.Tags{id: state.Tag(v.Player.ID), live.Inbox: live.Unknown}.String()
}

// fillEvent adds the event of a game.
func (p *Pages) fillEvent(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if g.Event == "" {
		return nil
	}
	stored, err := p.Store.FindEvent(ctx, g.Event)
	if err == nil {
		page.Event = p.Views.Event(stored, r)
	}
	return err
}

func (page *gamePage) fillClocks(g *models.Game) {
	for seat, player := range page.Game.Players {
		running := !page.Game.Over() && !page.Past && rules.Seat(seat) == g.ToMove
		k := clock{Player: player, Running: running}
		if !page.Game.Over() && !page.Past {
			k.Left = g.Left[seat]
		}
		page.Clocks = append(page.Clocks, k)
	}
}

// fillLinkHint tells a player who came by a link how to sign in.
func (page *gamePage) fillLinkHint(language *words.Language) {
	switch {
	case page.Key == "" || page.Signed || page.Game.Reader == rules.NoSeat:
	case page.Game.Over():
		page.LinkHint = language.Say("site.link.over", "opponent", page.Game.Opponent())
	default:
		page.LinkHint = language.Say("site.link.plays", "name", page.Reader)
	}
}

// historyShown is the number of turns listed beside the board.
const historyShown = 30

func (p *Pages) fillHistory(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	from := max(0, min(page.Ply-historyShown/2, page.Current-historyShown))
	page.Earlier = from > 0 || page.Current > from+historyShown
	moves, err := p.moves(ctx, page, g, from, r)
	if err != nil {
		return err
	}
	if len(moves.Plain) > 0 {
		page.Moves = page.place(moves)
	}
	page.MayAbort = (moves.latest[0] < 0 || moves.latest[1] < 0) && page.Event == nil
	page.TakeBackTo = takeBackTo(page, g, moves.latest, r.Player)
	return nil
}

// takeBackTo returns the ply before the reader's last turn if they may offer to go back there now, else -1.
func takeBackTo(page *gamePage, g *models.Game, latest [2]int, player int64) int {
	if page.Past || !page.Member || page.Game.Over() || g.TakebackBy != rules.NoSeat {
		return -1
	}
	if last := latest[g.SeatOf(player)]; last >= 0 {
		return last - 1
	}
	return -1
}

func newHistoryLine(ply int, turn *view.Turn, href string) historyLine {
	return historyLine{Ply: ply, Text: turn.Text, Description: turn.Description, Href: href}
}

// maxLog is the number of log entries that a page shows.
const maxLog = 50

func (p *Pages) fillLog(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	entries, err := p.Store.GameLog(ctx, g.ID, 0, maxLog)
	for _, e := range entries {
		v := p.Views.LogEntry(g, e, r)
		page.Log = append(page.Log, r.Words().When(v.At)+": "+templates.LogSentence(v, r.Words()))
	}
	return err
}

// planSign separates the turns of a line of a plan.
const planSign = " : "

// fillPlan adds the plan of a player who waits for the opponent.
func (p *Pages) fillPlan(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member || page.House || page.Past || page.Game.Over() || page.Game.MyTurn() {
		return nil
	}
	page.Plan = &planPanel{}
	plan, err := p.Store.Plan(ctx, r.Player, g.ID)
	switch {
	case models.CodeOf(err) == models.CodeNotFound:
		return nil
	case err != nil:
		return err
	}
	page.Plan.Text, page.Plan.Version, page.Plan.Kept = strings.Join(plan.Lines, "\n"), plan.Version, true
	for i, line := range plan.Lines {
		branch := planBranch{Text: line, Others: strings.Join(slices.Delete(slices.Clone(plan.Lines), i, i+1), "\n")}
		turns := strings.Split(line, planSign)
		if n := slices.Index(turns, models.AnyTurn); n >= 0 { // the positions after it are unknown
			turns = turns[:n]
		}
		if len(turns) > 0 {
			branch.Picture, branch.Board = picturePath(page.Game, turns...), lineLinks(g.ID, g.Ply, turns).with()
		}
		page.Plan.Branches = append(page.Plan.Branches, branch)
	}
	return nil
}

// PlanAnswered reports whether the opponent's plan has answered the turn that the reader has just played.
func (page *gamePage) PlanAnswered() bool {
	last := page.Game.LastTurn
	return page.Done == "turn" && page.Member && last != nil && last.Planned && last.Seat != page.Game.Reader
}

// fillNext adds the most urgent of the player's other games, after a turn that another one of theirs does not follow.
func (p *Pages) fillNext(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if page.Done != "turn" || !page.Member || page.Game.MyTurn() {
		return nil
	}
	page.Others = true
	games, _, err := p.Store.Games(ctx, play.GameFilter{ToMove: page.Reader, Limit: maxUrgent})
	games = slices.DeleteFunc(games, func(other *models.Game) bool { return other.ID == g.ID })
	if page.Waiting = len(games); page.Waiting > 0 && page.Signed {
		page.NextGame = p.Views.Game(slices.MinFunc(games, models.ByDeadline), false, r)
	}
	return err
}

// maxUrgent is the number of games among which the most urgent one is searched.
const maxUrgent = 100

// playTurn plays a turn once. If the same form is sent again, by a double tap, from another tab or after the back
// button, it reports the turn as played.
func (p *Pages) playTurn(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	r := c.Request()
	form := gameForm{
		Turn: r.PostForm.Get("turn"), Message: r.PostForm.Get("message"), Draw: r.PostForm.Get("draw") != "",
		Plan: strings.ReplaceAll(r.PostForm.Get("plan"), "\r\n", "\n"),
	}
	ply, err := number(c, "ply")
	if err != nil {
		return err
	}
	takebacks, err := number(c, "takebacks")
	if err != nil {
		return err
	}
	input := models.TurnInput{
		Game: c.Param("id"), Player: player.ID, Ply: &ply, Takebacks: &takebacks, Text: form.Turn,
		Message: form.Message, OfferDraw: form.Draw, Plan: strings.TrimSpace(form.Plan), Via: models.ViaWeb,
	}
	once := &core.Once{
		Via: models.ViaWeb, Player: player.ID, Key: fmt.Sprintf("%s.%d.%d", input.Game, ply, takebacks),
		Fingerprint: fingerprint(input.Text, input.Message, strconv.FormatBool(input.OfferDraw), input.Plan),
		Record:      func(any) ([]byte, error) { return []byte{}, nil },
	}
	g, err := p.storeOf(c).Once(once).PlayTurn(r.Context(), input)
	if p.Played != nil {
		p.Played(g, err)
	}
	if _, done := errors.AsType[*models.Replayed](err); done || err == nil {
		if g != nil && g.Withheld {
			return redirect(c, GamePath(input.Game), "turn_muted")
		}
		return redirect(c, GamePath(input.Game), "turn")
	}
	return p.refuseTurn(r.Context(), input.Game, form, err)
}

// refuseTurn returns the reason of a refusal in the words of the page. It ends a game whose time has run out.
func (p *Pages) refuseTurn(ctx context.Context, game string, form gameForm, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	key, code := "", refused.Code
	switch {
	case code == models.CodeStale:
		key = "site.stale.turn"
	case code == models.CodeKeyReused: // an earlier tap played another turn or sent another message
		key, code = "site.twice.turn", models.CodeStale
	case refused.Message.Key == "error.time_out":
		key = "site.late.turn"
		if err := p.Store.FinishOverdue(ctx, game); err != nil { // for the result
			return err
		}
	case code == models.CodeGameOver:
		key = "site.over.turn"
	}
	if key != "" {
		refused = fail(code, key, "turn", form.Turn)
	}
	return form.refuse(refused)
}

// onceOf returns the idempotency key of a form, so that repeated taps act once: every rendered form has a new name. A
// form whose fields were changed is a different action. The result is nil for a form without a name.
func onceOf(c echo.Context, player models.Player, record func(any) ([]byte, error), texts ...string) *core.Once {
	name := c.Request().PostForm.Get("once")
	if name == "" || len(name) > maxOnce {
		return nil
	}
	sum := fingerprint(texts...)
	return &core.Once{
		Via: models.ViaWeb, Player: player.ID, Key: fmt.Sprintf("%s.%x", name, sum), Fingerprint: sum, Record: record,
	}
}

// maxOnce is the maximum length of a form's name in bytes.
const maxOnce = 40

// fingerprint hashes a list of texts.
func fingerprint(texts ...string) []byte {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return h.Sum(nil)
}

// action performs an action in a game. The store is limited to the rights of the visitor's link.
type action func(ctx context.Context, s *store.Store, player models.Player, game string) error

// act handles a form of a game's page and redirects to the game after it.
func (p *Pages) act(c echo.Context, done string, do action) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	game := c.Param("id")
	if err := do(c.Request().Context(), p.storeOf(c), player, game); err != nil {
		return gameForm{Text: c.Request().PostForm.Get("text")}.refuse(err)
	}
	return redirect(c, GamePath(game), done)
}

func (p *Pages) sendMessage(c echo.Context) error {
	return p.act(c, "message", func(ctx context.Context, s *store.Store, player models.Player, game string) error {
		text := c.Request().PostForm.Get("text")
		once := onceOf(c, player, func(any) ([]byte, error) { return []byte{}, nil }, game, text)
		_, err := s.Once(once).SendMessage(ctx, player.ID, game, text)
		if _, done := errors.AsType[*models.Replayed](err); done {
			return nil
		}
		return err
	})
}

func (p *Pages) markRead(c echo.Context) error {
	return p.act(c, "read", func(ctx context.Context, s *store.Store, player models.Player, game string) error {
		_, err := s.MarkMessagesRead(ctx, player.ID, game, nil)
		return err
	})
}

// storePlan stores or deletes a plan. A refused plan is shown with its lines as written.
func (p *Pages) storePlan(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	ply, err := number(c, "ply")
	if err != nil {
		return err
	}
	in := play.PlanInput{Game: c.Param("id"), Player: player.ID, Ply: &ply}
	if version, err := number(c, "version"); err == nil && version > 0 {
		in.Version = &version
	}
	post := c.Request().PostForm
	form, done := gameForm{Panel: "plan", Plan: strings.ReplaceAll(post.Get("plan"), "\r\n", "\n")}, "plan"
	if post.Get("action") == "delete" {
		done, err = "plan_deleted", p.storeOf(c).DeletePlan(c.Request().Context(), in)
	} else {
		_, err = p.storeOf(c).SetPlan(c.Request().Context(), in, strings.Split(form.Plan, "\n"))
	}
	if err != nil {
		return form.refuse(err)
	}
	return redirect(c, GamePath(in.Game), done)
}

// fragments caches the parts of games' pages that requests have in common: the list of turns, which is the same for all
// readers of a language until the next turn; the board with the form of the turn, which is the same for a seat and what
// the address chooses on it; and the page around them for one reader. A turn is neither read nor drawn anew for those
// who follow a game, nor is what can be tapped looked for again. The key of a list of turns, and that of a turn's form,
// have everything that these depend on. The position of a board and the data of a page are compared in full, so that
// nobody sees an old one or that of another reader.
type fragments = bounded.Cache[fragmentKey, *fragment]

// maxFragments bounds the memory of the fragments in bytes.
const maxFragments = 8 << 20

// fragmentKey identifies a fragment.
type fragmentKey struct {
	path      string // of a page or of a file that pages load
	player    int64  // who reads the page
	signed    bool
	game      string
	players   [2]models.PlayerRef // whom the list of turns names
	ply, of   int                 // the shown ply and the current one
	takebacks int
	language  string
	link      string // the addresses in it contain the reader's link
	large     bool
	board     bool       // the board, not the list of turns
	seat      rules.Seat // at the bottom of the board
	turn, at  string     // of the address: the turn that is composed on the board, and the chosen places
}

// fragment is a cached part of a page.
type fragment struct {
	gzipped.Piece
	lines  []historyLine // of a list of turns, oldest first
	latest [2]int        // by seat, of a list of turns: the ply of the last one; -1 for none
	drawn  drawn.Board
	from   drawnFrom
	turn   *turnPanel  // that is composed on the board; nil if none
	page   *sharedPage // if it is a whole page
}

// drawnFrom is what a board is drawn from, before a turn is composed on it.
type drawnFrom struct {
	Diagram rules.Diagram
	Style   board.Style
	Caption string
}

// size estimates the memory of a fragment; the parts of a diagram take about as much as its picture.
func (f *fragment) size() int {
	if f.page != nil {
		return f.page.size()
	}
	n := 1000 + len(f.Plain) + f.Size() + len(f.drawn.Text) + 400*len(f.lines)
	if f.turn != nil {
		n += 300 * (len(f.turn.Choices) + len(f.turn.Places))
	}
	return n
}

func newFragments() *fragments { return bounded.New[fragmentKey](maxFragments, (*fragment).size) }

// fragmentKeyOf returns the part of a key that all fragments of a page share.
func fragmentKeyOf(page *gamePage, g *models.Game, r view.Reader) fragmentKey {
	return fragmentKey{
		game: g.ID, players: g.Players, ply: page.Ply, of: page.Current, takebacks: g.Takebacks,
		language: r.Words().Tag(), link: page.Links.key, large: page.Links.large,
	}
}

// moves returns the list of turns beside the board, from the given ply on, rendered once.
func (p *Pages) moves(
	ctx context.Context, page *gamePage, g *models.Game, from int, r view.Reader,
) (*fragment, error) {
	key := fragmentKeyOf(page, g, r)
	if f, found := p.fragments.Get(key); found {
		return f, nil
	}
	f := &fragment{latest: [2]int{-1, -1}}
	add := func(ply int, t *view.Turn) {
		f.lines = append(f.lines, newHistoryLine(ply, t, page.Links.ply(ply)))
		if t.Seat != rules.NoSeat {
			f.latest[t.Seat] = ply
		}
	}
	before := key
	before.ply, before.of = key.ply-1, key.of-1
	if last, found := p.fragments.Get(before); found && page.Ply == page.Current {
		f.latest, f.lines = last.latest, slices.Clone(last.lines) // all but the last turn
		add(page.Ply, page.Game.LastTurn)
	} else {
		turns, err := p.Store.Turns(ctx, g.ID, from, historyShown)
		if err != nil {
			return nil, err
		}
		for _, t := range turns {
			if t.Ply <= page.Current { // and not played meanwhile
				add(t.Ply, p.Views.Turn(g, t, r))
			}
		}
	}
	f.lines = slices.DeleteFunc(f.lines, func(l historyLine) bool { return l.Ply <= from })
	for seat, ply := range f.latest {
		if ply <= from {
			f.latest[seat] = -1
		}
	}
	var list bytes.Buffer
	for i := range slices.Backward(f.lines) { // the last turn comes first
		line := &f.lines[i]
		if line.html == "" {
			html, err := p.site.Render("move", r.Words(), line)
			if err != nil {
				return nil, err
			}
			line.html = string(html)
		}
		if line.Ply == page.Ply { // the shown one
			list.WriteString(strings.Replace(line.html, `">`, `" aria-current="true">`, 1))
		} else {
			list.WriteString(line.html)
		}
	}
	if list.Len() > 0 {
		f.Piece = gzipped.Ready(list.Bytes())
	}
	p.fragments.Put(key, f)
	return f, nil
}
