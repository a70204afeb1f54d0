package schema

import (
	"crypto/sha256"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/rating"
	"turnpost/models/visible"
	"turnpost/rules"
)

// PlayerRow is an account.
type PlayerRow struct {
	ID          int64 `gorm:"primaryKey"`
	Name        string
	NameKey     string
	Email       string
	EmailKey    string
	Locale      string
	TimeZone    string
	Settings    string
	AwayFrom    AwayTime // see away
	AwayUntil   AwayTime
	CreatedAt   models.Millis `gorm:"autoCreateTime:false"`
	ConfirmedAt models.Millis
	RenamedAt   models.Millis
	DeletedAt   models.Millis
	BannedAt    models.Millis // by an operator
	MutedAt     models.Millis // the same; messages are refused
	Unlisted    int64         // 1 if the public list of players leaves the player out
	HideRating  int64         // 1 if others do not see the player's ratings
	RestRow
	LinkEpoch int64 // random part of every link to the player; a change invalidates them

	HardBounces  int           // consecutive ones
	FailingSince models.Millis // since when mail does not arrive; 0: it does, as far as is known
	FailingWhy   string
	RefusedAt    models.Millis // when a mail was last refused because of its sender; 0: never
	RefusedWhy   string
}

// TableName implements schema.Tabler of GORM.
func (PlayerRow) TableName() string { return "players" }

// ReaderColumns are the columns of a player for TakeReader, which takes them in this order.
var ReaderColumns = `p.id, p.name, p.email, p.locale, p.time_zone, p.settings, p.away_from, p.away_until,
	p.created_at, p.confirmed_at, p.failing_since, p.failing_why, p.unlisted, p.hide_rating,
	` + SelectRest("p.") + `, p.refused_at, p.refused_why`

// TakeReader takes ReaderColumns.
func (r *PlayerRow) TakeReader(c *db.Columns) {
	r.ID, r.Name, r.Email, r.Locale, r.TimeZone, r.Settings = c.Number(), c.Text(), c.Text(), c.Text(), c.Text(), c.Text()
	r.AwayFrom, r.AwayUntil, r.CreatedAt, r.ConfirmedAt = TakeAwayTime(c), TakeAwayTime(c), Millis(c), Millis(c)
	r.FailingSince, r.FailingWhy, r.Unlisted = Millis(c), c.Text(), c.Number()
	r.HideRating = c.Number()
	r.TakeRest(c)
	r.RefusedAt, r.RefusedWhy = Millis(c), c.Text()
}

// Player returns the view of a row.
func (r PlayerRow) Player() models.Player {
	p := models.Player{
		ID: r.ID, Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.Zone(),
		CreatedAt: r.CreatedAt.Time(), Confirmed: r.ConfirmedAt != 0, Listed: r.Unlisted == 0,
		HideRating: r.HideRating != 0, Rest: r.Rest(), Former: r.former(),
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

// A player's period away may hold instants that no vacation has, which somebody has written by hand. It is read as no
// vacation: a clock that it stopped for years would make the opponents wait, and games refuse such deadlines. Deadlines
// that are set do not change, and no vacation is resumed, which could move them twice. The check reports the row.

// AwayTime is an end of a period as stored. A value of another type is read as one that no period has.
type AwayTime int64

// NoAwayTime stands for a stored value of another type.
const NoAwayTime AwayTime = math.MinInt64

// Scan implements sql.Scanner.
func (t *AwayTime) Scan(value any) error {
	if n, is := value.(int64); is {
		*t = AwayTime(n)
	} else {
		*t = NoAwayTime
	}
	return nil
}

// TakeAwayTime takes the beginning or the end of an absence.
func TakeAwayTime(c *db.Columns) (t AwayTime) {
	_ = t.Scan(c.Any()) // it never fails
	return t
}

// LongestAway is more than a vacation can last: VacationDays at the end of one year and as many at the start of the
// next.
const LongestAway = 100 * 24 * time.Hour

// ReadAway returns a stored period. ok is false if no player can have it; it is then none.
func ReadAway(from, until AwayTime) (a Away, ok bool) {
	a = Away{models.Millis(from), models.Millis(until)}
	if from < 0 || until < from || a.Until > models.LatestDeadline || a.Until > a.From.Add(LongestAway) {
		return Away{}, false
	}
	return a, true
}

// Away returns the player's current, planned or last period.
func (r *PlayerRow) Away() Away {
	a, _ := ReadAway(r.AwayFrom, r.AwayUntil)
	return a
}

// MaxAbsence is more than the number of any absence.
const (
	MaxAbsence     = 1 << 40
	MaxAbsenceText = "1099511627776"
)

// IsAbsence reports whether an absence can have a number.
func IsAbsence(n int64) bool { return 0 <= n && n < MaxAbsence }

// TakeAbsence takes the number of an absence. A value of another type is read as one that no absence has.
func TakeAbsence(c *db.Columns) int64 {
	if n, is := c.Any().(int64); is {
		return n
	}
	return -1
}

// DecodeSettings reads the settings that are stored with a player.
func DecodeSettings(text string) (s models.Settings) {
	if text == "{}" {
		return s
	}
	_ = json.Unmarshal([]byte(text), &s) // encoded by this program; the zero value is the default
	return s
}

// NameTaken returns the error for a name that somebody else has.
func NameTaken(name string) error {
	e := models.Fail(models.CodeNameTaken, "name_taken", "name", name)
	e.Field = "name"
	return e
}

// NotBlocked excludes challenges whose challenger blocks the player or is blocked by them.
const NotBlocked = ` AND NOT EXISTS (SELECT 1 FROM blocks b
	WHERE (b.player_id = ? AND b.blocked_id = c.challenger_id)
	OR (b.player_id = c.challenger_id AND b.blocked_id = ?))`

// Unwanted reports whether a challenge goes to a player, or the address of one, who blocks the challenger. A challenge
// to such an address is stored but not mailed, so that the challenger cannot learn whose it is.
func (r *ChallengeRow) Unwanted(from *gorm.DB) (bool, error) {
	if r.OpponentID != nil {
		return Blocks(from, *r.OpponentID, r.ChallengerID)
	}
	if r.Invited == "" {
		return false, nil
	}
	unwanted := false
	err := db.Query(from, func(c *db.Columns) error { unwanted = c.Bool(); return nil },
		`SELECT EXISTS (SELECT 1 FROM blocks b JOIN players p ON p.id = b.player_id
			WHERE p.email_key = ? AND b.blocked_id = ?)`, r.Invited, r.ChallengerID)
	return unwanted, err
}

// Blocks reports whether a player blocks another one.
func Blocks(from *gorm.DB, player, other int64) (is bool, err error) {
	err = db.Query(from, func(c *db.Columns) error { is = c.Bool(); return nil },
		"SELECT EXISTS (SELECT 1 FROM blocks WHERE player_id = ? AND blocked_id = ?)", player, other)
	return is, err
}

// FoundToken is a token with its player.
type FoundToken struct {
	Bearer            models.Bearer
	UsedAt, ExpiresAt models.Millis // 0 for never
}

// TokenHash is the stored hash of a token.
type TokenHash [sha256.Size]byte

// StandingRow is a row of standings. An absence begins with a loss by time and ends with the next turn that the player
// sends: the number is odd while it lasts. It belongs to no game, so that transactions lock it after the game.
type StandingRow struct {
	PlayerID     int64
	EndedAt      models.Millis
	Absence      int64
	AbsenceRated int64 // the last absence in which a loss by time was rated
}

// PostgreSQL locks the rows by writing them. SQLite writes them once, in storeStandings: the upsert with RETURNING took
// 21 µs there. The last column is when the game can end at the earliest.
const (
	SelectStandings = `SELECT player_id, ended_at, absence, absence_rated, ended_at + 1 FROM standings
		WHERE player_id IN `
	InsertStandings = "INSERT INTO standings (player_id, ended_at) VALUES "
	RaiseStandings  = ` ON CONFLICT (player_id) DO UPDATE
		SET ended_at = CASE WHEN standings.ended_at < excluded.ended_at THEN excluded.ended_at
			ELSE standings.ended_at + 1 END
		RETURNING player_id, ended_at, absence, absence_rated, ended_at`
)

// TakeRating takes three columns.
func TakeRating(c *db.Columns) rating.Rating {
	return rating.Rating{Rating: c.Float(), Deviation: c.Float(), Volatility: c.Float()}
}

// Score returns the first player's score of a game with a result.
func Score(winner rules.Seat) rating.Score {
	switch winner {
	case rules.First:
		return 1
	case rules.Second:
		return 0
	}
	return 0.5
}

// RatingChange is a row of game_ratings.
type RatingChange struct {
	Game             string
	Seat             rules.Seat
	Player, Opponent int64
	At               models.Millis
	models.RatingChange
}

// PlayerStanding is a row of ratings.
type PlayerStanding struct {
	Player int64
	rating.Standing
}

// RowsOf returns the placeholders of a number of rows.
func RowsOf(columns, n int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return row + strings.Repeat(", "+row, n-1)
}
