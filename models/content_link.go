package models

import (
	"cmp"
	"context"
	"crypto/hmac"
)

// signFor returns a link for the recipient of a mail.
func (s *Store) signFor(ctx context.Context, c *Content, link Link) (string, error) {
	link.Player = c.To.ID
	return s.signLink(ctx, link, c.epoch, c.stranger)
}

// addLinks adds the links of a whole mail: for replies, for the page and for bounces.
func (s *Store) addLinks(ctx context.Context, c *Content) (err error) {
	about := c.linkSubject()
	if c.Kind == KindAddressCode || c.Kind == KindAddressChange { // to an address that may not be the player's
		return nil
	}
	if c.To.ID == 0 && about.Challenge == "" { // a stranger who requests an account: nobody to sign a link for
		return nil
	}
	if c.Kind == KindDigest {
		if c.Unsubscribe, err = s.signFor(ctx, c, Link{Purpose: LinkUnsubscribe, Kind: KindDigest}); err != nil {
			return err
		}
	}
	if c.ListUnsubscribe, err = s.listUnsubscribe(ctx, c); err != nil {
		return err
	}
	if c.Kind != KindCode {
		about.Purpose = LinkReply
		if c.ReplyLink, err = s.signFor(ctx, c, about); err != nil {
			return err
		}
	}
	for _, part := range append([]*Content{c}, c.Secondary...) {
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	about.Purpose = LinkBounce
	c.BounceLink, err = s.signBounce(ctx, c, about)
	return err
}

// signBounce returns the bounce link of a mail. For a player its MAC covers the address of the mail: once the player
// has another one, the link says nothing about mail to them.
func (s *Store) signBounce(ctx context.Context, c *Content, link Link) (string, error) {
	if c.To.ID == 0 {
		return s.signFor(ctx, c, link)
	}
	link.Player = c.To.ID
	return s.signLink(ctx, link, c.epoch, bounceSecret(c.To))
}

// isBounceOf reports whether a MAC is that of a link which signBounce made for a player's current address.
func isBounceOf(p Player, l Link, key, packed, mac []byte, epoch int64) bool {
	return l.Purpose == LinkBounce && p.ID != 0 && hmac.Equal(mac, linkMAC(key, packed, epoch, bounceSecret(p)))
}

func bounceSecret(p Player) string { return "bounce " + emailKeyOf(p) }

// listUnsubscribe returns the link for the header that turns off mail about the game, else of the kind.
func (s *Store) listUnsubscribe(ctx context.Context, c *Content) (string, error) {
	link, _, _, ok := splitLink(cmp.Or(c.UnsubscribeGame, c.Unsubscribe))
	if !ok {
		return "", nil
	}
	link.Purpose = LinkListUnsubscribe
	return s.signFor(ctx, c, link)
}

// addPageLink adds the link by which a browser shows the game or the challenge.
func (s *Store) addPageLink(ctx context.Context, c *Content) (err error) {
	about := c.linkSubject()
	if about.Game == "" && about.Challenge == "" {
		return nil
	}
	about.Purpose = LinkPage
	c.PageLink, err = s.signFor(ctx, c, about)
	return err
}

// linkSubject returns the subject of a reply to the mail: its game in the shown state, its challenge, or, if it has
// several subjects, only its reader.
func (c *Content) linkSubject() Link {
	if c.Kind == KindDigest {
		first := c.Secondary[0]
		for _, other := range c.Secondary {
			if other.Game == nil || first.Game == nil || other.Game.ID != first.Game.ID {
				return Link{}
			}
		}
		return first.linkSubject()
	}
	switch {
	case c.Game != nil:
		return Link{Game: c.Game.ID, Ply: c.Game.Ply, Takebacks: c.Game.Takebacks, Offers: c.Game.Offers}
	case c.Challenge != nil:
		return Link{Challenge: c.Challenge.ID}
	}
	return Link{}
}
