package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// programWithExample builds the program with one more game in the catalog, the example, which has English words alone.
func programWithExample(t *testing.T) (binary string) {
	t.Helper()
	folder := t.TempDir()
	catalog, err := filepath.Abs("../../rules/catalog/catalog.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(catalog)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer("\n)\n", "\n\t\"turnpost/rules/rulestest/tictactoe\"\n)\n",
		"\t\thanniball.New(),\n", "\t\thanniball.New(),\n\t\ttictactoe.New(),\n").Replace(string(text))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {catalog: filepath.Join(folder, "catalog.go")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"catalog.go": changed, "overlay.json": string(overlay)} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary = filepath.Join(folder, "turnpost")
	replaced := filepath.Join(folder, "overlay.json")
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", replaced, "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// markedEnglish returns the alternative texts and the titles of pictures that a document marks as English.
func markedEnglish(t *testing.T, document string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(n *html.Node, marked bool)
	walk = func(n *html.Node, marked bool) {
		for _, a := range n.Attr {
			if a.Key == "lang" {
				marked = a.Val == "en"
			}
		}
		for _, a := range n.Attr {
			if marked && (a.Key == "alt" || a.Key == "aria-label") {
				b.WriteString(a.Val + "\n")
			}
		}
		if marked && n.Type == html.TextNode && n.Parent.Data == "title" {
			b.WriteString(n.Data + "\n")
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child, marked)
		}
	}
	walk(root, false)
	return b.String()
}

// notInEnglish returns the text of a document without what says that it is in English, or is code.
func notInEnglish(t *testing.T, document string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && (slices.Contains([]string{"style", "script", "code", "pre", "head"}, n.Data) ||
			slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "lang" && a.Val == "en" })) {
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data + " ")
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	walk(root)
	return b.String()
}

// A game that has English words alone takes no other language from the server: pages, mails and refusals of another
// game are whole in the readers' languages, and the game's own words are marked as English.
func TestAGameWithEnglishWordsAlone(t *testing.T) {
	sample.Whole(t, "builds the program with another game")
	t.Parallel()
	binary, p, database := programWithExample(t), programtest.NewPost(t), databaseFile(t)
	process := programtest.Launch(t, binary, database, p)
	t.Cleanup(func() {
		_ = process.Command.Process.Kill()
		<-process.Ended
	})
	i := &programtest.Instance{T: t, URL: process.URL}
	server := tongue{t: t, i: i, p: p, database: database, others: map[string][]*programtest.Received{}}
	anna, bernd := server.signUp("anna", "ru"), server.signUp("bernd", "de")

	mailed := func(r *tongue) *programtest.Received {
		t.Helper()
		m := p.Next()
		if m.To != r.name+"@example.org" || m.GetHeader("Content-Language") != r.lang {
			t.Fatalf("a mail to %s in %q", m.To, m.GetHeader("Content-Language"))
		}
		if !strings.Contains(m.HTML, ` lang="en"`) {
			t.Errorf("nothing of the mail is marked as English: %s", m.HTML)
		}
		r.inLanguage("a mail", m.GetHeader("Subject")+"\n"+notInEnglish(t, m.HTML))
		return m
	}
	var challenge struct{ ID string }
	i.Call("POST", "/v1/challenges", anna.token,
		`{"ruleset":"tictactoe","opponent":"bernd","seat":"first"}`, 201, &challenge)
	mailed(bernd)
	game := i.Accept(bernd.token, challenge.ID)
	mailed(anna)
	i.Call("POST", "/v1/games/"+game.ID+"/turns", anna.token, `{"turn":"b2","ply":0}`, 201, nil)
	if m := mailed(bernd); !strings.Contains(m.HTML, `<span lang="en">anna put a mark on b2.</span>`) {
		t.Errorf("the turn is not marked as English: %s", m.HTML)
	}
	for _, path := range []string{"/", "/games", "/play", "/players", "/r/tictactoe", "/g/" + game.ID, "/r/hnefatafl"} {
		for _, r := range []*tongue{anna, bernd} {
			r.foreignPage(path)
		}
	}
	other := i.Accept(bernd.token, i.Challenge(anna.token, "bernd", "hnefatafl", "7x7"))
	anna.curl("POST", "/v1/games/"+other.ID+"/turns", `{"turn":"a1-a9","ply":0}`, 422)
	bernd.curl("POST", "/v1/games/"+other.ID+"/turns", `{"turn":"a1-a9","ply":0}`, 409)
}

// notEnglish finds words of the other languages in texts about boards.
var notEnglish = regexp.MustCompile(`(?i)[\p{Cyrillic}äöüß]+|\b(?:Brett|Feld|Zug|nach|dem|vor|und|leer|mit|Ziele)\b`)

// foreignPage requests a page and leaves out what is marked as English. What is marked is English.
func (r *tongue) foreignPage(path string) {
	r.t.Helper()
	var page string
	header := r.i.Call("GET", path, "", "", 200, &page, "Accept", "text/html", "Accept-Language", r.lang)
	if header.Get("Content-Language") != r.lang {
		r.t.Errorf("%s is in %q", path, header.Get("Content-Language"))
	}
	if !strings.Contains(page, `<html lang="`+r.lang+`"`) {
		r.t.Errorf("%s: %.300s", path, page)
	}
	r.inLanguage("the page "+path, notInEnglish(r.t, page))
	if wrong := notEnglish.FindAllString(markedEnglish(r.t, page), -1); len(wrong) > 0 {
		r.t.Errorf("the page %s for %s says that %q is English", path, r.name, wrong)
	}
}
