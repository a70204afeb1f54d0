package mailer

import (
	netmail "net/mail"
	"slices"
	"strings"

	"turnpost/mailer/reply"
)

// EnvelopeOf returns the envelope that the fields X-Envelope-From and X-Envelope-To name, as programs write them that
// forward a mail; "" and nil without them.
func EnvelopeOf(raw []byte) (from string, to []string) {
	h, ok := reply.ReadHeader(raw)
	if !ok {
		return "", nil
	}
	from = h.Get("X-Envelope-From")
	for address := range strings.SplitSeq(h.Get("X-Envelope-To"), ",") {
		if address = strings.TrimSpace(address); address != "" {
			to = append(to, address)
		}
	}
	return from, to
}

// OwnAddress reports whether an address is one of the server's own: its sender, or one of those for replies, bounces
// and unsubscribing. No mail is sent to them.
func OwnAddress(domain, from string) func(address string) bool {
	sender, _ := netmail.ParseAddress(from) // checked when the server starts
	return func(address string) bool {
		if sender != nil && strings.EqualFold(address, sender.Address) {
			return true
		}
		local, host, _ := strings.Cut(address, "@")
		local, _, _ = strings.Cut(strings.ToLower(local), "+")
		return strings.EqualFold(host, domain) && slices.Contains([]string{boxReply, boxBounce, boxUnsubscribe}, local)
	}
}
