package house

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/modeltest"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// world is a store in which the house plays.
type world struct {
	*modeltest.World
	t *testing.T
}

func newWorld(t *testing.T, games ...rules.Ruleset) *world {
	t.Helper()
	if games == nil {
		games = []rules.Ruleset{tictactoe.New()}
	}
	return &world{modeltest.New(t, modeltest.Options{Rulesets: games}), t}
}

func (w *world) begin(p models.Player, level rules.Level, seat string) *models.Game {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), p, challenge.NewChallenge{
		Ruleset: "tictactoe", Opponent: models.HouseName(level), Seat: seat,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return c.Begun
}

func (w *world) find(g *models.Game) *models.Game {
	w.t.Helper()
	g, err := w.Game(w.t.Context(), g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

func worker(s *store.Store) *Worker {
	return New(Config{Store: s, Log: slog.New(slog.DiscardHandler), Thinkers: 1, Poll: 10 * time.Millisecond})
}

// run runs a worker until the end of the test.
func (w *world) run(worker *Worker) {
	ctx, stop := context.WithCancel(w.t.Context())
	var running sync.WaitGroup
	running.Go(func() { worker.Run(ctx) })
	w.t.Cleanup(func() { stop(); running.Wait() })
}

// act has a worker act once.
func (w *world) act(worker *Worker) bool {
	w.t.Helper()
	acted, err := worker.act(w.t.Context(), mind{})
	if err != nil {
		w.t.Fatal(err)
	}
	return acted
}

// await waits until the house has acted, as a request that only reads.
func (w *world) await(g *models.Game) *models.Game {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(account.AtOneState(w.t.Context()), 10*time.Second)
	defer cancel()
	g, err := w.AwaitHouse(ctx, g)
	if err != nil || ctx.Err() != nil {
		w.t.Fatal("the house does not act", err)
	}
	return g
}

// A player plays a whole game with the house, which has answered when the wait for it ends.
func TestWholeGame(t *testing.T) {
	w := newWorld(t)
	ann := w.SignUp("ann")
	g := w.begin(ann, rules.Hard, "first")
	house := worker(w.Store)
	turns := 0
	var mu sync.Mutex
	house.Observe = func(ruleset string, level rules.Level, _ time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		if turns++; ruleset != "tictactoe" || level != rules.Hard {
			t.Errorf("observed %s, %s", ruleset, level)
		}
	}
	w.run(house)
	for g.Status == models.Ongoing {
		position, err := tictactoe.New().Parse("", g.Position)
		if err != nil {
			t.Fatal(err)
		}
		options, err := position.Next("")
		if err != nil {
			t.Fatal(err)
		}
		ply := g.Ply
		g = w.await(w.Play(g, ann, options.Steps[0].Text))
		if g.Status == models.Ongoing && (g.Ply != ply+2 || g.LastTurn.Via != models.ViaHouse) {
			t.Fatalf("ply %d after %d: %+v", g.Ply, ply, g.LastTurn)
		}
	}
	if g.Result.Winner == rules.First {
		t.Errorf("hard lost: %+v", g.Result)
	}
	if _, age, err := w.HouseQueue(t.Context()); err != nil || age != 0 {
		t.Errorf("age %s, %v", age, err)
	}
	if mails := w.Mails(); len(mails) != 0 {
		t.Errorf("%d mails", len(mails))
	}
	mu.Lock()
	defer mu.Unlock()
	if turns < 2 {
		t.Errorf("observed %d turns", turns)
	}
}

// The same game at the same ply gives the same turn, whichever process finds it, also where a lease has ended.
func TestTheSameTurnIsFoundAgain(t *testing.T) {
	w := newWorld(t)
	ann := w.SignUp("ann")
	g := w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	found := map[string]bool{}
	for range 3 {
		task, err := w.ClaimHouseTask(t.Context(), lease, 0)
		if err != nil || task == nil {
			t.Fatal(task, err)
		}
		if again, err := w.ClaimHouseTask(t.Context(), lease, 0); err != nil || again != nil {
			t.Fatal("claimed twice", err)
		}
		thought := rules.Thought{Level: task.Level, Seed: task.Seed, Seen: task.Seen}
		turn, err := task.Ruleset.House().Turn(task.Position, thought)
		if err != nil {
			t.Fatal(err)
		}
		found[turn] = true
		w.Clock.Advance(lease) // a worker that was killed leaves the lease
	}
	if !w.act(worker(w.Store)) {
		t.Fatal("the house does not act")
	}
	g = w.find(g)
	if found[g.LastTurn.Text] = true; len(found) != 1 || g.Ply != 2 {
		t.Errorf("turns %v, ply %d", found, g.Ply)
	}
	if w.act(worker(w.Store)) {
		t.Error("the house acts twice")
	}
}

// slow is a ruleset whose house thinks until it is told to go on.
type slow struct {
	rules.Ruleset
	thinks chan rules.Position
	goOn   chan struct{}
}

func newSlow() slow {
	return slow{tictactoe.New(), make(chan rules.Position), make(chan struct{})}
}

func (s slow) House() rules.Thinker { return slowThinker{s.Ruleset.House(), s} }

type slowThinker struct {
	rules.Thinker
	slow slow
}

func (s slowThinker) Turn(p rules.Position, t rules.Thought) (string, error) {
	s.slow.thinks <- p
	<-s.slow.goOn
	return s.Thinker.Turn(p, t)
}

// While the house thinks, the player takes their turn back and plays another one: nothing is played on the old line.
func TestTakebackWhileItThinks(t *testing.T) {
	thinking := newSlow()
	w := newWorld(t, thinking)
	ann := w.SignUp("ann")
	g := w.Play(w.begin(ann, rules.Medium, "first"), ann, "b2")
	w.run(worker(w.Store))
	<-thinking.thinks
	back, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0)
	if err != nil || back.Ply != 0 {
		t.Fatal(back, err)
	}
	g = w.Play(back, ann, "a1") // the same ply as before
	thinking.goOn <- struct{}{}
	position := <-thinking.thinks
	if now := w.find(g); now.Ply != 1 || now.Position != g.Position || position.String() != g.Position {
		t.Errorf("ply %d, %s", now.Ply, now.Position)
	}
	thinking.goOn <- struct{}{}
	if g = w.await(g); g.Ply != 2 || g.Takebacks != 1 {
		t.Errorf("ply %d, %d takebacks", g.Ply, g.Takebacks)
	}
}

// The house takes a draw unless it stands better. While it is the player's turn, the offer alone has it act.
func TestDraw(t *testing.T) {
	for name, c := range map[string]struct {
		turns  []string // of the player and the house in turn
		accept bool
	}{
		"even":               {[]string{"b2", "a1"}, true},
		"the player has won": {[]string{"a1", "b1", "a2", "c2"}, true},
		"the house has won":  {[]string{"b1", "a1", "c2", "c3", "c1", "a3"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ann := w.SignUp("ann")
			g := w.begin(ann, rules.Easy, "first")
			house := models.Player{ID: g.Players[1].ID}
			for i, turn := range c.turns {
				g = w.Play(g, []models.Player{ann, house}[i%2], turn)
			}
			if w.act(worker(w.Store)) {
				t.Fatal("the house acts in the player's turn")
			}
			if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
				t.Fatal(err)
			}
			if !w.act(worker(w.Store)) {
				t.Fatal("the house decides nothing")
			}
			if g = w.find(g); (g.Status == models.Finished) != c.accept || g.DrawBy != rules.NoSeat {
				t.Errorf("%s: %+v, offered by %d", g.Status, g.Result, g.DrawBy)
			}
			if w.act(worker(w.Store)) {
				t.Error("the house acts again")
			}
		})
	}
}

// doomed is a ruleset whose hard house sees that it loses from a ply on, if it asks.
type doomed struct {
	rules.Ruleset
	from  int
	asked *[]int
}

func (d doomed) House() rules.Thinker { return doomedThinker{d.Ruleset.House().(rules.Judge), d} }

type doomedThinker struct {
	rules.Judge
	doomed
}

func (d doomedThinker) Lost(_ rules.Position, t rules.Thought) (bool, error) {
	ply := len(t.Seen) - 1
	*d.asked = append(*d.asked, ply)
	return ply >= d.from, nil
}

// The house resigns at its third turn in a row at which it sees that it loses, on the level hard alone.
func TestTheHouseResigns(t *testing.T) {
	for _, c := range []struct {
		level rules.Level
		from  int
		ply   int // at which it resigns; 0 for never
	}{{rules.Hard, 0, 5}, {rules.Hard, 3, 7}, {rules.Hard, 4, 0}, {rules.Medium, 0, 0}, {rules.Easy, 0, 0}} {
		asked := []int{}
		w := newWorld(t, doomed{tictactoe.New(), c.from, &asked})
		ann := w.SignUp("ann")
		g := w.begin(ann, c.level, "first")
		house := models.Player{ID: g.Players[1].ID}
		line := []string{"a1", "b1", "a2", "a3", "c1", "c2", "b3", "b2"} // a draw: neither has three in a row
		for i, turn := range line {
			if i%2 == 0 {
				g = w.Play(g, ann, turn)
				continue
			}
			task, err := w.ClaimHouseTask(t.Context(), lease, 0)
			if err != nil || task == nil {
				t.Fatal(task, err)
			}
			thought := rules.Thought{Level: task.Level, Seed: task.Seed, Seen: task.Seen}
			lost, err := resigns(task.Ruleset.House(), task, thought)
			if err != nil || lost != (g.Ply == c.ply) {
				t.Errorf("%s, lost from ply %d: at ply %d it resigns: %t, %v; asked %v", c.level, c.from, g.Ply, lost, err, asked)
			}
			if lost {
				w.Clock.Advance(lease)
				if !w.act(worker(w.Store)) {
					t.Fatal("the house does not act")
				}
				if g = w.find(g); g.Result != rules.Won(rules.First, models.ReasonResignation) {
					t.Errorf("%s: %+v", g.Status, g.Result)
				}
				break
			}
			g = w.Play(g, house, turn)
		}
		if c.level != rules.Hard && len(asked) > 0 {
			t.Errorf("%s asks at %v", c.level, asked)
		}
	}
}

func TestPause(t *testing.T) {
	w := newWorld(t)
	ann := w.SignUp("ann")
	w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	house := worker(w.Store)
	house.Pause = time.Minute
	w.Clock.Advance(59 * time.Second)
	if w.act(house) {
		t.Error("the house acts early")
	}
	w.Clock.Advance(time.Second)
	if !w.act(house) {
		t.Error("the house does not act")
	}
}
