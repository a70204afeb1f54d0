package mailer

import (
	"strings"

	"turnpost/mailer/reply"
)

// EnvelopeOf is what a mail says of its envelope in X-Envelope-From and X-Envelope-To, as programs write that hand it
// on; "" and nil where it says nothing.
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
