package store

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// TestGamesAreSeenAsTheyStand changes a game in another process: previous readers see the change.
func TestGamesAreSeenAsTheyStand(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	other := &world{t: t, clock: w.clock, path: w.path}
	other.open()
	defer other.Close()
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	both := func() (seen, stands *models.Game, box challenge.Inbox) {
		t.Helper()
		box, err := w.Inbox(t.Context(), bob)
		if err != nil {
			t.Fatal(err)
		}
		return w.find(g), other.find(g), box
	}
	for _, change := range []struct {
		name string
		make func() error
		sees func(seen *models.Game, box challenge.Inbox) bool
	}{
		{"nothing", func() error { return nil }, func(seen *models.Game, box challenge.Inbox) bool {
			return seen.Ply == 0 && seen.LastTurn == nil && len(box.Games) == 0
		}},
		{"turn", func() error { other.play(g, ann, "d1-c1"); return nil }, func(seen *models.Game, box challenge.Inbox) bool {
			return seen.Ply == 1 && seen.LastTurn.Text == "d1-c1" && len(box.Games) == 1
		}},
		{"draw", func() error {
			_, err := other.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer)
			return err
		}, func(_ *models.Game, box challenge.Inbox) bool { return len(box.Offers) == 1 }},
		{
			"message", func() error { other.say(ann, g, "hello"); return nil },
			func(seen *models.Game, box challenge.Inbox) bool {
				return seen.Unread[1] == 1 && len(box.Messages) == 1
			},
		},
		{"name", func() error {
			return other.DB.Writer().Exec("UPDATE players SET name = 'eve' WHERE id = ?", ann.ID).Error
		}, func(seen *models.Game, box challenge.Inbox) bool {
			return seen.Players[0].Name == "eve" && box.Games[0].Players[0].Name == "eve"
		}},
		{"end", func() error {
			_, err := other.ResignGame(t.Context(), ann.ID, g.ID)
			return err
		}, func(seen *models.Game, box challenge.Inbox) bool {
			return seen.Status == models.Finished && len(box.Games) == 0
		}},
	} {
		both()
		if err := change.make(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			seen, stands, box := both()
			if !reflect.DeepEqual(seen, stands) || !change.sees(seen, box) {
				t.Errorf("%s: %+v, %+v, %+v", change.name, seen, stands, box)
			}
		}
	}
}

// TestGamesAreReadOnce reads twice without a change in between. The clocks run on.
func TestGamesAreReadOnce(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("PostgreSQL does not say whether something has changed")
		return
	}
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	first := w.find(g)
	heard := &statements{}
	w.DB.Reader().Logger = heard
	w.pass(time.Minute)
	if again := w.find(g); again.Left[0] != first.Left[0]-time.Minute || again.Left[1] != first.Left[1] {
		t.Errorf("the clocks stand at %v, then at %v", first.Left, again.Left)
	}
	if asked := heard.take(); len(asked) != 0 {
		t.Errorf("nothing has changed, and it asks %q", asked)
	}
	w.play(g, ann, "d1-c1")
	heard.take()
	if w.find(g); len(heard.take()) != 1 {
		t.Error("a turn was played, and it does not ask")
	}
}

// TestNobodySeesWhatIsOver reads concurrently while a game changes: a committed change is always seen.
func TestNobodySeesWhatIsOver(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	g := w.paced(w.player("ann"), w.player("bob"), "3d")
	const changes = 300
	var watching sync.WaitGroup
	var made atomic.Int64
	for range 4 {
		watching.Go(func() {
			for least := int64(0); least < changes; {
				least = made.Load()
				seen, err := w.Game(t.Context(), g.ID)
				if err != nil || int64(seen.Takebacks) < least {
					t.Errorf("change %d is made, %+v is seen, %v", least, seen, err)
					return
				}
			}
		})
	}
	for n := int64(1); n <= changes; n++ {
		if err := w.DB.Writer().Exec("UPDATE games SET takebacks = ? WHERE id = ?", n, g.ID).Error; err != nil {
			t.Error(err)
		}
		made.Store(n)
	}
	watching.Wait()
}
