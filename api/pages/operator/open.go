package operator

import (
	"net/http"
	"strings"
	"time"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/account"
)

// closedPage is the page that opens the others by a code.
type closedPage struct {
	pages.Frame
	Next    string // the address that the operator asked for
	Sent    bool   // a code was mailed
	Minutes int
}

// showClosed shows the page that opens the others.
func (v *visit) showClosed(status int, next string, sent bool, refused *models.Error) error {
	page := closedPage{
		Frame: v.NewFrame(v.Context, v.say("closed")), Next: below(next), Sent: sent,
		Minutes: int(account.CodeLife / time.Minute),
	}
	page.Here, page.NoIndex = "admin", true
	if refused != nil {
		page.Refusal = v.Refusal(refused, v.Context)
	}
	return v.Show(v.Context, status, "admin-closed", page)
}

// below returns an address below root, or root for any other.
func below(next string) string {
	if !strings.HasPrefix(next, root+"/") && !strings.HasPrefix(next, root+"?") || strings.ContainsAny(next, "\\\r\n\t") {
		return root
	}
	return next
}

// requestCode mails a code for the session of this browser.
func (v *visit) requestCode(string) error {
	if err := v.Store.RequestOperatorCode(v.context(), v.secret); err != nil {
		return err
	}
	return v.showClosed(http.StatusOK, v.Request().PostForm.Get("next"), true, nil)
}

// openPages opens the pages by a code.
func (v *visit) openPages(string) error {
	post := v.Request().PostForm
	err := v.Store.OpenOperatorPages(v.context(), v.secret, strings.Join(strings.Fields(post.Get("code")), ""))
	if err != nil {
		refused, err := pages.RefusedBy(err)
		if err != nil {
			return err
		}
		return v.showClosed(v.Status(refused.Code), post.Get("next"), true, refused)
	}
	return v.Redirect(http.StatusSeeOther, below(post.Get("next")))
}

// closePages closes the pages in this browser.
func (v *visit) closePages(string) error {
	if err := v.Store.CloseOperatorPages(v.context(), v.secret); err != nil {
		return err
	}
	return v.Redirect(http.StatusSeeOther, "/inbox")
}
