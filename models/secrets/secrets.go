// Package secrets generates random IDs and secrets, all from crypto/rand, which does not fail on a supported system.
package secrets

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"math/big"
	"strings"
)

// The letters and the length of an ID: 38 bits. Vowels, 0, 1 and l are excluded, so that no ID spells a word or is
// misread.
const (
	IDLetters = "23456789bcdfghjkmnpqrstvwxyz"
	IDLength  = 8
)

// NewID returns a short public ID for a game or a challenge.
func NewID() string {
	b := make([]byte, IDLength)
	for i := range b {
		b[i] = IDLetters[below(int64(len(IDLetters)))]
	}
	return string(b)
}

// IsID reports whether a text has the form of an ID.
func IsID(text string) bool {
	return len(text) == IDLength && strings.Trim(text, IDLetters) == ""
}

// IDNumber returns the number of an ID, which has 39 bits; ok is false for a text without the form of one.
func IDNumber(id string) (n uint64, ok bool) {
	if !IsID(id) {
		return 0, false
	}
	for i := range len(id) {
		n = n*uint64(len(IDLetters)) + uint64(strings.IndexByte(IDLetters, id[i]))
	}
	return n, true
}

// IDOf returns the ID with a number; ok is false if no ID has it.
func IDOf(n uint64) (id string, ok bool) {
	letters := make([]byte, IDLength)
	for i := range letters {
		letters[IDLength-1-i] = IDLetters[n%uint64(len(IDLetters))]
		n /= uint64(len(IDLetters))
	}
	return string(letters), n == 0
}

// NewToken returns a bearer token: 160 random bits after a prefix that scanners for
// leaked secrets can find.
func NewToken() string {
	return "tp_" + strings.ToLower(base32.StdEncoding.EncodeToString(random(20)))
}

// NewCode returns a sign-in code of 8 digits.
func NewCode() string {
	text := big.NewInt(below(100_000_000)).String()
	return strings.Repeat("0", 8-len(text)) + text
}

// NewRequest returns the secret of a code request: 128 random bits.
func NewRequest() string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random(16)))
}

// NewKey returns a key of 256 random bits.
func NewKey() []byte { return random(32) }

// NewEpoch returns a new epoch for a player's links, which cannot be guessed from earlier ones: 63 random bits.
func NewEpoch() int64 { return int64(binary.BigEndian.Uint64(random(8)) >> 1) }

// Hash returns the stored hash of a token or a code. One round suffices: tokens are long and random, and codes
// live for minutes and five tries.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // crypto/rand never fails
	return b
}

func below(n int64) int64 {
	m, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // crypto/rand does not fail on a supported system
	}
	return m.Int64()
}
