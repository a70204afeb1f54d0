package hook

import (
	"context"
	"crypto/ecdh"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/models/webhook"
)

// Hook is a webhook of a player: an address that gets a request for each of their notices. It has no secret.
type Hook struct {
	ID        string
	URL       string
	Format    webhook.Format
	Target    string        // the chat or the room of a format that has one; of a device, its name
	Events    []models.Kind // which notices are sent, in the order of Events
	Game      string        // the only game whose notices are sent; "" for all
	On        bool
	CreatedAt time.Time
	Last      *Result // of the last attempt; nil if there was none
}

// Result is the result of an attempt to send to a webhook.
type Result struct {
	At           time.Time
	Status       int // of the HTTP response; 0 if there was none
	Detail       models.HookDetail
	FailingSince time.Time // of the first failure since the last success; zero after a success
}

// The details.
const (
	HookOK          models.HookDetail = "ok"
	HookRefused     models.HookDetail = "refused"     // the status is no success
	HookRedirected  models.HookDetail = "redirect"    // redirects are not followed
	HookGone        models.HookDetail = "gone"        // the status is 410
	HookTooSlow     models.HookDetail = "timeout"     // no whole response in time
	HookUnreachable models.HookDetail = "unreachable" // no connection, or a broken one
	HookUntrusted   models.HookDetail = "tls"         // the certificate is not valid
	HookForbidden   models.HookDetail = "address"     // the address is not public
	HookUnwritten   models.HookDetail = "unwritten"   // this server could not write the message
)

// Events lists the kinds of notices that webhooks can get.
func Events() []models.Kind { return models.KindsThatMayBeOff() }

// NewHook has the properties of a new webhook. Zero values mean JSON, all events and all games.
type NewHook struct {
	URL    string
	Format webhook.Format
	Events []models.Kind
	Game   string
	Target string // the chat or the room of a format that has one
	Token  string // of the bot that writes there
}

// Patch has the changed properties of a webhook; nil means no change.
type Patch struct {
	URL    *string
	Format *webhook.Format
	Events *[]models.Kind
	Game   *string
	On     *bool
	Target *string
	Token  *string
}

// IssuedHook is a webhook with its new secret, which is returned only once.
type IssuedHook struct {
	Hook
	Secret string
}

// MaxHooks is the maximum number of webhooks of a player.
const MaxHooks = 10

// HooksOff reports whether the server sends nothing to webhooks.
func (s *Store) HooksOff() bool { return s.NoHooks }

// Hooks lists a player's webhooks, oldest first, without devices.
func (s *Store) Hooks(ctx context.Context, player int64) ([]Hook, error) {
	return s.listHooks(ctx, "player_id = ? AND format <> ?", player, webhook.Push)
}

func (s *Store) listHooks(ctx context.Context, where string, args ...any) ([]Hook, error) {
	rows, err := LoadHooks(s.Read(ctx), where+" ORDER BY created_at, id", args...)
	list := make([]Hook, len(rows))
	for i := range rows {
		list[i] = rows[i].hook()
	}
	return list, err
}

// Hook returns a webhook of a player.
// Errors: CodeNotFound.
func (s *Store) Hook(ctx context.Context, player int64, id string) (Hook, error) {
	rows, err := LoadHooks(s.Read(ctx), "player_id = ? AND id = ?", player, id)
	if err != nil {
		return Hook{}, err
	}
	if len(rows) == 0 {
		return Hook{}, noHook(id)
	}
	return rows[0].hook(), nil
}

// The states of a webhook.
const (
	hookOn  = "on"
	HookOff = "off" // by its player, or after failures; only tests are sent
)

type hookRow struct {
	ID                    string
	PlayerID              int64
	URL, Host             string
	Format                webhook.Format
	Target                string
	Events                string // kinds with commas between; "" for all
	GameID                string
	State                 string
	Secret, OldSecret     []byte
	OldUntil, CreatedAt   models.Millis
	LastAt                models.Millis
	LastStatus            int
	LastDetail            string
	FailingSince, RetryAt models.Millis
	Failures              int
}

const hookColumns = `id, player_id, url, host, format, target, events, game_id, state, secret, old_secret, old_until,
	created_at, last_at, last_status, last_detail, failing_since, retry_at, failures`

func (r *hookRow) take(c *db.Columns) {
	r.ID, r.PlayerID, r.URL, r.Host, r.Format = c.Text(), c.Number(), c.Text(), c.Text(), webhook.Format(c.Text())
	r.Target = c.Text()
	r.Events, r.GameID, r.State, r.Secret, r.OldSecret = c.Text(), c.Text(), c.Text(), c.Bytes(), c.Bytes()
	r.OldUntil, r.CreatedAt, r.LastAt, r.LastStatus = schema.Millis(c), schema.Millis(c), schema.Millis(c), int(c.Number())
	r.LastDetail, r.FailingSince, r.RetryAt, r.Failures = c.Text(), schema.Millis(c), schema.Millis(c), int(c.Number())
}

// LoadHooks loads the webhooks that match a condition.
func LoadHooks(from *gorm.DB, where string, args ...any) (list []hookRow, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, hookRow{})
		list[len(list)-1].take(c)
		return nil
	}, "SELECT "+hookColumns+" FROM hooks WHERE "+where, args...)
	return list, err
}

func (r *hookRow) hook() Hook {
	h := Hook{
		ID: r.ID, URL: r.URL, Format: r.Format, Target: r.Target, Game: r.GameID, On: r.State == hookOn,
		CreatedAt: r.CreatedAt.Time(),
	}
	for _, kind := range Events() {
		if r.wants(kind) {
			h.Events = append(h.Events, kind)
		}
	}
	if r.LastAt > 0 {
		h.Last = &Result{
			At: r.LastAt.Time(), Status: r.LastStatus, Detail: models.HookDetail(r.LastDetail),
			FailingSince: r.FailingSince.Time(),
		}
	}
	return h
}

// wants reports whether the webhook gets notices of a kind.
func (r *hookRow) wants(kind models.Kind) bool {
	return r.Events == "" || strings.Contains(","+r.Events+",", ","+string(kind)+",")
}

// Outcome is the result of an attempt to send a delivery.
type Outcome struct {
	Claim   Claim
	Status  int                 // of the HTTP response; 0 if there was none
	Detail  models.HookDetail   // HookOK for a success
	Dropped models.NoticeReason // why nothing was sent; "" if it was
	RetryAt time.Time           // after a failure, when to try again
}

// Settled is what became of a delivery.
type Settled string

// What can become of a delivery.
const (
	HookSent      Settled = "sent"
	HookDropped   Settled = "dropped" // outdated
	HookRetry     Settled = "retry"   // failed, to be tried again
	HookFailed    Settled = "failed"  // a test failed, which is not tried again
	HookTurnedOff Settled = "off"     // failed, and the webhook is off now
	HookLost      Settled = "lost"    // another worker has it, or it was settled
)

// noticeHookOff notifies a player that their webhook was turned off.
func noticeHookOff(tx *core.Tx, row *hookRow) error {
	player, err := schema.FindPlayer(tx.DB, "id = ?", row.PlayerID)
	if err != nil || player == nil {
		return err
	}
	return notice.Notify(tx, schema.Notice{
		Key: "hook-off." + row.ID + "." + fmt.Sprint(tx.At), Kind: models.KindWebhookOff, PlayerID: row.PlayerID,
		Email: player.Email, Detail: schema.NoticeDetail{Hook: models.HookEnd{
			ID: row.ID, Host: row.Host, Format: string(row.Format), Since: row.FailingSince,
			Status: row.LastStatus, Detail: models.HookDetail(row.LastDetail),
		}},
	})
}

// Claim is a delivery that a worker holds.
type Claim struct {
	ID        int64
	MessageID string // the webhook-id, equal in all attempts
	Kind      models.Kind
	CreatedAt time.Time
	Attempts  int    // of this delivery, including this one
	Failures  int    // of the webhook in a row, before this attempt
	URL       string // of the webhook
	Host      string
	Format    webhook.Format
	Target    string   // the chat or the room of a format that has one
	Secrets   [][]byte // those that sign, the current one first; the token of a bot, or the keys of a device

	Hook   string
	Player int64
	Notice int64
	lease  string
}

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
