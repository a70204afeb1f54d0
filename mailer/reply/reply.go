package reply

import "strings"

// readReply reads what a person wrote. Where a mail has a plain and an HTML text, both are
// read, and both must say the same.
func readReply(root *entity, o Options) Reply {
	b := bodyLines(root)
	if b.unreadable != "" {
		return Reply{Unreadable: b.unreadable}
	}
	k := newKnown(o.Sent)
	us := ourNames(o)
	p := parser{o.Readable, o.Legal}
	read := func(lines []line) reading {
		if lines == nil {
			return reading{}
		}
		lines = append([]line(nil), lines...)
		placeLines(lines, k, us)
		return readLines(lines, p, !k.empty())
	}
	plain, html := read(b.plain), read(b.html)
	switch {
	case b.html == nil:
		return plain.reply(p)
	case b.plain == nil:
		return html.reply(p)
	}
	return agree(html.reply(p), plain.reply(p), plain)
}

// ourNames are the names and addresses of our mails in lower case, with the reply address also without
// its link, as programs may cut it.
func ourNames(o Options) []string {
	var us []string
	for _, name := range o.Us {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		us = append(us, name)
		if local, domain, found := strings.Cut(name, "@"); found {
			us = append(us, "@"+domain)
			if bare, _, tagged := strings.Cut(local, "+"); tagged {
				us = append(us, bare+"@"+domain)
			}
		}
	}
	return us
}
