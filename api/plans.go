package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models/play"
)

// GetPlan shows the caller's plan.
func (s *server) GetPlan(c echo.Context, id PublicID) error {
	plan, err := s.store.Plan(c.Request().Context(), me(c).ID, id)
	if err != nil {
		return err
	}
	return sendPlan(c, plan)
}

// SetPlan stores a plan.
func (s *server) SetPlan(c echo.Context, id PublicID, in SetPlanParams) error {
	plan, err := readPlan(mediaType(c.Request()), bodyOf(c))
	if err != nil {
		return err
	}
	input, err := planInput(c, id, in.IfMatch, plan.Ply)
	if err != nil {
		return err
	}
	stored, err := s.store.SetPlan(c.Request().Context(), input, plan.Lines)
	if err != nil {
		return err
	}
	return sendPlan(c, stored)
}

// DeletePlan drops the player's plan.
func (s *server) DeletePlan(c echo.Context, id PublicID, in DeletePlanParams) error {
	input, err := planInput(c, id, in.IfMatch, nil)
	if err != nil {
		return err
	}
	if err := s.store.DeletePlan(c.Request().Context(), input); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// readPlan reads the body of a plan: JSON, or one turn a line as text.
func readPlan(mediaType string, body []byte) (NewPlan, error) {
	var plan NewPlan
	if mediaType == typeJSON {
		err := decode(body, &plan)
		return plan, err
	}
	plan.Lines = strings.Split(string(body), "\n")
	return plan, nil
}

// planInput returns the input that identifies the caller's plan and the state of it that they have seen.
func planInput(c echo.Context, id, ifMatch string, field *int) (play.PlanInput, error) {
	ply, _, err := turnState(ifMatch, field)
	if err != nil {
		return play.PlanInput{}, err
	}
	return play.PlanInput{Game: id, Player: me(c).ID, Ply: ply, Version: planVersion(ifMatch)}, nil
}

// planTag separates the ply from the version in the ETag of a plan.
const planTag = ".plan-"

// planVersion parses the version in an If-Match header. It returns nil if the header is not the ETag of a plan.
func planVersion(ifMatch string) *int {
	_, text, _ := strings.Cut(ifMatch, planTag)
	number, _, _ := strings.Cut(strings.TrimRight(text, `" `), ".")
	version, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	return &version
}

func sendPlan(c echo.Context, p play.Plan) error {
	a := textResponse(http.StatusOK, strings.Join(p.Lines, "\n")+"\n")
	if formOf(c) != typeText {
		var err error
		a,
			err = jsonResponse(http.StatusOK,
			Plan{Game: p.GameID, Ply: p.Ply, Version: p.Version, Lines: p.Lines, UpdatedAt: p.UpdatedAt})
		if err != nil {
			return err
		}
	}
	a.ETag = extend(
		`"ply-`+strconv.Itoa(p.Ply)+planTag+strconv.Itoa(p.Version),
		representation(gameKey(audienceOf(c), p.GameID, false, drawing{})),
	)
	return sendData(c, a)
}
