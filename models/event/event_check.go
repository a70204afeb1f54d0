package event

import (
	"fmt"
	"slices"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// FaultEvent is a row of an event that does not follow from its players and games.
const FaultEvent models.FaultKind = "event"

// Fault is a fault of a stored event.
type Fault struct {
	Event string
	models.Fault
}

// EventsChecked holds the counts of CheckEvents.
type EventsChecked struct{ Events, Games, Faults int }

// Check is an event that is compared with what it should be.
type Check struct {
	State *eventState
	games map[string]*checkedGame // of the event, by ID
	Fault func(key string, pairs ...any)
}

type checkedGame struct {
	ID, EventID       string
	FirstID, SecondID int64
	Status            models.Status
	Winner            rules.Seat
	Reason            string
	Absence           int64
	UnratedBecause    rating.Cause
}

// Load reads what there is to check of an event.
func (c *Check) Load(from *gorm.DB, id string) error {
	row, err := loadEvent(from, id)
	if err != nil {
		return err
	}
	if c.State, err = loadEventState(from, row); err != nil {
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

// Run compares the event with what follows from its lot and its games.
func (c *Check) Run() {
	before := len(c.games)
	if !c.schedule() {
		return
	}
	for i := range c.State.Games {
		g := &c.State.Games[i]
		if g.GameID == "" {
			continue
		}
		game := c.games[g.GameID]
		if game == nil || game.FirstID != g.FirstID || game.SecondID != g.SecondID {
			c.Fault("event_game", "no", g.No, "game", g.GameID)
			return
		}
		if before--; (game.Status == models.Ongoing) != (g.State == roundrobin.Running || g.ToEnd != 0) {
			c.Fault("event_state", "no", g.No, "stored", g.State, "status", game.Status)
		}
	}
	if before != 0 {
		c.Fault("event_games", "n", before)
	}
	done := true
	for _, stored := range c.State.parts() {
		table := c.replay(stored)
		c.compare(stored, table)
		done = done && table.Done()
	}
	if done != (c.State.Status == EventEnded) {
		c.Fault("event_status", "status", c.State.Status)
	}
}

// Schedule compares the pairings with those of the lot, and reports whether they are equal.
func (c *Check) schedule() bool {
	var want []roundrobin.Pairing
	for i := range c.State.players {
		if p := &c.State.players[i]; p.Part < 1 || p.Number < 1 {
			c.Fault("event_player", "player", p.PlayerID)
			return false
		}
	}
	for _, p := range c.State.parts() {
		names, drawn := []string(nil), []string(nil)
		for _, row := range p.players {
			names, drawn = append(names, row.Name), append(drawn, row.DrawnName)
		}
		if !slices.Contains(drawn, "") && !slices.Equal(drawn, roundrobin.Lot(c.State.ID, drawn)) {
			c.Fault("event_lot")
			return false
		}
		want = append(want, roundrobin.Berger(names, c.State.Doubled != 0)...)
	}
	if len(want) != len(c.State.Games) {
		c.Fault("event_pairings", "stored", len(c.State.Games), "want", len(want))
		return false
	}
	for i, pairing := range want {
		g := &c.State.Games[i]
		if g.No != i+1 || g.Round != pairing.Round || g.FirstName != pairing.First || g.SecondName != pairing.Second {
			c.Fault("event_pairing", "no", i+1, "first", pairing.First, "second", pairing.Second)
			return false
		}
	}
	return true
}

// Replay returns the table of a group that follows from the ends of its games and the withdrawals, step by step.
func (c *Check) replay(stored *part) *roundrobin.Table {
	fresh := &part{players: stored.players, games: stored.games}
	players := make([]roundrobin.Player, len(stored.players))
	for i, row := range stored.players {
		players[i].Name = row.Name
	}
	games := fresh.tableGames()
	for i := range games {
		games[i].State, games[i].Score, games[i].Ended = roundrobin.Waiting, 0, false
	}
	fresh.Table = roundrobin.Restore(players, games, c.State.AtOnce)
	absences := map[int64]int64{}
	fresh.Start()
	for step := 1; step <= c.State.Step; step++ {
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
func (c *Check) replayStep(p *part, step int, absences map[int64]int64) (done bool) {
	for _, g := range p.games {
		game := c.games[g.GameID]
		if g.Step == step && g.Reason == ReasonClosed {
			done = true
			p.Annul(p.number(g))
		}
		if g.Step != step || g.Reason == ReasonClosed || g.Reason == models.ReasonWithdrawn || game == nil {
			continue
		}
		done = true
		if loser := game.loser(); loser != 0 && game.Reason == models.ReasonTimeout {
			if absences[loser] != game.Absence {
				p.Played(c.State.player(loser).Name)
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
func (c *Check) compare(stored *part, table *roundrobin.Table) {
	for i, want := range table.Games() {
		g := stored.games[i]
		score := -1
		if want.State == roundrobin.Over {
			score = want.Score
		}
		if g.State != want.State || g.Score != score || g.HadResult != models.OneIf(want.Ended) {
			c.Fault("event_result", "no", g.No, "stored", g.State, "points", g.Score, "want", want.State, "score", score)
		}
	}
	for _, row := range stored.players {
		if want := table.Player(row.Name); want.Withdrawn != row.Withdrawn || models.OneIf(want.Left) != row.Dropped {
			c.Fault("event_withdrawn", "player", row.Name, "stored", row.Withdrawn, "want", want.Withdrawn)
		}
	}
}

// DamageError is the error of a stored event whose rows do not fit together, because somebody has changed them by
// hand.
type DamageError struct{ Event, Detail string }

// Error implements error.
func (e *DamageError) Error() string { return "event " + e.Event + " is damaged: " + e.Detail }

// checkDamage refuses rows of a round robin under way from which no tables can be made: groups in a number without
// bound, or games of players who are not in the group.
func (e *eventState) checkDamage() error {
	if Kind(e.Kind) != RoundRobin || e.BeganAt == 0 {
		return nil
	}
	damaged := func(what string, args ...any) error { return &DamageError{e.ID, fmt.Sprintf(what, args...)} }
	parts := map[int64]int{}
	for i := range e.players {
		p := &e.players[i]
		if p.Part < 1 && len(e.Games) > 0 || p.Part > len(e.players) {
			return damaged("player %d is in group %d", p.PlayerID, p.Part)
		}
		parts[p.PlayerID] = p.Part
	}
	first, count := map[int]int{}, map[int]int{} // numbers and counts of games, by group
	for i := range e.Games {
		g := &e.Games[i]
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
