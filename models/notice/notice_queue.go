package notice

import (
	"context"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Notify queues a notice for now or for the time that its player prefers. A key is never queued
// twice.
func Notify(tx *core.Tx, n schema.Notice) error {
	if n.ToHouse {
		return nil
	}
	tx.Wake(schema.MailWorker)
	drop, err := admit(tx, &n)
	if err != nil {
		return err
	}
	if err := Schedule(tx, &n); err != nil {
		return err
	}
	if n.State != (schema.GameState{Ply: n.Ply}) { // else the ply says it all
		n.Detail.State = n.State
	}
	status, done := models.Queued, models.Millis(0)
	if drop != "" { // stored in the same statement: a notice of this key may have come from another transaction
		status, done = models.Dropped, tx.At
		n.WaitsFrom, n.NextAt, n.Bundle = 0, 0, ""
	}
	err = tx.DeferExec(`INSERT INTO notices (key, kind, player_id, email, game_id, ply, challenge_id,
			offer, detail, created_at, due_at, waits_from, next_at, bundle, status, reason, done_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		n.Key, n.Kind, n.PlayerID, n.Email, n.GameID, n.Ply, n.ChallengeID,
		n.Offer, n.Detail, tx.At, n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, status, drop, done)
	if err != nil {
		return err
	}
	switch {
	case drop == "" && n.Hooked:
		return tx.NoteForHooks(n.Key, 0)
	case drop != "" && drop != DropBlocked:
		tx.Store.Refused.Add(string(drop))
	}
	return nil
}

// End notifies players that the game is over. Notices about plans and messages stay queued.
func End(tx *core.Tx, row *core.GameRow, to ...rules.Seat) error {
	err := tx.DeferExec(dropGameQuery, models.Dropped, DropGameOver, tx.At, tx.At, row.ID)
	if err != nil {
		return err
	}
	for _, seat := range to {
		n := row.Notice(models.KindGameOver, seat)
		n.Key, n.Reader = fmt.Sprintf("over.%s.%d", row.ID, seat), row.Side(seat).Reader()
		if err := Notify(tx, n); err != nil {
			return err
		}
	}
	return nil
}

// Decision notifies the challenger of a decision.
func Decision(tx *core.Tx, row *schema.ChallengeRow, d models.Decision) error {
	if err := DropNotices(tx, DropChallengeDecided, OfChallenge+" AND kind = ?", row.ID,
		models.KindChallenge); err != nil {
		return err
	}
	return Notify(tx, schema.Notice{
		Key: "answer." + row.ID, Kind: models.KindChallengeAnswer, PlayerID: row.ChallengerID, Email: row.ChallengerEmail,
		ChallengeID: row.ID, GameID: row.GameID, Detail: schema.NoticeDetail{Decision: d},
	})
}

// Begun notifies a player who accepted a challenge by a mailed link that the game has begun, unless the notice of
// their turn does. A new player is notified in any case, of the account.
func Begun(tx *core.Tx, a models.AcceptedInvitation, challenge string) error {
	if p := a.Player; a.New || a.Game.SeatOf(p.ID) != a.Game.ToMove {
		return Notify(tx, schema.Notice{
			Key: "begun." + challenge, Kind: models.KindChallengeAnswer, PlayerID: p.ID, Email: p.Email,
			ChallengeID: challenge, GameID: a.Game.ID, Detail: schema.NoticeDetail{Decision: models.Accepted, Joined: a.New},
		})
	}
	return nil
}

// Schedule sets the due time and the bundle of a notice. One that gathers waits for others of its game. A notice that
// would be held past the deadline of its turn is due at once, because later it would be useless. The player chose the
// time for which a notice is held; its wait is counted from the end of that time.
func Schedule(tx *core.Tx, n *schema.Notice) error {
	n.DueAt, n.Bundle = tx.At, n.GameID
	if n.Kind.Facts().AnswersMail {
		n.Bundle = "" // it belongs to the thread of the mail that it answers
	}
	if n.PlayerID != 0 && n.Kind.MayBeOff() {
		if n.Reader == nil {
			n.Reader = new(schema.PlayerRow)
			err := tx.Raw("SELECT settings, time_zone FROM players WHERE id = ?", n.PlayerID).Scan(n.Reader).Error
			if err != nil {
				return err
			}
		}
		settings := schema.DecodeSettings(n.Reader.Settings)
		n.Hooked = settings.Hooks
		n.Hold(settings, n.Reader, tx.Now)
	}
	if n.Kind.Facts().Gathers {
		n.Delay = tx.Store.GatherMail
	}
	n.DueAt = max(n.DueAt, tx.At.Add(n.Delay))
	n.WaitsFrom, n.NextAt = n.DueAt, n.DueAt
	if n.Since > 0 && n.DueAt == tx.At {
		n.WaitsFrom = n.Since
	}
	return nil
}

// Reschedule applies the player's current settings to held notices, in parts.
func Reschedule(tx *core.Tx, player int64) error {
	return tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkReschedule})
}

// Notice is a notice to a player as the ledger shows it.
type Notice struct {
	ID          int64
	Kind        models.Kind
	GameID      string
	Ply         int
	ChallengeID string
	Status      models.NoticeStatus
	Reason      models.NoticeReason // why it had no separate mail; "" if it had one
	Primary     int64               // for ReasonBundled: the notice that it was sent with
	Failure     string              // of the last attempt, as the mail server or the mailer reported it
	Attempts    int
	CreatedAt   time.Time
	DueAt       time.Time
	NextAt      time.Time             // of the next attempt, while queued
	DoneAt      time.Time             // zero while queued
	Hooks       []models.HookDelivery // to webhooks
}

// LedgerSpan is how long the ledger keeps notices.
const LedgerSpan = 90 * 24 * time.Hour

// Notices lists a player's notices, newest first. The cursor is the last ID of the previous page; 0
// is both the first cursor and the end.
func (s *Store) Notices(ctx context.Context, player, before int64, limit int) (list []Notice, next int64, err error) {
	where, args := "player_id = ? AND created_at > ?", []any{player, models.ToMillis(s.Clock()).Add(-LedgerSpan)}
	if before > 0 {
		where, args = where+" AND id < ?", append(args, before)
	}
	var rows []schema.Notice
	err = s.Read(ctx).Raw("SELECT * FROM notices WHERE "+where+" ORDER BY id DESC"+db.Limit(limit+1), args...).
		Scan(&rows).Error
	if err != nil {
		return nil, 0, err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = rows[limit-1].ID
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	hooks, err := schema.HookDeliveries(s.Read(ctx), ids)
	if err != nil {
		return nil, 0, err
	}
	list = make([]Notice, 0, len(rows))
	for _, r := range rows {
		n := Notice{
			ID: r.ID, Kind: r.Kind, GameID: r.GameID, Ply: r.Ply, ChallengeID: r.ChallengeID,
			Status: r.Status, Reason: r.Reason, Primary: r.PrimaryID, Failure: r.Failure,
			Attempts: r.Attempts, CreatedAt: r.CreatedAt.Time(), DueAt: r.DueAt.Time(), DoneAt: r.DoneAt.Time(),
			Hooks: hooks[r.ID],
		}
		if r.DoneAt == 0 {
			n.NextAt = r.NextAt.Time()
		}
		list = append(list, n)
	}
	return list, next, nil
}

// OutboxDepth returns the number of queued notices and the delay of the oldest one that is due, among MaxCounted.
func (s *Store) OutboxDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	return s.CountWaiting(ctx, `SELECT COUNT(*), COALESCE(MIN(due_at), 0) FROM (
			SELECT due_at FROM notices WHERE done_at = 0 ORDER BY next_at`+db.Limit(schema.MaxCounted)+`) AS queued
		WHERE due_at <= ?`, models.ToMillis(s.Clock()))
}
