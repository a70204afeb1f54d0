package api

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
)

// recordedExamples holds real responses, recorded by a test from the requests that it sends: by operation, status
// and media type, a JSON value or a text.
//
//go:embed examples.json
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
