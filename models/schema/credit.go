package schema

import (
	"time"

	"turnpost/models"
)

// CreditFrom is the minimum wait of a notice that is credited.
const CreditFrom = time.Minute

// PendingNotice is the unsent notice of a running turn.
type PendingNotice struct {
	ID        int64
	From, Due models.Millis // start of the wait, and due time
}
