package models

import "time"

// Announcement is what the operator tells everybody: on pages, in texts and in mails.
type Announcement struct {
	Text  string // one line; "" for none
	Until time.Time
}
