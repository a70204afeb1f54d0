package reply

import (
	"slices"
	"strings"

	"turnpost/mailer/reply/wrapped"
)

// body is the text of a mail in up to two forms: with the plain text of every alternative, and with the HTML text. If
// there is only one form, the other is nil.
type body struct {
	plain, html []line
	unreadable  string
}

// lines returns the HTML form if there is one: it shows best where lines and paragraphs end.
func (b body) lines() []line {
	if b.html != nil {
		return b.html
	}
	return b.plain
}

// bodyLines collects the text of a mail: all parts that programs show, without attached files and forwarded mails.
func bodyLines(root *entity) body {
	if root.find("multipart/encrypted", "application/pgp-encrypted") != nil { // the latter alone by Exchange
		return body{unreadable: "encrypted"}
	}
	var b body
	if root.find("application/pkcs7-mime", "application/x-pkcs7-mime") != nil {
		b.unreadable = "encrypted"
	}
	hasPlain := root.find("text/plain") != nil
	plain, html, both := collect(root)
	if both || !hasPlain {
		b.html = firstLines(html)
	}
	if both || hasPlain {
		b.plain = firstLines(plain)
	}
	if !hasText(b.plain) && !hasText(b.html) {
		b.readFile(root)
	}
	if isArmoured(b.lines()) {
		b.unreadable = "encrypted"
	}
	return b
}

// isArmoured reports whether a text begins with a message that PGP has encrypted.
func isArmoured(lines []line) bool {
	i := slices.IndexFunc(lines, func(l line) bool { return !l.blank() })
	return i >= 0 && lines[i].place == own && lines[i].text == "-----BEGIN PGP MESSAGE-----"
}

// readFile reads the text of a mail whose only content is a file by Outlook.
func (b *body) readFile(root *entity) {
	i := slices.IndexFunc(root.all, isTNEF)
	if i < 0 {
		return
	}
	plain, html := wrapped.TNEF(root.all[i].body, func(text []byte) string { return decodeText(text, "windows-1252") })
	switch {
	case html != "":
		b.plain, b.html = nil, firstLines(htmlLines(html, false))
	case plain != "":
		b.plain, b.html = firstLines(plainLines(plain, nil)), nil
	default:
		b.unreadable = "winmail"
	}
}

// isTNEF reports whether a part is a file by Outlook.
func isTNEF(e *entity) bool {
	return e.mediaType == "application/ms-tnef" || e.mediaType == "application/vnd.ms-tnef" ||
		strings.EqualFold(e.params["name"], "winmail.dat")
}

// firstLines returns the lines within the bounds.
func firstLines(lines []line) []line {
	size := 0
	for i, l := range lines {
		if size += len(l.text); i == maxLines || size > maxText {
			return lines[:i]
		}
	}
	return lines
}

// exceeds reports whether a text reaches beyond the bounds.
func exceeds(lines []line) bool { return len(firstLines(lines)) < len(lines) }

// collect collects the lines of an entity in both forms, and reports whether they come from different parts.
func collect(e *entity) (plain, html []line, both bool) {
	switch {
	case e.mediaType == "multipart/alternative":
		return collectAlternative(e)
	case len(e.parts) > 0:
		for i, p := range e.parts {
			if i > 0 && e.mediaType == "multipart/signed" || exceeds(plain) || exceeds(html) {
				break
			}
			a, b, differ := collect(p)
			plain, html, both = appendPart(plain, a), appendPart(html, b), both || differ
		}
		return plain, html, both
	case e.isAttachment():
		return nil, nil, false
	case isHTML(e):
		lines := htmlLines(decodeText(e.body, charsetOfHTML(e)), false)
		return lines, lines, false
	case e.mediaType == "text/plain" || e.mediaType == "text" || e.mediaType == "text/enriched":
		lines := plainLines(decodeText(e.body, e.params["charset"]), e.params)
		return lines, lines, false
	}
	return nil, nil, false
}

// isHTML reports whether a part is HTML, by its label or by its beginning.
func isHTML(e *entity) bool {
	return e.mediaType == "text/html" || e.mediaType == "application/xhtml+xml" ||
		strings.HasPrefix(e.mediaType, "text/") && looksLikeHTML(e.body)
}

// looksLikeHTML reports whether a text begins like HTML.
func looksLikeHTML(text []byte) bool {
	start := strings.ToLower(strings.TrimSpace(string(text[:min(len(text), 64)])))
	return strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<!doctype html")
}

// appendPart appends a part with a blank line before it, as programs show it.
func appendPart(before, part []line) []line {
	if len(before) == 0 {
		return part
	}
	if len(part) == 0 {
		return before
	}
	return append(append(before[:len(before):len(before)], line{}), part...)
}

// collectAlternative collects the first plain and the last HTML text of the alternatives.
func collectAlternative(e *entity) (plain, html []line, both bool) {
	hasPlain, hasHTML := false, false
	for _, p := range e.parts {
		a, b, _ := collect(p)
		isHTML := p.find("text/html", "application/xhtml+xml") != nil
		if isHTML && len(b) > 0 {
			html, hasHTML = b, true
		}
		if !isHTML && len(a) > 0 && !hasPlain {
			plain, hasPlain = a, hasText(a)
		}
	}
	switch {
	case hasPlain && hasHTML:
		return plain, html, true
	case hasHTML:
		return html, html, false
	}
	return plain, plain, false
}

func hasText(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool { return !l.blank() })
}
