package models

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"math/big"
	"strings"

	"gorm.io/gorm/clause"
)

// idLetters leave out what looks alike or spells words: no vowels, 0, 1, l.
const idLetters = "23456789bcdfghjkmnpqrstvwxyz"

// idLength is how many letters an id has: 38 bits.
const idLength = 8

// newID is a short public name for a game or a challenge.
func newID() string {
	b := make([]byte, idLength)
	for i := range b {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(idLetters))))
		if err != nil {
			panic(err) // crypto/rand does not fail on a supported system
		}
		b[i] = idLetters[n.Int64()]
	}
	return string(b)
}

// newToken is a bearer token: 160 random bits behind a prefix that scanners of
// leaked secrets can find.
func newToken() string {
	b := make([]byte, 20)
	_, _ = rand.Read(b) // never fails: crypto/rand
	return "tp_" + strings.ToLower(base32.StdEncoding.EncodeToString(b))
}

// newCode is a sign-in code of 8 digits.
func newCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
	if err != nil {
		panic(err) // crypto/rand does not fail on a supported system
	}
	text := n.String()
	return strings.Repeat("0", 8-len(text)) + text
}

// hashSecret is what is stored of a token or a code. Tokens are long random texts,
// for which one round is enough; codes live for minutes and five tries.
func hashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value []byte
}

func (secretRow) TableName() string { return "secrets" }

// secret is a key that the server makes for itself on its first run.
func (s *Store) secret(ctx context.Context, name string) ([]byte, error) {
	row := secretRow{Name: name, Value: newKey()}
	err := s.write(ctx, func(tx *Tx) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		return tx.Where("name = ?", name).Take(&row).Error
	})
	return row.Value, err
}

// freeID is a new id that no row of the table has.
func (tx *Tx) freeID(table string) (string, error) {
	for {
		id := newID()
		var n int64
		if err := tx.Table(table).Where("id = ?", id).Count(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}
