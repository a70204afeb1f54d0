package mailer

import (
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
