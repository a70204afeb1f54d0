package models

import (
	"database/sql/driver"

	"turnpost/rules"
)

type notice struct {
	ID          int64 `gorm:"primaryKey"`
	Key         string
	Kind        Kind
	PlayerID    int64 // 0: a stranger
	Email       string
	GameID      string
	Ply         int
	ChallengeID string
	Offer       OfferKind // of KindOffer and KindOfferAnswer
	Detail      noticeDetail
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
	DueAt       Millis // when it should be said
	WaitsFrom   Millis // since when it waits unsent, outages left out
	NextAt      Millis // when it is tried next
	LeaseUntil  Millis
	Lease       string
	Attempts    int
	Status      NoticeStatus
	Reason      NoticeReason
	PrimaryID   int64  // of ReasonBundled: the notice that it was sent with
	Failure     string // of the last attempt, as the mail server or the mailer said it
	DoneAt      Millis
	Bundle      string     // notices of one bundle to one player that are due together are one mail; "" is alone
	Mail        string     // key of the notice that leads the mail, once it was tried
	Deadline    Millis     `gorm:"->"` // of the turn that it is about, while it is queued; not stored here
	reader      *playerRow // with settings and zone, where they are at hand
}

func (notice) TableName() string { return "notices" }

// noticeDetail is what a notice of some kinds says beside what it is about: JSON in the
// database, "" for the zero value.
type noticeDetail struct {
	Decision Decision      `json:"decision,omitempty"`  // of KindOfferAnswer and KindChallengeAnswer
	Away     away          `json:"away,omitzero"`       // of KindAway: the opponent's vacation
	PlanDone bool          `json:"plan_done,omitempty"` // of KindPlan: the plan is used up
	Mail     int64         `json:"mail,omitempty"`      // of kinds that answer a mail: its ID
	Address  addressDetail `json:"address,omitzero"`    // of KindAddressCode and KindAddressChange
	Network  string        `json:"network,omitempty"`   // of KindCode: hash of the network that asked, as base64
}

// Value is the stored form.
func (d noticeDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan reads the stored form.
func (d *noticeDetail) Scan(value any) error { return scanJSON(value, d) }

// notice begins a notice about the game to a seat, without its key.
func (r *gameRow) notice(kind Kind, to rules.Seat) notice {
	return notice{Kind: kind, PlayerID: r.side(to).ID, Email: r.side(to).Email, GameID: r.ID, Ply: r.Ply}
}

// NoticeStatus is what became of a notice.
type NoticeStatus string

// States of notices.
const (
	Queued  NoticeStatus = "queued"
	Sent    NoticeStatus = "sent"
	Dropped NoticeStatus = "dropped" // no longer worth saying; the reason says why
	Failed  NoticeStatus = "failed"  // given up; the failure says why
)

// NoticeReason is why a notice ended otherwise than by a mail of its own.
type NoticeReason string

// Reasons for which a queued notice is dropped: it is not worth saying any more.
const (
	DropTurnPlayed         NoticeReason = "turn_played"         // a turn was played since
	DropGameOver           NoticeReason = "game_over"           // the game is over
	DropTakenBack          NoticeReason = "taken_back"          // turns were taken back
	DropPlayedAlready      NoticeReason = "played_already"      // the player has played in the game already
	DropDeadlinePassed     NoticeReason = "deadline_passed"     // too late for a reminder
	DropTimeCredited       NoticeReason = "time_credited"       // the time was given back
	DropOfferGone          NoticeReason = "offer_gone"          // the offer no longer stands
	DropOfferWithdrawn     NoticeReason = "offer_withdrawn"     // by whoever made it
	DropOfferReplaced      NoticeReason = "offer_replaced"      // by another one
	DropChallengeDecided   NoticeReason = "challenge_decided"   // accepted or declined
	DropChallengeWithdrawn NoticeReason = "challenge_withdrawn" // by the challenger
	DropChallengeExpired   NoticeReason = "challenge_expired"   // nobody decided in time
	DropMessagesRead       NoticeReason = "messages_read"       // the player has read them
	DropBlocked            NoticeReason = "blocked"             // the player has blocked whom it is from
	DropAddressRefuses     NoticeReason = "address_refuses"     // the stranger wants no invitations
	DropGameOff            NoticeReason = "game_off"            // the player wants no mail about the game
	DropKindOff            NoticeReason = "kind_off"            // the player wants no mail of the kind
	DropAccountBanned      NoticeReason = "account_banned"      // the player's, by an operator
	DropAccountGone        NoticeReason = "account_gone"        // the player's, or the one that it is about
	DropVacationChanged    NoticeReason = "vacation_changed"    // or it is over
	DropAddressChange      NoticeReason = "address_change"      // it was withdrawn, or is too long ago
	DropCodeExpired        NoticeReason = "code_expired"        // asked for too long ago
	DropMailFailing        NoticeReason = "mail_failing"        // mail to the player comes back
	DropMailGone           NoticeReason = "mail_gone"           // the mail that it answers is no longer stored
)

// Reasons of sent notices that had no mail of their own.
const (
	ReasonInDigest NoticeReason = "in_digest" // it was part of a digest
	ReasonBundled  NoticeReason = "bundled"   // it was sent with another notice of its game
)
