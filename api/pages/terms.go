package pages

import (
	"net/url"
	"slices"
	"strings"

	"turnpost/models"
)

// termsForm holds the terms of a form, besides the pace.
type termsForm []termField

// termField is a term of a form with its text; that of a limit is the entered text.
type termField struct {
	models.Term
	Value string
}

func termsFormOf(of models.Terms, terms []models.Term) (f termsForm) {
	for _, t := range terms {
		f = append(f, termField{t, t.Text(of)})
	}
	return f
}

// enteredTerms returns the terms of a form that was sent. A box has a hidden field with the value no.
func enteredTerms(post url.Values, terms []models.Term) (f termsForm) {
	for _, t := range terms {
		values := post[t.Name]
		if t.Limit == nil && slices.ContainsFunc(values, func(value string) bool { return value != "no" }) {
			values = nil
		}
		f = append(f, termField{t, strings.TrimSpace(strings.Join(values, ""))})
	}
	return f
}

// read sets the terms of an offer. Errors: CodeInvalid with a fault for a limit that is no number.
func (f termsForm) read(to *models.Terms, fault string) error {
	for _, field := range f {
		if !field.Read(to, field.Value) {
			refused := fail(models.CodeInvalid, fault)
			refused.Field = field.Name
			return refused
		}
	}
	return nil
}

func (f termsForm) texts() (list []string) {
	for _, field := range f {
		list = append(list, field.Value)
	}
	return list
}
