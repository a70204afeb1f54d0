package mailbox

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/event"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Content is the current content of the mail of a notice.
type Content struct {
	Claim
	To              models.Player // ID 0: a stranger, of whom only the address is known
	Game            *models.Game  // for kinds about a game, with its last turn
	Seat            rules.Seat
	Previous        *models.Turn       // the turn before the last one, with its seat and words; nil if there is none
	RepliedTo       *models.Turn       // for KindPlan: the turn that the game's last turn answers
	PlanDone        bool               // for KindPlan: the plan is used up
	PlanEnded       play.PlanEnd       // for KindYourTurn: why the plan ended since the player's last turn; "" if not
	PlanRefused     models.PlanRefusal // for PlanRefused: which reply, and why
	HasToken        bool               // To has an access token, and so may use commands
	Waiting         int                // number of games that await To; more than 100 count as 100
	NewToGame       bool               // To has not played this ruleset before
	Challenge       *models.Challenge
	Away            models.Vacation  // for KindAway: the opponent's; for KindAutoVacation: the player's
	AwayKnown       bool             // for KindAway: the player was told of other days, or of the one that is off
	DaysLeft        int              // for KindAutoVacation: days of vacation left in the year
	Messages        []play.Message   // for KindMessage: the unread ones
	Offer           models.OfferKind // for KindOffer and KindOfferAnswer
	Decision        models.Decision  // for KindOfferAnswer and KindChallengeAnswer
	Joined          bool             // for KindChallengeAnswer to the guest: accepting made the account
	Code            string           // for kinds with a code; valid until Expires
	Expires         time.Time
	Unsubscribe     string              // link that turns off this kind; "" if that is not possible
	UnsubscribeGame string              // link that turns off mail about this game; "" if there is none
	ListUnsubscribe string              // link for the header, which turns off the narrower of the two; "" for none
	ReplyLink       string              // by which the mail is answered; "" if there is nothing to answer
	MessageLink     string              // for the Message-ID: the ReplyLink at the creation of the notice
	PageLink        string              // by which a browser shows the game or the challenge; "" for none
	BounceLink      string              // for the envelope sender
	Tried           *models.Game        // for AnswerTry: the game after the tried turn
	Reply           *models.ReplyAnswer // for KindReplyRejected and KindReplyAnswer
	// Unsaid: the player wrote a message for the opponent by mail that was not delivered, and has not been told yet.
	Unsaid      bool
	UnsaidWords string // that message; "" if it is not known

	// Of a Reply that lists games or challenges, that shows a game, or the rules of a ruleset.
	Listed  []*Content // those that can be answered, each with its own links
	Others  []*Content // those that wait for others, with their page links
	More    int        // further ones that can be answered
	History *GameHistory
	Ruleset rules.Ruleset

	Event  *event.Event  // for kinds about an event, and AnswerTable; of the latter also Table
	Table  *event.Table  // of an event that has begun
	Place  int           // of the player on the ladder; 0 for none
	Events []event.Event // for AnswerEvents: the player's, then those that can be joined

	Secondary []*Content // further content of the mail; for KindDigest all of it, games that await the player first

	mailed   mailData // of a mail to a player
	epoch    int64    // of the links to a player
	stranger string   // key of a stranger's address, which signs the links to them

	unsubscribe, unsubscribeGame models.Link // which become Unsubscribe and UnsubscribeGame; zero for none

	Address account.AddressChange // for KindAddressCode and KindAddressChange
	Report  models.Report         // for KindReport

	Announcement models.Announcement // for everybody; its text is "" if there is none

	HookEnd models.HookEnd // for KindWebhookOff

	registration int64 // for KindCode: the registration that the mail is about; 0: none
}

// ComposeContent loads the content of a claim's mail. It drops outdated notices and returns nil if none is left. Each
// attempt creates a new code. The error is ErrLeaseLost if another worker has the claim.
func (s *Store) ComposeContent(ctx context.Context, claim Claim) (*Content, error) {
	var due []*Content
	for _, p := range claim.Parts {
		c := claim.content(p)
		var err error
		if p.Drop, err = s.address(ctx, c); err == nil && p.Drop == "" {
			p.Drop, err = s.gather(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		if p.Drop == "" {
			p.Unsaid = c.Unsaid
			due = append(due, c)
		}
	}
	if len(due) == 0 {
		return nil, s.Settle(ctx, claim.dropped())
	}
	due = withoutRepeats(due)
	var c *Content
	var err error
	if claim.Kind == models.KindDigest {
		c = newDigest(claim, due)
	} else {
		c = weightiest(due)
	}
	if c.Announcement, err = s.Announcement(ctx); err != nil {
		return nil, err
	}
	return c, s.addLinks(ctx, c)
}

// content starts the content of one notice of a claim.
func (c Claim) content(p *schema.ClaimedNotice) *Content {
	c.Kind, c.Row = p.Kind, p.Notice
	return &Content{
		Claim: c, Offer: p.Offer, Decision: p.Detail.Decision, Joined: p.Detail.Joined, PlanDone: p.Detail.PlanDone,
		Seat: rules.NoSeat,
	}
}

// withoutRepeats removes reminders that accompany the notice of the same turn.
func withoutRepeats(due []*Content) []*Content {
	turns := map[string]bool{}
	for _, c := range due {
		if c.Kind == models.KindYourTurn {
			turns[c.Row.GameID] = true
		}
	}
	return slices.DeleteFunc(due, func(c *Content) bool { return c.Kind == models.KindReminder && turns[c.Row.GameID] })
}

// weightiest returns the content of the weightiest kind, with the others as its secondary content.
func weightiest(due []*Content) *Content {
	first := 0
	for i, c := range due {
		if c.Kind.Weight() < due[first].Kind.Weight() {
			first = i
		}
	}
	primary := due[first]
	primary.Secondary = slices.Delete(due, first, first+1)
	return primary
}

// Awaits reports whether the content concerns a game that awaits the player.
func (c *Content) Awaits() bool {
	return c.Kind == models.KindYourTurn || c.Kind == models.KindReminder
}

// newDigest combines many notices: games that await the player first, by urgency, then the rest in order.
func newDigest(c Claim, due []*Content) *Content {
	slices.SortStableFunc(due, func(a, b *Content) int { return cmp.Compare(a.urgency(), b.urgency()) })
	return &Content{
		Claim: c, To: due[0].To, Seat: rules.NoSeat, Secondary: due, epoch: due[0].epoch,
		unsubscribe: models.Link{Purpose: models.LinkUnsubscribe, Kind: models.KindDigest},
	}
}

// urgency sorts the contents of a digest.
func (c *Content) urgency() int64 {
	if c.Awaits() {
		return c.Game.Deadline.UnixMilli()
	}
	return math.MaxInt64
}

// signFor returns a link for the recipient of a mail; "" for the zero link.
func (s *Store) signFor(ctx context.Context, c *Content, link models.Link) (string, error) {
	if link == (models.Link{}) {
		return "", nil
	}
	secret := c.stranger
	if link.Purpose == models.LinkBounce && c.To.ID != 0 {
		secret = account.BounceSecret(c.To)
	}
	link.Player = c.To.ID
	return s.SignLink(ctx, link, c.epoch, secret)
}

// addLinks adds the links of a whole mail: to turn off mail, for replies, for the page and for bounces.
func (s *Store) addLinks(ctx context.Context, c *Content) (err error) {
	about := c.linkSubject()
	parts := append([]*Content{c}, c.Secondary...)
	for _, part := range parts {
		if part.Unsubscribe, err = s.signFor(ctx, part, part.unsubscribe); err != nil {
			return err
		}
		if part.UnsubscribeGame, err = s.signFor(ctx, part, part.unsubscribeGame); err != nil {
			return err
		}
	}
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
	if narrow := cmp.Or(c.unsubscribeGame, c.unsubscribe); narrow != (models.Link{}) {
		narrow.Purpose = models.LinkListUnsubscribe
		if c.ListUnsubscribe, err = s.signFor(ctx, c, narrow); err != nil {
			return err
		}
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
	for _, part := range parts {
		if err := s.addPageLink(ctx, part); err != nil {
			return err
		}
	}
	if err := s.addListLinks(ctx, c); err != nil {
		return err
	}
	about.Purpose = models.LinkBounce
	c.BounceLink, err = s.signFor(ctx, c, about)
	return err
}

// addConfirmLink adds the link by which a reply confirms the held command, or the registration that a code is for.
func (s *Store) addConfirmLink(ctx context.Context, c *Content) (err error) {
	link := models.Link{Purpose: models.LinkConfirm, Number: cmp.Or(c.registration, c.Row.Detail.Mail)}
	c.ReplyLink, err = s.signFor(ctx, c, link)
	c.MessageLink = c.ReplyLink
	return err
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

// addListLinks adds to each listed game or challenge the link by which it is answered, and that of its page.
func (s *Store) addListLinks(ctx context.Context, c *Content) (err error) {
	for _, part := range c.Listed {
		about := part.linkSubject()
		about.Purpose = models.LinkReply
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
