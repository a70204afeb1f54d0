package models

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/secrets"
	"turnpost/rules"
)

// beginEvent begins a round robin: the lot numbers the players of each group, all games are paired, and as many of them
// are due as each player may play at a time. Those begin now, or the first of them: see dueAtOnce. A standing event
// opens the next one.
func (tx *Tx) beginEvent(row *eventRow) error {
	state := &eventState{eventRow: row}
	var err error
	if state.players, err = eventPlayers(tx.DB, row.ID); err != nil {
		return err
	}
	if err := tx.drawGroups(state); err != nil {
		return err
	}
	row.Status, row.BeganAt = EventRunning, tx.at
	if err := tx.Exec("UPDATE events SET status = ?, began_at = ? WHERE id = ?",
		row.Status, row.BeganAt, row.ID).Error; err != nil {
		return err
	}
	parts := state.parts()
	for _, p := range parts {
		for _, g := range p.start() {
			g.State, g.BeganAt = stateDue, row.BeganAt
		}
	}
	if err := tx.insertPairings(state.games); err != nil {
		return err
	}
	first := dueAtOnce
	if len(parts) == 1 {
		first = len(state.games)
	}
	if err := tx.beginDueGames(row, first); err != nil || row.Repeats == 0 {
		return err
	}
	next := *row
	next.ID, next.Status, next.Previous, next.Step, next.BeganAt = "", EventOpen, row.ID, 0, 0
	return tx.insertEvent(&next)
}

// drawGroups divides the players into groups, numbers them by the lot and pairs them.
func (tx *Tx) drawGroups(state *eventState) error {
	byName, ratings := map[string]*eventPlayerRow{}, map[string]*int{}
	for i := range state.players {
		p := &state.players[i]
		s, err := tx.standingOf(p.PlayerID, rating.Pool{Ruleset: state.Ruleset, Variant: state.Variant})
		if err != nil {
			return err
		}
		if s.Games > 0 {
			shown := s.Shown()
			p.Seed = &shown
		}
		byName[p.Name], ratings[p.Name] = p, p.Seed
	}
	var drawn []eventPlayerRow
	for i, group := range roundrobin.Groups(state.ID, ratings, roundrobin.MaxGroup) {
		order := roundrobin.Lot(state.ID, group)
		for number, name := range order {
			p := byName[name]
			p.Part, p.Number, p.DrawnName = i+1, number+1, name
			drawn = append(drawn, *p)
			err := tx.DeferExec(`UPDATE event_players SET part = ?, number = ?, drawn_name = ?, seed = ?
				WHERE event_id = ? AND player_id = ?`, p.Part, p.Number, p.DrawnName, p.Seed, state.ID, p.PlayerID)
			if err != nil {
				return err
			}
		}
		for _, pairing := range roundrobin.Berger(order, state.Doubled != 0) {
			state.games = append(state.games, eventGameRow{
				EventID: state.ID, No: len(state.games) + 1, Part: i + 1, Round: pairing.Round,
				FirstID: byName[pairing.First].PlayerID, SecondID: byName[pairing.Second].PlayerID,
				FirstName: pairing.First, SecondName: pairing.Second,
				Challenger: rules.NoSeat, State: roundrobin.Waiting, Score: -1,
			})
		}
	}
	state.players = drawn
	return nil
}

// insertPairings stores the games of an event that begins.
func (tx *Tx) insertPairings(games []eventGameRow) error {
	for chunk := range slices.Chunk(games, gamesAtOnce) {
		args := make([]any, 0, 8*len(chunk))
		for i := range chunk {
			g := &chunk[i]
			args = append(args, g.EventID, g.No, g.Part, g.Round, g.FirstID, g.SecondID, g.State, g.BeganAt)
		}
		query := "INSERT INTO event_games (event_id, no, part, round, first_id, second_id, state, began_at) VALUES "
		if _, err := db.Exec(tx.DB, query+rowsOf(8, len(chunk)), args...); err != nil {
			return err
		}
	}
	return nil
}

// start starts the games that may begin, and returns them.
func (p *part) start() (begun []*eventGameRow) {
	for _, no := range p.Start() {
		begun = append(begun, p.games[no-1])
	}
	return begun
}

// insertEventGames begins games whose pairings are stored, and returns the rows of the new games.
func (tx *Tx) insertEventGames(row *eventRow, games []*eventGameRow) ([]*gameRow, error) {
	if len(games) == 0 {
		return nil, nil
	}
	rows := make([]*gameRow, len(games))
	for i, g := range games {
		var err error
		rows[i], err = tx.newGame(&challengeRow{
			ID: row.ID, Ruleset: row.Ruleset, Variant: row.Variant, Pace: row.Pace, Rated: 1,
			ChallengerID: g.FirstID, OpponentID: &g.SecondID, Seat: rules.First,
		}, "")
		if err != nil {
			return nil, err
		}
		rows[i].EventID, rows[i].Vacation = row.ID, int64(row.Vacation)
	}
	if err := tx.freeIDs(rows); err != nil {
		return nil, err
	}
	if err := tx.loadSeats(rows...); err != nil {
		return nil, err
	}
	if err := tx.insertGames(rows...); err != nil {
		return nil, err
	}
	for i, g := range games {
		g.GameID, g.State, g.BeganAt = rows[i].ID, roundrobin.Running, cmp.Or(g.BeganAt, tx.at)
		err := tx.DeferExec("UPDATE event_games SET game_id = ?, state = ?, began_at = ? WHERE event_id = ? AND no = ?",
			g.GameID, g.State, g.BeganAt, g.EventID, g.No)
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// freeIDs gives games IDs that no game has.
func (tx *Tx) freeIDs(rows []*gameRow) error {
	for {
		ids, known := make([]string, len(rows)), map[string]bool{}
		for i := range ids {
			ids[i] = secrets.NewID()
			known[ids[i]] = true
		}
		var taken []string
		if err := tx.Raw("SELECT id FROM games WHERE id IN ?", ids).Scan(&taken).Error; err != nil {
			return err
		}
		if len(taken) > 0 || len(known) < len(rows) {
			continue
		}
		for i, row := range rows {
			row.ID = ids[i]
		}
		return nil
	}
}

// The games with which an event begins are decided at once, and in a large event begin in parts, because a player's
// turn waits for the transaction before it: one that began all 528 games of the largest event took 39 ms of CPU. The
// request of the last player to join begins all games of an event of one group, at most 132 in 14 ms, and the first
// part of a larger one, in 17 ms with drawing and pairing; any process begins the other parts, in 13 ms each. Each
// transaction locks the event and takes the first games that are due, so that each begins once.
//
// In the store such a game has stateDue, by which the events with such games are found. In memory it is running, and
// has no game yet.

// stateDue is the stored state of a game that is to begin.
const stateDue roundrobin.State = "due"

// dueAtOnce is the number of games of an event of several groups that one transaction begins.
const dueAtOnce = 66

// dueGames lists the games of an event that are due, by number.
func (tx *Tx) dueGames(event string) (list []*eventGameRow, err error) {
	err = db.Query(tx.DB, func(c *db.Columns) error {
		g := &eventGameRow{EventID: event, State: roundrobin.Running}
		g.No, g.FirstID, g.SecondID, g.BeganAt = int(c.Number()), c.Number(), c.Number(), millis(c)
		list = append(list, g)
		return nil
	}, "SELECT no, first_id, second_id, began_at FROM event_games WHERE event_id = ? AND state = ? ORDER BY no",
		event, stateDue)
	return list, err
}

// due lists the games of an event that are due, by number.
func (e *eventState) due() (list []*eventGameRow) {
	for i := range e.games {
		if g := &e.games[i]; g.State == roundrobin.Running && g.GameID == "" {
			list = append(list, g)
		}
	}
	return list
}

// beginDueGames begins the first n due games of a locked event, and notifies the players all of whose games have begun.
func (tx *Tx) beginDueGames(row *eventRow, n int) error {
	due, err := tx.dueGames(row.ID)
	if err != nil {
		return err
	}
	rest := due[min(n, len(due)):]
	tx.due = tx.due || len(rest) > 0
	if _, err := tx.insertEventGames(row, due[:len(due)-len(rest)]); err != nil {
		return err
	}
	return tx.noticeBegunEvent(row, rest)
}

// noticeBegunEvent notifies the players of an event who have no due game any more, unless they are notified already. It
// is one mail about all games of a player, not one a game.
func (tx *Tx) noticeBegunEvent(row *eventRow, due []*eventGameRow) error {
	waiting := map[int64]bool{}
	for _, g := range due {
		waiting[g.FirstID], waiting[g.SecondID] = true, true
	}
	if err := tx.Flush(); err != nil {
		return err
	}
	var players []int64
	err := tx.Raw(`SELECT player_id FROM event_players p WHERE event_id = ? AND withdrawn = '' AND NOT EXISTS
		(SELECT 1 FROM notices WHERE key = CAST(? AS TEXT) || p.player_id) ORDER BY player_id`,
		row.ID, eventBegan+"."+row.ID+".").Scan(&players).Error
	for _, player := range players {
		if err == nil && !waiting[player] {
			err = tx.noticeEventKeyed(KindEventBegan, row.ID, player, eventBeganKey(row.ID, player), row.BeganAt)
		}
	}
	return err
}

// beginEvents begins the due games of all events, in small transactions.
func (s *Store) beginEvents(ctx context.Context) error {
	var ids []string
	failures := s.read(ctx).Raw(`SELECT id FROM events WHERE status = ? AND EXISTS
		(SELECT 1 FROM event_games g WHERE g.event_id = events.id AND g.state = ?) ORDER BY id`,
		EventRunning, stateDue).Scan(&ids).Error
	for _, id := range ids {
		more, err := true, error(nil)
		for more && err == nil {
			if err = s.keepHeartbeat(ctx); err == nil {
				more, err = s.beginEventPart(ctx, id)
			}
		}
		failures = errors.Join(failures, err)
	}
	return failures
}

// beginEventPart begins a part of the due games of an event. more is true if others remain.
func (s *Store) beginEventPart(ctx context.Context, id string) (more bool, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.lockEvent(id)
		if err != nil {
			return err
		}
		err = tx.beginDueGames(row, dueAtOnce)
		more = tx.due
		tx.due = false // the caller goes on
		return err
	})
	return more && err == nil, err
}
