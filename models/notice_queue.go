package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/rules"
)

// notify queues a notice for now or for the time that its player prefers. A key is never queued
// twice.
func (tx *Tx) notify(n notice) error {
	if n.toHouse {
		return nil
	}
	tx.noticed = true
	drop, err := tx.admit(&n)
	if err != nil {
		return err
	}
	if err := tx.schedule(&n); err != nil {
		return err
	}
	if n.state != (gameState{Ply: n.Ply}) { // else the ply says it all
		n.Detail.State = n.state
	}
	status, done := Queued, Millis(0)
	if drop != "" { // stored in the same statement: a notice of this key may have come from another transaction
		status, done = Dropped, tx.at
		n.WaitsFrom, n.NextAt, n.Bundle = 0, 0, ""
	}
	err = tx.DeferExec(`INSERT INTO notices (key, kind, player_id, email, game_id, ply, challenge_id,
			offer, detail, created_at, due_at, waits_from, next_at, bundle, status, reason, done_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		n.Key, n.Kind, n.PlayerID, n.Email, n.GameID, n.Ply, n.ChallengeID,
		n.Offer, n.Detail, tx.at, n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, status, drop, done)
	if err != nil {
		return err
	}
	switch {
	case drop == "" && n.hooked:
		return tx.noteForHooks(n.Key, 0)
	case drop != "" && drop != DropBlocked:
		tx.store.refused.add(string(drop))
	}
	return nil
}

// noticeTurn notifies the player to move or, after the end of the game, both players.
func (tx *Tx) noticeTurn(row *gameRow) error {
	house := row.houseSeat() != rules.NoSeat
	if row.Status != Ongoing && !house {
		return tx.noticeEnd(row, rules.First, rules.Second)
	}
	if row.Ply > 0 && row.Status == Ongoing {
		if err := tx.dropTurnNotices(row); err != nil {
			return err
		}
	}
	if house {
		return tx.noticeHouseTurn(row)
	}
	return tx.notify(row.turnNotice())
}

// turnNotice returns the notice of the turn that is to be played.
func (r *gameRow) turnNotice() notice {
	n := r.notice(KindYourTurn, r.ToMove)
	n.Key, n.Deadline, n.reader = "turn."+r.plyKey(), r.DeadlineAt, r.side(r.ToMove).reader()
	return n
}

// noticeEnd notifies players that the game is over. Notices about plans and messages stay queued.
func (tx *Tx) noticeEnd(row *gameRow, to ...rules.Seat) error {
	err := tx.DeferExec(dropGameQuery, Dropped, DropGameOver, tx.at, tx.at, row.ID)
	if err != nil {
		return err
	}
	for _, seat := range to {
		n := row.notice(KindGameOver, seat)
		n.Key, n.reader = fmt.Sprintf("over.%s.%d", row.ID, seat), row.side(seat).reader()
		if err := tx.notify(n); err != nil {
			return err
		}
	}
	return nil
}

// noticeChallengeDecision notifies the challenger of a decision.
func (tx *Tx) noticeChallengeDecision(row *challengeRow, d Decision) error {
	if err := tx.dropNotices(DropChallengeDecided, "challenge_id = ? AND kind = ?", row.ID, KindChallenge); err != nil {
		return err
	}
	return tx.notify(notice{
		Key: "answer." + row.ID, Kind: KindChallengeAnswer, PlayerID: row.ChallengerID, Email: row.ChallengerEmail,
		ChallengeID: row.ID, GameID: row.GameID, Detail: noticeDetail{Decision: d},
	})
}

// noticeBegun notifies a player who accepted a challenge by a mailed link that the game has begun, unless the notice of
// their turn does. A new player is notified in any case, of the account.
func (tx *Tx) noticeBegun(a AcceptedInvitation, challenge string) error {
	if p := a.Player; a.New || a.Game.SeatOf(p.ID) != a.Game.ToMove {
		return tx.notify(notice{
			Key: "begun." + challenge, Kind: KindChallengeAnswer, PlayerID: p.ID, Email: p.Email,
			ChallengeID: challenge, GameID: a.Game.ID, Detail: noticeDetail{Decision: Accepted, Joined: a.New},
		})
	}
	return nil
}

// schedule sets the due time and the bundle of a notice. One that gathers waits for others of its game. A notice that
// would be held past the deadline of its turn is due at once, because later it would be useless. The player chose the
// time for which a notice is held; its wait is counted from the end of that time.
func (tx *Tx) schedule(n *notice) error {
	n.DueAt, n.Bundle = tx.at, n.GameID
	if n.Kind.facts().answersMail {
		n.Bundle = "" // it belongs to the thread of the mail that it answers
	}
	if n.PlayerID != 0 && n.Kind.MayBeOff() {
		if n.reader == nil {
			n.reader = new(playerRow)
			err := tx.Raw("SELECT settings, time_zone FROM players WHERE id = ?", n.PlayerID).Scan(n.reader).Error
			if err != nil {
				return err
			}
		}
		settings := decodeSettings(n.reader.Settings)
		n.hooked = settings.Hooks
		n.hold(settings, n.reader, tx.now)
	}
	if n.Kind.facts().gathers {
		n.delay = tx.store.gatherMail
	}
	n.DueAt = max(n.DueAt, tx.at.Add(n.delay))
	n.WaitsFrom, n.NextAt = n.DueAt, n.DueAt
	if n.since > 0 && n.DueAt == tx.at {
		n.WaitsFrom = n.since
	}
	return nil
}

// hold sets the due time of a notice by its player and their settings.
func (n *notice) hold(settings Settings, p *playerRow, now time.Time) {
	d := settings.delivery(n.Kind, n.GameID)
	if d != Digest && settings.Quiet == nil {
		return
	}
	due := ToMillis(settings.due(d, now, p.zone()))
	if n.Deadline > 0 && due >= n.Deadline {
		return
	}
	n.DueAt = due
	if d == Digest {
		n.Bundle = digestBundle
	}
}

// reschedule applies the player's current settings to held notices, in parts.
func (tx *Tx) reschedule(player int64) error {
	return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkReschedule})
}

func (tx *Tx) reschedulePart(c *bulkChange, after int64) (next int64, done bool, err error) {
	ids, err := tx.queuedAfter(c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	var rows []notice
	const due = "SELECT * FROM notices WHERE id IN ? AND due_at > ? ORDER BY id"
	if err := tx.Raw(due, ids, tx.at).Scan(&rows).Error; err != nil {
		return 0, false, err
	}
	for i := range rows {
		if err := tx.rescheduleNotice(&rows[i]); err != nil {
			return 0, false, err
		}
	}
	tx.noticed = tx.noticed || len(rows) > 0
	return ids[len(ids)-1], len(ids) < bulkPart, nil
}

func (tx *Tx) rescheduleNotice(n *notice) error {
	if n.Kind == KindYourTurn || n.Kind == KindReminder {
		row, err := loadGame(tx.DB, n.GameID)
		if err != nil {
			return err
		}
		n.Deadline = row.DeadlineAt
	}
	if err := tx.schedule(n); err != nil {
		return err
	}
	return tx.Exec("UPDATE notices SET due_at = ?, waits_from = ?, next_at = ?, bundle = ? WHERE id = ? AND done_at = 0",
		n.DueAt, n.WaitsFrom, n.NextAt, n.Bundle, n.ID).Error
}

// due returns when a notice caused now should be sent. Quiet hours do not hold a digest, because the player chose its
// hour.
func (s Settings) due(d Delivery, now time.Time, zone *time.Location) time.Time {
	if d == Digest {
		return calendar.NextHour(now, s.digestHour(), zone)
	}
	if d == Instant && s.Quiet != nil {
		if _, until, quiet := s.Quiet.Around(now, zone); quiet {
			return until
		}
	}
	return now
}

// Notice is a notice to a player as the ledger shows it.
type Notice struct {
	ID          int64
	Kind        Kind
	GameID      string
	Ply         int
	ChallengeID string
	Status      NoticeStatus
	Reason      NoticeReason // why it had no separate mail; "" if it had one
	Primary     int64        // for ReasonBundled: the notice that it was sent with
	Failure     string       // of the last attempt, as the mail server or the mailer reported it
	Attempts    int
	CreatedAt   time.Time
	DueAt       time.Time
	NextAt      time.Time      // of the next attempt, while queued
	DoneAt      time.Time      // zero while queued
	Hooks       []HookDelivery // to webhooks
}

// LedgerSpan is how long the ledger keeps notices.
const LedgerSpan = 90 * 24 * time.Hour

// Notices lists a player's notices, newest first. The cursor is the last ID of the previous page; 0
// is both the first cursor and the end.
func (s *Store) Notices(ctx context.Context, player, before int64, limit int) (list []Notice, next int64, err error) {
	where, args := "player_id = ? AND created_at > ?", []any{player, ToMillis(s.now()).Add(-LedgerSpan)}
	if before > 0 {
		where, args = where+" AND id < ?", append(args, before)
	}
	var rows []notice
	err = s.read(ctx).Raw("SELECT * FROM notices WHERE "+where+" ORDER BY id DESC"+db.Limit(limit+1), args...).
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
	hooks, err := hookDeliveries(s.read(ctx), ids)
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

// OutboxDepth returns the number of queued notices and the delay of the oldest one that is due, among maxCounted.
func (s *Store) OutboxDepth(ctx context.Context) (waiting int64, oldest time.Duration, err error) {
	return s.waiting(ctx, `SELECT COUNT(*), COALESCE(MIN(due_at), 0) FROM (
			SELECT due_at FROM notices WHERE done_at = 0 ORDER BY next_at`+db.Limit(maxCounted)+`) AS queued
		WHERE due_at <= ?`, ToMillis(s.now()))
}
