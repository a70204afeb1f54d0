package account

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/mailaddr"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// FieldsOf returns the fields of the text of a link. The error is about a subject that has no number.
func FieldsOf(l models.Link) (f linktext.Fields, err error) {
	f = linktext.Fields{
		Purpose: uint8(l.Purpose), Ply: l.Ply, Player: l.Player, Takebacks: l.Takebacks, Offers: l.Offers,
	}
	fits := true
	switch {
	case l.Purpose == models.LinkConfirm:
		f.About, fits = uint64(l.Number), l.Number > 0
	case l.Game != "":
		f.Subject = linktext.OfGame
		f.About, fits = secrets.IDNumber(l.Game)
	case l.Challenge != "":
		f.Subject = linktext.OfChallenge
		f.About, fits = secrets.IDNumber(l.Challenge)
	case l.Kind != "":
		f.Subject, f.About = linktext.OfKind, linktext.KindNumber(string(l.Kind))
	}
	if !fits {
		err = fmt.Errorf("no link can name the subject of %+v", l)
	}
	return f, err
}

// LinkOf returns the link with fields; ok is false if no link has them.
func LinkOf(f linktext.Fields) (l models.Link, ok bool) {
	l = models.Link{
		Purpose: models.LinkPurpose(f.Purpose), Player: f.Player, Ply: f.Ply, Takebacks: f.Takebacks,
		Offers: f.Offers,
	}
	switch {
	case l.Purpose < models.LinkReply || l.Purpose > models.LinkConfirm:
		return l, false
	case l.Purpose == models.LinkConfirm:
		l.Number = int64(f.About)
		return l, f.Subject == linktext.OfPlayer && f.About != 0
	}
	switch f.Subject {
	case linktext.OfPlayer:
		return l, f.About == 0 && l.Player != 0
	case linktext.OfGame:
		l.Game, ok = secrets.IDOf(f.About)
	case linktext.OfChallenge:
		l.Challenge, ok = secrets.IDOf(f.About)
	case linktext.OfKind:
		l.Kind, ok = kindOf(f.About)
	}
	return l, ok
}

// kindOf returns the kind with a number; ok is false if no link has it.
func kindOf(n uint64) (k models.Kind, ok bool) {
	kinds := append(models.KindsThatMayBeOff(), models.KindDigest, models.LinkSettings)
	i := slices.IndexFunc(kinds, func(k models.Kind) bool { return linktext.KindNumber(string(k)) == n })
	if i < 0 {
		return "", false
	}
	return kinds[i], true
}

// SignLink returns the text of a link. Its MAC is that of its holder: a player by their epoch, a stranger by the key of
// their address.
func (s *Store) SignLink(ctx context.Context, l models.Link, epoch int64, stranger string) (string, error) {
	fields, err := FieldsOf(l)
	if err != nil {
		return "", err
	}
	key, err := s.LinkKey(ctx)
	if err != nil {
		return "", err
	}
	return linktext.Sign(fields, key, epoch, stranger)
}

// BounceSecret returns what signs a player's bounce links beside the key and the epoch. It contains their address: once
// they have another one, the link says nothing about mail to them.
func BounceSecret(p models.Player) string { return "bounce " + mailaddr.Key(p.Email) }

// isBounceOf reports whether a link is a bounce link for a player's current address.
func isBounceOf(p models.Player, l models.Link, signed linktext.Signed, key []byte, epoch int64) bool {
	return l.Purpose == models.LinkBounce && p.ID != 0 && signed.Verify(key, epoch, BounceSecret(p))
}

// ParseLink parses the text of a link in any case, without verifying the MAC.
func ParseLink(text string) (l models.Link, signed linktext.Signed, ok bool) {
	if signed, ok = linktext.Parse(text); ok {
		l, ok = LinkOf(signed.Fields)
	}
	return l, signed, ok
}

// SameTakebacks reports whether a game has had no takebacks since a link was made.
func SameTakebacks(l models.Link, g *models.Game) bool {
	return l.Takebacks == g.Takebacks%linktext.MaxTakebacks
}

// PlausibleLink reports whether a text has the form of a link, without using the database.
func PlausibleLink(text string) bool {
	_, _, ok := ParseLink(text)
	return ok
}

// LongLink parses a short link. It returns the link and its content without verifying the MAC.
func LongLink(short string) (text string, about models.Link, ok bool) {
	if text, ok = linktext.Long(short); ok {
		about, _, ok = ParseLink(text)
	}
	return text, about, ok
}

// IsRegistrationLink reports whether a text has the form of a link that confirms a registration. Such a link cannot be
// verified once the registration has become an account.
func IsRegistrationLink(text string) bool {
	l, _, ok := ParseLink(text)
	return ok && l.Purpose == models.LinkConfirm && l.Player == 0
}

// LinkHolder is the recipient of a link.
type LinkHolder struct {
	Player models.Player // ID 0: a stranger
	Email  string        // to which the link was mailed, or the player's new one
	Former string        // of a stranger: to which the link was mailed, if the player has another address by now
}

// ReadLink verifies a link, in any case, and returns its holder. The error is CodeNotFound for a link with a wrong MAC,
// with another purpose, from before the player signed out everywhere, or of a deleted player.
func (s *Store) ReadLink(
	ctx context.Context, purpose models.LinkPurpose, text string,
) (models.Link, LinkHolder, error) {
	return s.FindLink(ctx, s.Read(ctx), purpose, text)
}

// FindLink is ReadLink in a transaction or on a reading connection.
func (s *Store) FindLink(
	ctx context.Context, from *gorm.DB, purpose models.LinkPurpose, text string,
) (models.Link, LinkHolder, error) {
	var holder LinkHolder
	unknown := models.Fail(models.CodeNotFound, "bad_link")
	l, signed, ok := ParseLink(text)
	if !ok || !l.Purpose.Covers(purpose) {
		return models.Link{}, holder, unknown
	}
	var epoch int64
	stranger := ""
	switch {
	case l.Player == 0 && l.Purpose == models.LinkConfirm:
		var as []RegistrationRow
		if err := from.Raw("SELECT * FROM registrations WHERE id = ?", l.Number).Scan(&as).Error; err != nil {
			return models.Link{}, holder, err
		}
		if len(as) == 0 {
			return models.Link{}, holder, unknown
		}
		holder.Email, stranger = as[0].Email, as[0].EmailKey
	case l.Player == 0:
		var invited []struct{ Invited, InvitedAs string }
		err := from.Raw("SELECT invited, invited_as FROM challenges WHERE id = ?", l.Challenge).Scan(&invited).Error
		if err != nil {
			return models.Link{}, holder, err
		}
		if len(invited) == 0 || invited[0].Invited == "" {
			return models.Link{}, holder, unknown
		}
		holder.Email, holder.Former = invited[0].Invited, invited[0].InvitedAs
		stranger = cmp.Or(holder.Former, holder.Email)
	default:
		var row schema.PlayerRow
		err := db.Query(from, func(c *db.Columns) error {
			row.TakeReader(c)
			epoch = c.Number()
			return nil
		}, "SELECT "+schema.ReaderColumns+`, p.link_epoch FROM players p
			WHERE p.id = ? AND p.deleted_at = 0 AND p.banned_at = 0`, l.Player)
		if err != nil {
			return models.Link{}, holder, err
		}
		if row.ID == 0 {
			return models.Link{}, holder, unknown
		}
		holder.Player, holder.Email = row.Player(), row.Email
	}
	key, err := s.LinkKey(ctx)
	if err != nil {
		return models.Link{}, LinkHolder{}, err
	}
	if !signed.Verify(key, epoch, stranger) && !isBounceOf(holder.Player, l, signed, key, epoch) {
		return models.Link{}, LinkHolder{}, unknown
	}
	return l, holder, nil
}

// SettingsLink returns the subject of a link for a mail with settings that was made at an instant.
func SettingsLink(made time.Time) models.Link {
	return models.Link{Kind: models.LinkSettings, Ply: int(made.Unix() / int64(models.Day/time.Second))}
}
