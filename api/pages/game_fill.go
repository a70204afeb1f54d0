package pages

import (
	"context"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// fillGame adds the panels beside the board.
func (p *Pages) fillGame(ctx context.Context, c echo.Context, page *gamePage, g *models.Game) error {
	reader := readerOf(c)
	for seat, player := range page.Game.Players {
		running := !page.Game.Over() && !page.Past && rules.Seat(seat) == g.ToMove
		k := clock{Player: player, Running: running}
		if !page.Game.Over() && !page.Past {
			k.Left = g.Left[seat]
		}
		page.Clocks = append(page.Clocks, k)
	}
	if v := visitorOf(c); v.Link != "" && !v.Signed && g.SeatOf(v.Player.ID) != rules.NoSeat {
		page.LinkHint = say(c, "site.link.plays", "name", v.Player.Name)
		if page.Game.Over() {
			page.LinkHint = say(c, "site.link.over", "opponent", page.Game.Opponent())
		}
	}
	for _, fill := range []func(context.Context, *gamePage, *models.Game, view.Reader) error{
		p.fillSeats, p.fillHistory, p.fillLog, p.fillChat, p.fillPlan, p.fillNext, p.fillRematch, p.fillNotebook,
	} {
		if err := fill(ctx, page, g, reader); err != nil {
			return err
		}
	}
	return nil
}

// historyShown is the number of turns listed beside the board.
const historyShown = 30

func (p *Pages) fillHistory(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	from := max(0, min(page.Ply-historyShown/2, page.Current-historyShown))
	page.Earlier = from > 0 || page.Current > from+historyShown
	moves, err := p.moves(ctx, page, g, from, r)
	if err != nil {
		return err
	}
	if len(moves.Plain) > 0 {
		page.Moves = page.place(moves)
	}
	page.MayAbort = (moves.latest[0] < 0 || moves.latest[1] < 0) && page.Event == nil
	page.TakeBackTo = takeBackTo(page, g, moves.latest, r.Player)
	return nil
}

// takeBackTo returns the ply before the reader's last turn if they may offer to go back there now, else -1.
func takeBackTo(page *gamePage, g *models.Game, latest [2]int, player int64) int {
	if page.Past || !page.Member || page.Game.Over() || g.TakebackBy != rules.NoSeat {
		return -1
	}
	if last := latest[g.SeatOf(player)]; last >= 0 {
		return last - 1
	}
	return -1
}

func (p *Pages) historyLine(g *models.Game, t models.Turn, l gameLinks, shown int, r view.Reader) historyLine {
	turn := p.Views.Turn(g, t, r)
	return historyLine{
		Ply: t.Ply, Text: turn.Text, Description: turn.Description, Href: l.ply(t.Ply), Shown: t.Ply == shown,
	}
}

// maxLog is the number of log entries that a page shows.
const maxLog = 50

func (p *Pages) fillLog(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	entries, err := p.Store.GameLog(ctx, g.ID, 0, maxLog)
	for _, e := range entries {
		v := p.Views.LogEntry(g, e, r)
		page.Log = append(page.Log, r.Words().When(v.At)+": "+templates.LogSentence(v, r.Words()))
	}
	return err
}

// planSign separates the turns of a line of a plan.
const planSign = " : "

// fillPlan adds the plan of a player who waits for the opponent.
func (p *Pages) fillPlan(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if !page.Member || page.House || page.Past || page.Game.Over() || page.Game.MyTurn() {
		return nil
	}
	page.Plan = &planPanel{}
	plan, err := p.Store.Plan(ctx, r.Player, g.ID)
	switch {
	case models.CodeOf(err) == models.CodeNotFound:
		return nil
	case err != nil:
		return err
	}
	page.Plan.Text, page.Plan.Version, page.Plan.Kept = strings.Join(plan.Lines, "\n"), plan.Version, true
	for i, line := range plan.Lines {
		branch := planBranch{Text: line, Others: strings.Join(slices.Delete(slices.Clone(plan.Lines), i, i+1), "\n")}
		turns := strings.Split(line, planSign)
		if n := slices.Index(turns, models.AnyTurn); n >= 0 { // the positions after it are unknown
			turns = turns[:n]
		}
		if len(turns) > 0 {
			branch.Picture, branch.Board = picturePath(page.Game, turns...), lineLinks(g.ID, g.Ply, turns).with()
		}
		page.Plan.Branches = append(page.Plan.Branches, branch)
	}
	return nil
}

// PlanAnswered reports whether the opponent's plan has answered the turn that the reader has just played.
func (page *gamePage) PlanAnswered() bool {
	last := page.Game.LastTurn
	return page.Done == "turn" && page.Member && last != nil && last.Planned && last.Seat != page.Game.Reader
}

// fillNext adds the most urgent of the player's other games, after a turn that another one of theirs does not follow.
func (p *Pages) fillNext(ctx context.Context, page *gamePage, g *models.Game, r view.Reader) error {
	if page.Done != "turn" || !page.Member || page.Game.MyTurn() {
		return nil
	}
	page.Others = true
	games, _, err := p.Store.Games(ctx, play.GameFilter{ToMove: page.Reader, Limit: maxUrgent})
	var first *models.Game
	for _, other := range games {
		if other.ID == g.ID {
			continue
		}
		page.Waiting++
		if first == nil || other.Deadline.Before(first.Deadline) {
			first = other
		}
	}
	if first != nil && page.Signed {
		page.NextGame = p.Views.Game(first, false, r)
	}
	return err
}

// maxUrgent is the number of games among which the most urgent one is searched.
const maxUrgent = 100
