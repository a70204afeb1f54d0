package models

import (
	"context"
	"sync"
	"time"

	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/names"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/rules"
)

// Player is an account.
type Player struct {
	ID        int64
	Name      string
	Email     string
	Locale    string         // BCP 47
	TimeZone  *time.Location // IANA
	Settings  Settings
	Away      Vacation // the current, next or last one
	CreatedAt time.Time
	Confirmed bool // has signed in once, which proves the address
	Listed    bool // in the public list of players

	HideRating bool // from others
	// DaysOff are the weekdays on which the player's clocks do not run, from the start of each own turn on.
	DaysOff      calendar.DaysOff
	AutoVacation bool // a vacation begins by itself when time runs out
	Failing      *MailFailing
}

type playerRow struct {
	ID           int64 `gorm:"primaryKey"`
	Name         string
	NameKey      string
	Email        string
	EmailKey     string
	Locale       string
	TimeZone     string
	Settings     string
	AwayFrom     awayTime // see away
	AwayUntil    awayTime
	CreatedAt    Millis `gorm:"autoCreateTime:false"`
	ConfirmedAt  Millis
	RenamedAt    Millis
	DeletedAt    Millis
	BannedAt     Millis // by an operator
	MutedAt      Millis // the same; messages are refused
	Unlisted     int64  // 1 if the public list of players leaves the player out
	DaysOff      string // "sat,sun"; "" for none
	AutoVacation int64  // 1 if a vacation begins by itself when time runs out
	HideRating   int64  // 1 if others do not see the player's ratings
	LinkEpoch    int64  // random part of every link to the player; a change invalidates them

	HardBounces  int    // consecutive ones
	FailingSince Millis // since when mail does not arrive; 0: it does, as far as is known
	FailingWhy   string
}

func (playerRow) TableName() string { return "players" }

// readerColumns are the columns of takeReader.
const readerColumns = `p.id, p.name, p.email, p.locale, p.time_zone, p.settings, p.away_from, p.away_until,
	p.created_at, p.confirmed_at, p.failing_since, p.failing_why, p.unlisted, p.hide_rating, p.days_off, p.auto_vacation`

// takeReader takes readerColumns.
func (r *playerRow) takeReader(c *db.Columns) {
	r.ID, r.Name, r.Email, r.Locale, r.TimeZone, r.Settings = c.Number(), c.Text(), c.Text(), c.Text(), c.Text(), c.Text()
	r.AwayFrom, r.AwayUntil, r.CreatedAt, r.ConfirmedAt = takeAwayTime(c), takeAwayTime(c), millis(c), millis(c)
	r.FailingSince, r.FailingWhy, r.Unlisted = millis(c), c.Text(), c.Number()
	r.HideRating, r.DaysOff, r.AutoVacation = c.Number(), c.Text(), c.Number()
}

func (r playerRow) player() Player {
	p := Player{
		ID: r.ID, Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.zone(),
		CreatedAt: r.CreatedAt.Time(), Confirmed: r.ConfirmedAt != 0, Listed: r.Unlisted == 0,
		HideRating: r.HideRating != 0, DaysOff: readDaysOff(r.DaysOff), AutoVacation: r.AutoVacation != 0,
	}
	p.Settings = decodeSettings(r.Settings)
	p.Away = r.away().vacation()
	if r.FailingSince > 0 {
		p.Failing = &MailFailing{Since: r.FailingSince.Time(), Detail: r.FailingWhy}
	}
	return p
}

// zone returns UTC if this machine does not know the zone.
func (r playerRow) zone() *time.Location { return loadZone(r.TimeZone) }

func loadZone(name string) *time.Location {
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

// Record is a player's results.
type Record struct {
	Ruleset               string
	Won, Lost, Drawn, Now int // Now: ongoing games
}

// PlayerByName returns a confirmed player with their record by ruleset.
// Errors: CodeNotFound.
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, []Record, error) {
	row, err := findPlayer(s.read(ctx), "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", names.Key(name))
	if err != nil {
		return Player{}, nil, err
	}
	if row == nil {
		return Player{}, nil, fail(CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	var records []Record
	err = s.read(ctx).Raw(`
		SELECT ruleset, SUM(won) AS won, SUM(lost) AS lost, SUM(drawn) AS drawn, SUM(now) AS now FROM (
			SELECT ruleset, won, lost, drawn, 0 AS now FROM player_records WHERE player_id = ?
			UNION ALL SELECT ruleset, 0, 0, 0, COUNT(*) FROM games
				WHERE status = 'ongoing' AND to_move_id = ? GROUP BY ruleset
			UNION ALL SELECT ruleset, 0, 0, 0, COUNT(*) FROM games
				WHERE status = 'ongoing' AND first_id + second_id - to_move_id = ? GROUP BY ruleset) AS counted
		GROUP BY ruleset ORDER BY ruleset`, row.ID, row.ID, row.ID).Scan(&records).Error
	return row.player(), records, err
}

// countResult counts the end of a game in the records of its players, in the order in which all transactions lock
// several. Games with the house do not count.
func (tx *Tx) countResult(row *gameRow) error {
	if row.houseSeat() != rules.NoSeat {
		return nil
	}
	args := make([]any, 0, 10)
	for _, seat := range row.people() {
		var won, lost, drawn int
		switch {
		case row.Status != Finished: // aborted: counts as having played the ruleset only
		case row.Winner == seat:
			won = 1
		case row.Winner == seat.Other():
			lost = 1
		default:
			drawn = 1
		}
		args = append(args, row.side(seat).ID, row.Ruleset, won, lost, drawn)
	}
	return tx.DeferExec(`INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
		VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
		ON CONFLICT (player_id, ruleset) DO UPDATE SET won = player_records.won + excluded.won,
		lost = player_records.lost + excluded.lost, drawn = player_records.drawn + excluded.drawn`, args...)
}

// findPlayer returns nil if there is none.
func findPlayer(from *gorm.DB, where string, args ...any) (*playerRow, error) {
	var rows []playerRow
	err := from.Raw("SELECT * FROM players WHERE "+where, args...).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// lockPlayer loads a player for a change.
func (tx *Tx) lockPlayer(player int64) (*playerRow, error) {
	var row playerRow
	err := tx.Raw("SELECT * FROM players WHERE id = ? AND deleted_at = 0"+tx.ForUpdate("players"), player).Scan(&row).Error
	if err == nil && row.ID == 0 {
		err = fail(CodeNotFound, "no_such_player")
	}
	return &row, err
}

// otherPlayer returns a confirmed player by name.
func (tx *Tx) otherPlayer(name string) (*playerRow, error) {
	row, err := findPlayer(tx.DB, "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", names.Key(name))
	if err == nil && row == nil {
		err = fail(CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return row, err
}

// lockActor locks the acting player, so that an account that is deleted or banned during the request does nothing.
// A transaction that locks both a player and a game locks the player first.
func (tx *Tx) lockActor(player int64) (*playerRow, error) {
	row, err := tx.lockPlayer(player)
	if CodeOf(err) == CodeNotFound {
		return nil, fail(CodeUnauthorized, "account_deleted")
	}
	if err == nil && row.BannedAt > 0 {
		return nil, fail(CodeUnauthorized, "account_banned")
	}
	return row, err
}

// checkActor is lockActor without the player.
func (tx *Tx) checkActor(player int64) error {
	_, err := tx.lockActor(player)
	return err
}

// createAccount creates the account of a registration whose address is verified and whose name is free.
func (tx *Tx) createAccount(r registrationRow) (*playerRow, error) {
	emailKey := r.EmailKey
	row := &playerRow{
		Name: r.Name, NameKey: names.Key(r.Name), Email: r.Email, EmailKey: emailKey,
		Locale: r.Locale, TimeZone: r.TimeZone, Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: secrets.NewEpoch(),
	}
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	if err := tx.Exec("DELETE FROM registrations WHERE email_key = ?", emailKey).Error; err != nil {
		return nil, err
	}
	// Earlier mails to the address become theirs to see, and are deleted with the account.
	return row, tx.Exec("UPDATE notices SET player_id = ? WHERE player_id = 0 AND kind = ? AND LOWER(email) = ?",
		row.ID, KindCode, emailKey).Error
}

// KnowsAddress reports whether an address has an account. It is for the operator's commands and must never affect a
// response to a stranger.
// Errors: CodeInvalid.
func (s *Store) KnowsAddress(ctx context.Context, address string) (bool, error) {
	_, key, err := parseEmail(address)
	if err != nil {
		return false, err
	}
	row, err := findPlayer(s.read(ctx), "email_key = ?", key)
	return row != nil, err
}

// parseEmail returns an address and the key that identifies its account.
func parseEmail(text string) (email, key string, err error) {
	email, key, ok := mailaddr.Parse(text)
	if !ok {
		return "", "", invalid("email", "bad_email", "email", visible.Clip(text, 80))
	}
	return email, key, nil
}

// parseOthersEmail is parseEmail, but refuses addresses of this server.
func (s *Store) parseOthersEmail(text string) (email, key string, err error) {
	email, key, err = parseEmail(text)
	if err == nil && s.ownAddress != nil && s.ownAddress(email) {
		err = invalid("email", "server_address")
	}
	return email, key, err
}

// emailKeyOf returns the key of a player's stored address.
func emailKeyOf(p Player) string {
	_, key, _ := mailaddr.Parse(p.Email) // validated before it was stored
	return key
}

// RenamePlayer changes a player's name, without the limits for players. The previous name stays reserved for them
// for NameReserved.
// Errors: CodeNotFound, CodeInvalid for an invalid name, CodeNameTaken for another player's name.
func (a Admin) RenamePlayer(ctx context.Context, name, to string) error {
	if err := checkName(to); err != nil {
		return err
	}
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil || row.Name == to {
			return err
		}
		if err := tx.claimName(to, row.EmailKey); err != nil {
			return err
		}
		if names.Key(to) != row.NameKey {
			if err := tx.reserveName(row); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
			to, names.Key(to), tx.at, row.ID).Error
	})
}
