package mailer

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/linktext"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// returned is the header of the last mail to ann, as a server or a provider sends it back, without some fields.
func (m *match) returned(without ...string) string {
	m.t.Helper()
	header, _, _ := strings.Cut(m.lastRaw("ann@example.org"), "\r\n\r\n")
	var kept []string
	dropped := false
	for line := range strings.SplitSeq(header, "\r\n") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			name, _, _ := strings.Cut(line, ":")
			dropped = false
			for _, field := range without {
				dropped = dropped || strings.EqualFold(name, field)
			}
		}
		if !dropped {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// complaint is a feedback report with the header of the reported mail and additional fields of the report.
func complaint(to, header string, fields ...string) string {
	return fmt.Sprintf(`From: <abuse@isp.example.org>
To: %s
Subject: FW: Your turn
Message-ID: <arf%d@isp.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is an email abuse report.

--b2
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <ann@example.org>
%s
--b2
Content-Type: text/rfc822-headers

%s

--b2--
`, to, serial.Add(1), strings.Join(append(fields, ""), "\n"), header)
}

// withReturned adds a returned header to a report of a failure.
func withReturned(report, header string) string {
	return strings.Replace(report, "--b1--", "--b1\nContent-Type: text/rfc822-headers\n\n"+header+"\n\n--b1--", 1)
}

// unharmed checks that mail still goes to ann.
func (m *match) unharmed() {
	m.t.Helper()
	if p := m.profile("ann"); p.Failing != nil || len(p.Settings.Mail) > 0 || len(p.Settings.Games) > 0 {
		m.t.Errorf("%+v, %+v", p.Failing, p.Settings)
	}
}

// The Message-ID, Reply-To and every link in the text of a mail are part of replies and quotes. None of them may count
// for a report of a failure, from any address.
func TestForgedBouncesCountForNothing(t *testing.T) {
	sample.Whole(t, "sends many forged mails")
	t.Parallel()
	for _, require := range [][]string{nil, {"dmarc", "dkim", "spf"}} {
		m := newMatch(t, func(c *InboxConfig) { c.AuthServ, c.Require = "mx.example.org", require })
		link := m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')]
		header := m.returned("List-Unsubscribe", "Return-Path")
		for _, to := range []string{
			m.mail.replyTo, "turnpost@example.org", "bounce+" + link + "@mail.example.org",
			"unsubscribe+" + link + "@mail.example.org",
		} {
			for n := range 4 {
				report := withReturned(bounce(to, n, "5.1.1", "550 5.1.1 no such user"), header)
				report = strings.Replace(report, "Subject:", "In-Reply-To: "+m.mail.messageID+"\nSubject:", 1)
				m.post("<>", report, to)
				m.wantSettled(mailbox.InboundBounce)
			}
		}
		for n := range 4 { // what mail servers write that send no report
			m.post("<>", fmt.Sprintf("From: MAILER-DAEMON@mx.example.org\nTo: %s\nSubject: failure notice\n"+
				"Message-ID: <qmail%d.%d@mx.example.org>\n\n<ann@example.org>:\n550 5.1.1 no such user\n\n"+
				"--- Below this line is a copy of the message.\n\n%s\n", m.mail.replyTo, n, serial.Add(1), header),
				m.mail.replyTo)
			m.wantSettled(mailbox.InboundBounce)
		}
		m.unharmed()
		m.play(m.id, m.ann, "")
		m.play(m.id, m.bob, "")
		m.Wake()
		m.next("ann@example.org", "Your turn against bob")
	}
}

func TestForgedComplaintsCountForNothing(t *testing.T) {
	sample.Whole(t, "forges complaints")
	t.Parallel()
	m := newMatch(t, func(c *InboxConfig) { c.AuthServ, c.Require = "mx.example.org", []string{"dmarc"} })
	link := m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')]
	header := m.returned("List-Unsubscribe", "Return-Path")
	forged := strings.Repeat("a", len(link))
	for _, to := range []string{m.mail.replyTo, "turnpost@example.org", "bounce+" + link + "@mail.example.org"} {
		for _, report := range []string{
			complaint(to, header),
			complaint(to, header, "Original-Mail-From: <bounce+"+link+"@mail.example.org>"),
			complaint(to, "Return-Path: <bounce+"+forged+"@mail.example.org>\n"+header),
			complaint(to, header+"\nList-Unsubscribe: <https://play.example.org/unsubscribe/"+link+">"),
			complaint(to, header+"\nList-Unsubscribe: <mailto:unsubscribe+"+link+"@mail.example.org>"),
		} {
			m.post("<>", report, to)
			m.wantSettled(mailbox.InboundComplaint)
		}
	}
	m.unharmed()
}

// Neither a header of a mail that its recipient sees nor its text has the link for reports of failures.
func TestBounceLinkIsOnlyInTheEnvelope(t *testing.T) {
	m := newMatch(t)
	address := m.bounceTo()
	link := address[len("bounce+"):strings.IndexByte(address, '@')]
	for _, r := range m.envelopes() {
		text := strings.ToLower(r.parse(t).Text + r.parse(t).HTML + string(r.raw))
		for _, form := range []string{link, strings.ToLower(linktext.Short(link))} {
			if strings.Contains(text, form) {
				t.Errorf("the mail to %s has the link for bounces:\n%s", r.to, r.raw)
			}
		}
	}
}

var unsubscribeURL = regexp.MustCompile(`<(https://[^>]+)>, <mailto:([^>]+)>`)

// A report counts by a link that only the mail's recipient and their provider know; one tap undoes its effect.
func TestComplaintByEachSignedLink(t *testing.T) {
	sample.Whole(t, "signs every link")
	t.Parallel()
	m := newMatch(t)
	bare := m.returned("List-Unsubscribe", "Return-Path")
	list := unsubscribeURL.FindStringSubmatch(strings.Join(strings.Fields(m.returned()), " "))
	if list == nil {
		t.Fatalf("no List-Unsubscribe in\n%s", m.returned())
	}
	for name, report := range map[string]string{
		"envelope":           complaint(m.bounceTo(), bare),
		"whole header":       complaint("turnpost@example.org", m.returned()),
		"one click":          complaint("turnpost@example.org", bare+"\nList-Unsubscribe: <"+list[1]+">"),
		"folded mailto":      complaint("turnpost@example.org", bare+"\nList-Unsubscribe:\n <mailto:"+list[2]+">"),
		"Return-Path":        complaint("turnpost@example.org", "Return-Path: <"+m.bounceTo()+">\n"+bare),
		"Original-Mail-From": complaint("turnpost@example.org", bare, "Original-Mail-From: <"+m.bounceTo()+">"),
		"upper case": complaint("turnpost@example.org", bare, "Original-Mail-From: "+
			strings.ToUpper(m.bounceTo())),
	} {
		to := "turnpost@example.org"
		if name == "envelope" {
			to = m.bounceTo()
		}
		m.post("<>", report, to)
		m.wantSettled(mailbox.InboundComplaint)
		if p := m.profile("ann"); p.Failing == nil || p.Failing.Detail != account.MailReported {
			t.Errorf("%s: %+v", name, p.Failing)
		}
		if err := m.ResumeMail(t.Context(), m.ann.ID); err != nil {
			t.Fatal(err)
		}
		m.unharmed()
		m.pass(time.Second)
		m.next("ann@example.org", "Your turn against bob") // which was held back
	}
}

// The link in a mail's text may be quoted to anybody: a complaint by it ends no more than the link does.
func TestComplaintByTheLinkOfTheText(t *testing.T) {
	m := newMatch(t)
	var link string
	for _, word := range strings.FieldsFunc(m.mail.text, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' }) {
		if _, after, found := strings.Cut(word, "/k/"); found {
			if long, about, ok := account.LongLink(after); ok && about.Purpose == models.LinkUnsubscribe && about.Game != "" {
				link = long
			}
		}
	}
	if link == "" {
		t.Fatalf("no link that ends mail about the game in\n%s", m.mail.text)
	}
	report := complaint("turnpost@example.org", m.returned("List-Unsubscribe", "Return-Path")+
		"\nList-Unsubscribe: <https://play.example.org/unsubscribe/"+link+">")
	m.post("<>", report, "turnpost@example.org")
	m.wantSettled(mailbox.InboundComplaint)
	p := m.profile("ann")
	if p.Failing != nil || len(p.Settings.Mail) > 0 || p.Settings.Games[m.id] != models.Off {
		t.Errorf("%+v, %+v", p.Failing, p.Settings)
	}
}
