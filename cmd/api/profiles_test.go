package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
)

func TestProfiles(t *testing.T) {
	t.Parallel()
	address := programtest.FreeAddress(t)
	i := serveOn(t, databaseFile(t), programtest.NewPost(t), "--admin-listen", address)
	ask := func(host, path string) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(text)
	}
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/goroutine?debug=1", "/debug/pprof/heap?debug=1"} {
		if status, text := ask(address, path); status != 200 || !strings.Contains(text, "goroutine") && !strings.Contains(text, "heap") {
			t.Errorf("%s: %d %.200s", path, status, text)
		}
	}
	if status, _ := ask("evil.example.org", "/debug/pprof/"); status != http.StatusForbidden {
		t.Errorf("by another name: %d", status)
	}
	i.Call("GET", "/debug/pprof/", "", "", 404, nil)
	for _, listen := range []string{"0.0.0.0:6060", ":6060", "192.0.2.7:6060", "[::]:6060", "example.org:1", "6060"} {
		if exit, out := command(t, "", false, "serve", "--admin-listen", listen); exit != 2 ||
			!strings.Contains(out, "--admin-listen") || !strings.Contains(out, "loopback") {
			t.Errorf("%s: %d %s", listen, exit, out)
		}
	}
}
