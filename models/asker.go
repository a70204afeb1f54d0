package models

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"strings"
)

// Asker is who asks without an account: Register, RequestCode and SignIn find it in the context.
type Asker struct {
	// Network is the narrowest of the Networks of the client's address. "" where none is known.
	Network string
	// Request is the secret of the request for a code: NewRequest made it, the answer showed it, and
	// who sends it along with the code has tries that others cannot use up. "" for none.
	Request string
}

type askerKey struct{}

// WithAsker gives an Asker to the use case called with the context.
func WithAsker(ctx context.Context, a Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, a)
}

func askerOf(ctx context.Context) Asker {
	a, _ := ctx.Value(askerKey{}).(Asker)
	return a
}

// requestHash is what is stored of the secret of a request; empty for none.
func (a Asker) requestHash() []byte {
	if a.Request == "" {
		return []byte{}
	}
	return hashSecret(a.Request)
}

// NewRequest makes the secret of a request for a code: 128 random bits.
func NewRequest() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails: crypto/rand
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}
