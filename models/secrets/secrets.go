// Package secrets makes random names and secrets, all from crypto/rand, which does not fail on a supported system.
package secrets

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"math/big"
	"strings"
)

// The letters and the length of an id: 38 bits. They leave out vowels, 0, 1 and l, so that no id spells a word or is
// misread.
const (
	IDLetters = "23456789bcdfghjkmnpqrstvwxyz"
	IDLength  = 8
)

// NewID returns a short public name for a game or a challenge.
func NewID() string {
	b := make([]byte, IDLength)
	for i := range b {
		b[i] = IDLetters[below(int64(len(IDLetters)))]
	}
	return string(b)
}

// NewToken returns a bearer token: 160 random bits behind a prefix that scanners of
// leaked secrets can find.
func NewToken() string {
	return "tp_" + strings.ToLower(base32.StdEncoding.EncodeToString(random(20)))
}

// NewCode returns a sign-in code of 8 digits.
func NewCode() string {
	text := big.NewInt(below(100_000_000)).String()
	return strings.Repeat("0", 8-len(text)) + text
}

// NewRequest returns the secret of a request for a code: 128 random bits.
func NewRequest() string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random(16)))
}

// NewKey returns a key of 256 random bits.
func NewKey() []byte { return random(32) }

// NewEpoch returns an epoch for a player's links that cannot be guessed from earlier ones: 63 random bits.
func NewEpoch() int64 { return int64(binary.BigEndian.Uint64(random(8)) >> 1) }

// Hash returns what is stored of a token or a code. Tokens are long random texts,
// for which one round is enough; codes live for minutes and five tries.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: crypto/rand
	return b
}

func below(n int64) int64 {
	m, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // crypto/rand does not fail on a supported system
	}
	return m.Int64()
}
