package models

// MaxInbox is the maximum length of each list of an inbox.
const MaxInbox = 100
