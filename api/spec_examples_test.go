package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var recordAnswers = flag.Bool("record", false, "record the examples of responses anew")

const examplesFile = "examples.json"

var (
	tokens = regexp.MustCompile(`tp_[a-z0-9]+`)
	hashes = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
)

func (a httpResponse) code() string { return strconv.Itoa(a.status) }

// recording is the content of the examples file.
type recording struct {
	Names    []map[string]string `json:"names"` // random values by form: JSON, then text
	Examples examples            `json:"examples"`
}

// withoutRandom returns a recorded text without random values.
func withoutRandom(text []byte, names map[string]string) string {
	out := string(text)
	for what, name := range names {
		out = strings.ReplaceAll(out, name, "«"+what+"»")
	}
	return hashes.ReplaceAllString(out, "«hash»")
}

// TestExamples sends the requests of the story to a running server and checks that the documented examples are the
// responses. Every response is also validated against the specification.
func TestExamples(t *testing.T) {
	now := recording{Examples: examples{}}
	forms := []string{typeJSON, typeText}
	for _, form := range forms {
		s := runStory(t, form)
		now.Names = append(now.Names, s.names)
		recording{Examples: s.recorded}.each(now.Examples.add)
	}
	var kept recording
	if err := json.Unmarshal(recordedExamples, &kept); err != nil {
		t.Fatal(err)
	}
	if *recordAnswers {
		writeExamples(t, now.withNamesOf(t, kept))
		return
	}
	compareExamples(t, kept, now)
}

func writeExamples(t *testing.T, r recording) {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(examplesFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withNamesOf returns the recording with the names of an earlier one, so that a new recording changes only the
// responses that differ.
func (r recording) withNamesOf(t *testing.T, kept recording) recording {
	t.Helper()
	out := recording{Examples: examples{}}
	for form, names := range r.Names {
		out.Names = append(out.Names, map[string]string{})
		for what, name := range names {
			out.Names[form][what] = cmp.Or(kept.namesOf(form)[what], name)
		}
	}
	r.each(func(operation, status, mediaType string, body json.RawMessage) {
		form := namesIn(mediaType)
		before := kept.Examples[operation][status][mediaType]
		text := string(body)
		for what, name := range r.Names[form] {
			text = strings.ReplaceAll(text, name, out.Names[form][what])
		}
		if withoutRandom(compacted(t, before), kept.namesOf(form)) == withoutRandom(compacted(t, body), r.Names[form]) {
			text = string(before)
		}
		out.Examples.add(operation, status, mediaType, json.RawMessage(text))
	})
	return out
}

// namesOf returns the names of a form, or none if nothing was recorded in it.
func (r recording) namesOf(form int) map[string]string {
	if form >= len(r.Names) {
		return nil
	}
	return r.Names[form]
}

// namesIn returns the number of the form whose names occur in a media type.
func namesIn(mediaType string) int {
	if mediaType == typeText {
		return 1
	}
	return 0
}

func (r recording) each(visit func(operation, status, mediaType string, body json.RawMessage)) {
	for operation, statuses := range r.Examples {
		for status, media := range statuses {
			for mediaType, body := range media {
				visit(operation, status, mediaType, body)
			}
		}
	}
}

// A new recording keeps the recorded responses if only random values differ.
func TestRecordingAnewKeepsNames(t *testing.T) {
	body := func(text string) examples {
		e := examples{}
		e.add("getGame", "200", typeJSON, json.RawMessage(text))
		return e
	}
	kept := recording{Names: []map[string]string{{"game": "old22222"}}, Examples: body(`{"id":"old22222","ply":1}`)}
	for got, want := range map[string]string{
		`{"id":"new33333","ply":1}`: `{"id":"old22222","ply":1}`,
		`{"id":"new33333","ply":2}`: `{"id":"old22222","ply":2}`,
	} {
		now := recording{Names: []map[string]string{{"game": "new33333", "other": "new44444"}}, Examples: body(got)}
		out := now.withNamesOf(t, kept)
		if text := string(out.Examples["getGame"]["200"][typeJSON]); text != want ||
			out.Names[0]["game"] != "old22222" || out.Names[0]["other"] != "new44444" {
			t.Errorf("%s is recorded as %s with the names %v", got, text, out.Names)
		}
	}
}

func compareExamples(t *testing.T, kept, now recording) {
	t.Helper()
	if len(kept.Names) != len(now.Names) || len(kept.Examples) != len(now.Examples) {
		t.Fatalf("%d operations have examples, %d could; -args -record keeps them", len(kept.Examples), len(now.Examples))
	}
	now.each(func(operation, status, mediaType string, body json.RawMessage) {
		form := namesIn(mediaType)
		got := withoutRandom(compacted(t, body), now.Names[form])
		want := withoutRandom(compacted(t, kept.Examples[operation][status][mediaType]), kept.Names[form])
		if got != want {
			t.Errorf("%s %s %s is now (-args -record keeps it)\n%s\nin the documentation it is\n%s", operation, status,
				mediaType, got, want)
		}
	})
}

func compacted(t *testing.T, value json.RawMessage) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		return nil
	}
	return b.Bytes()
}

// withoutExample lists the operations whose responses are documents or pages and need no example.
var withoutExample = []string{"getSpec", "getMetrics", "showUnsubscribe", "unsubscribe"}

// TestEveryResponseHasAnExample checks that each JSON and text response in the published specification has an example
// and that the examples match their schemas.
func TestEveryResponseHasAnExample(t *testing.T) {
	w := newWorld(t)
	spec, err := openapi3.NewLoader().LoadFromData([]byte(w.call("GET", "/openapi.json?forms=all").do().want(200).body))
	if err != nil {
		t.Fatal(err)
	}
	if err := spec.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	counted := 0
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			if slices.Contains(withoutExample, operation.OperationID) {
				continue
			}
			for status, response := range operation.Responses.Map() {
				for _, form := range []string{typeJSON, typeProblem, typeText} {
					if media := response.Value.Content[form]; media != nil && media.Example == nil && !elsewhere(operation, status) {
						t.Errorf("%s %s %s has no example of %s", method, path, status, form)
					}
					counted++
				}
			}
		}
	}
	if counted < 100 {
		t.Errorf("%d responses", counted)
	}
}

// elsewhere reports whether another status of the operation shows the same response.
func elsewhere(operation *openapi3.Operation, status string) bool {
	return operation.OperationID == "playTurn" && status == "200" || strings.HasSuffix(status, "XX") &&
		slices.Contains([]string{"getFront", "getHelp", "getSharedChallenge", "tryBoard"}, operation.OperationID)
}
