package main

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"turnpost/api"
	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// searchServer searches resources and pages.
func (w *notebookWorld) searchServer() {
	w.t.Helper()
	w.searchPaths()
	w.searchPages()
}

// searchPaths searches every resource of the specification, as the opponent, an onlooker, a stranger, and by the link
// of ann's mail.
func (w *notebookWorld) searchPaths() {
	w.t.Helper()
	spec, err := api.GetSpec()
	if err != nil {
		w.t.Fatal(err)
	}
	hook, err := w.Hooks(w.t.Context(), w.bob.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	mailed := w.mails[models.KindYourTurn][0]
	fill := strings.NewReplacer("/games/{id}", "/games/"+w.game, "{name}", "ann",
		"/webhooks/{id}", "/webhooks/"+hook[0].ID, "{token}", mailed.Unsubscribe,
		"/c/{id}", "/c/"+w.mails[models.KindChallenge][0].Challenge.ID,
		"/challenges/{id}", "/challenges/"+w.mails[models.KindChallenge][0].Challenge.ID,
		"{id}", "hnefatafl", "{ruleset}", "hnefatafl")
	for _, who := range []string{"bob", "eve"} {
		_, _, body := w.get("/v1/me/export", who, "*/*")
		w.search("GET export of "+who, unzipped(w.t, body))
	}
	forms := []string{"application/json", "text/plain", "text/html", "image/svg+xml"}
	for n, path := range slices.Sorted(maps.Keys(spec.Paths.Map())) {
		if spec.Paths.Value(path).Get == nil || path == "/v1/me/export" {
			continue
		}
		for i, accept := range forms {
			for j, who := range []string{"bob", "eve", "", "a link"} {
				if sample.Short() && (n+i+j)%len(forms) != 0 {
					continue // a short run lets each of them read another form
				}
				to, as := fill.Replace(path), who
				if who == "a link" {
					to, as = to+"?k="+mailed.PageLink, ""
				}
				_, _, body := w.get(to, as, accept)
				w.search("GET "+path+" "+accept+" as "+who, body)
			}
		}
	}
}

// paths finds the attributes that lead to the server. It begins with fixed text, which regexp looks for quickly.
var paths = regexp.MustCompile(`="(/[^"#]*)`)

// searchPages follows all links from page to page, as the opponent, an onlooker, a stranger, and by links of mails.
func (w *notebookWorld) searchPages() {
	w.t.Helper()
	most := 150
	if sample.Short() {
		most = 40
	}
	for _, visit := range []struct{ who, link string }{
		{"bob", ""}, {"eve", ""}, {"", ""}, {"", w.mails[models.KindYourTurn][0].PageLink},
	} {
		game := "/g/" + w.game
		next := []string{
			game, game + "/all", game + "/chat", game + "/line?kept=1", game + "/line?from=0", "/inbox", "/settings",
			"/p/ann", "/games", "/report?game=" + w.game,
		}
		if visit.link != "" {
			for i := range next {
				next[i] += map[bool]string{true: "&k=", false: "?k="}[strings.Contains(next[i], "?")] + visit.link
			}
		}
		seen := map[string]bool{}
		for len(next) > 0 && len(seen) < most {
			path := next[0]
			next = next[1:]
			form := formOf(path)
			if seen[form] || strings.HasPrefix(path, "/static") {
				continue
			}
			seen[form] = true
			_, header, body := w.get(path, visit.who, "text/html")
			w.search("page "+path+" as "+visit.who, body)
			next = append(next, header.Get("Location"))
			for _, found := range paths.FindAllStringSubmatch(body, -1) {
				next = append(next, html.UnescapeString(found[1]))
			}
		}
		if len(seen) < 30 {
			w.t.Errorf("only %d pages were found as %q", len(seen), visit.who)
		}
	}
}

// formOf returns the path of a URL with the names of its parameters: one turn of many is enough.
func formOf(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	var names []string
	for name := range u.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	return u.Path + "?" + strings.Join(names, "&")
}

// searchChanges searches the problems of those who try to change what ann keeps.
func (w *notebookWorld) searchChanges() {
	w.t.Helper()
	for _, who := range []string{"bob", "eve", ""} {
		for _, change := range []string{"PUT /notes", "DELETE /notes", "POST /lines", "DELETE /lines/1", "PATCH /lines/1"} {
			method, path, _ := strings.Cut(change, " ")
			body := strings.NewReader(`{"text":"x","ply":0,"turns":["a4-a2"]}`)
			r, err := http.NewRequestWithContext(w.t.Context(), method, w.url+w.path(path), body)
			if err != nil {
				w.t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("If-Match", `"notes-1"`)
			_, header, text := w.do(r, who, "application/json")
			w.search("change "+change+" as "+who, plainHeader(header)+text)
		}
	}
	if own := w.own(w.path("/lines"), "application/json"); !strings.Contains(own, "xyzzy-name") {
		w.t.Error("somebody else has deleted the line")
	}
}

// searchOperator searches what commands of the operator print.
func (w *notebookWorld) searchOperator() {
	w.t.Helper()
	commands := []string{
		"players", "games ann", "reports list", "reports show 1", "inbound list", "log", "reports close 1 asked",
		"reports list --closed",
	}
	for n := range 4 {
		commands = append(commands, fmt.Sprint("inbound show ", n+1), fmt.Sprint("inbound show --raw ", n+1))
	}
	for _, line := range commands {
		_, out := command(w.t, "", false, append([]string{"admin", "--database", w.Database}, strings.Fields(line)...)...)
		w.search("admin "+line, out)
	}
}

// searchRows searches all other rows.
func (w *notebookWorld) searchRows() {
	w.t.Helper()
	const others = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('notes', 'kept_lines')"
	for _, table := range w.Query(others) {
		for _, row := range w.Query(fmt.Sprint("SELECT * FROM ", table[0])) {
			for _, cell := range row {
				text, _ := cell.([]byte)
				w.search(fmt.Sprint("row of ", table[0]), fmt.Sprint(cell)+string(text))
			}
		}
	}
}
