package reply

import (
	"strings"

	"turnpost/models/mailaddr"
)

// Address is a mail address.
type Address struct {
	Name    string // the display name, decoded; may be ""
	Address string // with the domain in lower case
	Key     string // of Address, as mailaddr.Mailbox returns it, for comparison
}

// maxFrom is the length of the longest From field that is read, in bytes.
const maxFrom = 2000

// readFrom returns the author. It returns none if there are two From fields, or two addresses in one: a server may have
// checked either.
func readFrom(fields headerFields) Address {
	var from *field
	for i := range fields {
		if strings.EqualFold(fields[i].name, "From") {
			if from != nil {
				return Address{}
			}
			from = &fields[i]
		}
	}
	if from == nil || from.torn || len(from.value) > maxFrom {
		return Address{}
	}
	tokens, ok := readTokens(from.value, "<>[]:;,@")
	if !ok {
		return Address{}
	}
	return readMailbox(tokens)
}

// readMailbox parses one mailbox: an address, or a name and an address in angle brackets. A name may have signs that
// should be quoted. Groups, routes and further addresses are refused.
func readMailbox(tokens []token) Address {
	var outside, inside []token
	var comment string
	opened, closed := false, false
	for _, t := range tokens {
		switch {
		case t.kind == tokenComment:
			comment = t.text
		case t.kind == ';' || t.kind == ':' || t.kind == '<' && opened || t.kind == '>' && (!opened || closed) || closed:
			return Address{}
		case t.kind == '<':
			opened = true
		case t.kind == '>':
			closed = true
		case opened:
			inside = append(inside, t)
		default:
			outside = append(outside, t)
		}
	}
	switch {
	case opened && closed:
		return newMailbox(outside, inside, comment)
	case opened:
		return Address{}
	}
	return newMailbox(nil, outside, comment)
}

// newMailbox joins a name and an address. A comment is the name if there is no other.
func newMailbox(name, address []token, comment string) Address {
	local, domain, ok := readAddrSpec(address)
	if !ok {
		return Address{}
	}
	text := nameOf(name)
	if namesAddress(name) {
		// Some programs write the address as the name, or 'it'; another address there would be a second author.
		if !strings.EqualFold(strings.Trim(strings.ReplaceAll(text, " ", ""), "'"), local+"@"+domain) {
			return Address{}
		}
		text = ""
	}
	if text == "" {
		text = comment
	}
	return Address{
		Name:    decodeHeader(text),
		Address: local + "@" + strings.ToLower(domain),
		Key:     mailaddr.Mailbox(local + "@" + domain),
	}
}

// readAddrSpec parses local@domain. Spaces and comments may surround each part, but not divide it. No part has a tab.
func readAddrSpec(tokens []token) (local, domain string, ok bool) {
	if len(tokens) != 3 || tokens[1].kind != '@' {
		return "", "", false
	}
	local = tokens[0].text
	localOK := tokens[0].kind == tokenWord ||
		tokens[0].kind == tokenQuoted && local != "" && !strings.Contains(local, "\t")
	domainOK := tokens[2].kind == tokenWord || tokens[2].kind == tokenLiteral
	return local, tokens[2].text, localOK && domainOK
}

// namesAddress reports whether a name has an at sign outside of quotes.
func namesAddress(name []token) bool {
	for _, t := range name {
		if t.kind == '@' {
			return true
		}
	}
	return false
}

// nameOf returns a name without its quotes.
func nameOf(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.at > tokens[i-1].end {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}
