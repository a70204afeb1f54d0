package pages

import (
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates/words"
)

// offeredPaces lists the times for a turn that the challenge form offers.
var offeredPaces = []string{"1d", "2d", "3d", "5d", "7d"}

// otherPace is the value of the choice that leaves the time to a text field.
const otherPace = "other"

// paceOf returns the time control of a challenge form.
func paceOf(form url.Values) string {
	if chosen := strings.TrimSpace(form.Get("pace")); chosen != otherPace {
		return chosen
	}
	return strings.TrimSpace(form.Get("pace_other"))
}

// paceOptions returns the choices of times for a turn; other is the chosen one if it is not among them.
func paceOptions(chosen string, language *words.Language) (list []option, other string) {
	for _, text := range offeredPaces {
		p, _ := pace.Parse(text)
		list = append(list, option{Value: text, Label: language.Span(p.PerTurn), Chosen: text == chosen})
	}
	if !slices.Contains(offeredPaces, chosen) {
		other = chosen
	}
	return append(list, option{otherPace, language.Say("site.new.pace.choose_other"), other != ""}), other
}

// Limits of the opponents that the challenge form proposes.
const (
	opponentsShown    = 10
	opponentsSearched = 50 // games
)

// recentOpponents lists the opponents of the reader's latest games, the latest first.
func (p *Pages) recentOpponents(c echo.Context) (list []string, err error) {
	v := visitorOf(c)
	if !v.Signed {
		return nil, nil
	}
	games, _, err := p.Store.Games(c.Request().Context(), play.GameFilter{
		Player: v.Player.Name, Limit: opponentsSearched,
	})
	for _, g := range games {
		seat := g.SeatOf(v.Player.ID)
		if seat == rules.NoSeat {
			continue
		}
		name := g.Players[seat.Other()].Name
		if len(list) < opponentsShown && !names.IsGone(name) && models.HouseLevel(name) == "" &&
			!slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list, err
}

// offer returns the challenge of a form. An empty field is no limit.
// Errors: CodeInvalid for a limit that is no number.
func (f challengeForm) offer(ruleset string) (n challenge.NewChallenge, err error) {
	n = challenge.NewChallenge{
		Ruleset: ruleset, Variant: f.Variant, Opponent: f.Opponent, Seat: f.Seat, Message: f.Message,
		Terms: models.Terms{Pace: f.Pace},
	}
	return n, f.Terms.read(&n.Terms, "site.no_number")
}
