package schema

import (
	"strings"

	"turnpost/models"
	"turnpost/models/rating"
	"turnpost/rules"
)

// Score returns the first player's score of a game with a result.
func Score(winner rules.Seat) rating.Score {
	switch winner {
	case rules.First:
		return 1
	case rules.Second:
		return 0
	}
	return 0.5
}

// RatingChange is a row of game_ratings.
type RatingChange struct {
	Game             string
	Seat             rules.Seat
	Player, Opponent int64
	At               models.Millis
	models.RatingChange
}

// PlayerStanding is a row of ratings.
type PlayerStanding struct {
	Player int64
	rating.Standing
}

// RowsOf returns the placeholders of a number of rows.
func RowsOf(columns, n int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return row + strings.Repeat(", "+row, n-1)
}
