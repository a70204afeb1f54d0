package models

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/secrets"
	"turnpost/rules"
)

// beginEvent begins a round robin: the lot numbers the players of each group, all games are paired, and as many of them
// are due as each player may play at a time. Those begin now, or the first of them; see event_due.go. A standing event
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

// One mail tells a player of all games with which an event begins. Until it is queued and while it waits unsent, their
// first turns are not lost by time, and when it is sent, their clocks are credited with the wait, as with the mail of a
// turn.

const eventBegan = "event_began"

// eventBeganKey returns the key of the notice that tells a player of the beginning of an event.
func eventBeganKey(event string, player int64) string {
	return fmt.Sprintf("%s.%s.%d", eventBegan, event, player)
}

// eventBegunIn returns the event of whose beginning a notice tells.
func eventBegunIn(n notice) (event string, is bool) {
	rest, is := strings.CutPrefix(n.Key, eventBegan+".")
	event, _, _ = strings.Cut(rest, ".")
	return event, is && n.PlayerID != 0 && n.Key == eventBeganKey(event, n.PlayerID)
}

// toldOfEvent reports whether the player to move has been told of the game: false while it is at its start and others
// of theirs are due to begin, or the notice of the beginning of its event waits.
func (tx *Tx) toldOfEvent(row *gameRow) (bool, error) {
	if row.EventID == "" || row.Ply > 0 {
		return true, nil
	}
	var waiting int64
	err := tx.Raw("SELECT COUNT(*) FROM notices WHERE key = ? AND done_at = 0 AND waits_from <= ?",
		eventBeganKey(row.EventID, row.ToMoveID), tx.at).Scan(&waiting).Error
	if err != nil || waiting > 0 {
		return false, err
	}
	due, err := tx.dueGames(row.EventID)
	return !slices.ContainsFunc(due, func(g *eventGameRow) bool {
		return g.FirstID == row.ToMoveID || g.SecondID == row.ToMoveID
	}), err
}

// creditEvent credits the clocks of the games of whose beginning a notice tells with the time that it waited. It must
// precede the change of the notice.
func (tx *Tx) creditEvent(n notice, event string) error {
	if tx.at.Sub(n.WaitsFrom) < creditFrom {
		return nil
	}
	var ids []string
	err := tx.Raw(`SELECT a.id FROM games a JOIN event_games g ON g.game_id = a.id AND g.game_id <> ''
			JOIN events e ON e.id = g.event_id AND e.began_at = g.began_at
		WHERE a.event_id = ? AND a.event_id <> '' AND a.to_move_id = ? AND a.ply = 0 AND a.status = 'ongoing'
		ORDER BY a.id`, event, n.PlayerID).Scan(&ids).Error
	for _, id := range ids {
		if err == nil {
			err = tx.creditStart(id, n.WaitsFrom)
		}
	}
	return err
}

// creditStart credits the side to move in a game at its start with a wait that ends now.
func (tx *Tx) creditStart(id string, from Millis) error {
	row, err := tx.loadGame(id)
	if err != nil || row.Status != Ongoing || row.Ply > 0 {
		return err
	}
	waited := row.clock().running(max(from, row.CreatedAt), tx.at)
	row.credit(tx.at, waited)
	if err := tx.dropNotices(DropTimeCredited, "game_id = ? AND kind = ?", row.ID, KindReminder); err != nil {
		return err
	}
	if err := tx.logGame(row, LogMailDelay, row.ToMove, givenBack(waited)); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}
