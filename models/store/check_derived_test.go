package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/rules/rulestest/sample"
)

// derivedColumns are the columns whose values follow from others, by table, with a row that has one: the check finds
// any other value.
var derivedColumns = map[string]map[string]string{
	"games": {
		"status": "", "position": "", "ply": "", "to_move": "", "to_move_id": "", "winner": "", "reason": "", "hash": "",
		"finished_at": "", "first_left": "ongoing", "second_left": "ongoing", "pace": "", "last_turn": "", "last_events": "",
		"last_seat": "", "last_via": "", "last_at": "", "last_occurrence": "", "last_message": "", "first_id": "",
		"second_id": "", "ruleset": "", "variant": "", "deadline_at": "ongoing", "first_turns": "", "second_turns": "",
		"position_keys": "ongoing", "unrated_because": "over", "number": "", "id": "", "days_off": "", "rated": "",
		"vacation": "",
	},
	"turns": {
		"id": "", "seat": "", "turn": "", "position": "", "events": "", "message": "", "via": "", "at": "", "occurrence": "",
		"hash": "",
	},
	"player_records": {"player_id": "", "ruleset": "", "won": "", "lost": "", "drawn": ""},
	"standings":      {"ended_at": "", "absence_rated": ""},
	"ratings": {
		"player_id": "", "ruleset": "", "variant": "", "rating": "", "deviation": "", "volatility": "", "games": "",
		"opponents": "", "rated_at": "",
	},
	"game_ratings": {
		"game_id": "", "player_id": "", "opponent_id": "", "ruleset": "", "variant": "", "rated_at": "",
		"before_rating": "", "before_deviation": "", "before_volatility": "", "after_rating": "", "after_deviation": "",
		"after_volatility": "",
	},
	"players": {
		"name_key": "", "email_key": "", "name": "", "email": "", "time_zone": "", "settings": "", "days_off": "",
		"former_days_off": "", "auto_vacation": "", "unlisted": "", "hide_rating": "",
	},
	"chats":       {"unread": "", "player_id": "", "read_to": "read"},
	"event_games": {"score": "over", "ended_at": "over", "first_id": "", "second_id": "", "game_id": ""},
	"plans":       {"ply": "", "player_id": "", "ended": ""},
	"challenges":  {"game_id": "accepted", "status": "accepted"},
}

// which are the conditions of the rows that derivedColumns names.
var which = map[string]string{
	"": "1 = 1", "ongoing": "status = 'ongoing'", "over": "reason <> ''", "read": "read_to > 0", "accepted": "status = 'accepted'",
}

// derivedWorld has a row in each of the tables of derivedColumns.
func derivedWorld(t *testing.T) *world {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	over := w.opened(ann, bob)
	w.say(ann, over, "hello")
	if _, err := w.MarkMessagesRead(t.Context(), bob.ID, over.ID, nil); err != nil {
		t.Fatal(err)
	}
	w.resign(over, bob)
	g := w.paced(ann, bob, "3d")
	g = w.play(g, ann, "d1-c1")
	w.deliver()
	w.plan(g, ann, "d3-c3 : c1-d1")
	w.say(bob, g, "hello")
	e := w.ladderOf(ann, bob)
	w.resign(w.opening(w.challenges(e, bob, ann)), bob)
	return w
}

// everyFault returns what a whole check says.
func (w *world) everyFault() (faults string) {
	w.t.Helper()
	a, ctx := w.Admin(), w.t.Context()
	say := func(line string) { faults += line + "\n" }
	err := a.CheckValues(ctx, say)
	if err == nil {
		_, err = a.CheckGames(ctx, "", func(string, admin.Checked) {}, func(f admin.GameFault) {
			if f.Kind != models.FaultVersion {
				say(f.Game + " " + words.Say(f.Message))
			}
		})
	}
	if err == nil {
		_, err = a.CheckRatings(ctx, func(f admin.GameFault) { say(f.Game + " " + words.Say(f.Message)) })
	}
	if err == nil {
		_, err = a.CheckEvents(ctx, func(f event.Fault) { say(f.Event + " " + words.Say(f.Message)) })
	}
	if err != nil {
		say(err.Error())
	}
	return faults
}

// Each column that follows from others is changed in one row, by one statement, and back: the check says so and then
// nothing.
func TestCheckFindsEachDerivedValue(t *testing.T) {
	w := derivedWorld(t)
	if faults := w.everyFault(); faults != "" {
		t.Fatal(faults)
	}
	if w.DB.IsPostgres() {
		t.Log("the statements of SQLite tell the rows; the check is the same")
		return
	}
	w.tamper("DROP TRIGGER former_turns_final")
	for table, columns := range derivedColumns {
		for _, column := range sample.Every(30, slices.Sorted(maps.Keys(columns))) {
			before := w.row(table, column, which[columns[column]])
			if before == nil {
				t.Errorf("%s.%s: there is no row", table, column)
				continue
			}
			if err := w.raw(before.change()); err != nil {
				t.Errorf("%s.%s: %v", table, column, err)
				continue
			}
			faults := w.everyFault()
			if faults == "" {
				t.Errorf("%s.%s: nothing was found", table, column)
			}
			if err := w.raw(before.back()); err != nil {
				t.Fatalf("%s.%s: %v", table, column, err)
			}
		}
	}
	if faults := w.everyFault(); faults != "" {
		t.Error(faults)
	}
}

// storedValue is a value of a row as SQL writes both.
type storedValue struct{ table, column, row, value, kind string }

// tellsRow has a column, besides those of the key, that differs in each row of a table.
var tellsRow = map[string]string{
	"turns": "hash", "games": "hash", "player_records": "won", "ratings": "rating",
	"game_ratings": "after_rating",
}

// row returns a value of the first row that matches a condition, or nil.
func (w *world) row(table, column, where string) (v *storedValue) {
	w.t.Helper()
	keys := []string{}
	take := func(c *db.Columns) error { keys = append(keys, c.Text()); return nil }
	read := func(from *gorm.DB) error {
		return db.Query(from, take, "SELECT name FROM pragma_table_info(?) WHERE pk > 0 AND name <> ? ORDER BY pk", table,
			column)
	}
	if err := read(w.Read(w.t.Context())); err != nil {
		w.t.Fatal(err)
	}
	if other, is := tellsRow[table]; is && other != column { // the column may belong to the key
		keys = append(keys, other)
	}
	var parts []string
	for _, key := range keys {
		parts = append(parts, "'"+key+" = ' || quote("+key+")")
	}
	query := fmt.Sprintf("SELECT %s, quote(%s), typeof(%[2]s) FROM %[3]s WHERE %[2]s IS NOT NULL AND %[4]s ORDER BY 1 DESC LIMIT 1",
		strings.Join(parts, " || ' AND ' || "), column, table, where)
	err := db.Query(w.Read(w.t.Context()), func(c *db.Columns) error {
		v = &storedValue{table, column, c.Text(), c.Text(), c.Text()}
		return nil
	}, query)
	if err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return v
}

// change is the statement that stores another value.
func (v *storedValue) change() string {
	other := map[string]string{
		"integer": v.column + " + 1003", "real": v.column + " + 0.5", "text": v.column + " || 'x'",
		"blob": "CAST(" + v.column + " || x'00' AS BLOB)",
	}[v.kind]
	return "UPDATE " + v.table + " SET " + v.column + " = " + other + " WHERE " + v.row
}

func (v *storedValue) back() string {
	return "UPDATE " + v.table + " SET " + v.column + " = " + v.value + " WHERE " + v.row
}
