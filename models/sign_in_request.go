package models

import "turnpost/models/secrets"

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
