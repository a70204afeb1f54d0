package mailer

import (
	"context"
	"slices"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailaddr"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/rules"
)

// maxRejected is how many rejected replies about one game are answered within a day. Later ones still run where they
// can, and are recorded where they cannot.
const maxRejected = 20

// claimedMail is the state of one mail while it is read and settled.
type claimedMail struct {
	*Inbox
	claim  mailbox.InboundClaim
	link   models.Link
	holder account.LinkHolder
	known  bool // the link is one of ours
	mail   reply.Mail
	auth   string
	silent bool         // rejections are not answered any more today
	last   bool         // a rejection would be the last that is answered today
	game   *models.Game // of a link to a game
	desk   bool         // the mail has no link: its sender is typed
	// confirms is the ID of the mail whose held command is carried out; 0 for none.
	confirms int64
	result   mailbox.InboundResult

	answered answeredMail
	options  reply.Options
}

// read checks a mail step by step and runs its commands. Only mails of the link's holder are parsed in full.
func (r *claimedMail) read(ctx context.Context) (err error) {
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
		return r.settle(ctx, mailbox.InboundSettlement{Result: mailbox.InboundPostmaster})
	case r.mail.Kind == reply.Automatic && !isHolder:
		return r.ignore(ctx, mailbox.InboundAutomatic, "automatic", r.mail.Sign)
	case !r.known && r.belongsToDesk():
		return r.readAtDesk(ctx, o)
	case !r.known || !isReplyLink(r.link):
		return r.ignore(ctx, mailbox.InboundUnknownLink, "unknown_link", "")
	case !isHolder:
		return r.ignore(ctx, mailbox.InboundWrongSender, "wrong_sender", r.mail.Header.From.Address)
	}
	return r.readReply(ctx, o)
}

// readReply parses a mail of the link's holder and runs its commands.
func (r *claimedMail) readReply(ctx context.Context, o reply.Options) error {
	if err := r.parse(ctx, o); err != nil {
		return err
	}
	switch {
	case r.mail.Kind != reply.Human:
		return r.ignore(ctx, mailbox.InboundAutomatic, "automatic", r.mail.Sign)
	case !r.authenticated():
		return r.ignore(ctx, mailbox.InboundUnauthenticated, "unauthenticated", r.auth)
	}
	rejected, err := r.config.Store.RejectedReplies(ctx, r.link.Player, r.link.Game, r.link.Challenge)
	if err != nil {
		return err
	}
	r.silent, r.last = rejected >= maxRejected, rejected == maxRejected-1
	return r.act(ctx)
}

// fromHolder reports whether the mail is from an address of the holder of its reply link: the present address, or one
// of a short time ago.
func (r *claimedMail) fromHolder(ctx context.Context) (bool, error) {
	from := r.mail.Header.From.Address
	if !r.known || !isReplyLink(r.link) || from == "" {
		return false, nil
	}
	same := func(address string) bool { return mailaddr.Same(from, address) }
	if same(r.holder.Email) || r.holder.Former != "" && same(r.holder.Former) {
		return true, nil
	}
	return r.config.Store.HadAddress(ctx, r.link.Player, same)
}

// isReplyLink reports whether mails have the link as their reply address.
func isReplyLink(l models.Link) bool {
	return l.Purpose == models.LinkReply || l.Purpose == models.LinkConfirm
}

// linksToReceive are the purposes of links in addresses.
var linksToReceive = []models.LinkPurpose{
	models.LinkReply, models.LinkConfirm, models.LinkBounce, models.LinkUnsubscribe,
}

// findLink reads the link of the mail. An unknown link is no error.
func (r *claimedMail) findLink(ctx context.Context) error {
	for _, purpose := range linksToReceive {
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

// parse parses the mail, with the text of the mail that it answers.
func (r *claimedMail) parse(ctx context.Context, o reply.Options) (err error) {
	r.answered, err = r.config.Writer.sent(ctx, r.config.Store, r.link, r.holder, r.mail.Header)
	if err != nil {
		return err
	}
	o.Sent = r.answered.sent
	if o.Readable, o.Legal, err = r.turns(); err != nil {
		return err
	}
	o.Rulesets, r.options = r.rulesets(), o
	r.mail, err = reply.Read(r.claim.Raw, o)
	return err
}

// turns returns functions that report whether a text is a turn, and whether it is a legal one, in the present
// position.
func (r *claimedMail) turns() (readable, legal func(string) bool, err error) {
	if r.game == nil {
		never := func(string) bool { return false }
		return never, never, nil
	}
	position, err := r.config.Store.Position(r.game)
	if err != nil {
		return nil, nil, err
	}
	read := position
	if position.Result().Over() { // which refuses every text for that reason
		if read, err = r.config.Store.Setup(r.game); err != nil {
			return nil, nil, err
		}
	}
	readable = func(text string) bool {
		_, err := read.Play(text)
		return err == nil || !isUnreadable(err)
	}
	legal = func(text string) bool {
		_, err := position.Play(text)
		return err == nil
	}
	return readable, legal, nil
}

// authenticated records the results of the trusted server about the sender, and reports whether they suffice.
func (r *claimedMail) authenticated() bool {
	results := r.mail.Header.AuthResults(r.config.AuthServ)
	var found []string
	for _, result := range results {
		if slices.Contains([]string{"spf", "dkim", "dmarc"}, result.Method) {
			found = append(found, result.Method+"="+result.Result)
		}
	}
	r.auth = strings.Join(found, " ")
	_, author := cutAddress(r.mail.Header.From.Address)
	return len(r.config.Require) == 0 || reply.Vouched(results, r.config.Require, author)
}

// settlement begins the record of the mail.
func (r *claimedMail) settlement(result mailbox.InboundResult) mailbox.InboundSettlement {
	done := mailbox.InboundSettlement{Result: result, Auth: r.auth, Desk: r.desk}
	done.Proven = r.desk && r.vouched()
	if r.known {
		done.Player, done.Game, done.Challenge, done.Ply = r.link.Player, r.link.Game, r.link.Challenge, r.link.Ply
		if r.link.Player == 0 { // an invitation has no number
			done.Registration = r.link.Number
		}
	}
	return done
}

// ignore settles a mail that does nothing and gets no answer.
func (r *claimedMail) ignore(ctx context.Context, result mailbox.InboundResult, reason, detail string) error {
	done := r.settlement(result)
	done.Reason, done.Detail = reason, detail
	return r.settle(ctx, done)
}

func (r *claimedMail) settle(ctx context.Context, done mailbox.InboundSettlement) error {
	r.result = done.Result
	r.config.step("settling")
	return r.config.Store.SettleInbound(ctx, r.claim, done)
}

// along returns a handle of the store for one use case, whose transaction settles the mail.
func (r *claimedMail) along(done mailbox.InboundSettlement) *store.Store {
	return r.alongResult(done.Result, func(any) mailbox.InboundSettlement { return done })
}

// alongResult is along for a settlement that depends on the result of the use case.
func (r *claimedMail) alongResult(result mailbox.InboundResult,
	settle func(made any) mailbox.InboundSettlement,
) *store.Store {
	r.result = result
	r.config.step("settling")
	return r.config.Store.Once(r.claim.Once(r.link.Player, settle)).ByLink(r.link)
}
