package reply

import "strings"

// ComplaintReport is a feedback report (RFC 5965): a mail of ours was reported.
type ComplaintReport struct {
	Type      string // "abuse", "fraud", "not-spam"…, in lower case
	Recipient string // of our mail; "" if the report hides it
	MessageID string // of our mail, without brackets; "" if the report does not contain it
	// Proofs are the addresses and URLs of our mail that no reply contains: its envelope sender, and those of
	// List-Unsubscribe. Anybody can write such a report, so the caller must check their links.
	Proofs []string
}

// maxProofs is how many addresses and URLs of one report are read.
const maxProofs = 10

// findComplaint parses a feedback report about the mail with a header; nil if there is no report.
func findComplaint(root *entity, original headerFields) *ComplaintReport {
	report := root.find("message/feedback-report")
	if report == nil {
		return nil
	}
	group, _ := splitHeader(report.body)
	c := &ComplaintReport{Type: strings.ToLower(group.get("Feedback-Type")), MessageID: firstID(original)}
	for _, name := range []string{"Original-Rcpt-To", "Removal-Recipient", "Original-Recipient"} {
		if c.Recipient == "" {
			c.Recipient = firstAddress(group.get(name))
		}
	}
	if c.Recipient == "" {
		c.Recipient = firstAddress(original.get("To"))
	}
	for _, value := range []string{
		group.get("Original-Mail-From"), original.get("Return-Path"), original.get("List-Unsubscribe"),
	} {
		for proof := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune("<>, \t", r) }) {
			if len(c.Proofs) < maxProofs {
				c.Proofs = append(c.Proofs, proof)
			}
		}
	}
	return c
}
