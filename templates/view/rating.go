package view

import (
	"fmt"
	"strings"
	"time"

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
		if change.IsZero() || !models.SeesRatings(r.Player, stored.Players[seat].ID, stored.HideRating[seat]) {
			continue
		}
		shown := RatingChange{ShownRating(change.Before), ShownRating(change.After)}
		g.Ratings[seat] = &shown
		g.RatingLines = append(g.RatingLines, r.Words().
			Say("rating.change", "name", stored.Players[seat].Name, "before", shown.Before, "after", shown.After))
	}
}

// unrated says why a game is not rated: the phrase unrated.CAUSE. A game with the house never is.
func unrated(g *models.Game, language *words.Language) string {
	cause := g.UnratedBecause
	if cause == rating.CauseUnrated && g.HouseSeat() != rules.NoSeat {
		cause = rating.CauseHouse
	}
	return language.Say("unrated."+string(cause), "over", g.Result.Over(),
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

// The coordinates of the picture of a history, which is stretched to the width and the height of its box.
const (
	lineWidth  = 1000
	lineHeight = 200
)

// scaleStep is the distance in rating points to which the scale is rounded.
const scaleStep = 50

// RatingPoint is a rating after a game that ended at a time.
type RatingPoint struct {
	At    time.Time
	After rating.Rating
}

// RatingLine is a picture of a history of ratings: a dot for each game.
type RatingLine struct {
	Title, Description     string
	Path, Dots             string // of SVG
	High, Middle, Low      int    // of the scale
	From, Until            time.Time
	Width, Height, Halfway int
}

// DrawRatings draws the ratings of a player after games, given with the newest first; nil if there are none. The title
// is that of the games.
func DrawRatings(r Reader, name, title string, games []RatingPoint) *RatingLine {
	if len(games) == 0 {
		return nil
	}
	newest, oldest := games[0], games[len(games)-1]
	low, high := newest.After.Shown(), newest.After.Shown()
	for _, g := range games {
		low, high = min(low, g.After.Shown()), max(high, g.After.Shown())
	}
	l := &RatingLine{Width: lineWidth, Height: lineHeight, Halfway: lineHeight / 2}
	l.From, l.Until = r.In(oldest.At), r.In(newest.At)
	language := r.Words()
	l.Title = language.Say("site.ratings.line", "name", name, "title", title)
	l.Description = language.Say("site.ratings.line.what", "n", len(games), "from", language.Date(l.From),
		"until", language.Date(l.Until), "first", oldest.After.Shown(), "last", newest.After.Shown(),
		"low", low, "high", high)
	l.scale(low, high)
	var path, dots strings.Builder
	for i := range games {
		x, y := lineWidth/2, l.height(games[len(games)-1-i].After.Rating)
		if len(games) > 1 {
			x = lineWidth * i / (len(games) - 1) // by games, as those of a day would be on top of each other
		}
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%d %d", command, x, y)
		fmt.Fprintf(&dots, "M%d %dh0", x, y)
	}
	l.Path, l.Dots = path.String(), dots.String()
	return l
}

// scale sets the bounds of the scale, with an integral middle.
func (l *RatingLine) scale(low, high int) {
	const steps = 2 * scaleStep
	l.Low = floorTo(low, scaleStep)
	l.High = l.Low + steps
	for l.High < high {
		l.High += steps
	}
	l.Middle = (l.Low + l.High) / 2
}

// floorTo rounds down to a multiple of a step.
func floorTo(n, step int) int {
	if n < 0 {
		return -((-n + step - 1) / step) * step
	}
	return n / step * step
}

// height returns the vertical coordinate of a rating.
func (l *RatingLine) height(rating float64) int {
	return lineHeight - int((rating-float64(l.Low))/float64(l.High-l.Low)*lineHeight)
}
