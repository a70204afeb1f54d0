package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// everyFilter returns every combination of filters, with existing and other players and rulesets.
func everyFilter() (list []play.GameFilter) {
	for _, player := range []string{"", "ann", "Bob", "nobody"} {
		for _, status := range []models.Status{"", models.Ongoing, models.Finished, models.Aborted} {
			for _, toMove := range []string{"", "ann", "eve"} {
				for _, notTo := range []string{"", "ann"} {
					for _, ruleset := range []string{"", "hnefatafl", "bohnduell", "hanniball"} {
						f := play.GameFilter{Player: player, Status: status, ToMove: toMove, NotTo: notTo, Ruleset: ruleset, Limit: 3}
						list = append(list, f)
						if ruleset == "hnefatafl" || ruleset == "" && notTo == "" {
							f.Variant = "7x7"
							list = append(list, f)
						}
					}
				}
			}
		}
	}
	return list
}

// matches reports whether a filter should include a game.
func matches(f *play.GameFilter, g *models.Game) bool {
	names := []string{g.Players[0].Name, g.Players[1].Name}
	toMove := ""
	if g.Status == models.Ongoing {
		toMove = g.Players[g.ToMove].Name
	}
	return (f.Player == "" || slices.Contains(names, strings.ToLower(f.Player))) &&
		(f.Status == "" || g.Status == f.Status) && (f.Ruleset == "" || g.Ruleset == f.Ruleset) &&
		(f.Variant == "" || g.Variant == f.Variant) &&
		(f.ToMove == "" || toMove == f.ToMove) && (f.NotTo == "" || (toMove != "" && toMove != f.NotTo))
}

// TestGamesByEveryFilter pages through the games of every filter and checks that they match, in order.
func TestGamesByEveryFilter(t *testing.T) {
	sample.Whole(t, "lists by every pair of filters")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	var all []*models.Game
	for i, pair := range [][2]models.Player{{ann, bob}, {bob, ann}, {eve, ann}, {bob, eve}} {
		for j, ruleset := range []string{"hnefatafl", "bohnduell", "hnefatafl"} {
			for end := range 4 {
				variant := map[string]string{"hnefatafl": []string{"7x7", "9x9"}[(i+j/2)%2]}[ruleset]
				g := w.game(pair[0], pair[1], ruleset, variant)
				w.pass(time.Duration(1+(i+j+end)%2) * time.Minute / 2) // some change at the same instant
				switch end {
				case 0:
					w.endGame(w.AbortGame(t.Context(), pair[0].ID, g.ID))
				case 1:
					w.endGame(w.ResignGame(t.Context(), pair[1].ID, g.ID))
				case 2:
					if variant == "7x7" {
						w.play(g, pair[0], "d1-c1")
					}
				}
				all = append(all, w.find(g))
			}
		}
	}
	slices.SortFunc(all, func(a, b *models.Game) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), strings.Compare(b.ID, a.ID))
	})
	for _, f := range everyFilter() {
		var want, got []string
		for _, g := range all {
			if matches(&f, g) {
				want = append(want, g.ID)
			}
		}
		for page := f; ; {
			games, next, err := w.Games(t.Context(), page)
			if err != nil {
				t.Fatalf("%+v: %v", f, err)
			}
			for _, g := range games {
				got = append(got, g.ID)
			}
			if page.Before = next; next == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", f, got, want)
		}
		if back := w.pagedBack(f); !slices.Equal(back, want) {
			t.Errorf("%+v: back to the first page %v, want %v", f, back, want)
		}
	}
}

func (w *world) endGame(_ *models.Game, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// TestGameListsReadNoMoreThanTheyShow explains the query of every filter on a database with thousands of games: each
// part of a list must walk an index that contains all filtered columns, in the order of the list.
func TestGameListsReadNoMoreThanTheyShow(t *testing.T) {
	sample.Whole(t, "explains queries of thousands of games")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.player("eve")
	w.endGame(w.ResignGame(t.Context(), ann.ID, w.game(ann, bob, "hnefatafl", "7x7").ID))
	w.copyGames(4000)
	for _, f := range everyFilter() {
		cursor := schema.FormatCursor(models.ToMillis(w.now()), "x")
		for _, edges := range [][2]string{{}, {cursor}, {"", cursor}} {
			f.Before, f.After = edges[0], edges[1]
			query, args, err := w.GamesQuery(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			if query == "" {
				continue
			}
			if w.DB.IsPostgres() {
				most := 400
				if f.Player != "" && f.Variant != "" {
					most = 2700 // all their games of a status
				}
				if f.Player != "" && f.ToMove != "" && !strings.EqualFold(f.Player, f.ToMove) {
					most = 2100 // their ongoing games with each other, of which limits allow fewer
				}
				if n := w.rowsRead(query, args); n > most {
					t.Errorf("%+v reads %d rows of games", f, n)
				}
				continue
			}
			for _, fault := range w.badParts(query, args) {
				t.Errorf("%+v: %s", f, fault)
			}
		}
	}
}

// copyGames copies the only game, to games of every status and pair of players, with increasing times of change.
func (w *world) copyGames(n int) {
	w.t.Helper()
	err := w.DB.Writer().Exec(`
		INSERT INTO games (id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move, to_move_id,
			winner, reason, pace, first_left, second_left, deadline_at, hash, created_at, updated_at, finished_at)
		WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < ?)
		SELECT 'copy' || i, ruleset, variant, version, 1 + i % 3, 1 + (i + 1) % 3,
			CASE i % 4 WHEN 0 THEN 'finished' WHEN 1 THEN 'aborted' ELSE 'ongoing' END,
			position, ply, i / 4 % 2, CASE i / 4 % 2 WHEN 0 THEN 1 + i % 3 ELSE 1 + (i + 1) % 3 END,
			winner, reason, pace, first_left, second_left, deadline_at, hash, created_at, updated_at + i, finished_at
		FROM count, games`, n).Error
	if err == nil && w.DB.IsPostgres() {
		err = w.DB.Writer().Exec("ANALYZE").Error
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// planNode is a step of PostgreSQL's plan, with its counts.
type planNode struct {
	Relation string     `json:"Relation Name"`
	Rows     float64    `json:"Actual Rows"`
	Removed  float64    `json:"Rows Removed by Filter"`
	Loops    float64    `json:"Actual Loops"`
	Plans    []planNode `json:"Plans"`
}

func (n *planNode) gamesRead() (rows float64) {
	if n.Relation == "games" {
		rows = (n.Rows + n.Removed) * n.Loops
	}
	for i := range n.Plans {
		rows += n.Plans[i].gamesRead()
	}
	return rows
}

// rowsRead runs a query on PostgreSQL and counts the rows of games that it reads.
func (w *world) rowsRead(query string, args []any) (n int) {
	w.t.Helper()
	var text []byte
	err := db.Query(w.Read(w.t.Context()), func(c *db.Columns) error { text = c.Bytes(); return nil },
		"EXPLAIN (ANALYZE, FORMAT JSON) "+query, args...)
	var plans []struct{ Plan planNode }
	if err == nil {
		err = json.Unmarshal(text, &plans)
	}
	if err != nil || len(plans) != 1 {
		w.t.Fatalf("%d plans, %v", len(plans), err)
	}
	return int(plans[0].Plan.gamesRead())
}

// searched matches a search of games by an index of the list, and its fixed columns.
var searched = regexp.MustCompile(`^SEARCH games USING (?:COVERING )?INDEX (games_\w+) \((.*)\)$`)

// badParts returns the steps of SQLite's plan that do more than walk an index in order. Only the ongoing games between
// two players, which are few, may be sorted.
func (w *world) badParts(query string, args []any) (faults []string) {
	w.t.Helper()
	sorts, searches := map[int]bool{}, map[int]string{}
	err := db.Query(w.Read(w.t.Context()), func(c *db.Columns) error {
		c.Skip(1)
		parent := int(c.Number())
		c.Skip(1)
		detail := c.Text()
		switch {
		case strings.HasPrefix(detail, "SCAN games"), strings.HasPrefix(detail, "SCAN g"):
			faults = append(faults, detail)
		case strings.HasPrefix(detail, "SEARCH games"):
			if found := searched.FindStringSubmatch(detail); found == nil {
				faults = append(faults, detail)
			} else if found[1] != "games_first_ongoing" {
				searches[parent] = detail
			}
		case strings.HasPrefix(detail, "USE TEMP B-TREE"):
			sorts[parent] = true
		}
		return nil
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	for parent, detail := range searches {
		if sorts[parent] {
			faults = append(faults, "sorted: "+detail)
		}
	}
	return faults
}

// TestRecordsCountEveryEnd checks that a player's record agrees with their games, however they ended.
func TestRecordsCountEveryEnd(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for i := range 7 {
		first, second := ann, bob
		if i%2 == 1 {
			first, second = bob, ann
		}
		g := w.game(first, second, "hnefatafl", "7x7")
		switch i {
		case 0, 1, 2:
			w.endGame(w.ResignGame(t.Context(), bob.ID, g.ID))
		case 3:
			w.endGame(w.ResignGame(t.Context(), ann.ID, g.ID))
		case 4:
			w.endGame(w.AbortGame(t.Context(), ann.ID, g.ID))
		case 5:
			for _, p := range []models.Player{ann, bob} {
				w.endGame(w.NegotiateDraw(t.Context(), p.ID, g.ID, models.MakeOffer))
			}
		}
	}
	aborted := w.game(ann, bob, "bohnduell", "")
	w.endGame(w.AbortGame(t.Context(), ann.ID, aborted.ID))
	for name, want := range map[string]string{
		"ann": "[{bohnduell 0 0 0 0} {hnefatafl 3 1 1 1}]",
		"bob": "[{bohnduell 0 0 0 0} {hnefatafl 1 3 1 1}]",
	} {
		_, records, err := w.PlayerByName(t.Context(), name)
		if got := fmt.Sprint(records); err != nil || got != want {
			t.Errorf("%s: %s, want %s; %v", name, got, want, err)
		}
	}
}
