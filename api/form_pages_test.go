package api

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The texts in place of forms name each field that the API takes, in every language.
func TestFormTextsNameEveryField(t *testing.T) {
	w := newWorld(t)
	spec, err := openapi3.NewLoader().LoadFromData([]byte(w.call("GET", "/openapi.json?forms=all").do().want(200).body))
	if err != nil {
		t.Fatal(err)
	}
	for path, schemas := range map[string][]string{
		"/sign-in":    {"CodeRequest", "SignIn", "Registration"},
		"/report":     {"NewReport"},
		"/events/new": {"NewEvent"},
	} {
		for language, rest := range map[string]string{"en": "All commands", "de": "Alle Befehle", "ru": "Все команды"} {
			text := w.call("GET", path).accept("*/*").with("Accept-Language", language).do().want(200).body
			if !strings.Contains(text, rest) {
				t.Errorf("%s is not in %s:\n%s", path, language, text)
			}
			requests := strings.Split(text, "\n\n")
			for i, schema := range schemas {
				for field := range spec.Components.Schemas[schema].Value.Properties {
					if !strings.Contains(requests[i], "\n    "+field+" ") {
						t.Errorf("%s in %s lacks the field %s of %s:\n%s", path, language, field, schema, requests[i])
					}
				}
			}
		}
	}
}
