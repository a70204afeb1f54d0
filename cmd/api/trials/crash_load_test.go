package trials

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest"
)

// load simulates players who play on through failures.
type load struct {
	*crash
	tokens     []string
	turns      []rulestest.Turn // of the recorded game that all play
	tables     []*tableOfTwo
	mailTables []*mailTable
	mu         sync.Mutex   // of the tables' games and of their answered turns
	responses  atomic.Int64 // of all requests

	slowestRequest atomic.Int64 // in nanoseconds
}

// tableOfTwo holds two players who play one game after another.
type tableOfTwo struct {
	load    *load
	rnd     *rand.Rand
	players [2]int
	games   []*crashGame
}

// crashGame holds the answered turns of one game.
type crashGame struct {
	id       string
	answered map[int]string // turn by ply
}

const (
	crashPlayers = 6 // who play by HTTP
	crashTables  = 6

	crashMailPlayers = 8 // who play by mail, and others, so that each mail waits for few

	crashTurns = 30 // turns of a game before the next one begins
)

func newLoad(c *crash) *load {
	l := &load{crash: c}
	for _, g := range rulestest.Games(c.t, "hnefatafl", "11x11") {
		if g.Start == "" && len(g.Turns) > crashTurns {
			l.turns = g.Turns[:crashTurns]
			break
		}
	}
	i := &programtest.Instance{T: c.t, URL: "http://" + c.servers[0].address}
	for n := range crashPlayers + crashMailPlayers {
		l.tokens = append(l.tokens, i.SignUp(c.post, playerName(n)))
	}
	for n := range crashTables {
		l.tables = append(l.tables, &tableOfTwo{
			load: l, rnd: rand.New(rand.NewPCG(uint64(n), 3)), players: [2]int{n, (n + 1 + n/crashPlayers) % crashPlayers},
		})
	}
	for n := range crashMailPlayers { // each of whom plays the next one
		next := (n + 1) % crashMailPlayers
		l.mailTables = append(l.mailTables, newMailTable(l, n, [2]int{crashPlayers + n, crashPlayers + next}))
	}
	return l
}

// play lets everybody play until stop is called. It returns once every game by mail is under way.
func (l *load) play() (stop func()) {
	ctx, cancel := context.WithCancel(l.t.Context())
	var players sync.WaitGroup
	for _, table := range l.tables {
		players.Go(func() { table.play(ctx) })
	}
	for _, table := range l.mailTables {
		players.Go(func() { table.play(ctx) })
	}
	for _, table := range l.mailTables {
		select {
		case <-table.underWay:
		case <-time.After(programtest.Patience):
			l.t.Fatal("a game by mail does not begin")
		}
	}
	return func() { cancel(); players.Wait() }
}

// answeredTurns counts the turns that were answered.
func (l *load) answeredTurns() (turns int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, g := range l.games() {
		turns += len(g.answered)
	}
	return turns
}

// addGame records a game whose beginning was answered.
func (t *tableOfTwo) addGame(g *crashGame) {
	t.load.mu.Lock()
	defer t.load.mu.Unlock()
	t.games = append(t.games, g)
}

// answered records a turn that was answered.
func (l *load) answered(g *crashGame, ply int, turn string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g.answered[ply] = turn
}

// games returns the games whose beginning was answered. The caller holds mu, or nobody is playing.
func (l *load) games() (list []*crashGame) {
	for _, t := range l.tables {
		list = append(list, t.games...)
	}
	for _, t := range l.mailTables {
		list = append(list, t.games...)
	}
	return list
}

func playerName(n int) string { return fmt.Sprintf("player-%c", 'a'+n) }

// request sends a request to one of the servers. Status 0 means no response.
func (l *load) request(server int, method, path string, player int, body string, out any) (status int, text string) {
	request, err := http.NewRequest(method, "http://"+l.servers[server].address+path, strings.NewReader(body))
	if err != nil {
		l.t.Error(err)
		return 0, ""
	}
	request.Header.Set("Authorization", "Bearer "+l.tokens[player])
	request.Header.Set("Content-Type", "application/json")
	began := time.Now()
	defer func() {
		for took, most := int64(time.Since(began)), l.slowestRequest.Load(); took > most; most = l.slowestRequest.Load() {
			l.slowestRequest.CompareAndSwap(most, took)
		}
	}()
	response, err := (&http.Client{Timeout: programtest.Patience}).Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	l.responses.Add(1)
	if response.StatusCode < 300 && out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			l.t.Errorf("%s %s: %v: %s", method, path, err, answer)
		}
	}
	return response.StatusCode, string(answer)
}

// ask repeats a request until a server responds with something other than its unavailability.
func (t *tableOfTwo) ask(ctx context.Context, method, path string, seat int, body string, out any) (status int) {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for ctx.Err() == nil {
		status, text := t.load.request(t.rnd.IntN(len(t.load.servers)), method, path, t.players[seat], body, out)
		if status != 0 && status != http.StatusServiceUnavailable {
			if status >= 500 {
				t.load.t.Errorf("%s %s: %d: %s", method, path, status, text)
			}
			return status
		}
		<-again.C
	}
	return 0
}

// play plays games until ctx is done.
func (t *tableOfTwo) play(ctx context.Context) {
	for ctx.Err() == nil {
		g := t.begin(ctx)
		if g == nil {
			return
		}
		t.addGame(g)
		lost := -1 // the ply of the last turn without a response
		for ctx.Err() == nil {
			var state programtest.Game
			if t.ask(ctx, "GET", "/v1/games/"+g.id, 0, "", &state) != http.StatusOK {
				return
			}
			if state.Ply == len(t.load.turns) {
				break
			}
			t.think(ctx)
			status, text := t.playTurn(g, state.Ply)
			switch {
			case status == http.StatusCreated:
				t.load.answered(g, state.Ply+1, t.load.turns[state.Ply].Canonical)
			case status == 0, status == http.StatusServiceUnavailable:
				lost = state.Ply
			case status == http.StatusConflict && lost == state.Ply:
				// Its commit was on its way to the database when the game was requested.
			default:
				t.load.t.Errorf("turn %d of %s: %d: %s", state.Ply+1, g.id, status, text)
				return
			}
		}
	}
}

// playTurn sends the turn that follows a ply, once. After a lost response the caller requests the game to see whether
// the turn was played.
func (t *tableOfTwo) playTurn(g *crashGame, ply int) (status int, text string) {
	body := fmt.Sprintf(`{"turn":%q,"ply":%d}`, t.load.turns[ply].Input, ply)
	server := t.rnd.IntN(len(t.load.servers))
	return t.load.request(server, "POST", "/v1/games/"+g.id+"/turns", t.players[ply%2], body, nil)
}

// think delays every other table, so that its turns are mailed before they are answered.
func (t *tableOfTwo) think(ctx context.Context) {
	if t.players[0]%2 == 0 {
		return
	}
	select {
	case <-time.After(time.Duration(t.rnd.IntN(300)) * time.Millisecond):
	case <-ctx.Done():
	}
}

// begin challenges and accepts, and repeats a request without a response.
func (t *tableOfTwo) begin(ctx context.Context) *crashGame {
	for ctx.Err() == nil {
		var challenge, begun struct{ ID string }
		opponent := playerName(t.players[1])
		body := fmt.Sprintf(`{"ruleset":"hnefatafl","variant":"11x11","opponent":%q,"seat":"first"}`, opponent)
		if t.ask(ctx, "POST", "/v1/challenges", 0, body, &challenge) != http.StatusCreated {
			return nil
		}
		if t.ask(ctx, "POST", "/v1/challenges/"+challenge.ID+"/accept", 1, "", &begun) == http.StatusCreated {
			return &crashGame{id: begun.ID, answered: map[int]string{}}
		}
	}
	return nil
}

// settle waits until no mail is due. A mail may wait for the lease of a killed server, then for that of the one which
// took it over, and for a PostgreSQL that another test restarts.
func (l *load) settle() {
	<-time.After(gatherMail) // a notice is counted once it is due
	programtest.EventuallyWithin(l.t, 2*programtest.Patience, "all mail is sent", func() bool {
		status, text := l.request(0, "GET", "/metrics", 0, "", nil)
		return status == http.StatusOK && strings.Contains(text, "\nturnpost_outbox_depth 0\n")
	})
	// The number may be older: a measurement is kept for a hundred times what it took.
	programtest.EventuallyWithin(l.t, 2*programtest.Patience, "no notice is due", l.nothingDue)
}

// nothingDue reports whether no notice to a player waits although it is due.
func (l *load) nothingDue() bool {
	for player := range l.tokens {
		list, status, _ := l.listNotices(player)
		if status != http.StatusOK || slices.ContainsFunc(list, func(n crashNotice) bool {
			return n.Status == "queued" && n.DueAt.Before(time.Now())
		}) {
			return false
		}
	}
	return true
}

// notices lists all notices to a player with their states.
func (l *load) notices(player int) []crashNotice {
	list, status, text := l.listNotices(player)
	if status != http.StatusOK {
		l.t.Fatalf("notices: %d: %s", status, text)
	}
	return list
}

// listNotices is notices, with the last response.
func (l *load) listNotices(player int) (list []crashNotice, status int, text string) {
	cursor := ""
	for {
		var page struct {
			Notices []crashNotice
			Next    *string
		}
		status, text = l.request(0, "GET", "/v1/me/notices?limit=100"+cursor, player, "", &page)
		list = append(list, page.Notices...)
		if status != http.StatusOK || page.Next == nil {
			return list, status, text
		}
		cursor = "&cursor=" + *page.Next
	}
}

type crashNotice struct {
	Kind, Status, Reason string
	Game                 string
	Ply                  int
	DueAt                time.Time `json:"due_at"`
}
