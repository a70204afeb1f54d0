package trials

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/ladder"
)

const (
	crashLadderSize  = 6
	crashLadderGames = 10 // ends after which nobody challenges any more; 12 pairs at least can meet
)

// TestLadderSurvivesKills lets six players join a ladder, challenge and resign while servers are killed: nobody
// challenges the same player twice, everybody is told once of each end, and the places follow from the steps, each of
// which is stored once.
func TestLadderSurvivesKills(t *testing.T) {
	t.Parallel()
	release := keepPostgres(t)
	c := newCrash(t)
	l := &load{crash: c}
	i := &programtest.Instance{T: t, URL: "http://" + c.servers[0].address}
	for n := range crashLadderSize {
		l.tokens = append(l.tokens, i.SignUp(c.post, playerName(n)))
	}
	stopCollecting := c.collect()
	var made eventState
	i.Call("POST", "/v1/events", l.tokens[0], `{"kind":"ladder","ruleset":"hnefatafl","variant":"7x7"}`, 201, &made)
	release()
	var players sync.WaitGroup
	var challenging atomic.Int32
	challenging.Store(crashLadderSize)
	for n := range crashLadderSize {
		table := &tableOfTwo{load: l, rnd: rand.New(rand.NewPCG(uint64(n), 5)), players: [2]int{n, n}}
		players.Go(func() { table.playLadder(t.Context(), made.ID, &challenging) })
	}
	kills := l.killUntil(&players, 20)
	keepPostgres(t)
	l.settle() // repeats, as PostgreSQL may have restarted just before
	var round eventRound
	i.Call("GET", "/v1/events/"+made.ID+"/games", "", "", 200, &round)
	i.Call("GET", "/v1/events/"+made.ID+"/table", "", "", 200, &round)
	stopCollecting()
	l.checkLadder(made.ID, &round)
	c.end()
	t.Logf("%d kills, %d games", kills, len(round.Games))
}

// playLadder joins a ladder, challenges those above, and ends the player's games. Once enough games have ended, it
// stops challenging. It returns when nobody challenges and no game is running: until then a game may begin that this
// player has to end.
func (t *tableOfTwo) playLadder(ctx context.Context, event string, challenging *atomic.Int32) {
	path, own := "/v1/events/"+event, playerName(t.players[0])
	if s := t.ask(ctx, "POST", path+"/join", 0, "{}", nil); s != http.StatusOK && s != http.StatusConflict {
		t.load.t.Errorf("joining: %d", s)
		return
	}
	again, challenges := time.NewTicker(20*time.Millisecond), true
	defer again.Stop()
	for ; ctx.Err() == nil && !t.load.t.Failed(); <-again.C {
		all := challenging.Load() == 0 // begun before the request below
		var round eventRound
		t.ask(ctx, "GET", path+"/games", 0, "", &round)
		running := t.loseGames(ctx, round.Games, own)
		switch {
		case len(round.Games)-running < crashLadderGames:
			t.challengeAbove(ctx, path, own)
		case challenges:
			challenges = false
			challenging.Add(-1)
		case all && running == 0:
			return
		}
	}
}

// loseGames resigns those of a player's running games that the player is to lose, and returns the number of all
// running ones.
func (t *tableOfTwo) loseGames(ctx context.Context, games []eventPairing, own string) (running int) {
	for _, g := range games {
		if g.Points != nil {
			continue
		}
		running++
		if loser := []string{g.First, g.Second}[g.No%2]; loser == own {
			t.ask(ctx, "POST", "/v1/games/"+g.Game+"/resign", 0, "{}", nil)
		}
	}
	return running
}

// challengeAbove challenges everybody above whom the player may challenge.
func (t *tableOfTwo) challengeAbove(ctx context.Context, path, own string) {
	var round eventRound
	t.ask(ctx, "GET", path+"/table", 0, "", &round)
	for _, row := range round.Rows {
		if row.Player == own {
			return
		}
		body := fmt.Sprintf(`{"opponent":%q}`, row.Player)
		switch s := t.ask(ctx, "POST", path+"/challenge", 0, body, nil); s {
		case http.StatusCreated, http.StatusConflict:
		default:
			t.load.t.Errorf("challenging %s: %d", row.Player, s)
		}
	}
}

// checkLadder checks the numbers, pairs and ends of the games, and the places.
func (l *load) checkLadder(event string, e *eventRound) {
	met, played := map[[2]string]bool{}, map[string]int{}
	for i, g := range e.Games {
		pair := [2]string{g.Second, g.First}
		if ladder.ChallengerFirst(event, g.No) {
			pair = [2]string{g.First, g.Second}
		}
		if g.No != i+1 || len(g.Points) != 2 || met[pair] {
			l.t.Errorf("game %d is %+v", i+1, g)
		}
		met[pair] = true
		played[g.First]++
		played[g.Second]++
	}
	for i, row := range e.Rows {
		if row.Place != i+1 {
			l.t.Errorf("row %d is %+v", i+1, row)
		}
	}
	if len(e.Rows) != crashLadderSize || len(e.Games) < crashLadderGames {
		l.t.Errorf("%d players, %d games", len(e.Rows), len(e.Games))
	}
	for player := range l.tokens {
		ends := 0
		for _, n := range l.notices(player) {
			if n.Kind == "game_over" {
				ends++
			}
		}
		if name := playerName(player); ends != played[name] {
			l.t.Errorf("%s was told of %d ends of %d games", name, ends, played[name])
		}
	}
}
