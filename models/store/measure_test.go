package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// fillQueues stores rows in each queue but that of the house. The oldest has waited since a time, the others less.
func (w *world) fillQueues(rows int, since models.Millis) {
	w.t.Helper()
	blob := "blob"
	if w.DB.IsPostgres() {
		blob = "bytea"
	}
	fill := strings.NewReplacer("AT", fmt.Sprintf("(CAST(%d AS bigint) + i)", since), "BLOB", blob)
	for _, insert := range []string{
		`INSERT INTO notices (key, kind, player_id, email, created_at, due_at, waits_from, next_at)
			SELECT 'measured.' || i, 'test', 1, 'ann@example.org', AT, AT, AT, AT FROM n`,
		`INSERT INTO inbound (key, source, message_id, envelope_from, envelope_to, link, size, thread, received_at, next_at)
			SELECT CAST('measured.' || i AS BLOB), 'smtp', '', '', '', '', 1000, '', AT, AT FROM n`,
		`INSERT INTO hook_deliveries (hook_id, player_id, host, notice_id, kind, message_id, created_at, next_at)
			SELECT 'h' || i, 1, 'host' || (i % 500), i, 'test', 'm' || i, AT, AT FROM n`,
		`INSERT INTO hook_notices (key, part, at) SELECT 'measured.' || i, 0, AT FROM n`,
	} {
		query := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) %s", rows-1,
			fill.Replace(insert))
		if err := w.DB.Writer().Exec(query).Error; err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestLoadIsBounded measures queues that are longer than what is counted.
func TestLoadIsBounded(t *testing.T) {
	sample.Whole(t, "fills queues")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.deliver()
	if l, err := w.Load(t.Context()); err != nil || l != (models.Load{}) {
		t.Fatalf("nothing waits, and the load is %+v, %v", l, err)
	}
	const rows = schema.MaxCounted + 5000
	g := w.paced(ann, bob, "3d")
	w.deliver()
	w.fillQueues(rows, models.ToMillis(w.now().Add(-time.Hour)))
	w.pass(4 * 24 * time.Hour)
	w.measureAgain()
	l, err := w.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const waited = 97 * time.Hour
	want := models.Load{
		Outbox: models.Queue{Depth: schema.MaxCounted, Age: waited}, Hooks: models.Queue{
			Depth: 2 * schema.MaxCounted,
			Age:   waited,
		}, Inbound: models.Queue{Depth: rows, Age: waited},
		DeadlineLag: w.now().Sub(g.Deadline),
	}
	if l != want {
		t.Errorf("the load is %+v, want %+v", l, want)
	}
}

// measureAgain forgets the last measurement.
func (w *world) measureAgain() {
	w.Loaded.Mu.Lock()
	defer w.Loaded.Mu.Unlock()
	w.Loaded.Until = time.Time{}
}

// TestLoadUsesIndexes checks that a measurement reads no whole table.
func TestLoadUsesIndexes(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("the plans of PostgreSQL depend on how many rows there are")
		return
	}
	heard := &statements{}
	w.DB.Reader().Logger = heard
	if _, err := w.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := heard.take()
	if len(list) != 5 {
		t.Fatalf("%d statements: %q", len(list), list)
	}
	for _, statement := range list {
		for _, line := range w.queryPlan(statement) {
			if table, found := strings.CutPrefix(line, "SCAN "); found && !strings.Contains(line, " INDEX ") &&
				slices.Contains([]string{"notices", "inbound", "hook_deliveries", "games"}, table) {
				t.Errorf("%s\n%s", line, statement)
			}
		}
	}
}

// TestLoadIsShared measures once for many callers at a time.
func TestLoadIsShared(t *testing.T) {
	w := newWorld(t)
	w.fillQueues(1000, models.ToMillis(w.now().Add(-time.Minute)))
	heard := &statements{}
	w.DB.Reader().Logger = heard
	w.Loaded.Mu.Lock() // until all are there
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if l, err := w.Load(context.Background()); err != nil || l.Outbox.Depth != 1000 {
				t.Errorf("%+v, %v", l, err)
			}
		})
	}
	w.Loaded.Mu.Unlock()
	all.Wait()
	if n := len(heard.take()); n != 5 {
		t.Errorf("%d statements", n)
	}
}

// TestCensusInTheBackground counts again without letting anybody wait.
func TestCensusInTheBackground(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	first, err := w.Census(t.Context())
	if err != nil || first.Players != 2 || len(first.Games) != 0 {
		t.Fatalf("%+v, %v", first, err)
	}
	w.game(ann, bob, "hnefatafl", "7x7")
	w.game(ann, bob, "hnefatafl", "9x9")
	ended := w.game(ann, bob, "hnefatafl", "9x9")
	w.resign(ended, ann)
	again, err := w.Census(t.Context())
	if err != nil || len(again.Games) != 0 {
		t.Fatalf("it was counted again after a moment: %+v, %v", again, err)
	}
	c := &w.CensusCache
	c.Mu.Lock()
	c.Until = time.Time{}
	c.Mu.Unlock()
	stale, err := w.Census(t.Context())
	if err != nil || stale.Players != 2 {
		t.Fatalf("%+v, %v", stale, err)
	}
	c.Mu.Lock()
	counting := c.Counting
	c.Mu.Unlock()
	if counting != nil {
		<-counting
	}
	want := []models.GameCount{
		{Ruleset: "hnefatafl", Status: models.Finished, Games: 1},
		{Ruleset: "hnefatafl", Status: models.Ongoing, Games: 2},
	}
	if got, err := w.Census(t.Context()); err != nil || !slices.Equal(got.Games, want) {
		t.Errorf("%+v, %v", got, err)
	}
}
