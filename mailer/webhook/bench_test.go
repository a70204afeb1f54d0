package webhook

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/modeltest"
	"turnpost/rules"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/rulestest"
)

const (
	benchHooks  = 10_000
	benchPairs  = 16
	benchSlice  = 400 * time.Millisecond
	benchSlices = 15
)

// benchWorld has pairs of players, each with a game that goes on for ever.
type benchWorld struct {
	*modeltest.World
	b        *testing.B
	pairs    [benchPairs]benchPair
	attempts atomic.Int64 // of the worker
}

type benchPair struct {
	players [2]models.Player
	game    *models.Game
	now     rules.Position
	chance  *rand.Rand
}

func newBenchWorld(b *testing.B) *benchWorld {
	b.Helper()
	w := &benchWorld{World: modeltest.New(b, modeltest.Options{Now: time.Now()}), b: b}
	for i := range w.pairs {
		p := &w.pairs[i]
		p.chance = rand.New(rand.NewPCG(1, uint64(i)))
		for side := range p.players {
			p.players[side] = w.SignUp(fmt.Sprintf("player-%d-%d", i, side))
		}
	}
	return w
}

// addHooks stores webhooks of other players, some of whom have ten.
func (w *benchWorld) addHooks(n int) {
	w.b.Helper()
	w.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO hooks (id, player_id, url, host, format, events, game_id, state, secret, old_secret, created_at)
		SELECT 'h' || i, 1000000 + i / 10, 'https://h' || i || '.example.com/', 'h' || i || '.example.com', 'json', '', '',
			'on', x'01', x'', 1 FROM n`, n)
}

func (w *benchWorld) exec(query string, args ...any) {
	w.b.Helper()
	execute(w.b, w.World, query, args...)
}

// execute runs a statement in the database beside the store.
func execute(t testing.TB, w *modeltest.World, query string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+w.Database+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// turns plays random turns in all games for a while and returns the rate.
func (w *benchWorld) turns() float64 {
	w.b.Helper()
	var played [benchPairs]int
	began := time.Now()
	var all sync.WaitGroup
	for i := range w.pairs {
		all.Go(func() {
			for time.Since(began) < benchSlice {
				w.turn(&w.pairs[i])
				played[i]++
			}
		})
	}
	all.Wait()
	sum := 0
	for _, n := range played {
		sum += n
	}
	return float64(sum) / time.Since(began).Seconds()
}

func (w *benchWorld) turn(p *benchPair) {
	if p.game == nil || p.now.Result().Over() {
		start, err := hnefatafl.New().Start("7x7")
		if err != nil {
			w.b.Error(err)
			return
		}
		p.game, p.now = w.Begin(p.players[0], p.players[1], "hnefatafl", "7x7"), start
	}
	text := rulestest.RandomTurn(w.b, p.now, p.chance)
	next, err := p.now.Play(text)
	if err != nil {
		w.b.Error(err)
		return
	}
	mover := p.players[p.game.ToMove]
	if p.game.Players[p.game.ToMove].ID != mover.ID {
		mover = p.players[1-p.game.ToMove]
	}
	p.game, p.now = w.Play(p.game, mover, text), next.Next
	if p.game.Status != models.Ongoing {
		p.game = nil
	}
}

// BenchmarkTurnsBesideHooks compares turns of players with a webhook each, where 10,000 webhooks are set and the worker
// sends, with turns where there are none. The ratio should be at least 0.95. "others" is the same for players without
// webhooks.
func BenchmarkTurnsBesideHooks(b *testing.B) {
	for _, who := range []string{"others", "players"} {
		b.Run(who, func(b *testing.B) {
			plain, hooked := newBenchWorld(b), newBenchWorld(b)
			var answered atomic.Int64
			port := listen(b, func(c net.Conn) {
				answered.Add(1)
				_, _ = c.Write([]byte("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"))
				_ = c.Close()
			})
			hooked.addHooks(benchHooks)
			if who == "players" {
				hooked.hookEverybody(port)
			}
			var ratios []float64
			for range benchSlices {
				without := plain.turns()
				stop := hooked.work(b, 0)
				with := hooked.turns()
				stop()
				hooked.Clock.Advance(time.Minute) // the limits of hosts allow more
				ratios = append(ratios, with/without)
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "ratio")
			b.ReportMetric(float64(answered.Load()), "requests")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// hookEverybody gives each player a webhook on this machine, at another address each.
func (w *benchWorld) hookEverybody(port int) {
	w.b.Helper()
	for i := range w.pairs {
		for side, p := range w.pairs[i].players {
			url := fmt.Sprintf("http://127.1.%d.%d:%d/", i+1, side+1, port)
			if _, err := w.CreateHook(w.b.Context(), p.ID, hook.NewHook{URL: url}); err != nil {
				w.b.Fatal(err)
			}
		}
	}
}

// work runs a worker of webhooks until stop is called.
func (w *benchWorld) work(b *testing.B, patience time.Duration) (stop func()) {
	b.Helper()
	return runWorker(b, Config{
		Store: w.Store, Writer: writer(b, w.Store), Guard: NewGuard(loopback, nil), Now: w.Clock.Now,
		Log: slog.New(slog.DiscardHandler), Poll: 100 * time.Millisecond, patience: patience,
		Observe: func(hook.Settled) { w.attempts.Add(1) },
	})
}

// listen accepts connections at every address of this machine, reads a little and calls answer.
func listen(t testing.TB, answer func(net.Conn)) (port int) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.ReadAtLeast(c, make([]byte, 1<<16), 1)
				answer(c)
			}()
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// sentMails is a transport that says when a mail is sent.
type sentMails chan time.Time

// Send implements mailer.Transport.
func (s sentMails) Send(context.Context, *mailer.Message) error {
	s <- time.Now()
	return nil
}

// BenchmarkMailBesideDeadReceivers measures how long a mail takes from its cause until it is sent, with and without
// 1,000 receivers that never answer and for which notices wait. The difference at the 99th percentile should be at most
// 50 ms.
func BenchmarkMailBesideDeadReceivers(b *testing.B) {
	const receivers, rounds = 1000, 8
	w := newBenchWorld(b)
	port := listen(b, func(c net.Conn) { _, _ = io.Copy(io.Discard, c); _ = c.Close() })
	addDead(b, w.World, w.pairs[0].players[0], receivers, port)
	sent := make(sentMails, 100)
	mails := mailer.NewOutboxWorker(mailer.OutboxConfig{
		Outbox: w.Store, Writer: writer(b, w.Store), Transport: sent, Now: w.Clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = mails.Run(ctx) })
	defer running.Wait()
	defer cancel()
	took := map[bool][]time.Duration{}
	for range rounds {
		for _, dead := range []bool{false, true} {
			stop := func() {}
			if dead {
				w.exec("UPDATE hook_deliveries SET done_at = 0, next_at = 1, status = 'queued'")
				w.exec("UPDATE hook_hosts SET next_at = 1, free_at = 0")
				stop = w.work(b, 100*time.Millisecond)
			}
			for i := range w.pairs {
				for _, p := range w.pairs[i].players {
					began := time.Now()
					if err := w.SendTestMail(b.Context(), p); err != nil {
						b.Fatal(err)
					}
					took[dead] = append(took[dead], (<-sent).Sub(began))
					<-time.After(20 * time.Millisecond) // the attempts go on
				}
			}
			stop()
			w.Clock.Advance(2 * time.Hour) // for the limits of mails
		}
	}
	if w.attempts.Load() < rounds*parallel {
		b.Fatalf("%d attempts", w.attempts.Load())
	}
	for _, list := range took {
		slices.Sort(list)
	}
	ms := func(dead bool, part float64) float64 {
		return float64(took[dead][int(part*float64(len(took[dead])-1))].Microseconds()) / 1000
	}
	b.ReportMetric(float64(w.attempts.Load()), "attempts")
	b.ReportMetric(ms(false, 0.5), "alone-p50-ms")
	b.ReportMetric(ms(true, 0.5), "beside-p50-ms")
	b.ReportMetric(ms(false, 0.99), "alone-p99-ms")
	b.ReportMetric(ms(true, 0.99), "beside-p99-ms")
	b.ReportMetric(ms(true, 1), "beside-max-ms")
	b.ReportMetric(ms(true, 0.99)-ms(false, 0.99), "delay-ms")
	b.ReportMetric(0, "ns/op")
}

// addDead stores webhooks of a player with hosts that do not answer, and a test that waits for each.
func addDead(t testing.TB, w *modeltest.World, ann models.Player, n, port int) {
	t.Helper()
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
	const host = "'127.2.' || (i / 200) || '.' || (i % 200 + 1)"
	w.Mails()
	for _, query := range []string{
		numbers + `INSERT INTO hooks (id, player_id, url, host, format, events, game_id, state, secret, old_secret,
			created_at) SELECT 'dead' || i, ?, 'http://' || ` + host + ` || ':' || ?, ` + host + `, 'json', '', '', 'on', x'01',
			x'', 1 FROM n`,
		numbers + `INSERT INTO hook_deliveries (hook_id, player_id, host, notice_id, kind, message_id, created_at, next_at)
			SELECT 'dead' || i, ?, ` + host + `, 0, 'test', 'msg_' || i || ? , 1, 1 FROM n`,
		numbers + `INSERT INTO hook_hosts (host, next_at) SELECT ` + host + `, 1 FROM n WHERE ? > 0 AND ? > 0`,
	} {
		execute(t, w, query, n, ann.ID, port)
	}
}
