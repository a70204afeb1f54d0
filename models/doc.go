// Package models is what is true: the stored state of turnpost and every use
// case that must be atomic. HTTP, mail and pages are adapters of the same methods of
// Store; none of them decides anything.
//
// An exported method of Store that changes something owns one transaction and
// takes the time once; unexported helpers take a *Tx and compose. Whatever such a
// method returns without an error is on disk. The error of every method is
// an *Error for what the caller did, or an unknown error for a fault of ours.
package models
