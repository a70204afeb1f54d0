package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
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
	programtest.Eventually(t, "the address of the page", func() bool {
		page = regexp.MustCompile(`http\S+/k/\S+`).FindString(i.Out.String())
		return page != ""
	})
	text, at := programtest.Get(t, page)
	if !strings.Contains(text, "house-easy") || !strings.Contains(text, "It is your turn") {
		t.Fatalf("%s shows %s", at, text)
	}
	if strings.Contains(i.Out.String(), "grep") {
		t.Error("the demo prints a pipeline")
	}
	game := regexp.MustCompile(`/g/([a-z0-9]+)`).FindStringSubmatch(at)[1]
	token := regexp.MustCompile(`Bearer (\S+)'`).FindStringSubmatch(i.Out.String())[1]
	i.Call("POST", "/v1/games/"+game+"/turns", token, `{"turn":"d1-c1"}`, 201, nil)
	programtest.Eventually(t, "the turn of the house", func() bool {
		var g programtest.Game
		i.Call("GET", "/v1/games/"+game, token, "", 200, &g)
		return g.Ply == 2
	})
}
