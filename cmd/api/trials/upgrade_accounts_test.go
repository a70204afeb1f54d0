package trials

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"turnpost/models/play"
)

// checkAccounts fails unless every token works and every setting, plan, message and block is unchanged.
func (j *journey) checkAccounts() {
	for player, profile := range j.keys.Profiles {
		var was, is map[string]any
		j.as(player, "GET", "/v1/me", "", 200, &is)
		if err := json.Unmarshal(profile, &was); err != nil {
			j.T.Fatal(err)
		}
		for field, value := range was {
			played := field == "reliability" || field == "ratings" // by the turns since then
			over := field == "away" && is[field] == nil
			if !played && !over && !reflect.DeepEqual(is[field], value) {
				j.T.Errorf("%s of %s was %v and is %v", field, player, value, is[field])
			}
		}
	}
	g := j.keys.Games["planned"]
	var plan struct{ Lines []string }
	j.as("ann", "GET", "/v1/games/"+g.ID+"/plan", "", 200, &plan)
	if want := g.Next[0].Turn + " : " + g.Next[1].Turn; !slices.Equal(plan.Lines, []string{want}) {
		j.T.Errorf("ann planned %q, and the plan is %q", want, plan.Lines)
	}
	var chat struct {
		Messages     []struct{ Author, Text string }
		Read, Unread int
	}
	j.as("ann", "GET", "/v1/games/"+j.keys.Games["hnefatafl-7x7"].ID+"/messages", "", 200, &chat)
	said := len(chat.Messages) == 3 && strings.Contains(chat.Messages[0].Text, "„żółw”")
	if !said || chat.Read != 2 || chat.Unread != 1 {
		j.T.Errorf("ann and bob said %+v", chat)
	}
	var blocks struct{ Blocks []struct{ Name string } }
	j.as("ann", "GET", "/v1/me/blocks", "", 200, &blocks)
	if len(blocks.Blocks) != 1 || blocks.Blocks[0].Name != "dan" {
		j.T.Errorf("ann blocks %+v", blocks)
	}
}

// checkRecords verifies the recorded game against the stored game, in both forms.
func (j *journey) checkRecords() {
	for form, record := range j.keys.Records {
		var found struct{ OK, Stored bool }
		content := map[string]string{"text": "text/plain", "json": "application/json"}[form]
		j.Call("POST", "/v1/records/verify", "", record, 200, &found, "Content-Type", content)
		if !found.OK || !found.Stored {
			j.T.Errorf("the record as %s: %+v", form, found)
		}
	}
}

// useCodes signs in with the unused codes, the unused invitation and the old cookie.
func (j *journey) useCodes() {
	var answer struct{ Token string }
	j.Call("POST", "/v1/tokens", "", fmt.Sprintf(`{"email":"hal@example.org","code":%q}`, j.keys.Codes["hal@example.org"]),
		201, &answer)
	response, page := j.Browse("/sign-in", "", url.Values{
		"email": {"bob@example.org"}, "code": {j.keys.Codes["bob@example.org"]}, "request": {j.keys.Request},
	})
	if response.StatusCode != http.StatusSeeOther || response.Header.Get("Set-Cookie") == "" {
		j.T.Errorf("an old code in a browser: %d: %s", response.StatusCode, page)
	}
	const ivy = `{"name":"ivy","email":"ivy@example.org","invitation":%q}`
	j.Call("POST", "/v1/players", "", fmt.Sprintf(ivy, "inv-none"), 403, nil)
	j.Call("POST", "/v1/players", "", fmt.Sprintf(ivy, j.keys.Invitation), 202, nil)
	j.codeFor("ivy@example.org")
	for _, path := range []string{"/inbox", "/settings"} {
		response, page := j.Browse(path, j.keys.Cookies["cleo"], nil)
		if response.StatusCode != http.StatusOK || !strings.Contains(page, "cleo") {
			j.T.Errorf("%s by an old cookie: %d: %s", path, response.StatusCode, page)
		}
	}
}

// checkExpired fails unless challenges and sessions have expired and every running clock was credited with the gap.
func (j *journey) checkExpired() {
	j.as("gil", "POST", "/v1/challenges/"+j.keys.Challenges["open"]+"/accept", "{}", 409, nil)
	j.as("ann", "POST", "/v1/challenges/"+j.keys.Challenges["rematch"]+"/accept", "{}", 409, nil)
	if response, _ := j.Browse("/inbox", j.keys.Cookies["cleo"], nil); response.StatusCode == http.StatusOK {
		j.T.Error("a browser is signed in for years")
	}
	for what, g := range j.keys.Games {
		var log struct{ Entries []struct{ Kind string } }
		if j.Call("GET", "/v1/games/"+g.ID+"/log", "", "", 200, &log); g.Status != "ongoing" || what == "away" {
			continue
		}
		outage := func(e struct{ Kind string }) bool { return e.Kind == string(play.LogOutage) }
		if !slices.ContainsFunc(log.Entries, outage) {
			j.T.Errorf("%s: the log says nothing of the outage: %+v", what, log)
		}
	}
}
