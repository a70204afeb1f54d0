package pages

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/pace"
	"turnpost/templates/view"
)

// openShown is the number of open challenges on pages that have something else to show.
const openShown = 5

// openChallenges lists open challenges for the reader of a page.
func (p *Pages) openChallenges(c echo.Context, f models.OpenFilter) (list []*view.Challenge, next string, err error) {
	player := models.Player{}
	if v := visitorOf(c); v.Signed {
		player = v.Player
	}
	stored, next, err := p.Store.OpenChallenges(c.Request().Context(), player, f)
	if err == nil {
		err = p.Store.AddStandings(c.Request().Context(), player.ID, stored)
	}
	for _, challenge := range stored {
		list = append(list, p.Views.Challenge(challenge, readerOf(c)))
	}
	return list, next, err
}

// offer holds the choices of the reader's last challenge, to offer another one by a tap.
type offer struct {
	*view.Challenge
	SeatWord string // as the form has it
	Form     termsForm
}

// lastOffer returns the choices of the reader's last challenge, or nil if there is none that can be made again.
func (p *Pages) lastOffer(c echo.Context) (*offer, error) {
	v := visitorOf(c)
	if !v.Signed {
		return nil, nil
	}
	last, found, err := p.Store.LastChallenge(c.Request().Context(), v.Player.ID, "")
	if err != nil || !found {
		return nil, err
	}
	info := p.Store.RulesetInfo(last.Ruleset, readerOf(c).Words().Tag())
	if _, offered := info.Variant(last.Variant); !offered {
		return nil, nil
	}
	form := termsFormOf(last.Terms, models.ChallengeTerms)
	return &offer{p.Views.Challenge(last, readerOf(c)), last.SeatWord(), form}, nil
}

// rememberedForm returns the challenge form of a rules page, with the choices of the reader's last challenge in the
// ruleset where the address names none.
func (p *Pages) rememberedForm(c echo.Context) (challengeForm, error) {
	form := challengeForm{Opponent: c.QueryParam("opponent"), Variant: c.QueryParam("variant"), Pace: pace.Default}
	form.Terms = termsFormOf(models.Terms{}, models.ChallengeTerms)
	_, info, err := p.ruleset(c)
	v := visitorOf(c)
	if err != nil || !v.Signed {
		return form, err
	}
	last, found, err := p.Store.LastChallenge(c.Request().Context(), v.Player.ID, info.ID)
	if err != nil || !found {
		return form, err
	}
	form.Pace = last.Pace
	if form.Variant == "" {
		form.Variant, form.Seat = last.Variant, last.SeatWord()
	}
	form.Terms = termsFormOf(last.Terms, models.ChallengeTerms)
	return form, nil
}

// challengeToAccept returns the open challenge that a page after signing in accepts, or "" for another page.
func challengeToAccept(next string) string {
	id, accepts := strings.CutSuffix(strings.TrimPrefix(next, ChallengePath("")), "/accept")
	if !accepts || acceptPath(id) != next {
		return ""
	}
	return id
}

// acceptAfterSignIn accepts the challenge that the player signed in for and returns the page to go to: the game, or the
// challenge if it cannot be accepted any more. Other pages are returned unchanged.
func (p *Pages) acceptAfterSignIn(ctx context.Context, player models.Player, next string) (string, error) {
	id := challengeToAccept(next)
	if id == "" {
		return next, nil
	}
	g, err := p.Store.AcceptChallenge(ctx, player, id)
	if err != nil {
		if models.CodeOf(err) == models.CodeNotFound {
			return ChallengePath(id), nil
		}
		_, err = refusedBy(err)
		return ChallengePath(id), err
	}
	return GamePath(g.ID) + "?done=accepted", nil
}

// offeredAt returns the challenge that a page after signing in accepts, or nil.
func (p *Pages) offeredAt(c echo.Context, next string) (*view.Challenge, error) {
	id := challengeToAccept(next)
	if id == "" {
		return nil, nil
	}
	stored, err := p.Store.FindChallenge(c.Request().Context(), models.Player{}, id)
	if models.CodeOf(err) == models.CodeNotFound || err == nil && stored.Status != models.ChallengeOpen {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return p.Views.Challenge(stored, readerOf(c)), nil
}
