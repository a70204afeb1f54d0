package trials

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// eventRound is what the API says about an event and its games.
type eventRound struct {
	Games []eventPairing
	Rows  []eventLine
}

type eventState struct{ ID, Status string }

type eventPairing struct {
	No            int
	First, Second string
	Game          string
	Points        []float64
}

type eventLine struct {
	Place, Wins, Remaining int
	Player                 string
	Points, SB             float64
}

// crashEventSize is the number of players of the event, who play 132 games.
const crashEventSize = 12

// TestEventSurvivesKills lets twelve players join and play a double event while servers are killed: every pair meets
// once with each side, the table follows from the games, and nobody is told twice that it has begun.
func TestEventSurvivesKills(t *testing.T) {
	t.Parallel()
	release := keepPostgres(t)
	c := newCrash(t)
	l := &load{crash: c}
	i := &programtest.Instance{T: t, URL: "http://" + c.servers[0].address}
	for n := range crashEventSize {
		l.tokens = append(l.tokens, i.SignUp(c.post, playerName(n)))
	}
	stopCollecting := c.collect()
	var made eventState
	i.Call("POST", "/v1/events", l.tokens[0], fmt.Sprintf(
		`{"ruleset":"hnefatafl","variant":"7x7","size":%d,"double":true,"at_once":8}`, crashEventSize), 201, &made)
	release()
	ctx, stop := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for n := range crashEventSize {
		table := &tableOfTwo{load: l, rnd: rand.New(rand.NewPCG(uint64(n), 9)), players: [2]int{n, n}}
		players.Go(func() { table.playEvent(ctx, made.ID) })
	}
	kills := l.killUntil(&players, 60)
	stop()
	players.Wait()
	keepPostgres(t)
	var round eventRound
	reader, path := &tableOfTwo{load: l, rnd: rand.New(rand.NewPCG(1, 9))}, "/v1/events/"+made.ID
	reader.ask(t.Context(), "GET", path, 0, "", &made) // repeats, as PostgreSQL may have restarted just before
	reader.ask(t.Context(), "GET", path+"/games", 0, "", &round)
	reader.ask(t.Context(), "GET", path+"/table", 0, "", &round)
	if made.Status != "ended" {
		t.Errorf("the event is %s", made.Status)
	}
	l.checkEvent(&round)
	l.settle()
	stopCollecting()
	l.checkEventNotices(made.ID)
	c.end()
	t.Logf("%d kills, %d games", kills, len(round.Games))
	if kills < 1 {
		t.Errorf("no server was killed")
	}
}

// largeEventSize is the number of players of an event of two groups, whose games begin in four transactions.
const largeEventSize = 24

// TestLargeEventBeginsUnderKills kills servers while the 264 games of an event begin: each begins once, and each player
// is told once, of all of theirs.
func TestLargeEventBeginsUnderKills(t *testing.T) {
	t.Parallel()
	release := keepPostgres(t)
	c := newCrash(t)
	l := &load{crash: c}
	i := &programtest.Instance{T: t, URL: "http://" + c.servers[0].address}
	for n := range largeEventSize {
		l.tokens = append(l.tokens, i.SignUp(c.post, playerName(n)))
	}
	stopCollecting := c.collect()
	var made eventState
	i.Call("POST", "/v1/events", l.tokens[0], fmt.Sprintf(
		`{"ruleset":"hnefatafl","variant":"7x7","size":%d,"double":true}`, largeEventSize), 201, &made)
	path := "/v1/events/" + made.ID
	last := &tableOfTwo{load: l, rnd: rand.New(rand.NewPCG(1, 9)), players: [2]int{largeEventSize - 1}}
	for n := range last.players[0] {
		i.Call("POST", path+"/join", l.tokens[n], "{}", 200, nil)
	}
	release()
	var joined sync.WaitGroup
	joined.Go(func() { last.ask(t.Context(), "POST", path+"/join", 0, "{}", nil) })
	var round eventRound
	kills, begun := 0, 0
	for begun == 0 || begun < len(round.Games) {
		var now eventRound
		if status, _ := l.request(c.rnd.IntN(len(c.servers)), "GET", path+"/games", 0, "", &now); status != http.StatusOK {
			continue
		}
		round, begun = now, 0
		for _, g := range round.Games {
			if g.Game != "" {
				begun++
			}
		}
		if kills == 0 || begun > 0 && begun < len(round.Games) {
			c.servers[c.rnd.IntN(len(c.servers))].kill(c)
			kills++
		}
	}
	joined.Wait()
	keepPostgres(t)
	known, met := map[string]bool{}, map[[2]string]bool{}
	for _, g := range round.Games {
		known[g.Game], met[[2]string{g.First, g.Second}] = true, true
	}
	if len(round.Games) != 2*12*11 || len(known) != len(round.Games) || len(met) != len(round.Games) {
		t.Errorf("%d games: %d begun, of %d pairs", len(round.Games), len(known), len(met))
	}
	l.settle()
	stopCollecting()
	l.checkEventBegan(made.ID)
	c.end()
	t.Logf("%d kills", kills)
}

// playEvent joins an event, and ends the player's games in which they move first, until it is over.
func (t *tableOfTwo) playEvent(ctx context.Context, event string) {
	path := "/v1/events/" + event
	if s := t.ask(ctx, "POST", path+"/join", 0, "{}", nil); s != http.StatusOK && s != http.StatusConflict {
		t.load.t.Errorf("joining: %d", s)
		return
	}
	own := playerName(t.players[0])
	for again := time.NewTicker(20 * time.Millisecond); ctx.Err() == nil; <-again.C {
		var state eventState
		t.ask(ctx, "GET", path, 0, "", &state)
		if state.Status == "ended" {
			return
		}
		var round eventRound
		t.ask(ctx, "GET", path+"/games", 0, "", &round)
		for _, g := range round.Games {
			if g.Game != "" && g.Points == nil && (g.First == own || g.Second == own) {
				t.endGame(ctx, g, g.First == own)
			}
		}
	}
}

// endGame ends a game: every third one as a draw, the others by the resignation of either player.
func (t *tableOfTwo) endGame(ctx context.Context, g eventPairing, first bool) {
	game := "/v1/games/" + g.Game
	switch {
	case g.No%3 == 0 && first:
		t.ask(ctx, "POST", game+"/draw", 0, `{"action":"offer"}`, nil)
	case g.No%3 == 0:
		t.ask(ctx, "POST", game+"/draw", 0, `{"action":"accept"}`, nil)
	case (g.No%3 == 1) == first:
		t.ask(ctx, "POST", game+"/resign", 0, "{}", nil)
	}
}

// checkEvent compares pairs and table with those that the games give.
func (l *load) checkEvent(e *eventRound) {
	met, points, sb, wins := map[[2]string]int{}, map[string]float64{}, map[string]float64{}, map[string]int{}
	for _, g := range e.Games {
		met[[2]string{g.First, g.Second}]++
		if len(g.Points) != 2 {
			l.t.Fatalf("game %d is not over: %+v", g.No, g)
		}
		for i, name := range []string{g.First, g.Second} {
			points[name] += g.Points[i]
			if g.Points[i] == 1 {
				wins[name]++
			}
		}
	}
	for _, g := range e.Games {
		sb[g.First] += g.Points[0] * points[g.Second]
		sb[g.Second] += g.Points[1] * points[g.First]
	}
	if len(met) != crashEventSize*(crashEventSize-1) || len(met) != len(e.Games) {
		l.t.Errorf("%d games of %d pairs", len(e.Games), len(met))
	}
	inOrder := slices.IsSortedFunc(e.Rows, func(a, b eventLine) int { return a.Place - b.Place })
	if !inOrder || len(e.Rows) != crashEventSize {
		l.t.Errorf("rows %+v", e.Rows)
	}
	l.checkEventPlaces(e)
	for _, r := range e.Rows {
		if r.Points != points[r.Player] || r.SB != sb[r.Player] || r.Wins != wins[r.Player] || r.Remaining != 0 {
			l.t.Errorf("%+v, want %v points, %v, %d wins", r, points[r.Player], sb[r.Player], wins[r.Player])
		}
	}
}

// checkEventPlaces compares the places of a table with those that points, Sonneborn-Berger, the points of the games
// among the tied, and wins give, in that order. Players whom nothing separates share a place.
func (l *load) checkEventPlaces(e *eventRound) {
	rows := map[string]eventLine{}
	for _, r := range e.Rows {
		rows[r.Player] = r
	}
	among := map[string]float64{}
	for _, g := range e.Games {
		if a, b := rows[g.First], rows[g.Second]; a.Points == b.Points && a.SB == b.SB {
			among[g.First] += g.Points[0]
			among[g.Second] += g.Points[1]
		}
	}
	for _, r := range e.Rows {
		place := 1
		for _, other := range e.Rows {
			if slices.Compare([]float64{other.Points, other.SB, among[other.Player], float64(other.Wins)},
				[]float64{r.Points, r.SB, among[r.Player], float64(r.Wins)}) > 0 {
				place++
			}
		}
		if r.Place != place {
			l.t.Errorf("%+v, want place %d of %+v", r, place, e.Rows)
		}
	}
}

// checkEventNotices checks that each player was told once of the end of each game, and of the beginning and the end of
// the event.
func (l *load) checkEventNotices(event string) {
	l.checkEventBegan(event)
	for player := range l.tokens {
		told := map[string]int{}
		for _, n := range l.notices(player) {
			told[n.Kind]++
		}
		if told["game_over"] != 2*(crashEventSize-1) || told["event_ended"] != 1 {
			l.t.Errorf("%s has notices %v", playerName(player), told)
		}
	}
}

// checkEventBegan checks that each player was told once of the beginning of an event, by one mail. A mail that is sent
// again keeps its Message-ID.
func (l *load) checkEventBegan(event string) {
	began := map[string]map[string]bool{} // Message-IDs by address
	for _, m := range l.mails {
		if id := m.GetHeader("Message-ID"); strings.Contains(id, "event_began."+event+".") {
			if began[m.To] == nil {
				began[m.To] = map[string]bool{}
			}
			began[m.To][id] = true
		}
	}
	for player := range l.tokens {
		told, name := map[string]int{}, playerName(player)
		for _, n := range l.notices(player) {
			told[n.Kind]++
		}
		if told["event_began"] != 1 {
			l.t.Errorf("%s has notices %v", name, told)
		}
		if mails := began[name+"@example.org"]; len(mails) != 1 {
			l.t.Errorf("%s got mails of the beginning %v", name, mails)
		}
	}
}
