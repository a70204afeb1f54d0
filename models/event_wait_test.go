package models

import (
	"testing"
	"time"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// While the mail about the beginning of an event waits unsent, nobody loses a first turn by time; when it is sent, the
// clock is credited with the wait.
func TestFirstTurnsWaitForTheMailAboutTheEvent(t *testing.T) {
	w := newWorld(t)
	players := w.players(2)
	e := w.event(NewEvent{Size: 2}, players...)
	w.deliver()
	g := w.eventGames(e)[0]
	told := notice{
		Key: eventBeganKey(e.ID, g.First.ID), Kind: eventBegan, PlayerID: g.First.ID, Email: "x@example.org",
		CreatedAt: ToMillis(w.now()), WaitsFrom: ToMillis(w.now()),
	}
	for _, change := range []string{
		"DELETE FROM notices WHERE key = ?",
		`INSERT INTO notices (key, kind, player_id, email, detail, created_at, due_at, waits_from, next_at, lease_until)
			SELECT ?, 'event_began', id, email, '', 0, 0, created_at, 0, 9000000000000 FROM players WHERE name = 'p0'`,
	} {
		if err := w.db.Writer().Exec(change, told.Key).Error; err != nil {
			t.Fatal(err)
		}
	}
	w.runWithoutMail(80 * time.Hour)
	if game := w.find(&Game{ID: g.Game}); game.Status != Ongoing {
		t.Fatalf("lost although nobody was told: %+v", game.Result)
	}
	if err := w.write(t.Context(), func(tx *Tx) error { return tx.creditNotice(told) }); err != nil {
		t.Fatal(err)
	}
	if err := w.db.Writer().Exec("UPDATE notices SET done_at = 1 WHERE key = ?", told.Key).Error; err != nil {
		t.Fatal(err)
	}
	game := w.find(&Game{ID: g.Game})
	if want := w.now().Add(72 * time.Hour); !game.Deadline.Equal(want) {
		t.Errorf("the deadline is %s, want %s", game.Deadline, want)
	}
	log, err := w.GameLog(t.Context(), g.Game, 0, 10)
	if err != nil || len(log) != 1 || log[0].Kind != LogMailDelay {
		t.Errorf("log %+v, %v", log, err)
	}
	w.runWithoutMail(73 * time.Hour)
	if game = w.find(game); game.Result.Reason != ReasonTimeout {
		t.Errorf("%+v", game)
	}
}

func TestEventBegunIn(t *testing.T) {
	for _, c := range []struct {
		key   string
		event string
		is    bool
	}{
		{"event_began.abc.7", "abc", true},
		{"event_began.abc.8", "", false},
		{"turn.abc.7", "", false},
		{"event_began.abc.7.2", "", false},
		{"event_began.", "", false},
	} {
		if event, is := eventBegunIn(notice{Key: c.key, PlayerID: 7}); is != c.is || is && event != c.event {
			t.Errorf("%s: %q, %t", c.key, event, is)
		}
	}
}

// FuzzNewEvent checks that every event that is accepted can be stored and begun.
func FuzzNewEvent(f *testing.F) {
	f.Add("round_robin", "hnefatafl", "7x7", "3d", "Autumn\nnights", 6, 2, 50)
	f.Add("", "HanniBall", "", "14d+1d/21d", "\x00\u202e", 0, 0, 0)
	f.Add("ladder", "x", "y", "0d", "", -1, 101, 101)
	w := &Store{shared: &shared{games: catalog.All(), rulesets: map[string]rules.Ruleset{}}}
	for _, r := range w.games {
		w.rulesets[r.Info(phrase.English).ID] = r
	}
	f.Fuzz(func(t *testing.T, kind, ruleset, variant, pace, title string, size, atOnce, reliability int) {
		row, err := w.newEvent(NewEvent{
			Kind: EventKind(kind), Ruleset: ruleset, Variant: variant, Pace: pace, Title: title, Size: size, AtOnce: atOnce,
			MinReliability: reliability,
		})
		if err != nil {
			if CodeOf(err) != CodeInvalid {
				t.Fatal(err)
			}
			return
		}
		e := row.event()
		if w.rulesets[e.Ruleset] == nil || e.Pace.PerTurn+e.Pace.Bank <= 0 || len([]rune(e.Title)) > maxEventTitle ||
			e.AtOnce < 0 || e.MinReliability < 0 || e.MinReliability > 100 {
			t.Errorf("%+v", e)
		}
		if _, err := w.rulesets[e.Ruleset].Start(e.Variant); err != nil {
			t.Error(err)
		}
	})
}
