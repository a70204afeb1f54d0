package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/mailbox"
	"turnpost/models/schema"
)

// InboundMails lists mails for an operator, newest first.
func (a Admin) InboundMails(
	ctx context.Context, f mailbox.InboundFilter,
) (list []mailbox.Inbound, next int64, err error) {
	where, args := "1 = 1", []any(nil)
	if f.Result != "" {
		where, args = where+" AND result = ?", append(args, f.Result)
	}
	if f.Status != "" {
		where, args = where+" AND status = ?", append(args, f.Status)
	}
	return a.store.PageInbound(ctx, f.Before, f.Limit, where, args...)
}

// InboundMail returns a mail with the parts that are still kept.
// Errors: CodeNotFound.
func (a Admin) InboundMail(ctx context.Context, id int64) (mailbox.Inbound, error) {
	var rows []mailbox.InboundRow
	if err := a.store.Read(ctx).Raw("SELECT * FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
		return mailbox.Inbound{}, err
	}
	if len(rows) == 0 {
		return mailbox.Inbound{}, models.Fail(models.CodeNotFound, "no_mail", "mail", int(id))
	}
	return rows[0].Inbound(), nil
}

// RequeueInbound queues a settled mail without effect for processing again.
// Errors: CodeNotFound, CodeConflict for a mail that had an effect, ErrNoRawMail for one that is no longer kept.
func (a Admin) RequeueInbound(ctx context.Context, id int64) error {
	return a.store.Write(ctx, func(tx *core.Tx) error {
		var rows []mailbox.InboundRow
		if err := tx.Raw("SELECT * FROM inbound WHERE id = ?", id).Scan(&rows).Error; err != nil {
			return err
		}
		switch {
		case len(rows) == 0:
			return models.Fail(models.CodeNotFound, "no_mail", "mail", int(id))
		case rows[0].DoneAt == 0:
			return tx.Exec("UPDATE inbound SET next_at = ?, attempts = 0 WHERE id = ?", tx.At, id).Error
		case len(rows[0].Raw) == 0:
			return mailbox.ErrNoRawMail
		case rows[0].Result != mailbox.InboundFailed && rows[0].Result != mailbox.InboundRejected:
			return models.Fail(models.CodeConflict, "mail_settled", "mail", int(id), "result", string(rows[0].Result))
		}
		tx.Wake(schema.InboundWorker)
		return tx.Exec(`UPDATE inbound SET status = 'queued', result = '', reason = '', done_at = 0,
			attempts = 0, next_at = ? WHERE id = ?`, tx.At, id).Error
	})
}
