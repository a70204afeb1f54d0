package models

// signFor makes a link for the recipient of a mail.
func (s *Store) signFor(l *Content, link Link) (string, error) {
	link.Player = l.To.ID
	return s.signLink(link, l.epoch, l.stranger)
}

// addLinks makes the links by which a whole mail is answered, opened and returned.
func (s *Store) addLinks(l *Content) (err error) {
	about := l.linkSubject()
	if l.To.ID == 0 && about.Challenge == "" { // who asks for an account: there is nobody to make a link for
		return nil
	}
	if l.Kind == KindDigest {
		if l.Unsubscribe, err = s.signFor(l, Link{Purpose: LinkUnsubscribe, Kind: KindDigest}); err != nil {
			return err
		}
	}
	if l.Kind != KindCode {
		about.Purpose = LinkReply
		if l.ReplyLink, err = s.signFor(l, about); err != nil {
			return err
		}
	}
	for _, part := range append([]*Content{l}, l.Secondary...) {
		if err := s.addPageLink(part); err != nil {
			return err
		}
	}
	about.Purpose = LinkBounce
	l.BounceLink, err = s.signFor(l, about)
	return err
}

// addPageLink makes the link by which a browser shows the game or the challenge.
func (s *Store) addPageLink(l *Content) (err error) {
	about := l.linkSubject()
	if about.Game == "" && about.Challenge == "" {
		return nil
	}
	about.Purpose = LinkPage
	l.PageLink, err = s.signFor(l, about)
	return err
}

// linkSubject is what an answer to the mail is about: its game as the mail shows it, its
// challenge, or, where it is about several things, just its reader.
func (l *Content) linkSubject() Link {
	if l.Kind == KindDigest {
		first := l.Secondary[0]
		for _, other := range l.Secondary {
			if other.Game == nil || first.Game == nil || other.Game.ID != first.Game.ID {
				return Link{}
			}
		}
		return first.linkSubject()
	}
	switch {
	case l.Game != nil:
		return Link{Game: l.Game.ID, Ply: l.Game.Ply, Takebacks: l.Game.Takebacks}
	case l.Challenge != nil:
		return Link{Challenge: l.Challenge.ID}
	}
	return Link{}
}
