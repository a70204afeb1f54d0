package models

// Registration is the policy of who may create an account.
type Registration string
