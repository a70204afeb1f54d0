package models

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/big"
	"slices"
	"strings"

	"turnpost/models/secrets"
)

// LinkPurpose determines what a link lets its holder do.
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
	Takebacks int    // number of takebacks in the game, modulo maxLinkTakebacks
	Offers    int    // number of offers in the game, modulo maxLinkOffers
	Number    int64  // for LinkConfirm: the ID of what it confirms
}

// The fields of a link's payload, 104 bits: purpose and subject, ID or hash of the subject, ply,
// offers, player, takebacks. Older links without offers have zeros there.
const (
	linkAboutBits     = 39 // 8 letters of an alphabet of 28
	linkPlyBits       = 18
	linkTakebackBits  = 10
	linkPlayerBits    = 26
	linkOfferBits     = 6
	linkPayload       = 13
	linkLength        = 47 // letters: payload and MAC in base32
	maxLinkTakebacks  = 1 << linkTakebackBits
	maxLinkPly        = 1 << linkPlyBits
	maxLinkPlayer     = 1 << linkPlayerBits
	maxLinkOffers     = 1 << linkOfferBits
	linkMACDomain     = "turnpost link 1\x00"
	linkSubjectOffset = 3 // bits of the purpose
)

// The subjects of links.
const (
	linkAboutPlayer = iota
	linkAboutGame
	linkAboutChallenge
	linkAboutKind
)

var linkEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// payload packs a link. The error names the field that does not fit.
func (l Link) payload() ([]byte, error) {
	subject, about, err := l.about()
	if err != nil {
		return nil, err
	}
	if l.Player < 0 || l.Player >= maxLinkPlayer {
		return nil, fmt.Errorf("a link for player %d does not fit", l.Player)
	}
	if l.Ply < 0 || l.Ply >= maxLinkPly {
		return nil, fmt.Errorf("a link for ply %d does not fit", l.Ply)
	}
	head := uint64(l.Purpose) | uint64(subject)<<linkSubjectOffset
	head = head<<linkAboutBits | about
	head = head<<linkPlyBits | uint64(l.Ply)
	tail := uint64(l.Offers%maxLinkOffers)<<linkPlayerBits | uint64(l.Player)
	tail = tail<<linkTakebackBits | uint64(l.Takebacks%maxLinkTakebacks)
	// 62 bits followed by 42 bits.
	packed := binary.BigEndian.AppendUint64(nil, head<<2|tail>>40)
	return append(packed, byte(tail>>32), byte(tail>>24), byte(tail>>16), byte(tail>>8), byte(tail)), nil
}

// about returns the subject of a link as a number.
func (l Link) about() (subject int, about uint64, err error) {
	switch {
	case l.Purpose == LinkConfirm:
		if l.Number <= 0 || l.Number >= 1<<linkAboutBits {
			err = fmt.Errorf("a link for number %d does not fit", l.Number)
		}
		return linkAboutPlayer, uint64(l.Number), err
	case l.Game != "":
		about, err = packID(l.Game)
		return linkAboutGame, about, err
	case l.Challenge != "":
		about, err = packID(l.Challenge)
		return linkAboutChallenge, about, err
	case l.Kind != "":
		return linkAboutKind, packKind(l.Kind), nil
	}
	return linkAboutPlayer, 0, nil
}

// unpackLink parses a payload; ok is false if no link has it.
func unpackLink(packed []byte) (l Link, ok bool) {
	first := binary.BigEndian.Uint64(packed)
	tail := first&3<<40 | uint64(packed[8])<<32 | uint64(binary.BigEndian.Uint32(packed[9:]))
	head := first >> 2
	l.Takebacks, tail = int(tail%maxLinkTakebacks), tail>>linkTakebackBits
	l.Player, l.Offers = int64(tail%maxLinkPlayer), int(tail>>linkPlayerBits)
	l.Ply = int(head % maxLinkPly)
	about := head >> linkPlyBits & (1<<linkAboutBits - 1)
	what := head >> (linkPlyBits + linkAboutBits)
	l.Purpose = LinkPurpose(what & (1<<linkSubjectOffset - 1))
	if l.Purpose < LinkReply || l.Purpose > LinkConfirm {
		return l, false
	}
	subject := what >> linkSubjectOffset
	if l.Purpose == LinkConfirm {
		l.Number = int64(about)
		return l, subject == linkAboutPlayer && about != 0
	}
	switch subject {
	case linkAboutPlayer:
		return l, about == 0 && l.Player != 0
	case linkAboutGame:
		l.Game, ok = unpackID(about)
	case linkAboutChallenge:
		l.Challenge, ok = unpackID(about)
	case linkAboutKind:
		l.Kind, ok = unpackKind(about)
	}
	return l, ok
}

// packID converts the ID of a game or a challenge to a number.
func packID(id string) (n uint64, err error) {
	if len(id) != secrets.IDLength {
		return 0, fmt.Errorf("no link can name %q", id)
	}
	for i := range len(id) {
		digit := strings.IndexByte(secrets.IDLetters, id[i])
		if digit < 0 {
			return 0, fmt.Errorf("no link can name %q", id)
		}
		n = n*uint64(len(secrets.IDLetters)) + uint64(digit)
	}
	return n, nil
}

func unpackID(n uint64) (string, bool) {
	id := make([]byte, secrets.IDLength)
	for i := range id {
		id[secrets.IDLength-1-i] = secrets.IDLetters[n%uint64(len(secrets.IDLetters))]
		n /= uint64(len(secrets.IDLetters))
	}
	return string(id), n == 0
}

// packKind hashes the name of a kind, so that kinds can be added and removed.
func packKind(k Kind) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(k)) // never fails
	return h.Sum64() >> (64 - linkAboutBits)
}

func unpackKind(n uint64) (Kind, bool) {
	kinds := append(kindsThatMayBeOff(), KindDigest, LinkSettings)
	i := slices.IndexFunc(kinds, func(k Kind) bool { return packKind(k) == n })
	if i < 0 {
		return "", false
	}
	return kinds[i], true
}

// linkMAC authenticates a payload for its holder: a player by their epoch, a stranger by the key of their address.
func linkMAC(key, payload []byte, epoch int64, stranger string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(linkMACDomain))
	h.Write(payload)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(epoch)))
	h.Write([]byte(stranger))
	return h.Sum(nil)[:macSize]
}

// signLink returns the text of a link: 47 letters a–z and digits 2–7. stranger is the key of a stranger's address.
func (s *Store) signLink(ctx context.Context, l Link, epoch int64, stranger string) (string, error) {
	packed, err := l.payload()
	if err != nil {
		return "", err
	}
	key, err := s.linkKey(ctx)
	if err != nil {
		return "", err
	}
	return linkEncoding.EncodeToString(append(packed, linkMAC(key, packed, epoch, stranger)...)), nil
}

// splitLink parses the text of a link in any case, without verifying the MAC.
func splitLink(text string) (l Link, packed, mac []byte, ok bool) {
	if len(text) != linkLength {
		return l, nil, nil, false
	}
	text = strings.ToLower(text)
	raw, err := linkEncoding.DecodeString(text)
	if err != nil || len(raw) != linkPayload+macSize || linkEncoding.EncodeToString(raw) != text {
		return l, nil, nil, false
	}
	l, ok = unpackLink(raw[:linkPayload])
	return l, raw[:linkPayload], raw[linkPayload:], ok
}

// SameTakebacks reports whether a game has had no takebacks since a link was made.
func SameTakebacks(l Link, g *Game) bool { return l.Takebacks == g.Takebacks%maxLinkTakebacks }

// PlausibleLink reports whether a text has the form of a link, without using the database.
func PlausibleLink(text string) bool {
	_, _, _, ok := splitLink(text)
	return ok
}

// A short link encodes a link with digits and letters of both cases, which URLs preserve. It has 39 characters instead
// of 47 and so fits a line of mail. The content is the same.
const (
	shortLinkBase   = 62
	shortLinkLength = 39
)

// ShortLink returns the short form of a link, or "" for a text without the form of a link.
func ShortLink(text string) string {
	_, packed, mac, ok := splitLink(text)
	if !ok {
		return ""
	}
	short := new(big.Int).SetBytes(append(packed[:linkPayload:linkPayload], mac...)).Text(shortLinkBase)
	return strings.Repeat("0", shortLinkLength-len(short)) + short
}

// LongLink parses a short link. It returns the link and its content without verifying the MAC.
func LongLink(short string) (text string, about Link, ok bool) {
	if len(short) != shortLinkLength {
		return "", Link{}, false
	}
	n, ok := new(big.Int).SetString(short, shortLinkBase)
	if !ok || n.Sign() < 0 || n.BitLen() > (linkPayload+macSize)*8 {
		return "", Link{}, false
	}
	text = linkEncoding.EncodeToString(n.FillBytes(make([]byte, linkPayload+macSize)))
	about, _, _, ok = splitLink(text)
	return text, about, ok && ShortLink(text) == short
}
