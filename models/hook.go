package models

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/webhook"
)

// Hook is a webhook of a player: an address that gets a request for each of their notices. It has no secret.
type Hook struct {
	ID        string
	URL       string
	Format    webhook.Format
	Events    []Kind // which notices are sent, in the order of HookEvents
	Game      string // the only game whose notices are sent; "" for all
	On        bool
	CreatedAt time.Time
	Last      *HookResult // of the last attempt; nil if there was none
}

// HookResult is the result of an attempt to send to a webhook.
type HookResult struct {
	At           time.Time
	Status       int // of the HTTP response; 0 if there was none
	Detail       HookDetail
	FailingSince time.Time // of the first failure since the last success; zero after a success
}

// HookDetail tells what happened in an attempt. Each has the words hook.detail.CODE.
type HookDetail string

// The details.
const (
	HookOK          HookDetail = "ok"
	HookRefused     HookDetail = "refused"     // the status is no success
	HookRedirected  HookDetail = "redirect"    // redirects are not followed
	HookGone        HookDetail = "gone"        // the status is 410
	HookTooSlow     HookDetail = "timeout"     // no whole response in time
	HookUnreachable HookDetail = "unreachable" // no connection, or a broken one
	HookUntrusted   HookDetail = "tls"         // the certificate is not valid
	HookForbidden   HookDetail = "address"     // the address is not public
	HookUnwritten   HookDetail = "unwritten"   // this server could not write the message
)

// HookEvents lists the kinds of notices that webhooks can get.
func HookEvents() []Kind { return kindsThatMayBeOff() }

// NewHook has the properties of a new webhook. Zero values mean JSON, all events and all games.
type NewHook struct {
	URL    string
	Format webhook.Format
	Events []Kind
	Game   string
}

// HookPatch has the changed properties of a webhook; nil means no change.
type HookPatch struct {
	URL    *string
	Format *webhook.Format
	Events *[]Kind
	Game   *string
	On     *bool
}

// IssuedHook is a webhook with its new secret, which is returned only once.
type IssuedHook struct {
	Hook
	Secret string
}

// maxHooks is the maximum number of webhooks of a player.
const maxHooks = 10

// HooksOff reports whether the server sends nothing to webhooks.
func (s *Store) HooksOff() bool { return s.hooksOff }

// Hooks lists a player's webhooks, oldest first.
func (s *Store) Hooks(ctx context.Context, player int64) ([]Hook, error) {
	rows, err := loadHooks(s.read(ctx), "player_id = ? ORDER BY created_at, id", player)
	list := make([]Hook, len(rows))
	for i := range rows {
		list[i] = rows[i].hook()
	}
	return list, err
}

// Hook returns a webhook of a player.
// Errors: CodeNotFound.
func (s *Store) Hook(ctx context.Context, player int64, id string) (Hook, error) {
	rows, err := loadHooks(s.read(ctx), "player_id = ? AND id = ?", player, id)
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
	hookOff = "off" // by its player, or after failures; only tests are sent
)

type hookRow struct {
	ID                    string
	PlayerID              int64
	URL, Host             string
	Format                webhook.Format
	Events                string // kinds with commas between; "" for all
	GameID                string
	State                 string
	Secret, OldSecret     []byte
	OldUntil, CreatedAt   Millis
	LastAt                Millis
	LastStatus            int
	LastDetail            string
	FailingSince, RetryAt Millis
	Failures              int
}

const hookColumns = `id, player_id, url, host, format, events, game_id, state, secret, old_secret, old_until,
	created_at, last_at, last_status, last_detail, failing_since, retry_at, failures`

func (r *hookRow) take(c *db.Columns) {
	r.ID, r.PlayerID, r.URL, r.Host, r.Format = c.Text(), c.Number(), c.Text(), c.Text(), webhook.Format(c.Text())
	r.Events, r.GameID, r.State, r.Secret, r.OldSecret = c.Text(), c.Text(), c.Text(), c.Bytes(), c.Bytes()
	r.OldUntil, r.CreatedAt, r.LastAt, r.LastStatus = millis(c), millis(c), millis(c), int(c.Number())
	r.LastDetail, r.FailingSince, r.RetryAt, r.Failures = c.Text(), millis(c), millis(c), int(c.Number())
}

// loadHooks loads the webhooks that match a condition.
func loadHooks(from *gorm.DB, where string, args ...any) (list []hookRow, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		list = append(list, hookRow{})
		list[len(list)-1].take(c)
		return nil
	}, "SELECT "+hookColumns+" FROM hooks WHERE "+where, args...)
	return list, err
}

func (r *hookRow) hook() Hook {
	h := Hook{
		ID: r.ID, URL: r.URL, Format: r.Format, Game: r.GameID, On: r.State == hookOn, CreatedAt: r.CreatedAt.Time(),
	}
	for _, kind := range HookEvents() {
		if r.wants(kind) {
			h.Events = append(h.Events, kind)
		}
	}
	if r.LastAt > 0 {
		h.Last = &HookResult{
			At: r.LastAt.Time(), Status: r.LastStatus, Detail: HookDetail(r.LastDetail), FailingSince: r.FailingSince.Time(),
		}
	}
	return h
}

// wants reports whether the webhook gets notices of a kind.
func (r *hookRow) wants(kind Kind) bool {
	return r.Events == "" || strings.Contains(","+r.Events+",", ","+string(kind)+",")
}

// ComposeHook loads the present content of a delivery, without links of its player. drop is the reason why it is
// outdated; it is never sent then. A test has only its recipient.
func (s *Store) ComposeHook(ctx context.Context, claim HookClaim) (c *Content, drop NoticeReason, err error) {
	n := notice{Kind: KindTest, PlayerID: claim.player}
	if claim.Kind != KindTest {
		found := false
		err = db.Query(s.read(ctx), func(c *db.Columns) (err error) {
			n, err = takeNotice(c)
			found = true
			return err
		}, "SELECT "+noticeColumns+" FROM notices WHERE id = ?", claim.notice)
		if err != nil || !found {
			return nil, DropAccountGone, err
		}
		if n.Status == Dropped && !mailOnly(n.Reason) {
			return nil, n.Reason, nil
		}
	}
	c = newClaim([]notice{n}).content(&claimedNotice{notice: n})
	if c.mailed, err = s.readMailed(ctx, n); err != nil {
		return nil, "", err
	}
	switch {
	case c.mailed.to.ID == 0:
		return nil, DropAccountGone, nil
	case c.mailed.banned:
		return nil, DropAccountBanned, nil
	}
	c.To = c.mailed.to
	drop, err = s.gather(ctx, c)
	return c, drop, err
}

// gatherHookEnd loads which webhook was turned off. The mail is outdated if the webhook is on again or gone.
func (s *Store) gatherHookEnd(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	c.HookEnd = c.row.Detail.Hook
	rows, err := loadHooks(s.read(ctx), "id = ? AND state = ?", c.HookEnd.ID, hookOff)
	if err == nil && len(rows) == 0 {
		return DropHookChanged, nil
	}
	return "", err
}

// HookOutcome is the result of an attempt to send a delivery.
type HookOutcome struct {
	Claim   HookClaim
	Status  int          // of the HTTP response; 0 if there was none
	Detail  HookDetail   // HookOK for a success
	Dropped NoticeReason // why nothing was sent; "" if it was
	RetryAt time.Time    // after a failure, when to try again
}

// HookSettled is what became of a delivery.
type HookSettled string

// What can become of a delivery.
const (
	HookSent      HookSettled = "sent"
	HookDropped   HookSettled = "dropped" // outdated
	HookRetry     HookSettled = "retry"   // failed, to be tried again
	HookFailed    HookSettled = "failed"  // a test failed, which is not tried again
	HookTurnedOff HookSettled = "off"     // failed, and the webhook is off now
	HookLost      HookSettled = "lost"    // another worker has it, or it was settled
)

// HookEnd tells which webhook was turned off and why, for KindWebhookOff. It does not have the whole URL, which may
// contain a secret.
type HookEnd struct {
	ID     string     `json:"id"`
	Host   string     `json:"host"`
	Format string     `json:"format"`
	Since  Millis     `json:"since"`            // of the first failure
	Status int        `json:"status,omitempty"` // of the last HTTP response; 0 if there was none
	Detail HookDetail `json:"detail"`
}

// noticeHookOff notifies a player that their webhook was turned off.
func (tx *Tx) noticeHookOff(row *hookRow) error {
	player, err := findPlayer(tx.DB, "id = ?", row.PlayerID)
	if err != nil || player == nil {
		return err
	}
	return tx.notify(notice{
		Key: "hook-off." + row.ID + "." + fmt.Sprint(tx.at), Kind: KindWebhookOff, PlayerID: row.PlayerID,
		Email: player.Email, Detail: noticeDetail{Hook: HookEnd{
			ID: row.ID, Host: row.Host, Format: string(row.Format), Since: row.FailingSince,
			Status: row.LastStatus, Detail: HookDetail(row.LastDetail),
		}},
	})
}

// HookClaim is a delivery that a worker holds.
type HookClaim struct {
	ID        int64
	MessageID string // the webhook-id, equal in all attempts
	Kind      Kind
	CreatedAt time.Time
	Attempts  int    // of this delivery, including this one
	Failures  int    // of the webhook in a row, before this attempt
	URL       string // of the webhook
	Host      string
	Format    webhook.Format
	Secrets   [][]byte // those that sign, the current one first

	hook   string
	player int64
	notice int64
	lease  string
}
