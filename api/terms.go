package api

import (
	"reflect"
	"strings"

	"turnpost/models"
)

// wireField returns the field of a generated struct, given by a pointer, that has a name in the API; the zero Value if
// the struct lacks it.
func wireField(of any, name string) reflect.Value {
	field := ""
	for part := range strings.SplitSeq(name, "_") {
		field += strings.ToUpper(part[:1]) + part[1:]
	}
	return reflect.ValueOf(of).Elem().FieldByName(field)
}

// readTerms returns the terms of a request. Nothing is waived by a field that is absent.
func readTerms(pace string, in any) models.Terms {
	t := models.Terms{Pace: pace}
	for _, term := range models.ChallengeTerms {
		switch field := wireField(in, term.Name); {
		case !field.IsValid():
		case term.Limit != nil:
			*term.Limit(&t) = int(field.Int())
		case !field.IsNil():
			*term.Waived(&t) = models.Waived(!field.Elem().Bool())
		}
	}
	return t
}

// withTerms returns a response with the fields of its terms, besides the pace.
func withTerms[T any](w T, t models.Terms) T {
	for _, term := range models.ChallengeTerms {
		switch field := wireField(&w, term.Name); {
		case !field.IsValid():
		case term.Limit != nil:
			field.Set(reflect.ValueOf(limitOrNull(*term.Limit(&t))))
		default:
			field.SetBool(!bool(*term.Waived(&t)))
		}
	}
	return w
}
