package reply

import (
	"strings"
)

// Failure is one recipient whom a mail of ours did not reach, or not yet.
type Failure struct {
	// Recipient is the address that we sent to, as far as the report tells it; "" if not.
	Recipient string
	// MessageID is that of our mail, without brackets; "" if the report does not bring it.
	MessageID string
	// Hard tells that it will not arrive later either. A mailbox that is full, a delay, and
	// whatever is not said clearly are soft.
	Hard bool
	// Status is the enhanced status code (RFC 3463): "5.1.1"; "" if none is told.
	Status string
	// Detail is what the report says of the reason, on one line of at most 300 bytes.
	Detail string
}

// maxFailures bounds the recipients of one report. Our mails have one each.
const maxFailures = 20

// findBounce finds what failed, by a delivery report or by what mail servers write
// instead; and by which sign.
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

// originalHeader is the header of the mail that came back within a report, without fields where none did.
func originalHeader(root *entity) *entity {
	original := root.find("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global",
		"message/global-headers", "message/partial")
	if original == nil {
		return &entity{}
	}
	fields, _ := splitHeader(original.body)
	return &entity{fields: fields}
}

// firstID is the first Message-ID of a header, "" where it has none.
func firstID(header *entity) string {
	if ids := messageIDs(header.get("Message-ID")); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// readDeliveryStatus reads RFC 3464: groups of fields, the first about the message, each
// further one about a recipient.
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
		f := Failure{MessageID: id, Status: enhancedCode().FindString(group.get("Status"))}
		f.Recipient = firstAddress(afterType(recipient))
		f.Detail = oneLine(afterType(group.get("Diagnostic-Code")))
		code := enhancedCode().FindString(f.Detail)
		if f.Status == "" || strings.HasSuffix(f.Status, ".0.0") && code != "" {
			f.Status = code
		}
		f.Hard = action != "delayed" && isHard(f.Status, f.Detail)
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

var (
	enhancedCode = pattern(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
	replyCode    = pattern(`(?:^|[\s:(\[#'"])([45]\d\d)(?:[\s\-:)\],#]|$)`)
)

// isHard tells a failure for good from one for now: by the enhanced code, else the reply
// code, else the words.
func isHard(status, detail string) bool {
	detail = strings.ToLower(detail)
	if strings.HasPrefix(status, "4") || strings.HasSuffix(status, ".2.2") || contains(detail, fullWords) {
		return false
	}
	if strings.HasPrefix(status, "5") {
		return true
	}
	if m := replyCode().FindStringSubmatch(detail); m != nil {
		return m[1][0] == '5'
	}
	return contains(detail, goneWords)
}

func contains(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// Words of servers about a mailbox, in lower case.
var (
	fullWords = table("mailbox_full")
	goneWords = table("mailbox_gone")
	waitWords = table("mailbox_wait")
)

// isFromServer tells whether a mail comes from a mail server itself.
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

// serverNames are in the From field of mail servers.
var serverNames = []string{
	"mailer-daemon", "mailerdaemon", "mail delivery", "maildelivery", "postmaster", "mail administrator",
}

// bounceSubjects are parts of the subjects of returned mail, in lower case.
var bounceSubjects = table("bounce_subjects")
