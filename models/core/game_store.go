package core

import "turnpost/models"

// PreloadedGames are the locked games of a batch of turns on PostgreSQL.
type PreloadedGames struct {
	Games     map[string]*GameRow // by ID
	Heartbeat models.Millis       // the last one of this process before they were loaded
}
