package models

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// AddressState is the event of a change of address that a mail reports.
type AddressState string

// The events. All but the last two are reported to the previous address.
const (
	AddressAsked   AddressState = "asked"
	AddressChanged AddressState = "changed"
	AddressSet     AddressState = "set"    // by an operator
	AddressGiven   AddressState = "given"  // by an operator, reported to the new address
	AddressUndone  AddressState = "undone" // reported to the new address
)

// AddressChange is a change of address as shown in a mail or a page to a reader who may not be the player.
type AddressChange struct {
	State  AddressState
	Name   string // of the account
	New    string // the requested address, with most of the local part masked
	Until  time.Time
	Link   string // link that undoes the change; "" for none
	Taken  bool   // for KindAddressCode: the address has an account
	Undone bool   // the change was undone already
}

// addressDetail is the stored detail of a notice about a change.
type addressDetail struct {
	Player int64        `json:"player,omitempty"`
	Number int          `json:"number,omitempty"` // of the change
	State  AddressState `json:"state,omitempty"`
	New    string       `json:"new,omitempty"` // masked
}

func (r *addressChangeRow) detail(state AddressState) noticeDetail {
	return noticeDetail{Address: addressDetail{r.PlayerID, r.Number, state, maskedAddress(r.Email)}}
}

// maskedAddress masks an address so that the account's owner recognizes it but a stranger cannot use it.
func maskedAddress(email string) string {
	if at := strings.LastIndexByte(email, '@'); at > 0 {
		return email[:1] + "…" + email[at:]
	}
	return email
}

// noticeAddress notifies an address of a change.
func (tx *Tx) noticeAddress(r *addressChangeRow, state AddressState, to string) error {
	return tx.notify(notice{
		Key:  fmt.Sprintf("address.%d.%d.%d.%s", r.PlayerID, r.Number, tx.at, state),
		Kind: KindAddressChange, PlayerID: r.PlayerID, Email: to, Detail: r.detail(state),
	})
}

// addressLink returns the link that undoes a change. It survives signing out everywhere, which a thief could do.
func (s *Store) addressLink(ctx context.Context, r *addressChangeRow) (string, error) {
	return s.signLink(ctx, Link{Purpose: LinkAddress, Player: r.PlayerID, Ply: r.Number}, 0, r.linkSecret())
}

// linkSecret replaces the epoch in the MAC of the link.
func (r *addressChangeRow) linkSecret() string {
	return fmt.Sprintf("address %d %s", r.AskedAt, r.FormerKey)
}

// addressChange returns a player's change by its number, or nil.
func (tx *Tx) addressChange(player int64, number int) (*addressChangeRow, error) {
	var rows []addressChangeRow
	err := tx.Raw(selectAddressChange+"WHERE player_id = ? AND number = ?", player, number).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// readAddressLink returns the change that a link undoes. Errors: CodeNotFound.
func (tx *Tx) readAddressLink(ctx context.Context, text string) (*addressChangeRow, error) {
	l, signed, ok := parseLink(text)
	if !ok || l.Purpose != LinkAddress {
		return nil, fail(CodeNotFound, "bad_link")
	}
	r, err := tx.addressChange(l.Player, l.Ply)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fail(CodeNotFound, "bad_link")
	}
	key, err := tx.store.linkKey(ctx)
	if err != nil {
		return nil, err
	}
	if !signed.Verify(key, 0, r.linkSecret()) || (r.UndoneAt == 0 && !r.undoable(tx.at)) {
		return nil, fail(CodeNotFound, "bad_link")
	}
	return r, nil
}

// ReadAddressChange describes the change that a link undoes or has undone. Errors: CodeNotFound for an invalid link.
func (s *Store) ReadAddressChange(ctx context.Context, link string) (AddressChange, error) {
	tx := s.readTx(ctx)
	r, err := tx.readAddressLink(ctx, link)
	if err != nil {
		return AddressChange{}, err
	}
	return tx.shownAddressChange(r, link)
}

func (tx *Tx) shownAddressChange(r *addressChangeRow, link string) (AddressChange, error) {
	p, err := findPlayer(tx.DB, "id = ? AND deleted_at = 0", r.PlayerID)
	if err != nil {
		return AddressChange{}, err
	}
	if p == nil {
		return AddressChange{}, fail(CodeNotFound, "bad_link")
	}
	_, until := r.until()
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
	err = s.write(ctx, func(tx *Tx) error {
		r, err := tx.readAddressLink(ctx, link)
		if err != nil {
			return err
		}
		if r.UndoneAt == 0 {
			if err := tx.undoAddressChange(r); err != nil {
				return err
			}
			r.UndoneAt = tx.at
		}
		change, err = tx.shownAddressChange(r, link)
		return err
	})
	return change, err
}

func (tx *Tx) undoAddressChange(r *addressChangeRow) error {
	p, err := tx.lockPlayer(r.PlayerID)
	if CodeOf(err) == CodeNotFound {
		return fail(CodeNotFound, "bad_link")
	}
	if err != nil {
		return err
	}
	if p.EmailKey != r.FormerKey {
		if err := tx.moveAddress(p, r.FormerEmail, r.FormerKey); err != nil {
			return err
		}
		if err := tx.noticeAddress(&addressChangeRow{PlayerID: p.ID, Number: r.Number}, AddressUndone, p.Email); err != nil {
			return err
		}
	}
	if err := tx.signOutEverywhere(p.ID); err != nil {
		return err
	}
	return tx.Exec("UPDATE address_changes SET undone_at = ? WHERE player_id = ? AND number >= ? AND undone_at = 0",
		tx.at, p.ID, r.Number).Error
}

// gatherAddress loads the content of a mail about a change of address.
func (s *Store) gatherAddress(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	tx, about := s.readTx(ctx), c.row.Detail.Address
	p, err := findPlayer(tx.DB, "id = ? AND deleted_at = 0", about.Player)
	if err != nil || p == nil {
		return DropAccountGone, err
	}
	r, err := tx.addressChange(about.Player, about.Number)
	if err != nil {
		return "", err
	}
	c.Address = AddressChange{State: about.State, Name: p.Name, New: about.New}
	if c.Kind == KindAddressCode {
		return s.gatherAddressCode(ctx, c, r)
	}
	c.To = p.player()
	c.To.Email = c.row.Email
	if about.State != AddressAsked && about.State != AddressChanged {
		return "", nil
	}
	if r == nil || !r.undoable(tx.at) {
		return DropAddressChange, nil
	}
	_, until := r.until()
	c.Address.Until = until.Time()
	c.Address.Link, err = s.addressLink(ctx, r)
	return "", err
}

// gatherAddressCode creates the code for a new address, or reports that the address already has an account.
func (s *Store) gatherAddressCode(ctx context.Context, c *Content, r *addressChangeRow) (NoticeReason, error) {
	tx := s.readTx(ctx)
	c.To = Player{Email: c.row.Email, Locale: defaultLocale, TimeZone: time.UTC}
	if asker, err := findPlayer(tx.DB, "id = ?", c.row.Detail.Address.Player); err == nil && asker != nil {
		c.To.Locale, c.To.TimeZone = asker.Locale, asker.zone()
	}
	if r == nil || !r.open(tx.at) {
		return DropAddressChange, nil
	}
	if s.now().Sub(c.CreatedAt) > CodeLife {
		return DropCodeExpired, nil
	}
	taken, err := tx.addressTaken(r.EmailKey, r.PlayerID)
	if err != nil {
		return "", err
	}
	if c.Address.Taken = taken; taken {
		return "", nil
	}
	var refused int64
	err = tx.Raw("SELECT COUNT(*) FROM refusals WHERE email_key = ?", r.EmailKey).Scan(&refused).Error
	if err != nil || refused > 0 {
		return DropAddressRefuses, err
	}
	return "", s.write(ctx, func(tx *Tx) error {
		c.Code, c.Expires, err = tx.issueCode(addressCode, r.EmailKey, 0)
		return err
	})
}
