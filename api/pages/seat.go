package pages

import (
	"context"
	"strings"
	"time"

	"turnpost/api/pages/drawn"
	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// seatBar is the line at a player's edge of the board.
type seatBar struct {
	Player  view.Player
	Left    time.Duration
	Ruleset string
	Seat    rules.Seat
	Colour  string // of the side's pieces, as a style sheet names it
	Rating  string // "" if there is none to show
	About   string // the counters of the side, with its name, or the name if there are none
	ToMove  bool
	Away    bool
}

// seatBars returns the bars above and below a board. A position that is not the last one has no clocks.
func seatBars(g *view.Game, on drawn.Board, past bool) [2]seatBar {
	d := g.Board.Diagram
	bottom := max(d.Bottom, rules.First)
	if g.Reader != rules.NoSeat {
		bottom = g.Reader
	}
	var bars [2]seatBar
	for place, seat := range [2]rules.Seat{bottom.Other(), bottom} {
		player := g.Players[seat]
		bars[place] = seatBar{
			Player: player, Ruleset: g.Ruleset, Seat: seat, Colour: board.SideClass(d, seat), About: on.Score[seat],
			ToMove: !g.Over() && !past && seat == g.ToMove, Away: !g.Over() && !past && !player.AwayUntil.IsZero(),
		}
		if player.Name == player.Side { // as on a board to try
			bars[place].About = strings.TrimPrefix(bars[place].About, player.Side+" ")
		} else if bars[place].About == "" {
			bars[place].About = player.Side
		}
		if g.Over() || past {
			bars[place].Player.Rest = view.Rest{}
		}
	}
	return bars
}

// fillSeats adds the bars at the edges of the board.
func (p *Pages) fillSeats(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	page.Seats = seatBars(page.Game, page.Board, page.Past)
	for i := range page.Seats {
		bar := &page.Seats[i]
		bar.Left = page.Clocks[bar.Seat].Left
		if change := page.Game.Ratings[bar.Seat]; change != nil {
			bar.Rating = change.After
			continue
		}
		if bar.Player.House() || bar.Player.Gone() {
			continue
		}
		now, err := p.Store.RatingIn(ctx, g.Players[bar.Seat].ID, g.Ruleset, g.Variant, r.Player)
		if err != nil {
			return err
		}
		if now != nil {
			bar.Rating = view.ShownRating(*now)
		}
	}
	return nil
}
