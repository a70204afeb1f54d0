package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/trial"
	"turnpost/rules"
)

// keepPath returns the path of the form that makes a game of a line of play against the house. As a page after signing
// in it has the parameters of the line too.
func keepPath(ruleset string) string { return TryPath(ruleset) + "/keep" }

// keepTrial makes a game of the line of a form, or has the visitor sign in before.
func (p *Pages) keepTrial(c echo.Context) error {
	v, post := visitorOf(c), c.Request().PostForm
	in := trialInput(c.Param("ruleset"), post)
	if !v.Signed {
		if _, err := p.Trials.Play(in); err != nil {
			return p.sendTrial(c, in, err)
		}
		page := signInPage{New: true, Next: keepPath(in.Ruleset) + "?" + post.Encode(), Form: signInForm{Zone: "UTC"}}
		return p.sendSignIn(c, page, nil)
	}
	// The same line is kept once, so that its page is the same for everybody.
	once := onceOf(c, v.Player, func(made any) ([]byte, error) {
		return []byte(made.(*models.Game).ID), nil
	}, append([]string{in.Ruleset, in.Variant, in.Side, post.Get("level")}, in.Turns...)...)
	g, err := p.keep(c.Request().Context(), p.Store.Once(once), v.Player, in, post)
	if made, done := errors.AsType[*models.Replayed](err); done {
		return redirect(c, GamePath(string(made.Record)), "kept")
	}
	if err != nil {
		return p.sendTrial(c, in, err)
	}
	return redirect(c, GamePath(g.ID), "kept")
}

// keep makes a game of a line at whose end the house has answered.
func (p *Pages) keep(
	ctx context.Context, st *store.Store, player models.Player, in trial.Input, form url.Values,
) (*models.Game, error) {
	played, err := p.Trials.Play(in)
	if err != nil {
		return nil, err
	}
	return st.KeepTrial(ctx, player, store.NewTrialGame{
		Ruleset: in.Ruleset, Variant: played.Variant.ID, Side: played.Info.SideID(played.Seat),
		Level: rules.Level(form.Get("level")), Turns: played.Turns(),
	})
}

// trialToKeep returns the line that a page after signing in makes a game of; found is false for another page.
func trialToKeep(next string) (in trial.Input, form url.Values, found bool) {
	u, err := url.Parse(next)
	if err != nil {
		return in, nil, false
	}
	ruleset, keeps := strings.CutSuffix(strings.TrimPrefix(u.Path, TryPath("")), "/keep")
	if !keeps || keepPath(ruleset) != u.EscapedPath() {
		return in, nil, false
	}
	form = u.Query()
	return trialInput(ruleset, form), form, true
}

// keepAfterSignIn makes a game of the line that the player signed in for, and returns the page to go to. Other pages
// are returned unchanged.
func (p *Pages) keepAfterSignIn(ctx context.Context, player models.Player, next string) (string, error) {
	in, form, found := trialToKeep(next)
	if !found {
		return next, nil
	}
	g, err := p.keep(ctx, p.Store, player, in, form)
	if err != nil {
		return "", err
	}
	return GamePath(g.ID) + "?done=kept", nil
}

// showKept leads from the address of the form back to the board.
func (p *Pages) showKept(c echo.Context) error {
	in, query := trialInput(c.Param("ruleset"), c.QueryParams()), url.Values{}
	for name, value := range map[string]string{"variant": in.Variant, "side": in.Side} {
		if value != "" {
			query.Set(name, value)
		}
	}
	query[turnParam] = in.Turns
	return c.Redirect(http.StatusSeeOther, TryPath(in.Ruleset)+"?"+query.Encode())
}
