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
	Offer       OfferKind // for KindOffer and KindOfferAnswer
	Detail      noticeDetail
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
	DueAt       Millis // when it should be sent
	WaitsFrom   Millis // start of the wait, outages excluded
	NextAt      Millis // time of the next attempt
	LeaseUntil  Millis
	Lease       string
	Attempts    int
	Status      NoticeStatus
	Reason      NoticeReason
	PrimaryID   int64  // for ReasonBundled: the notice that it was sent with
	Failure     string // of the last attempt, as the mail server or the mailer reported it
	DoneAt      Millis
	Bundle      string     // notices of one bundle to one player that are due together become one mail; "" is sent alone
	Mail        string     // key of the mail's primary notice, after the first attempt
	Deadline    Millis     `gorm:"->"` // of the turn that it is about, while it is queued; not stored here
	reader      *playerRow // with settings and zone, if they are loaded
}

func (notice) TableName() string { return "notices" }

// noticeDetail is the detail of some kinds of notices: JSON in the
// database, "" for the zero value.
type noticeDetail struct {
	Decision Decision      `json:"decision,omitempty"`  // for KindOfferAnswer and KindChallengeAnswer
	Away     away          `json:"away,omitzero"`       // for KindAway: the opponent's vacation
	PlanDone bool          `json:"plan_done,omitempty"` // for KindPlan: the plan is used up
	Mail     int64         `json:"mail,omitempty"`      // for kinds that answer a mail: its ID
	Address  addressDetail `json:"address,omitzero"`    // for KindAddressCode and KindAddressChange
	Network  string        `json:"network,omitempty"`   // for KindCode: hash of the asker's network in base64
}

// Value implements driver.Valuer.
func (d noticeDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan implements sql.Scanner.
func (d *noticeDetail) Scan(value any) error { return scanJSON(value, d) }

// notice returns a notice about the game to a seat, without a key.
func (r *gameRow) notice(kind Kind, to rules.Seat) notice {
	return notice{Kind: kind, PlayerID: r.side(to).ID, Email: r.side(to).Email, GameID: r.ID, Ply: r.Ply}
}

// NoticeStatus is the status of a notice.
type NoticeStatus string

// The statuses.
const (
	Queued  NoticeStatus = "queued"
	Sent    NoticeStatus = "sent"
	Dropped NoticeStatus = "dropped" // outdated; see the reason
	Failed  NoticeStatus = "failed"  // given up; see the failure
)

// NoticeReason is the reason why a notice did not get a separate mail.
type NoticeReason string

// Reasons for dropping a queued notice: it is outdated.
const (
	DropTurnPlayed         NoticeReason = "turn_played"         // a later turn was played
	DropGameOver           NoticeReason = "game_over"           // the game is over
	DropTakenBack          NoticeReason = "taken_back"          // turns were taken back
	DropPlayedAlready      NoticeReason = "played_already"      // the player has already played in the game
	DropDeadlinePassed     NoticeReason = "deadline_passed"     // too late for a reminder
	DropTimeCredited       NoticeReason = "time_credited"       // the deadline was extended
	DropOfferGone          NoticeReason = "offer_gone"          // the offer no longer stands
	DropOfferWithdrawn     NoticeReason = "offer_withdrawn"     // by its maker
	DropOfferReplaced      NoticeReason = "offer_replaced"      // by another one
	DropChallengeDecided   NoticeReason = "challenge_decided"   // accepted or declined
	DropChallengeWithdrawn NoticeReason = "challenge_withdrawn" // by the challenger
	DropChallengeExpired   NoticeReason = "challenge_expired"   // no decision in time
	DropMessagesRead       NoticeReason = "messages_read"       // the player has read them
	DropBlocked            NoticeReason = "blocked"             // the player has blocked the sender
	DropAddressRefuses     NoticeReason = "address_refuses"     // the stranger wants no invitations
	DropGameOff            NoticeReason = "game_off"            // the player wants no mail about the game
	DropKindOff            NoticeReason = "kind_off"            // the player wants no mail of the kind
	DropAccountBanned      NoticeReason = "account_banned"      // the player's, by an operator
	DropAccountGone        NoticeReason = "account_gone"        // the player's, or that of the player it is about
	DropVacationChanged    NoticeReason = "vacation_changed"    // or ended
	DropAddressChange      NoticeReason = "address_change"      // withdrawn, or too old
	DropCodeExpired        NoticeReason = "code_expired"        // too old
	DropMailFailing        NoticeReason = "mail_failing"        // mail to the player bounces
	DropMailGone           NoticeReason = "mail_gone"           // the mail that it answers was deleted
)

// Reasons of sent notices without a separate mail.
const (
	ReasonInDigest NoticeReason = "in_digest" // it was part of a digest
	ReasonBundled  NoticeReason = "bundled"   // it was sent with another notice of its game
)
