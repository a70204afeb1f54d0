package models

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
