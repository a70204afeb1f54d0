// Package mailprograms writes replies as mail programs do, for tests.
package mailprograms

import (
	"bytes"
	"fmt"
	"html"
	"mime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jhillyerd/enmime/v2"
)

// Mail is a mail as the program of its recipient reads it.
type Mail struct {
	To                             string // its recipient's address
	From, ReplyTo                  string // ReplyTo is an address; "" for none
	Subject, MessageID, References string
	Text, HTML                     string
}

// Parse parses a mail and believes what it says of its encoding, as mail programs do. Guessing would accept mails that
// say it wrong, and took an eighth of the time of the mailer's tests.
func Parse(raw []byte) (*enmime.Envelope, error) {
	return enmime.NewParser(enmime.DisableCharacterDetection(true)).ReadEnvelope(bytes.NewReader(raw))
}

// Read returns a mail that came to an address.
func Read(to string, raw []byte) (Mail, error) {
	e, err := Parse(raw)
	if err != nil {
		return Mail{}, err
	}
	m := Mail{
		To: to, From: e.GetHeader("From"), Subject: e.GetHeader("Subject"), MessageID: e.GetHeader("Message-ID"),
		References: e.GetHeader("References"), Text: strings.ReplaceAll(e.Text, "\r\n", "\n"), HTML: e.HTML,
	}
	if list, err := e.AddressList("Reply-To"); err == nil && len(list) > 0 {
		m.ReplyTo = list[0].Address
	}
	return m, nil
}

// Program is a mail program, in one of its ways to quote.
type Program struct {
	Name string
	// write returns the body of a reply, and the header lines for it.
	write func(m Mail, text string) (header, body string)
}

const (
	attribution = "On Sat, Nov 21, 2026 at 11:15 AM turnpost <turnpost@example.org> wrote:"
	plainText   = "Content-Type: text/plain; charset=utf-8\n"
	htmlText    = "Content-Type: text/html; charset=utf-8\n"
)

func quotedText(m Mail, mark string) string {
	lines := strings.Split(strings.TrimRight(m.Text, "\n"), "\n")
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
func headerBlock(m Mail, from, sent, to, subject string) string {
	return from + ": turnpost <turnpost@example.org>\n" + sent + ": Saturday, November 21, 2026 11:15 AM\n" +
		to + ": ann <ann@example.org>\n" + subject + ": " + m.Subject + "\n\n"
}

// All returns the programs.
func All() []Program { return programs }

var programs = []Program{
	{"unquoted", func(_ Mail, text string) (string, string) { return plainText, text + "\n" }},
	{"mutt with top posting", func(m Mail, text string) (string, string) {
		return plainText, text + "\n\n" + attribution + "\n" + quotedText(m, "> ")
	}},
	{"mutt", func(m Mail, text string) (string, string) {
		return plainText, attribution + "\n" + quotedText(m, "> ") + "\n" + text + "\n\n-- \nAnn\n"
	}},
	{"Gmail", func(m Mail, text string) (string, string) {
		return twoTexts(text+"\n\n"+attribution+"\n\n"+quotedText(m, "> "),
			`<div dir="ltr">`+divs(text)+`</div><br><div class="gmail_quote gmail_quote_container">`+
				`<div dir="ltr" class="gmail_attr">`+html.EscapeString(attribution)+
				`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">`+m.HTML+`</blockquote></div>`)
	}},
	{"Outlook, plain", func(m Mail, text string) (string, string) {
		return plainText, text + "\n\n________________________________\n" +
			headerBlock(m, "From", "Sent", "To", "Subject") + m.Text
	}},
	{"Apple Mail", func(m Mail, text string) (string, string) {
		return htmlText, `<html><head></head><body style="overflow-wrap: break-word;">` + divs(text) +
			`<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">` +
			`<div>On 21. Nov 2026, at 11:15, turnpost &lt;turnpost@example.org&gt; wrote:</div>` +
			`<br class="Apple-interchange-newline"><div>` + m.HTML + `</div></blockquote></div><br></body></html>`
	}},
	{"iPhone", func(m Mail, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8; format=flowed\n", text + "\n\nSent from my iPhone\n\n" +
			"> On 21 Nov 2026, at 11:15, turnpost <turnpost@example.org> wrote:\n> \n" + quotedText(m, "> ")
	}},
	{"Outlook, German", func(m Mail, text string) (string, string) {
		block := strings.Split(strings.TrimSpace(headerBlock(m, "Von", "Gesendet", "An", "Betreff")), "\n")
		for i, line := range block {
			label, value, _ := strings.Cut(html.EscapeString(line), ":")
			block[i] = "<b>" + label + ":</b>" + value
		}
		return twoTexts(text+"\n\n"+headerBlock(m, "Von", "Gesendet", "An", "Betreff")+m.Text,
			`<html><body lang="DE"><div class="WordSection1"><p class="MsoNormal">`+
				strings.ReplaceAll(html.EscapeString(text), "\n", `</p><p class="MsoNormal">`)+
				`<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">`+
				`<p class="MsoNormal">`+strings.Join(block, "<br>")+`<o:p></o:p></p></div>`+m.HTML+`</div></body></html>`)
	}},
	{"Thunderbird", func(m Mail, text string) (string, string) {
		said := "On 11/21/26 11:15, turnpost wrote:"
		return twoTexts(said+"\n"+quotedText(m, "> ")+"\n"+text+"\n",
			`<html><body><div class="moz-cite-prefix">`+said+`<br></div><blockquote type="cite" cite="mid:1@example.org">`+
				m.HTML+`</blockquote><p>`+strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")+`</p></body></html>`)
	}},
	{"Proton", func(m Mail, text string) (string, string) {
		return plainText, text + "\n\nSent with Proton Mail secure email.\n\n" +
			"On Saturday, November 21st, 2026 at 11:15, turnpost <turnpost@example.org> wrote:\n\n" + quotedText(m, "> ")
	}},
	{"Yahoo, French", func(m Mail, text string) (string, string) {
		said := "Le samedi 21 novembre 2026 à 11:15:00 UTC+1, turnpost <turnpost@example.org> a écrit :"
		return htmlText, `<html><body><div class="ydp1yahoo-style-wrap">` + divs(text) + `</div><div id="yahoo_quoted_1" ` +
			`class="yahoo_quoted"><div><div>` + html.EscapeString(said) + `</div><div>` + m.HTML +
			`</div></div></div></body></html>`
	}},
	{"K-9, Polish", func(m Mail, text string) (string, string) {
		return plainText, text + "\n-- \nWysłane za pomocą K-9 Mail.\n\nDnia 21 listopada 2026 11:15:00 CET, " +
			"turnpost <turnpost@example.org> napisał(a):\n" + quotedText(m, ">")
	}},
	{"Evolution, below", func(m Mail, text string) (string, string) {
		return plainText, "On Sat, 2026-11-21 at 11:15 +0100, turnpost wrote:\n" + quotedText(m, "> ") + "\n" + text + "\n"
	}},
}

var serial atomic.Int64

// Reply returns the mail in which the recipient of another one answers with a text.
func (p Program) Reply(m Mail, text string) []byte {
	header, body := p.write(m, text)
	to := m.ReplyTo
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Some Body <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <r%d.%d@client.example.org>\n"+
		"In-Reply-To: %s\nReferences: %s %s\nDate: Sat, 21 Nov 2026 11:20:00 +0100\nMIME-Version: 1.0\n%s\n%s",
		m.To, to, mime.QEncoding.Encode("utf-8", m.Subject), time.Now().UnixNano(), serial.Add(1),
		m.MessageID, m.References, m.MessageID, header, body)
	return bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}
