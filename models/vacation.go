package models

import "time"

// Vacation is a period in which a player's clocks are stopped.
type Vacation struct{ From, Until time.Time }
