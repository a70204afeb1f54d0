package event

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
)

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
