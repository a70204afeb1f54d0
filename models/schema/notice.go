package schema

import (
	"database/sql/driver"
	"time"

	"turnpost/models"
)

// Notice is a thing to tell a player, with what is known about its recipient while it is queued.
type Notice struct {
	ID          int64
	Key         string
	Kind        models.Kind
	PlayerID    int64 // 0: a stranger
	Email       string
	GameID      string
	Ply         int
	ChallengeID string
	Offer       models.OfferKind // for KindOffer and KindOfferAnswer
	Detail      NoticeDetail
	CreatedAt   models.Millis
	DueAt       models.Millis // when it should be sent
	WaitsFrom   models.Millis // start of the wait, outages excluded
	NextAt      models.Millis // time of the next attempt
	LeaseUntil  models.Millis
	Lease       string
	Attempts    int
	Status      models.NoticeStatus
	Reason      models.NoticeReason
	PrimaryID   int64  // for ReasonBundled: the notice that it was sent with
	Failure     string // of the last attempt, as the mail server or the mailer reported it
	DoneAt      models.Millis
	Bundle      string        // notices of one bundle to one player that are due together become one mail; "" for none
	Mail        string        // key of the mail's primary notice, after the first attempt
	Deadline    models.Millis // of the turn that it is about, while it is queued; not stored here
	Delay       time.Duration `gorm:"-"` // of a turn of the house; see HouseMailDelay
	Since       models.Millis `gorm:"-"` // start of the wait before it was queued, unless the player has it held; 0 for none
	Hooked      bool          `gorm:"-"` // the player has webhooks
	ToHouse     bool          `gorm:"-"` // the recipient is the house, which gets no mail
	State       GameState     `gorm:"-"` // of the game when the notice was made, which becomes part of Detail
	Reader      *PlayerRow    `gorm:"-"` // with settings and zone, if they are loaded
}

// NoticeDetail is the detail of some kinds of notices: JSON in the
// database, "" for the zero value.
type NoticeDetail struct {
	Decision models.Decision `json:"decision,omitempty"`  // for KindOfferAnswer and KindChallengeAnswer
	Away     Away            `json:"away,omitzero"`       // of the opponent; for KindAutoVacation of the player
	DaysLeft int             `json:"days_left,omitempty"` // for KindAutoVacation: of the year
	PlanDone bool            `json:"plan_done,omitempty"` // for KindPlan: the plan is used up
	Mail     int64           `json:"mail,omitempty"`      // for kinds that answer a mail: its ID
	Address  AddressDetail   `json:"address,omitzero"`    // for KindAddressCode and KindAddressChange
	Joined   bool            `json:"joined,omitempty"`    // for KindChallengeAnswer to the guest: accepting made the account
	Event    string          `json:"event,omitempty"`     // for kinds about an event
	// Registration is the one that the mail is about, for KindCode after a registration by mail and KindDeskAnswer.
	Registration int64          `json:"registration,omitempty"`
	Locale       string         `json:"locale,omitempty"`  // for KindDeskAnswer to a stranger who does not register
	Report       int64          `json:"report,omitempty"`  // for KindReport
	Network      string         `json:"network,omitempty"` // for KindCode: hash of the asker's network in base64
	Session      int64          `json:"session,omitempty"` // for KindOperatorCode: in which the code is valid
	Hook         models.HookEnd `json:"hook,omitzero"`     // for KindWebhookOff
	State        GameState      `json:"state,omitzero"`    // omitted if it is the notice's ply, without takebacks and offers
}

// GameState is the state of a game for which a link is made.
type GameState struct {
	Ply       int `json:"ply"`
	Takebacks int `json:"takebacks,omitempty"`
	Offers    int `json:"offers,omitempty"`
}

// Value implements driver.Valuer.
func (d NoticeDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan implements sql.Scanner.
func (d *NoticeDetail) Scan(value any) error { return models.ScanJSON(value, d) }
