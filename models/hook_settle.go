package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/db"
)

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

// SettleHooks settles deliveries and stores their results at the webhooks. A webhook is turned off if it is gone or has
// failed for 3 days; its player gets a mail.
func (s *Store) SettleHooks(ctx context.Context, outcomes []HookOutcome) (settled []HookSettled, err error) {
	err = s.writeMail(ctx, func(tx *Tx) error {
		settled = make([]HookSettled, len(outcomes))
		for i := range outcomes {
			if settled[i], err = tx.settleHook(&outcomes[i]); err != nil {
				return err
			}
		}
		tx.hooked = true // the hosts may have more to send
		return nil
	})
	return settled, err
}

func (tx *Tx) settleHook(o *HookOutcome) (HookSettled, error) {
	rows, err := loadHooks(tx.DB, "id = ?"+tx.ForUpdate("hooks"), o.Claim.hook)
	if err != nil {
		return "", err
	}
	if err := tx.lookAtHosts(map[string]Millis{o.Claim.Host: tx.at}); err != nil {
		return "", err
	}
	test := o.Claim.Kind == KindTest
	became, status, doneAt, next := HookRetry, Queued, Millis(0), ToMillis(o.RetryAt)
	switch {
	case o.Dropped != "":
		became, status, doneAt = HookDropped, Dropped, tx.at
	case o.Detail == HookOK:
		became, status, doneAt = HookSent, Sent, tx.at
	case test:
		became, status, doneAt = HookFailed, Failed, tx.at
	}
	n, err := db.Exec(tx.DB, `UPDATE hook_deliveries SET lease = '', lease_until = 0, status = ?, reason = ?,
			failure = ?, done_at = ?, next_at = ?
		WHERE id = ? AND lease = ? AND done_at = 0`,
		status, o.Dropped, o.Detail, doneAt, max(next, doneAt), o.Claim.ID, o.Claim.lease)
	if err != nil || n == 0 {
		return HookLost, err
	}
	if o.Dropped != "" || len(rows) == 0 || rows[0].URL != o.Claim.URL {
		return became, nil // nothing was sent, or nobody wants to know the result
	}
	if off, err := tx.noteHookResult(&rows[0], o, test); err != nil || off {
		return HookTurnedOff, err
	}
	return became, nil
}

// noteHookResult stores the result of an attempt at its webhook, and reports whether that turned it off. A test that
// fails counts no failure.
func (tx *Tx) noteHookResult(row *hookRow, o *HookOutcome, test bool) (off bool, err error) {
	was := *row
	row.LastAt, row.LastStatus, row.LastDetail = tx.at, o.Status, string(o.Detail)
	switch {
	case o.Detail == HookOK:
		row.FailingSince, row.Failures, row.RetryAt = 0, 0, 0
		if test {
			row.State = hookOn
		}
	case test:
	default:
		row.Failures++
		row.RetryAt = ToMillis(o.RetryAt)
		if row.FailingSince == 0 {
			row.FailingSince = tx.at
		}
		if o.Detail == HookGone || tx.at.Sub(row.FailingSince) >= hookOffAfter {
			row.State, off = hookOff, row.State == hookOn
		}
	}
	err = tx.Exec(`UPDATE hooks SET last_at = ?, last_status = ?, last_detail = ?, failing_since = ?, failures = ?,
			retry_at = ?, state = ? WHERE id = ?`,
		row.LastAt, row.LastStatus, row.LastDetail, row.FailingSince, row.Failures, row.RetryAt, row.State, row.ID).Error
	if err != nil {
		return false, err
	}
	if was.RetryAt > tx.at && row.RetryAt == 0 { // what was postponed may be sent now
		err := tx.Exec("UPDATE hook_deliveries SET next_at = ? WHERE hook_id = ? AND done_at = 0 AND next_at > ?",
			tx.at, row.ID, tx.at).Error
		if err != nil {
			return false, err
		}
	}
	if was.State == row.State {
		return false, nil
	}
	if err := tx.noteHooks(row.PlayerID); err != nil || !off {
		return off, err
	}
	return off, tx.noticeHookOff(row)
}

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
