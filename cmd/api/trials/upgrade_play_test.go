package trials

import (
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/account"
)

// playOn serves a database that another build has written, as if some time had passed, and uses all of it.
func playOn(t *testing.T, database, folder string, later time.Duration) {
	t.Helper()
	keys := readKeys(t, folder)
	j := &journey{database: database, folder: folder, keys: keys, post: programtest.NewPost(t)}
	address := programtest.FreeAddress(t)
	server := withClock(t, time.Since(keys.WrittenAt.Add(later)), append([]string{
		"serve", "--listen", address, "--database", database, "--smtp", "smtp://" + j.post.Address,
		"--base-url", upgradeSite, "--from", upgradeFrom, "--inbound-secret", upgradeSecret,
		"--registration", "invitation", "--webhook-allow", "127.0.0.1",
	}, unlimited...)...)
	server.Env = append(server.Env, "TURNPOST_MAIL_GATHER=0s") // the journey waits for each mail
	j.Instance = programtest.Start(t, serving(t, server, address))
	for _, step := range []func(*journey){
		(*journey).checkQueues, (*journey).checkNewer, (*journey).checkAccounts, (*journey).checkRecords,
		(*journey).readEndpoints, (*journey).followMailLinks, (*journey).answerOffers, (*journey).replyToMails,
		(*journey).playByMailLinks,
	} {
		step(j)
	}
	if later < account.CodeLife {
		j.useCodes()
		j.acceptChallenges()
	} else {
		j.checkExpired()
	}
	j.playGames()
	j.unsubscribeAndBounce()
	j.stopServer()
	exit, out := command(t, "check", "--database", database)
	if exit != 0 || !strings.Contains(out, " checked: 0 faults") {
		t.Errorf("check: %d: %s", exit, out)
	}
}

// checkQueues waits until the queued notice is mailed and the unread reply is played.
func (j *journey) checkQueues() {
	g := j.keys.Games["bohnduell-long"]
	j.mailAbout(g, j.mover(g.ID))
	g = j.keys.Games["taken-back"]
	programtest.Eventually(j.T, "the reply that waited is played", func() bool { return j.ply(g) == g.Ply+1 })
	g.Ply, g.Next = g.Ply+1, g.Next[1:]
}

func (j *journey) ply(g *keyedGame) int {
	j.T.Helper()
	var now programtest.Game
	j.Call("GET", "/v1/games/"+g.ID, "", "", 200, &now)
	return now.Ply
}

// answerOffers accepts the offered draw and takeback, and repeats the request with the Idempotency-Key.
func (j *journey) answerOffers() {
	drawn, back := j.keys.Games["draw-offered"], j.keys.Games["takeback-offered"]
	var g programtest.Game
	j.as("ann", "POST", "/v1/games/"+drawn.ID+"/draw", `{"action":"accept"}`, 200, &g)
	if g.Status != "finished" {
		j.T.Errorf("after the draw was accepted: %+v", g)
	}
	drawn.Status = g.Status
	j.as("bob", "POST", "/v1/games/"+back.ID+"/takeback", `{"action":"accept","ply":2}`, 200, &g)
	if g.Ply != 2 {
		j.T.Errorf("after the takeback: %+v", g)
	}
	back.Status = "replayed" // not as recorded
	var again struct{ ID string }
	once := j.keys.Once
	header := j.Call("POST", once.Path, j.keys.Tokens[once.Player], once.Body, 201, &again, "Idempotency-Key", once.Key)
	if again.ID != once.ID || header.Get("Idempotency-Replayed") != "true" {
		j.T.Errorf("a repeated request made %s, want %s: %v", again.ID, once.ID, header)
	}
}

// recordedRulesets are those of which every recorded database has games. A game that is added later is in none.
var recordedRulesets = []string{"hanniball", "sevensages", "bohnduell", "hnefatafl"}

// playGames continues every game under way with its recorded turns.
func (j *journey) playGames() {
	rulesets := map[string]bool{}
	for what, g := range j.keys.Games {
		if g.Status != "ongoing" {
			continue
		}
		for len(g.Next) > 0 && g.Status == "ongoing" {
			turn := g.Next[0]
			ply := g.Ply
			answered := j.playTurn(g)
			if g.Ply == ply+1 && answered.Position != turn.Position {
				j.T.Errorf("%s: %s leads to %s, want %s", what, turn.Turn, answered.Position, turn.Position)
			}
			var stored struct{ Ruleset string }
			j.Call("GET", "/v1/games/"+g.ID, "", "", 200, &stored)
			rulesets[stored.Ruleset] = true
		}
	}
	for _, id := range recordedRulesets {
		if !rulesets[id] {
			j.T.Errorf("no turn of %s was played", id)
		}
	}
}

// acceptChallenges accepts one challenge by the link of its mail, one by a reply and two by token.
func (j *journey) acceptChallenges() {
	path := "/v1/challenges/" + j.keys.Challenges["named"]
	_, page := j.follow(pageLink(j.T, j.keys.readMail(j.T, j.folder, "named")))
	j.submit(page, "/c/"+j.keys.Challenges["named"]+"/accept", nil)
	j.expectChallenge(path, "accepted")
	m := j.keys.readMail(j.T, j.folder, "invited")
	to, raw := m.Reply(j.T, "accept")
	j.handOver(m.To, to, raw)
	path = "/v1/challenges/" + j.keys.Challenges["invited"]
	programtest.Eventually(j.T, "the invited stranger's game", func() bool {
		var c struct{ Status string }
		j.as("ann", "GET", path, "", 200, &c)
		return c.Status == "accepted"
	})
	j.Accept(j.keys.Tokens["gil"], j.keys.Challenges["open"])
	j.Accept(j.keys.Tokens["ann"], j.keys.Challenges["rematch"])
}

func (j *journey) expectChallenge(path, status string) {
	j.T.Helper()
	var c struct{ Status string }
	if j.as("ann", "GET", path, "", 200, &c); c.Status != status {
		j.T.Errorf("%s is %s, want %s", path, c.Status, status)
	}
}
