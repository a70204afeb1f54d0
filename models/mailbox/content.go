package mailbox

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
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
	Previous        *models.Turn       // the turn before the game's last one, with its seat and words; nil if there is none
	RepliedTo       *models.Turn       // for KindPlan: the turn that the game's last turn answers
	PlanDone        bool               // for KindPlan: the plan is used up
	PlanEnded       play.PlanEnd       // for KindYourTurn: why the plan ended since the player's last turn; "" if it did not
	PlanRefused     models.PlanRefusal // for PlanRefused: which reply, and why
	HasToken        bool               // To has an access token, and so may use commands
	Waiting         int                // number of games that await To; more than 100 count as 100
	NewToGame       bool               // To has not played this ruleset before
	Challenge       *models.Challenge
	Away            models.Vacation  // for KindAway: the opponent's; for KindAutoVacation: the player's
	AwayKnown       bool             // for KindAway: the player was told of other days, or of a vacation that was cancelled
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
	stranger string   // key of a stranger's address

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
	return &Content{Claim: c, To: due[0].To, Seat: rules.NoSeat, Secondary: due, epoch: due[0].epoch}
}

// urgency sorts the contents of a digest.
func (c *Content) urgency() int64 {
	if c.Awaits() {
		return c.Game.Deadline.UnixMilli()
	}
	return math.MaxInt64
}

// mailData holds the data that every mail to a player needs, read by one query.
type mailData struct {
	to     models.Player // ID 0: the account was deleted
	epoch  int64         // of the links to them
	banned bool
	game   *core.ViewedGame // nil if the mail is not about a game

	previous *models.Turn // the turn before the last one of the game; nil if there is none
	hasToken bool         // the player has an access token
	waiting  int          // games that await the player, at most maxWaiting

	unsaid      bool                  // a message of the player was not delivered
	unsaidWords string                // the last such message; "" if it is not known
	planEnded   play.PlanEnd          // of the player's plan in the game
	planRefused models.PlanRefusalRow // of the player's plan in the game
}

// maxWaiting is the largest number of games that await a player which a mail counts.
const maxWaiting = 100

// selectMailed also finds notices without a game.
var selectMailed = core.SelectViewColumns + `,
	` + account.ReaderColumns + `, p.link_epoch, p.banned_at,
	(SELECT COUNT(*) FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1),
	COALESCE((SELECT words FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1
		ORDER BY id DESC` + db.Limit(1) + `), ''),
	COALESCE(plans.ended, ''), COALESCE(plans.ended_detail, ''),
	(SELECT COUNT(*) FROM (SELECT 1 FROM tokens WHERE player_id = p.id LIMIT 1) AS made),
	(SELECT COUNT(*) FROM (SELECT 1 FROM games WHERE to_move_id = p.id AND status = 'ongoing'` + db.Limit(maxWaiting) +
	`) AS waiting),
	` + schema.TurnColumns("before", "seat", "turn", "events") + `
	FROM players p LEFT JOIN games g ON g.id = ?
	LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	` + schema.JoinLastTurn + schema.TurnsAt("before", "NULLIF(g.ply - 1, 0)") + `
	LEFT JOIN plans ON plans.game_id = g.id AND plans.player_id = p.id
	WHERE p.id = ? AND p.deleted_at = 0`

// readMailed reads the data for the mail of a notice.
func (s *Store) readMailed(ctx context.Context, n schema.Notice) (m mailData, err error) {
	for range play.Rereads {
		if m, err = s.readMailedStored(ctx, n); err != nil || m.game == nil {
			return m, err
		}
		if ok, err := m.game.Row.ShowChanges(s.Read(ctx)); ok || err != nil {
			return m, err
		}
	}
	return m, play.ErrChanging(n.GameID)
}

// readMailedStored is readMailed with the game as stored.
func (s *Store) readMailedStored(ctx context.Context, n schema.Notice) (m mailData, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		if m.game = play.TakeViewed(c); m.game != nil {
			m.game.Damage().Refuse(c)
		}
		var to schema.PlayerRow
		to.TakeReader(c)
		m.to, m.epoch, m.banned = to.Player(), c.Number(), c.Number() > 0
		m.unsaid, m.unsaidWords, m.planEnded = c.Number() > 0, c.Text(), play.PlanEnd(c.Text())
		if err := m.planRefused.Scan(c.Text()); err != nil {
			return err
		}
		m.hasToken, m.waiting = c.Number() > 0, int(c.Number())
		m.previous = takePrevious(c)
		return nil
	}, selectMailed, n.GameID, n.PlayerID)
	return m, err
}

// takePrevious takes the turn before the last one: its seat, text and events.
func takePrevious(c *db.Columns) *models.Turn {
	if c.IsNull() {
		c.Skip(previousColumns)
		return nil
	}
	turn := schema.TurnRow{Seat: rules.Seat(c.Number()), Turn: c.Text(), Events: c.Text()}.AsTurn()
	return &turn
}

const previousColumns = 3

// mailedGame returns the game of a mail.
func (s *Store) mailedGame(ctx context.Context, c *Content) (*models.Game, error) {
	if c.mailed.game == nil {
		return s.Game(ctx, c.Row.GameID)
	}
	list := []*core.ViewedGame{c.mailed.game}
	if err := s.Snapshot(ctx).AddRatings(list); err != nil {
		return nil, err
	}
	g := play.GamesAt(models.ToMillis(s.Clock()), list)[0]
	return g, s.AddRematch(ctx, g)
}

// dropped returns the outcome of a claim with outdated notices only.
func (c Claim) dropped() Settling {
	return Settling{
		claim:  c,
		settle: func(*schema.ClaimedNotice) schema.Settlement { return schema.Settlement{Status: models.Dropped} },
	}
}
