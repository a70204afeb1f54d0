package models

import (
	"cmp"
	"context"
	"crypto/hmac"
	"time"

	"gorm.io/gorm"
)

// IsRegistrationLink reports whether a text has the form of a link that confirms a registration. Such a link cannot be
// verified once the registration has become an account.
func IsRegistrationLink(text string) bool {
	l, _, _, ok := splitLink(text)
	return ok && l.Purpose == LinkConfirm && l.Player == 0
}

// LinkHolder is the recipient of a link.
type LinkHolder struct {
	Player Player // ID 0: a stranger
	Email  string // to which the link was mailed, or the player's new one
	Former string // of a stranger: to which the link was mailed, if the player has another address by now
}

// ReadLink verifies a link, in any case, and returns its holder. The error is CodeNotFound for a link with a wrong MAC,
// with another purpose, from before the player signed out everywhere, or of a deleted player.
func (s *Store) ReadLink(ctx context.Context, purpose LinkPurpose, text string) (Link, LinkHolder, error) {
	return s.readLink(ctx, s.read(ctx), purpose, text)
}

func (s *Store) readLink(
	ctx context.Context, db *gorm.DB, purpose LinkPurpose, text string,
) (Link, LinkHolder, error) {
	var holder LinkHolder
	unknown := fail(CodeNotFound, "bad_link")
	l, packed, mac, ok := splitLink(text)
	if !ok || !l.Purpose.Covers(purpose) {
		return Link{}, holder, unknown
	}
	var epoch int64
	stranger := ""
	switch {
	case l.Player == 0 && l.Purpose == LinkConfirm:
		var as []registrationRow
		if err := db.Where("id = ?", l.Number).Find(&as).Error; err != nil {
			return Link{}, holder, err
		}
		if len(as) == 0 {
			return Link{}, holder, unknown
		}
		holder.Email, stranger = as[0].Email, as[0].EmailKey
	case l.Player == 0:
		var invited []struct{ Invited, InvitedAs string }
		err := db.Raw("SELECT invited, invited_as FROM challenges WHERE id = ?", l.Challenge).Scan(&invited).Error
		if err != nil {
			return Link{}, holder, err
		}
		if len(invited) == 0 || invited[0].Invited == "" {
			return Link{}, holder, unknown
		}
		holder.Email, holder.Former = invited[0].Invited, invited[0].InvitedAs
		stranger = cmp.Or(holder.Former, holder.Email)
	default:
		row, err := findPlayer(db, "id = ? AND deleted_at = 0 AND banned_at = 0", l.Player)
		if err != nil {
			return Link{}, holder, err
		}
		if row == nil {
			return Link{}, holder, unknown
		}
		epoch, holder.Player, holder.Email = row.LinkEpoch, row.player(), row.Email
	}
	key, err := s.linkKey(ctx)
	if err != nil {
		return Link{}, LinkHolder{}, err
	}
	if !hmac.Equal(mac, linkMAC(key, packed, epoch, stranger)) && !isBounceOf(holder.Player, l, key, packed, mac, epoch) {
		return Link{}, LinkHolder{}, unknown
	}
	return l, holder, nil
}

// LinkSettings is the subject of a reply link of a mail with settings. Such a link changes the settings that
// SettingsOf lists, for settingsLinkLife, and nothing else: it plays nothing, changes neither name nor address, and
// what it asks for is mailed to the player's own address.
const LinkSettings Kind = "settings"

// settingsLinkLife is how long a mail with settings can be sent back.
const settingsLinkLife = 14 * day

// settingsLink returns the subject of a link for a mail with settings that was made at an instant.
func settingsLink(made time.Time) Link {
	return Link{Kind: LinkSettings, Ply: int(made.Unix() / int64(day/time.Second))}
}

// OfSettings reports whether the link is for the settings of its player.
func (l Link) OfSettings() bool { return l.Purpose == LinkReply && l.Kind == LinkSettings }

// Expired reports whether the link is for settings, and too old to change them.
func (l Link) Expired(now time.Time) bool {
	return l.OfSettings() && now.After(time.Unix(int64(l.Ply)*int64(day/time.Second), 0).Add(settingsLinkLife+day))
}
