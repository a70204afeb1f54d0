package reply

import (
	"strings"

	"turnpost/mailer/verdict"
)

// Failure is a mail of ours that has not reached a recipient, or not yet.
type Failure struct {
	// Recipient is the address that we sent to; "" if the report does not name it.
	Recipient string
	// MessageID is that of our mail, without brackets; "" if the report does not contain it.
	MessageID string
	// Means is what the failure says about later mail to the recipient.
	Means verdict.Meaning
	// Status is the enhanced status code (RFC 3463): "5.1.1"; "" if the report has none.
	Status string
	// Detail is the reason in the words of the report, on one line of at most 300 bytes.
	Detail string
}

// maxFailures is how many recipients of one report are read. Each mail of ours has one.
const maxFailures = 20

// findBounce returns the failures of a delivery report, or of the text that mail servers write instead, and the sign by
// which they were found.
func findBounce(root *entity, envelopeFrom string) ([]Failure, string) {
	id := firstID(originalHeader(root))
	if status := root.find("message/delivery-status", "message/global-delivery-status"); status != nil {
		if failures := readDeliveryStatus(status, id); len(failures) > 0 {
			return failures, "delivery status"
		}
		return nil, ""
	}
	if !isFromServer(root, envelopeFrom) {
		return nil, ""
	}
	return readFreeBounce(root, id)
}

// originalHeader returns the header of the mail within a report, without fields if there is none.
func originalHeader(root *entity) *entity {
	original := root.find("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global",
		"message/global-headers", "message/partial")
	if original == nil {
		return &entity{}
	}
	fields, _ := splitHeader(original.body)
	return &entity{fields: fields}
}

// firstID returns the first Message-ID of a header, "" if it has none.
func firstID(header *entity) string {
	if ids := messageIDs(header.get("Message-ID")); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// readDeliveryStatus parses RFC 3464: groups of fields, the first about the message, each further one about a
// recipient.
func readDeliveryStatus(status *entity, id string) []Failure {
	var failures []Failure
	rest := status.body
	for len(rest) > 0 && len(failures) < maxFailures {
		var fields []field
		fields, rest = splitHeader(rest)
		group := &entity{fields: fields}
		action := strings.ToLower(firstValue(group.get("Action")))
		recipient := group.get("Original-Recipient")
		if !strings.Contains(recipient, "@") {
			recipient = group.get("Final-Recipient")
		}
		if action == "" && recipient == "" {
			continue
		}
		if action == "delivered" || action == "relayed" || action == "expanded" {
			continue
		}
		f := Failure{MessageID: id, Status: verdict.Status(group.get("Status"))}
		f.Recipient = firstAddress(afterType(recipient))
		f.Detail = oneLine(afterType(group.get("Diagnostic-Code")))
		code := verdict.Status(f.Detail)
		if f.Status == "" || strings.HasSuffix(f.Status, ".0.0") && code != "" {
			f.Status = code
		}
		if f.Means = verdict.Of(f.Status, f.Detail); action == "delayed" && f.Means == verdict.NoMailbox {
			f.Means = verdict.Later
		}
		failures = append(failures, f)
	}
	return failures
}

// afterType drops the type before an address or a diagnostic: "rfc822;", "smtp;".
func afterType(value string) string {
	if kind, rest, found := strings.Cut(value, ";"); found && !strings.ContainsAny(strings.TrimSpace(kind), " @") {
		return strings.TrimSpace(rest)
	}
	return value
}

func firstAddress(text string) string {
	if found := findAddresses(text); len(found) > 0 {
		return strings.ToLower(found[0])
	}
	return ""
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(cleanText(decodeText([]byte(text), ""))), " ")
	return strings.ToValidUTF8(text[:min(len(text), 300)], "")
}

func contains(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// isFromServer reports whether a mail server wrote a mail.
func isFromServer(root *entity, envelopeFrom string) bool {
	local, _, _ := strings.Cut(readFrom(root).Key, "@")
	named := contains(strings.ToLower(root.get("From")), serverNames)
	says := contains(bareSubject(decodeHeader(root.get("Subject"))), bounceSubjects)
	null := strings.TrimSpace(envelopeFrom) == "<>" || root.get("Return-Path") == "<>"
	if null || root.get("X-Failed-Recipients") != "" {
		return isRobot(local) || named || says
	}
	return named || isRobot(local) && says
}

// serverNames holds parts of the From fields of mail servers.
var serverNames = []string{
	"mailer-daemon", "mailerdaemon", "mail delivery", "maildelivery", "postmaster", "mail administrator",
}

// bounceSubjects holds parts of the subjects of returned mail, in lower case.
var bounceSubjects = table("bounce_subjects")
