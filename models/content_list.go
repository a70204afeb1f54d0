package models

import (
	"context"

	"turnpost/rules"
)

// Limits of what a response lists.
const (
	maxListedOthers = 50
	maxListedOpen   = 20
	maxHistory      = 400 // turns; later ones are shown
)

// GameHistory is a game with its turns.
type GameHistory struct {
	Game   *Game
	Turns  []Turn      // in order, at most maxHistory
	Record *GameRecord // for AnswerRecord
}

// answerGatherers load the content of responses that depend on more than the mail and its game.
var answerGatherers = map[AnswerTopic]func(*Store, context.Context, *Content) error{
	AnswerGames:   (*Store).gatherGames,
	AnswerOpen:    (*Store).gatherOpen,
	AnswerRules:   (*Store).gatherRules,
	AnswerHistory: (*Store).gatherHistory,
	AnswerRecord:  (*Store).gatherHistory,
	AnswerEvents:  (*Store).gatherEvents,
	AnswerTable:   (*Store).gatherTable,
}

// gatherGames lists what waits for the player: their turns, offers of opponents, challenges; then what waits for
// others.
func (s *Store) gatherGames(ctx context.Context, c *Content) error {
	box, err := s.Inbox(ctx, c.To)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, g := range box.Games {
		listed[g.ID] = true
		c.Listed = append(c.Listed, c.listedGame(KindYourTurn, g))
	}
	for _, g := range box.Offers {
		if listed[g.ID] { // its row names the offer
			continue
		}
		listed[g.ID] = true
		offered := c.listedGame(KindOffer, g)
		offered.Offer = DrawOffer
		if g.TakebackBy == offered.Seat.Other() {
			offered.Offer = TakebackOffer
		}
		c.Listed = append(c.Listed, offered)
	}
	if err := s.AddStandings(ctx, c.To.ID, box.Challenges); err != nil {
		return err
	}
	for i := range box.Challenges {
		c.Listed = append(c.Listed, c.listedChallenge(&box.Challenges[i]))
	}
	if len(c.Listed) > MaxInbox {
		c.Listed, c.More = c.Listed[:MaxInbox], len(c.Listed)-MaxInbox
	}
	return s.gatherOthers(ctx, c, listed)
}

// gatherOthers lists the games that wait for opponents, except those listed, and the player's own challenges.
func (s *Store) gatherOthers(ctx context.Context, c *Content, listed map[string]bool) error {
	waiting, _, err := s.Games(ctx, GameFilter{
		Player: c.To.Name, Status: Ongoing, NotTo: c.To.Name, Limit: maxListedOthers,
	})
	if err != nil {
		return err
	}
	for _, g := range waiting {
		if !listed[g.ID] && g.SeatOf(c.To.ID) != rules.NoSeat {
			c.Others = append(c.Others, c.listedGame(KindYourTurn, g))
		}
	}
	sent, _, err := s.Challenges(ctx, c.To, BoxOut, "", maxListedOthers)
	for i := range sent {
		if sent[i].Status == ChallengeOpen {
			c.Others = append(c.Others, c.listedChallenge(&sent[i]))
		}
	}
	return err
}

// gatherOpen lists the open challenges that the player may accept.
func (s *Store) gatherOpen(ctx context.Context, c *Content) error {
	open, next, err := s.OpenChallenges(ctx, c.To, OpenFilter{Ruleset: c.Reply.Ruleset, Limit: maxListedOpen})
	if err == nil {
		err = s.AddStandings(ctx, c.To.ID, open)
	}
	for i := range open {
		c.Listed = append(c.Listed, c.listedChallenge(&open[i]))
	}
	if next != "" {
		c.More = 1
	}
	return err
}

func (c *Content) listedGame(kind Kind, g *Game) *Content {
	return &Content{Claim: Claim{Kind: kind}, To: c.To, epoch: c.epoch, Game: g, Seat: g.SeatOf(c.To.ID)}
}

func (c *Content) listedChallenge(challenge *Challenge) *Content {
	return &Content{
		Claim: Claim{Kind: KindChallenge}, To: c.To, epoch: c.epoch, Challenge: challenge, Seat: rules.NoSeat,
	}
}

// addListLinks adds to each listed game or challenge the link by which it is answered, and that of its page.
func (s *Store) addListLinks(ctx context.Context, c *Content) (err error) {
	for _, part := range c.Listed {
		about := part.linkSubject()
		about.Purpose = LinkReply
		if part.ReplyLink, err = s.signFor(ctx, part, about); err != nil {
			return err
		}
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	for _, part := range c.Others {
		if part.Game == nil {
			continue
		}
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) gatherRules(_ context.Context, c *Content) (err error) {
	c.Ruleset, _, err = s.FindRuleset(c.Reply.Ruleset, "")
	return err
}

// gatherHistory loads a game with its turns, or its record.
func (s *Store) gatherHistory(ctx context.Context, c *Content) (err error) {
	h := &GameHistory{}
	if h.Game, err = s.Game(ctx, c.Reply.OfGame); err != nil {
		return err
	}
	if c.Reply.About == AnswerRecord {
		h.Record, err = s.GameRecord(ctx, h.Game.ID)
	} else {
		h.Turns, err = s.Turns(ctx, h.Game.ID, max(0, h.Game.Ply-maxHistory), maxHistory)
	}
	c.History = h
	return err
}
