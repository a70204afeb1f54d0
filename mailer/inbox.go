package mailer

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/models/queue"
	"turnpost/models/store"
)

// MaxMailSize is how much of a mail is stored and read, in bytes: text comes before photos. MaxReceived is the largest
// mail whose beginning is taken from a server or a program; providers of mail take less.
const (
	MaxMailSize = reply.MaxSize
	MaxReceived = 64 << 20
)

// nullSender is the envelope sender of bounces.
const nullSender = "<>"

// Errors of Inbox.Receive and Inbox.CheckRecipient. Any other error is temporary: the mail was not stored and should
// be offered again.
var (
	ErrMailTooLarge     = errors.New("the mail is larger than 64 MiB")
	ErrNoMail           = errors.New("this is no mail: it has no header")
	ErrUnknownRecipient = errors.New("none of the recipients is one that this server's mails hold")
)

// InboxConfig is for NewInbox. Store and Writer are needed.
type InboxConfig struct {
	Store  *store.Store
	Writer *Writer          // for the addresses of replies, and the contents of sent mails
	Now    func() time.Time // time.Now when nil
	Log    *slog.Logger     // slog.Default when nil

	Desk      DeskScope // DeskPlay when ""
	DeskTrust bool      // an authenticated mail at the desk changes things without a confirmation; needs AuthServ

	AuthServ string   // the server whose Authentication-Results are trusted; "" for none
	Require  []string // of spf, dkim and dmarc: one must have passed; none when empty

	Parallel int           // mails at a time; 2 when 0
	Poll     time.Duration // between claims when nothing wakes the worker; 2 s when 0
	Renew    time.Duration // between renewals of a lease; 3 s when 0
	Backoff  func(attempt int) time.Duration
	Observe  func(source string, result mailbox.InboundResult) // called for each settled mail; may be nil
	// Bounced is called for each mail of ours that came back, hard, reputation or soft, or was reported as spam,
	// complaint; may be nil.
	Bounced func(kind string)

	step func(name string) // called between the steps of a mail; tests crash there
}

// Inbox is the only entry of mail, and the worker that reads it. Receive stores a mail before it is acknowledged; Run
// settles it in the transaction of the use case that it calls. Several inboxes may run on one store, in one process or
// many.
//
// A mail that cannot be settled because of an error on this side is retried with growing delays, and after some tries
// put aside for the operator.
type Inbox struct {
	config   InboxConfig
	rulesets func() map[string]string // for reply.Options, made once
}

// NewInbox makes an Inbox.
func NewInbox(c InboxConfig) *Inbox {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Parallel == 0 {
		c.Parallel = 2
	}
	if c.Poll == 0 {
		c.Poll = 2 * time.Second
	}
	if c.Renew == 0 {
		c.Renew = renewsInboundLeases
	}
	if c.Backoff == nil {
		c.Backoff = queue.Backoff
	}
	if c.Observe == nil {
		c.Observe = func(string, mailbox.InboundResult) {}
	}
	if c.Bounced == nil {
		c.Bounced = func(string) {}
	}
	if c.step == nil {
		c.step = func(string) {}
	}
	return &Inbox{c, sync.OnceValue(func() map[string]string { return rulesetNames(c.Store) })}
}

// Incoming is a mail from a source.
type Incoming struct {
	Source string   // smtp, lmtp, http, pipe or imap
	From   string   // envelope sender; "<>" for none, "" where it is not known
	To     []string // envelope recipients; empty: those of the header are used
	Raw    []byte   // its beginning is enough
}

// ReadBeginning reads a whole mail and returns the part of it that is stored. The error is ErrMailTooLarge
// beyond MaxReceived, or that of reading.
func ReadBeginning(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxMailSize))
	if err != nil {
		return nil, err
	}
	rest, err := io.Copy(io.Discard, io.LimitReader(r, MaxReceived-MaxMailSize+1))
	if err == nil && rest > MaxReceived-MaxMailSize {
		err = ErrMailTooLarge
	}
	return raw, err
}

// Receive stores the beginning of a mail and returns its id; a mail that is stored already keeps its id. When Receive
// returns nil, the mail is on disk. Mail to an unknown recipient is stored too: sources that can refuse it call
// CheckRecipient first.
func (b *Inbox) Receive(ctx context.Context, in Incoming) (int64, error) {
	in.Raw = in.Raw[:min(len(in.Raw), MaxMailSize)]
	header, ok := reply.ReadHeader(in.Raw)
	if !ok {
		return 0, ErrNoMail
	}
	b.config.step("received")
	mail := reply.Fingerprint(in.Raw)
	var first int64
	for _, to := range b.targets(in, header) {
		id, err := b.config.Store.ReceiveMail(ctx, mailbox.InboundMail{
			Key: mailKey(mail, to), Source: in.Source, MessageID: header.MessageID, From: in.From, To: to.address,
			Link: to.link, Raw: in.Raw,
		})
		if err != nil {
			return 0, fmt.Errorf("storing a mail: %w", err)
		}
		if first == 0 {
			first = id
		}
		b.config.step("stored")
	}
	return first, nil
}

// mailKey identifies a mail to one link.
func mailKey(mail [sha256.Size]byte, to target) []byte {
	sum := sha256.Sum256([]byte(string(mail[:]) + strings.ToLower(to.link)))
	return sum[:]
}

// CheckRecipient reports whether mail to an address would be read: it returns nil, ErrUnknownRecipient, or an error of
// the database.
func (b *Inbox) CheckRecipient(ctx context.Context, address string) error {
	if b.isDesk(address) {
		return nil
	}
	to, ok := b.config.Writer.mailbox(address)
	if !ok {
		return ErrUnknownRecipient
	}
	if to.purpose == 0 {
		return nil
	}
	_, _, err := b.config.Store.ReadLink(ctx, to.purpose, to.link)
	if models.CodeOf(err) == models.CodeNotFound && to.purpose == models.LinkReply {
		_, _, err = b.config.Store.ReadLink(ctx, models.LinkConfirm, to.link)
	}
	if models.CodeOf(err) == models.CodeNotFound && account.IsRegistrationLink(to.link) {
		return nil // a repeated mail must not come back
	}
	if models.CodeOf(err) == models.CodeNotFound {
		return ErrUnknownRecipient
	}
	return err
}

// targets returns the links of a mail, each once: those of the envelope, or of the header where the envelope has none.
// Mail to the sender of our mails belongs to the mail that it answers.
func (b *Inbox) targets(in Incoming, h reply.Header) []target {
	var found []target
	for _, addresses := range [][]string{in.To, h.Recipients} {
		for _, address := range addresses {
			to, ok := b.config.Writer.mailbox(address)
			if ok && to.link != "" && len(found) < maxRecipients && !holds(found, to.link) {
				found = append(found, to)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	to := target{address: b.unlinked(in.To, h.Recipients)}
	if !b.config.Writer.isPostmaster(to.address) {
		to.link = b.linkAnswered(h)
	}
	return []target{to}
}

// unlinked returns the recipient of a mail without a link: the desk if it is one of them, else the first.
func (b *Inbox) unlinked(lists ...[]string) (address string) {
	for _, list := range lists {
		if i := slices.IndexFunc(list, b.isDesk); i >= 0 {
			return list[i]
		}
		if address == "" && len(list) > 0 {
			address = list[0]
		}
		if len(list) > 0 {
			return address
		}
	}
	return address
}

func holds(list []target, link string) bool {
	for _, to := range list {
		if strings.EqualFold(to.link, link) {
			return true
		}
	}
	return false
}

// linkAnswered returns the link in the Message-ID of the answered mail, "" where that is none of ours.
func (b *Inbox) linkAnswered(h reply.Header) string {
	for _, id := range h.InReplyTo {
		if _, link := b.config.Writer.cutMessageID(id); link != "" {
			return link
		}
	}
	for i := len(h.References) - 1; i >= 0; i-- {
		if _, link := b.config.Writer.cutMessageID(h.References[i]); link != "" {
			return link
		}
	}
	return ""
}
