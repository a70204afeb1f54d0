package main

import (
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules"
)

// The demo prints its text in one piece, which no line of the log can break.
func TestDemoPrintsOnePiece(t *testing.T) {
	var pieces []string
	d := &demo{URL: "http://127.0.0.1:8081"}
	err := d.print(writerFunc(func(b []byte) (int, error) {
		pieces = append(pieces, string(b))
		return len(b), nil
	}))
	if err != nil || len(pieces) != 1 || !strings.Contains(pieces[0], d.URL) {
		t.Errorf("%v, %q", err, pieces)
	}
}

// The demo begins with a game against the house, prints the address of its page first, and the house answers there.
func TestDemoPlaysTheHouse(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	i := start(t, "demo", "--listen", "127.0.0.1:0", "--database", filepath.Join(folder, "turnpost.db"),
		"--smtp", "file:"+filepath.Join(folder, "mail"))
	page := ""
	eventually(t, "the address of the page", func() bool {
		page = regexp.MustCompile(`http\S+/k/\S+`).FindString(i.out.String())
		return page != ""
	})
	text, at := get(t, page)
	if !strings.Contains(text, "house-easy") || !strings.Contains(text, "It is your turn") {
		t.Fatalf("%s shows %s", at, text)
	}
	if strings.Contains(i.out.String(), "grep") {
		t.Error("the demo prints a pipeline")
	}
	game := regexp.MustCompile(`/g/([a-z0-9]+)`).FindStringSubmatch(at)[1]
	token := regexp.MustCompile(`Bearer (\S+)'`).FindStringSubmatch(i.out.String())[1]
	i.call("POST", "/v1/games/"+game+"/turns", token, `{"turn":"d1-c1"}`, 201, nil)
	eventually(t, "the turn of the house", func() bool {
		var g wireGame
		i.call("GET", "/v1/games/"+game, token, "", 200, &g)
		return g.Ply == 2
	})
}

// get returns a page and the address to which it was redirected.
func get(t *testing.T, address string) (text, at string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), response.Request.URL.String()
}

// TestKilledWhileTheHouseThinks kills the server (SIGKILL) while it thinks about a turn. Later servers find each turn
// that was not played; the house plays exactly one in every game.
func TestKilledWhileTheHouseThinks(t *testing.T) {
	t.Parallel()
	binary := buildProgram(t)
	p, database := newPost(t), databaseFile(t)
	games := gamesThatWait(t, p, database)
	kills := 0
	for waiting := len(games); waiting > 2; {
		process := launch(t, binary, database, p)
		eventually(t, "a claim", func() bool { return process.houseDepth(t) < waiting })
		_ = process.command.Process.Kill()
		<-process.ended
		kills++
		waiting--
	}
	process := launch(t, binary, database, p)
	for _, game := range games {
		eventually(t, "the turn of the house after its lease", func() bool { return process.ply(t, game) > 1 })
	}
	eventually(t, "an empty queue", func() bool { return process.houseDepth(t) == 0 })
	for _, game := range games {
		if ply := process.ply(t, game); ply != 2 {
			t.Errorf("game %s is at ply %d after %d kills", game, ply, kills)
		}
	}
	_ = process.command.Process.Kill()
	<-process.ended
}

// gamesThatWait returns as many games as a player may have, in all of which the house is to move.
func gamesThatWait(t *testing.T, p *post, database string) (games []string) {
	t.Helper()
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://"+p.address,
		"--base-url", "http://play.example.org", "--house-pause", "1h")
	ann := i.signUp(p, "ann")
	for range models.DefaultLimits().HouseTogether {
		var c struct{ Game string }
		i.call("POST", "/v1/challenges", ann, `{"ruleset":"hnefatafl","variant":"7x7","seat":"first","opponent":"`+
			models.HouseName(rules.Hard)+`"}`, 201, &c)
		i.call("POST", "/v1/games/"+c.Game+"/turns", ann, `{"turn":"d1-c1"}`, 201, nil)
		games = append(games, c.Game)
	}
	if exit := i.stop(); exit != 0 {
		t.Fatalf("stopped with %d", exit)
	}
	return games
}

var houseDepthLine = regexp.MustCompile(`(?m)^turnpost_house_depth (\d+)$`)

// houseDepth returns the number of games that wait for the house.
func (p *process) houseDepth(t *testing.T) (n int) {
	t.Helper()
	text, _ := get(t, p.url+"/metrics")
	found := houseDepthLine.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no depth in %s", text)
	}
	for _, digit := range found[1] {
		n = 10*n + int(digit-'0')
	}
	return n
}
