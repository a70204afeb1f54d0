package mailbox

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/queue"
	"turnpost/models/schema"
)

// The outbox hands notices to workers, as package queue describes. A recipient gets their notices in order: a notice is
// claimed only after all earlier ones that are due and, within a game, only after all earlier ones.
//
// A claim includes the other due notices of the same bundle: those to the same player about
// the same game, or for the same digest. They become one mail and are settled together. Messages and offers wait for a
// moment (Options.GatherMail), so that what a player does in one go is one mail. A notice that does not wait, such as
// that of a turn, takes along those that do: nothing makes a turn late. After its first attempt a
// mail takes no further notices, so that its Message-ID denotes the same notices in every attempt.

// Claim is the set of notices of one mail that a worker holds.
type Claim struct {
	ID        int64       // of the primary notice
	Key       string      // equal in all attempts; the Message-ID is derived from it
	Kind      models.Kind // of the primary notice, or KindDigest
	Ply       int         // of the primary notice's game
	Attempts  int         // including this one
	CreatedAt time.Time
	DueAt     time.Time
	ReadyAt   time.Time               // since when it could have been claimed, but for earlier mail to the recipient
	Row       schema.Notice           // the primary notice
	Parts     []*schema.ClaimedNotice // all notices of the mail, the primary one first
}

// ClaimNotices leases the notices of up to n mails.
func (s *Store) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]Claim, error) {
	var claims []Claim
	err := s.WriteBackground(ctx, func(tx *core.Tx) error {
		primaries, err := claimPrimaries(tx, n, lease)
		if err != nil {
			return err
		}
		claims = make([]Claim, 0, len(primaries))
		for _, primary := range primaries {
			rows := []schema.Notice{primary.Notice}
			if primary.others > 0 {
				others, err := claimSecondary(tx, primary.Notice)
				if err != nil {
					return err
				}
				rows = append(rows, others...)
			}
			claims = append(claims, newClaim(rows))
		}
		return nil
	})
	if err != nil {
		return nil, err // a claim that was not committed is none
	}
	return claims, nil
}

func newClaim(rows []schema.Notice) Claim {
	primary := rows[0]
	c := Claim{
		ID: primary.ID, Key: primary.Mail, Kind: primary.Kind, Ply: primary.Ply, Attempts: primary.Attempts,
		CreatedAt: primary.CreatedAt.Time(), DueAt: primary.DueAt.Time(), ReadyAt: primary.NextAt.Time(),
		Row: primary,
	}
	if primary.Bundle == schema.DigestBundle {
		c.Kind = models.KindDigest
	}
	for _, row := range rows {
		c.Parts = append(c.Parts, &schema.ClaimedNotice{Notice: row})
	}
	return c
}

// primary is a claimed notice whose mail may include secondary ones.
type primary struct {
	schema.Notice
	others int // number of waiting notices for its mail; at most 1 is counted
}

// claimPrimaries leases up to n notices to distinct recipients, in order.
func claimPrimaries(tx *core.Tx, n int, lease time.Duration) (primaries []primary, err error) {
	until, text := queue.NewLease(tx.At, lease)
	err = db.Query(tx.DB, func(c *db.Columns) error {
		row, err := notice.TakeNotice(c)
		primaries = append(primaries, primary{row, int(c.Number())})
		return err
	}, queue.Notices.Claim(", mail = CASE WHEN mail = '' THEN key ELSE mail END", `
			SELECT n.id FROM notices n
			WHERE n.done_at = 0 AND n.next_at <= ? AND n.lease_until <= ? AND NOT EXISTS (
				SELECT 1 FROM notices p
				WHERE p.email = n.email AND p.done_at = 0 AND p.id < n.id AND p.due_at <= ?
				  AND (p.next_at <= ? OR p.lease_until > ? OR p.game_id = n.game_id))
			ORDER BY n.next_at, n.id`+db.Limit(n)+tx.SkipLocked("n"))+`
		RETURNING `+notice.NoticeColumns+`, (SELECT COUNT(*) FROM (
			SELECT 1 FROM notices o WHERE o.email = notices.email AND o.done_at = 0 AND o.id <> notices.id
			AND (o.bundle = notices.bundle OR o.mail = notices.mail) LIMIT 1) AS one)`,
		until, text, tx.At, tx.At, tx.At, tx.At, tx.At)
	slices.SortFunc(primaries, func(a, b primary) int { return cmp.Compare(a.ID, b.ID) })
	return primaries, err
}

// maxBundle is the maximum number of notices in one mail; the next mail has the others.
const maxBundle = 100

// claimSecondary leases the secondary notices of a leased one: in the first attempt the rest of its
// bundle that is due or waits for others, in later ones those that were in its mail before.
func claimSecondary(tx *core.Tx, primary schema.Notice) (rows []schema.Notice, err error) {
	together, with := "n.mail = ?", primary.Mail
	if primary.Attempts == 1 {
		together, with = "n.mail = '' AND n.next_at <= ? AND n.bundle = ?", primary.Bundle
	}
	if with == "" {
		return nil, nil
	}
	args := []any{primary.LeaseUntil, primary.Lease, primary.Mail, primary.Email, primary.ID, tx.At}
	if primary.Attempts == 1 {
		args = append(args, tx.At.Add(tx.Store.GatherMail))
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		n, err := notice.TakeNotice(c)
		rows = append(rows, n)
		return err
	}, queue.Notices.Claim(", mail = ?", `
			SELECT n.id FROM notices n
			WHERE n.email = ? AND n.done_at = 0 AND n.id <> ? AND n.lease_until <= ? AND `+together+`
			ORDER BY n.id`+db.Limit(maxBundle-1)+tx.SkipLocked("n"))+`
		RETURNING `+notice.NoticeColumns, append(args, with)...)
	slices.SortFunc(rows, func(a, b schema.Notice) int { return cmp.Compare(a.ID, b.ID) })
	return rows, err
}

// RenewClaim extends a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) RenewClaim(ctx context.Context, c Claim, lease time.Duration) error {
	return s.WriteBackground(ctx, func(tx *core.Tx) error {
		return queue.Notices.Renew(tx.DB, c.Row.Lease, tx.At.Add(lease), c.ids()...)
	})
}

// ReturnClaim undoes a claim whose mail was not attempted. The error is ErrLeaseLost if another worker has it.
func (s *Store) ReturnClaim(ctx context.Context, c Claim) error {
	return s.WriteBackground(ctx, func(tx *core.Tx) error {
		return queue.Notices.GiveBack(tx.DB, c.Row.Lease, ", mail = CASE WHEN attempts = 1 THEN '' ELSE mail END",
			c.ids()...)
	})
}

func (c Claim) ids() []int64 {
	ids := make([]int64, len(c.Parts))
	for i, p := range c.Parts {
		ids[i] = p.ID
	}
	return ids
}

// Settling is the outcome of a claim.
type Settling struct {
	claim   Claim
	settle  func(p *schema.ClaimedNotice) schema.Settlement
	bounce  account.Bounce // of a mail that the server refuses for good
	refused string         // why
}

// Sent returns the outcome of a claim whose mail was accepted. The wait of a turn's notice is credited to the player.
func (c Claim) Sent() Settling {
	return Settling{claim: c, settle: func(p *schema.ClaimedNotice) schema.Settlement {
		switch {
		case p.Bundle == schema.DigestBundle:
			return schema.Settlement{Status: models.Sent, Reason: notice.ReasonInDigest}
		case p.ID != c.ID:
			return schema.Settlement{Status: models.Sent, Reason: notice.ReasonBundled, Primary: c.ID}
		}
		return schema.Settlement{Status: models.Sent}
	}}
}

// Failed returns the outcome of a claim whose mail cannot be delivered, with the reason given by the mail server.
func (c Claim) Failed(failure string) Settling {
	return c.become(schema.Settlement{Status: models.Failed, Failure: failure})
}

// Refused is Failed for a mail that the mail server refuses for good. It counts as a bounce; if the program is killed
// between settling and counting, it is not counted.
func (c Claim) Refused(b account.Bounce, failure string) Settling {
	refused := c.Failed(failure)
	refused.bounce, refused.refused = b, failure
	return refused
}

// Again returns the outcome of a claim to be tried again at a later time, with the reason.
func (c Claim) Again(at time.Time, failure string) Settling {
	return c.become(schema.Settlement{Status: models.Queued, Failure: failure, Next: models.ToMillis(at)})
}

// dropped returns the outcome of a claim with outdated notices only.
func (c Claim) dropped() Settling { return c.become(schema.Settlement{Status: models.Dropped}) }

// become returns the outcome of a claim whose notices all become the same.
func (c Claim) become(s schema.Settlement) Settling {
	return Settling{claim: c, settle: func(*schema.ClaimedNotice) schema.Settlement { return s }}
}

// Settle settles a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) Settle(ctx context.Context, one Settling) error {
	return s.SettleTogether(ctx, []Settling{one})[0]
}

// SettleTogether settles claims in one transaction or, if one of them cannot be settled, each in a separate one. A
// claim whose game is damaged is settled without crediting the game. The errors are those of Settle, in the order of
// the claims.
func (s *Store) SettleTogether(ctx context.Context, group []Settling) []error {
	errs := make([]error, len(group))
	together := s.WriteBackground(ctx, func(tx *core.Tx) error { return settleAll(tx, group) })
	for i, one := range group {
		if errs[i] = together; together != nil && len(group) > 1 {
			errs[i] = s.WriteBackground(ctx, func(tx *core.Tx) error { return settleAll(tx, []Settling{one}) })
		}
		if failsAgain(errs[i]) {
			errs[i] = s.settleUncredited(ctx, one, errs[i])
		}
		if player := one.claim.Row.PlayerID; errs[i] == nil && one.bounce != "" && one.bounce != account.BounceSoft &&
			player != 0 {
			errs[i] = s.RecordBounce(ctx, player, one.bounce, one.refused)
		}
	}
	return errs
}

// failsAgain reports whether an error of settling would return with every attempt.
func failsAgain(err error) bool {
	return err != nil && !db.Unavailable(err) && !errors.Is(err, db.ErrClosed) &&
		!errors.Is(err, models.ErrLeaseLost) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// settleUncredited settles a claim whose game cannot be changed, because its rows are damaged, without crediting the
// game: the mail would be sent again at the end of every lease.
func (s *Store) settleUncredited(ctx context.Context, one Settling, failure error) error {
	err := s.WriteBackground(ctx, func(tx *core.Tx) error {
		parts, settlements := settlementsOf([]Settling{one})
		return settleNotices(tx, parts, settlements)
	})
	if err != nil {
		return errors.Join(failure, err)
	}
	s.Log.ErrorContext(ctx, "a game could not be credited with the wait of its mail", "key", one.claim.Key,
		"game", one.claim.Row.GameID, "error", failure)
	return nil
}

// settleAll settles each notice of the claims. All games that are credited are locked before any notice.
func settleAll(tx *core.Tx, group []Settling) error {
	parts, settlements := settlementsOf(group)
	if err := play.CreditNotices(tx, parts, settlements); err != nil {
		return err
	}
	return settleNotices(tx, parts, settlements)
}

// settlementsOf returns the notices of claims with their outcomes. Notices found to be outdated are dropped together
// with the others.
func settlementsOf(group []Settling) (parts []*schema.ClaimedNotice, settlements []schema.Settlement) {
	for _, one := range group {
		for _, p := range one.claim.Parts {
			became := one.settle(p)
			if became.Done() && p.Drop != "" {
				became = schema.Settlement{Status: models.Dropped, Reason: p.Drop}
			}
			parts, settlements = append(parts, p), append(settlements, became)
		}
	}
	return parts, settlements
}

func settleNotices(tx *core.Tx, parts []*schema.ClaimedNotice, settlements []schema.Settlement) error {
	for i, p := range parts {
		if err := settleNotice(tx, p, settlements[i]); err != nil {
			return err
		}
	}
	return nil
}

var settlesNotice = queue.Notices.Release(`status = ?, reason = ?, primary_id = ?,
	failure = ?, next_at = ?, done_at = ?, bundle = ?, mail = ?,
	waits_from = CASE WHEN ? THEN 0 ELSE waits_from END`)

func settleNotice(tx *core.Tx, p *schema.ClaimedNotice, s schema.Settlement) error {
	next, doneAt, bundle, mail := models.Millis(0), tx.At, "", "" // completed notices keep only what the ledger shows
	if !s.Done() {
		next, doneAt, bundle, mail = s.Next, 0, p.Bundle, p.Mail
	}
	if p.Unsaid && s.Status == models.Sent { // the player knows now
		err := tx.Exec("UPDATE inbound SET unsaid = 2 WHERE player_id = ? AND game_id = ? AND unsaid = 1",
			p.PlayerID, p.GameID).Error
		if err != nil {
			return err
		}
	}
	return tx.Defer(db.Deferred{
		Query: settlesNotice,
		Args:  []any{s.Status, s.Reason, s.Primary, s.Failure, next, doneAt, bundle, mail, s.Done(), p.ID, p.Lease},
		Done:  queue.HeldRows,
	})
}
