package reply

import "strings"

// ComplaintReport is a feedback report (RFC 5965): a mail of ours was reported.
type ComplaintReport struct {
	Type      string // "abuse", "fraud", "not-spam"…, in lower case
	Recipient string // who got our mail; "" if the report hides it
	MessageID string // of our mail, without brackets; "" if the report does not bring it
}

func findComplaint(root *entity) *ComplaintReport {
	report := root.find("message/feedback-report")
	if report == nil {
		return nil
	}
	fields, _ := splitHeader(report.body)
	group := &entity{fields: fields}
	c := &ComplaintReport{Type: strings.ToLower(group.get("Feedback-Type")), MessageID: originalID(root)}
	for _, name := range []string{"Original-Rcpt-To", "Removal-Recipient", "Original-Recipient"} {
		if c.Recipient == "" {
			c.Recipient = firstAddress(group.get(name))
		}
	}
	original := root.find("message/rfc822", "text/rfc822-headers", "message/rfc822-headers")
	if c.Recipient == "" && original != nil {
		fields, _ := splitHeader(original.body)
		c.Recipient = firstAddress((&entity{fields: fields}).get("To"))
	}
	return c
}
