package trials

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/store"
)

// Every player of this test moves first in two games, and second in two, against four different opponents.
const crashVacations = 6

// autoDay is the length of a vacation that begins by itself.
const autoDay = 24 * time.Hour

// restingGame is a game whose player does not move.
type restingGame struct {
	ID, Status string
	Deadline   time.Time
	Ply        int
}

// TestVacationsSurviveKills kills servers around the moments when vacations begin by themselves: each player takes one
// day, which stops both clocks at their first deadline, hears of it once, as does each opponent, and loses nothing.
func TestVacationsSurviveKills(t *testing.T) {
	t.Parallel()
	v := &vacationCrash{load: &load{crash: newCrashIn(t, t.TempDir(), 3*time.Hour)}}
	i := &programtest.Instance{T: t, URL: "http://" + v.servers[0].address}
	for n := range crashVacations {
		v.tokens = append(v.tokens, i.SignUp(v.post, playerName(n)))
		i.Call("PATCH", "/v1/me", v.tokens[n], `{"auto_vacation":true}`, http.StatusOK, nil)
	}
	stopCollecting := v.collect()
	for n := range crashVacations {
		v.begin(n)
	}
	v.settle()
	before := v.look()
	v.passTime(before[0][0].Deadline)
	for n := range crashVacations {
		v.takeDay(n, before[n][0].Deadline)
	}
	v.settle()
	stopCollecting()
	v.checkDays(before)
	v.checkTold()
	v.end()
	t.Logf("%d kills", v.kills)
}

type vacationCrash struct {
	*load
	games [crashVacations][2]string // those in which the player moves first
	kills int
}

// now returns the time by the clocks of the servers.
func (v *vacationCrash) now() time.Time { return time.Now().Add(-v.behind) }

// begin begins the games of a player, some seconds after those of the one before.
func (v *vacationCrash) begin(n int) {
	if n > 0 {
		v.behind -= 5 * time.Second
		for _, s := range v.servers {
			s.kill(v.crash)
		}
	}
	i := &programtest.Instance{T: v.t, URL: "http://" + v.servers[0].address}
	for k := range v.games[n] {
		other := (n + 1 + k) % crashVacations
		var challenge, begun struct{ ID string }
		i.Call("POST", "/v1/challenges", v.tokens[n], fmt.Sprintf(
			`{"ruleset":"hnefatafl","variant":"7x7","opponent":%q,"seat":"first","pace":"1h"}`,
			playerName(other)), 201, &challenge)
		i.Call("POST", "/v1/challenges/"+challenge.ID+"/accept", v.tokens[other], "", 201, &begun)
		v.games[n][k] = begun.ID
	}
}

// look requests all games.
func (v *vacationCrash) look() (list [crashVacations][2]restingGame) {
	for n := range list {
		for k := range list[n] {
			if status, text := v.request(0, "GET", "/v1/games/"+v.games[n][k], n, "", &list[n][k]); status != http.StatusOK {
				v.t.Fatalf("%d: %s", status, text)
			}
		}
	}
	return list
}

// passTime stops the servers and lets the time until shortly before an instant pass in another one, which records
// heartbeats and does nothing else.
func (v *vacationCrash) passTime(until time.Time) {
	for _, s := range v.servers {
		s.end()
	}
	now := v.now()
	idle, err := store.Open(v.t.Context(), store.Options{
		Database: v.database, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		v.t.Fatal(err)
	}
	for ; now.Before(until.Add(-time.Minute)); now = now.Add(time.Minute) {
		if err := idle.Heartbeat(v.t.Context()); err != nil {
			v.t.Fatal(err)
		}
	}
	if err := idle.Close(); err != nil {
		v.t.Fatal(err)
	}
}

// takeDay starts the servers so that a deadline passes soon, and kills them around it until the vacation has begun.
// Late turns and the sweep both begin it.
func (v *vacationCrash) takeDay(n int, deadline time.Time) {
	for _, s := range v.servers {
		s.end()
	}
	if soon := deadline.Add(-100 * time.Millisecond); v.now().Before(soon) {
		v.behind = time.Since(soon)
	}
	for _, s := range v.servers {
		s.launch(v.crash)
	}
	for taken := false; !taken && !v.t.Failed(); v.kills++ {
		moment := max(0, deadline.Sub(v.now()))
		var late sync.WaitGroup
		for k := range v.games[n] {
			late.Go(func() {
				<-time.After(moment)
				path := "/v1/games/" + v.games[n][k] + "/turns" // what is no turn is refused before and after
				_, _ = v.request(k%len(v.servers), "POST", path, n, `{"turn":"a1-a1","ply":0}`, nil)
			})
		}
		<-time.After(moment + time.Duration(v.rnd.IntN(10))*time.Millisecond)
		v.killSome()
		late.Wait()
		var me struct{ Away *struct{ Until time.Time } }
		status, _ := v.request(0, "GET", "/v1/me", n, "", &me)
		taken = status == http.StatusOK && me.Away != nil
	}
}

// killSome kills one server or all, and starts them again.
func (v *vacationCrash) killSome() {
	victims := v.servers
	if v.rnd.IntN(3) == 0 {
		victims = victims[v.rnd.IntN(len(victims)):][:1]
	}
	for _, s := range victims {
		s.end()
	}
	for _, s := range victims {
		s.launch(v.crash)
	}
}

// checkDays fails unless each player is away for a day from their first deadline on, and nothing else has happened.
func (v *vacationCrash) checkDays(before [crashVacations][2]restingGame) {
	for n, list := range v.look() {
		for k, g := range list {
			if want := before[n][k].Deadline.Add(autoDay); g.Status != "ongoing" || g.Ply != 0 || !g.Deadline.Equal(want) {
				v.t.Errorf("game %d of %s is %s until %v, want %v", k, playerName(n), g.Status, g.Deadline, want)
			}
			var log struct{ Entries []struct{ Kind string } }
			if status, text := v.request(0, "GET", "/v1/games/"+g.ID+"/log", n, "", &log); status != http.StatusOK ||
				len(log.Entries) != 2 || log.Entries[0].Kind != "away" || log.Entries[1].Kind != "away" {
				v.t.Errorf("the log of game %d of %s: %d: %s", k, playerName(n), status, text)
			}
		}
		var me struct {
			Away struct{ From, Until time.Time }
		}
		v.request(0, "GET", "/v1/me", n, "", &me)
		first := before[n][0].Deadline
		if !me.Away.From.Equal(first) || !me.Away.Until.Equal(first.Add(autoDay)) {
			v.t.Errorf("%s is away from %v to %v, want a day from %v on", playerName(n), me.Away.From, me.Away.Until, first)
		}
	}
}

// checkTold fails unless each player was told once that a day was taken and is left 29, and of each opponent's once. A
// mail that is sent again keeps its Message-ID.
func (v *vacationCrash) checkTold() {
	mails := map[string]map[string]bool{} // Message-IDs by address
	for _, m := range v.mails {
		if !strings.Contains(m.Text, "A day of your vacation was taken") {
			continue
		}
		if mails[m.To] == nil {
			mails[m.To] = map[string]bool{}
		}
		mails[m.To][m.GetHeader("Message-ID")] = true
		if !strings.Contains(m.Text, "You have 29 days of vacation left this year.") {
			v.t.Errorf("%s was told %s", m.To, m.Text)
		}
	}
	for n := range crashVacations {
		told := map[string]int{}
		for _, notice := range v.notices(n) {
			told[notice.Kind]++
		}
		if told["auto_vacation"] != 1 || told["away"] != 4 || told["game_over"] != 0 {
			v.t.Errorf("%s has notices %v", playerName(n), told)
		}
		if list := mails[playerName(n)+"@example.org"]; len(list) != 1 {
			v.t.Errorf("%s got mails of the vacation %v", playerName(n), list)
		}
	}
}
