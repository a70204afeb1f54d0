package models

import (
	"errors"
	"testing"
)

// batchOfTurns is turns to be committed together, each the first of its game but where it says otherwise.
type batchOfTurns struct {
	*world
	ann, bob Player
	jobs     []*job
}

func (b *batchOfTurns) begin() *Game {
	b.t.Helper()
	return b.game(b.ann, b.bob, "hnefatafl", "7x7")
}

// add is a turn of ann's that fails with after once it is played.
func (b *batchOfTurns) add(g *Game, text string, after error) {
	in := TurnInput{Game: g.ID, Player: b.ann.ID, Text: text, Via: ViaHTTP}
	fn := func(tx *Tx) error {
		row, err := tx.loadGameToPlay(in.Game)
		if err != nil {
			return err
		}
		if _, err := tx.playTurn(row, in, nil); err != nil {
			return err
		}
		return after
	}
	b.jobs = append(b.jobs, &job{ctx: b.t.Context(), game: g.ID, fn: fn, result: make(chan error, 1)})
}

// commit returns what became of each.
func (b *batchOfTurns) commit() (results []error) {
	b.transact(&batch{jobs: b.jobs})
	for _, j := range b.jobs {
		results = append(results, <-j.result)
	}
	b.jobs = nil
	return results
}

func newBatchOfTurns(t *testing.T) *batchOfTurns {
	w := newWorld(t)
	if !w.db.postgres {
		t.Skip("SQLite commits everything together")
	}
	return &batchOfTurns{world: w, ann: w.player("ann"), bob: w.player("bob")}
}

// Turns are committed together; one that the rules refuse, one in a game that somebody else holds, and a second
// one in the same game keep nobody from it.
func TestTurnsAreCommittedTogether(t *testing.T) {
	b := newBatchOfTurns(t)
	good, illegal, held, other := b.begin(), b.begin(), b.begin(), b.begin()
	others := b.db.writer.Begin()
	defer others.Rollback()
	if err := others.Exec("SELECT 1 FROM games WHERE id = ? FOR UPDATE", held.ID).Error; err != nil {
		t.Fatal(err)
	}
	b.add(good, "d1-c1", nil)
	b.add(illegal, "d1-d7", nil)
	b.add(held, "d1-c1", nil)
	b.add(good, "d1-c1", nil)
	b.add(other, "d1-b1", nil)
	results := b.commit()
	for i, right := range []bool{
		results[0] == nil, CodeOf(results[1]) == CodeIllegalTurn, errors.Is(results[2], errAlone),
		errors.Is(results[3], errAlone), results[4] == nil,
	} {
		if !right {
			t.Errorf("turn %d: %v", i, results[i])
		}
	}
	for _, g := range []*Game{good, other} {
		if n := b.newest(b.bob, KindYourTurn); n.Ply != 1 || b.find(g).Ply != 1 {
			t.Errorf("game %s is at ply %d, bob's notice is %+v", g.ID, b.find(g).Ply, n)
		}
	}
	if a, c := b.find(illegal), b.find(held); a.Ply+c.Ply != 0 {
		t.Errorf("games that nobody played in are at ply %d and %d", a.Ply, c.Ply)
	}
}

// Where a turn fails after it was stored, or may be a draw by repetition, nothing of the batch is stored,
// and each is to be played alone.
func TestBatchOfTurnsThatFailsIsPlayedAlone(t *testing.T) {
	for name, fail := range map[string]func(b *batchOfTurns){
		"refused late": func(b *batchOfTurns) { b.add(b.begin(), "d1-c1", errors.New("refused")) },
		"not stored": func(b *batchOfTurns) {
			g := b.begin()
			b.add(g, "d1-c1", nil)
			last := b.jobs[len(b.jobs)-1]
			played := last.fn
			last.fn = func(tx *Tx) error {
				return errors.Join(played(tx), tx.execLater("INSERT INTO turns SELECT * FROM turns WHERE game_id = ?", g.ID))
			}
		},
		"a panic": func(b *batchOfTurns) {
			b.add(b.begin(), "d1-c1", nil)
			last := b.jobs[len(b.jobs)-1]
			played := last.fn
			last.fn = func(tx *Tx) error { panic(played(tx)) }
		},
		"repetition": func(b *batchOfTurns) {
			g := b.begin()
			for i, text := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3", "d1-c1", "d3-c3", "c1-d1", "c3-d3"}[:7] {
				g = b.play(g, []Player{b.ann, b.bob}[i%2], text)
			}
			b.ann, b.bob = b.bob, b.ann
			b.add(g, "c3-d3", nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBatchOfTurns(t)
			good := b.begin()
			b.add(good, "d1-c1", nil)
			fail(b)
			for i, err := range b.commit() {
				if !errors.Is(err, errAlone) {
					t.Errorf("turn %d: %v", i, err)
				}
			}
			if g := b.find(good); g.Ply != 0 {
				t.Errorf("the good one is at ply %d", g.Ply)
			}
		})
	}
}

// A turn in a game that somebody else holds waits for it, and no other turn waits with it.
func TestTurnInAHeldGameKeepsNobodyWaiting(t *testing.T) {
	b := newBatchOfTurns(t)
	held, free := b.begin(), b.begin()
	others := b.db.writer.Begin()
	if err := others.Exec("SELECT 1 FROM games WHERE id = ? FOR UPDATE", held.ID).Error; err != nil {
		t.Fatal(err)
	}
	played := make(chan error)
	go func() {
		_, err := b.PlayTurn(t.Context(), TurnInput{Game: held.ID, Player: b.ann.ID, Text: "d1-c1", Via: ViaHTTP})
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
	if g := b.find(held); g.Ply != 1 {
		t.Errorf("ply %d", g.Ply)
	}
}
