package core

import (
	"cmp"
	"context"
	"crypto/hmac"
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/mailaddr"
	"turnpost/models/names"
	"turnpost/models/schema"
	"turnpost/rules"
)

// countResult counts the end of a game in the records of its players, in the order in which all transactions lock
// several. Games with the house do not count.
func (tx *Tx) countResult(row *GameRow) error {
	if row.HouseSeat() != rules.NoSeat {
		return nil
	}
	args := make([]any, 0, 10)
	for _, seat := range row.People() {
		var won, lost, drawn int
		switch {
		case row.Status != models.Finished: // aborted: counts as having played the ruleset only
		case row.Winner == seat:
			won = 1
		case row.Winner == seat.Other():
			lost = 1
		default:
			drawn = 1
		}
		args = append(args, row.Side(seat).ID, row.Ruleset, won, lost, drawn)
	}
	return tx.DeferExec(`INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
		VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
		ON CONFLICT (player_id, ruleset) DO UPDATE SET won = player_records.won + excluded.won,
		lost = player_records.lost + excluded.lost, drawn = player_records.drawn + excluded.drawn`, args...)
}

// ParseOthersEmail is ParseEmail, but refuses addresses of this server.
func (s *Store) ParseOthersEmail(text string) (email, key string, err error) {
	email, key, err = schema.ParseEmail(text)
	if err == nil && s.OwnAddress != nil && s.OwnAddress(email) {
		err = models.Invalid("email", "server_address")
	}
	return email, key, err
}

// nameReserved reports whether somebody with another address abandoned the name recently.
func (tx *Tx) nameReserved(name, emailKey string) (bool, error) {
	var owners [][]byte
	err := tx.Raw("SELECT owner FROM former_names WHERE name_key = ? AND until_at > ?",
		names.Key(name), tx.At).Scan(&owners).Error
	return len(owners) > 0 && !hmac.Equal(owners[0], tx.NameOwner(emailKey)), err
}

// NameOwner returns the MAC of an address, which identifies it where the address must not be stored.
func (tx *Tx) NameOwner(emailKey string) []byte {
	return tx.Store.Mac([]byte("name " + emailKey))
}

// ClaimName fails if a player has the name, or somebody with another address abandoned it recently. The caller has
// verified the address.
func (tx *Tx) ClaimName(name, emailKey string) error {
	reserved, err := tx.nameReserved(name, emailKey)
	if err != nil {
		return err
	}
	row, err := schema.FindPlayer(tx.DB, "name_key = ? AND email_key <> ?", names.Key(name), emailKey)
	if err != nil || (row == nil && !reserved) {
		return err
	}
	return schema.NameTaken(name)
}

// Banned reports whether an account of the mailbox of an address is banned.
func (tx *Tx) Banned(address string) (bool, error) {
	var n int64
	err := tx.Raw("SELECT COUNT(*) FROM players WHERE mailbox = ? AND banned_at > 0",
		mailaddr.Mailbox(address)).Scan(&n).Error
	return n > 0, err
}

// Reports lists the reports that meet a condition.
func (s *Store) Reports(ctx context.Context, where string, args ...any) ([]models.Report, error) {
	var rows []schema.ReportRow
	err := s.Read(ctx).Raw(schema.SelectReport+where, args...).Scan(&rows).Error
	list := make([]models.Report, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.Report())
	}
	return list, err
}

// ChooseDaysOff sets the days off and the time zone of a locked player, where the patch changes one of them.
func (tx *Tx) ChooseDaysOff(row *schema.PlayerRow, patch models.ProfilePatch) error {
	days, chosen := patch.Values["days_off"]
	if !chosen && !patch.Values.Has("time_zone") {
		return nil
	}
	to, zone := schema.RestRow{DaysOff: row.DaysOff}, cmp.Or(patch.Values.Get("time_zone"), row.TimeZone)
	if chosen {
		off, _ := calendar.ParseDaysOff(days) // was checked
		to.DaysOff = schema.FormatDaysOff(off)
	}
	was := row.RestRow
	counts, newest := was.ClockDaysOff(tx.At, row.TimeZone), to.Newest(zone)
	switch {
	case schema.IsWithin(newest, counts):
	case newest == was.Newest(row.TimeZone): // it waits already, or is counted
		to.FormerDaysOff = was.FormerDaysOff
	default:
		met, err := tx.hasMet(row.ID)
		if err != nil {
			return err
		}
		if met {
			to.FormerDaysOff = strings.TrimSpace(fmt.Sprintf("%d %s", tx.At.Add(models.DaysOffDelay), counts))
		}
	}
	return tx.Exec("UPDATE players SET days_off = ?, time_zone = ?, former_days_off = ? WHERE id = ?",
		to.DaysOff, zone, to.FormerDaysOff, row.ID).Error
}

// hasMet reports whether the player has or had a game with another player.
func (tx *Tx) hasMet(player int64) (met bool, err error) {
	var n int
	err = tx.Raw(`SELECT CASE WHEN EXISTS (SELECT 1 FROM player_records WHERE player_id = ?)
		OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND first_id = ? AND second_id NOT IN `+schema.HouseIDs+`)
		OR EXISTS (SELECT 1 FROM games WHERE status = 'ongoing' AND second_id = ? AND first_id NOT IN `+schema.HouseIDs+`)
		THEN 1 ELSE 0 END`, player, player, player).Scan(&n).Error
	return n > 0, err
}
