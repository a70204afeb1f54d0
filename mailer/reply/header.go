package reply

import (
	"bytes"
	"crypto/sha256"
	"strings"
)

// Header holds the fields of a mail that identify it, its sender and its recipients.
type Header struct {
	// From is the sender. It is empty if the From field names none or several.
	From Address
	// Recipients are the addresses of To, Cc, Delivered-To, X-Original-To and similar fields, in lower case and without
	// duplicates. Those of the delivery come first.
	Recipients []string
	// MessageID has no brackets; "" if the mail has none.
	MessageID string
	// InReplyTo and References hold message ids without brackets, in the order of the field.
	InReplyTo  []string
	References []string
	Subject    string // decoded

	fields headerFields
}

// maxRecipients is how many recipients are read.
const maxRecipients = 100

// recipientFields may contain our address, the surest first.
var recipientFields = []string{
	"Delivered-To", "X-Delivered-To", "X-Original-To", "Original-Recipient", "Envelope-To", "X-Envelope-To",
	"X-Forwarded-To", "Resent-To", "To", "Cc", "Apparently-To",
}

func readHeader(fields headerFields) Header {
	h := Header{
		fields:     fields,
		From:       readFrom(fields),
		Subject:    decodeHeader(fields.get("Subject")),
		MessageID:  firstID(fields),
		InReplyTo:  messageIDs(fields.get("In-Reply-To")),
		References: messageIDs(fields.get("References")),
	}
	seen := map[string]bool{}
	for _, name := range recipientFields {
		for _, f := range fields {
			if !strings.EqualFold(f.name, name) {
				continue
			}
			for _, a := range findAddresses(f.value) {
				if key := strings.ToLower(a); !seen[key] && len(h.Recipients) < maxRecipients {
					seen[key] = true
					h.Recipients = append(h.Recipients, key)
				}
			}
		}
	}
	return h
}

// maxFingerprinted is how much of each part of a mail Fingerprint reads, in bytes.
const maxFingerprinted = 32 << 10

// Fingerprint identifies a mail by what no server changes: Message-ID, date, sender, subject, and the beginnings of its
// parts. Some programs send two mails with one Message-ID; copies of one mail have one fingerprint.
func Fingerprint(raw []byte) [sha256.Size]byte {
	root := parseEntity(raw)
	sum := sha256.New()
	for _, name := range []string{"Message-ID", "Date", "From", "Subject", "In-Reply-To"} {
		sum.Write([]byte(name + ":" + root.get(name) + "\n"))
	}
	for _, e := range root.all {
		for line := range bytes.Lines(e.body[:min(len(e.body), maxFingerprinted)]) {
			if line = bytes.TrimRight(line, " \t\r\n"); len(line) > 0 { // which servers change
				sum.Write(line)
				sum.Write([]byte{'\n'})
			}
		}
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

var (
	bareAddress = pattern(`[^\s<>()\[\]:;,"'@]+@[^\s<>()\[\]:;,"'@]+`)
	bracketID   = pattern(`<([^<>]{1,500})>`)
	bareID      = pattern(`[^\s<>()"',;]+@[^\s<>()"',;]+`)
)

// findAddresses returns all texts of a field that look like addresses.
func findAddresses(value string) []string {
	found := bareAddress().FindAllString(value, maxRecipients)
	for i, a := range found {
		found[i] = strings.TrimRight(a, ".")
	}
	return found
}

// firstAddress returns the first address of a text in lower case, "" if it has none.
func firstAddress(text string) string {
	if found := findAddresses(text); len(found) > 0 {
		return strings.ToLower(found[0])
	}
	return ""
}

// messageIDs returns the message ids in brackets, with any text around them. If there are none, it returns the words
// with an at sign outside comments.
func messageIDs(value string) []string {
	var ids []string
	for _, m := range bracketID().FindAllStringSubmatch(value, 200) {
		if id := strings.Join(strings.Fields(m[1]), ""); strings.Contains(id, "@") { // folded within
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		ids = bareID().FindAllString(comments().ReplaceAllString(value, " "), 200)
	}
	return ids
}

// firstID returns the Message-ID of a header, "" if it has none.
func firstID(fields headerFields) string {
	if ids := messageIDs(fields.get("Message-ID")); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// bareSubject returns a subject in lower case, without the marks of answers and lists before it.
func bareSubject(subject string) string {
	s := strings.ToLower(strings.TrimSpace(cleanText(subject)))
	for range 8 {
		if strings.HasPrefix(s, "[") {
			if _, rest, found := strings.Cut(s, "]"); found {
				s = strings.TrimSpace(rest)
				continue
			}
		}
		mark, rest, found := strings.Cut(strings.Replace(s, "：", ":", 1), ":")
		if !found || !answerMarks[strings.TrimSpace(mark)] {
			break
		}
		s = strings.TrimSpace(rest)
	}
	return s
}

// answerMarks holds the marks that programs put before the subject of an answer.
var answerMarks = func() map[string]bool {
	table := map[string]bool{}
	for _, m := range strings.Fields("re aw sv vs antw ref rif r res rv odp vá ynt atb" +
		" σχετ απ ответ відп на отг одг" +
		" 回复 回覆 答复 答覆 回信 返信 답장 회신 trả_lời" +
		" bls رد תגובה השב fw fwd wg tr rv i enc doorst vb pd") {
		table[strings.ReplaceAll(m, "_", " ")] = true
	}
	return table
}()
