package models

import "time"

// MailFailing means that mail to a player does not arrive.
type MailFailing struct {
	Since  time.Time
	Detail string // the response of the player's mail server, or MailReported
}
