package trials

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"

	"turnpost/cmd/api/programtest"
)

// newer stores what builds of schema 1 could not, each part from the schema on that can store it.
func (j *journey) newer() {
	schema := schemaOf(j.T, j.build)
	for _, part := range []struct {
		since int64
		store func(*journey)
	}{
		{7, (*journey).playTheHouse},
		{8, (*journey).hideFromLists},
		{11, (*journey).noteDown},
		{12, (*journey).hookUp},
		{13, (*journey).holdEvent},
		{14, (*journey).reportAndAnnounce},
		{15, (*journey).takeDaysOff},
		{16, (*journey).climb},
	} {
		if schema >= part.since {
			part.store(j)
		}
	}
}

// checkNewer goes on with what newer has stored.
func (j *journey) checkNewer() {
	var list struct{ Players []struct{ Name string } }
	j.Call("GET", "/v1/players", "", "", 200, &list)
	listed := slices.Contains(list.Players, struct{ Name string }{"dan"})
	if listed != (j.keys.House == "" || !j.keys.Hidden) {
		j.T.Errorf("dan is on the list of players: %v", listed)
	}
	if j.keys.House != "" {
		j.playTheHouse()
	}
	if j.keys.Feed != "" {
		j.Call("GET", j.keys.Feed, "", "", 200, nil)
		var notes struct{ Text string }
		j.as("dan", "GET", "/v1/games/"+j.keys.House+"/notes", "", 200, &notes)
		if notes.Text != houseNote {
			j.T.Errorf("the notes are %q, want %q", notes.Text, houseNote)
		}
	}
	if j.keys.Event != "" {
		var games struct{ Games []struct{ Game string } }
		j.Call("GET", "/v1/events/"+j.keys.Event+"/games", "", "", 200, &games)
		for _, g := range games.Games {
			j.as("ann", "POST", "/v1/games/"+g.Game+"/resign", "", 200, nil)
		}
		var event struct{ Status string }
		if j.Call("GET", "/v1/events/"+j.keys.Event, "", "", 200, &event); event.Status != "ended" {
			j.T.Errorf("the event is %s after its games", event.Status)
		}
	}
	if j.keys.Ladder != "" {
		var ladder struct {
			Kind, Status string
			Joined       int
		}
		j.as("ann", "POST", "/v1/events/"+j.keys.Ladder+"/leave", "", 200, nil)
		j.Call("GET", "/v1/events/"+j.keys.Ladder, "", "", 200, &ladder)
		if ladder.Kind != "ladder" || ladder.Status != "running" || ladder.Joined != 1 {
			j.T.Errorf("after ann has left, the ladder is %+v", ladder)
		}
	}
}

// playTheHouse plays any turn for dan and waits for the turn of the house. The first time it begins their game.
func (j *journey) playTheHouse() {
	j.T.Helper()
	if j.keys.House == "" {
		var begun struct{ Game string }
		j.as("dan", "POST", "/v1/challenges",
			`{"ruleset":"hnefatafl","variant":"7x7","opponent":"house-easy","seat":"first"}`, 201, &begun)
		j.keys.House = begun.Game
	}
	path := "/v1/games/" + j.keys.House
	var before, after programtest.Game
	j.Call("GET", path, "", "", 200, &before)
	var next struct{ Steps []struct{ Text string } }
	j.Call("GET", path+"/next", "", "", 200, &next)
	j.as("dan", "POST", path+"/turns", fmt.Sprintf(`{"turn":%q}`, next.Steps[0].Text), 201, nil)
	programtest.Eventually(j.T, "the house moves", func() bool {
		j.Call("GET", path, "", "", 200, &after)
		return after.Ply == before.Ply+2 || after.Status == "finished"
	})
}

func (j *journey) hideFromLists() {
	j.as("dan", "PATCH", "/v1/me", `{"listed":false}`, 200, nil)
	j.keys.Hidden = true
}

// houseNote is dan's note about the game against the house.
const houseNote = "It moves the king first."

func (j *journey) noteDown() {
	path := "/v1/games/" + j.keys.House
	j.as("dan", "PUT", path+"/notes", fmt.Sprintf(`{"text":%q}`, houseNote), 200, nil)
	var next struct{ Steps []struct{ Text string } }
	j.Call("GET", path+"/next", "", "", 200, &next)
	line := fmt.Sprintf(`{"ply":2,"turns":[%q],"name":"perhaps"}`, next.Steps[0].Text)
	j.as("dan", "POST", path+"/lines", line, 201, nil)
	var feeds struct{ Atom string }
	j.as("dan", "POST", "/v1/me/feeds", "", 201, &feeds)
	j.keys.Feed = feeds.Atom[len(upgradeSite):]
}

// hookUp sets a webhook whose receiver is away, so that a delivery waits.
func (j *journey) hookUp() {
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer away.Close()
	var hook struct{ ID string }
	j.as("dan", "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":%q}`, away.URL), 201, &hook)
	j.playTheHouse()
	programtest.Eventually(j.T, "a delivery fails", func() bool {
		var stored struct{ Last *struct{ Status int } }
		j.as("dan", "GET", "/v1/me/webhooks/"+hook.ID, "", 200, &stored)
		return stored.Last != nil
	})
}

// holdEvent begins an event of ann and bob.
func (j *journey) holdEvent() {
	var event struct{ ID string }
	j.as("dan", "POST", "/v1/events", `{"ruleset":"bohnduell","size":2}`, 201, &event)
	j.keys.Event = event.ID
	for _, name := range []string{"ann", "bob"} {
		j.as(name, "POST", "/v1/events/"+event.ID+"/join", "", 200, nil)
	}
}

func (j *journey) reportAndAnnounce() {
	j.as("dan", "POST", "/v1/reports", `{"player":"gus","reason":"Two accounts, „żółw”."}`, 201, nil)
	j.build.must("", "admin", "--database", j.database, "announce", "Moved to another machine.", "--until", "1s")
}

func (j *journey) takeDaysOff() {
	j.as("dan", "PATCH", "/v1/me", `{"days_off":["sun"],"auto_vacation":true}`, 200, nil)
}

// climb makes a ladder, which ann and bob join.
func (j *journey) climb() {
	var ladder struct{ ID string }
	j.as("dan", "POST", "/v1/events", `{"kind":"ladder","ruleset":"bohnduell"}`, 201, &ladder)
	j.keys.Ladder = ladder.ID
	for _, name := range []string{"ann", "bob"} {
		j.as(name, "POST", "/v1/events/"+ladder.ID+"/join", "", 200, nil)
	}
}
