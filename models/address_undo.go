package models

// AddressState is the event of a change of address that a mail reports.
type AddressState string
