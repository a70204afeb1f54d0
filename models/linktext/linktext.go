// Package linktext writes the signed links of mails as text and reads them. It knows what fields a link has, not what
// they allow: package account signs links for a holder and verifies them.
//
// A link has 104 bits of fields and 128 bits of a MAC, so that a mail's link needs no row in the database. As text it
// has 47 letters a–z and digits 2–7, in any case, because mail programs change the case of an address; or, in URLs,
// which preserve the case, 39 letters of both cases and digits, so that the URL fits a line of mail.
package linktext

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/big"
	"strings"
)

// Length is the length of a link as text.
const Length = 47

// The sizes of the fields in bits: purpose, type of the subject, subject, ply, offers, player, takebacks. Older
// links without offers have zeros there.
const (
	purposeBits  = 3
	subjectBits  = 2
	aboutBits    = 39 // the number of an ID
	plyBits      = 18
	offerBits    = 6
	playerBits   = 26
	takebackBits = 10
	fieldBytes   = (purposeBits + subjectBits + aboutBits + plyBits + offerBits + playerBits + takebackBits) / 8
	macBytes     = 16
)

// The bounds of fields: each field is less than its bound. Takebacks and offers are counted modulo theirs.
const (
	MaxAbout     = 1 << aboutBits
	MaxPly       = 1 << plyBits
	MaxOffers    = 1 << offerBits
	MaxPlayer    = 1 << playerBits
	MaxTakebacks = 1 << takebackBits
)

// macDomain distinguishes the MACs of links from others with the same key.
const macDomain = "turnpost link 1\x00"

// Subject is what a link is about.
type Subject uint8

// The subjects. Their numbers are part of links and must not change.
const (
	OfPlayer    Subject = iota // About is 0, or a number
	OfGame                     // About is the number of its ID
	OfChallenge                // the same
	OfKind                     // About is its KindNumber
)

// Fields are the fields of a link.
type Fields struct {
	Purpose   uint8 // 0 to 7
	Subject   Subject
	About     uint64
	Ply       int
	Player    int64
	Takebacks int // stored modulo MaxTakebacks
	Offers    int // stored modulo MaxOffers
}

// pack returns the bytes of the fields. The error names the field that does not fit.
func (f Fields) pack() ([]byte, error) {
	switch {
	case f.About >= MaxAbout:
		return nil, fmt.Errorf("a link about %d does not fit", f.About)
	case f.Player < 0 || f.Player >= MaxPlayer:
		return nil, fmt.Errorf("a link for player %d does not fit", f.Player)
	case f.Ply < 0 || f.Ply >= MaxPly:
		return nil, fmt.Errorf("a link for ply %d does not fit", f.Ply)
	}
	head := uint64(f.Purpose) | uint64(f.Subject)<<purposeBits
	head = head<<aboutBits | f.About
	head = head<<plyBits | uint64(f.Ply)
	tail := uint64(f.Offers%MaxOffers)<<playerBits | uint64(f.Player)
	tail = tail<<takebackBits | uint64(f.Takebacks%MaxTakebacks)
	// 62 bits followed by 42 bits.
	packed := binary.BigEndian.AppendUint64(nil, head<<2|tail>>40)
	return append(packed, byte(tail>>32), byte(tail>>24), byte(tail>>16), byte(tail>>8), byte(tail)), nil
}

// unpack returns the fields of bytes. All bytes are those of some fields.
func unpack(packed []byte) (f Fields) {
	first := binary.BigEndian.Uint64(packed)
	tail := first&3<<40 | uint64(packed[8])<<32 | uint64(binary.BigEndian.Uint32(packed[9:]))
	head := first >> 2
	f.Takebacks, tail = int(tail%MaxTakebacks), tail>>takebackBits
	f.Player, f.Offers = int64(tail%MaxPlayer), int(tail>>playerBits)
	f.Ply, head = int(head%MaxPly), head>>plyBits
	f.About, head = head%MaxAbout, head>>aboutBits
	f.Purpose, f.Subject = uint8(head&(1<<purposeBits-1)), Subject(head>>purposeBits)
	return f
}

// KindNumber returns the number of a kind, which is less than MaxAbout. It is a hash of its name, so that kinds can be
// added and removed.
func KindNumber(name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	return h.Sum64() >> (64 - aboutBits)
}

// mac authenticates the fields of a link for its holder.
func mac(key, packed []byte, epoch int64, holder string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(macDomain))
	h.Write(packed)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(epoch)))
	h.Write([]byte(holder))
	return h.Sum(nil)[:macBytes]
}

var long = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Sign returns the text of a link. Its MAC also covers the epoch and a text of its holder, which are not in the link:
// Verify needs the same.
func Sign(f Fields, key []byte, epoch int64, holder string) (string, error) {
	packed, err := f.pack()
	if err != nil {
		return "", err
	}
	return long.EncodeToString(append(packed, mac(key, packed, epoch, holder)...)), nil
}

// Signed is a link that was read. Its fields prove nothing before Verify.
type Signed struct {
	Fields
	packed, mac []byte
}

// Parse reads the text of a link in any case; ok is false for any other text.
func Parse(text string) (s Signed, ok bool) {
	if len(text) != Length {
		return s, false
	}
	text = strings.ToLower(text)
	raw, err := long.DecodeString(text)
	if err != nil || len(raw) != fieldBytes+macBytes || long.EncodeToString(raw) != text {
		return s, false
	}
	return Signed{unpack(raw), raw[:fieldBytes], raw[fieldBytes:]}, true
}

// Verify reports whether the link was signed with a key for a holder.
func (s Signed) Verify(key []byte, epoch int64, holder string) bool {
	return hmac.Equal(s.mac, mac(key, s.packed, epoch, holder))
}

const (
	shortBase   = 62
	shortLength = 39
)

// Short returns the short form of the text of a link; "" for any other text.
func Short(text string) string {
	s, ok := Parse(text)
	if !ok {
		return ""
	}
	short := new(big.Int).SetBytes(append(s.packed[:fieldBytes:fieldBytes], s.mac...)).Text(shortBase)
	return strings.Repeat("0", shortLength-len(short)) + short
}

// Long returns the text of a link by its short form; ok is false for any other text.
func Long(short string) (text string, ok bool) {
	if len(short) != shortLength {
		return "", false
	}
	n, ok := new(big.Int).SetString(short, shortBase)
	if !ok || n.Sign() < 0 || n.BitLen() > (fieldBytes+macBytes)*8 {
		return "", false
	}
	text = long.EncodeToString(n.FillBytes(make([]byte, fieldBytes+macBytes)))
	return text, Short(text) == short
}
