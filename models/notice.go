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
