package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/templates"
	"turnpost/templates/view"
)

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
