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
// which they were found. The Message-ID is that of the mail within the report, "" if there is none.
func findBounce(root *entity, h Header, id, envelopeFrom string) ([]Failure, string) {
	if failures, isReport := readDeliveryStatus(root, id); isReport {
		return failures, "delivery status"
	}
	subject := bareSubject(h.Subject)
	if !isFromServer(root, h.From, subject, envelopeFrom) {
		return nil, ""
	}
	return readFreeBounce(root, subject, id)
}

// originalHeader returns the header of the mail within a report, without fields if there is none.
func originalHeader(root *entity) headerFields {
	original := root.find("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global",
		"message/global-headers", "message/partial")
	if original == nil {
		return nil
	}
	fields, _ := splitHeader(original.body)
	return fields
}

// readDeliveryStatus parses RFC 3464: groups of fields, the first about the message, each further one about a
// recipient. It reports whether a mail has a part of that kind.
func readDeliveryStatus(root *entity, id string) (failures []Failure, isReport bool) {
	status := root.find("message/delivery-status", "message/global-delivery-status")
	if status == nil {
		return nil, false
	}
	rest := status.body
	for len(rest) > 0 && len(failures) < maxFailures {
		var group headerFields
		group, rest = splitHeader(rest)
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
	return failures, true
}

// afterType drops the type before an address or a diagnostic: "rfc822;", "smtp;".
func afterType(value string) string {
	if kind, rest, found := strings.Cut(value, ";"); found && !strings.ContainsAny(strings.TrimSpace(kind), " @") {
		return strings.TrimSpace(rest)
	}
	return value
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

// isFromServer reports whether a mail server wrote a mail with a bare subject.
func isFromServer(root *entity, from Address, subject, envelopeFrom string) bool {
	local, _, _ := strings.Cut(from.Key, "@")
	named := contains(strings.ToLower(root.get("From")), serverNames)
	says := contains(subject, bounceSubjects)
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

// readFreeBounce parses the text of servers that send no delivery report. The text before the returned mail names the
// recipient and the reason.
func readFreeBounce(root *entity, subject, id string) ([]Failure, string) {
	var text strings.Builder
	for _, l := range bodyLines(root).lines() {
		text.WriteString(l.text + "\n")
	}
	report, original := cutOriginal(text.String())
	lower := strings.ToLower(report)
	if !contains(subject, bounceSubjects) && !saysWhy(lower) {
		return nil, ""
	}
	f := Failure{MessageID: id, Status: verdict.Status(report)}
	if f.MessageID == "" {
		f.MessageID = idInText(original)
	}
	f.Recipient = failedRecipient(root, report, original)
	f.Detail = reasonIn(report, f.Recipient)
	if strings.HasPrefix(f.Status, "2") {
		f.Status = ""
	}
	givenUp := contains(lower, []string{"giving up", "gave up"})
	if f.Means = verdict.Of(f.Status, f.Detail); f.Means == verdict.Unclear {
		f.Means = verdict.Of(f.Status, report)
	}
	if f.Means == verdict.NoMailbox && f.Status == "" && !givenUp && verdict.IsDelay(lower+subject) {
		f.Means = verdict.Later
	}
	return []Failure{f}, "returned mail"
}

// returnedWords holds what servers say of any mail that they return, in lower case.
var returnedWords = table("returned_words")

// saysWhy reports whether a text in lower case has words of servers about a mail that they return.
func saysWhy(lower string) bool {
	return verdict.IsAbout(lower) || contains(lower, returnedWords)
}

// originalMarks holds parts of the lines before the copy of the returned mail, in lower case: of qmail, Exim, Postfix,
// Exchange, Sendmail and the large providers.
var originalMarks = table("returned_copy")

// cutOriginal separates a report from the copy of the mail that it returns.
func cutOriginal(text string) (report, original string) {
	at := 0
	for _, l := range strings.SplitAfter(text, "\n") {
		lower := strings.TrimSpace(strings.ToLower(l))
		isMark := contains(lower, originalMarks) &&
			(strings.Contains(lower, "--") || strings.HasSuffix(lower, ":") || strings.HasSuffix(lower, "."))
		if isMark || strings.HasPrefix(lower, "return-path:") || strings.HasPrefix(lower, "received:") {
			return text[:at], text[at:]
		}
		at += len(l)
	}
	return text, text
}

var (
	idLine        = pattern(`(?im)^\s*message-id:\s*<([^<>\s]+)>`)
	toLine        = pattern(`(?im)^\s*to:\s*(.*)$`)
	recipientLine = pattern(`(?im)^\s*(?:[-*•]\s*)?(?:to:?\s*|recipient:?\s*)?["']?<?` +
		`([^\s<>()"':;,]+@[^\s<>()"':;,]+?)>?["']?\s*(?:\([^)\n]*\))?\s*[:.]?\s*$`)
)

func idInText(text string) string {
	if m := idLine().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// failedRecipient finds the address that a report is about: in the field that Exim and others add, alone on a line,
// anywhere in the report, or as the recipient of the original.
func failedRecipient(root *entity, report, original string) string {
	if a := firstAddress(root.get("X-Failed-Recipients")); a != "" {
		return a
	}
	for _, m := range recipientLine().FindAllStringSubmatch(report, 5) {
		if local, _, _ := strings.Cut(strings.ToLower(m[1]), "@"); !isRobot(local) {
			return strings.ToLower(strings.TrimRight(m[1], "."))
		}
	}
	for _, a := range findAddresses(report) {
		if local, _, _ := strings.Cut(strings.ToLower(a), "@"); !isRobot(local) {
			return strings.ToLower(a)
		}
	}
	if m := toLine().FindStringSubmatch(original); m != nil {
		return firstAddress(m[1])
	}
	return ""
}

// reasonIn returns the line of a report that gives the reason: the first with a code, else the lines after the
// recipient, else the first with the usual words.
func reasonIn(report, recipient string) string {
	lines := strings.Split(report, "\n")
	for _, l := range lines {
		if verdict.HasCode(l) {
			return oneLine(l)
		}
	}
	for i, l := range lines {
		if recipient != "" && strings.Contains(strings.ToLower(l), recipient) {
			if rest := strings.TrimLeft(strings.Join(lines[i+1:min(len(lines), i+4)], " "), " "); rest != "" {
				return oneLine(rest)
			}
		}
	}
	for _, l := range lines {
		if lower := strings.ToLower(l); saysWhy(lower) {
			return oneLine(l)
		}
	}
	return ""
}
