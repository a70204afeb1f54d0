package trials

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest"
)

// small begins a 7x7 game, in which first moves first, and plays some turns.
func (j *journey) small(what, first, second string, plies int) *keyedGame {
	j.T.Helper()
	var recorded rulestest.Game
	for _, g := range rulestest.Games(j.T, "hnefatafl", "7x7") {
		if g.Start == "" && len(recorded.Turns) < len(g.Turns) {
			recorded = g
		}
	}
	return j.play(j.begin(what, first, second, "hnefatafl", "7x7", recorded), plies)
}

// as sends a request with the token of a player.
func (j *journey) as(player, method, path, body string, status int, out any, headers ...string) {
	j.T.Helper()
	j.Call(method, path, j.keys.Tokens[player], body, status, out, headers...)
}

func (j *journey) offers() {
	drawn := j.small("draw-offered", "ann", "bob", 3)
	j.as("bob", "POST", "/v1/games/"+drawn.ID+"/draw", `{"action":"offer"}`, 200, nil)
	asked := j.small("takeback-offered", "ann", "bob", 3)
	j.as("ann", "POST", "/v1/games/"+asked.ID+"/takeback", `{"action":"offer","ply":2}`, 200, nil)
	back := j.small("taken-back", "ann", "bob", 2)
	next := back.Next
	j.play(back, 1)
	j.as("ann", "POST", "/v1/games/"+back.ID+"/takeback", `{"action":"offer","ply":2}`, 200, nil)
	j.as("bob", "POST", "/v1/games/"+back.ID+"/takeback", `{"action":"accept","ply":2}`, 200, nil)
	back.Ply, back.Takebacks, back.Next = 2, 1, next
	j.play(back, 1)
}

// plans makes two plans of ann: an untouched one, and one of which half has been played.
func (j *journey) plans() {
	for what, lines := range map[string]int{"planned": 1, "plan-answered": 2} {
		g := j.small(what, "ann", "bob", 1)
		line := g.Next[0].Turn
		for _, turn := range g.Next[1 : 2*lines] {
			line += " : " + turn.Turn
		}
		j.as("ann", "PUT", "/v1/games/"+g.ID+"/plan", fmt.Sprintf(`{"lines":[%q],"ply":1}`, line), 200, nil)
		if lines == 2 {
			j.play(g, 1)
		}
	}
}

// ended makes games that players have ended, with messages and a rematch after the end.
func (j *journey) ended() {
	end := func(g *keyedGame, status string) string { g.Status, g.Next = status, nil; return "/v1/games/" + g.ID }
	path := end(j.small("resigned", "ann", "bob", 2), "finished")
	j.as("ann", "POST", path+"/resign", "{}", 200, nil)
	j.as("bob", "POST", path+"/messages", `{"text":"Thank you for the game."}`, 201, nil)
	var rematch struct{ ID string }
	j.as("bob", "POST", path+"/rematch", "{}", 201, &rematch)
	j.keys.Challenges["rematch"] = rematch.ID
	path = end(j.small("drawn", "ann", "bob", 2), "finished")
	j.as("bob", "POST", path+"/draw", `{"action":"offer"}`, 200, nil)
	j.as("ann", "POST", path+"/draw", `{"action":"accept"}`, 200, nil)
	path = end(j.small("aborted", "ann", "bob", 0), "aborted")
	j.as("ann", "POST", path+"/abort", "{}", 200, nil)
}

// offer creates a challenge of ann, keeps its id and returns its path.
func (j *journey) offer(what, body string, headers ...string) string {
	j.T.Helper()
	var c struct{ ID string }
	j.as("ann", "POST", "/v1/challenges", body, 201, &c, headers...)
	j.keys.Challenges[what] = c.ID
	return "/v1/challenges/" + c.ID
}

func (j *journey) challenges() {
	j.keys.Once = onceKeys{
		Player: "ann", Path: "/v1/challenges", Key: "once-and-only-once",
		Body: `{"ruleset":"sevensages","variant":"short","message":"Who dares?","expires":"60d"}`,
	}
	j.offer("open", j.keys.Once.Body, "Idempotency-Key", j.keys.Once.Key)
	j.keys.Once.ID = j.keys.Challenges["open"]
	j.offer("named", `{"ruleset":"bohnduell","opponent":"cleo","seat":"first","pace":"14d+1d/21d"}`)
	j.offer("invited", `{"ruleset":"hanniball","opponent":"sam@example.com","seat":"second","message":"Do you play?"}`)
	path := j.offer("declined", `{"ruleset":"hanniball","opponent":"bob"}`)
	j.as("bob", "POST", path+"/decline", "{}", 200, nil)
	j.as("ann", "DELETE", j.offer("withdrawn", `{"ruleset":"hanniball","opponent":"bob"}`), "", 200, nil)
	j.offer("refused", `{"ruleset":"hanniball","opponent":"tess@example.com"}`)
	m := j.await("to tess", func(m *programtest.Received) bool { return m.To == "tess@example.com" })
	response, page := j.Browse(unsubscribePath(j.T, m), "", url.Values{"List-Unsubscribe": {"One-Click"}})
	if response.StatusCode != http.StatusOK {
		j.T.Fatalf("unsubscribing: %d: %s", response.StatusCode, page)
	}
	said := j.build.must("", "admin", "--database", j.database, "invite", "a friend")
	j.keys.Invitation, _, _ = strings.Cut(said, "\n")
}

func (j *journey) settings() {
	zone, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		j.T.Fatal(err)
	}
	now := time.Now().In(zone)
	j.as("ann", "PATCH", "/v1/me", fmt.Sprintf(`{"reminders":["50%%","3h"],"confirm_replies":true,
		"mail":{"offer_answer":"off"},"games":{%q:"off"},"quiet":{"from":%q,"until":%q}}`, j.keys.Games["resigned"].ID,
		now.Add(12*time.Hour).Format("15:00"), now.Add(14*time.Hour).Format("15:00")), 200, nil)
	j.as("gus", "PATCH", "/v1/me", fmt.Sprintf(`{"mail":{"your_turn":"digest"},"digest_hour":%d}`,
		now.Add(12*time.Hour).Hour()), 200, nil)
	j.small("digest", "ann", "gus", 1)
	j.small("away", "bob", "dan", 1)
	day := func(days int) string { return now.AddDate(0, 0, days).Format(time.DateOnly) }
	j.as("dan", "PUT", "/v1/me/away", fmt.Sprintf(`{"from":%q,"until":%q}`, day(0), day(4)), 200, nil)
	j.as("ann", "PUT", "/v1/me/away", fmt.Sprintf(`{"from":%q,"until":%q}`, day(30), day(36)), 200, nil)
	j.as("ann", "PUT", "/v1/me/blocks/dan", "", 200, nil)
	said := "/v1/games/" + j.keys.Games["hnefatafl-7x7"].ID + "/messages"
	j.as("ann", "POST", said, `{"text":"Hello Bob, „żółw”!"}`, 201, nil)
	j.as("bob", "POST", said, `{"text":"Hello Ann."}`, 201, nil)
	j.as("bob", "POST", said, `{"text":"Your turn?"}`, 201, nil)
	j.as("ann", "POST", said+"/read", `{"up_to":2}`, 200, nil)
}

// reply answers a mail about a game and waits until the reply is settled with a result.
func (j *journey) reply(m *programtest.Received, text, result string) {
	j.T.Helper()
	player, _, _ := strings.Cut(m.To, "@")
	settled := func() (n int) {
		var list struct{ Inbound []struct{ Result string } }
		j.as(player, "GET", "/v1/me/inbound?limit=100", "", 200, &list)
		for _, in := range list.Inbound {
			if in.Result == result {
				n++
			}
		}
		return n
	}
	before := settled()
	to, raw := m.Reply(j.T, text)
	j.handOver(m.To, to, raw)
	programtest.Eventually(j.T, fmt.Sprintf("the reply %q is %s", text, result), func() bool {
		return settled() == before+1
	})
}

// replies answers one mail three times: with gibberish, with a question and with a turn.
func (j *journey) replies() {
	g := j.keys.Games["hnefatafl-9x9"]
	m := j.keepMail("played", g, j.mover(g.ID))
	j.reply(m, "not a turn", "rejected")
	j.reply(m, "show", "answered")
	j.reply(m, g.Next[0].Turn, "played")
	g.Ply, g.Next = g.Ply+1, g.Next[1:]
	j.mailAbout(g, j.mover(g.ID))
}

// failingMail lets the mail to dan bounce until it is paused.
func (j *journey) failingMail() {
	m := j.await("to dan, whose bounces can be told", func(m *programtest.Received) bool {
		return m.To == "dan@example.org" && strings.HasPrefix(m.From, "bounce+")
	})
	for n := range 3 {
		j.handOver("<>", m.From, hardBounce(m, n))
	}
	programtest.Eventually(j.T, "dan's mail is failing", func() bool {
		var me struct {
			MailFailing *struct{ Detail string } `json:"mail_failing"`
		}
		j.as("dan", "GET", "/v1/me", "", 200, &me)
		return me.MailFailing != nil
	})
}

// hardBounce is a delivery report about a mailbox that does not exist.
func hardBounce(m *programtest.Received, n int) string {
	return fmt.Sprintf("From: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nTo: %s\n"+
		"Subject: Undelivered Mail Returned to Sender\nMessage-ID: <bounce%d.%d@mx.example.org>\nMIME-Version: 1.0\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n"+
		"--b\nContent-Type: text/plain\n\nYour message could not be delivered.\n\n"+
		"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"+
		"Final-Recipient: rfc822; %s\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user\n\n"+
		"--b--\n", m.From, n, time.Now().UnixNano(), m.To)
}

// formerPlayers renames gus, deletes finn and bans eve.
func (j *journey) formerPlayers() {
	j.as("gus", "PATCH", "/v1/me", `{"name":"gil"}`, 200, nil)
	j.as("finn", "DELETE", "/v1/me", `{"confirm":"finn"}`, 204, nil)
	j.build.must("", "admin", "--database", j.database, "ban", "--yes", "eve")
	j.keys.Tokens["gil"] = j.keys.Tokens["gus"]
	for _, name := range []string{"gus", "finn", "eve"} {
		delete(j.keys.Tokens, name)
	}
}

// newcomers requests codes and does not use them.
func (j *journey) newcomers() {
	j.Call("POST", "/v1/players", "", `{"name":"hal","email":"hal@example.org"}`, 202, nil)
	j.keys.Codes["hal@example.org"] = j.codeFor("hal@example.org")
	_, page := j.Browse("/sign-in/code", "", url.Values{"email": {"bob@example.org"}})
	j.keys.Request, j.keys.Codes["bob@example.org"] = programtest.RequestIn(j.T, page), j.codeFor("bob@example.org")
}

// records keeps the record of a game and the profiles of the players.
func (j *journey) records() {
	for name, form := range map[string]string{"text": "text/plain", "json": "application/json"} {
		var record string
		j.Call("GET", "/v1/games/"+j.keys.Games["finished-hnefatafl"].ID+"/record", "", "", 200, &record, "Accept", form)
		j.keys.Records[name] = record
	}
	for name := range j.keys.Tokens {
		var profile json.RawMessage
		j.as(name, "GET", "/v1/me", "", 200, &profile)
		j.keys.Profiles[name] = profile
	}
}

// keepMails keeps mails that are to be answered or followed later.
func (j *journey) keepMails() {
	for _, g := range j.keys.Games {
		g.Next = g.Next[:min(4, len(g.Next))]
	}
	for _, what := range []string{
		"hanniball-standard", "sevensages-short", "bohnduell-standard", "hnefatafl-11x11", "hnefatafl-7x7",
		"takeback-offered", "taken-back", "plan-answered",
	} {
		j.keepMail(what, j.keys.Games[what], j.mover(j.keys.Games[what].ID))
	}
	j.keepMail("draw-offered", j.keys.Games["draw-offered"], "ann") // who is not to move, as in the next two
	j.keepMail("resigned", j.keys.Games["resigned"], "bob")
	j.keepMail("message", j.keys.Games["hnefatafl-7x7"], "bob")
	to := func(address, what string) *programtest.Received {
		return j.await(what, func(m *programtest.Received) bool { return m.To == address && strings.Contains(m.Text, what) })
	}
	j.keys.writeMail(j.T, j.folder, "named", to("cleo@example.org", "BohnDuell"))
	j.keys.writeMail(j.T, j.folder, "invited", to("sam@example.com", "HanniBall"))
}

// withoutMail plays a turn while the mail server is unreachable, so that its notice is queued, and leaves an unread
// reply in the inbox.
func (j *journey) withoutMail() {
	j.Instance = j.build.serve(j.database, "127.0.0.1:1")
	g := j.play(j.keys.Games["bohnduell-long"], 1)
	programtest.Eventually(j.T, "a notice is tried again", func() bool {
		var list struct {
			Notices []struct {
				Game, Status string
				Ply          int
				Attempts     int
			}
		}
		j.as(j.mover(g.ID), "GET", "/v1/me/notices", "", 200, &list)
		for _, n := range list.Notices {
			if n.Game == g.ID && n.Ply == g.Ply && n.Status == "queued" && n.Attempts > 0 {
				return true
			}
		}
		return false
	})
	unread := j.keys.Games["taken-back"]
	m := j.keys.readMail(j.T, j.folder, "taken-back")
	j.stopServer()
	to, raw := m.Reply(j.T, unread.Next[0].Turn)
	j.build.must(raw, "inbound", "--database", j.database, "--from", upgradeFrom, "--sender", m.To, to)
}
