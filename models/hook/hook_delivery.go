package hook

import (
	"context"
	"fmt"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/queue"
	"turnpost/models/schema"
	"turnpost/models/webhook"
)

// The limits of one host: requests at a time, and requests. The bound allows 60 in any minute.
const (
	hookHostTogether = 2
	hookHostPage     = 20 // deliveries of a host that one claim looks at
)

var hookHostBound = models.Bound{Count: 10, Per: 12 * time.Second}

// ClaimHooks queues deliveries of new notices, and leases up to n deliveries: at most hookHostTogether to one host, one
// to a webhook, and not more than the limit of the host allows. more reports whether there may be further work now.
func (s *Store) ClaimHooks(ctx context.Context, n int, lease time.Duration) (claims []Claim, more bool, err error) {
	notices, hosts, err := s.dueForHooks(ctx)
	if err != nil || !notices && !hosts {
		return nil, false, err
	}
	err = s.WriteBackground(ctx, func(tx *core.Tx) error {
		claims, more = nil, false
		if notices {
			if more, err = queueHooks(tx); err != nil {
				return err
			}
		}
		claims, err = claimHooks(tx, n, lease)
		return err
	})
	if err != nil {
		return nil, false, err // a claim that was not committed is none
	}
	return claims, more || len(claims) == n, nil
}

func claimHooks(tx *core.Tx, n int, lease time.Duration) (claims []Claim, err error) {
	var hosts []string
	err = tx.Raw("SELECT host FROM hook_hosts WHERE next_at <= ? AND free_at <= ? ORDER BY next_at"+
		db.Limit(n)+tx.SkipLocked("hook_hosts"), tx.At, tx.At).Scan(&hosts).Error
	if err != nil {
		return nil, err
	}
	slices.Sort(hosts)
	for _, host := range hosts {
		if len(claims) == n {
			break
		}
		claimed, err := claimHost(tx, host, n-len(claims), lease)
		if err != nil {
			return nil, err
		}
		claims = append(claims, claimed...)
	}
	return claims, nil
}

// claimHost leases deliveries to a host, and stores when to look at it again. The row of the host is locked.
func claimHost(tx *core.Tx, host string, room int, lease time.Duration) (claims []Claim, err error) {
	busy, err := busyHooks(tx, host)
	if err != nil {
		return nil, err
	}
	freeAt := models.Millis(0)
	for room = min(room, hookHostTogether-len(busy)); room > 0 && freeAt == 0; room-- {
		d, err := firstReady(tx, host, busy)
		if err != nil {
			return nil, err
		}
		if d == nil {
			break
		}
		if freeAt, err = takeHost(tx, host); err != nil {
			return nil, err
		}
		if freeAt == 0 {
			until, text := queue.NewLease(tx.At, lease)
			d.lease = text
			if err = tx.Exec(queue.Deliveries.Claim("", "?"), until, text, d.ID).Error; err != nil {
				return nil, err
			}
			claims, busy = append(claims, d.Claim), append(busy, d.Hook)
		}
	}
	return claims, lookAgain(tx, host, freeAt, lease, len(busy) > 0)
}

// takeHost takes a request from the allowance of a host, or returns when there is one again.
func takeHost(tx *core.Tx, host string) (freeAt models.Millis, err error) {
	bound := schema.Scoped{Scope: "hook-host." + host, Bound: hookHostBound}
	ok, err := tx.Take(bound)
	if err != nil || ok {
		return 0, err
	}
	wait, err := tx.Wait(bound)
	return tx.At.Add(max(wait, time.Millisecond)), err
}

// firstReady returns the first delivery to a host that may be sent now; nil if there is none among the first ones. It
// skips busy webhooks.
func firstReady(tx *core.Tx, host string, busy []string) (*dueDelivery, error) {
	due, err := dueDeliveries(tx, host, busy)
	if err != nil {
		return nil, err
	}
	for i := range due {
		if ready, err := sortOut(tx, &due[i]); err != nil || ready {
			return &due[i], err
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// busyHooks lists the webhooks of a host to which something is being sent.
func busyHooks(tx *core.Tx, host string) (hooks []string, err error) {
	err = tx.Raw("SELECT hook_id FROM hook_deliveries WHERE host = ? AND lease_until > 0 AND lease_until > ?",
		host, tx.At).Scan(&hooks).Error
	return hooks, err
}

// dueDelivery is a due delivery with its webhook, which may be missing.
type dueDelivery struct {
	Claim
	state   string // of the webhook; "" if it was deleted
	retryAt models.Millis
}

// dueDeliveries lists the first due deliveries to a host, except to busy webhooks.
func dueDeliveries(tx *core.Tx, host string, busy []string) (list []dueDelivery, err error) {
	args := []any{host, tx.At, tx.At, ""}
	for _, hook := range busy {
		args = append(args, hook)
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		var d dueDelivery
		d.ID, d.Hook, d.Notice, d.Kind, d.MessageID = c.Number(), c.Text(), c.Number(), models.Kind(c.Text()), c.Text()
		d.CreatedAt, d.Attempts, d.Player = schema.Millis(c).Time(), int(c.Number())+1, c.Number()
		if c.IsNull() {
			list = append(list, d)
			return nil
		}
		d.state, d.URL, d.Host, d.Format, d.Target = c.Text(), c.Text(), c.Text(), webhook.Format(c.Text()), c.Text()
		current, old := c.Bytes(), c.Bytes()
		d.Secrets = [][]byte{current}
		if oldUntil := schema.Millis(c); oldUntil > tx.At {
			d.Secrets = append(d.Secrets, old)
		}
		d.Failures, d.retryAt = int(c.Number()), schema.Millis(c)
		list = append(list, d)
		return nil
	}, `SELECT d.id, d.hook_id, d.notice_id, d.kind, d.message_id, d.created_at, d.attempts, d.player_id,
			h.state, h.url, h.host, h.format, h.target, h.secret, h.old_secret, h.old_until, h.failures, h.retry_at
		FROM hook_deliveries d LEFT JOIN hooks h ON h.id = d.hook_id
		WHERE d.host = ? AND d.done_at = 0 AND d.next_at <= ? AND d.lease_until <= ?
			AND d.hook_id NOT IN (`+schema.Marks(len(busy)+1)+`)
		ORDER BY d.next_at, d.id`+db.Limit(hookHostPage), args...)
	return list, err
}

// sortOut drops a delivery whose webhook is off or gone, and postpones one whose webhook is retried later. It reports
// whether the delivery may be sent now.
func sortOut(tx *core.Tx, d *dueDelivery) (bool, error) {
	test := d.Kind == models.KindTest
	switch {
	case d.state == "" || (d.state == HookOff && !test):
		return false, tx.Exec("UPDATE hook_deliveries SET status = ?, reason = ?, done_at = ?, lease_until = 0 WHERE id = ?",
			models.Dropped, notice.DropHookOff, tx.At, d.ID).Error
	case d.retryAt > tx.At && !test:
		return false, tx.Exec("UPDATE hook_deliveries SET next_at = ? WHERE id = ?", d.retryAt, d.ID).Error
	}
	return true, nil
}

// lookAgain stores when to look at a host again. A busy host is looked at when a delivery is settled, and at the latest
// when its lease has ended.
func lookAgain(tx *core.Tx, host string, freeAt models.Millis, lease time.Duration, busy bool) error {
	next := models.Never
	err := tx.Raw(`SELECT COALESCE(MIN(next_at), ?) FROM hook_deliveries
		WHERE host = ? AND done_at = 0 AND lease_until <= ?`, models.Never, host, tx.At).Scan(&next).Error
	if err != nil {
		return err
	}
	leaseEnd := tx.At.Add(lease)
	if busy && (next > leaseEnd || next <= tx.At && freeAt == 0) {
		next = leaseEnd
	}
	return tx.Exec("UPDATE hook_hosts SET next_at = ?, free_at = ? WHERE host = ?", next, freeAt, host).Error
}

// SettleHooks settles deliveries and stores their results at the webhooks. A webhook is turned off if it is gone or has
// failed for 3 days; its player gets a mail.
func (s *Store) SettleHooks(ctx context.Context, outcomes []Outcome) (settled []Settled, err error) {
	err = s.WriteBackground(ctx, func(tx *core.Tx) error {
		settled = make([]Settled, len(outcomes))
		for i := range outcomes {
			if settled[i], err = settleHook(tx, &outcomes[i]); err != nil {
				return err
			}
		}
		tx.Wake(schema.HookWorker) // the hosts may have more to send
		return nil
	})
	return settled, err
}

func settleHook(tx *core.Tx, o *Outcome) (Settled, error) {
	rows, err := LoadHooks(tx.DB, "id = ?"+tx.ForUpdate("hooks"), o.Claim.Hook)
	if err != nil {
		return "", err
	}
	if err := lookAtHosts(tx, map[string]models.Millis{o.Claim.Host: tx.At}); err != nil {
		return "", err
	}
	test := o.Claim.Kind == models.KindTest
	became, status, doneAt, next := HookRetry, models.Queued, models.Millis(0), models.ToMillis(o.RetryAt)
	switch {
	case o.Dropped != "":
		became, status, doneAt = HookDropped, models.Dropped, tx.At
	case o.Detail == HookOK:
		became, status, doneAt = HookSent, models.Sent, tx.At
	case test:
		became, status, doneAt = HookFailed, models.Failed, tx.At
	}
	n, err := db.Exec(tx.DB, queue.Deliveries.Release("status = ?, reason = ?, failure = ?, done_at = ?, next_at = ?"),
		status, o.Dropped, o.Detail, doneAt, max(next, doneAt), o.Claim.ID, o.Claim.lease)
	if err != nil || n == 0 {
		return HookLost, err
	}
	if o.Dropped != "" || len(rows) == 0 || rows[0].URL != o.Claim.URL {
		return became, nil // nothing was sent, or nobody wants to know the result
	}
	if rows[0].Format == webhook.Push && o.Detail == HookGone {
		return HookTurnedOff, EndDevice(tx, &rows[0])
	}
	if off, err := noteHookResult(tx, &rows[0], o, test); err != nil || off {
		return HookTurnedOff, err
	}
	return became, nil
}

// noteHookResult stores the result of an attempt at its webhook, and reports whether that turned it off. A test that
// fails counts no failure.
func noteHookResult(tx *core.Tx, row *hookRow, o *Outcome, test bool) (off bool, err error) {
	was := *row
	row.LastAt, row.LastStatus, row.LastDetail = tx.At, o.Status, string(o.Detail)
	switch {
	case o.Detail == HookOK:
		row.FailingSince, row.Failures, row.RetryAt = 0, 0, 0
		if test {
			row.State = hookOn
		}
	case test:
	default:
		row.Failures++
		row.RetryAt = models.ToMillis(o.RetryAt)
		if row.FailingSince == 0 {
			row.FailingSince = tx.At
		}
		if o.Detail == HookGone || queue.Exhausted(row.Failures, tx.At.Sub(row.FailingSince)) {
			row.State, off = HookOff, row.State == hookOn
		}
	}
	err = tx.Exec(`UPDATE hooks SET last_at = ?, last_status = ?, last_detail = ?, failing_since = ?, failures = ?,
			retry_at = ?, state = ? WHERE id = ?`,
		row.LastAt, row.LastStatus, row.LastDetail, row.FailingSince, row.Failures, row.RetryAt, row.State, row.ID).Error
	if err != nil {
		return false, err
	}
	if was.RetryAt > tx.At && row.RetryAt == 0 { // what was postponed may be sent now
		err := tx.Exec("UPDATE hook_deliveries SET next_at = ? WHERE hook_id = ? AND done_at = 0 AND next_at > ?",
			tx.At, row.ID, tx.At).Error
		if err != nil {
			return false, err
		}
	}
	if was.State == row.State {
		return false, nil
	}
	if err := noteHooks(tx, row.PlayerID); err != nil || !off {
		return off, err
	}
	return off, noticeHookOff(tx, row)
}

// HookBatch is the maximum number of notices that one transaction queues for webhooks.
const HookBatch = 50

// HooksWoken returns a channel that receives when something may have become due for webhooks.
func (s *Store) HooksWoken() <-chan struct{} { return s.Signals[schema.HookWorker] }

// hookNotice is a notice for which deliveries are to be queued.
type hookNotice struct {
	row, part         int64
	id, player        int64
	key, game, reason string
	kind              models.Kind
	status            models.NoticeStatus
	createdAt         models.Millis
}

// Message returns the webhook-id.
func (n *hookNotice) message() string {
	if n.part == 0 {
		return webhook.MessageID(n.key)
	}
	return webhook.MessageID(fmt.Sprint(n.key, " ", n.part))
}

// dueForHooks reports whether there are rows in hook_notices, and hosts with due deliveries.
func (s *Store) dueForHooks(ctx context.Context) (notices, hosts bool, err error) {
	now := models.ToMillis(s.Clock())
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		notices, hosts = c.Bool(), c.Bool()
		return nil
	}, `SELECT EXISTS (SELECT 1 FROM hook_notices), EXISTS (SELECT 1 FROM hook_hosts WHERE next_at <= ? AND free_at <= ?)`,
		now, now)
	return notices, hosts, err
}

// queueHooks queues deliveries of some notices, and reports whether there may be more.
func queueHooks(tx *core.Tx) (more bool, err error) {
	var list []hookNotice
	err = db.Query(tx.DB, func(c *db.Columns) error {
		n := hookNotice{row: c.Number(), key: c.Text(), part: c.Number()}
		n.id, n.kind, n.player, n.game = c.Number(), models.Kind(c.Text()), c.Number(), c.Text()
		n.status, n.reason, n.createdAt = models.NoticeStatus(c.Text()), c.Text(), schema.Millis(c)
		list = append(list, n)
		return nil
	}, `SELECT w.id, w.key, w.part, COALESCE(n.id, 0), COALESCE(n.kind, ''), COALESCE(n.player_id, 0),
		COALESCE(n.game_id, ''),
			COALESCE(n.status, ''), COALESCE(n.reason, ''), COALESCE(n.created_at, 0)
		FROM hook_notices w LEFT JOIN notices n ON n.key = w.key ORDER BY w.id`+db.Limit(HookBatch)+tx.SkipLocked("w"))
	if err != nil || len(list) == 0 {
		return false, err
	}
	rows, players := make([]int64, len(list)), map[int64][]hookRow{}
	for i, n := range list {
		rows[i], players[n.player] = n.row, nil
	}
	if err := addHooksOf(tx, players); err != nil {
		return false, err
	}
	hosts := map[string]models.Millis{}
	for _, n := range list {
		if n.id == 0 || (n.status == models.Dropped && !MailOnly(models.NoticeReason(n.reason))) {
			continue
		}
		for _, h := range players[n.player] {
			if h.wants(n.kind) && (h.GameID == "" || h.GameID == n.game) {
				due, err := hookDue(tx, &h)
				if err != nil {
					return false, err
				}
				if err := addDelivery(tx, &h, n.id, n.kind, n.message(), due, hosts); err != nil {
					return false, err
				}
			}
		}
	}
	if err := lookAtHosts(tx, hosts); err != nil {
		return false, err
	}
	return len(list) == HookBatch, tx.Exec("DELETE FROM hook_notices WHERE id IN ?", rows).Error
}

// MailOnly reports whether a notice was dropped for a reason that concerns mail, so that webhooks get it.
func MailOnly(reason models.NoticeReason) bool {
	return slices.Contains([]models.NoticeReason{notice.DropGameOff, notice.DropKindOff, notice.DropMailFailing}, reason)
}

// addHooksOf loads the webhooks of players that are on.
func addHooksOf(tx *core.Tx, players map[int64][]hookRow) error {
	args := []any{hookOn}
	for id := range players {
		args = append(args, id)
	}
	hooks, err := LoadHooks(tx.DB, "state = ? AND player_id IN ("+schema.Marks(len(players))+") ORDER BY created_at, id",
		args...)
	for _, h := range hooks {
		players[h.PlayerID] = append(players[h.PlayerID], h)
	}
	return err
}

// addDelivery queues a delivery to a webhook, unless there is one of this message. It adds the host to hosts.
func addDelivery(tx *core.Tx,
	h *hookRow, notice int64, kind models.Kind, message string, due models.Millis, hosts map[string]models.Millis,
) error {
	if at, found := hosts[h.Host]; !found || due < at {
		hosts[h.Host] = due
	}
	return tx.Exec(`INSERT INTO hook_deliveries (hook_id, player_id, host, notice_id, kind, message_id, created_at,
		next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hook_id, message_id) DO NOTHING`,
		h.ID, h.PlayerID, h.Host, notice, kind, message, tx.At, due).Error
}

// lookAtHosts makes hosts due at the given times, if they are not due earlier.
func lookAtHosts(tx *core.Tx, hosts map[string]models.Millis) error {
	names := make([]string, 0, len(hosts))
	for host := range hosts {
		names = append(names, host)
	}
	slices.Sort(names) // all transactions lock them in this order
	for _, host := range names {
		at := hosts[host]
		err := tx.Exec(`INSERT INTO hook_hosts (host, next_at) VALUES (?, ?) ON CONFLICT (host) DO UPDATE
			SET next_at = CASE WHEN hook_hosts.next_at > ? THEN ? ELSE hook_hosts.next_at END`, host, at, at, at).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// HookQueue returns the number of deliveries that are due and the delay of the oldest one, among MaxCounted of those
// that are queued, and of the notices for which none is queued yet.
func (s *Store) HookQueue(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	// The condition on the host makes SQLite use the index that has next_at.
	return s.CountWaiting(ctx, `SELECT COUNT(*), COALESCE(MIN(at), 0) FROM (
			SELECT next_at AS at FROM (SELECT next_at FROM hook_deliveries WHERE host > '' AND done_at = 0`+
		db.Limit(schema.MaxCounted)+`) AS queued WHERE next_at <= ?
			UNION ALL SELECT at FROM (SELECT at FROM hook_notices ORDER BY id`+db.Limit(schema.MaxCounted)+`) AS noted) AS due`,
		models.ToMillis(s.Clock()))
}
