package models

import (
	"time"

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

// LinkSettings is the subject of a reply link of a mail with settings. Such a link changes the settings that
// setting.Of lists, for settingsLinkLife, and nothing else: it plays nothing, changes neither name nor address, and
// what it asks for is mailed to the player's own address.
const LinkSettings Kind = "settings"

// settingsLinkLife is how long a mail with settings can be sent back.
const settingsLinkLife = 14 * Day

// OfSettings reports whether the link is for the settings of its player.
func (l Link) OfSettings() bool { return l.Purpose == LinkReply && l.Kind == LinkSettings }

// Expired reports whether the link is for settings, and too old to change them.
func (l Link) Expired(now time.Time) bool {
	return l.OfSettings() && now.After(time.Unix(int64(l.Ply)*int64(Day/time.Second), 0).Add(settingsLinkLife+Day))
}

// Scope is the set of actions that a token allows.
type Scope string

// The scopes.
const (
	ScopePlay Scope = "play" // everything that its player may do
	ScopeRead Scope = "read" // reading everything that its player may read
)

// Bearer is the player who sent a request with a token, and what the token allows.
type Bearer struct {
	Player Player
	Token  int64
	Scope  Scope
}

// MayChange returns CodeTokenReadOnly if the token is read-only.
func (b Bearer) MayChange() error {
	if b.Scope == ScopeRead {
		return Fail(CodeTokenReadOnly, "token_read_only")
	}
	return nil
}

// AddressState is the event of a change of address that a mail reports.
type AddressState string

// Asker identifies a caller without an account. Register, RequestCode and SignIn find it in the context.
type Asker struct {
	// Network is the narrowest of the networks.Prefixes of the client's address, or "" if it is unknown.
	Network string
	// Mailbox is the mailbox from which a trusted mail server has found the request to come, or "". It has allowances of
	// its own, which requests that anybody may have made do not use up.
	Mailbox string
	// Request is the secret of a code request, or "". secrets.NewRequest creates it and the response contains it. A
	// caller who sends it with the code has a separate number of tries, which others cannot use up.
	Request string
}

// RequestHash returns the stored hash of the secret; nil without a secret.
func (a Asker) RequestHash() []byte {
	if a.Request == "" {
		return []byte{}
	}
	return secrets.Hash(a.Request)
}
