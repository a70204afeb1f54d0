package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// ListGames lists games.
func (s *server) ListGames(c echo.Context, in ListGamesParams) error {
	reader := me(c).ID
	games, next, err := s.store.Games(c.Request().Context(), play.GameFilter{
		ShownTo: &reader,
		Player:  in.Player, Status: models.Status(in.Status), ToMove: in.ToMove, Ruleset: in.Ruleset,
		Variant: in.Variant, Before: in.Cursor, Limit: in.Limit,
	})
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, GameList{Games: s.wireGames(games, readerOf(c)), Next: optional(next)})
}

// GetGame shows a game in one of four forms: JSON, text, SVG or PNG.
func (s *server) GetGame(c echo.Context, id PublicID, in GetGameParams) error {
	return s.showGame(c, id, in.Ply, drawing{in.Flip, in.Style, in.Scale, in.Theme})
}

// GetBoardText shows a game as text.
func (s *server) GetBoardText(c echo.Context, id PublicID, in GetBoardTextParams) error {
	return s.showGame(c, id, in.Ply, drawing{flip: in.Flip, style: in.Style})
}

// GetBoardSVG draws a game as SVG.
func (s *server) GetBoardSVG(c echo.Context, id PublicID, in GetBoardSVGParams) error {
	return s.showGame(c, id, in.Ply, drawing{flip: in.Flip, theme: in.Theme})
}

// GetBoardPNG draws a game as PNG.
func (s *server) GetBoardPNG(c echo.Context, id PublicID, in GetBoardPNGParams) error {
	return s.showGame(c, id, in.Ply, drawing{flip: in.Flip, scale: in.Scale, theme: in.Theme})
}

// showGame responds with the current state of a game or, with a ply, an earlier position.
func (s *server) showGame(c echo.Context, id string, ply *int, d drawing) error {
	g, past, err := s.gameAt(c.Request().Context(), id, ply)
	if err != nil {
		return err
	}
	to := audienceOf(c)
	form, key := to.form, gameKey(to, g.ID, past, d)
	if form == typeText && !past && g.SeatOf(me(c).ID) != rules.NoSeat {
		if err := s.store.AddDeclined(c.Request().Context(), g); err != nil {
			return err
		}
	}
	tag := etagFor(g, key)
	// The JSON of an earlier ply includes the current state, and turns of an ongoing game may be taken back.
	if past && form != typeJSON && g.Status != models.Ongoing {
		c.Response().Header().Set(echo.HeaderCacheControl, immutableCaching(c))
	}
	current := announcedTag(tag, announcementFor(c, form))
	if unchanged(c.Request().Header.Get(headerIfNoneMatch), current) {
		return sendNotModified(c, current)
	}
	draw := func() (response, error) { return s.gameResponse(to, http.StatusOK, g, past, d) }
	write := func(a response) error {
		a.ETag = tag
		return send(c, withTokenHint(c, a))
	}
	if form != typePNG {
		return s.responses.send(key, []*models.Game{g}, draw, write)
	}
	a, err := draw() // not cached whole: package board caches the parts of pictures
	if err != nil {
		return err
	}
	return write(a)
}

// gameAt loads the current state of a game or, if past is true, an earlier position.
func (s *server) gameAt(ctx context.Context, id string, ply *int) (g *models.Game, past bool, err error) {
	if ply == nil {
		g, err = s.store.Game(ctx, id)
		return g, false, err
	}
	g, current, err := s.store.GameAt(ctx, id, *ply)
	return g, *ply != current, err
}

// immutableCaching allows caches to keep an earlier position for a year. Responses to a token may hold private text
// and are cached only by that client.
func immutableCaching(c echo.Context) string {
	if me(c).ID != 0 {
		return "private, max-age=31536000, immutable"
	}
	return "public, max-age=31536000, immutable"
}

// gameResponse renders a game in the requested form.
func (s *server) gameResponse(to audience, status int, g *models.Game, past bool, d drawing) (response, error) {
	switch to.form {
	case typeText:
		shown, err := s.textGame(to.reader, g, past, d)
		if err != nil {
			return response{}, err
		}
		return textResponse(status, templates.GameText(shown, to.do)), nil
	case typeSVG, typePNG:
		return s.gamePicture(to, g, past, d)
	}
	return jsonResponse(status, s.wireGame(g, to.reader))
}

// renderGame returns a function that renders the game returned by a use case.
func (s *server) renderGame(c echo.Context, status int) func(g *models.Game) (response, error) {
	to := audienceOf(c)
	return func(g *models.Game) (response, error) {
		a, err := s.gameResponse(to, status, g, false, drawing{})
		a.ETag = etagFor(g, gameKey(to, g.ID, false, drawing{}))
		return a, err
	}
}

// Resign ends a game.
func (s *server) Resign(c echo.Context, id PublicID, _ ResignParams) error {
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		return store.ResignGame(ctx, me(c).ID, id)
	}, s.renderGame(c, http.StatusOK))
}

// AnswerDraw offers a draw, or accepts or declines the opponent's offer.
func (s *server) AnswerDraw(c echo.Context, id PublicID, _ AnswerDrawParams) error {
	var in DrawAction
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		return store.NegotiateDraw(ctx, me(c).ID, id, models.OfferAction(in.Action))
	}, s.renderGame(c, http.StatusOK))
}

// AnswerTakeback offers a takeback, or accepts or declines the opponent's offer.
func (s *server) AnswerTakeback(c echo.Context, id PublicID, _ AnswerTakebackParams) error {
	var in TakebackAction
	if err := readJSON(c, &in); err != nil {
		return err
	}
	action, ply := models.OfferAction(in.Action), 0
	switch {
	case in.Ply != nil:
		ply = *in.Ply
	case action == models.MakeOffer, action == models.AcceptOffer:
		return refuseField("ply", "http.takeback_ply")
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		return store.NegotiateTakeback(ctx, me(c).ID, id, action, ply)
	}, s.renderGame(c, http.StatusOK))
}

// Abort ends a game in which few turns were played.
func (s *server) Abort(c echo.Context, id PublicID, _ AbortParams) error {
	return once(c, s.store, func(ctx context.Context, store *store.Store) (*models.Game, error) {
		return store.AbortGame(ctx, me(c).ID, id)
	}, s.renderGame(c, http.StatusOK))
}

// GetGameLog lists the events of a game other than turns, oldest first. The cursor is the number of an entry.
func (s *server) GetGameLog(c echo.Context, id PublicID, in GetGameLogParams) error {
	after, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	ctx, size := c.Request().Context(), in.Limit
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return err
	}
	entries, err := s.store.GameLog(ctx, id, after, size+1)
	if err != nil {
		return err
	}
	var next *PageCursor
	if len(entries) > size {
		entries = entries[:size]
		next = formatCursor(entries[size-1].ID)
	}
	reader := readerOf(c)
	if formOf(c) == typeText {
		shown := each(entries, func(e play.LogEntry) view.LogEntry { return s.views.LogEntry(g, e, reader) })
		return send(c,
			textResponse(http.StatusOK, templates.LogText(s.views.Game(g, false, reader), shown, reader.Words())+
				templates.AfterText("game", id, commandsOf(c))))
	}
	return sendJSON(c, http.StatusOK, GameLog{
		Entries: each(entries, func(e play.LogEntry) LogEntry { return s.wireLogEntry(g, e, reader) }),
		Next:    next,
	})
}

func (s *server) wireLogEntry(g *models.Game, e play.LogEntry, reader view.Reader) LogEntry {
	w := LogEntry{
		At: e.At, Ply: e.Ply, Kind: LogEntryKind(e.Kind), Seat: s.info(g.Ruleset).SideID(e.Seat),
		Description: templates.LogSentence(s.views.LogEntry(g, e, reader), reader.Words()), Turns: e.Turns,
	}
	if e.Back > 0 {
		w.Back = e.Back.String()
	}
	if !e.Away.Until.IsZero() {
		w.Away = &Away{From: e.Away.From, Until: e.Away.Until}
	}
	return w
}

// drawing holds the options of a request for a board.
type drawing struct {
	flip  bool // turned from the default orientation for the reader's seat
	style BoardStyle
	scale int
	theme BoardTheme
}

// relevant returns the options that affect a media type; the rest are cleared.
func (d drawing) relevant(form string) drawing {
	shown := drawing{flip: d.flip}
	switch form {
	case typeText:
		shown.style = cmp.Or(d.style, ASCII)
	case typePNG:
		shown.scale, shown.theme = d.scale, d.theme
	case typeSVG:
		shown.theme = d.theme
	default:
		return drawing{}
	}
	return shown
}

// apply sets the requested options in a style.
func (d drawing) apply(style *board.Style) {
	style.Unicode, style.Scale, style.Dark = d.style == Unicode, d.scale, d.theme == Dark
	if d.flip {
		style.Flip = !style.Flip
	}
}

// gamePicture draws a game as SVG or PNG.
func (s *server) gamePicture(to audience, g *models.Game, past bool, d drawing) (response, error) {
	shown, err := s.views.Drawn(g, past, to.reader)
	if err != nil {
		return response{}, err
	}
	diagram, style := shown.Board.Diagram, shown.Board.Style
	d.apply(&style)
	style.Caption = templates.GameCaption(shown, to.reader.Words())
	if to.form == typeSVG {
		return svgResponse(diagram, style), nil
	}
	png, err := board.PNG(diagram, style)
	return response{Status: http.StatusOK, ContentType: typePNG, Body: png}, err
}

func svgResponse(d rules.Diagram, style board.Style) response {
	return response{Status: http.StatusOK, ContentType: typeSVG, Body: board.SVG(d, style)}
}

// textGame prepares a game and its board for the text templates.
func (s *server) textGame(reader view.Reader, g *models.Game, past bool, d drawing) (*view.Game, error) {
	shown, err := s.views.Drawn(g, past, reader)
	if err != nil {
		return nil, err
	}
	d.apply(&shown.Board.Style)
	shown.Board.Style.Legend = true
	return shown, nil
}
