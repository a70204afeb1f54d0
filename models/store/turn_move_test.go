package store

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// movedDatabase is the environment variable that names the database of TestMoveTurnsAlone.
const movedDatabase = "TURNPOST_TEST_MOVED"

// TestMoveTurnsAlone is the process that TestKilledWhileMovingTurns kills. It does nothing without the variable.
func TestMoveTurnsAlone(t *testing.T) {
	source := os.Getenv(movedDatabase)
	if source == "" {
		return
	}
	store, err := Open(t.Context(), Options{Database: source, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.MoveTurns(t.Context())
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestKilledWhileMovingTurns kills a process (SIGKILL) again and again while it moves the turns of an earlier schema,
// or two of them. Between the kills games are read, checked, played on and taken back. No record changes but by that.
func TestKilledWhileMovingTurns(t *testing.T) {
	sample.Whole(t, "kills processes")
	const games, kills = 240, 12
	w := newWorld(t)
	w.unsynced(t)
	m := &movedGames{world: w, ann: w.player("ann"), bob: w.player("bob"), records: map[string]*models.GameRecord{}}
	for n := range games {
		m.add(n)
	}
	m.tamper()
	rnd := rand.New(rand.NewPCG(7, 7)) // fixed seed
	for n, parts := 0, 0; n < kills || parts < 2; n++ {
		if n == 20*kills {
			t.Fatalf("only %d of %d kills came after some of the turns had moved", parts, n)
		}
		before := m.left()
		if before == 0 {
			m.moveBack()
			m.compare()
			before = m.left()
		}
		m.kill(before, time.Duration(rnd.IntN(5))*time.Millisecond)
		if left := m.left(); left > 0 && left < before {
			parts++
		}
		m.compare()
		m.change(n)
	}
	for done := false; !done; {
		var err error
		if done, err = m.MoveTurns(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	m.compare()
	if left := m.left(); left > 0 {
		t.Errorf("%d turns are left", left)
	}
}

// movedGames are games whose turns are in the order of an earlier schema, with their records.
type movedGames struct {
	*world
	ann, bob models.Player
	ids      []string
	records  map[string]*models.GameRecord
}

// Add begins a game of up to eight turns, in which positions repeat. Every third is over.
func (m *movedGames) add(n int) {
	g := m.game(m.ann, m.bob, "hnefatafl", "7x7")
	for ply := range n % 8 {
		m.play(g, []models.Player{m.ann, m.bob}[ply%2], shuffled[ply%4])
	}
	if n%3 == 0 {
		if _, err := m.ResignGame(m.t.Context(), m.ann.ID, g.ID); err != nil {
			m.t.Fatal(err)
		}
	}
	m.ids = append(m.ids, g.ID)
	m.keep(g.ID)
}

var shuffled = []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}

// Keep notes the record that a game has now.
func (m *movedGames) keep(id string) {
	record, err := m.GameRecord(m.t.Context(), id)
	if err != nil {
		m.t.Fatal(err)
	}
	m.records[id] = record
}

// moveBack moves all turns to where they were before schema 17, with the hashes that they had there.
func (m *movedGames) moveBack() {
	err := m.DB.Writer().Transaction(func(db *gorm.DB) error {
		for _, id := range m.ids {
			var rows []schema.TurnRow
			if err := db.Table("game_turns").Where("game_id = ?", id).Order("ply").Find(&rows).Error; err != nil {
				return err
			}
			for _, r := range rows {
				p, err := m.PositionOf("hnefatafl", "7x7", r.Position)
				if err != nil {
					return err
				}
				err = db.Exec("INSERT INTO former_turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id, r.Ply, r.Seat, r.Turn,
					r.Position, schema.KeyHash(p.Key()), r.Events, r.Message, r.Via, r.At, r.Hash).Error
				if err != nil {
					return err
				}
			}
		}
		none := schema.LastTurn{}
		return errors.Join(db.Exec("DELETE FROM turns").Error,
			db.Exec("UPDATE games SET "+schema.SetLastTurn+"position_keys = NULL", none.Values()...).Error)
	})
	if err != nil {
		m.t.Fatal(err)
	}
}

// TimeLeft returns the number of turns that are to be moved.
func (m *movedGames) left() (n int64) {
	if err := m.DB.Reader().Raw("SELECT COUNT(*) FROM former_turns").Scan(&n).Error; err != nil {
		m.t.Fatal(err)
	}
	return n
}

// kill starts two processes that move turns, and kills them a while after the first turns have moved. turns is the
// number of those to be moved before.
func (m *movedGames) kill(turns int64, later time.Duration) {
	var both []*exec.Cmd
	var ended sync.WaitGroup
	for range 2 {
		command := exec.CommandContext(m.t.Context(), os.Args[0], "-test.run=^TestMoveTurnsAlone$")
		command.Env = append(os.Environ(), movedDatabase+"="+m.path, "GORACE=atexit_sleep_ms=0")
		if err := command.Start(); err != nil {
			m.t.Fatal(err)
		}
		ended.Go(func() { _ = command.Wait() }) // it is killed, or was faster
		both = append(both, command)
	}
	all := make(chan struct{})
	go func() {
		ended.Wait()
		close(all)
	}()
	for running := true; running && m.left() == turns; {
		select {
		case <-all:
			running = false
		case <-time.After(time.Millisecond):
		}
	}
	for _, command := range both {
		time.AfterFunc(later, func() { _ = command.Process.Kill() })
	}
	ended.Wait()
	if m.left() == turns {
		m.t.Fatal("no turns were moved")
	}
}

// compare checks the database, and that every game is unchanged in every view.
func (m *movedGames) compare() {
	m.t.Helper()
	if faults, _ := m.check(); faults != "" {
		m.t.Fatal(faults)
	}
	for _, id := range m.ids {
		record, err := m.GameRecord(m.t.Context(), id)
		if err != nil || !reflect.DeepEqual(record, m.records[id]) {
			m.t.Fatalf("%+v, %v; it was %+v", record, err, m.records[id])
		}
		g, err := m.Game(m.t.Context(), id)
		if err != nil || (g.LastTurn == nil) != (g.Ply == 0) {
			m.t.Fatalf("%+v, %v", g, err)
		}
		var want []int
		for ply := range g.Ply {
			want = append(want, 1+(ply+1)/4)
		}
		if g.Ply > 0 {
			m.wantOccurrences(g, want)
		}
	}
}

// change plays on or takes a turn back in three games.
func (m *movedGames) change(n int) {
	for i := range 3 {
		id := m.ids[len(m.ids)-1-(3*n+i)%len(m.ids)]
		g, err := m.Game(m.t.Context(), id)
		if err != nil {
			m.t.Fatal(err)
		}
		switch by := []models.Player{m.ann, m.bob}[g.Ply%2]; {
		case g.Status != models.Ongoing:
			continue
		case g.Ply > 2:
			_, err = m.NegotiateTakeback(m.t.Context(), m.ann.ID, id, models.MakeOffer, g.Ply-1)
			if err == nil {
				_, err = m.NegotiateTakeback(m.t.Context(), m.bob.ID, id, models.AcceptOffer, g.Ply-1)
			}
		default:
			text := shuffled[g.Ply%4]
			if _, err := m.TryTurn(m.t.Context(), models.TurnInput{Game: id, Player: by.ID, Text: text}); err != nil {
				m.t.Fatal(err)
			}
			m.play(g, by, text)
		}
		if err != nil {
			m.t.Fatal(fmt.Errorf("game %s: %w", id, err))
		}
		m.keep(id)
	}
}

// TestTurnsThatMoveAreKept checks that turns leave former_turns only for turns, and that those of an ongoing game are
// known there: the next position is the third of its kind.
func TestTurnsThatMoveAreKept(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	m := &movedGames{world: w, ann: w.player("ann"), bob: w.player("bob"), records: map[string]*models.GameRecord{}}
	m.add(3)
	m.add(6)
	m.add(7)
	m.tamper()
	m.moveBack()
	for _, statement := range []string{
		"DELETE FROM former_turns", "DELETE FROM former_turns WHERE ply = 3", "UPDATE former_turns SET at = at + 1",
	} {
		if err := w.raw(statement); err == nil {
			t.Errorf("%s: not refused", statement)
		}
	}
	if done, err := m.MoveTurns(t.Context()); err != nil || !done || m.left() > 0 {
		t.Fatalf("%v, %v; %d turns are left", done, err, m.left())
	}
	m.compare()
	if g := m.play(&models.Game{ID: m.ids[2]}, m.bob, shuffled[3]); g.LastTurn.Occurrence != 3 {
		t.Errorf("occurrence %d after %d turns", g.LastTurn.Occurrence, g.Ply)
	}
}
