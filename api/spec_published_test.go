package api

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// published returns the specification from a server.
func published(t *testing.T, query string) *openapi3.T {
	t.Helper()
	body := newWorld(t).call("GET", "/openapi.json"+query).do().want(200).body
	spec, err := openapi3.NewLoader().LoadFromData([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if err := spec.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	return spec
}

// A generated client turns several media types of a response or a body into a union, and all
// responses that only "default" documents into one type.
func TestGeneratedClientsGetOneTypeEach(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	operations := 0
	for path, item := range published(t, "").Paths.Map() {
		for method, operation := range item.Operations() {
			operations++
			what := method + " " + path
			if body := operation.RequestBody; body != nil && len(body.Value.Content) != 1 {
				t.Errorf("%s takes %v", what, slices.Sorted(maps.Keys(body.Value.Content)))
			}
			for status, response := range operation.Responses.Map() {
				if n := len(response.Value.Content); n > 1 || n == 0 && (status[0] == '4' || status[0] == '5') {
					t.Errorf("%s: %s comes as %v", what, status, slices.Sorted(maps.Keys(response.Value.Content)))
				}
			}
			for status, form := range map[string]string{"4XX": typeProblem, "5XX": typeProblem, "default": ""} {
				switch response := operation.Responses.Value(status); {
				case form == "" && response != nil:
					t.Errorf("%s names %s", what, status)
				case form != "" && (response == nil || response.Value.Content[form] == nil):
					t.Errorf("%s does not name %s as %s", what, status, form)
				}
			}
		}
	}
	if operations < 50 {
		t.Errorf("%d operations", operations)
	}
}

// The whole specification has every form of each operation.
func TestTheWholeSpecificationHasEveryForm(t *testing.T) {
	whole := published(t, "?forms=all")
	for _, c := range []struct {
		path, status string
		forms        []string
	}{
		{"/v1/games/{id}", "200", []string{typeJSON, typeText, typeSVG, typePNG}},
		{"/v1/rulesets/{id}", "200", []string{typeJSON, typeText, typeMarkdown}},
		{"/v1/games/{id}", "4XX", []string{typeProblem, typeText}},
		{"/c/{id}", "5XX", []string{typeProblem, typeText, typeHTML}},
	} {
		content := whole.Paths.Value(c.path).Get.Responses.Value(c.status).Value.Content
		for _, form := range c.forms {
			if content[form] == nil {
				t.Errorf("%s %s does not come as %s", c.path, c.status, form)
			}
		}
	}
}

// The specification and the program have the same error codes with the same statuses.
func TestProblemCodesAreThoseOfTheTable(t *testing.T) {
	code := published(t, "").Components.Schemas["Problem"].Value.Properties["code"].Value
	var named []string
	for _, value := range code.Enum {
		named = append(named, value.(string))
	}
	slices.Sort(named)
	var table []string
	byStatus := map[int][]string{}
	for c, status := range statuses {
		table = append(table, string(c))
		byStatus[status] = append(byStatus[status], string(c))
	}
	slices.Sort(table)
	if !slices.Equal(named, table) {
		t.Errorf("the specification names %v\nthe table has        %v", named, table)
	}
	described := map[int][]string{}
	status := 0
	for word := range strings.FieldsSeq(code.Description) {
		word = strings.Trim(word, ",;.")
		if n, err := strconv.Atoi(word); err == nil {
			status = n
		} else if strings.HasPrefix(word, "`") {
			described[status] = append(described[status], strings.Trim(word, "`"))
		}
	}
	for status, codes := range byStatus {
		slices.Sort(codes)
		slices.Sort(described[status])
		if !slices.Equal(codes, described[status]) {
			t.Errorf("%d is described with %v, and has %v", status, described[status], codes)
		}
	}
	if len(described) != len(byStatus) {
		t.Errorf("%d statuses are described, %d are used", len(described), len(byStatus))
	}
}

// Every declared code has a status; a code without one would be reported as an internal error.
func TestEveryCodeHasAStatus(t *testing.T) {
	declared := 0
	for _, folder := range []string{"../models", ".", "pages"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, code := range declaredCode.FindAllStringSubmatch(string(text), -1) {
				declared++
				if statuses[models.Code(code[1])] < http.StatusBadRequest {
					t.Errorf("%s: %s has the status %d", file, code[1], statuses[models.Code(code[1])])
				}
			}
		}
	}
	if declared != len(statuses) {
		t.Errorf("%d codes are declared, %d have a status", declared, len(statuses))
	}
}

// declaredCode matches the declaration of a code.
var declaredCode = regexp.MustCompile(`(?m)^\t[cC]ode\w+ +(?:models\.)?Code += "(\w+)"`)

// Names of schemas must not collide with names of programming languages or of generated clients.
func TestSchemasHaveNamesOfTheirOwn(t *testing.T) {
	spec := published(t, "")
	schemas := spec.Components.Schemas
	for _, taken := range []string{
		"Options", "Next", "Record", "Event", "Style", "Theme", "Box", "Request", "Response",
		"Client", "Error", "Date", "Map", "Set", "Promise", "Object",
	} {
		if schemas[taken] != nil {
			t.Errorf("the schema %s is called like something of a language or of generated clients", taken)
		}
	}
	for name, schema := range schemas { // otherwise a list of turns would be "turns or null"
		if schema.Value.Nullable && name != "PageCursor" {
			t.Errorf("%s is null wherever it is used", name)
		}
	}
	for _, name := range []string{"TurnOptions", "PageCursor"} {
		if schemas[name] == nil {
			t.Errorf("the schema %s is missing", name)
		}
	}
}
