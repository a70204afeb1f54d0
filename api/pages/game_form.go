package pages

import (
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// gameForm holds the text of a form of a game's page, to be kept if the form is refused.
type gameForm struct {
	Panel                            string   // that explains the refusal: "plan" or "notes"; "" for the page
	At                               []string // the places that are chosen on the board after Turn
	Turn, Message, Plan, Notes, Text string
	Draw                             bool
}

// refusedForm is the error of a form of a game's page that its sender can correct there. See withRefusals.
type refusedForm struct {
	gameForm
	reason *models.Error
}

func (f *refusedForm) Error() string { return f.reason.Error() }

// refuse returns a refusedForm for an error that the sender can correct. It returns all other errors unchanged.
func (form gameForm) refuse(err error) error {
	reason, err := refusedBy(err)
	if err != nil {
		return err
	}
	return &refusedForm{form, reason}
}

// withRefusals shows the current game of a refusedForm, with the text of the form and the reason of the refusal.
func (p *Pages) withRefusals(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if refused, is := errors.AsType[*refusedForm](err); is {
			return p.sendGame(c, refused.gameForm, refused.reason)
		}
		return err
	}
}

// restoreText returns the text of a refused form to its field if it can still be sent, and shows it otherwise.
func (page *gamePage) restoreText(refused *models.Error) {
	whole := page.Turn != nil && page.Turn.Whole
	if !whole && page.Form.Text == "" {
		page.Form.Text = page.Form.Message
	}
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			page.Kept = append(page.Kept, text)
		}
	}
	names := refused.Code == models.CodeStale || refused.Code == models.CodeGameOver // the refusal names the turn
	if page.Turn == nil && !names {
		add(page.Form.Turn)
	}
	if !page.Member || page.Game.Alone() {
		add(page.Form.Text)
	}
	switch {
	case page.Plan != nil && page.Form.Plan != "":
		page.Plan.Text = page.Form.Plan
	case page.Plan == nil && !whole:
		add(page.Form.Plan)
	}
	switch n := page.Notebook; {
	case page.Form.Panel == "plan" && page.Plan != nil:
		page.Plan.Refusal, page.Refusal = page.Refusal, nil
	case page.Form.Panel == "notes" && n != nil:
		n.Refusal, page.Refusal, n.Open = page.Refusal, nil, true
		if refused.Code == models.CodeConflict {
			n.Stored = []string{n.Text}
		}
		n.Text = page.Form.Notes // the version is that of the stored text, so that it can be replaced knowingly
	}
}
