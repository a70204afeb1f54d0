package models

import (
	"context"
)

// SentContent reconstructs the content of the mail that contained a link: from its notice, if key is still in the
// ledger, else from a notice of the usual kind, with the game at the link's ply. It returns nil if the link has no
// subject.
func (s *Store) SentContent(ctx context.Context, key string, link Link, holder LinkHolder) (*Content, error) {
	n := notice{
		Key: key, PlayerID: link.Player, Email: holder.Email,
		GameID: link.Game, ChallengeID: link.Challenge, Ply: link.Ply,
	}
	switch {
	case link.Game != "":
		n.Kind = KindYourTurn
	case link.Challenge != "":
		n.Kind = KindChallenge
	default:
		n.Kind = KindTest
	}
	var rows []notice
	if key != "" {
		if err := s.read(ctx).Where("key = ? AND player_id = ?", key, link.Player).Find(&rows).Error; err != nil {
			return nil, err
		}
	}
	if len(rows) > 0 && rows[0].GameID == n.GameID {
		n = rows[0]
	}
	c := newClaim([]notice{n}).content(&claimedNotice{notice: n})
	if _, err := s.address(ctx, c); err != nil {
		return nil, err
	}
	c.To = holder.Player
	if c.To.ID == 0 {
		c.To = Player{Email: holder.Email, Locale: "en"}
	}
	if err := s.gatherAgain(ctx, c, link); err != nil {
		return nil, err
	}
	return c, s.addLinks(ctx, c)
}

// gatherAgain loads the content of a mail even if it is outdated.
func (s *Store) gatherAgain(ctx context.Context, c *Content, link Link) error {
	n := c.row
	if n.ChallengeID != "" {
		if _, err := s.gatherChallenge(ctx, c); err != nil {
			return err
		}
	}
	if link.Game != "" {
		game, _, err := s.GameAt(ctx, link.Game, link.Ply)
		if CodeOf(err) == CodeInvalid { // turns were taken back
			game, err = s.Game(ctx, link.Game)
		}
		if err != nil {
			return err
		}
		c.Game, c.Seat = game, game.SeatOf(link.Player)
		if c.NewToGame, err = s.newToGame(ctx, link.Player, game); err != nil {
			return err
		}
	}
	switch n.Kind {
	case KindMessage:
		_, err := s.gatherMessages(ctx, c)
		return err
	case KindReplyAnswer, KindReplyRejected:
		drop, err := s.gatherAnswer(ctx, c)
		if drop != "" {
			c.Kind = KindYourTurn
		}
		return err
	case KindAway, KindPlan, KindCode, KindChallengeAnswer:
		if c.Game != nil {
			c.Kind = KindYourTurn
		}
	}
	return nil
}
