package reply

import (
	"slices"
	"strings"
)

// readReply reads the text of a person below a header. If a mail has a plain and an HTML text, both are read and must
// agree. A turn in a subject of the writer's own is only possible.
func readReply(root *entity, h Header, o Options) Reply {
	b := bodyLines(root)
	if b.unreadable != "" {
		return Reply{Unreadable: b.unreadable}
	}
	k := newKnown(o.Sent)
	us := ourNames(o)
	p := newParser(o)
	p.writer = setOf(wordsIn(h.From.Name))
	asked := asksInSubject(h.Subject, o.Sent)
	read := func(lines []line) reading {
		if lines == nil {
			return reading{}
		}
		lines = append([]line(nil), lines...)
		placeLines(lines, k, us, p)
		return readLines(lines, p, !k.empty(), asked)
	}
	plain, html := read(b.plain), read(b.html)
	var out Reply
	switch {
	case b.html == nil:
		out = withDesk(plain.reply(p), plain)
	case b.plain == nil:
		out = withDesk(html.reply(p), html)
	default:
		out = withDesk(agree(html.reply(p), plain.reply(p), html.conflict, plain), html, plain)
	}
	text := html
	if b.html == nil {
		text = plain
	}
	out.DrawTalk = text.drawTalk && len(out.Commands) > 0 && !slices.ContainsFunc(out.Commands, aboutEnd)
	if out.ForOpponent {
		out.Words = wordsOf(out.Leftover)
	}
	for _, c := range out.Possible {
		out.Lines = append(out.Lines, lineOf(c, html, plain))
	}
	if len(out.Commands)+len(out.Possible) == 0 {
		lines := out.Leftover
		subject := bareSubject(h.Subject)
		if subject != bareSubject(o.Sent.Subject) && subject != bareSubject(o.Sent.Earlier) {
			lines = append(lines[:len(lines):len(lines)], subject)
		}
		out.Possible, out.Lines = p.inProse(lines)
	}
	return out
}

// aboutEnd reports whether a command offers or decides how a game ends.
func aboutEnd(c Command) bool {
	switch c.Verb {
	case Resign, ResignNow, Draw, Accept, Decline:
		return true
	}
	return false
}

// lineOf returns the line that a command came from.
func lineOf(c Command, forms ...reading) string {
	for _, form := range forms {
		for _, candidate := range slices.Concat(form.acts, form.plans, form.says) {
			if same(candidate.whole(), c) {
				return candidate.line
			}
		}
	}
	return ""
}

// ourNames returns the names and addresses of our mails in lower case. It adds each address without the part after the
// plus sign, which programs may cut, and its domain after an at sign.
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
