package event

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/rules"
)

// beginEvent begins a round robin: the lot numbers the players of each group, all games are paired, and as many of them
// are due as each player may play at a time. Those begin now, or the first of them: see DueAtOnce. A standing event
// opens the next one.
func beginEvent(tx *core.Tx, row *StoredEvent) error {
	state := &eventState{StoredEvent: row}
	var err error
	if state.players, err = eventPlayers(tx.DB, row.ID); err != nil {
		return err
	}
	if err := drawGroups(tx, state); err != nil {
		return err
	}
	row.Status, row.BeganAt = EventRunning, tx.At
	if err := tx.Exec("UPDATE events SET status = ?, began_at = ? WHERE id = ?",
		row.Status, row.BeganAt, row.ID).Error; err != nil {
		return err
	}
	parts := state.parts()
	for _, p := range parts {
		for _, g := range p.start() {
			g.State, g.BeganAt = schema.StateDue, row.BeganAt
		}
	}
	if err := insertPairings(tx, state.Games); err != nil {
		return err
	}
	first := DueAtOnce
	if len(parts) == 1 {
		first = len(state.Games)
	}
	more, err := BeginDueGames(tx, row, first)
	if more {
		tx.Wake(schema.ChangeWorker)
	}
	if err != nil || row.Repeats == 0 {
		return err
	}
	next := *row
	next.ID, next.Status, next.Previous, next.Step, next.BeganAt = "", EventOpen, row.ID, 0, 0
	return insertEvent(tx, &next)
}

// drawGroups divides the players into groups, numbers them by the lot and pairs them.
func drawGroups(tx *core.Tx, state *eventState) error {
	byName, ratings := map[string]*eventPlayerRow{}, map[string]*int{}
	for i := range state.players {
		p := &state.players[i]
		s, err := play.StandingOf(tx, p.PlayerID, rating.Pool{Ruleset: state.Ruleset, Variant: state.Variant})
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
			state.Games = append(state.Games, schema.EventGameRow{
				EventID: state.ID, No: len(state.Games) + 1, Part: i + 1, Round: pairing.Round,
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
func insertPairings(tx *core.Tx, games []schema.EventGameRow) error {
	for chunk := range slices.Chunk(games, play.GamesAtOnce) {
		args := make([]any, 0, 8*len(chunk))
		for i := range chunk {
			g := &chunk[i]
			args = append(args, g.EventID, g.No, g.Part, g.Round, g.FirstID, g.SecondID, g.State, g.BeganAt)
		}
		query := "INSERT INTO event_games (event_id, no, part, round, first_id, second_id, state, began_at) VALUES "
		if _, err := db.Exec(tx.DB, query+schema.RowsOf(8, len(chunk)), args...); err != nil {
			return err
		}
	}
	return nil
}

// start starts the games that may begin, and returns them.
func (p *part) start() (begun []*schema.EventGameRow) {
	for _, no := range p.Start() {
		begun = append(begun, p.games[no-1])
	}
	return begun
}

// insertEventGames begins games whose pairings are stored, and returns the rows of the new games.
func insertEventGames(tx *core.Tx, row *StoredEvent, games []*schema.EventGameRow) ([]*core.GameRow, error) {
	if len(games) == 0 {
		return nil, nil
	}
	rows := make([]*core.GameRow, len(games))
	for i, g := range games {
		var err error
		rows[i], err = play.NewGame(tx, &schema.ChallengeRow{
			ID: row.ID, Ruleset: row.Ruleset, Variant: row.Variant, Terms: row.Terms,
			ChallengerID: g.FirstID, OpponentID: &g.SecondID, Seat: rules.First,
		}, "")
		if err != nil {
			return nil, err
		}
		rows[i].EventID = row.ID
	}
	if err := freeIDs(tx, rows); err != nil {
		return nil, err
	}
	if err := play.LoadSeats(tx, rows...); err != nil {
		return nil, err
	}
	if err := play.InsertGames(tx, rows...); err != nil {
		return nil, err
	}
	for i, g := range games {
		g.GameID, g.State, g.BeganAt = rows[i].ID, roundrobin.Running, cmp.Or(g.BeganAt, tx.At)
		err := tx.DeferExec("UPDATE event_games SET game_id = ?, state = ?, began_at = ? WHERE event_id = ? AND no = ?",
			g.GameID, g.State, g.BeganAt, g.EventID, g.No)
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// freeIDs gives games IDs that no game has.
func freeIDs(tx *core.Tx, rows []*core.GameRow) error {
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

// DueAtOnce is the number of games of an event of several groups that one transaction begins.
const DueAtOnce = 66

// Due lists the games of an event that are due, by number.
func (e *eventState) due() (list []*schema.EventGameRow) {
	for i := range e.Games {
		if g := &e.Games[i]; g.State == roundrobin.Running && g.GameID == "" {
			list = append(list, g)
		}
	}
	return list
}

// BeginDueGames begins the first n due games of a locked event, and notifies the players all of whose games have begun.
// more is true if others remain.
func BeginDueGames(tx *core.Tx, row *StoredEvent, n int) (more bool, err error) {
	due, err := tx.DueGames(row.ID)
	if err != nil {
		return false, err
	}
	rest := due[min(n, len(due)):]
	if _, err := insertEventGames(tx, row, due[:len(due)-len(rest)]); err != nil {
		return false, err
	}
	return len(rest) > 0, noticeBegunEvent(tx, row, rest)
}

// noticeBegunEvent notifies the players of an event who have no due game any more, unless they are notified already. It
// is one mail about all games of a player, not one a game.
func noticeBegunEvent(tx *core.Tx, row *StoredEvent, due []*schema.EventGameRow) error {
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
		row.ID, schema.EventBegan+"."+row.ID+".").Scan(&players).Error
	for _, player := range players {
		if err == nil && !waiting[player] {
			err = noticeEventKeyed(tx, models.KindEventBegan, row.ID, player, schema.EventBeganKey(row.ID, player), row.BeganAt)
		}
	}
	return err
}

// BeginEvents begins the due games of all events, in small transactions.
func (s *Store) BeginEvents(ctx context.Context) error {
	var ids []string
	failures := s.Read(ctx).Raw(`SELECT id FROM events WHERE status = ? AND EXISTS
		(SELECT 1 FROM event_games g WHERE g.event_id = events.id AND g.state = ?) ORDER BY id`,
		EventRunning, schema.StateDue).Scan(&ids).Error
	for _, id := range ids {
		more, err := true, error(nil)
		for more && err == nil {
			if err = s.KeepHeartbeat(ctx); err == nil {
				more, err = s.BeginEventPart(ctx, id)
			}
		}
		failures = errors.Join(failures, err)
	}
	return failures
}

// BeginEventPart begins a part of the due games of an event. more is true if others remain.
func (s *Store) BeginEventPart(ctx context.Context, id string) (more bool, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		row, err := LockEvent(tx, id)
		if err != nil {
			return err
		}
		more, err = BeginDueGames(tx, row, DueAtOnce)
		return err
	})
	return more && err == nil, err
}

// noticeEvent notifies a player of an event.
func noticeEvent(tx *core.Tx, kind models.Kind, event string, player int64) error {
	return noticeEventKeyed(tx, kind, event, player, fmt.Sprintf("%s.%s.%d", kind, event, player), 0)
}

// noticeEventKeyed is noticeEvent with a key, for notices that a player may get more than once, and with the start of
// the wait, 0 for now.
func noticeEventKeyed(
	tx *core.Tx, kind models.Kind, event string, player int64, key string, since models.Millis,
) error {
	to, err := schema.FindPlayer(tx.DB, "id = ? AND deleted_at = 0 AND banned_at = 0", player)
	if err != nil || to == nil {
		return err
	}
	return notice.Notify(tx, schema.Notice{
		Key: key, Kind: kind, PlayerID: player, Email: to.Email, Detail: schema.NoticeDetail{Event: event},
		Since: since, Reader: to,
	})
}

// MaxMailedGames is the number of games of an event in one mail.
const MaxMailedGames = 50

// MaxListedEvents is the number of events in one mail, of the player's own and of the others.
const MaxListedEvents = 15

// CreditEvent credits the clocks of the games of whose beginning a notice tells with the time that it waited. It must
// precede the change of the notice.
func CreditEvent(tx *core.Tx, n schema.Notice, event string) error {
	if tx.At.Sub(n.WaitsFrom) < schema.CreditFrom {
		return nil
	}
	var ids []string
	err := tx.Raw(`SELECT a.id FROM games a JOIN event_games g ON g.game_id = a.id AND g.game_id <> ''
			JOIN events e ON e.id = g.event_id AND e.began_at = g.began_at
		WHERE a.event_id = ? AND a.event_id <> '' AND a.to_move_id = ? AND a.ply = 0 AND a.status = 'ongoing'
		ORDER BY a.id`, event, n.PlayerID).Scan(&ids).Error
	for _, id := range ids {
		if err == nil {
			err = creditStart(tx, id, n.WaitsFrom)
		}
	}
	return err
}

// creditStart credits the side to move in a game at its start with a wait that ends now.
func creditStart(tx *core.Tx, id string, from models.Millis) error {
	row, err := play.LockGame(tx, id)
	if err != nil || row.Status != models.Ongoing || row.Ply > 0 {
		return err
	}
	waited := row.Clock().RunningTime(max(from, row.CreatedAt), tx.At)
	row.Credit(tx.At, waited)
	if err := notice.DropNotices(tx, notice.DropTimeCredited, "game_id = ? AND kind = ?", row.ID,
		models.KindReminder); err != nil {
		return err
	}
	if err := play.LogGame(tx, row, play.LogMailDelay, row.ToMove, play.GivenBack(waited)); err != nil {
		return err
	}
	return tx.UpdateGame(row, row.Ply)
}
