package notice

import (
	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// Reasons for dropping a queued notice: it is outdated.
const (
	DropTurnPlayed         models.NoticeReason = "turn_played"         // a later turn was played
	DropGameOver           models.NoticeReason = "game_over"           // the game is over
	DropTakenBack          models.NoticeReason = "taken_back"          // turns were taken back
	DropPlayedAlready      models.NoticeReason = "played_already"      // the player has already played in the game
	DropDeadlinePassed     models.NoticeReason = "deadline_passed"     // too late for a reminder
	DropTimeCredited       models.NoticeReason = "time_credited"       // the deadline was extended
	DropOfferGone          models.NoticeReason = "offer_gone"          // the offer no longer stands
	DropOfferWithdrawn     models.NoticeReason = "offer_withdrawn"     // by its maker
	DropOfferReplaced      models.NoticeReason = "offer_replaced"      // by another one
	DropChallengeDecided   models.NoticeReason = "challenge_decided"   // accepted or declined
	DropChallengeWithdrawn models.NoticeReason = "challenge_withdrawn" // by the challenger
	DropChallengeExpired   models.NoticeReason = "challenge_expired"   // no decision in time
	DropMessagesRead       models.NoticeReason = "messages_read"       // the player has read them
	DropBlocked            models.NoticeReason = "blocked"             // the player has blocked the sender
	DropAddressRefuses     models.NoticeReason = "address_refuses"     // the stranger wants no invitations
	DropGameOff            models.NoticeReason = "game_off"            // the player wants no mail about the game
	DropKindOff            models.NoticeReason = "kind_off"            // the player wants no mail of the kind
	DropAccountBanned      models.NoticeReason = "account_banned"      // the player's, by an operator
	DropAccountGone        models.NoticeReason = "account_gone"        // the player's, or that of the player it is about
	DropVacationChanged    models.NoticeReason = "vacation_changed"    // or ended
	DropVacationKnown      models.NoticeReason = "vacation_known"      // what changed moves no deadline
	DropAddressChange      models.NoticeReason = "address_change"      // withdrawn, or too old
	DropCodeExpired        models.NoticeReason = "code_expired"        // too old
	DropMailFailing        models.NoticeReason = "mail_failing"        // mail to the player bounces
	DropMailGone           models.NoticeReason = "mail_gone"           // the mail that it answers was deleted
	DropHookOff            models.NoticeReason = "hook_off"            // the webhook is off or deleted
	DropHookChanged        models.NoticeReason = "hook_changed"        // the webhook is on again or deleted
	DropReportClosed       models.NoticeReason = "report_closed"       // or deleted
)

// Reasons of sent notices without a separate mail.
const (
	ReasonInDigest models.NoticeReason = "in_digest" // it was part of a digest
	ReasonBundled  models.NoticeReason = "bundled"   // it was sent with another notice of its game
)

// Kinds that a turn makes outdated, those that outlive a game, and those that answer mail.
var (
	turnKinds    = models.KindsWhere(func(f models.KindFacts) bool { return f.ByTurn })
	lastingKinds = models.KindsWhere(func(f models.KindFacts) bool { return f.OutlivesGame })
	AnswerKinds  = models.KindsWhere(func(f models.KindFacts) bool { return f.AnswersMail })
)

// MailKinds lists every kind that a mail can have: those of notices, and the digest.
func MailKinds() []models.Kind {
	return append(models.KindsWhere(func(models.KindFacts) bool { return true }), models.KindDigest)
}

// NoticeColumns are in the order of TakeNotice.
const NoticeColumns = `id, key, kind, player_id, email, game_id, ply, challenge_id, offer, detail,
	created_at, due_at, waits_from, next_at, lease_until, lease, attempts,
	status, reason, primary_id, failure, done_at, bundle, mail`

// TakeNotice takes the columns of a notice.
func TakeNotice(c *db.Columns) (n schema.Notice, err error) {
	n.ID, n.Key, n.Kind, n.PlayerID, n.Email = c.Number(), c.Text(), models.Kind(c.Text()), c.Number(), c.Text()
	n.GameID, n.Ply, n.ChallengeID, n.Offer = c.Text(), int(c.Number()), c.Text(), models.OfferKind(c.Text())
	err = n.Detail.Scan(c.Text())
	n.CreatedAt, n.DueAt, n.WaitsFrom, n.NextAt = schema.Millis(c), schema.Millis(c), schema.Millis(c), schema.Millis(c)
	n.LeaseUntil, n.Lease, n.Attempts = schema.Millis(c), c.Text(), int(c.Number())
	n.Status, n.Reason = models.NoticeStatus(c.Text()), models.NoticeReason(c.Text())
	n.PrimaryID, n.Failure = c.Number(), c.Text()
	n.DoneAt, n.Bundle, n.Mail = schema.Millis(c), c.Text(), c.Text()
	return n, err
}
