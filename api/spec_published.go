package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"turnpost/rules/phrase"
)

// GetSpec serves the specification, with one form of each body and response or with all of them.
func (s *server) GetSpec(c echo.Context, in GetSpecParams) error {
	text, err := s.spec(in.Forms)
	if err != nil {
		return err
	}
	c.Response().Header().Set(headerContentLanguage, phrase.English)
	return sendData(c, response{Status: http.StatusOK, ContentType: formOf(c), Body: text})
}

// publishedSpec returns the public specification: with examples of responses, without the extensions for the code
// generator.
func publishedSpec(forms SpecForms) ([]byte, error) {
	text, err := GetSpecJSON()
	if err != nil {
		return nil, err
	}
	var spec map[string]any
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, err
	}
	dropExtensions(spec)
	if err := addExamples(spec, recordedExamples); err != nil {
		return nil, fmt.Errorf("the examples of responses: %w", err)
	}
	if forms == OneForm {
		keepOneForm(spec)
	}
	return json.Marshal(spec)
}

// dropExtensions removes the fields x-… from all objects.
func dropExtensions(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if strings.HasPrefix(name, "x-") {
				delete(v, name)
				continue
			}
			dropExtensions(inner)
		}
	case []any:
		for _, inner := range v {
			dropExtensions(inner)
		}
	}
}

// keepOneForm reduces each body and response to one media type: JSON if it has it, else plain text. Generated
// clients turn several media types into a union, such as Game or string, which requires a cast at each use.
func keepOneForm(v any) {
	switch v := v.(type) {
	case map[string]any:
		if content, is := v["content"].(map[string]any); is {
			for _, form := range []string{typeJSON, typeProblem, typeText} {
				if media, has := content[form]; has {
					v["content"] = map[string]any{form: media}
					break
				}
			}
		}
		for _, inner := range v {
			keepOneForm(inner)
		}
	case []any:
		for _, inner := range v {
			keepOneForm(inner)
		}
	}
}

// publishedOnce returns a function that builds each published specification on its first use.
func publishedOnce() func(SpecForms) ([]byte, error) {
	one := sync.OnceValues(func() ([]byte, error) { return publishedSpec(OneForm) })
	all := sync.OnceValues(func() ([]byte, error) { return publishedSpec(AllForms) })
	return func(forms SpecForms) ([]byte, error) {
		if forms == AllForms {
			return all()
		}
		return one()
	}
}
