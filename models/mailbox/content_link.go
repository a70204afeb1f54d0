package mailbox

import (
	"cmp"
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/models/schema"
)

// signFor returns a link for the recipient of a mail.
func (s *Store) signFor(ctx context.Context, c *Content, link models.Link) (string, error) {
	link.Player = c.To.ID
	return s.SignLink(ctx, link, c.epoch, c.stranger)
}

// addLinks adds the links of a whole mail: for replies, for the page and for bounces.
func (s *Store) addLinks(ctx context.Context, c *Content) (err error) {
	about := c.linkSubject()
	if c.Reply != nil && c.Reply.Held != nil || c.registration != 0 {
		if err := s.addConfirmLink(ctx, c); err != nil {
			return err
		}
	}
	switch c.Kind {
	case models.KindAddressCode, models.KindAddressChange: // to an address that may not be the player's
		return nil
	case models.KindOperatorCode: // nothing about it is done by mail
		return nil
	}
	if c.To.ID == 0 && about.Challenge == "" { // a stranger who requests an account: nobody to sign a link for
		return nil
	}
	if c.Kind == models.KindDigest {
		if c.Unsubscribe, err = s.signFor(ctx, c, models.Link{
			Purpose: models.LinkUnsubscribe,
			Kind:    models.KindDigest,
		}); err != nil {
			return err
		}
	}
	if c.ListUnsubscribe, err = s.listUnsubscribe(ctx, c); err != nil {
		return err
	}
	if c.ReplyLink == "" {
		about.Purpose = models.LinkReply
		if c.ReplyLink, err = s.signFor(ctx, c, about); err != nil {
			return err
		}
		c.MessageLink = c.ReplyLink
		if made := c.subjectWhenMade(about); made != about {
			if c.MessageLink, err = s.signFor(ctx, c, made); err != nil {
				return err
			}
		}
	}
	for _, part := range append([]*Content{c}, c.Secondary...) {
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	if err := s.addListLinks(ctx, c); err != nil {
		return err
	}
	about.Purpose = models.LinkBounce
	c.BounceLink, err = s.signBounce(ctx, c, about)
	return err
}

// addConfirmLink adds the link by which a reply confirms the held command, or the registration that a code is for.
func (s *Store) addConfirmLink(ctx context.Context, c *Content) (err error) {
	link := models.Link{Purpose: models.LinkConfirm, Player: c.To.ID, Number: c.Row.Detail.Mail}
	stranger := ""
	if c.registration != 0 {
		link.Number, stranger = c.registration, schema.EmailKeyOf(c.To)
	}
	c.ReplyLink, err = s.SignLink(ctx, link, c.epoch, stranger)
	c.MessageLink = c.ReplyLink
	return err
}

// signBounce returns the bounce link of a mail. For a player its MAC covers the address of the mail: once the player
// has another one, the link says nothing about mail to them.
func (s *Store) signBounce(ctx context.Context, c *Content, link models.Link) (string, error) {
	if c.To.ID == 0 {
		return s.signFor(ctx, c, link)
	}
	link.Player = c.To.ID
	return s.SignLink(ctx, link, c.epoch, schema.BounceSecret(c.To))
}

// listUnsubscribe returns the link for the header that turns off mail about the game, else of the kind.
func (s *Store) listUnsubscribe(ctx context.Context, c *Content) (string, error) {
	link, _, ok := account.ParseLink(cmp.Or(c.UnsubscribeGame, c.Unsubscribe))
	if !ok {
		return "", nil
	}
	link.Purpose = models.LinkListUnsubscribe
	return s.signFor(ctx, c, link)
}

// addPageLink adds the link by which a browser shows the game or the challenge.
func (s *Store) addPageLink(ctx context.Context, c *Content) (err error) {
	about := c.linkSubject()
	if about.Game == "" && about.Challenge == "" {
		return nil
	}
	about.Purpose = models.LinkPage
	c.PageLink, err = s.signFor(ctx, c, about)
	return err
}

// subjectWhenMade returns the subject of a reply with the state that the game had when the notice was made. A mail that
// is sent again after a crash, of which nobody knows whether it was sent, must have the same Message-ID, although the
// game may have gone on meanwhile.
func (c *Content) subjectWhenMade(about models.Link) models.Link {
	of := c
	if c.Kind == models.KindDigest {
		of = c.Secondary[0]
	}
	if about.Game == "" || of.Row.ID == 0 { // no notice, but the content of a mail that was sent
		return about
	}
	state := of.Row.Detail.State
	if state == (schema.GameState{}) {
		state.Ply = of.Row.Ply
	}
	about.Ply, about.Takebacks, about.Offers = state.Ply, state.Takebacks, state.Offers
	return about
}

// linkSubject returns the subject of a reply to the mail: its game in the shown state, its challenge, or, if it has
// several subjects, only its reader.
func (c *Content) linkSubject() models.Link {
	if c.Kind == models.KindDigest {
		first := c.Secondary[0]
		for _, other := range c.Secondary {
			if other.Game == nil || first.Game == nil || other.Game.ID != first.Game.ID {
				return models.Link{}
			}
		}
		return first.linkSubject()
	}
	switch {
	case c.Reply != nil && c.Reply.About.OfSettings():
		return account.SettingsLink(c.CreatedAt)
	case c.Game != nil:
		return models.Link{Game: c.Game.ID, Ply: c.Game.Ply, Takebacks: c.Game.Takebacks, Offers: c.Game.Offers}
	case c.Challenge != nil:
		return models.Link{Challenge: c.Challenge.ID}
	}
	return models.Link{}
}

// SentContent reconstructs the content of the mail that contained a link: from its notice, if key is still in the
// ledger, else from a notice of the usual kind, with the game at the link's ply. It returns nil if the link has no
// subject.
func (s *Store) SentContent(
	ctx context.Context, key string, link models.Link, holder account.LinkHolder,
) (*Content, error) {
	n := schema.Notice{
		Key: key, PlayerID: link.Player, Email: holder.Email,
		GameID: link.Game, ChallengeID: link.Challenge, Ply: link.Ply,
	}
	switch {
	case link.Game != "":
		n.Kind = models.KindYourTurn
	case link.Challenge != "":
		n.Kind = models.KindChallenge
	default:
		n.Kind = models.KindTest
	}
	var rows []schema.Notice
	if key != "" {
		err := s.Read(ctx).Raw("SELECT * FROM notices WHERE key = ? AND player_id = ?", key, link.Player).Scan(&rows).Error
		if err != nil {
			return nil, err
		}
	}
	if len(rows) > 0 && (rows[0].GameID == n.GameID || link.Purpose == models.LinkConfirm) {
		n = rows[0]
		link.Game, link.Ply = n.GameID, n.Ply
	}
	c := newClaim([]schema.Notice{n}).content(&schema.ClaimedNotice{Notice: n})
	if _, err := s.address(ctx, c); err != nil {
		return nil, err
	}
	locale := c.To.Locale // of a stranger, that of the challenger
	c.To = holder.Player
	if c.To.ID == 0 {
		c.To = models.Player{Email: holder.Email, Locale: locale}
	}
	if err := s.gatherAgain(ctx, c, link); err != nil {
		return nil, err
	}
	var err error
	if c.Announcement, err = s.Announcement(ctx); err != nil {
		return nil, err
	}
	return c, s.addLinks(ctx, c)
}

// gatherAgain loads the content of a mail even if it is outdated.
func (s *Store) gatherAgain(ctx context.Context, c *Content, link models.Link) error {
	n := c.Row
	if n.ChallengeID != "" {
		if _, err := s.gatherChallenge(ctx, c); err != nil {
			return err
		}
	}
	if link.Game != "" {
		game, _, err := s.GameAt(ctx, link.Game, link.Ply)
		if models.CodeOf(err) == models.CodeInvalid { // turns were taken back
			game, err = s.Game(ctx, link.Game)
		}
		if err != nil {
			return err
		}
		c.Game, c.Seat = game, game.SeatOf(link.Player)
		if c.Previous, err = play.TurnAt(s.Read(ctx), game.ID, max(0, game.Ply-1)); err != nil {
			return err
		}
		if c.NewToGame, err = s.newToGame(ctx, link.Player, game); err != nil {
			return err
		}
	}
	switch n.Kind {
	case models.KindMessage:
		_, err := s.gatherMessages(ctx, c)
		return err
	case models.KindReplyAnswer, models.KindReplyRejected, models.KindDeskAnswer:
		drop, err := s.gatherAnswer(ctx, c)
		switch {
		case drop != "" && c.Game != nil:
			c.Kind = models.KindYourTurn
		case drop != "":
			c.Kind = models.KindTest
		}
		return err
	case models.KindAway, models.KindPlan, models.KindCode, models.KindChallengeAnswer:
		if c.Game != nil {
			c.Kind = models.KindYourTurn
		}
	}
	return nil
}
