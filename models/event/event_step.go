package event

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/rules"
)

// EndEventGame enters the end of a game in its event, in the transaction that ends the game: the next games begin, a
// player who was absent is withdrawn, and the event may end. The cause is CauseWithdrawn if one of the players has been
// withdrawn before.
func EndEventGame(tx *core.Tx, row *core.GameRow) (cause rating.Cause, err error) {
	event, err := LockEvent(tx, row.EventID)
	if err != nil {
		return "", err
	}
	if Kind(event.Kind) == Ladder {
		return "", endLadderGame(tx, event, row)
	}
	state, err := loadEventState(tx.DB, event)
	if err != nil {
		return "", err
	}
	g, err := state.gameOf(row.ID)
	if err != nil {
		return "", err
	}
	if g.State != roundrobin.Running {
		return rating.CauseWithdrawn, tx.Exec("UPDATE event_games SET to_end = 0 WHERE event_id = ? AND no = ?",
			g.EventID, g.No).Error
	}
	parts := state.parts()
	part := parts[g.Part-1]
	if row.Reason == models.ReasonTimeout {
		// An absence has one number from the first loss by time until the next turn.
		loser := state.player(row.Side(row.Winner.Other()).ID)
		if loser.Absence != row.Absence {
			part.Played(loser.Name)
		}
		loser.Absence = row.Absence
		err = tx.Exec("UPDATE event_players SET absence = ? WHERE event_id = ? AND player_id = ?",
			loser.Absence, event.ID, loser.PlayerID).Error
		if err != nil {
			return "", err
		}
	}
	g.Reason = row.Reason
	part.Finish(part.number(g), scoreOf(row.Winner), row.Reason)
	return "", stepEvent(tx, state, parts, part, g)
}

// scoreOf returns the points of the player who moves first.
func scoreOf(winner rules.Seat) int {
	switch winner {
	case rules.First:
		return roundrobin.Win
	case rules.Second:
		return roundrobin.Loss
	}
	return roundrobin.Draw
}

// AnnulEventGame takes a finished game that an operator has annulled out of the table of its event.
func AnnulEventGame(tx *core.Tx, row *core.GameRow) error {
	if row.EventID == "" {
		return nil
	}
	event, err := LockEvent(tx, row.EventID)
	if err != nil {
		return err
	}
	if Kind(event.Kind) == Ladder { // others have played from the places since: they stay
		return tx.Exec("UPDATE event_games SET state = ? WHERE game_id = ?", roundrobin.Void, row.ID).Error
	}
	state, err := loadEventState(tx.DB, event)
	if err != nil {
		return err
	}
	g, err := state.gameOf(row.ID)
	if err != nil {
		return err
	}
	parts := state.parts()
	part := parts[g.Part-1]
	part.Annul(part.number(g))
	g.Reason = models.ReasonAnnulled
	return stepEvent(tx, state, parts, part, g)
}

// gameOf returns the row of a game.
func (e *eventState) gameOf(id string) (*schema.EventGameRow, error) {
	for i := range e.Games {
		if e.Games[i].GameID == id {
			return &e.Games[i], nil
		}
	}
	return nil, fmt.Errorf("game %s is missing in event %s", id, e.ID)
}

// number returns the number of a game in the table of its group.
func (p *part) number(g *schema.EventGameRow) int { return g.No - p.games[0].No + 1 }

// stepEvent stores what has changed in the table of a group, begins the games that may begin now, and ends the event if
// no game is left. ended is the game that ends now, or nil.
func stepEvent(tx *core.Tx, state *eventState, parts []*part, changed *part, ended *schema.EventGameRow) error {
	state.Step++
	due := len(state.due())
	begun := changed.start()
	if err := storePart(tx, state, changed, ended); err != nil {
		return err
	}
	rows, err := insertEventGames(tx, state.StoredEvent, begun)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := notice.Notify(tx, row.TurnNotice()); err != nil {
			return err
		}
	}
	if rest := state.due(); len(rest) < due { // those that were withdrawn do not begin
		if err := noticeBegunEvent(tx, state.StoredEvent, rest); err != nil {
			return err
		}
	}
	err = tx.DeferExec("UPDATE events SET step = ? WHERE id = ?", state.Step, state.ID)
	if err != nil || state.Status != EventRunning {
		return err
	}
	for _, p := range parts {
		if !p.Done() {
			return nil
		}
	}
	return endEvent(tx, state)
}

// endEvent ends an event, and notifies those who have played it to the end.
func endEvent(tx *core.Tx, state *eventState) error {
	state.Status, state.EndedAt = EventEnded, tx.At
	err := tx.DeferExec("UPDATE events SET status = ?, ended_at = ? WHERE id = ?", state.Status, state.EndedAt, state.ID)
	for i := range state.players {
		if p := &state.players[i]; err == nil && p.Withdrawn == "" {
			err = noticeEvent(tx, models.KindEventEnded, state.ID, p.PlayerID)
		}
	}
	return err
}

// storePart stores the rows of a group that differ from its table. Games that are over without being ended now end
// because a player has withdrawn, or because the event is closed.
func storePart(tx *core.Tx, state *eventState, p *part, ended *schema.EventGameRow) error {
	for i, now := range p.Games() {
		g := p.games[i]
		score := -1
		if now.State == roundrobin.Over {
			score = now.Score
		}
		if now.State == g.State || now.State == roundrobin.Running { // a game that has begun is stored with its row
			continue
		}
		if g.State == roundrobin.Waiting || g.State == roundrobin.Running {
			g.Step, g.EndedAt = state.Step, tx.At
			if g != ended {
				g.Reason, g.ToEnd = cmp.Or(state.voids, models.ReasonWithdrawn), models.OneIf(g.State == roundrobin.Running &&
					g.GameID != "")
				if g.ToEnd != 0 {
					tx.Wake(schema.ChangeWorker)
				}
			}
		}
		g.State, g.Score, g.HadResult = now.State, score, models.OneIf(now.Ended)
		err := tx.DeferExec(`UPDATE event_games SET state = ?, score = ?, had_result = ?, reason = ?, step = ?, ended_at = ?,
			to_end = ? WHERE event_id = ? AND no = ?`,
			g.State, g.Score, g.HadResult, g.Reason, g.Step, g.EndedAt, g.ToEnd, g.EventID, g.No)
		if err != nil {
			return err
		}
	}
	for _, row := range p.players {
		now := p.Player(row.Name)
		if now.Withdrawn == row.Withdrawn {
			continue
		}
		row.Withdrawn, row.WithdrawnStep, row.Dropped = now.Withdrawn, state.Step, models.OneIf(now.Left)
		err := tx.DeferExec(`UPDATE event_players SET withdrawn = ?, withdrawn_step = ?, dropped = ?
			WHERE event_id = ? AND player_id = ?`,
			row.Withdrawn, row.WithdrawnStep, row.Dropped, state.ID, row.PlayerID)
		if err != nil {
			return err
		}
	}
	return nil
}

// EndWithdrawn ends the games of players who have withdrawn. Each ends in a separate transaction, because one that has
// locked an event locks no games.
func (s *Store) EndWithdrawn(ctx context.Context) error {
	var ids []string
	err := db.Query(s.Read(ctx), func(c *db.Columns) error { ids = append(ids, c.Text()); return nil },
		"SELECT game_id FROM event_games WHERE to_end = 1 ORDER BY game_id")
	for _, id := range ids {
		err = errors.Join(err, s.Write(ctx, func(tx *core.Tx) error { return endWithdrawnGame(tx, id) }))
	}
	return err
}

func endWithdrawnGame(tx *core.Tx, id string) error {
	row, err := play.LockGame(tx, id)
	if err != nil {
		return err
	}
	if row.Status == models.Ongoing {
		if ended, err := EndIfWithdrawn(tx, row); !ended || err != nil {
			return err
		}
		return tx.UpdateGame(row, row.Ply)
	}
	return tx.Exec("UPDATE event_games SET to_end = 0 WHERE game_id = ? AND to_end = 1", id).Error
}

// EndIfWithdrawn ends an ongoing game if it is to end because a player has withdrawn from its event: of two players,
// the one who withdrew first loses it. A game of an event that was closed ends without a result. The caller stores the
// row.
func EndIfWithdrawn(tx *core.Tx, row *core.GameRow) (ended bool, err error) {
	if row.EventID == "" {
		return false, nil
	}
	var result *rules.Result
	err = db.Query(tx.DB, func(c *db.Columns) error {
		r := rules.Drawn(models.ReasonAnnulled)
		if reason, player := c.Text(), c.Number(); reason != ReasonClosed {
			r = rules.Won(row.Seat(player).Other(), models.ReasonWithdrawn)
		}
		result = &r
		return nil
	}, `SELECT g.reason, COALESCE(p.player_id, 0) FROM event_games g LEFT JOIN event_players p
			ON p.event_id = g.event_id AND p.player_id IN (g.first_id, g.second_id) AND p.withdrawn <> ''
			WHERE g.game_id = ? AND g.game_id <> '' AND g.to_end = 1 ORDER BY p.withdrawn_step LIMIT 1`, row.ID)
	if err != nil || result == nil {
		return false, err
	}
	if err := play.FinishGame(tx, row, *result); err != nil {
		return false, err
	}
	return true, tx.DeferExec("UPDATE event_games SET to_end = 0 WHERE game_id = ? AND game_id <> ''", row.ID)
}
