package models

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"turnpost/models/db"
	"turnpost/models/webhook"
)

// The limits of one host: requests at a time, and requests. The bound allows 60 in any minute.
const (
	hookHostTogether = 2
	hookHostPage     = 20 // deliveries of a host that one claim looks at
)

var hookHostBound = Bound{10, 12 * time.Second}

// hookOffAfter is how long a webhook may fail until it is turned off.
const hookOffAfter = 3 * 24 * time.Hour

// ClaimHooks queues deliveries of new notices, and leases up to n deliveries: at most hookHostTogether to one host, one
// to a webhook, and not more than the limit of the host allows. more reports whether there may be further work now.
func (s *Store) ClaimHooks(ctx context.Context, n int, lease time.Duration) (claims []HookClaim, more bool, err error) {
	notices, hosts, err := s.dueForHooks(ctx)
	if err != nil || !notices && !hosts {
		return nil, false, err
	}
	err = s.writeBackground(ctx, func(tx *Tx) error {
		claims, more = nil, false
		if notices {
			if more, err = tx.queueHooks(); err != nil {
				return err
			}
		}
		claims, err = tx.claimHooks(n, lease)
		return err
	})
	if err != nil {
		return nil, false, err // a claim that was not committed is none
	}
	return claims, more || len(claims) == n, nil
}

func (tx *Tx) claimHooks(n int, lease time.Duration) (claims []HookClaim, err error) {
	var hosts []string
	err = tx.Raw("SELECT host FROM hook_hosts WHERE next_at <= ? AND free_at <= ? ORDER BY next_at"+
		db.Limit(n)+tx.SkipLocked("hook_hosts"), tx.at, tx.at).Scan(&hosts).Error
	if err != nil {
		return nil, err
	}
	slices.Sort(hosts)
	for _, host := range hosts {
		if len(claims) == n {
			break
		}
		claimed, err := tx.claimHost(host, n-len(claims), lease)
		if err != nil {
			return nil, err
		}
		claims = append(claims, claimed...)
	}
	return claims, nil
}

// claimHost leases deliveries to a host, and stores when to look at it again. The row of the host is locked.
func (tx *Tx) claimHost(host string, room int, lease time.Duration) (claims []HookClaim, err error) {
	busy, err := tx.busyHooks(host)
	if err != nil {
		return nil, err
	}
	freeAt := Millis(0)
	for room = min(room, hookHostTogether-len(busy)); room > 0 && freeAt == 0; room-- {
		d, err := tx.firstReady(host, busy)
		if err != nil {
			return nil, err
		}
		if d == nil {
			break
		}
		if freeAt, err = tx.takeHost(host); err != nil {
			return nil, err
		}
		if freeAt == 0 {
			d.lease = rand.Text()
			err = tx.Exec("UPDATE hook_deliveries SET lease = ?, lease_until = ?, attempts = attempts + 1 WHERE id = ?",
				d.lease, tx.at.Add(lease), d.ID).Error
			if err != nil {
				return nil, err
			}
			claims, busy = append(claims, d.HookClaim), append(busy, d.hook)
		}
	}
	return claims, tx.lookAgain(host, freeAt, lease, len(busy) > 0)
}

// takeHost takes a request from the allowance of a host, or returns when there is one again.
func (tx *Tx) takeHost(host string) (freeAt Millis, err error) {
	bound := scoped{"hook-host." + host, hookHostBound}
	ok, err := tx.take(bound)
	if err != nil || ok {
		return 0, err
	}
	wait, err := tx.wait(bound)
	return tx.at.Add(max(wait, time.Millisecond)), err
}

// firstReady returns the first delivery to a host that may be sent now; nil if there is none among the first ones. It
// skips busy webhooks.
func (tx *Tx) firstReady(host string, busy []string) (*dueDelivery, error) {
	due, err := tx.dueDeliveries(host, busy)
	if err != nil {
		return nil, err
	}
	for i := range due {
		if ready, err := tx.sortOut(&due[i]); err != nil || ready {
			return &due[i], err
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// busyHooks lists the webhooks of a host to which something is being sent.
func (tx *Tx) busyHooks(host string) (hooks []string, err error) {
	err = tx.Raw("SELECT hook_id FROM hook_deliveries WHERE host = ? AND lease_until > 0 AND lease_until > ?",
		host, tx.at).Scan(&hooks).Error
	return hooks, err
}

// dueDelivery is a due delivery with its webhook, which may be missing.
type dueDelivery struct {
	HookClaim
	state   string // of the webhook; "" if it was deleted
	retryAt Millis
}

// dueDeliveries lists the first due deliveries to a host, except to busy webhooks.
func (tx *Tx) dueDeliveries(host string, busy []string) (list []dueDelivery, err error) {
	args := []any{host, tx.at, tx.at, ""}
	for _, hook := range busy {
		args = append(args, hook)
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		var d dueDelivery
		d.ID, d.hook, d.notice, d.Kind, d.MessageID = c.Number(), c.Text(), c.Number(), Kind(c.Text()), c.Text()
		d.CreatedAt, d.Attempts, d.player = millis(c).Time(), int(c.Number())+1, c.Number()
		if c.IsNull() {
			list = append(list, d)
			return nil
		}
		d.state, d.URL, d.Host, d.Format = c.Text(), c.Text(), c.Text(), webhook.Format(c.Text())
		current, old := c.Bytes(), c.Bytes()
		d.Secrets = [][]byte{current}
		if oldUntil := millis(c); oldUntil > tx.at {
			d.Secrets = append(d.Secrets, old)
		}
		d.Failures, d.retryAt = int(c.Number()), millis(c)
		list = append(list, d)
		return nil
	}, `SELECT d.id, d.hook_id, d.notice_id, d.kind, d.message_id, d.created_at, d.attempts, d.player_id,
			h.state, h.url, h.host, h.format, h.secret, h.old_secret, h.old_until, h.failures, h.retry_at
		FROM hook_deliveries d LEFT JOIN hooks h ON h.id = d.hook_id
		WHERE d.host = ? AND d.done_at = 0 AND d.next_at <= ? AND d.lease_until <= ?
			AND d.hook_id NOT IN (`+marks(len(busy)+1)+`)
		ORDER BY d.next_at, d.id`+db.Limit(hookHostPage), args...)
	return list, err
}

// sortOut drops a delivery whose webhook is off or gone, and postpones one whose webhook is retried later. It reports
// whether the delivery may be sent now.
func (tx *Tx) sortOut(d *dueDelivery) (bool, error) {
	test := d.Kind == KindTest
	switch {
	case d.state == "" || (d.state == hookOff && !test):
		return false, tx.Exec("UPDATE hook_deliveries SET status = ?, reason = ?, done_at = ?, lease_until = 0 WHERE id = ?",
			Dropped, DropHookOff, tx.at, d.ID).Error
	case d.retryAt > tx.at && !test:
		return false, tx.Exec("UPDATE hook_deliveries SET next_at = ? WHERE id = ?", d.retryAt, d.ID).Error
	}
	return true, nil
}

// lookAgain stores when to look at a host again. A busy host is looked at when a delivery is settled, and at the latest
// when its lease has ended.
func (tx *Tx) lookAgain(host string, freeAt Millis, lease time.Duration, busy bool) error {
	next := Never
	err := tx.Raw(`SELECT COALESCE(MIN(next_at), ?) FROM hook_deliveries
		WHERE host = ? AND done_at = 0 AND lease_until <= ?`, Never, host, tx.at).Scan(&next).Error
	if err != nil {
		return err
	}
	leaseEnd := tx.at.Add(lease)
	if busy && (next > leaseEnd || next <= tx.at && freeAt == 0) {
		next = leaseEnd
	}
	return tx.Exec("UPDATE hook_hosts SET next_at = ?, free_at = ? WHERE host = ?", next, freeAt, host).Error
}

// SettleHooks settles deliveries and stores their results at the webhooks. A webhook is turned off if it is gone or has
// failed for 3 days; its player gets a mail.
func (s *Store) SettleHooks(ctx context.Context, outcomes []HookOutcome) (settled []HookSettled, err error) {
	err = s.writeBackground(ctx, func(tx *Tx) error {
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
