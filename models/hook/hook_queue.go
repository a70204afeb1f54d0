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
	"turnpost/models/schema"
	"turnpost/models/webhook"
)

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
