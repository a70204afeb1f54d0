package view

import (
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/rating"
	"turnpost/rules"
	"turnpost/templates/words"
)

// RatingChange is a player's rating before and after a game, as players see it.
type RatingChange struct{ Before, After string }

// ShownRating returns a rating as players see it: "1523", or "1523?" while it is provisional.
func ShownRating(r rating.Rating) string {
	if r.Provisional() {
		return fmt.Sprintf("%d?", r.Shown())
	}
	return fmt.Sprint(r.Shown())
}

// addRatings sets whether the game is rated, and the ratings that the reader may see.
func (g *Game) addRatings(stored *models.Game, r Reader) {
	if stored.UnratedBecause != "" {
		g.Unrated = unrated(stored, r.Words())
		return
	}
	for seat, change := range stored.Ratings {
		if change.IsZero() || stored.HideRating[seat] && stored.Players[seat].ID != r.Player {
			continue
		}
		shown := RatingChange{ShownRating(change.Before), ShownRating(change.After)}
		g.Ratings[seat] = &shown
		g.RatingLines = append(g.RatingLines, r.Words().
			Say("rating.change", "name", stored.Players[seat].Name, "before", shown.Before, "after", shown.After))
	}
}

// unrated says why a game is not rated: the phrase unrated.CAUSE. rating.CauseUnrated may be of a game that ended before
// there were ratings; a game that goes on, and one with the house, has a clearer cause.
func unrated(g *models.Game, language *words.Language) string {
	cause := string(g.UnratedBecause)
	switch {
	case g.UnratedBecause != rating.CauseUnrated:
	case g.HouseSeat() != rules.NoSeat:
		cause = string(rating.CauseHouse)
	case !g.Result.Over():
		cause = "agreed"
	}
	return language.Say("unrated."+cause,
		"n", rating.MaxPairGames, "days", int(rating.PairPeriod.Hours()/24))
}

// MyRating returns the reader's rating before and after the game; nil if there is none.
func (g *Game) MyRating() *RatingChange {
	if g.Reader == rules.NoSeat {
		return nil
	}
	return g.Ratings[g.Reader]
}

// addStanding sets whether the game will be rated, which ratings the challenge admits, and the standing of its
// challenger.
func (c *Challenge) addStanding(stored models.Challenge, language *words.Language) {
	c.Rated = !bool(stored.Unrated)
	limits := limits(stored.Terms, language)
	terms := []string{language.Say("challenge.rated", "rated", c.Rated)}
	if stored.Challenger.IsBot() || stored.Opponent.IsBot() {
		terms[0] = language.Say("challenge.rated.bot")
	}
	if by := stored.Standing; by != nil {
		c.Standing = challenger(by, language)
		terms = append(terms, language.Say("challenge.challenger", "name", c.Challenger, "standing", c.Standing))
	}
	if len(limits) > 0 {
		c.Limits = language.Say("challenge.limits", "list", language.List(limits))
		terms = append(terms, c.Limits)
	}
	c.Terms = strings.Join(terms, " ")
}

// challenger returns the rating and the reliability of a challenger in a few words.
func challenger(by *models.ChallengerStanding, language *words.Language) string {
	reliable := Reliability(by.Reliability, language)
	if by.Rating == nil {
		return reliable
	}
	return language.Say("challenge.rating", "rating", ShownRating(*by.Rating)) + language.Say("list.separator") + reliable
}

// Reliability returns the reliability of a player in a few words.
func Reliability(r models.Reliability, language *words.Language) string {
	if r.New() {
		return language.Say("reliability.new")
	}
	return language.Say("reliability.share", "percent", r.Percent())
}
