package reply

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Header is what the gate looks at.
type Header struct {
	// From is the one sender that the From field names; it is empty where there is none,
	// or where there are several.
	From Address
	// Recipients are the addresses of To, Cc, Delivered-To, X-Original-To and their kin,
	// normalised, without doubles, those nearest to the delivery first.
	Recipients []string
	// MessageID is without brackets; "" where the mail has none.
	MessageID string
	// ID is MessageID, or "sha256:" and the hash of what does not change on the way (date,
	// sender, subject and body), where there is none.
	ID string
	// InReplyTo and References are message ids without brackets, in the order of the field.
	InReplyTo  []string
	References []string
	Subject    string // decoded

	fields []field
}

// maxRecipients bounds the addresses that are looked at.
const maxRecipients = 100

// recipientFields are looked through for our own address, the surest first.
var recipientFields = []string{
	"Delivered-To", "X-Delivered-To", "X-Original-To", "Original-Recipient", "Envelope-To", "X-Envelope-To",
	"X-Forwarded-To", "Resent-To", "To", "Cc", "Apparently-To",
}

func readHeader(root *entity, raw []byte) Header {
	h := Header{
		fields:     root.fields,
		From:       readFrom(root),
		InReplyTo:  messageIDs(root.get("In-Reply-To")),
		References: messageIDs(root.get("References")),
		Subject:    strings.TrimSpace(cleanText(decodeHeader(root.get("Subject")))),
	}
	if ids := messageIDs(root.get("Message-ID")); len(ids) > 0 {
		h.MessageID = ids[0]
	}
	h.ID = h.MessageID
	if h.ID == "" {
		h.ID = contentHash(root, raw)
	}
	seen := map[string]bool{}
	for _, name := range recipientFields {
		for _, f := range root.fields {
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

// contentHash names a mail without Message-ID by what no server on the way changes.
func contentHash(root *entity, raw []byte) string {
	sum := sha256.New()
	for _, name := range []string{"Date", "From", "Subject", "In-Reply-To"} {
		sum.Write([]byte(name + ":" + root.get(name) + "\n"))
	}
	_, body := splitHeader(raw)
	sum.Write(body)
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

var (
	bareAddress = pattern(`[^\s<>()\[\]:;,"'@]+@[^\s<>()\[\]:;,"'@]+`)
	bracketID   = pattern(`<([^<>]{1,500})>`)
	bareID      = pattern(`[^\s<>()"',;]+@[^\s<>()"',;]+`)
	comments    = pattern(`\([^()]*\)`)
)

// findAddresses finds everything in a field that looks like an address.
func findAddresses(value string) []string {
	found := bareAddress().FindAllString(value, maxRecipients)
	for i, a := range found {
		found[i] = strings.TrimRight(a, ".")
	}
	return found
}

// messageIDs reads message ids: in brackets, with whatever else around them; or, where
// nothing is in brackets, every word with an at sign that stands in no comment.
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
