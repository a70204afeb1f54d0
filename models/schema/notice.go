package schema

import (
	"database/sql/driver"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
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

// Hold sets the due time of a notice by its player and their settings.
func (n *Notice) Hold(settings models.Settings, p *PlayerRow, now time.Time) {
	d := settings.Delivery(n.Kind, n.GameID)
	if d != models.Digest && settings.Quiet == nil {
		return
	}
	due := models.ToMillis(settings.Due(d, now, p.Zone()))
	if n.Deadline > 0 && due >= n.Deadline {
		return
	}
	n.DueAt = due
	if d == models.Digest {
		n.Bundle = DigestBundle
	}
}

// DigestBundle is the bundle of notices for a player's digest. Other notices are
// bundled by their game.
const DigestBundle = "digest"

// ClaimedNotice is a notice in a claim.
type ClaimedNotice struct {
	Notice
	Unsaid bool                // its mail says that a message was not delivered
	Drop   models.NoticeReason // why it is outdated, set by ComposeContent; "" if it is not
}

// Settlement is the outcome of a notice whose lease ends.
type Settlement struct {
	Status  models.NoticeStatus // Queued: it is tried again
	Reason  models.NoticeReason
	Primary int64         // for ReasonBundled
	Failure string        // of the last attempt; "" after a success
	Next    models.Millis // for Queued: time of the next attempt
}

// Done reports whether the notice is tried no more.
func (s Settlement) Done() bool { return s.Status != models.Queued }

// CreditFrom is the minimum wait of a notice that is credited.
const CreditFrom = time.Minute

// PendingNotice is the unsent notice of a running turn.
type PendingNotice struct {
	ID        int64
	From, Due models.Millis // start of the wait, and due time
}

// HookDeliveries lists the deliveries of notices, by notice.
func HookDeliveries(from *gorm.DB, notices []int64) (map[int64][]models.HookDelivery, error) {
	list := map[int64][]models.HookDelivery{}
	if len(notices) == 0 {
		return list, nil
	}
	args := make([]any, len(notices))
	for i, id := range notices {
		args[i] = id
	}
	err := db.Query(from, func(c *db.Columns) error {
		d := models.HookDelivery{
			Notice: c.Number(), Hook: c.Text(), Status: models.NoticeStatus(c.Text()), Reason: models.NoticeReason(c.Text()),
			Detail: models.HookDetail(c.Text()), Attempts: int(c.Number()), NextAt: Millis(c).Time(), DoneAt: Millis(c).Time(),
		}
		if !d.DoneAt.IsZero() {
			d.NextAt = time.Time{}
		}
		list[d.Notice] = append(list[d.Notice], d)
		return nil
	}, `SELECT notice_id, hook_id, status, reason, failure, attempts, next_at, done_at FROM hook_deliveries
		WHERE notice_id IN (`+Marks(len(notices))+") ORDER BY id", args...)
	return list, err
}

// Marks returns the placeholders of a list of n values.
func Marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// AddressDetail is the stored detail of a notice about a change.
type AddressDetail struct {
	Player int64               `json:"player,omitempty"`
	Number int                 `json:"number,omitempty"` // of the change
	State  models.AddressState `json:"state,omitempty"`
	New    string              `json:"new,omitempty"` // masked
}
