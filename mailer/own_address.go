package mailer

import (
	netmail "net/mail"
	"strings"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailaddr"
	"turnpost/models/mailbox"
)

// The local parts of this server's addresses, before the plus sign and a link.
const (
	boxReply       = "play"
	boxBounce      = "bounce"
	boxUnsubscribe = "unsubscribe"
)

// boxPostmaster is the address that every mail server must accept (RFC 5321, section 4.5.1). Its mail is kept for the
// operator.
const boxPostmaster = "postmaster"

// mailboxes are the addresses that hold links, by their part before the plus sign.
var mailboxes = map[string]models.LinkPurpose{
	boxReply: models.LinkReply, boxBounce: models.LinkBounce, boxUnsubscribe: models.LinkUnsubscribe,
}

// boxAddress returns the address of a box that holds a link.
func (w *Writer) boxAddress(box, link string) string { return box + "+" + link + "@" + w.domain }

// messageID joins the notice and the link for replies: some programs send replies to the sender in spite of
// Reply-To, and only the Message-ID then shows which mail is answered.
func (w *Writer) messageID(c *mailbox.Content) string {
	if w.replies && c.MessageLink != "" {
		return c.Key + "." + c.MessageLink + "@" + w.domain
	}
	return c.Key + "@" + w.domain
}

// cutAddress splits an address, or a Message-ID, at its last at sign.
func cutAddress(address string) (local, domain string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], strings.TrimSuffix(address[at+1:], ".")
}

// foldAddress splits an address, which may be in angle brackets, in the form that is compared.
func foldAddress(address string) (local, domain string) {
	return cutAddress(strings.ToLower(strings.Trim(strings.TrimSpace(address), "<>")))
}

// cutMessageID returns the key of the notice and the link in one of our Message-IDs; "" and "" if it has no link.
func (w *Writer) cutMessageID(id string) (key, link string) {
	local, domain := cutAddress(id)
	dot := strings.LastIndexByte(local, '.')
	if dot < 0 || !strings.EqualFold(domain, w.domain) || !account.PlausibleLink(local[dot+1:]) {
		return "", ""
	}
	return local[:dot], local[dot+1:]
}

// target is a recipient of a mail, with its link.
type target struct {
	address string
	link    string             // "" where neither the address nor the mail has one
	purpose models.LinkPurpose // 0 for the sender's own address and the postmaster's
}

// mailbox parses an address of this server: one with a link, or the sender of its mails.
func (w *Writer) mailbox(address string) (target, bool) {
	address = strings.Trim(strings.TrimSpace(address), "<>")
	local, domain := foldAddress(address)
	box, link, linked := strings.Cut(local, "+")
	if purpose := mailboxes[box]; linked && purpose != 0 && domain == strings.ToLower(w.domain) {
		return target{address, link, purpose}, true
	}
	return target{address: address}, w.isSender(address) || w.isPostmaster(address)
}

// isSender reports whether an address is that of the sender of our mails.
func (w *Writer) isSender(address string) bool {
	local, domain := foldAddress(address)
	return local+"@"+domain == strings.ToLower(w.address)
}

// isPostmaster reports whether an address is that of the server's postmaster.
func (w *Writer) isPostmaster(address string) bool {
	local, domain := foldAddress(address)
	_, own := foldAddress(w.address)
	return local == boxPostmaster && (domain == strings.ToLower(w.domain) || domain == own)
}

// OwnAddress reports whether an address is one of the server's own: its sender, or one of those for replies, bounces
// and unsubscribing. No mail is sent to them.
func OwnAddress(domain, from string) func(address string) bool {
	w := Writer{domain: domain}
	if sender, err := netmail.ParseAddress(from); err == nil { // checked when the server starts
		w.address = mailaddr.ASCII(sender.Address)
	}
	return w.isOwn
}

func (w *Writer) isOwn(address string) bool {
	local, domain := foldAddress(address)
	box, _, _ := strings.Cut(local, "+")
	return domain == strings.ToLower(w.domain) && mailboxes[box] != 0 || w.isSender(address)
}
