package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// GetGameLog lists what happened to a game beside its turns, oldest first. The
// cursor is the number of an entry.
func (s *server) GetGameLog(c echo.Context, id PublicID, in GetGameLogParams) error {
	after, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	ctx, size := c.Request().Context(), pageSize(in.Limit)
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return err
	}
	entries, err := s.store.GameLog(ctx, id, after, size+1)
	if err != nil {
		return err
	}
	var next *Next
	if len(entries) > size {
		entries = entries[:size]
		next = formatCursor(entries[size-1].ID)
	}
	zone := zoneOf(c)
	if formOf(c) == typeText {
		page := templates.LogPage{ID: g.ID, Name: s.gamePage(g, false).Name}
		page.Entries = each(entries, func(e models.LogEntry) templates.LogLine { return s.logLine(g, e, zone) })
		return send(c, textAnswer(http.StatusOK, page.Text()))
	}
	return sendJSON(c, http.StatusOK, GameLog{
		Entries: each(entries, func(e models.LogEntry) LogEntry { return s.wireLogEntry(g, e, zone) }),
		Next:    next,
	})
}

func (s *server) logLine(g *models.Game, e models.LogEntry, zone *time.Location) templates.LogLine {
	line := templates.LogLine{
		At: e.At.In(zone), Ply: e.Ply, Kind: string(e.Kind), Player: s.gamePage(g, false).Player(e.Seat),
		Back: e.Back, Turns: e.Turns,
	}
	if !e.Away.Until.IsZero() {
		line.Away = [2]time.Time{e.Away.From.In(zone), e.Away.Until.In(zone)}
	}
	return line
}

func (s *server) wireLogEntry(g *models.Game, e models.LogEntry, zone *time.Location) LogEntry {
	w := LogEntry{
		At: e.At, Ply: e.Ply, Kind: LogEntryKind(e.Kind), Seat: s.info(g.Ruleset).SideID(e.Seat),
		Told: s.logLine(g, e, zone).Told(), Turns: e.Turns,
	}
	if e.Back > 0 {
		w.Back = e.Back.String()
	}
	if !e.Away.Until.IsZero() {
		w.Away = &Away{From: e.Away.From, Until: e.Away.Until}
	}
	return w
}
