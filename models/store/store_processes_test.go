package store

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// processes are two stores on one database with one clock, like two servers. In
// each round of five minutes both sweep, send and play concurrently.
type processes struct {
	*world
	stores []*Store
	games  []*models.Game
	mu     sync.Mutex
	mailed map[string]int // mails by key
	kinds  map[models.Kind]int
}

const (
	outageRound = 20 // the servers were down for nine hours before it
	mailStops   = 28
	mailReturns = 40
	processEnd  = 130
)

// turnsOf returns the number of turns in a game before both sides forget it.
func turnsOf(game int) int { return game % 6 }

func newProcesses(t *testing.T) *processes {
	p := &processes{world: newWorld(t), mailed: map[string]int{}, kinds: map[models.Kind]int{}}
	p.stores = []*Store{p.Store, p.openSecond(t)}
	for _, s := range p.stores {
		s.unsynced(t)
	}
	var players []models.Player
	for i := range 8 {
		players = append(players, p.player("player"+string(rune('a'+i))))
	}
	for i := range 24 {
		p.games = append(p.games, p.paced(players[i%8], players[(i+1+i/8)%8], "4h"))
	}
	return p
}

// openSecond opens the world's database again, as another process would.
func (w *world) openSecond(t *testing.T) *Store {
	t.Helper()
	second, err := Open(t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := second.Close(); err != nil {
			t.Error(err)
		}
	})
	return second
}

func TestTwoProcessesDoEachThingOnce(t *testing.T) {
	sample.Together(t, "plays many games in two processes")
	t.Parallel()
	p := newProcesses(t)
	for round := range processEnd {
		p.pass(5 * time.Minute)
		if round == outageRound {
			p.pass(9 * time.Hour)
		}
		p.round(round)
	}
	for key, n := range p.mailed {
		if n != 1 {
			t.Errorf("%s was mailed %d times", key, n)
		}
	}
	turns := 0
	for i, g := range p.games {
		turns += turnsOf(i)
		p.checkGame(i, p.find(g))
	}
	// The first turn of each game was mailed when it started.
	if p.kinds[models.KindYourTurn] != turns || p.kinds[models.KindReminder] != len(p.games) ||
		p.kinds[models.KindGameOver] != 2*len(p.games) {
		t.Errorf("mailed %v, want %d turns, %d reminders and two ends of each game", p.kinds, turns, len(p.games))
	}
	if waiting, _, err := p.OutboxDepth(t.Context()); err != nil || waiting > 0 {
		t.Errorf("%d notices are left, %v", waiting, err)
	}
}

// round runs everything concurrently: in both stores two sweeps, two workers, and the
// turns that are due. Then the workers send the notices queued meanwhile.
func (p *processes) round(round int) {
	var all sync.WaitGroup
	mail := func() {
		if round >= mailStops && round < mailReturns {
			return
		}
		for _, s := range p.stores {
			all.Go(func() { p.work(s) })
			all.Go(func() { p.work(s) })
		}
	}
	mail()
	for _, s := range p.stores {
		all.Go(func() { p.tend(s) })
		all.Go(func() { p.tend(s) })
	}
	for i, g := range p.games {
		if n := round / 7; round%7 == i%7 && n < turnsOf(i) {
			all.Go(func() { p.race(g, n) })
		}
	}
	all.Wait()
	mail()
	all.Wait()
}

func (p *processes) tend(s *Store) {
	if _, err := s.SweepClocks(p.t.Context()); err != nil {
		p.t.Error(err)
	}
}

// work sends what one worker can claim.
func (p *processes) work(s *Store) {
	for {
		claims, err := s.ClaimNotices(p.t.Context(), 3, time.Minute)
		if err != nil {
			p.t.Error(err)
		}
		if len(claims) == 0 {
			return
		}
		for _, c := range claims {
			p.send(s, c)
		}
	}
}

func (p *processes) send(s *Store, claim mailbox.Claim) {
	c, err := s.ComposeContent(p.t.Context(), claim)
	if err != nil {
		p.t.Error(err)
	}
	if c == nil {
		return
	}
	p.mu.Lock()
	p.mailed[c.Key]++
	p.kinds[c.Kind]++
	p.mu.Unlock()
	if err := s.Settle(p.t.Context(), claim.Sent()); err != nil {
		p.t.Errorf("%s: %v", c.Key, err)
	}
}

// race submits the same turn through both stores: it must be played once, and both are told that it is.
func (p *processes) race(g *models.Game, ply int) {
	text := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[ply%4]
	turn := models.TurnInput{Game: g.ID, Player: g.Players[ply%2].ID, Ply: &ply, Text: text, Via: models.ViaHTTP}
	outcome := make([]error, len(p.stores))
	var all sync.WaitGroup
	for i, s := range p.stores {
		all.Go(func() { _, outcome[i] = s.PlayTurn(p.t.Context(), turn) })
	}
	all.Wait()
	played, err := p.stores[0].Game(p.t.Context(), g.ID)
	if err != nil || outcome[0] != nil || outcome[1] != nil || played.Ply != ply+1 {
		p.t.Errorf("game %s, ply %d: %v and %v, then %+v, %v", g.ID, ply, outcome[0], outcome[1], played, err)
	}
}

// checkGame checks that the player who forgot the game lost it, and that each credit was given once.
func (p *processes) checkGame(i int, g *models.Game) {
	want := rules.Won(g.ToMove.Other(), models.ReasonTimeout)
	if turnsOf(i) < 2 {
		want = rules.Drawn(models.ReasonAborted)
	}
	if g.Ply != turnsOf(i) || g.Result != want {
		p.t.Errorf("game %d at ply %d: %s, %+v", i, g.Ply, g.Status, g.Result)
	}
	log, err := p.GameLog(p.t.Context(), g.ID, 0, 100)
	if err != nil {
		p.t.Error(err)
	}
	credits := map[play.LogKind]int{}
	for _, e := range log {
		credits[e.Kind]++
	}
	delays := 0
	if turnsOf(i) == 5 {
		delays = 1
	}
	if credits[play.LogOutage] != 1 || credits[play.LogMailDelay] != delays || len(log) != 1+delays {
		p.t.Errorf("game %d: the log is %+v, want one outage and %d late mails", i, log, delays)
	}
}
