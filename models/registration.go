package models

import (
	"bytes"
	"cmp"
	"slices"
)

// A registration belongs to the request that it came with. Anybody can register any address, before its owner or
// after, so that several may wait for one address; which of them becomes an account is decided when its code is traded.

// unconfirmedLife is how long a registration waits for its code to be used.
const unconfirmedLife = day

// maxRegistrations is how many registrations wait for one address. Those of a network give way to each other first.
const maxRegistrations = 32

// registrationRow is an account that somebody asked for, until a code proves the address.
type registrationRow struct {
	ID        int64 `gorm:"primaryKey"`
	EmailKey  string
	Email     string
	Name      string
	Locale    string
	TimeZone  string
	Request   []byte // hash of the secret of its request; empty for none
	Network   []byte // keyed hash of the network that it came from
	CreatedAt Millis `gorm:"autoCreateTime:false"`
}

func (registrationRow) TableName() string { return "registrations" }

// storeRegistration stores what an account is to be. It is stored for addresses with an account too, where it has no
// effect. What a code was mailed for stays, however many follow.
func (tx *Tx) storeRegistration(r registrationRow, a Asker) error {
	r.Request, r.Network = a.requestHash(), tx.networkHash(a)
	if err := tx.Create(&r).Error; err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM registrations WHERE id IN (
			SELECT id FROM (
				SELECT id, ROW_NUMBER() OVER (PARTITION BY network ORDER BY id DESC) AS place
				FROM registrations WHERE email_key = ?) AS ranked
			ORDER BY place, id DESC LIMIT ? OFFSET ?)
		AND id NOT IN (SELECT registration_id FROM codes WHERE email_key = ?)`,
		r.EmailKey, maxRegistrations, maxRegistrations, r.EmailKey).Error
}

// networkHash tells one network from others without saying which it is. It is empty where none is known.
func (tx *Tx) networkHash(a Asker) []byte {
	if a.Network == "" {
		return []byte{}
	}
	return tx.store.mac([]byte("registered from " + a.Network))
}

// registrations are those that wait for an address, the oldest first.
func (tx *Tx) registrations(emailKey string) (rows []registrationRow, err error) {
	err = tx.Where("email_key = ? AND created_at > ?", emailKey, tx.at.Add(-unconfirmedLife)).Order("id").Find(&rows).Error
	return rows, err
}

// registrationToMail chooses the registration that the mail with a code is about: the newest one from the network that
// asked for the code, else the oldest one. rows are in the order of registrations; nil where there are none.
func registrationToMail(rows []registrationRow, network []byte) *registrationRow {
	for i := range slices.Backward(rows) {
		if bytes.Equal(rows[i].Network, network) {
			return &rows[i]
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

// registrationsToTry orders what the account of a code may become; where a name is taken, the next one comes into
// question. A request that registered the address gets what it asked for and nothing else. Otherwise the registration
// that the code was mailed for comes first, unless only others came from the network that trades the code: then
// somebody from elsewhere registered the address before its owner did.
func registrationsToTry(rows []registrationRow, request, network []byte, mailedFor int64) []registrationRow {
	own := slices.IndexFunc(rows, func(r registrationRow) bool {
		return len(request) > 0 && bytes.Equal(r.Request, request)
	})
	if own >= 0 {
		return rows[own : own+1]
	}
	const none = 4
	rank := func(r registrationRow) int {
		mailed, near := r.ID == mailedFor, bytes.Equal(r.Network, network)
		switch {
		case mailed && near:
			return 1
		case near:
			return 2
		case mailed:
			return 3
		}
		return none
	}
	sorted := slices.SortedFunc(slices.Values(rows), func(a, b registrationRow) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.ID, a.ID)) // the newest first
	})
	switch unfit := slices.IndexFunc(sorted, func(r registrationRow) bool { return rank(r) == none }); unfit {
	case -1:
		return sorted
	case 0:
		return rows[:1] // the oldest
	default:
		return sorted[:unfit]
	}
}

// newAccount makes the account that an address, which is proved, has asked for; nil where it has not. mailedFor is the
// registration that its code was mailed for. The error is CodeNameTaken where another player has the name by now.
func (tx *Tx) newAccount(a Asker, emailKey string, mailedFor int64) (*playerRow, error) {
	rows, err := tx.registrations(emailKey)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	r, err := tx.firstFree(registrationsToTry(rows, a.requestHash(), tx.networkHash(a), mailedFor))
	if err != nil {
		return nil, err
	}
	row := &playerRow{
		Name: r.Name, NameKey: nameKey(r.Name), Email: r.Email, EmailKey: emailKey,
		Locale: r.Locale, TimeZone: r.TimeZone, Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: newLinkEpoch(),
	}
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	if err := tx.Exec("DELETE FROM registrations WHERE email_key = ?", emailKey).Error; err != nil {
		return nil, err
	}
	// What was mailed before is theirs to see, and goes when they go.
	return row, tx.Exec("UPDATE notices SET player_id = ? WHERE player_id = 0 AND kind = ? AND LOWER(email) = ?",
		row.ID, KindCode, emailKey).Error
}

// firstFree is the first registration whose name is free. Where none is, the error is that of the first.
func (tx *Tx) firstFree(rows []registrationRow) (r registrationRow, err error) {
	for i, r := range rows {
		taken := tx.claimName(r.Name, r.EmailKey)
		if taken == nil {
			return r, nil
		}
		if CodeOf(taken) != CodeNameTaken {
			return r, taken
		}
		if i == 0 {
			err = taken
		}
	}
	return r, err
}
