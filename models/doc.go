// Package models holds the stored state of turnpost and every use case that must be
// atomic. HTTP, mail and pages are adapters of the same methods of Store; none of them
// decides anything.
//
// An exported method of Store that changes something owns one transaction and
// takes the time once; unexported helpers take a *Tx and compose. Whatever such a
// method returns without an error is on disk. The error of every method is
// an *Error for what the caller did, or an unknown error for a fault of ours.
//
// Comments name the codes of the errors, but for three that many methods share:
// CodeUnauthorized where the player who acts was deleted or banned meanwhile; CodeTooMany
// where a player has caused more mail to another than is even kept in the ledger; and, by
// way of Once, CodeKeyReused.
package models
