package models

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// FaultEvent is a row of an event that does not follow from its players and games.
const FaultEvent FaultKind = "event"

// EventFault is a fault of a stored event.
type EventFault struct {
	Event string
	Fault
}

// EventsChecked holds the counts of CheckEvents.
type EventsChecked struct{ Events, Games, Faults int }

// CheckEvents compares every round robin that has begun with the schedule that follows from the lot, and with the table
// that follows from the ends of its games and the withdrawals in their order; and the places of every ladder with those
// that follow from what has happened on it.
func (a Admin) CheckEvents(ctx context.Context, report func(EventFault)) (sum EventsChecked, err error) {
	for last := ""; ; {
		var ids []string
		err := a.store.read(ctx).Raw("SELECT id FROM events WHERE kind = ? AND began_at > 0 AND id > ? ORDER BY id"+
			db.Limit(checkGames), RoundRobin, last).Scan(&ids).Error
		if err != nil {
			return sum, err
		}
		if len(ids) == 0 {
			return sum, a.checkLadders(ctx, report, &sum)
		}
		for _, id := range ids {
			c := &eventCheck{fault: func(key string, pairs ...any) {
				sum.Faults++
				report(EventFault{id, *newFault(0, FaultEvent, key, pairs...)})
			}}
			err := a.store.db.Snapshot(ctx, func(from *gorm.DB) error { return c.load(from, id) })
			sum.Events++
			if damage, is := errors.AsType[*eventDamageError](err); is {
				c.fault("event_damaged", "detail", damage.detail)
				continue
			}
			if db.IsTypeError(err) {
				c.fault("unread", "error", err.Error())
				continue
			}
			if err != nil {
				return sum, err
			}
			sum.Games += len(c.state.games)
			c.run()
		}
		last = ids[len(ids)-1]
	}
}

// eventCheck is an event that is compared with what it should be.
type eventCheck struct {
	state *eventState
	games map[string]*checkedGame // of the event, by ID
	fault func(key string, pairs ...any)
}

type checkedGame struct {
	ID, EventID       string
	FirstID, SecondID int64
	Status            Status
	Winner            rules.Seat
	Reason            string
	Absence           int64
	UnratedBecause    rating.Cause
}

func (c *eventCheck) load(from *gorm.DB, id string) error {
	row, err := loadEvent(from, id)
	if err != nil {
		return err
	}
	if c.state, err = loadEventState(from, row); err != nil {
		return err
	}
	var games []checkedGame
	err = from.Raw(`SELECT id, event_id, first_id, second_id, status, winner, reason, absence, unrated_because
		FROM games WHERE event_id = ? AND event_id <> ''`, id).Scan(&games).Error
	c.games = make(map[string]*checkedGame, len(games))
	for i := range games {
		c.games[games[i].ID] = &games[i]
	}
	return err
}

func (c *eventCheck) run() {
	before := len(c.games)
	if !c.schedule() {
		return
	}
	for i := range c.state.games {
		g := &c.state.games[i]
		if g.GameID == "" {
			continue
		}
		game := c.games[g.GameID]
		if game == nil || game.FirstID != g.FirstID || game.SecondID != g.SecondID {
			c.fault("event_game", "no", g.No, "game", g.GameID)
			return
		}
		if before--; (game.Status == Ongoing) != (g.State == roundrobin.Running || g.ToEnd != 0) {
			c.fault("event_state", "no", g.No, "stored", g.State, "status", game.Status)
		}
	}
	if before != 0 {
		c.fault("event_games", "n", before)
	}
	done := true
	for _, stored := range c.state.parts() {
		table := c.replay(stored)
		c.compare(stored, table)
		done = done && table.Done()
	}
	if done != (c.state.Status == EventEnded) {
		c.fault("event_status", "status", c.state.Status)
	}
}

// schedule compares the pairings with those of the lot, and reports whether they are equal.
func (c *eventCheck) schedule() bool {
	var want []roundrobin.Pairing
	for i := range c.state.players {
		if p := &c.state.players[i]; p.Part < 1 || p.Number < 1 {
			c.fault("event_player", "player", p.PlayerID)
			return false
		}
	}
	for _, p := range c.state.parts() {
		names, drawn := []string(nil), []string(nil)
		for _, row := range p.players {
			names, drawn = append(names, row.Name), append(drawn, row.DrawnName)
		}
		if !slices.Contains(drawn, "") && !slices.Equal(drawn, roundrobin.Lot(c.state.ID, drawn)) {
			c.fault("event_lot")
			return false
		}
		want = append(want, roundrobin.Berger(names, c.state.Doubled != 0)...)
	}
	if len(want) != len(c.state.games) {
		c.fault("event_pairings", "stored", len(c.state.games), "want", len(want))
		return false
	}
	for i, pairing := range want {
		g := &c.state.games[i]
		if g.No != i+1 || g.Round != pairing.Round || g.FirstName != pairing.First || g.SecondName != pairing.Second {
			c.fault("event_pairing", "no", i+1, "first", pairing.First, "second", pairing.Second)
			return false
		}
	}
	return true
}

// replay returns the table of a group that follows from the ends of its games and the withdrawals, step by step.
func (c *eventCheck) replay(stored *part) *roundrobin.Table {
	fresh := &part{players: stored.players, games: stored.games}
	players := make([]roundrobin.Player, len(stored.players))
	for i, row := range stored.players {
		players[i].Name = row.Name
	}
	games := fresh.tableGames()
	for i := range games {
		games[i].State, games[i].Score, games[i].Ended = roundrobin.Waiting, 0, false
	}
	fresh.Table = roundrobin.Restore(players, games, c.state.AtOnce)
	absences := map[int64]int64{}
	fresh.Start()
	for step := 1; step <= c.state.Step; step++ {
		if c.replayStep(fresh, step, absences) {
			fresh.Start()
		}
	}
	for _, g := range stored.games {
		if game := c.games[g.GameID]; game != nil && game.UnratedBecause == rating.CauseAnnulled {
			fresh.Annul(fresh.number(g))
		}
	}
	return fresh.Table
}

// replayStep repeats one step if it belongs to the group.
func (c *eventCheck) replayStep(p *part, step int, absences map[int64]int64) (done bool) {
	for _, g := range p.games {
		game := c.games[g.GameID]
		if g.Step == step && g.Reason == reasonClosed {
			done = true
			p.Annul(p.number(g))
		}
		if g.Step != step || g.Reason == reasonClosed || g.Reason == ReasonWithdrawn || game == nil {
			continue
		}
		done = true
		if loser := game.loser(); loser != 0 && game.Reason == ReasonTimeout {
			if absences[loser] != game.Absence {
				p.Played(c.state.player(loser).Name)
			}
			absences[loser] = game.Absence
		}
		p.Finish(p.number(g), scoreOf(game.Winner), game.Reason)
	}
	for _, row := range p.players {
		if row.WithdrawnStep == step && row.Withdrawn != roundrobin.Absent {
			done = true
			p.Withdraw(row.Name, row.Withdrawn)
		}
	}
	return done
}

func (g *checkedGame) loser() int64 {
	switch g.Winner {
	case rules.First:
		return g.SecondID
	case rules.Second:
		return g.FirstID
	}
	return 0
}

// compare reports the rows of a group that differ from a table.
func (c *eventCheck) compare(stored *part, table *roundrobin.Table) {
	for i, want := range table.Games() {
		g := stored.games[i]
		score := -1
		if want.State == roundrobin.Over {
			score = want.Score
		}
		if g.State != want.State || g.Score != score || g.HadResult != oneIf(want.Ended) {
			c.fault("event_result", "no", g.No, "stored", g.State, "points", g.Score, "want", want.State, "score", score)
		}
	}
	for _, row := range stored.players {
		if want := table.Player(row.Name); want.Withdrawn != row.Withdrawn || oneIf(want.Left) != row.Dropped {
			c.fault("event_withdrawn", "player", row.Name, "stored", row.Withdrawn, "want", want.Withdrawn)
		}
	}
}

// eventDamageError is the error of a stored event whose rows do not fit together, because somebody has changed them by
// hand.
type eventDamageError struct{ event, detail string }

func (e *eventDamageError) Error() string { return "event " + e.event + " is damaged: " + e.detail }

// checkDamage refuses rows of a round robin under way from which no tables can be made: groups in a number without
// bound, or games of players who are not in the group.
func (e *eventState) checkDamage() error {
	if EventKind(e.Kind) != RoundRobin || e.BeganAt == 0 {
		return nil
	}
	damaged := func(what string, args ...any) error { return &eventDamageError{e.ID, fmt.Sprintf(what, args...)} }
	parts := map[int64]int{}
	for i := range e.players {
		p := &e.players[i]
		if p.Part < 1 && len(e.games) > 0 || p.Part > len(e.players) {
			return damaged("player %d is in group %d", p.PlayerID, p.Part)
		}
		parts[p.PlayerID] = p.Part
	}
	first, count := map[int]int{}, map[int]int{} // numbers and counts of games, by group
	for i := range e.games {
		g := &e.games[i]
		if g.Part < 1 || parts[g.FirstID] != g.Part || parts[g.SecondID] != g.Part {
			return damaged("game %d is one of group %d, and its players are not", g.No, g.Part)
		}
		if count[g.Part] == 0 {
			first[g.Part] = g.No
		}
		if g.No != first[g.Part]+count[g.Part] {
			return damaged("game %d is not the next one of group %d", g.No, g.Part)
		}
		count[g.Part]++
	}
	return nil
}
