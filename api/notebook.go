package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
	"turnpost/models/play"
	"turnpost/models/store"
)

// GetNotes shows the caller's notes on a game.
func (s *server) GetNotes(c echo.Context, id PublicID) error {
	notes, err := s.store.Notes(c.Request().Context(), me(c).ID, id)
	if err != nil {
		return err
	}
	return sendNotes(c, notes)
}

// SetNotes replaces the caller's notes on a game.
func (s *server) SetNotes(c echo.Context, id PublicID, in SetNotesParams) error {
	notes := NewNotes{Text: string(bodyOf(c))}
	if mediaType(c.Request()) == typeJSON {
		notes = NewNotes{}
		if err := readJSON(c, &notes); err != nil {
			return err
		}
	}
	version, err := notesVersion(in.IfMatch)
	if err != nil {
		return err
	}
	input := play.NotesInput{Game: id, Player: me(c).ID, Version: version}
	stored, err := s.store.SetNotes(c.Request().Context(), input, notes.Text)
	if err != nil {
		return err
	}
	return sendNotes(c, stored)
}

// notesTag begins the ETag of notes, before their version.
const notesTag = "notes-"

// notesVersion parses the version in an If-Match header. It returns nil if any version matches.
func notesVersion(ifMatch string) (*int, error) {
	tag := strings.TrimSpace(ifMatch)
	if tag == "" || tag == "*" {
		return nil, nil
	}
	number, found := strings.CutPrefix(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`), notesTag)
	number, _, _ = strings.Cut(number, ".")
	version, err := strconv.Atoi(number)
	if !found || err != nil || version < 0 {
		return nil, refuseField(headerIfMatch, "http.if_match", "value", quoted(ifMatch, 40), "form", `"notes-3"`)
	}
	return &version, nil
}

// sendNotes sends notes; as text, they alone.
func sendNotes(c echo.Context, n play.Notes) error {
	text := n.Text
	if text != "" {
		text += "\n"
	}
	a := textResponse(http.StatusOK, text)
	if formOf(c) != typeText {
		var err error
		a, err = jsonResponse(http.StatusOK, Notes{
			Game: n.GameID, Version: n.Version, Text: n.Text, UpdatedAt: optionalTime(n.UpdatedAt),
		})
		if err != nil {
			return err
		}
	}
	a.ETag = extend(
		`"`+notesTag+strconv.Itoa(n.Version), representation(gameKey(audienceOf(c), n.GameID, false, drawing{})),
	)
	return sendData(c, a)
}

// ListLines lists the lines of play that the caller keeps beside a game.
func (s *server) ListLines(c echo.Context, id PublicID) error {
	lines, err := s.store.KeptLines(c.Request().Context(), me(c).ID, id)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, KeptLineList{Lines: each(lines, wireKeptLine)})
}

// KeepLine keeps a line of play.
func (s *server) KeepLine(c echo.Context, id PublicID, _ KeepLineParams) error {
	var in NewKeptLine
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (play.KeptLine, error) {
		return store.KeepLine(ctx, me(c).ID, id, play.NewKeptLine{Ply: in.Ply, Turns: in.Turns, Name: in.Name})
	}, func(l play.KeptLine) (response, error) {
		return valueResponse(c, http.StatusCreated, wireKeptLine(l))
	})
}

// DeleteLine deletes a line of play that the caller keeps.
func (s *server) DeleteLine(c echo.Context, id PublicID, line int64) error {
	if err := s.store.DeleteKeptLine(c.Request().Context(), me(c).ID, id, line); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func wireKeptLine(l play.KeptLine) KeptLine {
	return KeptLine{
		ID: l.ID, Game: l.GameID, Ply: l.Ply, Turns: l.Turns, Name: l.Name, Position: l.Position, CreatedAt: l.CreatedAt,
	}
}

// CreateFeeds makes new addresses for the caller's feeds.
func (s *server) CreateFeeds(c echo.Context) error {
	made, err := s.store.CreateFeeds(c.Request().Context(), me(c).ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return sendJSON(c, http.StatusCreated, Feeds{
		Atom: s.baseURL + pages.AtomPath(made.Atom), Ics: s.baseURL + pages.CalendarPath(made.ICS),
	})
}

// EndFeeds ends the caller's feeds.
func (s *server) EndFeeds(c echo.Context) error {
	if err := s.store.EndFeeds(c.Request().Context(), me(c).ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
