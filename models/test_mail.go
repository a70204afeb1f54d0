package models

import (
	"context"
	"fmt"
	"time"
)

// testMailsPerHour bounds what a player can have sent to themselves.
const testMailsPerHour = 5

// SendTestMail queues a mail to the player's own address. Where mail was paused because it came
// back, it goes on.
// Errors: CodeTooMany.
func (s *Store) SendTestMail(ctx context.Context, p Player) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.stillHere(p.ID); err != nil {
			return err
		}
		var recent int64
		err := tx.Table("notices").Where("player_id = ? AND kind = ? AND created_at > ?",
			p.ID, KindTest, tx.at.Add(-time.Hour)).Count(&recent).Error
		if err != nil {
			return err
		}
		if recent >= testMailsPerHour {
			return tooMany(time.Hour-time.Second, "too_many_test_mails", "n", recent)
		}
		if err := tx.resumeMail(p.ID); err != nil { // the player says so; a bounce will say otherwise
			return err
		}
		key := fmt.Sprintf("test.%d.%d.%d", p.ID, tx.at, recent)
		return tx.notify(notice{Key: key, Kind: KindTest, PlayerID: p.ID, Email: p.Email})
	})
}
