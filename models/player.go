package models

import (
	"context"
	"encoding/json"
	"net/mail"
	"regexp"
	"strings"
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
}

// Settings are a player's own choices about mail.
type Settings struct {
	Mail  map[Kind]Delivery   `json:"mail,omitempty"`  // by kind of notice; absent is instant
	Games map[string]Delivery `json:"games,omitempty"` // by game, before the kind's

	Reminders []string `json:"reminders,omitempty"` // before a deadline: `50%`, `24h`; empty is one at a fitting time

	DigestHour *int        `json:"digest_hour,omitempty"` // 0 to 23 of the player's day; nil is DefaultDigestHour
	Quiet      *QuietHours `json:"quiet,omitempty"`       // nil is none
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
}

func (playerRow) TableName() string { return "players" }

func (r playerRow) player() Player {
	p := Player{
		ID: r.ID, Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.zone(),
		CreatedAt: r.CreatedAt.Time(), Confirmed: r.ConfirmedAt != 0,
	}
	p.Settings = decodeSettings(r.Settings)
	p.Away = away{r.AwayFrom, r.AwayUntil}.vacation()
	return p
}

// zone is UTC where this machine does not know the zone.
func (r playerRow) zone() *time.Location {
	if zone, err := time.LoadLocation(r.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}

func decodeSettings(text string) (s Settings) {
	_ = json.Unmarshal([]byte(text), &s) // written by us; the zero value is the default
	return s
}

// reminders is nil where the player has set none.
func (s Settings) reminders() []Reminder {
	var list []Reminder
	for _, text := range s.Reminders {
		if r, err := ParseReminder(text); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// Record is what a player has achieved.
type Record struct {
	Ruleset               string
	Won, Lost, Drawn, Now int // Now: games under way
}

// PlayerByName finds a confirmed player with their record by ruleset.
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, []Record, error) {
	row, err := findPlayer(s.read(ctx), "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", nameKey(name))
	if err != nil {
		return Player{}, nil, err
	}
	if row == nil {
		return Player{}, nil, fail(CodeNotFound, "there is no player named %q", clip(name, 40))
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

func checkName(name string) error {
	if !namePattern.MatchString(name) {
		return invalid("name", "a name has 2 to 24 letters a–z, digits, - or _, and begins with a letter")
	}
	if strings.HasPrefix(nameKey(name), gonePrefix) {
		return invalid("name", "a name that begins with %q is one of a deleted account", gonePrefix)
	}
	return nil
}

func nameKey(name string) string { return strings.ToLower(name) }

// readEmail checks an address and gives it with the key under which it is one account.
func readEmail(text string) (email, key string, err error) {
	address, parseErr := mail.ParseAddress(text)
	bad := parseErr != nil || address.Address != strings.TrimSpace(text) || len(text) > 254 ||
		strings.ContainsFunc(address.Address, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"<>(),;:\`, r) })
	if bad {
		return "", "", invalid("email", "%q is no email address of the form name@example.org", clip(text, 80))
	}
	return address.Address, strings.ToLower(address.Address), nil
}

func checkLocale(locale string) error {
	if !localePattern.MatchString(locale) {
		return invalid("locale", "%q is no language tag such as en or de-AT", clip(locale, 40))
	}
	return nil
}

func checkTimeZone(zone string) error {
	if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
		return invalid("time_zone", "%q is no IANA time zone such as Europe/Warsaw or UTC", clip(zone, 60))
	}
	return nil
}

// clip bounds a text for an error message.
func clip(text string, n int) string {
	runes := []rune(strings.ToValidUTF8(text, "?"))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n]) + "…"
}

// cleanText makes a player's words safe to store and show: valid UTF-8, no
// control characters but line ends, no white space around.
func cleanText(field, text string, most int) (string, error) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	text = strings.Map(func(r rune) rune {
		if (r < ' ' && r != '\n' && r != '\t') || (r >= 0x7f && r < 0xa0) || (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) {
			return -1
		}
		return r
	}, text)
	text = strings.TrimSpace(text)
	if n := len([]rune(text)); n > most {
		return "", invalid(field, "has %d characters; at most %d are allowed", n, most)
	}
	return text, nil
}
