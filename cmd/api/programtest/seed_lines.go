package programtest

import (
	"database/sql"
	"fmt"
	"hash/fnv"
	"testing"

	"turnpost/models/modeltest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// seedLine is a game that a store has played, as its rows.
type seedLine struct {
	Line
	version int
	rows    []seedRow // row N holds the position after N turns
}

type seedRow struct {
	turn, position, events string
	key                    []byte // of position_keys
	occurrence             int
}

// SeedLines plays a game of each variant.
func SeedLines(t *testing.T) (lines []*seedLine) {
	t.Helper()
	w := modeltest.New(t, modeltest.Options{})
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	db := OpenSQL(t, w.Database)
	defer db.Close()
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, variant := range info.Variants {
			line := &seedLine{Line: randomLine(t, r, variant.ID, seedLongest+2), version: info.Version}
			g := w.Begin(ann, bob, line.Ruleset, line.Variant)
			for i, turn := range line.Turns {
				player := ann
				if line.Seats[i] == 1 {
					player = bob
				}
				w.Play(g, player, turn)
			}
			line.rows = readSeedRows(t, db, r, line.Variant, g.ID)
			if len(line.rows) != len(line.Turns)+1 {
				t.Fatalf("%s: %d rows", line.Variant, len(line.rows))
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// readSeedRows reads the rows of a game from an SQLite file or from PostgreSQL.
func readSeedRows(t *testing.T, db *sql.DB, r rules.Ruleset, variant, game string) (list []seedRow) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), fmt.Sprintf(
		"SELECT turn, position, events, occurrence FROM game_turns WHERE game_id = '%s' ORDER BY ply", game))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var row seedRow
		if err := rows.Scan(&row.turn, &row.position, &row.events, &row.occurrence); err != nil {
			t.Fatal(err)
		}
		p, err := r.Parse(variant, row.position)
		if err != nil {
			t.Fatal(err)
		}
		sum := fnv.New64a()
		_, _ = sum.Write([]byte(p.Key())) // never fails
		row.key = sum.Sum(nil)[4:]
		list = append(list, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}
