package reply

import (
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"strings"

	"golang.org/x/net/idna"
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

// Address is a mail address.
type Address struct {
	Name    string // the display name, decoded; "" if there is none
	Address string // as written, the domain in lower case
	// Key is for comparison: lower case, the domain in ASCII, without what follows a
	// plus sign in the local part.
	Key string
}

// NormalizeAddress makes the form of an address that Address.Key is for comparison with; "" if
// the text is no address.
func NormalizeAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 || at == len(address)-1 {
		return ""
	}
	local, domain := address[:at], strings.TrimSuffix(address[at+1:], ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	return strings.ToLower(local + "@" + domain)
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

// readFrom reads the sender. Two From fields, or two addresses in one, are none: which
// one a server checked cannot be known.
func readFrom(root *entity) Address {
	value, count := "", 0
	for _, f := range root.fields {
		if strings.EqualFold(f.name, "From") {
			value = f.value
			count++
		}
	}
	if count != 1 {
		return Address{}
	}
	if list, err := (&mail.AddressParser{WordDecoder: &words}).ParseList(value); err == nil {
		if len(list) != 1 {
			return Address{}
		}
		return newAddress(list[0].Name, list[0].Address)
	}
	found := findAddresses(value)
	if bracketed := bracketAddress().FindAllStringSubmatch(value, 2); len(bracketed) == 1 {
		found = []string{bracketed[0][1]}
	}
	if len(found) != 1 {
		return Address{}
	}
	name, _, _ := strings.Cut(value, "<")
	if strings.Contains(name, "@") {
		name = ""
	}
	return newAddress(decodeHeader(strings.Trim(name, `" `)), found[0])
}

func newAddress(name, address string) Address {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return Address{}
	}
	return Address{
		Name:    strings.TrimSpace(cleanText(name)),
		Address: address[:at] + strings.ToLower(address[at:]),
		Key:     NormalizeAddress(address),
	}
}

var (
	bracketAddress = pattern(`<\s*([^<>\s@]+@[^<>\s@]+)\s*>`)
	bareAddress    = pattern(`[^\s<>()\[\]:;,"'@]+@[^\s<>()\[\]:;,"'@]+`)
	bracketID      = pattern(`<([^<>]{1,500})>`)
	bareID         = pattern(`[^\s<>()"',;]+@[^\s<>()"',;]+`)
	comments       = pattern(`\([^()]*\)`)
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
