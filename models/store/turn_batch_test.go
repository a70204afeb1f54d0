package store

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/play"
)

// batchOfTurns is a set of turns to be committed together, each the first of its game unless stated otherwise.
type batchOfTurns struct {
	*world
	ann, bob models.Player
	turns    []*batchedTurn

	meanwhile func() // called while the turns wait; nil for nothing
}

type batchedTurn struct {
	in    models.TurnInput
	fn    func(tx *core.Tx) error
	runs  []error // the results of its runs in the batch
	alone atomic.Bool
	ended chan error
}

func (b *batchOfTurns) begin() *models.Game {
	b.t.Helper()
	return b.game(b.ann, b.bob, "hnefatafl", "7x7")
}

// Add adds a turn of ann's that fails with after once it is played.
func (b *batchOfTurns) add(g *models.Game, text string, after error) *batchedTurn {
	turn := &batchedTurn{
		in:    models.TurnInput{Game: g.ID, Player: b.ann.ID, Text: text, Via: models.ViaHTTP},
		ended: make(chan error, 1),
	}
	turn.fn = func(tx *core.Tx) error {
		row, err := play.LoadGameToPlay(tx, turn.in.Game)
		if err != nil {
			return err
		}
		if err := play.MayPlay(tx, row, turn.in); err != nil {
			return err
		}
		if _, err := play.Turn(tx, row, turn.in, nil); err != nil {
			return err
		}
		return after
	}
	b.turns = append(b.turns, turn)
	return turn
}

func (turn *batchedTurn) run(tx *core.Tx) error {
	if tx.Preloaded == nil {
		turn.alone.Store(true)
		return turn.fn(tx)
	}
	turn.runs = append(turn.runs, errors.New("a panic"))
	err := turn.fn(tx)
	turn.runs[len(turn.runs)-1] = err
	return err
}

// commit lets all turns wait for the writer before the first is played, in order.
func (b *batchOfTurns) commit() {
	b.t.Helper()
	busy, free, before := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		before <- b.WriteTurn(b.t.Context(), models.TurnInput{Game: "another"}, func(*core.Tx) error {
			close(busy)
			<-free
			return nil
		})
	}()
	<-busy
	for i, turn := range b.turns {
		go func() { turn.ended <- b.WriteTurn(b.t.Context(), turn.in, turn.run) }()
		for b.DB.Waiting() <= i {
			runtime.Gosched()
		}
	}
	if b.meanwhile != nil {
		b.meanwhile()
	}
	close(free)
	if err := <-before; err != nil {
		b.t.Fatal(err)
	}
	b.turns = nil
}

func newBatchOfTurns(t *testing.T) *batchOfTurns {
	w := newWorld(t)
	if !w.DB.IsPostgres() {
		t.Skip("SQLite commits everything together")
	}
	return &batchOfTurns{world: w, ann: w.player("ann"), bob: w.player("bob")}
}

// Turns are committed together. A refused turn, a turn in a locked game, and a second turn in the same game do not
// prevent it.
func TestTurnsAreCommittedTogether(t *testing.T) {
	b := newBatchOfTurns(t)
	good, illegal, locked, other := b.begin(), b.begin(), b.begin(), b.begin()
	others := b.DB.Writer().Begin()
	defer others.Rollback()
	if err := others.Exec("SELECT 1 FROM games WHERE id = ? FOR UPDATE", locked.ID).Error; err != nil {
		t.Fatal(err)
	}
	turns := []*batchedTurn{
		b.add(good, "d1-c1", nil), b.add(illegal, "d1-d7", nil), b.add(locked, "d1-c1", nil),
		b.add(good, "d1-c1", nil), b.add(other, "d1-b1", nil),
	}
	b.commit()
	results := map[int]error{}
	for _, i := range []int{0, 1, 3, 4} {
		results[i] = <-turns[i].ended
	}
	if err := others.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	results[2] = <-turns[2].ended
	for i, right := range []bool{
		results[0] == nil, models.CodeOf(results[1]) == models.CodeIllegalTurn, results[2] == nil,
		models.CodeOf(results[3]) == models.CodeNotYourTurn, results[4] == nil,
	} {
		if !right {
			t.Errorf("turn %d: %v", i, results[i])
		}
		alone := i == 2 || i == 3
		if turn := turns[i]; len(turn.runs) != 1 || turn.alone.Load() != alone ||
			errors.Is(turn.runs[0], db.ErrNeedsOwnTx) != alone {
			t.Errorf("turn %d ran with others: %v, and alone: %v", i, turn.runs, turn.alone.Load())
		}
	}
	for _, g := range []*models.Game{good, other} {
		if n := b.newest(b.bob, models.KindYourTurn); n.Ply != 1 || b.find(g).Ply != 1 {
			t.Errorf("game %s is at ply %d, bob's notice is %+v", g.ID, b.find(g).Ply, n)
		}
	}
	if a, c := b.find(illegal), b.find(locked); a.Ply != 0 || c.Ply != 1 {
		t.Errorf("a refused turn leads to ply %d, one that waited to %d", a.Ply, c.Ply)
	}
}

// A turn that may be a draw by repetition is played alone, and the others of its batch together.
func TestTurnThatMayRepeatIsPlayedAlone(t *testing.T) {
	b := newBatchOfTurns(t)
	good, g := b.add(b.begin(), "d1-c1", nil), b.begin()
	texts := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}
	for i := range 7 {
		g = b.play(g, []models.Player{b.ann, b.bob}[i%2], texts[i%4])
	}
	b.ann, b.bob = b.bob, b.ann
	repeats := b.add(g, "c3-d3", nil)
	b.commit()
	if err := errors.Join(<-good.ended, <-repeats.ended); err != nil {
		t.Fatal(err)
	}
	if good.alone.Load() || !repeats.alone.Load() || len(repeats.runs) != 1 {
		t.Errorf("alone: %v and %v, with others: %v", good.alone.Load(), repeats.alone.Load(), repeats.runs)
	}
	if g = b.find(g); g.Status != models.Finished || g.LastTurn.Occurrence != 3 {
		t.Errorf("%+v", g)
	}
}

// If a turn fails after it was stored, nothing of the batch is stored, and each turn is played in a separate
// transaction.
func TestBatchOfTurnsThatFailsIsPlayedAlone(t *testing.T) {
	for name, fail := range map[string]func(b *batchOfTurns) *batchedTurn{
		"refused late": func(b *batchOfTurns) *batchedTurn {
			return b.add(b.begin(), "d1-c1", errors.New("refused"))
		},
		"not stored": func(b *batchOfTurns) *batchedTurn {
			g := b.begin()
			turn := b.add(g, "d1-c1", nil)
			played := turn.fn
			turn.fn = func(tx *core.Tx) error {
				return errors.Join(played(tx), tx.DeferExec("INSERT INTO turns SELECT t.* FROM turns t"+
					" JOIN games g ON t.id = g.number * 1048576 WHERE g.id = ?", g.ID))
			}
			return turn
		},
		"a panic": func(b *batchOfTurns) *batchedTurn {
			turn := b.add(b.begin(), "d1-c1", nil)
			played := turn.fn
			turn.fn = func(tx *core.Tx) error { panic(played(tx)) }
			return turn
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBatchOfTurns(t)
			g := b.begin()
			good := b.add(g, "d1-c1", nil)
			odd := fail(b)
			before := b.find(&models.Game{ID: odd.in.Game}).Ply
			b.commit()
			if err := <-good.ended; err != nil {
				t.Error(err)
			}
			if err := <-odd.ended; err == nil {
				t.Error("it did not fail")
			}
			for _, turn := range []*batchedTurn{good, odd} {
				if len(turn.runs) != 1 || !turn.alone.Load() {
					t.Errorf("a turn ran with others: %v, and alone: %v", turn.runs, turn.alone.Load())
				}
			}
			if g := b.find(g); g.Ply != 1 {
				t.Errorf("the good one is at ply %d", g.Ply)
			}
			if after := b.find(&models.Game{ID: odd.in.Game}); after.Ply != before {
				t.Errorf("the other one went from ply %d to %d, %s", before, after.Ply, after.Status)
			}
		})
	}
}

// A turn in a game that another transaction has locked waits for it; no other turn waits with it.
func TestTurnInALockedGameKeepsNobodyWaiting(t *testing.T) {
	b := newBatchOfTurns(t)
	locked, free := b.begin(), b.begin()
	others := b.DB.Writer().Begin()
	if err := others.Exec("SELECT 1 FROM games WHERE id = ? FOR UPDATE", locked.ID).Error; err != nil {
		t.Fatal(err)
	}
	played := make(chan error)
	go func() {
		_, err := b.PlayTurn(t.Context(), models.TurnInput{
			Game: locked.ID, Player: b.ann.ID, Text: "d1-c1",
			Via: models.ViaHTTP,
		})
		played <- err
	}()
	b.play(free, b.ann, "d1-c1")
	select {
	case err := <-played:
		t.Errorf("it did not wait: %v", err)
	default:
	}
	if err := others.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-played; err != nil {
		t.Error(err)
	}
	if g := b.find(locked); g.Ply != 1 {
		t.Errorf("ply %d", g.Ply)
	}
}
