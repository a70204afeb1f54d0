package models

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"turnpost/models/linktext"
	"turnpost/models/secrets"
)

// LinkPurpose determines what a link lets its holder do. What that is in a game also depends on how the game went on
// since: see ByLink.
type LinkPurpose uint8

// The purposes. Their numbers are part of links in mails and must not change.
const (
	LinkReply       LinkPurpose = 1 // play and decide by mail
	LinkPage        LinkPurpose = 2 // see and play a game in a browser
	LinkUnsubscribe LinkPurpose = 3 // turn off mail of one kind, about one game, or to a stranger
	LinkBounce      LinkPurpose = 4 // report that a mail to the player's current address was not delivered

	// LinkListUnsubscribe is LinkUnsubscribe in a mail's header, which replies do not quote: it also proves a
	// complaint.
	LinkListUnsubscribe LinkPurpose = 5

	LinkAddress LinkPurpose = 6 // undo a change of address; Ply is its number

	// LinkConfirm confirms by mail what a mail asked for: a player's held command, or the registration of a stranger.
	// Number is its ID. The three bits of a purpose have no further value.
	LinkConfirm LinkPurpose = 7
)

// Covers reports whether a link with this purpose has all rights of the other one.
func (p LinkPurpose) Covers(other LinkPurpose) bool {
	return p == other || p == LinkListUnsubscribe && other == LinkUnsubscribe
}

// Link is a signed token in a mail. It is not stored: it contains its recipient and its subject, and a MAC with the key
// of links proves its origin. The MAC also covers the player's link epoch, which SignOutEverywhere changes.
//
// A link is about one game, one challenge, one kind of mail, or only its player.
type Link struct {
	Purpose   LinkPurpose
	Player    int64  // 0: the stranger whom the challenge invites
	Game      string // "" for none
	Challenge string // "" for none
	Kind      Kind   // for LinkUnsubscribe, or LinkSettings; "" for none
	Ply       int    // of the game at that time; for LinkSettings the day of the mail
	Takebacks int    // number of takebacks in the game, modulo linktext.MaxTakebacks
	Offers    int    // number of offers in the game, modulo linktext.MaxOffers
	Number    int64  // for LinkConfirm: the ID of what it confirms
}

// fields returns the fields of the text of a link. The error names a field that does not fit.
func (l Link) fields() (f linktext.Fields, err error) {
	f = linktext.Fields{
		Purpose: uint8(l.Purpose), Ply: l.Ply, Player: l.Player, Takebacks: l.Takebacks, Offers: l.Offers,
	}
	switch {
	case l.Purpose == LinkConfirm:
		if f.About = uint64(l.Number); l.Number <= 0 {
			err = fmt.Errorf("a link for number %d does not fit", l.Number)
		}
	case l.Game != "":
		f.Subject = linktext.OfGame
		f.About, err = idNumber(l.Game)
	case l.Challenge != "":
		f.Subject = linktext.OfChallenge
		f.About, err = idNumber(l.Challenge)
	case l.Kind != "":
		f.Subject, f.About = linktext.OfKind, linktext.Hash(string(l.Kind))
	}
	return f, err
}

func idNumber(id string) (uint64, error) {
	n, ok := secrets.IDNumber(id)
	if !ok {
		return 0, fmt.Errorf("no link can name %q", id)
	}
	return n, nil
}

// linkOf returns the link with fields; ok is false if no link has them.
func linkOf(f linktext.Fields) (l Link, ok bool) {
	l = Link{Purpose: LinkPurpose(f.Purpose), Player: f.Player, Ply: f.Ply, Takebacks: f.Takebacks, Offers: f.Offers}
	switch {
	case l.Purpose < LinkReply || l.Purpose > LinkConfirm:
		return l, false
	case l.Purpose == LinkConfirm:
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
		l.Kind, ok = kindOfHash(f.About)
	}
	return l, ok
}

func kindOfHash(n uint64) (Kind, bool) {
	kinds := append(kindsThatMayBeOff(), KindDigest, LinkSettings)
	i := slices.IndexFunc(kinds, func(k Kind) bool { return linktext.Hash(string(k)) == n })
	if i < 0 {
		return "", false
	}
	return kinds[i], true
}

// signLink returns the text of a link. Its MAC is that of its holder: a player by their epoch, a stranger by the key of
// their address.
func (s *Store) signLink(ctx context.Context, l Link, epoch int64, stranger string) (string, error) {
	fields, err := l.fields()
	if err != nil {
		return "", err
	}
	key, err := s.linkKey(ctx)
	if err != nil {
		return "", err
	}
	return linktext.Sign(fields, key, epoch, stranger)
}

// parseLink parses the text of a link in any case, without verifying the MAC.
func parseLink(text string) (l Link, signed linktext.Signed, ok bool) {
	if signed, ok = linktext.Parse(text); ok {
		l, ok = linkOf(signed.Fields)
	}
	return l, signed, ok
}

// SameTakebacks reports whether a game has had no takebacks since a link was made.
func SameTakebacks(l Link, g *Game) bool { return l.Takebacks == g.Takebacks%linktext.MaxTakebacks }

// PlausibleLink reports whether a text has the form of a link, without using the database.
func PlausibleLink(text string) bool {
	_, _, ok := parseLink(text)
	return ok
}

// LongLink parses a short link. It returns the link and its content without verifying the MAC.
func LongLink(short string) (text string, about Link, ok bool) {
	if text, ok = linktext.Long(short); ok {
		about, _, ok = parseLink(text)
	}
	return text, about, ok
}

// IsRegistrationLink reports whether a text has the form of a link that confirms a registration. Such a link cannot be
// verified once the registration has become an account.
func IsRegistrationLink(text string) bool {
	l, _, ok := parseLink(text)
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
	l, signed, ok := parseLink(text)
	if !ok || !l.Purpose.Covers(purpose) {
		return Link{}, holder, unknown
	}
	var epoch int64
	stranger := ""
	switch {
	case l.Player == 0 && l.Purpose == LinkConfirm:
		var as []registrationRow
		if err := db.Raw("SELECT * FROM registrations WHERE id = ?", l.Number).Scan(&as).Error; err != nil {
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
	if !signed.Verify(key, epoch, stranger) && !isBounceOf(holder.Player, l, signed, key, epoch) {
		return Link{}, LinkHolder{}, unknown
	}
	return l, holder, nil
}

// LinkSettings is the subject of a reply link of a mail with settings. Such a link changes the settings that
// setting.Of lists, for settingsLinkLife, and nothing else: it plays nothing, changes neither name nor address, and
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

// linkKeyLife is how long a process uses the key of links before it reads it again.
const linkKeyLife = 500 * time.Millisecond

// linkKeyCache caches the key that signs links for linkKeyLife.
type linkKeyCache struct{ current atomic.Pointer[cachedLinkKey] }

type cachedLinkKey struct {
	key   []byte
	until time.Time
}

func (c *linkKeyCache) set(key []byte) {
	c.current.Store(&cachedLinkKey{key, time.Now().Add(linkKeyLife)})
}

// linkKey returns the key that signs links. A rotation by another process takes effect within a second.
func (s *Store) linkKey(ctx context.Context) ([]byte, error) {
	if cached := s.linkKeys.current.Load(); cached != nil && time.Now().Before(cached.until) {
		return cached.key, nil
	}
	var row struct{ Value []byte }
	if err := s.read(ctx).Raw("SELECT value FROM secrets WHERE name = ?", linkKeySecret).Take(&row).Error; err != nil {
		return nil, err
	}
	s.linkKeys.set(row.Value)
	return row.Value, nil
}

// RotateLinkKey replaces the key of links: all links mailed so far become invalid, in all processes on the
// database within a second. Sessions, tokens, codes and former names stay valid.
func (a Admin) RotateLinkKey(ctx context.Context) error {
	key := secrets.NewKey()
	err := a.store.write(ctx, func(tx *Tx) error {
		return tx.Exec("UPDATE secrets SET value = ? WHERE name = ?", key, linkKeySecret).Error
	})
	if err == nil {
		a.store.linkKeys.set(key)
	}
	return err
}
