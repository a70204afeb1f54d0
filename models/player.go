package models

import (
	"context"
	"regexp"
	"sync"
	"time"
	_ "time/tzdata" // time zones by name on machines that have none

	"gorm.io/gorm"
)

// Player is an account.
type Player struct {
	ID        int64
	Name      string
	Email     string
	Locale    string         // BCP 47
	TimeZone  *time.Location // IANA
	Settings  Settings
	Away      Vacation // the running or the next one, or one that is past
	CreatedAt time.Time
	Confirmed bool // has signed in once, so the address is theirs
	Failing   *MailFailing
}

type playerRow struct {
	ID          int64 `gorm:"primaryKey"`
	Name        string
	NameKey     string
	Email       string
	EmailKey    string
	Locale      string
	TimeZone    string
	Settings    string
	AwayFrom    Millis
	AwayUntil   Millis
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
	ConfirmedAt Millis
	RenamedAt   Millis
	DeletedAt   Millis
	BannedAt    Millis // by an operator
	LinkEpoch   int64  // random part of every link to the player: another one ends them

	HardBounces  int    // in a row
	FailingSince Millis // mail does not arrive; 0: it does, as far as is known
	FailingWhy   string
}

func (playerRow) TableName() string { return "players" }

func (r playerRow) player() Player {
	p := Player{
		ID: r.ID, Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.zone(),
		CreatedAt: r.CreatedAt.Time(), Confirmed: r.ConfirmedAt != 0,
	}
	p.Settings = decodeSettings(r.Settings)
	p.Away = away{r.AwayFrom, r.AwayUntil}.vacation()
	if r.FailingSince > 0 {
		p.Failing = &MailFailing{Since: r.FailingSince.Time(), Detail: r.FailingWhy}
	}
	return p
}

// zone is UTC where this machine does not know the zone.
func (r playerRow) zone() *time.Location {
	if zone, ok := zones.Load(r.TimeZone); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(r.TimeZone)
	if err != nil {
		return time.UTC
	}
	zones.Store(r.TimeZone, zone)
	return zone
}

// zones keeps the time zones that were read, of which there are a few hundred.
var zones sync.Map

// Record is what a player has achieved.
type Record struct {
	Ruleset               string
	Won, Lost, Drawn, Now int // Now: games under way
}

// PlayerByName finds a confirmed player with their record by ruleset.
// Errors: CodeNotFound.
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, []Record, error) {
	row, err := findPlayer(s.read(ctx), "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", nameKey(name))
	if err != nil {
		return Player{}, nil, err
	}
	if row == nil {
		return Player{}, nil, fail(CodeNotFound, "no_player", "name", clip(name, 40))
	}
	var records []Record
	err = s.read(ctx).Raw(`
		SELECT ruleset,
		       SUM(CASE WHEN status = 'finished' AND winner = seat THEN 1 ELSE 0 END) AS won,
		       SUM(CASE WHEN status = 'finished' AND winner = 1 - seat THEN 1 ELSE 0 END) AS lost,
		       SUM(CASE WHEN status = 'finished' AND winner = -1 THEN 1 ELSE 0 END) AS drawn,
		       SUM(CASE WHEN status = 'ongoing' THEN 1 ELSE 0 END) AS now
		FROM (SELECT ruleset, status, winner, 0 AS seat FROM games WHERE first_id = ?
		      UNION ALL
		      SELECT ruleset, status, winner, 1 AS seat FROM games WHERE second_id = ?) AS played
		GROUP BY ruleset ORDER BY ruleset`, row.ID, row.ID).Scan(&records).Error
	return row.player(), records, err
}

// findPlayer is nil where there is none.
func findPlayer(db *gorm.DB, where string, args ...any) (*playerRow, error) {
	var rows []playerRow
	if err := db.Where(where, args...).Limit(1).Find(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

var (
	namePattern   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{1,23}$`)
	localePattern = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
)

// lockPlayer loads a player to change.
func (tx *Tx) lockPlayer(player int64) (*playerRow, error) {
	var row playerRow
	err := tx.Raw("SELECT * FROM players WHERE id = ? AND deleted_at = 0"+tx.ForUpdate("players"), player).Scan(&row).Error
	if err == nil && row.ID == 0 {
		err = fail(CodeNotFound, "no_such_player")
	}
	return &row, err
}

// otherPlayer finds a confirmed player by name.
func (tx *Tx) otherPlayer(name string) (*playerRow, error) {
	row, err := findPlayer(tx.DB, "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", nameKey(name))
	if err == nil && row == nil {
		err = fail(CodeNotFound, "no_player", "name", clip(name, 40))
	}
	return row, err
}
