package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates"
)

// SetAway plans a vacation.
func (s *server) SetAway(c echo.Context) error {
	var in AwayDays
	if err := readJSON(c, &in); err != nil {
		return err
	}
	was, replaces := s.store.VacationAhead(me(c))
	v, err := s.store.SetVacation(c.Request().Context(), me(c).ID, in.From, in.Until)
	if err != nil {
		return err
	}
	left, err := s.store.VacationLeft(c.Request().Context(), me(c))
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		reader, shown := readerOf(c), models.Vacation{}
		if replaces {
			shown = models.Vacation{From: reader.In(was.From), Until: reader.In(was.Until)}
		}
		text := templates.AwayText(reader.In(v.From), reader.In(v.Until), shown, interrupted(was, v, s.store.Now()), left,
			reader.Words())
		return send(c, textResponse(http.StatusOK, text+templates.AfterText("account", "", commandsOf(c))))
	}
	answer := Away{From: v.From, Until: v.Until, DaysLeft: &left}
	if replaces {
		answer.Replaces = &Away{From: was.From, Until: was.Until}
	}
	return sendJSON(c, http.StatusOK, answer)
}

// EndAway ends the current vacation or cancels the planned one.
func (s *server) EndAway(c echo.Context) error {
	if err := s.store.EndVacation(c.Request().Context(), me(c).ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// interrupted reports whether a vacation that ran was ended by another that begins later.
func interrupted(was, v models.Vacation, now time.Time) bool {
	return !was.From.After(now) && v.From.After(now)
}
