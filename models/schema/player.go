package schema

import (
	"sync"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/visible"
)

// PlayerRow is an account.
type PlayerRow struct {
	ID            int64 `gorm:"primaryKey"`
	Name          string
	NameKey       string
	Email         string
	EmailKey      string
	Locale        string
	TimeZone      string
	Settings      string
	AwayFrom      AwayTime // see away
	AwayUntil     AwayTime
	CreatedAt     models.Millis `gorm:"autoCreateTime:false"`
	ConfirmedAt   models.Millis
	RenamedAt     models.Millis
	DeletedAt     models.Millis
	BannedAt      models.Millis // by an operator
	MutedAt       models.Millis // the same; messages are refused
	Unlisted      int64         // 1 if the public list of players leaves the player out
	AutoVacation  int64         // 1 if a vacation begins by itself when time runs out
	HideRating    int64         // 1 if others do not see the player's ratings
	DaysOff       string        // see ChosenDaysOff
	FormerDaysOff string
	LinkEpoch     int64 // random part of every link to the player; a change invalidates them

	HardBounces  int           // consecutive ones
	FailingSince models.Millis // since when mail does not arrive; 0: it does, as far as is known
	FailingWhy   string
	RefusedAt    models.Millis // when a mail was last refused because of its sender; 0: never
	RefusedWhy   string
}

// TableName implements schema.Tabler of GORM.
func (PlayerRow) TableName() string { return "players" }

// TakeReader takes ReaderColumns.
func (r *PlayerRow) TakeReader(c *db.Columns) {
	r.ID, r.Name, r.Email, r.Locale, r.TimeZone, r.Settings = c.Number(), c.Text(), c.Text(), c.Text(), c.Text(), c.Text()
	r.AwayFrom, r.AwayUntil, r.CreatedAt, r.ConfirmedAt = TakeAwayTime(c), TakeAwayTime(c), Millis(c), Millis(c)
	r.FailingSince, r.FailingWhy, r.Unlisted = Millis(c), c.Text(), c.Number()
	r.HideRating, r.DaysOff, r.AutoVacation, r.FormerDaysOff = c.Number(), c.Text(), c.Number(), c.Text()
	r.RefusedAt, r.RefusedWhy = Millis(c), c.Text()
}

// Player returns the view of a row.
func (r PlayerRow) Player() models.Player {
	p := models.Player{
		ID: r.ID, Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.Zone(),
		CreatedAt: r.CreatedAt.Time(), Confirmed: r.ConfirmedAt != 0, Listed: r.Unlisted == 0,
		HideRating: r.HideRating != 0, DaysOff: ReadDaysOff(r.DaysOff), Former: r.ChosenDaysOff().former(),
		AutoVacation: r.AutoVacation != 0,
	}
	p.Settings = DecodeSettings(r.Settings)
	p.Away = r.Away().Vacation()
	if r.FailingSince > 0 {
		p.Failing = &models.MailFailing{Since: r.FailingSince.Time(), Detail: r.FailingWhy}
	}
	if r.RefusedAt > 0 {
		p.Refused = &models.MailFailing{Since: r.RefusedAt.Time(), Detail: r.RefusedWhy}
	}
	return p
}

// Zone returns UTC if this machine does not know the zone.
func (r PlayerRow) Zone() *time.Location { return LoadZone(r.TimeZone) }

// LoadZone returns the time zone of a name; UTC if there is none.
func LoadZone(name string) *time.Location {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, zone)
	return zone
}

// zones caches the loaded time zones, of which there are a few hundred.
var zones sync.Map

// FindPlayer returns nil if there is none.
func FindPlayer(from *gorm.DB, where string, args ...any) (*PlayerRow, error) {
	var rows []PlayerRow
	err := from.Raw("SELECT * FROM players WHERE "+where, args...).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// ParseEmail returns an address and the key that identifies its account.
func ParseEmail(text string) (email, key string, err error) {
	email, key, ok := mailaddr.Parse(text)
	if !ok {
		return "", "", models.Invalid("email", "bad_email", "email", visible.Clip(text, 80))
	}
	return email, key, nil
}

// EmailKeyOf returns the key of a player's stored address.
func EmailKeyOf(p models.Player) string {
	_, key, _ := mailaddr.Parse(p.Email) // validated before it was stored
	return key
}
