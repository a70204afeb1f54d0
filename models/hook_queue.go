package models

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/webhook"
)

// A notice to a player with webhooks inserts one row into hook_notices in its transaction; nothing else happens there.
// QueueHooks makes deliveries of these rows in the background: one for each webhook that wants the notice. Players
// without webhooks are known by their settings, which a notice loads anyway, so that they cost nothing.
//
// Deliveries never wait in the queue of mail, and their rows are not those of mail: no claim of one locks a row of the
// other. Their queue is a list of hosts, since limits count by host: a host with thousands of due deliveries is one row
// of that queue, and is looked at again when its limit allows.
//
// Failures belong to the webhook, not to the delivery: until its next try nothing else is sent there. After a failure
// the oldest delivery that is still true is tried next. Thus a dead receiver costs one attempt in minutes or hours,
// however many notices there are.

// Never is the stored time of what is not planned: the next try at a host without deliveries.
const Never = Millis(math.MaxInt64 / 2)

// hookBatch is the maximum number of notices that one transaction queues for webhooks.
const hookBatch = 50

// noteForHooks records a queued notice for queueHooks. part is the number of a message that the notice of earlier ones
// includes; 0 for the notice itself.
func (tx *Tx) noteForHooks(key string, part int) error {
	if tx.store.hooksOff {
		return nil
	}
	tx.hooked = true
	return tx.DeferExec("INSERT INTO hook_notices (key, part, at) VALUES (?, ?, ?)", key, part, tx.at)
}

// HooksWoken returns a channel that receives when something may have become due for webhooks.
func (s *Store) HooksWoken() <-chan struct{} { return s.wakeHooks }

// hookNotice is a notice for which deliveries are to be queued.
type hookNotice struct {
	row, part         int64
	id, player        int64
	key, game, reason string
	kind              Kind
	status            NoticeStatus
	createdAt         Millis
}

// message returns the webhook-id.
func (n *hookNotice) message() string {
	if n.part == 0 {
		return webhook.MessageID(n.key)
	}
	return webhook.MessageID(fmt.Sprint(n.key, " ", n.part))
}

// dueForHooks reports whether there are rows in hook_notices, and hosts with due deliveries.
func (s *Store) dueForHooks(ctx context.Context) (notices, hosts bool, err error) {
	now := ToMillis(s.now())
	err = db.Query(s.read(ctx), func(c *db.Columns) error {
		notices, hosts = c.Bool(), c.Bool()
		return nil
	}, `SELECT EXISTS (SELECT 1 FROM hook_notices), EXISTS (SELECT 1 FROM hook_hosts WHERE next_at <= ? AND free_at <= ?)`,
		now, now)
	return notices, hosts, err
}

// queueHooks queues deliveries of some notices, and reports whether there may be more.
func (tx *Tx) queueHooks() (more bool, err error) {
	var list []hookNotice
	err = db.Query(tx.DB, func(c *db.Columns) error {
		n := hookNotice{row: c.Number(), key: c.Text(), part: c.Number()}
		n.id, n.kind, n.player, n.game = c.Number(), Kind(c.Text()), c.Number(), c.Text()
		n.status, n.reason, n.createdAt = NoticeStatus(c.Text()), c.Text(), millis(c)
		list = append(list, n)
		return nil
	}, `SELECT w.id, w.key, w.part, COALESCE(n.id, 0), COALESCE(n.kind, ''), COALESCE(n.player_id, 0),
		COALESCE(n.game_id, ''),
			COALESCE(n.status, ''), COALESCE(n.reason, ''), COALESCE(n.created_at, 0)
		FROM hook_notices w LEFT JOIN notices n ON n.key = w.key ORDER BY w.id`+db.Limit(hookBatch)+tx.SkipLocked("w"))
	if err != nil || len(list) == 0 {
		return false, err
	}
	rows, players := make([]int64, len(list)), map[int64][]hookRow{}
	for i, n := range list {
		rows[i], players[n.player] = n.row, nil
	}
	if err := tx.addHooksOf(players); err != nil {
		return false, err
	}
	hosts := map[string]Millis{}
	for _, n := range list {
		if n.id == 0 || (n.status == Dropped && !mailOnly(NoticeReason(n.reason))) {
			continue
		}
		for _, h := range players[n.player] {
			if h.wants(n.kind) && (h.GameID == "" || h.GameID == n.game) {
				if err := tx.addDelivery(&h, n.id, n.kind, n.message(), max(tx.at, h.RetryAt), hosts); err != nil {
					return false, err
				}
			}
		}
	}
	if err := tx.lookAtHosts(hosts); err != nil {
		return false, err
	}
	return len(list) == hookBatch, tx.Exec("DELETE FROM hook_notices WHERE id IN ?", rows).Error
}

// mailOnly reports whether a notice was dropped for a reason that concerns mail, so that webhooks get it.
func mailOnly(reason NoticeReason) bool {
	return slices.Contains([]NoticeReason{DropGameOff, DropKindOff, DropMailFailing}, reason)
}

// addHooksOf loads the webhooks of players that are on.
func (tx *Tx) addHooksOf(players map[int64][]hookRow) error {
	args := []any{hookOn}
	for id := range players {
		args = append(args, id)
	}
	hooks, err := loadHooks(tx.DB, "state = ? AND player_id IN ("+marks(len(players))+") ORDER BY created_at, id", args...)
	for _, h := range hooks {
		players[h.PlayerID] = append(players[h.PlayerID], h)
	}
	return err
}

// addDelivery queues a delivery to a webhook, unless there is one of this message. It adds the host to hosts.
func (tx *Tx) addDelivery(
	h *hookRow, notice int64, kind Kind, message string, due Millis, hosts map[string]Millis,
) error {
	if at, found := hosts[h.Host]; !found || due < at {
		hosts[h.Host] = due
	}
	return tx.Exec(`INSERT INTO hook_deliveries (hook_id, player_id, host, notice_id, kind, message_id, created_at,
		next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hook_id, message_id) DO NOTHING`,
		h.ID, h.PlayerID, h.Host, notice, kind, message, tx.at, due).Error
}

// lookAtHosts makes hosts due at the given times, if they are not due earlier.
func (tx *Tx) lookAtHosts(hosts map[string]Millis) error {
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

// HookQueue returns the number of deliveries that are due and the delay of the oldest one, among maxCounted of those
// that are queued, and of the notices for which none is queued yet.
func (s *Store) HookQueue(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	// The condition on the host makes SQLite use the index that has next_at.
	return s.waiting(ctx, `SELECT COUNT(*), COALESCE(MIN(at), 0) FROM (
			SELECT next_at AS at FROM (SELECT next_at FROM hook_deliveries WHERE host > '' AND done_at = 0`+
		db.Limit(maxCounted)+`) AS queued WHERE next_at <= ?
			UNION ALL SELECT at FROM (SELECT at FROM hook_notices ORDER BY id`+db.Limit(maxCounted)+`) AS noted) AS due`,
		ToMillis(s.now()))
}

// HookDelivery is what became of a notice at one webhook, as the ledger shows it.
type HookDelivery struct {
	Notice   int64
	Hook     string
	Status   NoticeStatus
	Reason   NoticeReason // why it was dropped
	Detail   HookDetail   // of the last attempt; "" if there was none
	Attempts int
	NextAt   time.Time // of the next attempt, while queued
	DoneAt   time.Time // zero while queued
}

// hookDeliveries lists the deliveries of notices, by notice.
func hookDeliveries(from *gorm.DB, notices []int64) (map[int64][]HookDelivery, error) {
	list := map[int64][]HookDelivery{}
	if len(notices) == 0 {
		return list, nil
	}
	args := make([]any, len(notices))
	for i, id := range notices {
		args[i] = id
	}
	err := db.Query(from, func(c *db.Columns) error {
		d := HookDelivery{
			Notice: c.Number(), Hook: c.Text(), Status: NoticeStatus(c.Text()), Reason: NoticeReason(c.Text()),
			Detail: HookDetail(c.Text()), Attempts: int(c.Number()), NextAt: millis(c).Time(), DoneAt: millis(c).Time(),
		}
		if !d.DoneAt.IsZero() {
			d.NextAt = time.Time{}
		}
		list[d.Notice] = append(list[d.Notice], d)
		return nil
	}, `SELECT notice_id, hook_id, status, reason, failure, attempts, next_at, done_at FROM hook_deliveries
		WHERE notice_id IN (`+marks(len(notices))+") ORDER BY id", args...)
	return list, err
}

// marks returns the placeholders of a list of n values.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }
