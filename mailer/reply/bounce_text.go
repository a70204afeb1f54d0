package reply

import (
	"strings"

	"turnpost/mailer/verdict"
)

// readFreeBounce parses the text of servers that send no delivery report. The text before the returned mail names the
// recipient and the reason.
func readFreeBounce(root *entity, id string) ([]Failure, string) {
	var text strings.Builder
	for _, l := range bodyLines(root).lines() {
		text.WriteString(l.text + "\n")
	}
	report, original := cutOriginal(text.String())
	subject := bareSubject(decodeHeader(root.get("Subject")))
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
