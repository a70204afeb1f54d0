package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// SetAway plans a vacation.
func (s *server) SetAway(c echo.Context) error {
	var in AwayDays
	if err := readJSON(c, &in); err != nil {
		return err
	}
	v, err := s.store.SetVacation(c.Request().Context(), me(c).ID, in.From, in.Until)
	if err != nil {
		return err
	}
	left, err := s.store.VacationLeft(c.Request().Context(), me(c))
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		reader := readerOf(c)
		return send(c,
			textResponse(http.StatusOK, templates.AwayText(reader.In(v.From), reader.In(v.Until), left, reader.Words())+
				templates.AfterText("account", "", commandsOf(c))))
	}
	return sendJSON(c, http.StatusOK, Away{From: v.From, Until: v.Until, DaysLeft: &left})
}

// EndAway ends the current vacation or cancels the planned one.
func (s *server) EndAway(c echo.Context) error {
	if err := s.store.EndVacation(c.Request().Context(), me(c).ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
