package store

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
)

// TestEveryFieldOfAGameHasAColumn loads a game whose columns are all set and checks that every field of its row is set.
func TestEveryFieldOfAGameHasAColumn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "10h+2h")
	w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	for _, change := range []string{
		`UPDATE games SET winner = 1, reason = 'x', to_move = 1, takeback_to = 1, takebacks = 1, offers = 1, finished_at = 1,
			draw_by = 1, takeback_by = 1, applied_change = 1, remind_at = 1, house_at = 1,
			unrated_because = 'x', event_id = 'x', days_off = 'sun UTC'`,
		`UPDATE players SET settings = '{"digest_hour": 1}', away_from = 1, away_until = 1, hide_rating = 1,
			days_off = 'sun', auto_vacation = 1`,
		"INSERT INTO chats (game_id, seat, player_id, unread, read_to) SELECT id, 0, first_id, 1, 0 FROM games",
		"INSERT INTO chats (game_id, seat, player_id, unread, read_to) SELECT id, 1, second_id, 1, 0 FROM games",
	} {
		if err := w.raw(change); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := play.LoadGames(w.Read(t.Context()), core.SelectGame+"WHERE g.number > 0")
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d games, %v", len(rows), err)
	}
	value := reflect.ValueOf(rows[0])
	for i := range value.NumField() {
		field := value.Type().Field(i)
		if field.Tag.Get("gorm") != "-" && field.Name != "Last" && value.Field(i).IsZero() {
			t.Errorf("no column sets %s", field.Name)
		}
	}
	for _, seat := range []schema.SeatRow{rows[0].First, rows[0].Second} {
		value := reflect.ValueOf(seat)
		for i := range value.NumField() {
			if field := value.Type().Field(i); field.Tag.Get("gorm") != "-" && value.Field(i).IsZero() {
				t.Errorf("no column sets %s of a seat", field.Name)
			}
		}
	}
}

// TestColumnsAreInTheFingerprint checks that every column of a view is in the fingerprint unless marked as implied.
func TestColumnsAreInTheFingerprint(t *testing.T) {
	for _, column := range core.ViewColumns {
		text := column.Fingerprint
		if text == schema.Implied {
			continue
		}
		if text == "" {
			text = column.SQL
		}
		if !strings.Contains(core.GameFingerprint, text) {
			t.Errorf("%s is not in the fingerprint", column.SQL)
		}
	}
	if !strings.HasPrefix(core.GameFingerprint, "concat_ws('|', g.id, ") {
		t.Errorf("the ID is not first: %s", core.GameFingerprint)
	}
}
