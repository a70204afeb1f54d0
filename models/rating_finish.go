package models

import "turnpost/models/rating"

// RatingChange is a player's rating before and after a game.
type RatingChange struct{ Before, After rating.Rating }

// IsZero reports whether there is none: the game is not rated, or the player was deleted.
func (c RatingChange) IsZero() bool { return c == RatingChange{} }
