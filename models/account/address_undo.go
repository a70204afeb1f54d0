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
