package store

import (
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// Thousands of games with the house that ended without a turn of a person are left out of lists, and no page looks
// through more than some of them: the next page goes on, in both directions, until every other game was shown.
func TestListsLookThroughABoundedNumberOfGames(t *testing.T) {
	sample.Whole(t, "writes thousands of games")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.endGame(w.ResignGame(t.Context(), ann.ID, w.game(ann, bob, "hnefatafl", "7x7").ID))
	w.houseGames(20_000, 1999)
	nobody := int64(0)
	for _, f := range []play.GameFilter{
		{},
		{Status: models.Aborted},
		{Status: models.Finished},
		{Player: "house-easy"},
		{Player: "house-easy", Status: models.Aborted},
		{Player: "ann"},
		{Ruleset: "hnefatafl"},
		{Ruleset: "hnefatafl", Variant: "7x7", Status: models.Aborted},
		{Player: "ann", Ruleset: "hnefatafl"},
	} {
		f.Limit = 3
		var want []string
		for before := ""; ; { // every game, without those that are left out
			page := f
			page.Limit, page.Before = 1000, before
			all, err := w.GamePage(t.Context(), page)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range all.Games {
				if !g.Players[1].IsHouse() {
					want = append(want, g.ID)
				}
			}
			if before = all.Older; before == "" {
				break
			}
		}
		f.ShownTo = &nobody
		for range 2 {
			query, args, err := w.GamesQuery(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			if w.DB.IsPostgres() {
				if n := w.rowsRead(query, args); n > 8100 { // a thousand of each part, twice
					t.Errorf("%+v reads %d rows of games", f, n)
				}
			} else if faults := w.badParts(query, args); len(faults) > 0 {
				t.Errorf("%+v: %q", f, faults)
			}
			f.Before = schema.FormatCursor(models.ToMillis(w.now()).Add(1<<40), "x")
		}
		pages, got := 0, []string(nil)
		for f.Before = ""; ; {
			page, err := w.GamePage(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			pages++
			for _, g := range page.Games {
				got = append(got, g.ID)
			}
			if f.Before = page.Older; page.Older == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", f, got, want)
		}
		if pages < 4 && f.Status != models.Finished || pages < 2 {
			t.Errorf("%+v: all on %d pages", f, pages)
		}
		if back := w.pagedBack(f); !slices.Equal(back, want) {
			t.Errorf("%+v: back to the first page %v, want %v", f, back, want)
		}
	}
}

// houseGames copies the only game, to games that have ended, with increasing times of change. All but every nth are
// with the house, and nobody has played a turn in them.
func (w *world) houseGames(copies, nth int) {
	w.t.Helper()
	err := w.DB.Writer().Exec(`
		INSERT INTO games (id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move, to_move_id,
			winner, reason, pace, first_left, second_left, deadline_at, hash, created_at, updated_at, finished_at,
			first_turns, second_turns)
		WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < ?)
		SELECT 'copy' || i, ruleset, variant, version, (SELECT id FROM players WHERE name_key = ?),
			CASE WHEN i % ? = 0 THEN second_id ELSE (SELECT MIN(id) FROM players WHERE id IN `+schema.HouseIDs+`) END,
			CASE i % 4 WHEN 0 THEN 'finished' ELSE 'aborted' END, position, ply, to_move, first_id,
			winner, reason, pace, first_left, second_left, deadline_at, hash, created_at, updated_at + i, finished_at, 0, 0
		FROM count, games`, copies, "ann", nth).Error
	if err == nil && w.DB.IsPostgres() {
		err = w.DB.Writer().Exec("ANALYZE").Error
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
