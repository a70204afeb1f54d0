package mailbox

import (
	"context"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/hook"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// ComposeHook loads the present content of a delivery, without links of its player. drop is the reason why it is
// outdated; it is never sent then. A test has only its recipient.
func (s *Store) ComposeHook(ctx context.Context, claim hook.Claim) (c *Content, drop models.NoticeReason, err error) {
	n := schema.Notice{Kind: models.KindTest, PlayerID: claim.Player}
	if claim.Kind != models.KindTest {
		found := false
		err = db.Query(s.Read(ctx), func(c *db.Columns) (err error) {
			n, err = notice.TakeNotice(c)
			found = true
			return err
		}, "SELECT "+notice.NoticeColumns+" FROM notices WHERE id = ?", claim.Notice)
		if err != nil || !found {
			return nil, notice.DropAccountGone, err
		}
		if n.Status == models.Dropped && !hook.MailOnly(n.Reason) {
			return nil, n.Reason, nil
		}
	}
	c = newClaim([]schema.Notice{n}).content(&schema.ClaimedNotice{Notice: n})
	if c.mailed, err = s.readMailed(ctx, n); err != nil {
		return nil, "", err
	}
	switch {
	case c.mailed.to.ID == 0:
		return nil, notice.DropAccountGone, nil
	case c.mailed.banned:
		return nil, notice.DropAccountBanned, nil
	}
	c.To = c.mailed.to
	drop, err = s.gather(ctx, c)
	return c, drop, err
}

// gatherHookEnd loads which webhook was turned off. The mail is outdated if the webhook is on again or gone.
func (s *Store) gatherHookEnd(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	c.HookEnd = c.Row.Detail.Hook
	rows, err := hook.LoadHooks(s.Read(ctx), "id = ? AND state = ?", c.HookEnd.ID, hook.HookOff)
	if err == nil && len(rows) == 0 {
		return notice.DropHookChanged, nil
	}
	return "", err
}
