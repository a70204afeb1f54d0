package mailer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailaddr"
	"turnpost/models/mailbox"
	"turnpost/rules"
	"turnpost/templates/words"
)

// usualLevel is the level of the house for a request that names none.
const usualLevel = rules.Medium

// DeskScope says which addresses are the desk, where mail that is no reply is read.
type DeskScope string

// The scopes.
const (
	DeskPlay   DeskScope = "play"   // play@ the mail domain, and the sender of all mail
	DeskDomain DeskScope = "domain" // every address of the mail domain that has no other purpose
	DeskOff    DeskScope = "off"
)

// ParseDeskScope parses a setting; "" is DeskPlay.
func ParseDeskScope(text string) (DeskScope, error) {
	switch scope := DeskScope(text); scope {
	case "":
		return DeskPlay, nil
	case DeskPlay, DeskDomain, DeskOff:
		return scope, nil
	}
	return "", fmt.Errorf("%q: must be %s, %s or %s", text, DeskPlay, DeskDomain, DeskOff)
}

// isDesk reports whether mail to an address, without a link, is for the desk.
func (b *Inbox) isDesk(address string) bool {
	w, scope := b.config.Writer, b.config.Desk
	local, domain := foldAddress(address)
	own := domain == strings.ToLower(w.domain)
	switch {
	case scope == DeskOff || w.isPostmaster(address) || strings.Contains(local, "+"):
		return false
	case w.isSender(address) || own && local == boxReply:
		return true
	}
	return scope == DeskDomain && own && local != "" && local != boxBounce && local != boxUnsubscribe
}

// belongsToDesk reports whether a mail without a known link is for the desk. One that confirms a registration which has
// become an account is.
func (r *claimedMail) belongsToDesk() bool {
	if r.claim.Link == "" {
		return r.isDesk(r.claim.To)
	}
	return account.IsRegistrationLink(r.claim.Link) && r.config.Desk != DeskOff
}

// readAtDesk reads a mail without a link. Its sender is typed, so that it is answered to the address of the account
// that it names, and a stranger can only register.
func (r *claimedMail) readAtDesk(ctx context.Context, o reply.Options) (err error) {
	from := r.mail.Header.From.Address
	if sign := r.loopSign(); sign != "" {
		return r.ignore(ctx, mailbox.InboundAutomatic, "automatic", sign)
	}
	o.Rulesets = r.rulesets()
	o.Readable, o.Legal = func(string) bool { return false }, func(string) bool { return false }
	if r.mail, err = reply.Read(r.claim.Raw, o); err != nil {
		return err
	}
	if r.mail.Sign != "" { // nearly every command of the desk is only answered
		return r.ignore(ctx, mailbox.InboundAutomatic, "automatic", r.mail.Sign)
	}
	if !r.authenticated() {
		return r.ignore(ctx, mailbox.InboundUnauthenticated, "unauthenticated", r.auth)
	}
	c := r.deskAct(o)
	player, known, err := r.config.Store.DeskPlayer(ctx, from)
	switch {
	case err != nil:
		return err
	case !known && c.Verb == reply.Register:
		return r.register(ctx, c)
	case !known:
		return r.ignore(ctx, mailbox.InboundStranger, "stranger", from)
	}
	r.link = models.Link{Purpose: models.LinkReply, Player: player.ID}
	r.holder, r.known, r.desk = account.LinkHolder{Player: player, Email: player.Email}, true, true
	err = r.actAtDesk(ctx, c)
	if refused, ok := errors.AsType[*models.Error](err); ok {
		return r.refuse(ctx, order{act: c}, refused)
	}
	return err
}

// deskAct returns the command of a mail at the desk: in its first line, or else in its subject. A mail without one has
// Verb "".
func (r *claimedMail) deskAct(o reply.Options) reply.Command {
	said := r.mail.Reply
	if len(said.Commands) > 0 {
		return said.Commands[0]
	}
	if len(said.Possible) == 0 {
		if c, ok := reply.ParseDesk(withoutRe(r.mail.Header.Subject), o); ok {
			return c
		}
	}
	return reply.Command{Text: firstLine(said.Leftover)}
}

// loopSign returns the sign that the mail comes from this server or another one like it, whose mails say so in fields
// that a relay may have removed; "" if there is none.
func (r *claimedMail) loopSign() string {
	from := r.mail.Header.From.Address
	id := r.mail.Header.MessageID
	local, domain := cutAddress(id)
	switch {
	case from == "":
		return "no sender"
	case r.isOwn(from):
		return "own sender"
	case account.PlausibleLink(local[strings.LastIndexByte(local, '.')+1:]):
		return "a server like this one: " + domain
	}
	return ""
}

// isOwn reports whether an address is one to which this server sends no mail.
func (r *claimedMail) isOwn(address string) bool {
	return r.config.Writer.isOwn(address) || r.isDesk(address)
}

// register mails a code to a stranger who asks for an account, within the limits of all requests for codes. The sender
// counts as one network with all other senders of mail, because a domain can be typed too, unless the trusted mail
// server has found that it is theirs. Whom the policy refuses is told, once a day; whom a limit refuses only if the
// mail is theirs, since the limit is there for mails that others have sent in their name.
func (r *claimedMail) register(ctx context.Context, c reply.Command) error {
	name := c.Text
	if name == "" {
		name = r.mail.Header.From.Name
	}
	done := r.settlement(mailbox.InboundDone)
	done.Reason = string(reply.Register)
	from := r.mail.Header.From.Address
	asker := models.Asker{Network: "mail"}
	if _, domain := cutAddress(from); r.vouched() {
		asker = models.Asker{Network: "mail from " + domain, Mailbox: mailaddr.Mailbox(from)}
	}
	ctx = account.WithAsker(ctx, asker)
	err := r.along(done).RegisterByMail(ctx, from, name, r.writerLanguage(c))
	refused, is := errors.AsType[*models.Error](err)
	if !is {
		return err
	}
	done = r.settlement(mailbox.InboundStranger)
	done.Reason, done.Detail = "register: "+string(refused.Code), from
	if refused.Code == models.CodeForbidden || refused.Code == models.CodeTooMany && asker.Mailbox != "" {
		done.Stranger, done.Asker, done.Locale = from, asker, r.writerLanguage(c)
		done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerNoAccount, Refused: refused})
		done.Answer.Subject = "" // which anybody may have chosen
	}
	return r.settle(ctx, done)
}

// writerLanguage returns the language of a stranger: that of the command, or else the one that their mail program
// names; "" for none that is offered. An English command says nothing, because every mail may use it.
func (r *claimedMail) writerLanguage(c reply.Command) string {
	for _, wish := range []string{
		c.Language, r.mail.Header.Get("Accept-Language"), r.mail.Header.Get("Content-Language"),
	} {
		if l, found := words.Preferred(wish); found {
			return l.Tag()
		}
	}
	return ""
}
