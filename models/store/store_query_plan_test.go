package store

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
)

// statements records the statements of a store without the values: the
// plan must not depend on them.
type statements struct {
	logger.Interface
	mu   sync.Mutex
	list []string
}

func (s *statements) LogMode(logger.LogLevel) logger.Interface { return s }

func (s *statements) ParamsFilter(_ context.Context, text string, _ ...any) (string, []any) {
	return text, nil
}

func (s *statements) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	text, _ := statement()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, strings.TrimSpace(text))
}

// Take returns the statements since the last call.
func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

var (
	planned = regexp.MustCompile(`^(SELECT|UPDATE|DELETE|INSERT INTO \w+ \([^)]*\)\s+SELECT)`)
	// Tables that grow, by name and by the aliases in the statements.
	scanned = regexp.MustCompile(`^SCAN (games|g|turns|notices|n|p|challenges|c|players|a|b|tokens|codes|` +
		`game_log|vacations|messages|chats|blocks)\b`)
)

// scans returns the lines of a statement's plan that read a whole table or index.
func (w *world) scans(statement string) (lines []string) {
	w.t.Helper()
	for _, detail := range w.queryPlan(statement) {
		if scanned.MatchString(detail) {
			lines = append(lines, detail)
		}
	}
	return lines
}

// queryPlan returns SQLite's plan of a statement.
func (w *world) queryPlan(statement string) (lines []string) {
	w.t.Helper()
	if !planned.MatchString(statement) {
		return nil
	}
	pool, err := w.DB.Reader().DB()
	if err != nil {
		w.t.Fatal(err)
	}
	values := make([]any, strings.Count(statement, "?"))
	rows, err := pool.QueryContext(w.t.Context(), "EXPLAIN QUERY PLAN "+statement, values...)
	if err != nil {
		w.t.Fatalf("%s: %v", statement, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			w.t.Fatal(err)
		}
		lines = append(lines, detail)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return lines
}

// TestRepetitionUsesItsIndex checks that the cost of a turn does not grow with the length of its game.
func TestRepetitionUsesItsIndex(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("the plans of PostgreSQL depend on how many rows there are")
		return
	}
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	heard := &statements{}
	w.DB.Writer().Logger = heard
	asked := func() (n int) {
		for _, statement := range heard.take() {
			if !strings.Contains(statement, "SELECT position FROM turns") {
				continue
			}
			n++
			plan := strings.Join(w.queryPlan(statement), "\n")
			if !strings.Contains(plan, "SEARCH turns USING INTEGER PRIMARY KEY (rowid=?)") {
				t.Errorf("%s\n%s", statement, plan)
			}
		}
		return n
	}
	for ply, turn := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3", "d1-c1"} {
		w.play(g, []models.Player{ann, bob}[ply%2], turn)
		if n, want := asked(), []int{0, 0, 0, 1, 1}[ply]; n != want {
			t.Errorf("ply %d: %d positions were compared, want %d", ply+1, n, want)
		}
	}
}

func TestHotPathsUseIndexes(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("the plans of PostgreSQL depend on how many rows there are")
		return
	}
	ann, bob := w.player("ann"), w.player("bob")
	g, h := w.paced(ann, bob, "3d"), w.paced(ann, bob, "4h")
	w.play(g, ann, "d1-c1")
	w.play(h, ann, "d1-c1")
	heard := &statements{}
	w.DB.Reader().Logger, w.DB.Writer().Logger = heard, heard
	for _, path := range hotPaths(w, g, ann, bob) {
		if err := path.use(); err != nil {
			t.Fatalf("%s: %v", path.name, err)
		}
		list := heard.take()
		if len(list) == 0 {
			t.Errorf("%s asked nothing", path.name)
		}
		slices.Sort(list)
		for _, statement := range slices.Compact(list) {
			if lines := w.scans(statement); lines != nil {
				t.Errorf("%s: %s\n%s", path.name, statement, strings.Join(lines, "\n"))
			}
		}
	}
	if end := w.find(h); end.Status != models.Aborted {
		t.Errorf("the sweep ended nothing: %s", end.Status)
	}
}

type hotPath struct {
	name string
	use  func() error
}

// hotPaths lists the frequent actions of players, workers and sweeps.
func hotPaths(w *world, g *models.Game, ann, bob models.Player) []hotPath {
	ctx := w.t.Context()
	return []hotPath{
		{"turn", func() error { w.play(g, bob, "d3-c3"); return nil }},
		{"outbox", func() error { w.deliver(); return nil }},
		{"sweep", func() error { _, err := w.SweepClocks(ctx); return err }},
		{"reminder and timeout", func() error { w.run(4 * time.Hour); return nil }},
		{"session", func() error {
			if _, err := w.Authenticate(ctx, "none"); models.CodeOf(err) != models.CodeUnauthorized {
				return err
			}
			return nil
		}},
		{"game", func() error { w.find(g); return nil }},
		{"turns", func() error { _, err := w.Turns(ctx, g.ID, 0, 100); return err }},
		{"log", func() error { _, err := w.GameLog(ctx, g.ID, 0, 50); return err }},
		{"message", func() error { w.say(bob, g, "hello"); return nil }},
		{"chat", func() error { _, err := w.Messages(ctx, ann.ID, g.ID, 0, 50); return err }},
		{"mark", func() error { _, err := w.MarkMessagesRead(ctx, ann.ID, g.ID, nil); return err }},
		{"block", func() error {
			if _, err := w.BlockPlayer(ctx, ann.ID, "bob"); err != nil {
				return err
			}
			return w.UnblockPlayer(ctx, ann.ID, "bob")
		}},
		{"inbox", func() error { _, err := w.Inbox(ctx, ann); return err }},
		{"ledger", func() error { _, _, err := w.Notices(ctx, ann.ID, 5, 50); return err }},
		{"player", func() error { _, _, err := w.PlayerByName(ctx, "ann"); return err }},
		{"games of a player", func() error {
			_, _, err := w.Games(ctx, play.GameFilter{Player: "ann", Status: models.Ongoing, Limit: 20})
			return err
		}},
		{"games that wait for a player", func() error {
			_, _, err := w.Games(ctx, play.GameFilter{ToMove: "ann", Limit: 20})
			return err
		}},
		{"challenges in", func() error { _, _, err := w.Challenges(ctx, ann, models.BoxIn, "", 20); return err }},
		{"open challenges", func() error {
			_, _, err := w.OpenChallenges(ctx, ann, models.OpenFilter{Limit: 20})
			return err
		}},
		{"last challenge", func() error { _, _, err := w.LastChallenge(ctx, ann.ID, "hnefatafl"); return err }},
		{"players by name", func() error {
			_, err := w.Players(ctx, account.PlayerFilter{Name: "a", After: "a", Limit: 20})
			return err
		}},
		{"players before a name", func() error {
			_, err := w.Players(ctx, account.PlayerFilter{Before: "b", Limit: 20})
			return err
		}},
		{"games that wait for a turn", func() error { _, err := w.CountToMove(ctx, ann.ID); return err }},
		{"challenges out", func() error { _, _, err := w.Challenges(ctx, ann, models.BoxOut, "", 20); return err }},
		{"vacation", func() error { _, err := w.SetVacation(ctx, ann.ID, "2026-12-01", "2026-12-02"); return err }},
		{"deletion", func() error { return w.DeletePlayer(ctx, bob.ID, "bob") }},
	}
}

// TestPrewarmWalks checks that reading ahead walks tables and indexes in their order.
func TestPrewarmWalks(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		return // it is for SQLite only
	}
	if err := w.Prewarm(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, walk := range play.Prewarmed {
		statement := "SELECT " + walk.Key + " FROM " + walk.From + " WHERE " + cmp.Or(walk.Where,
			"TRUE") + " ORDER BY " + walk.Key
		if plan := w.queryPlan(statement); len(plan) != 1 || !strings.HasPrefix(plan[0], "SCAN ") {
			t.Errorf("%s: %q", statement, plan)
		}
	}
}
