package api

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
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

// contract parses the specification once in a process, which takes 20 ms, and keeps what requests are checked by.
// Nothing changes it.
var contract = sync.OnceValues(func() (*openapi3.T, error) {
	spec, err := GetSpec()
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	keepChecked(spec)
	return spec, nil
})

// keepChecked removes what only readers of the specification need: 0.9 of the 1.4 MB that it takes in memory. Of a
// response, the names of its media types stay.
func keepChecked(spec *openapi3.T) {
	spec.Components = &openapi3.Components{SecuritySchemes: spec.Components.SecuritySchemes}
	spec.Info, spec.Tags, spec.Servers = nil, nil, nil
	noSchema := &openapi3.MediaType{}
	for _, item := range spec.Paths.Map() {
		for _, operation := range item.Operations() {
			operation.Summary, operation.Description = "", ""
			for _, response := range operation.Responses.Map() {
				response.Value.Description, response.Value.Headers = nil, nil
				for form := range response.Value.Content {
					response.Value.Content[form] = noSchema
				}
			}
		}
	}
}

// recordedExamples holds real responses, recorded by a test from the requests that it sends: by operation, status
// and media type, a JSON value or a text.
//
//go:embed examples.json
var recordedExamples []byte

// examples maps operation, status and media type to a recorded response.
type examples map[string]map[string]map[string]json.RawMessage

// problemExamples maps each shared error response to the operation and status whose recorded response
// illustrates it.
var problemExamples = map[string]struct{ operation, status string }{
	"ClientError": {"getGame", statusRefused},
	"ServerError": {"getReadiness", statusFailed},
}

const (
	statusRefused = "4XX"
	statusFailed  = "5XX"
)

// addExamples adds the examples to a specification that is about to be published.
func addExamples(spec map[string]any, text []byte) error {
	var recorded struct{ Examples examples }
	if err := json.Unmarshal(text, &recorded); err != nil {
		return err
	}
	paths, _ := spec["paths"].(map[string]any)
	for _, item := range paths {
		item, _ := item.(map[string]any)
		for _, operation := range item {
			operation, _ := operation.(map[string]any)
			id, _ := operation["operationId"].(string)
			responses, _ := operation["responses"].(map[string]any)
			for status, given := range recorded.Examples[id] {
				response, err := resolved(spec, responses[status])
				if err != nil {
					return err
				}
				responses[status] = exemplified(response, given)
			}
		}
	}
	components, _ := spec["components"].(map[string]any)
	shared, _ := components["responses"].(map[string]any)
	for name, from := range problemExamples {
		problem, _ := shared[name].(map[string]any)
		shared[name] = exemplified(problem, recorded.Examples[from.operation][from.status])
	}
	return nil
}

// resolved follows a reference to a shared response.
func resolved(spec map[string]any, response any) (map[string]any, error) {
	object, _ := response.(map[string]any)
	ref, refers := object["$ref"].(string)
	if !refers {
		return object, nil
	}
	var at any = spec
	for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		inner, _ := at.(map[string]any)
		at = inner[name]
	}
	found, is := at.(map[string]any)
	if !is {
		return nil, errors.New("the specification refers to nothing: " + ref)
	}
	return found, nil
}

// exemplified returns a copy of a response with examples for its media types.
func exemplified(response map[string]any, given map[string]json.RawMessage) map[string]any {
	content, _ := response["content"].(map[string]any)
	withExamples := map[string]any{}
	for mediaType, media := range content {
		media, _ := media.(map[string]any)
		if example, found := given[mediaType]; found {
			media = withField(media, "example", example)
		}
		withExamples[mediaType] = media
	}
	return withField(response, "content", withExamples)
}

// withField returns a copy of an object with a field set.
func withField(object map[string]any, name string, value any) map[string]any {
	out := make(map[string]any, len(object)+1)
	for n, v := range object {
		out[n] = v
	}
	out[name] = value
	return out
}
