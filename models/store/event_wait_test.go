package store

import (
	"errors"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/event"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// While the mail about the beginning of an event waits unsent, nobody loses a first turn by time; when it is sent, the
// clock is credited with the wait.
func TestFirstTurnsWaitForTheMailAboutTheEvent(t *testing.T) {
	w := newWorld(t)
	players := w.players(2)
	e := w.event(event.NewEvent{Size: 2}, players...)
	w.deliver()
	g := w.eventGames(e)[0]
	told := schema.Notice{
		Key: schema.EventBeganKey(e.ID, g.First.ID), Kind: schema.EventBegan, PlayerID: g.First.ID, Email: "x@example.org",
		CreatedAt: models.ToMillis(w.now()), WaitsFrom: models.ToMillis(w.now()),
	}
	for _, change := range []string{
		"DELETE FROM notices WHERE key = ?",
		`INSERT INTO notices (key, kind, player_id, email, detail, created_at, due_at, waits_from, next_at, lease_until)
			SELECT ?, 'event_began', id, email, '', 0, 0, created_at, 0, 9000000000000 FROM players WHERE name = 'p0'`,
	} {
		if err := w.DB.Writer().Exec(change, told.Key).Error; err != nil {
			t.Fatal(err)
		}
	}
	w.runWithoutMail(80 * time.Hour)
	if game := w.find(&models.Game{ID: g.Game}); game.Status != models.Ongoing {
		t.Fatalf("lost although nobody was told: %+v", game.Result)
	}
	if err := w.Write(t.Context(), func(tx *core.Tx) error { return play.CreditNotice(tx, told) }); err != nil {
		t.Fatal(err)
	}
	if err := w.DB.Writer().Exec("UPDATE notices SET done_at = 1 WHERE key = ?", told.Key).Error; err != nil {
		t.Fatal(err)
	}
	game := w.find(&models.Game{ID: g.Game})
	if want := w.now().Add(72 * time.Hour); !game.Deadline.Equal(want) {
		t.Errorf("the deadline is %s, want %s", game.Deadline, want)
	}
	log, err := w.GameLog(t.Context(), g.Game, 0, 10)
	if err != nil || len(log) != 1 || log[0].Kind != play.LogMailDelay {
		t.Errorf("log %+v, %v", log, err)
	}
	w.runWithoutMail(73 * time.Hour)
	if game = w.find(game); game.Result.Reason != models.ReasonTimeout {
		t.Errorf("%+v", game)
	}
}

// The wait of the mail about the beginning is credited in the games of the event in which its reader has the first
// turn, and in no other.
func TestOnlyFirstTurnsOfTheEventAreCredited(t *testing.T) {
	sample.Whole(t, "plays an event")
	w := newWorld(t)
	players := w.players(3)
	e := w.event(event.NewEvent{Size: 3, Double: true}, players...)
	other := w.event(event.NewEvent{Size: 3}, players...)
	w.paced(players[0], players[1], "3d")
	w.deliver()
	reader := players[0]
	games := w.eventGames(e)
	played := games[slices.IndexFunc(games, func(g models.EventGame) bool { return g.First.ID == reader.ID })]
	w.play(w.find(&models.Game{ID: played.Game}), reader, w.firstTurn(w.find(&models.Game{ID: played.Game})))
	deadlines := func() map[string]time.Time {
		list, _, err := w.Games(t.Context(), play.GameFilter{Limit: 100})
		if err != nil || len(list) != 6+len(w.eventGames(other))+1 {
			t.Fatalf("%d games, %v", len(list), err)
		}
		at := map[string]time.Time{}
		for _, g := range list {
			at[g.ID] = g.Deadline
		}
		return at
	}
	told := func() schema.Notice {
		return schema.Notice{
			Key: schema.EventBeganKey(e.ID, reader.ID), Kind: schema.EventBegan, PlayerID: reader.ID, Email: "x@example.org",
			CreatedAt: models.ToMillis(w.now()), WaitsFrom: models.ToMillis(w.now()),
		}
	}
	for _, waited := range []time.Duration{schema.CreditFrom - time.Second, 3 * time.Hour} {
		n, before := told(), deadlines()
		w.runWithoutMail(waited)
		if err := w.Write(t.Context(), func(tx *core.Tx) error { return play.CreditNotice(tx, n) }); err != nil {
			t.Fatal(err)
		}
		after := deadlines()
		for _, g := range slices.Concat(games, w.eventGames(other)) {
			want := before[g.Game]
			if waited >= schema.CreditFrom && g.First.ID == reader.ID && g.Game != played.Game && slices.Contains(games, g) {
				want = want.Add(waited)
			}
			if !after[g.Game].Equal(want) {
				t.Errorf("after %s: %s against %s: the deadline %s is %s, want %s", waited, g.First.Name, g.Second.Name,
					before[g.Game], after[g.Game], want)
			}
		}
	}
}

// A player has been told of the games that have begun when none of theirs is due any more, with either side.
func TestToldOfEvent(t *testing.T) {
	w := newWorld(t)
	players := w.players(3)
	reader, e := players[0], w.event(event.NewEvent{Size: 3, Double: true}, players...)
	w.deliver()
	games := w.eventGames(e)
	begun := games[slices.IndexFunc(games, func(g models.EventGame) bool { return g.First.ID == reader.ID })]
	undone := errors.New("undone")
	for _, due := range games {
		err := w.Write(t.Context(), func(tx *core.Tx) error {
			row, err := play.LockGame(tx, begun.Game)
			if err == nil {
				err = tx.Exec("UPDATE event_games SET state = ? WHERE event_id = ? AND no = ?", schema.StateDue, e.ID, due.No).Error
			}
			if err != nil {
				return err
			}
			notified, err := tx.NotifiedOfEvent(row)
			if theirs := due.First.ID == reader.ID || due.Second.ID == reader.ID; notified == theirs {
				t.Errorf("while %s against %s is due: %t", due.First.Name, due.Second.Name, notified)
			}
			return errors.Join(err, undone)
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
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
		if event, is := schema.EventBegunIn(schema.Notice{Key: c.key, PlayerID: 7}); is != c.is || is && event != c.event {
			t.Errorf("%s: %q, %t", c.key, event, is)
		}
	}
}

// FuzzNewEvent checks that every event that is accepted can be stored and begun.
func FuzzNewEvent(f *testing.F) {
	f.Add("round_robin", "hnefatafl", "7x7", "3d", "Autumn\nnights", 6, 2, 50)
	f.Add("", "HanniBall", "", "14d+1d/21d", "\x00\u202e", 0, 0, 0)
	f.Add("ladder", "x", "y", "0d", "", -1, 101, 101)
	w := &Store{}
	w.Shared = &core.Shared{RulesetList: catalog.All(), RulesetByID: map[string]rules.Ruleset{}}
	for _, r := range w.RulesetList {
		w.RulesetByID[r.Info(phrase.English).ID] = r
	}
	f.Fuzz(func(t *testing.T, kind, ruleset, variant, pace, title string, size, atOnce, reliability int) {
		row, err := w.NewEvent(event.NewEvent{
			Kind: event.Kind(kind), Ruleset: ruleset, Variant: variant,
			Terms: models.Terms{Pace: pace, MinReliability: reliability}, Title: title, Size: size, AtOnce: atOnce,
		})
		if err != nil {
			if models.CodeOf(err) != models.CodeInvalid {
				t.Fatal(err)
			}
			return
		}
		e := row.Event()
		if w.RulesetByID[e.Ruleset] == nil || e.ParsedPace().PerTurn+e.ParsedPace().Bank <= 0 ||
			len([]rune(e.Title)) > event.MaxEventTitle ||
			e.AtOnce < 0 || e.MinReliability < 0 || e.MinReliability > 100 {
			t.Errorf("%+v", e)
		}
		if _, err := w.RulesetByID[e.Ruleset].Start(e.Variant); err != nil {
			t.Error(err)
		}
	})
}
