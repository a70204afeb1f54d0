package mailer

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// shownMail is a mail as its recipient's program sees it.
type shownMail struct {
	to, from, replyTo  string
	subject, messageID string
	references, text   string
	html               string
}

func newLetter(t testing.TB, r received) shownMail {
	t.Helper()
	e := r.parse(t)
	l := shownMail{
		to: r.to, from: e.GetHeader("From"), subject: e.GetHeader("Subject"), messageID: e.GetHeader("Message-ID"),
		references: e.GetHeader("References"), text: strings.ReplaceAll(e.Text, "\r\n", "\n"), html: e.HTML,
	}
	if list, err := e.AddressList("Reply-To"); err == nil && len(list) > 0 {
		l.replyTo = list[0].Address
	}
	return l
}

// client writes the body of a reply as a mail program does, and returns the header lines for it.
type client struct {
	name  string
	write func(l shownMail, text string) (header, body string)
}

const (
	attribution = "On Sat, Nov 21, 2026 at 11:15 AM turnpost <turnpost@example.org> wrote:"
	plainText   = "Content-Type: text/plain; charset=utf-8\n"
	htmlText    = "Content-Type: text/html; charset=utf-8\n"
)

func quotedText(l shownMail, mark string) string {
	lines := strings.Split(strings.TrimRight(l.text, "\n"), "\n")
	return mark + strings.Join(lines, "\n"+mark) + "\n"
}

// divs returns a text as HTML of mail programs.
func divs(text string) string {
	lines := strings.Split(html.EscapeString(text), "\n")
	return "<div>" + strings.Join(lines, "</div><div>") + "</div>"
}

// twoTexts returns a body with a plain and an HTML text.
func twoTexts(plain, html string) (header, body string) {
	const boundary = "000000000000a1b2c3"
	return "Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\n",
		"--" + boundary + "\n" + plainText + "\n" + plain + "\n--" + boundary + "\n" + htmlText + "\n" + html +
			"\n--" + boundary + "--\n"
}

// headerBlock is the text that Outlook and similar programs put above an original.
func headerBlock(l shownMail, from, sent, to, subject string) string {
	return from + ": turnpost <turnpost@example.org>\n" + sent + ": Saturday, November 21, 2026 11:15 AM\n" +
		to + ": ann <ann@example.org>\n" + subject + ": " + l.subject + "\n\n"
}

// clients quote like real mail programs.
var clients = []client{
	{"unquoted", func(_ shownMail, text string) (string, string) { return plainText, text + "\n" }},
	{"mutt with top posting", func(l shownMail, text string) (string, string) {
		return plainText, text + "\n\n" + attribution + "\n" + quotedText(l, "> ")
	}},
	{"mutt", func(l shownMail, text string) (string, string) {
		return plainText, attribution + "\n" + quotedText(l, "> ") + "\n" + text + "\n\n-- \nAnn\n"
	}},
	{"Gmail", func(l shownMail, text string) (string, string) {
		return twoTexts(text+"\n\n"+attribution+"\n\n"+quotedText(l, "> "),
			`<div dir="ltr">`+divs(text)+`</div><br><div class="gmail_quote gmail_quote_container">`+
				`<div dir="ltr" class="gmail_attr">`+html.EscapeString(attribution)+
				`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">`+l.html+`</blockquote></div>`)
	}},
	{"Outlook, plain", func(l shownMail, text string) (string, string) {
		return plainText, text + "\n\n________________________________\n" +
			headerBlock(l, "From", "Sent", "To", "Subject") + l.text
	}},
	{"Apple Mail", func(l shownMail, text string) (string, string) {
		return htmlText, `<html><head></head><body style="overflow-wrap: break-word;">` + divs(text) +
			`<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">` +
			`<div>On 21. Nov 2026, at 11:15, turnpost &lt;turnpost@example.org&gt; wrote:</div>` +
			`<br class="Apple-interchange-newline"><div>` + l.html + `</div></blockquote></div><br></body></html>`
	}},
	{"iPhone", func(l shownMail, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8; format=flowed\n", text + "\n\nSent from my iPhone\n\n" +
			"> On 21 Nov 2026, at 11:15, turnpost <turnpost@example.org> wrote:\n> \n" + quotedText(l, "> ")
	}},
	{"Outlook, German", func(l shownMail, text string) (string, string) {
		block := strings.Split(strings.TrimSpace(headerBlock(l, "Von", "Gesendet", "An", "Betreff")), "\n")
		for i, line := range block {
			label, value, _ := strings.Cut(html.EscapeString(line), ":")
			block[i] = "<b>" + label + ":</b>" + value
		}
		return twoTexts(text+"\n\n"+headerBlock(l, "Von", "Gesendet", "An", "Betreff")+l.text,
			`<html><body lang="DE"><div class="WordSection1"><p class="MsoNormal">`+
				strings.ReplaceAll(html.EscapeString(text), "\n", `</p><p class="MsoNormal">`)+
				`<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">`+
				`<p class="MsoNormal">`+strings.Join(block, "<br>")+`<o:p></o:p></p></div>`+l.html+`</div></body></html>`)
	}},
	{"Thunderbird", func(l shownMail, text string) (string, string) {
		said := "On 11/21/26 11:15, turnpost wrote:"
		return twoTexts(said+"\n"+quotedText(l, "> ")+"\n"+text+"\n",
			`<html><body><div class="moz-cite-prefix">`+said+`<br></div><blockquote type="cite" cite="mid:1@example.org">`+
				l.html+`</blockquote><p>`+strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")+`</p></body></html>`)
	}},
	{"Proton", func(l shownMail, text string) (string, string) {
		return plainText, text + "\n\nSent with Proton Mail secure email.\n\n" +
			"On Saturday, November 21st, 2026 at 11:15, turnpost <turnpost@example.org> wrote:\n\n" + quotedText(l, "> ")
	}},
	{"Yahoo, French", func(l shownMail, text string) (string, string) {
		said := "Le samedi 21 novembre 2026 à 11:15:00 UTC+1, turnpost <turnpost@example.org> a écrit :"
		return htmlText, `<html><body><div class="ydp1yahoo-style-wrap">` + divs(text) + `</div><div id="yahoo_quoted_1" ` +
			`class="yahoo_quoted"><div><div>` + html.EscapeString(said) + `</div><div>` + l.html +
			`</div></div></div></body></html>`
	}},
	{"K-9, Polish", func(l shownMail, text string) (string, string) {
		return plainText, text + "\n-- \nWysłane za pomocą K-9 Mail.\n\nDnia 21 listopada 2026 11:15:00 CET, " +
			"turnpost <turnpost@example.org> napisał(a):\n" + quotedText(l, ">")
	}},
	{"Evolution, below", func(l shownMail, text string) (string, string) {
		return plainText, "On Sat, 2026-11-21 at 11:15 +0100, turnpost wrote:\n" + quotedText(l, "> ") + "\n" + text + "\n"
	}},
}

var serial atomic.Int64

// compose writes the mail of a program that replies to another one.
func (c client) compose(l shownMail, text string) []byte {
	header, body := c.write(l, text)
	to := l.replyTo
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Some Body <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <r%d.%d@client.example.org>\n"+
		"In-Reply-To: %s\nReferences: %s %s\nDate: Sat, 21 Nov 2026 11:20:00 +0100\nMIME-Version: 1.0\n%s\n%s",
		l.to, to, mime(l.subject), time.Now().UnixNano(), serial.Add(1), l.messageID, l.references, l.messageID, header, body)
	return bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}
