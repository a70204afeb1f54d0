package play

import (
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// AddRatings reads the ratings of the rated games of a list.
func (l Snapshot) AddRatings(list []*core.ViewedGame) error {
	games := map[string]*core.ViewedGame{}
	var ids []any
	for _, v := range list {
		if v.Row.Status != models.Ongoing && v.Row.UnratedBecause == "" {
			games[v.Row.ID] = v
			ids = append(ids, v.Row.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		v, seat := games[c.Text()], rules.Seat(c.Number())
		if !models.IsSeat(seat) {
			l.Log.ErrorContext(l.Ctx, "a rating is left out", "error",
				&models.DamageError{Game: v.Row.ID, Column: "the seat of a rating", Value: seat})
			return nil
		}
		v.Ratings[seat] = models.RatingChange{Before: schema.TakeRating(c), After: schema.TakeRating(c)}
		return nil
	}, account.SelectGameRatings+schema.RowsOf(len(ids), 1), ids...)
}
