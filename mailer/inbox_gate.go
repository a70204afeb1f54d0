package mailer

import (
	"context"
	"slices"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/rules"
)

// maxRejected is how many refused replies about one game a player gets an answer to within a day. What comes after is
// done where it can be done, and recorded where not.
const maxRejected = 20

// reading is one mail on its way from its bytes to what it does.
type reading struct {
	*Inbox
	claim  models.InboundClaim
	link   models.Link
	holder models.LinkHolder
	known  bool // the link is one of ours
	mail   reply.Mail
	auth   string
	silent bool         // refusals are not answered any more today
	last   bool         // this would be the last refusal that is answered today
	game   *models.Game // of a link to a game
	asked  bool         // the mail that is answered asked whether to resign
	result models.InboundResult
}

// read lets a mail through the gate, step by step, and does what it says. What it takes to read a reply is spent on
// mails of the link's holder alone.
func (r *reading) read(ctx context.Context) (err error) {
	if err := r.findLink(ctx); err != nil {
		return err
	}
	o := reply.Options{EnvelopeFrom: r.claim.From, Us: r.config.Writer.names()}
	if r.mail, err = reply.Classify(r.claim.Raw, o); err != nil {
		return err
	}
	r.config.step("read")
	isHolder, err := r.fromHolder(ctx)
	if err != nil {
		return err
	}
	switch {
	case r.mail.Kind == reply.Bounce:
		return r.takeBounce(ctx)
	case r.mail.Kind == reply.Complaint:
		return r.takeComplaint(ctx)
	case r.known && r.link.Purpose.Covers(models.LinkUnsubscribe):
		return r.unsubscribe(ctx)
	case r.config.Writer.isPostmaster(r.claim.To):
		r.result = models.InboundPostmaster
		r.config.step("settling")
		return r.config.Store.SettlePostmasterMail(ctx, r.claim)
	case r.mail.Kind == reply.Automatic && !isHolder:
		return r.ignore(ctx, models.InboundAutomatic, "automatic", r.mail.Sign)
	case !r.known || r.link.Purpose != models.LinkReply:
		return r.ignore(ctx, models.InboundUnknownLink, "unknown_link", "")
	case !isHolder:
		return r.ignore(ctx, models.InboundWrongSender, "wrong_sender", r.mail.Header.From.Address)
	}
	return r.readReply(ctx, o)
}

// readReply reads what the link's holder wrote, and does it.
func (r *reading) readReply(ctx context.Context, o reply.Options) error {
	if err := r.parse(ctx, o); err != nil {
		return err
	}
	switch {
	case r.mail.Kind != reply.Human:
		return r.ignore(ctx, models.InboundAutomatic, "automatic", r.mail.Sign)
	case !r.authenticated():
		return r.ignore(ctx, models.InboundUnauthenticated, "unauthenticated", r.auth)
	}
	rejected, err := r.config.Store.RejectedReplies(ctx, r.link.Player, r.link.Game, r.link.Challenge)
	if err != nil {
		return err
	}
	r.silent, r.last = rejected >= maxRejected, rejected == maxRejected-1
	return r.act(ctx)
}

// fromHolder reports whether the mail is from an address of the player, or stranger, whom its reply link was made for:
// the present one, or one that could still take the account back.
func (r *reading) fromHolder(ctx context.Context) (bool, error) {
	from := r.mail.Header.From.Key
	if !r.known || r.link.Purpose != models.LinkReply || from == "" {
		return false, nil
	}
	same := func(address string) bool { return from == reply.NormalizeAddress(address) }
	if same(r.holder.Email) || r.holder.Former != "" && same(r.holder.Former) {
		return true, nil
	}
	return r.config.Store.HadAddress(ctx, r.link.Player, same)
}

// findLink reads the link that the mail came by. One that is not known is no error.
func (r *reading) findLink(ctx context.Context) error {
	for _, purpose := range []models.LinkPurpose{models.LinkReply, models.LinkBounce, models.LinkUnsubscribe} {
		link, holder, err := r.config.Store.ReadLink(ctx, purpose, r.claim.Link)
		if err == nil {
			r.link, r.holder, r.known = link, holder, true
			break
		}
		if models.CodeOf(err) != models.CodeNotFound {
			return err
		}
	}
	if !r.known || r.link.Game == "" {
		return nil
	}
	game, err := r.config.Store.Game(ctx, r.link.Game)
	if models.CodeOf(err) == models.CodeNotFound || (err == nil && game.SeatOf(r.link.Player) == rules.NoSeat) {
		r.known = false
		return nil
	}
	r.game = game
	return err
}

// parse reads the mail with what is known of the one that it answers.
func (r *reading) parse(ctx context.Context, o reply.Options) (err error) {
	o.Sent, r.asked, err = r.config.Writer.sent(ctx, r.config.Store, r.link, r.holder, r.mail.Header)
	if err != nil {
		return err
	}
	if o.Readable, o.Legal, err = r.turns(); err != nil {
		return err
	}
	r.mail, err = reply.Read(r.claim.Raw, o)
	return err
}

// turns tells which texts are turns in the game as the player saw it.
func (r *reading) turns() (readable, legal func(string) bool, err error) {
	if r.game == nil {
		never := func(string) bool { return false }
		return never, never, nil
	}
	position, err := r.config.Store.Position(r.game)
	if err != nil {
		return nil, nil, err
	}
	readable = func(text string) bool {
		_, err := position.Play(text)
		return err == nil || !isUnreadable(err)
	}
	legal = func(text string) bool {
		_, err := position.Play(text)
		return err == nil
	}
	return readable, legal, nil
}

// authenticated records what the trusted server found of the sender, and reports whether it is enough.
func (r *reading) authenticated() bool {
	results := r.mail.Header.AuthResults(r.config.AuthServ)
	var found []string
	for _, result := range results {
		if slices.Contains([]string{"spf", "dkim", "dmarc"}, result.Method) {
			found = append(found, result.Method+"="+result.Result)
		}
	}
	r.auth = strings.Join(found, " ")
	_, author, _ := strings.Cut(r.mail.Header.From.Key, "@")
	return len(r.config.Require) == 0 || reply.Vouched(results, r.config.Require, author)
}

// settlement begins what is stored of the mail.
func (r *reading) settlement(result models.InboundResult) models.InboundSettlement {
	done := models.InboundSettlement{Result: result, Auth: r.auth}
	if r.known {
		done.Player, done.Game, done.Challenge, done.Ply = r.link.Player, r.link.Game, r.link.Challenge, r.link.Ply
	}
	return done
}

// ignore settles a mail that does nothing and gets nothing.
func (r *reading) ignore(ctx context.Context, result models.InboundResult, reason, detail string) error {
	done := r.settlement(result)
	done.Reason, done.Detail = reason, detail
	return r.settle(ctx, done)
}

func (r *reading) settle(ctx context.Context, done models.InboundSettlement) error {
	r.result = done.Result
	r.config.step("settling")
	return r.config.Store.SettleInbound(ctx, r.claim, done)
}

// along is a handle of the store for one use case, in whose transaction the mail is settled.
func (r *reading) along(done models.InboundSettlement) *models.Store {
	return r.alongResult(done.Result, func(any) models.InboundSettlement { return done })
}

// alongResult is along for a mail whose settlement depends on what the use case makes.
func (r *reading) alongResult(result models.InboundResult,
	settle func(made any) models.InboundSettlement,
) *models.Store {
	r.result = result
	r.config.step("settling")
	return r.config.Store.Once(r.claim.Once(r.link.Player, settle)).ByLink(r.link)
}
