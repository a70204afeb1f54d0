package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
)

// newToken is the last path segment of the form that creates a token.
const newToken = "new-token"

// tokenShown is a token in the settings, with its times in the reader's zone.
type tokenShown struct {
	account.Token
	ReadOnly, Expires, Expired bool
}

// tokenForm holds the fields of the form that creates a token.
type tokenForm struct {
	Label           string
	Scopes, Expires []option
}

// tokenLifetimes lists the lifetimes that the form offers, in days, as the API takes them.
var tokenLifetimes = []struct {
	life string
	days int
}{{"", 0}, {"7d", 7}, {"30d", 30}, {"90d", 90}, {"365d", 365}}

// fillTokens adds the player's tokens and the form for a new one.
func (p *Pages) fillTokens(c echo.Context, page *settingsPage, player models.Player) error {
	tokens, err := p.Store.Tokens(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	reader := readerOf(c)
	for _, t := range tokens {
		shown := tokenShown{Token: t, ReadOnly: t.Scope == models.ScopeRead, Expires: !t.ExpiresAt.IsZero()}
		shown.UsedAt = reader.In(t.UsedAt)
		if shown.Expires {
			shown.ExpiresAt, shown.Expired = reader.In(t.ExpiresAt), p.Store.Expired(t)
		}
		page.Tokens = append(page.Tokens, shown)
	}
	written := url.Values{}
	if page.Refusal != nil && page.Section == "tokens" {
		written = c.Request().PostForm
	}
	page.NewToken.Label = written.Get("label")
	for _, scope := range []models.Scope{models.ScopePlay, models.ScopeRead} {
		page.NewToken.Scopes = append(page.NewToken.Scopes, option{
			string(scope), say(c, "site.tokens.scope."+string(scope)), written.Get("scope") == string(scope),
		})
	}
	for _, choice := range tokenLifetimes {
		label := say(c, "site.tokens.never")
		if choice.days > 0 {
			label = say(c, "site.tokens.days", "n", choice.days)
		}
		page.NewToken.Expires = append(
			page.NewToken.Expires,
			option{choice.life, label, written.Get("expires") == choice.life},
		)
	}
	return nil
}

// createToken creates a token and shows it once. The page is the response to the form: a redirect would have to
// carry the token in its address.
func (p *Pages) createToken(c echo.Context, player models.Player) error {
	post := c.Request().PostForm
	made, err := p.Store.CreateToken(c.Request().Context(), player.ID, account.NewToken{
		Label: post.Get("label"), Scope: models.Scope(post.Get("scope")), Expires: post.Get("expires"),
	})
	if refused, is := errors.AsType[*models.Error](err); is && refused.Code != models.CodeUnauthorized {
		return p.sendSettings(c, refused, newToken)
	}
	if err != nil {
		return err
	}
	page, err := p.settings(c, nil, newToken)
	if err != nil {
		return err
	}
	page.Issued = &made
	return p.showSettingsPage(c, http.StatusOK, page)
}

func (p *Pages) revokeToken(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	id, err := number(c, "id")
	if err != nil {
		return "", err
	}
	return "revoked", p.Store.RevokeToken(ctx, player.ID, int64(id))
}
