package templates

import (
	"turnpost/models"
	"turnpost/models/account"
)

// Texts in place of the pages that only have a form: what to send by curl.

// formText explains some requests.
type formText struct {
	Requests []formRequest
	Do       Commands
}

// formRequest is a request with its command and the fields that it may have.
type formRequest struct {
	Name    string // of its phrase text.form.NAME
	Command string
	Fields  []string // each with a phrase text.form.NAME.FIELD
	Minutes int      // for which a code is good
}

// SignInText explains how to get a token, and how to register.
func SignInText(do Commands) string {
	minutes := int(account.CodeLife.Minutes())
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{"code", do.RequestCode(""), []string{"email"}, minutes},
		{"token", do.SignIn("", ""), []string{"email", "code", "label", "scope", "expires", "request"}, minutes},
		{"account", do.Register(""), []string{"name", "email", "locale", "time_zone", "invitation"}, minutes},
	}, do})
}

// ReportText explains how to report something to the operator.
func ReportText(do Commands) string {
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{Name: "report", Command: do.Report(), Fields: []string{"player", "game", "message", "reason"}},
	}, do})
}

// NewEventText explains how to make an event.
func NewEventText(do Commands) string {
	fields := []string{"ruleset", "variant", "kind", "pace", "title", "size", "double", "at_once", "repeat"}
	for _, term := range models.EventTerms {
		fields = append(fields, term.Name)
	}
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{Name: "event", Command: do.CreateEvent(), Fields: fields},
	}, do})
}

// AddressText asks whether to undo a change of address, by the link of a mail, or confirms that it was undone.
func AddressText(change account.AddressChange, link string, do Commands) string {
	return pageText(do.Language, "page.address", addressText{change, change.State == account.AddressChanged, link, do})
}

type addressText struct {
	account.AddressChange
	Former bool   // the account has a new address
	By     string // the link
	Do     Commands
}

// UndoAddress undoes a change of address by the link of a mail.
func (c Commands) UndoAddress(link string) string { return c.curl("/address/"+link, "-X POST") }

// Report reports a player to the operator.
func (c Commands) Report() string {
	return c.curl("/v1/reports", bearer, data("player", c.placeholder("opponent")), data("reason", c.placeholder("words")))
}
