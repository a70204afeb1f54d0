package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models/account"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// command runs a subcommand and returns its exit status and output.
func command(t *testing.T, in string, terminal bool, args ...string) (exit int, out string) {
	t.Helper()
	o := &programtest.Output{}
	p := &program{ctx: t.Context(), in: strings.NewReader(in), terminal: terminal, out: o, err: o, serves: func(string) {}}
	return runWith(p, args, func(string) string { return "" }), o.String()
}

// refuseMail records that the provider of a player refuses mail.
func refuseMail(t *testing.T, database, name, why string) {
	t.Helper()
	store, err := store.Open(t.Context(), store.Options{Database: database, Existing: true, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := store.PlayerByName(t.Context(), name)
	err = errors.Join(err, store.RecordBounce(t.Context(), p.ID, account.BounceReputation, why), store.Close())
	if err != nil {
		t.Fatal(err)
	}
}

// TestAdmin uses the operator's commands beside a running server.
func TestAdmin(t *testing.T) {
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	begin := func() programtest.Game { return i.Begin(ann, bob, "hnefatafl", "7x7") }
	admin := func(want int, text string, args ...string) string {
		t.Helper()
		exit, out := command(t, "", false, append([]string{"admin", "--database", database}, args...)...)
		if exit != want || !strings.Contains(out, text) {
			t.Fatalf("admin %v: %d: %s; want %q", args, exit, out, text)
		}
		return out
	}
	first, second := begin(), begin()
	list := admin(0, "ann@example.org", "players")
	lines := strings.Split(strings.TrimSpace(list), "\n")
	if len(lines) != 3 || strings.Index(lines[0], "ADDRESS") != strings.Index(lines[1], "ann@") ||
		strings.Index(lines[1], "ann@") != strings.Index(lines[2], "bob@") {
		t.Errorf("the columns stand askew:\n%s", list)
	}
	admin(0, first.ID, "games", "b?b")
	refuseMail(t, database, "bob", "550 5.7.1 on a list")
	admin(0, "550 5.7.1 on a list", "refused")
	admin(1, "add --yes", "ban", "bob")
	admin(1, `"defenderz": must be attackers (ann) or defenders (bob)`, "end", first.ID, "--winner", "defenderz", "--yes")
	admin(2, "--winner SIDE, --draw or --abort", "end", first.ID)
	admin(2, "can't be used together", "end", first.ID, "--draw", "--abort")
	admin(0, "bob (defenders) wins", "end", first.ID, "--winner", "defenders", "--yes")
	admin(1, "is over already", "end", first.ID, "--draw", "--yes")
	var game programtest.Game
	i.Call("GET", "/v1/games/"+first.ID, "", "", 200, &game)
	if game.Status != "finished" || game.Result.Reason != "adjudicated" {
		t.Errorf("%+v", game.Result)
	}
	i.Call("GET", "/v1/me", bob, "", 200, nil)
	admin(0, "bob is banned", "ban", "bob", "--yes")
	signedOut(t, i, bob)
	i.Call("GET", "/v1/games/"+second.ID, "", "", 200, &game)
	if game.Status != "aborted" {
		t.Errorf("a game with a banned player is %s", game.Status)
	}
	admin(0, "banned 20", "players", "bob")
	admin(0, "may sign in again", "unban", "bob", "--yes")
	admin(0, "ann is a bot", "bot", "ann", "--yes")
	admin(0, "ann[bot]", "players", "ann")
	admin(0, "ann[bot] is a person", "bot", "ann", "--off", "--yes")
	admin(0, "ann is now anna", "rename", "ann", "anna", "--yes")
	admin(1, "no player named", "code", "ann", "--yes")
	admin(0, "a code for anna is queued", "code", "anna", "--yes")
	digits := programtest.EightDigits
	for m := p.Next(); m.To != "ann@example.org" || !digits.MatchString(m.GetHeader("Subject")+m.Text); m = p.Next() {
		continue // mails about the ends of games come first
	}
	admin(0, "signed out", "revoke", "anna", "--yes")
	signedOut(t, i, ann)
	admin(0, "anna is deleted", "delete", "anna", "--yes")
	admin(1, "no player named", "delete", "anna", "--yes")
	admin(0, "for 2 accounts", "invite", "friends", "--uses", "2")
	admin(1, "must be 1 to", "invite", "--uses", "0")
	if exit, out := command(t, "", false, "check", "--database", database); exit != 0 {
		t.Errorf("check: %s", out)
	}
}

// TestAdminAsks answers the confirmation on a terminal.
func TestAdminAsks(t *testing.T) {
	database, _ := storedGame(t)
	for in, want := range map[string]string{
		"n\n": "nothing was done", "\n": "nothing was done", "": "nothing was done", "yes please\n": "nothing was done",
		"Y\n": "ann is signed out",
	} {
		exit, out := command(t, in, true, "admin", "revoke", "ann", "--database", database)
		done := strings.HasPrefix(want, "ann")
		if !strings.Contains(out, want) || !strings.Contains(out, "Go on? [y/N]") || (exit == 0) != done {
			t.Errorf("%q: %d: %s", in, exit, out)
		}
	}
	exit, out := command(t, "", false, "admin", "players", "--database", database+"x")
	if exit != 1 || !strings.Contains(out, "no such file") {
		t.Errorf("%d: %s", exit, out)
	}
}

func TestTestmail(t *testing.T) {
	p, folder := programtest.NewPost(t), t.TempDir()
	exit, out := command(t, "", false, "testmail", "ann@example.org", "--smtp", "smtp://"+p.Address)
	if exit != 0 || !strings.Contains(out, "> RCPT TO:<ann@example.org>") || !strings.Contains(out, "the mail was taken") {
		t.Errorf("%d: %s", exit, out)
	}
	if m := p.Next(); m.To != "ann@example.org" {
		t.Errorf("the mail went to %s", m.To)
	}
	exit, out = command(t, "", false, "testmail", "ann@example.org", "--smtp", "file:"+folder)
	file := regexp.MustCompile(regexp.QuoteMeta(folder) + `\S+\.eml`).FindString(out)
	if text, err := os.ReadFile(file); exit != 0 || err != nil || !strings.Contains(string(text), "ann@example.org") {
		t.Errorf("%d: %s: %v", exit, out, err)
	}
	for want, args := range map[string][]string{
		"connection refused": {"ann@example.org", "--smtp", "smtp://127.0.0.1:1"},
		"no email address":   {"ann", "--smtp", "file:" + folder},
	} {
		exit, out := command(t, "", false, append([]string{"testmail"}, args...)...)
		if exit == 0 || !strings.Contains(out, want) {
			t.Errorf("%v: %d: %s", args, exit, out)
		}
	}
}

// TestLostDatabase removes the file of a running server.
func TestLostDatabase(t *testing.T) {
	sample.Together(t, "loses a database")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	i.Call("GET", "/readyz", "", "", 200, nil)
	listen := strings.TrimPrefix(i.URL, "http://")
	if exit, out := command(t, "", false, "ready", "--listen", listen); exit != 0 || out != "ready\n" {
		t.Errorf("ready: %d: %s", exit, out)
	}
	if err := os.Rename(database, database+".away"); err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) (r *http.Response, text string) {
		request, err := http.NewRequest(method, i.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r, err = http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		answer, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(answer)
	}
	programtest.Eventually(t, "/readyz is 503", func() bool { // for this reason: a busy machine may have others before
		r, text := ask("GET", "/readyz", "")
		return r.StatusCode == http.StatusServiceUnavailable && strings.Contains(text, "its database file is gone")
	})
	exit, out := command(t, "", false, "ready", "--listen", listen)
	if exit != 1 || !strings.Contains(out, "not ready: 503") {
		t.Errorf("ready: %d: %s", exit, out)
	}
	refused, _ := ask("POST", "/v1/players", `{"name":"eve","email":"eve@example.org"}`)
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" {
		t.Errorf("a write is answered %d, %v", refused.StatusCode, refused.Header)
	}
	// By connections that are open; a busy server looks for another first.
	programtest.Eventually(t, "reading goes on", func() bool {
		r, _ := ask("GET", "/v1/games", "")
		return r.StatusCode == http.StatusOK
	})
	if err := os.Rename(database+".away", database); err != nil {
		t.Fatal(err)
	}
	programtest.Eventually(t, "/readyz is 200", func() bool {
		r, _ := ask("GET", "/readyz", "")
		return r.StatusCode == http.StatusOK
	})
	p.None()
}

func TestLeftoversOfKilledServersAreRemoved(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "20200101T000000.000Z-code-ann.eml.tmp")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := mustTime(t, "2020-01-01T00:00:00Z")
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	recent := filepath.Join(folder, "recent.eml.tmp") // another server may be writing it
	if err := os.WriteFile(recent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "file:"+folder)
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("what a killed server left is there still: %v", err)
	}
	if _, err := os.Stat(recent); err != nil {
		t.Error(err)
	}
}

// signedOut waits until a token that another process has revoked is refused.
func signedOut(t *testing.T, i *programtest.Instance, token string) {
	t.Helper()
	programtest.Eventually(t, "a revoked token is refused", func() bool {
		request, err := http.NewRequest(http.MethodGet, i.URL+"/v1/me", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode == http.StatusUnauthorized
	})
}

// TestRotateKey replaces the key beside a running server: the links of earlier mails stop working without a restart,
// those of the next mail work.
func TestRotateKey(t *testing.T) {
	sample.Together(t, "replaces the key beside a server")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	g := i.Begin(ann, bob, "hnefatafl", "7x7")
	pageOf := func(m *programtest.Received) string {
		t.Helper()
		path := regexp.MustCompile(`/k/\S+`).FindString(m.Text)
		if path == "" {
			t.Fatalf("no link in\n%s", m.Text)
		}
		return i.URL + path
	}
	status := func(link string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/html")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	old := pageOf(p.ToSubject("ann@example.org", "Your turn against"))
	if got := status(old); got != http.StatusOK {
		t.Fatalf("the link leads to %d", got)
	}
	exit, out := command(t, "", false, "admin", "rotate-key", "--database", database)
	if exit != 1 || !strings.Contains(out, "every link in every mail sent so far stops working") ||
		!strings.Contains(out, "add --yes") {
		t.Errorf("%d: %s", exit, out)
	}
	if exit, out = command(t, "", false, "admin", "rotate-key", "--yes", "--database", database); exit != 0 {
		t.Fatalf("%d: %s", exit, out)
	}
	programtest.Eventually(t, "the link of an earlier mail is dead", func() bool {
		return status(old) == http.StatusNotFound
	})
	i.Call("GET", "/v1/me", ann, "", http.StatusOK, nil)
	i.Call("POST", "/v1/games/"+g.ID+"/turns", ann, `{"turn":"a4-a2"}`, http.StatusCreated, nil)
	if got := status(pageOf(p.ToSubject("bob@example.org", "Your turn against"))); got != http.StatusOK {
		t.Errorf("the link of the next mail leads to %d", got)
	}
}
