package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/view"
)

// What follows is for package operator, whose pages look and behave like those of this package.

// NewFrame returns the frame of a page with a title.
func (p *Pages) NewFrame(c echo.Context, title string) Frame { return p.frame(c, title) }

// Show renders and sends a page by the name of its template.
func (p *Pages) Show(c echo.Context, status int, name string, page any) error {
	return p.show(c, status, name, page)
}

// Question is a page that asks for the second step of an act.
type Question = question

// HiddenField is a field of a Question that its reader does not see.
type HiddenField = hiddenField

// Ask shows a question in the part of the site that here names.
func (p *Pages) Ask(c echo.Context, here string, q Question) error {
	q.Frame = p.frame(c, "")
	q.Here = here
	return p.ask(c, http.StatusOK, q)
}

// Refusal explains an error to the reader.
func (p *Pages) Refusal(e *models.Error, c echo.Context) *view.Explanation {
	return p.refusal(e, readerOf(c))
}

// RefusedBy returns an error that the sender of a form can correct, and other errors unchanged.
func RefusedBy(err error) (*models.Error, error) { return refusedBy(err) }

// Say returns a phrase in the reader's language.
func Say(c echo.Context, key string, pairs ...any) string { return say(c, key, pairs...) }

// Session returns the player who is signed in by the session of the browser, and the secret of the session.
// Errors: CodeUnauthorized.
func (p *Pages) Session(c echo.Context) (models.Player, string, error) {
	secret := p.sessionSecret(c.Request())
	if secret == "" {
		return models.Player{}, "", fail(models.CodeUnauthorized, "error.signed_out")
	}
	player, err := p.Store.AuthenticateBrowser(c.Request().Context(), secret)
	return player, secret, err
}

// Around adds to a handler what pages have around them: headers, error pages, the identification of the reader, and the
// refusal of forms that another site sends.
func (p *Pages) Around(handle echo.HandlerFunc) echo.HandlerFunc {
	return p.Wrap(p.sameOrigin(readForm(handle)))
}
