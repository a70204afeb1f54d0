package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// A player's address changes in two steps: a signed-in player requests the change, and a code mailed to the new address
// confirms it. A thief of a token could take over the account this way. Therefore the previous address is notified of
// both steps at once, and for UndoLife a link in these mails undoes the change, cancels every later one and signs out
// everywhere. Until then nobody else can get the previous address.
//
// An address that has an account is not refused, because the refusal would reveal the account. Its mailbox gets a mail
// without a code.

const (
	// UndoLife is how long the previous address can undo a change.
	UndoLife = 14 * models.Day
	// FormerMailLife is how long replies from the previous address count after a change, as the mail about it says.
	FormerMailLife = 3 * models.Day
	// AddressChangeLife is how long a change waits for its code.
	AddressChangeLife = models.Day
	// AddressTries is the number of codes that may be tried for one change.
	AddressTries = 5
)

// AddressCode is the purpose of codes that confirm a new address.
const AddressCode CodePurpose = "address"

// AddressChangeRow is a requested change of address.
type AddressChangeRow struct {
	PlayerID    int64
	Number      int // counts the player's changes
	FormerEmail string
	FormerKey   string
	Email       string
	EmailKey    string
	AskedAt     models.Millis
	DoneAt      models.Millis // confirmed by a code
	EndedAt     models.Millis // withdrawn or replaced by another change
	UndoneAt    models.Millis
}

// Until returns until when the change waits for its code, and until when it can be undone.
func (r *AddressChangeRow) Until() (waits, undoable models.Millis) {
	return r.AskedAt.Add(AddressChangeLife), max(r.AskedAt, r.DoneAt).Add(UndoLife)
}

// Open reports whether the change waits for its code.
func (r *AddressChangeRow) Open(now models.Millis) bool {
	waits, _ := r.Until()
	return r.DoneAt == 0 && r.EndedAt == 0 && r.UndoneAt == 0 && now < waits
}

// Undoable reports whether the previous address can still undo the change.
func (r *AddressChangeRow) Undoable(now models.Millis) bool {
	_, until := r.Until()
	return r.UndoneAt == 0 && now < until
}

const selectAddressChange = `SELECT player_id, number, former_email, former_key, email, email_key,
	asked_at, done_at, ended_at, undone_at FROM address_changes `

// PendingAddress returns the new address of a change that waits for its code, and its expiry; "" if there is none.
func (s *Store) PendingAddress(ctx context.Context, player int64) (email string, until time.Time, err error) {
	row, err := openAddressChange(s.ReadTx(ctx), player)
	if err != nil || row == nil {
		return "", until, err
	}
	waits, _ := row.Until()
	return row.Email, waits.Time(), nil
}

// openAddressChange returns the change that waits for its code, or nil.
func openAddressChange(tx *core.Tx, player int64) (*AddressChangeRow, error) {
	var rows []AddressChangeRow
	err := tx.Raw(selectAddressChange+`WHERE player_id = ? AND done_at = 0 AND ended_at = 0 AND undone_at = 0
		ORDER BY number DESC LIMIT 1`, player).Scan(&rows).Error
	if err != nil || len(rows) == 0 || !rows[0].Open(tx.At) {
		return nil, err
	}
	return &rows[0], nil
}

// askAddress starts a change of a player's address. A request for the current address withdraws a pending change.
func askAddress(tx *core.Tx, a models.Asker, player int64, address string) error {
	email, key, err := tx.Store.ParseOthersEmail(address)
	if err != nil {
		return err
	}
	p, err := LockPlayer(tx, player)
	if err != nil {
		return err
	}
	if email == p.Email {
		return endAddressChanges(tx, player)
	}
	if err := admitAddressChange(tx, a, player); err != nil {
		return err
	}
	if err := endAddressChanges(tx, player); err != nil {
		return err
	}
	var last int
	err = tx.Raw("SELECT COALESCE(MAX(number), 0) FROM address_changes WHERE player_id = ?", player).Scan(&last).Error
	if err != nil {
		return err
	}
	r := AddressChangeRow{
		PlayerID: player, Number: last + 1, FormerEmail: p.Email, FormerKey: p.EmailKey,
		Email: email, EmailKey: key, AskedAt: tx.At,
	}
	err = tx.Exec(`INSERT INTO address_changes (player_id, number, former_email, former_key, email, email_key, asked_at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, r.PlayerID, r.Number, r.FormerEmail, r.FormerKey, r.Email, r.EmailKey, r.AskedAt).Error
	if err != nil {
		return err
	}
	to, err := recipientOf(tx, email, key)
	if err != nil {
		return err
	}
	n := schema.Notice{Kind: models.KindAddressCode, PlayerID: to.ID, Email: to.Email, Detail: r.detail("")}
	if err := queueCode(tx, AddressCode, n, key, false); err != nil {
		return err
	}
	return NoticeAddress(tx, &r, AddressAsked, r.FormerEmail)
}

// admitAddressChange counts a request for a change. The error is CodeTooMany for every address alike.
func admitAddressChange(tx *core.Tx, a models.Asker, player int64) error {
	bounds := []schema.Scoped{{Scope: fmt.Sprintf("address-changes.%d", player), Bound: tx.Store.Limits.AddressChanges}}
	if a.Network != "" {
		bounds = append(bounds, schema.Scoped{
			Scope: tx.ScopeOf("address-asker", a.Network),
			Bound: tx.Store.Limits.CodeAsker,
		})
	}
	return tx.Spend(bounds, "too_many_address_changes")
}

// endAddressChanges cancels pending changes.
func endAddressChanges(tx *core.Tx, player int64) error {
	return tx.Exec("UPDATE address_changes SET ended_at = ? WHERE player_id = ? AND done_at = 0 AND ended_at = 0",
		tx.At, player).Error
}

// ConfirmAddress changes a player's address to the one that they requested, given the code that was mailed there.
// Tokens, sessions and games stay valid. Errors: CodeConflict if no change is pending, or another account has got the
// address meanwhile; CodeBadCode; CodeTooMany after too many wrong codes for this change.
func (s *Store) ConfirmAddress(ctx context.Context, player int64, code string) (p models.Player, err error) {
	var outcome error // the error of a transaction that commits its counters
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := CheckActor(tx, player); err != nil {
			return err
		}
		row, err := openAddressChange(tx, player)
		if err != nil {
			return err
		}
		if row == nil {
			return models.Fail(models.CodeConflict, "no_address_change")
		}
		counted := tx.Exec(`UPDATE address_changes SET tries = tries + 1
			WHERE player_id = ? AND number = ? AND tries < ?`, player, row.Number, AddressTries)
		if counted.Error != nil {
			return counted.Error
		}
		if counted.RowsAffected == 0 {
			return models.TooMany(0, "too_many_address_codes")
		}
		found, err := findCode(tx, AddressCode, row.EmailKey, code)
		if outcome = nil; err != nil {
			return err
		}
		if found == nil {
			outcome = models.Fail(models.CodeBadCode, "bad_address_code")
			return nil
		}
		p, err = confirmAddress(tx, askerOf(ctx), row)
		return err
	})
	if err == nil {
		err = outcome
	}
	return p, err
}

// confirmAddress carries out a change whose code was correct.
func confirmAddress(tx *core.Tx, a models.Asker, r *AddressChangeRow) (models.Player, error) {
	p, err := LockPlayer(tx, r.PlayerID)
	if err != nil {
		return models.Player{}, err
	}
	if err := MoveAddress(tx, p, r.Email, r.EmailKey); err != nil {
		return models.Player{}, err
	}
	r.DoneAt = tx.At
	for _, err := range []error{
		tx.Exec("UPDATE address_changes SET done_at = ? WHERE player_id = ? AND number = ?",
			tx.At, r.PlayerID, r.Number).Error,
		endCodes(tx, AddressCode, r.EmailKey),
		storeHome(tx, a, r.EmailKey),
		NoticeAddress(tx, r, AddressChanged, r.FormerEmail),
	} {
		if err != nil {
			return models.Player{}, err
		}
	}
	after, err := LockPlayer(tx, r.PlayerID)
	return after.Player(), err
}

// AddressTaken reports whether another account has an address or may still restore it.
func AddressTaken(tx *core.Tx, key string, player int64) (bool, error) {
	var taken int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM players WHERE email_key = ? AND id <> ?) +
		(SELECT COUNT(*) FROM address_changes WHERE former_key = ? AND player_id <> ?
			AND done_at > ? AND undone_at = 0)`,
		key, player, key, player, tx.At.Add(-UndoLife)).Scan(&taken).Error
	return taken > 0, err
}

// MoveAddress changes the address of a player and of their queued mail, and forgets the delivery failures of the
// previous address.
func MoveAddress(tx *core.Tx, p *schema.PlayerRow, email, key string) error {
	taken, err := AddressTaken(tx, key, p.ID)
	if err != nil {
		return err
	}
	if taken {
		return models.Fail(models.CodeConflict, "address_taken")
	}
	for _, change := range []struct {
		query string
		args  []any
	}{
		{"UPDATE players SET email = ?, email_key = ? WHERE id = ?", []any{email, key, p.ID}},
		{
			"UPDATE notices SET email = ? WHERE player_id = ? AND done_at = 0 AND kind NOT IN ?",
			[]any{email, p.ID, []models.Kind{
				models.KindCode, models.KindAddressCode, models.KindAddressChange, models.KindOperatorCode,
			}},
		},
		{"UPDATE former_names SET owner = ? WHERE owner = ?", []any{tx.NameOwner(key), tx.NameOwner(p.EmailKey)}},
		{`UPDATE challenges SET invited_as = CASE WHEN invited_as = '' THEN invited ELSE invited_as END, invited = ?
			WHERE invited = ? AND invited <> ''`, []any{key, p.EmailKey}},
		{"DELETE FROM codes WHERE email_key IN (?, ?)", []any{p.EmailKey, key}},
		{"DELETE FROM registrations WHERE email_key = ?", []any{key}},
	} {
		if err := tx.Exec(change.query, change.args...).Error; err != nil {
			return err
		}
	}
	return MailArrived(tx, p.ID)
}

// HadAddress reports whether an address belonged to a player until less than FormerMailLife ago. Mail from such an
// address is accepted as the player's.
func (s *Store) HadAddress(ctx context.Context, player int64, same func(address string) bool) (bool, error) {
	tx := s.ReadTx(ctx)
	var rows []AddressChangeRow
	err := tx.Raw(selectAddressChange+"WHERE player_id = ? AND done_at > ? AND undone_at = 0",
		player, tx.At.Add(-FormerMailLife)).Scan(&rows).Error
	for _, r := range rows {
		if same(r.FormerEmail) {
			return true, err
		}
	}
	return false, err
}

// The events. All but the last two are reported to the previous address.
const (
	AddressAsked   models.AddressState = "asked"
	AddressChanged models.AddressState = "changed"
	AddressSet     models.AddressState = "set"    // by an operator
	AddressGiven   models.AddressState = "given"  // by an operator, reported to the new address
	AddressUndone  models.AddressState = "undone" // reported to the new address
)

// AddressChange is a change of address as shown in a mail or a page to a reader who may not be the player.
type AddressChange struct {
	State  models.AddressState
	Name   string // of the account
	New    string // the requested address, with most of the local part masked
	Until  time.Time
	Link   string // link that undoes the change; "" for none
	Taken  bool   // for KindAddressCode: the address has an account
	Undone bool   // the change was undone already
}

func (r *AddressChangeRow) detail(state models.AddressState) schema.NoticeDetail {
	return schema.NoticeDetail{Address: schema.AddressDetail{
		Player: r.PlayerID, Number: r.Number, State: state,
		New: maskedAddress(r.Email),
	}}
}

// maskedAddress masks an address so that the account's owner recognizes it but a stranger cannot use it.
func maskedAddress(email string) string {
	if at := strings.LastIndexByte(email, '@'); at > 0 {
		return email[:1] + "…" + email[at:]
	}
	return email
}

// NoticeAddress notifies an address of a change.
func NoticeAddress(tx *core.Tx, r *AddressChangeRow, state models.AddressState, to string) error {
	return notice.Notify(tx, schema.Notice{
		Key:  fmt.Sprintf("address.%d.%d.%d.%s", r.PlayerID, r.Number, tx.At, state),
		Kind: models.KindAddressChange, PlayerID: r.PlayerID, Email: to, Detail: r.detail(state),
	})
}

// AddressLink returns the link that undoes a change. It survives signing out everywhere, which a thief could do.
func (s *Store) AddressLink(ctx context.Context, r *AddressChangeRow) (string, error) {
	return s.SignLink(ctx, models.Link{Purpose: models.LinkAddress, Player: r.PlayerID, Ply: r.Number}, 0, r.linkSecret())
}

// linkSecret replaces the epoch in the MAC of the link.
func (r *AddressChangeRow) linkSecret() string {
	return fmt.Sprintf("address %d %s", r.AskedAt, r.FormerKey)
}

// FindAddressChange returns a player's change by its number, or nil.
func FindAddressChange(tx *core.Tx, player int64, number int) (*AddressChangeRow, error) {
	var rows []AddressChangeRow
	err := tx.Raw(selectAddressChange+"WHERE player_id = ? AND number = ?", player, number).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// readAddressLink returns the change that a link undoes. Errors: CodeNotFound.
func readAddressLink(ctx context.Context, tx *core.Tx, text string) (*AddressChangeRow, error) {
	l, signed, ok := ParseLink(text)
	if !ok || l.Purpose != models.LinkAddress {
		return nil, models.Fail(models.CodeNotFound, "bad_link")
	}
	r, err := FindAddressChange(tx, l.Player, l.Ply)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, models.Fail(models.CodeNotFound, "bad_link")
	}
	key, err := tx.Store.LinkKey(ctx)
	if err != nil {
		return nil, err
	}
	if !signed.Verify(key, 0, r.linkSecret()) || (r.UndoneAt == 0 && !r.Undoable(tx.At)) {
		return nil, models.Fail(models.CodeNotFound, "bad_link")
	}
	return r, nil
}

// ReadAddressChange describes the change that a link undoes or has undone. Errors: CodeNotFound for an invalid link.
func (s *Store) ReadAddressChange(ctx context.Context, link string) (AddressChange, error) {
	tx := s.ReadTx(ctx)
	r, err := readAddressLink(ctx, tx, link)
	if err != nil {
		return AddressChange{}, err
	}
	return shownAddressChange(tx, r, link)
}

func shownAddressChange(tx *core.Tx, r *AddressChangeRow, link string) (AddressChange, error) {
	p, err := schema.FindPlayer(tx.DB, "id = ? AND deleted_at = 0", r.PlayerID)
	if err != nil {
		return AddressChange{}, err
	}
	if p == nil {
		return AddressChange{}, models.Fail(models.CodeNotFound, "bad_link")
	}
	_, until := r.Until()
	change := AddressChange{
		State: AddressAsked, Name: p.Name, New: maskedAddress(r.Email), Until: until.Time(), Link: link,
		Undone: r.UndoneAt > 0,
	}
	if r.DoneAt > 0 {
		change.State = AddressChanged
	}
	return change, nil
}

// UndoAddressChange returns an account to the address that a link was mailed to. It cancels the change and all later
// ones, and revokes every token, session and link of the player. It is idempotent. Errors: CodeNotFound for an invalid
// link, CodeConflict if another account has got the address meanwhile.
func (s *Store) UndoAddressChange(ctx context.Context, link string) (change AddressChange, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		r, err := readAddressLink(ctx, tx, link)
		if err != nil {
			return err
		}
		if r.UndoneAt == 0 {
			if err := undoAddressChange(tx, r); err != nil {
				return err
			}
			r.UndoneAt = tx.At
		}
		change, err = shownAddressChange(tx, r, link)
		return err
	})
	return change, err
}

func undoAddressChange(tx *core.Tx, r *AddressChangeRow) error {
	p, err := LockPlayer(tx, r.PlayerID)
	if models.CodeOf(err) == models.CodeNotFound {
		return models.Fail(models.CodeNotFound, "bad_link")
	}
	if err != nil {
		return err
	}
	if p.EmailKey != r.FormerKey {
		if err := MoveAddress(tx, p, r.FormerEmail, r.FormerKey); err != nil {
			return err
		}
		if err := NoticeAddress(tx, &AddressChangeRow{PlayerID: p.ID, Number: r.Number}, AddressUndone, p.Email); err != nil {
			return err
		}
	}
	if err := SignOutEverywhere(tx, p.ID); err != nil {
		return err
	}
	return tx.Exec("UPDATE address_changes SET undone_at = ? WHERE player_id = ? AND number >= ? AND undone_at = 0",
		tx.At, p.ID, r.Number).Error
}
