package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// adminOn returns a function that runs operators' commands on a database, and checks their exit status and output.
func adminOn(t *testing.T, database string) func(want int, text string, args ...string) string {
	return func(want int, text string, args ...string) string {
		t.Helper()
		exit, out := command(t, "", false, append([]string{"admin", "--database", database}, args...)...)
		if exit != want || !strings.Contains(out, text) {
			t.Fatalf("admin %v: %d: %s; want %q", args, exit, out, text)
		}
		return out
	}
}

// TestAdminReports handles a report beside a running server, which mails it to the operator.
func TestAdminReports(t *testing.T) {
	sample.Whole(t, "starts a server")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p, "--operator", "Op <operator@example.org>")
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	admin := adminOn(t, database)
	g := i.Begin(ann, bob, "hnefatafl", "7x7")
	i.Call("POST", "/v1/games/"+g.ID+"/messages", bob, `{"text":"you fool"}`, http.StatusCreated, nil)
	report := `{"game":"` + g.ID + `","message":1,"reason":"insults"}`
	i.Call("POST", "/v1/reports", ann, report, http.StatusCreated, nil)
	mail := p.ToSubject("operator@example.org", "bob: report 1")
	for _, text := range []string{"insults", "you fool", "turnpost admin reports show 1"} {
		if !strings.Contains(mail.Text, text) {
			t.Errorf("%q is missing in\n%s", text, mail.Text)
		}
	}
	admin(0, "insults", "reports", "list")
	admin(0, "bob: you fool", "reports", "show", "1")
	admin(1, "add --yes", "mute", "bob")
	admin(0, "bob is muted", "mute", "bob", "--yes")
	i.Call("POST", "/v1/games/"+g.ID+"/messages", bob, `{"text":"fool"}`, http.StatusForbidden, nil)
	admin(1, "muted already", "mute", "bob", "--yes")
	admin(0, "may write", "unmute", "bob", "--yes")
	i.Call("POST", "/v1/games/"+g.ID+"/messages", bob, `{"text":"sorry"}`, http.StatusCreated, nil)
	admin(0, "report 1 is closed", "reports", "close", "1", "asked", "bob")
	admin(1, "closed already", "reports", "close", "1")
	if out := admin(0, "asked bob", "reports", "show", "1"); strings.Contains(out, "sorry") {
		t.Errorf("the messages are shown:\n%s", out)
	}
	admin(0, "insults", "reports", "list", "--closed")
	log := strings.Split(strings.TrimSpace(admin(0, "OPERATOR", "log")), "\n")
	want := []string{
		"reports show - " + g.ID + " done", "mute bob - done", "mute bob - bob is muted already", "unmute bob - done",
		"reports close - - done report 1", "reports close - - report 1 is closed already",
	}
	if len(log) != len(want)+1 {
		t.Fatalf("the log is\n%s", strings.Join(log, "\n"))
	}
	for n, line := range want {
		if got := strings.Join(strings.Fields(log[n+1]), " "); !strings.Contains(got, " "+operatorName()+" "+line) {
			t.Errorf("line %d of the log is %q, want %q", n+1, got, line)
		}
	}
}

// acts are the operators' commands, each with arguments, that change something or read what is private. Each must be
// in the log; TestEveryActIsLogged fails for a new command in neither list.
var acts = map[string][]string{
	"ban": {"ann"}, "unban": {"ann"}, "rename": {"ann", "anna"}, "address": {"anna", "anna@example.org"},
	"revoke": {"anna"}, "code": {"anna"}, "rotate-key": {}, "rotate-push-key": {},
	"invite": {}, "house stop": {}, "ratings rebuild": {},
	"mute": {"anna"}, "unmute": {"anna"}, "bot": {"anna"}, "announce": {"Down at eight.", "--until", "3h"},
	"delete": {"anna"}, "end": {"GAME", "--abort"}, "annul": {"GAME"}, "inbound retry": {"1"}, "reports close": {"1"},
	"event create": {"--ruleset", "hnefatafl"}, "event close": {"ID"}, // closing: TestAdminClosesEvents
}

// readings are those that only list what every command shows.
var readings = []string{
	"players", "games", "inbound list", "inbound show", "reports list", "reports show", "log", "refused",
}

// commandName returns the words of a command without those of its arguments: "reports close" for
// "admin reports close <id>".
func commandName(parsed string) string {
	var words []string
	for _, word := range strings.Fields(strings.TrimPrefix(parsed, "admin ")) {
		if !strings.HasPrefix(word, "<") && !strings.HasPrefix(word, "[") {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// TestEveryActIsLogged runs every command that changes something, and looks into the log.
func TestEveryActIsLogged(t *testing.T) {
	sample.Whole(t, "runs every command of operators")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	ann, bob := i.SignUp(p, "ann"), i.SignUp(p, "bob")
	g := i.Begin(ann, bob, "hnefatafl", "7x7")
	parser, err := newParser(&program{}, func(string) string { return "" }, nil)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(true) {
		_, name, is := strings.Cut(leaf.FullPath(), " admin ")
		if !is {
			continue
		}
		name = commandName(name)
		known[name] = true
		if _, logged := acts[name]; !logged && !slices.Contains(readings, name) {
			t.Errorf("admin %s: say in acts or readings whether it is logged", name)
		}
	}
	var ran []string
	for _, name := range []string{
		"end", "ban", "unban", "rename", "address", "revoke", "code", "rotate-key", "rotate-push-key", "invite", "house stop",
		"ratings rebuild", "annul", "mute", "unmute", "bot", "announce", "inbound retry", "reports close", "delete",
		"event create",
	} {
		args := append([]string{"admin", "--database", database, "--yes"}, strings.Fields(name)...)
		for _, arg := range acts[name] {
			args = append(args, strings.ReplaceAll(arg, "GAME", g.ID))
		}
		command(t, "", false, args...)
		ran = append(ran, name)
		if !known[name] {
			t.Errorf("there is no command admin %s", name)
		}
	}
	exit, out := command(t, "", false, "admin", "--database", database, "announce", "--end")
	if exit != 0 || out != "nothing is announced any more\n" {
		t.Errorf("%d: %s", exit, out)
	}
	ran = append(ran, "announce")
	exit, log := command(t, "", false, "admin", "--database", database, "log")
	if exit != 0 || strings.Contains(log, "anna@") || strings.Contains(log, "anna ") {
		t.Errorf("the log names a deleted account: %s", log)
	}
	lines := strings.Split(strings.TrimSpace(log), "\n")[1:]
	if len(lines) != len(ran) {
		t.Fatalf("after %d acts the log is\n%s", len(ran), log)
	}
	for n, line := range lines {
		if !strings.Contains(line, " "+ran[n]+" ") || strings.Contains(line, "not finished") {
			t.Errorf("admin %s is logged as %s", ran[n], line)
		}
	}
}
