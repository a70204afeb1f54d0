package trials

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// journey fills a database through a running build of the program: by HTTP, by mail and by its subcommands. It makes
// a row in every table, and uses only what every build since schema 1 understands; what came later is in newer.
type journey struct {
	*programtest.Instance
	build     build
	database  string
	folder    string // where mails are kept, with the keys
	post      *programtest.Post
	seen      []*programtest.Received
	keys      *keys
	eventID   string // see event
	webhookID string // see webhook
}

// writeDatabase fills a fresh database, and writes the keys and the mails to a folder.
func writeDatabase(t *testing.T, b build, database, folder string) *keys {
	t.Helper()
	j := &journey{build: b, database: database, folder: folder, post: programtest.NewPost(t), keys: &keys{
		Tokens: map[string]string{}, Cookies: map[string]string{}, Codes: map[string]string{},
		Profiles: map[string]json.RawMessage{}, Challenges: map[string]string{}, Games: map[string]*keyedGame{},
		Records: map[string]string{},
		Mails:   map[string]keyedMail{},
	}}
	j.Instance = b.serve(database, j.post.Address)
	for _, step := range []func(*journey){
		(*journey).accounts, (*journey).newer, (*journey).variants, (*journey).finished, (*journey).offers, (*journey).plans,
		(*journey).ended, (*journey).challenges, (*journey).settings, (*journey).replies, (*journey).failingMail,
		(*journey).formerPlayers, (*journey).newcomers, (*journey).records,
	} {
		step(j)
	}
	j.keepMails()
	j.stopServer()
	j.withoutMail()
	j.keys.WrittenAt = time.Now().UTC().Truncate(time.Second)
	j.keys.write(t, folder)
	return j.keys
}

func (j *journey) stopServer() {
	j.T.Helper()
	if exit := j.Stop(); exit != 0 {
		j.T.Fatalf("stopped with %d: %s", exit, j.Out)
	}
}

// await waits for a mail and keeps the others that arrive before it.
func (j *journey) await(what string, is func(*programtest.Received) bool) *programtest.Received {
	j.T.Helper()
	if n := slices.IndexFunc(j.seen, is); n >= 0 {
		return j.seen[n]
	}
	for end := time.After(programtest.Patience); ; {
		select {
		case m := <-j.post.Mails:
			j.seen = append(j.seen, m)
			if is(m) {
				return m
			}
		case <-end:
			j.T.Fatalf("no mail came: %s", what)
		}
	}
}

// mailAbout waits for a mail to a player about the current ply of a game.
func (j *journey) mailAbout(g *keyedGame, player string) *programtest.Received {
	j.T.Helper()
	return j.await(fmt.Sprintf("to %s about ply %d of %s", player, g.Ply, g.ID), func(m *programtest.Received) bool {
		about := aboutOf(m)
		return m.To == player+"@example.org" && about.Game == g.ID && about.Ply == g.Ply && about.Takebacks == g.Takebacks
	})
}

// keepMail keeps the mail to a player about the current ply of a game.
func (j *journey) keepMail(name string, g *keyedGame, player string) *programtest.Received {
	j.T.Helper()
	m := j.mailAbout(g, player)
	j.keys.writeMail(j.T, j.folder, name, m)
	return m
}

// codeFor waits for a code that was mailed to an address.
func (j *journey) codeFor(address string) string {
	j.T.Helper()
	m := j.await("a code to "+address, func(m *programtest.Received) bool {
		return m.To == address && programtest.EightDigits.MatchString(m.Text)
	})
	j.seen = slices.DeleteFunc(j.seen, func(other *programtest.Received) bool { return other == m })
	return programtest.EightDigits.FindString(m.Text)
}

// accounts registers players over the API, and cleo in a browser.
func (j *journey) accounts() {
	for _, name := range []string{"ann", "bob", "dan", "eve", "finn", "gus"} {
		address := name + "@example.org"
		j.Call("POST", "/v1/players", "", fmt.Sprintf(`{"name":%q,"email":%q,"time_zone":"Europe/Warsaw"}`, name, address),
			202, nil)
		var answer struct{ Token string }
		j.Call("POST", "/v1/tokens", "", fmt.Sprintf(`{"email":%q,"code":%q,"label":"laptop of %s"}`,
			address, j.codeFor(address), name), 201, &answer)
		j.keys.Tokens[name] = answer.Token
	}
	_, page := j.Browse("/sign-in/new", "", url.Values{
		"name": {"cleo"}, "email": {"cleo@example.org"}, "zone": {"America/New_York"},
	})
	response, page := j.Browse("/sign-in", "", url.Values{
		"email": {"cleo@example.org"}, "code": {j.codeFor("cleo@example.org")}, "request": {programtest.RequestIn(j.T, page)},
	})
	cookie, _, _ := strings.Cut(response.Header.Get("Set-Cookie"), ";")
	if response.StatusCode != http.StatusSeeOther || cookie == "" {
		j.T.Fatalf("signing in by a browser: %d: %s", response.StatusCode, page)
	}
	j.keys.Cookies["cleo"] = cookie
}

// begin begins a game that follows a recorded one.
func (j *journey) begin(what, first, second, ruleset, variant string, recorded rulestest.Game) *keyedGame {
	j.T.Helper()
	challenge := j.Challenge(j.keys.Tokens[first], second, ruleset, variant)
	begun := j.Accept(j.keys.Tokens[second], challenge)
	g := &keyedGame{ID: begun.ID, Players: [2]string{first, second}, Status: "ongoing"}
	for _, turn := range recorded.Turns {
		g.Next = append(g.Next, keyedTurn{turn.Canonical, turn.Position})
	}
	j.keys.Games[what] = g
	return g
}

// play plays the next recorded turns and returns the game.
func (j *journey) play(g *keyedGame, plies int) *keyedGame {
	j.T.Helper()
	for range plies {
		j.playTurn(g)
	}
	return g
}

// playTurn plays the next recorded turn.
func (j *journey) playTurn(g *keyedGame) (answered programtest.Game) {
	j.T.Helper()
	j.Call("POST", "/v1/games/"+g.ID+"/turns", j.keys.Tokens[j.mover(g.ID)],
		fmt.Sprintf(`{"turn":%q,"ply":%d}`, g.Next[0].Turn, g.Ply), 201, &answered)
	g.Next = g.Next[answered.Ply-g.Ply:] // a plan may have answered
	g.Ply, g.Status = answered.Ply, answered.Status
	return answered
}

// variants begins a game of every variant and plays four turns of it.
func (j *journey) variants() {
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			for _, recorded := range rulestest.Games(j.T, info.ID, v.ID) {
				if recorded.Start == "" && len(recorded.Turns) >= 8 {
					j.play(j.begin(info.ID+"-"+v.ID, "ann", "bob", info.ID, v.ID, recorded), 4)
					break
				}
			}
		}
	}
}

// finished plays a whole game of every ruleset, between two players who have switched its mails off.
func (j *journey) finished() {
	for _, name := range []string{"eve", "finn"} {
		j.Call("PATCH", "/v1/me", j.keys.Tokens[name], `{"mail":{"your_turn":"off","game_over":"off"}}`, 200, nil)
	}
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		recorded := rulestest.FinishedGame(j.T, info.ID, info.Variants[0].ID, 8)
		g := j.begin("finished-"+info.ID, "finn", "eve", info.ID, info.Variants[0].ID, recorded)
		if j.play(g, len(recorded.Turns)); g.Status != "finished" {
			j.T.Fatalf("%s did not end", g.ID)
		}
	}
}
