package pages

import (
	"fmt"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models/account"
)

// The coordinates of the picture of a history, which is stretched to the width and the height of its box.
const (
	lineWidth  = 1000
	lineHeight = 200
)

// scaleStep is the distance in rating points to which the scale is rounded.
const scaleStep = 50

// ratingLine is a picture of a history of ratings: a dot for each game.
type ratingLine struct {
	Title, Description     string
	Path, Dots             string // of SVG
	High, Middle, Low      int    // of the scale
	From, Until            time.Time
	Width, Height, Halfway int
}

// drawRatings draws the ratings after games, given with the newest first; nil if there are none.
func drawRatings(c echo.Context, name, title string, games []account.RatedGame) *ratingLine {
	if len(games) == 0 {
		return nil
	}
	newest, oldest := games[0], games[len(games)-1]
	low, high := newest.After.Shown(), newest.After.Shown()
	for _, g := range games {
		low, high = min(low, g.After.Shown()), max(high, g.After.Shown())
	}
	l := &ratingLine{Width: lineWidth, Height: lineHeight, Halfway: lineHeight / 2}
	l.From, l.Until = readerOf(c).In(oldest.At), readerOf(c).In(newest.At)
	l.Title = say(c, "site.ratings.line", "name", name, "title", title)
	language := readerOf(c).Words()
	l.Description = say(c, "site.ratings.line.what", "n", len(games), "from", language.Date(l.From),
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
func (l *ratingLine) scale(low, high int) {
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
func (l *ratingLine) height(rating float64) int {
	return lineHeight - int((rating-float64(l.Low))/float64(l.High-l.Low)*lineHeight)
}
