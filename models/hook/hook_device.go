package hook

import (
	"context"
	"crypto/ecdh"
	"net/url"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/models/webhook"
)

// A device is a browser that a player has asked for notices: a webhook of the format push, made by the browser itself.
// Its queue, its retries and the guard of its address are those of webhooks. Other than these it observes the player's
// quiet hours and days off, because it rings.

// NewDevice is the subscription of a browser to Web Push.
type NewDevice struct {
	Endpoint  string // URL of the push service for this browser
	Auth, Key string // as the browser gives them; see webhook.ParseDevice
	Name      string // what the player calls the device or the browser calls itself
}

// MaxDevices is the maximum number of devices of a player. A further one replaces the oldest.
const MaxDevices = 20

// maxDeviceName is the maximum length of a device's name in characters.
const maxDeviceName = 60

// Devices lists the browsers that get a player's notices, oldest first.
func (s *Store) Devices(ctx context.Context, player int64) ([]Hook, error) {
	return s.listHooks(ctx, "player_id = ? AND format = ?", player, webhook.Push)
}

// AddDevice makes a browser get notices of all kinds. One with the same endpoint is replaced, and keeps its kinds; an
// endpoint belongs to the player who named it last.
// Errors: CodeInvalid; CodeForbidden if the server has no webhooks.
func (s *Store) AddDevice(ctx context.Context, player int64, n NewDevice) (added Hook, err error) {
	if s.NoHooks {
		return Hook{}, models.Fail(models.CodeForbidden, "hooks_off")
	}
	keys, ok := webhook.ParseDevice(n.Auth, n.Key)
	if !ok {
		return Hook{}, models.Invalid("p256dh", "bad_device")
	}
	if err := s.checkHook(ctx, Patch{URL: &n.Endpoint}); err != nil {
		return Hook{}, err
	}
	u, err := url.Parse(n.Endpoint)
	if err != nil {
		return Hook{}, err
	}
	row := hookRow{
		PlayerID: player, URL: n.Endpoint, Format: webhook.Push, State: hookOn, Secret: keys.Secret(), OldSecret: []byte{},
		Target: visible.Clip(n.Name, maxDeviceName),
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, player); err != nil {
			return err
		}
		same, err := LoadHooks(tx.DB, "url = ? AND format = ?", n.Endpoint, webhook.Push)
		if err != nil {
			return err
		}
		for i := range same {
			if same[i].PlayerID == player {
				row.Events = same[i].Events
			}
			if err := EndDevice(tx, &same[i]); err != nil {
				return err
			}
		}
		mine, err := LoadHooks(tx.DB, "player_id = ? AND format = ? ORDER BY created_at, id", player, webhook.Push)
		if err != nil {
			return err
		}
		for i := 0; len(mine)-i >= MaxDevices; i++ {
			if err := EndDevice(tx, &mine[i]); err != nil {
				return err
			}
		}
		if err := insertHook(tx, &row); err != nil {
			return err
		}
		// A push service has one host for all browsers, whose limits would be those of all players together.
		row.Host = webhook.Host(u) + "/" + row.ID
		added = row.hook()
		return tx.Exec("UPDATE hooks SET host = ? WHERE id = ?", row.Host, row.ID).Error
	})
	return added, err
}

// EndDevice deletes a device. What waits for it is not sent.
func EndDevice(tx *core.Tx, row *hookRow) error {
	if _, err := db.Exec(tx.DB, "DELETE FROM hooks WHERE id = ?", row.ID); err != nil {
		return err
	}
	return noteHooks(tx, row.PlayerID)
}

// hookDue returns when a notice made now may be sent to a webhook: after its next try, and to a device not in the quiet
// hours or on a day off of its player.
func hookDue(tx *core.Tx, h *hookRow) (models.Millis, error) {
	due := max(tx.At, h.RetryAt)
	if h.Format != webhook.Push {
		return due, nil
	}
	var p schema.PlayerRow
	const find = "SELECT settings, time_zone, days_off FROM players WHERE id = ?"
	if err := tx.Raw(find, h.PlayerID).Scan(&p).Error; err != nil {
		return 0, err
	}
	return models.ToMillis(RingTime(due.Time(), schema.DecodeSettings(p.Settings).Quiet, schema.ReadDaysOff(p.DaysOff),
		p.Zone())), nil
}

// RingTime returns the first time at or after another that is neither in quiet hours, if there are any, nor on a day
// off.
func RingTime(at time.Time, quiet *calendar.QuietHours, off calendar.DaysOff, zone *time.Location) time.Time {
	for range 2 * calendar.MaxDaysOff * 7 { // days off and quiet hours may take turns for a week
		next := off.Deadline(at, 0, zone)
		if quiet != nil {
			if _, until, is := quiet.Around(next, zone); is {
				next = until
			}
		}
		if next.Equal(at) {
			break
		}
		at = next
	}
	return at
}

// PushKeySecret is the name of the key that identifies this server to push services (RFC 8292).
const PushKeySecret = "push"

// PushKey returns the key that identifies this server to push services.
func (s *Store) PushKey(ctx context.Context) (*ecdh.PrivateKey, error) {
	raw, err := s.Secret(ctx, PushKeySecret)
	if err != nil {
		return nil, err
	}
	return ecdh.P256().NewPrivateKey(raw)
}
