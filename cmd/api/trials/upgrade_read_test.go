package trials

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"turnpost/api"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// readEndpoints requests every GET operation of the specification, in every form and for every stored id; in a short
// run for the first that can be read.
func (j *journey) readEndpoints() {
	spec, err := api.GetSpec()
	if err != nil {
		j.T.Fatal(err)
	}
	read := 0
	for path, item := range spec.Paths.Map() {
		if item.Get == nil {
			continue
		}
		read++
		forms := []string{"*/*"}
		for form := range item.Get.Responses.Status(http.StatusOK).Value.Content {
			forms = append(forms, form)
		}
		for _, form := range forms {
			good := 0
			for _, filled := range j.fill(path) {
				status := j.read(filled, form)
				if status >= 500 {
					j.T.Errorf("GET %s as %s: %d", filled, form, status)
				}
				if status == http.StatusOK {
					good++
				}
			}
			if good == 0 && !strings.HasPrefix(path, "/readyz") { // which waits for mail
				j.T.Errorf("GET %s as %s: never 200", path, form)
			}
		}
	}
	if read < 20 {
		j.T.Errorf("the specification has only %d operations that read", read)
	}
}

// fill replaces the parameter of a path by every stored id.
func (j *journey) fill(path string) (filled []string) {
	j.T.Helper()
	before, rest, has := strings.Cut(path, "{")
	if !has {
		return []string{path}
	}
	name, after, _ := strings.Cut(rest, "}")
	var values []string
	switch before + name {
	case "/v1/games/id":
		for _, g := range j.keys.Games {
			values = append(values, g.ID)
		}
	case "/v1/challenges/id", "/c/id":
		for _, id := range j.keys.Challenges {
			values = append(values, id)
		}
	case "/v1/events/id":
		values = append(values, j.event())
	case "/v1/me/webhooks/id":
		values = append(values, j.webhook())
	case "/v1/rulesets/id", "/try/ruleset":
		for _, r := range catalog.All() {
			values = append(values, r.Info(phrase.English).ID)
		}
	case "/v1/players/name":
		for player := range j.keys.Tokens {
			values = append(values, player)
		}
	case "/unsubscribe/token":
		for mail := range j.keys.Mails {
			values = append(values, strings.TrimPrefix(unsubscribePath(j.T, j.keys.readMail(j.T, j.folder, mail)), before))
		}
	default:
		j.T.Fatalf("GET %s: say here what may stand for {%s}", path, name)
	}
	slices.Sort(values)
	for _, value := range values {
		filled = append(filled, before+value+after)
	}
	return filled
}

// event opens an event, which no database of an earlier schema has, and returns its ID.
func (j *journey) event() string {
	j.T.Helper()
	if j.eventID == "" {
		var made struct{ ID string }
		j.as("ann", "POST", "/v1/events", `{"ruleset":"hnefatafl"}`, 201, &made)
		j.eventID = made.ID
	}
	return j.eventID
}

// webhook makes a webhook, which databases of earlier schemas lack, and returns its ID.
func (j *journey) webhook() string {
	j.T.Helper()
	if j.webhookID == "" {
		var made struct{ ID string }
		j.as("ann", "POST", "/v1/me/webhooks", `{"url":"http://127.0.0.1:1/"}`, 201, &made)
		j.webhookID = made.ID
	}
	return j.webhookID
}

// read requests a path with the token of ann and returns the status.
func (j *journey) read(path, form string) int {
	j.T.Helper()
	request, err := http.NewRequestWithContext(j.T.Context(), http.MethodGet, j.URL+path, nil)
	if err != nil {
		j.T.Fatal(err)
	}
	request.Header.Set("Accept", form)
	request.Header.Set("Authorization", "Bearer "+j.keys.Tokens["ann"])
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		j.T.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		j.T.Fatal(err)
	}
	return response.StatusCode
}
