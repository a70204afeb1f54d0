package pages

import (
	"cmp"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/rules"
)

// challengeHouse begins a game with the house by one tap.
func (p *Pages) challengeHouse(c echo.Context) error {
	post := c.Request().PostForm
	_, info, err := p.ruleset(c)
	if err != nil {
		return err
	}
	return p.challenge(c, challengeForm{
		Opponent: models.HouseName(rules.Level(post.Get("level"))),
		Variant:  cmp.Or(post.Get("variant"), info.Offered()[0].ID), Pace: pace.Default,
	})
}
