package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/store"
)

// CreateReport reports a player, a game or a message to the operator.
func (s *server) CreateReport(c echo.Context, _ CreateReportParams) error {
	var in NewReport
	if err := readJSON(c, &in); err != nil {
		return err
	}
	return once(c, s.store, func(ctx context.Context, store *store.Store) (models.Report, error) {
		return store.CreateReport(ctx, me(c).ID, admin.NewReport{
			Player: in.Player, Game: in.Game, Message: in.Message, Reason: in.Reason,
		})
	}, func(r models.Report) (response, error) {
		return valueResponse(c, http.StatusCreated, wireReport(r))
	})
}

func wireReport(r models.Report) Report {
	w := Report{ID: r.ID, Player: optional(r.Player), Game: optional(r.Game), Reason: r.Reason, CreatedAt: r.CreatedAt}
	if r.Message > 0 {
		w.Message = &r.Message
	}
	return w
}
