package view

import (
	"fmt"
	"strings"
	"time"

	"turnpost/models/rating"
)

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
