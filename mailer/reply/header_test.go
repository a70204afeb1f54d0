package reply

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"turnpost/mailer/verdict"
)

func readHeaders(t *testing.T, headers string) Mail {
	t.Helper()
	m, err := Read([]byte(headers+"\n\nd1-d4\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestFrom(t *testing.T) {
	for value, want := range map[string]Address{
		"Ann Example <Ann+games@Example.NET>":          {"Ann Example", "Ann+games@example.net", "ann@example.net"},
		"ann@example.net":                              {"", "ann@example.net", "ann@example.net"},
		"ann@example.net (Ann)":                        {"Ann", "ann@example.net", "ann@example.net"},
		"=?utf-8?B?w4Ru?= <ann@example.net>":           {"Än", "ann@example.net", "ann@example.net"},
		"=?iso-8859-1?Q?J=FCrgen?= <j@bücher.example>": {"Jürgen", "j@bücher.example", "j@xn--bcher-kva.example"},
		"\"bob@example.org\" <eve@example.net>":        {"bob@example.org", "eve@example.net", "eve@example.net"},
		"bob@example.org <eve@example.net>":            {},
		"ann@example.net <Ann@Example.net>":            {"", "Ann@example.net", "ann@example.net"},
		"Ann, of Example <ann@example.net>":            {"Ann, of Example", "ann@example.net", "ann@example.net"},
		"ann@example.net, eve@example.net":             {},
		"undisclosed":                                  {},
		"ann@example.net\nFrom: eve@example.net":       {},
		"Ann\n <ann@example.net>":                      {"Ann", "ann@example.net", "ann@example.net"},
		"<ann@example.net> <eve@example.net>":          {},
	} {
		if got := readHeaders(t, "From: "+value).Header.From; got != want {
			t.Errorf("%q is %+v, want %+v", value, got, want)
		}
	}
}

func TestMessageIDs(t *testing.T) {
	for value, want := range map[string][]string{
		"<a@b>":         {"a@b"},
		"<a@b>\n <c@d>": {"a@b", "c@d"},
		"<a@\n b>":      {"a@b"},
		"a@b":           {"a@b"},
		"<a@b> (ann@example.net's message of \"Sat\")": {"a@b"},
		"message of Sat (a@b)":                         nil,
		"turnpost's message <a@b>":                     {"a@b"},
		"<a@b>,<c@d>":                                  {"a@b", "c@d"},
		"":                                             nil,
	} {
		got := readHeaders(t, "In-Reply-To: "+value).Header.InReplyTo
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	}
}

// A mail keeps its fingerprint on every way that it is delivered. Another one has another, with the same Message-ID
// too.
func TestFingerprint(t *testing.T) {
	const photo = "--a\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n"
	mail := "From: ann@example.net\nMessage-ID: <a@b>\nDate: Sat, 21 Nov 2026 22:51:00 +0000\nSubject: Re: turn\n" +
		"Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: text/plain; charset=utf-8\n\nd3-c3, größer\n"
	quotable := strings.NewReplacer("utf-8\n", "utf-8\nContent-Transfer-Encoding: quoted-printable\n", "ö", "=C3=B6",
		"ß", "=C3=9F")
	for name, copied := range map[string]string{
		"relayed": "Received: from x by y\n" + mail, "line ends": strings.ReplaceAll(mail, "\n", "\r\n"),
		"line ends added": mail + "\n\n", "encoded": quotable.Replace(mail),
	} {
		if Fingerprint([]byte(copied)) != Fingerprint([]byte(mail)) {
			t.Errorf("%s is another mail", name)
		}
	}
	long := mail + photo + strings.Repeat("YWJj\n", maxFingerprinted)
	if Fingerprint([]byte(long)) != Fingerprint([]byte("Received: from x\n"+long[:len(long)-999])) {
		t.Error("the end of a large mail counts")
	}
	for from, to := range map[string]string{
		"22:51": "22:52", "d3-c3": "d3-c4", "ann@": "bob@", "<a@b>": "<c@d>", "Re: turn": "Re: turns",
	} {
		if Fingerprint([]byte(strings.Replace(mail, from, to, 1))) == Fingerprint([]byte(mail)) {
			t.Errorf("%s and %s are the same mail", from, to)
		}
	}
}

func TestRecipients(t *testing.T) {
	h := readHeaders(t, "To: Turnpost <PLAY+abc@play.example.org>, bob@example.org\nCc: x@example.org\n"+
		"Delivered-To: play+abc@play.example.org\nX-Original-To: y@play.example.org").Header
	want := []string{"play+abc@play.example.org", "y@play.example.org", "bob@example.org", "x@example.org"}
	if !reflect.DeepEqual(h.Recipients, want) {
		t.Errorf("%q", h.Recipients)
	}
}

func TestAuthResults(t *testing.T) {
	trusted := `Authentication-Results: mx.example.org (a comment; spf=fail); spf=pass smtp.mailfrom=example.net;
 dkim=pass (2048-bit key) header.d=example.net header.i="@example.net";
 dmarc=pass (p=none) header.from=example.net`
	forged := "Authentication-Results: mx.example.org; dmarc=pass header.from=bank.example"
	foreign := "Authentication-Results: mx.other.example; dmarc=pass header.from=bank.example"
	header := readHeaders(t, foreign+"\n"+trusted+"\nReceived: from a by mx.example.org\n"+forged).Header
	results := header.AuthResults("MX.example.org")
	if len(results) != 3 || results[0].Method != "spf" || results[0].Result != "pass" ||
		results[1].Properties["header.d"] != "example.net" || results[2].Method != "dmarc" ||
		results[2].Properties["header.from"] != "example.net" {
		t.Errorf("%+v", results)
	}
	if got := readHeaders(t, foreign).Header.AuthResults("mx.example.org"); got != nil {
		t.Errorf("another server's: %+v", got)
	}
	if got := readHeaders(t, trusted).Header.AuthResults(""); got != nil {
		t.Errorf("no server is trusted: %+v", got)
	}
	none := readHeaders(t, "Authentication-Results: mx.example.org 1; none").Header
	if got := none.AuthResults("mx.example.org"); len(got) != 0 {
		t.Errorf("none: %+v", got)
	}
}

// Each of these signs alone makes a mail automatic; none of the others does.
func TestAutomaticSigns(t *testing.T) {
	for _, header := range []string{
		"Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated (x)", "Precedence: auto_reply",
		"X-Autoreply: yes", "X-Autorespond: x", "Return-Path: <>", "X-Mail-Autoreply: 1", "X-AutoReply-From: a@b",
		"Subject: Automatic reply: Your turn",
		"Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A?= x", "Subject: Autosvar: x",
		"Subject: Automatyczna odpowiedź: x", "Subject: Автоответ: x", "Subject: 自動返信: x",
		"Subject: 자동 회신: x", "Subject: Otomatik Yanıt: x", "Subject: Re: Gelesen: x",
		"Subject: Autoodpowiedź: x", "Subject: מענה אוטומטי: x", "Subject: AntiSpam UOL » x",
		"Subject: Risposta automatica: x", "Subject: Automaattinen vastaus: x", "Subject: תשובה אוטומטית: x",
		"Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All", "X-Auto-Response-Suppress: All\nX-Vacation: yes",
	} {
		if m := readHeaders(t, header); m.Kind != Automatic || m.Sign == "" || len(m.Reply.Commands) > 0 {
			t.Errorf("%s: %s", header, m.Kind)
		}
	}
	for _, header := range []string{
		"Auto-Submitted: no", "Precedence: first-class", "X-Autoreply: no", "Return-Path: <ann@example.net>",
		"From: norene@example.net", "Subject: Re: Your turn against autoreply", "Subject: Sv: Ready: out",
		"X-Priority: 3", "Subject: Re: bob is on vacation", "Content-Class: urn:content-classes:message",
		"From: postmark@example.net", "Auto-Submitted:",
	} {
		if m := readHeaders(t, header); m.Kind != Human || len(m.Reply.Commands) != 1 {
			t.Errorf("%s: %s by %s", header, m.Kind, m.Sign)
		}
	}
	if m, _ := Read([]byte("From: a@b\n\nd1-d4\n"), Options{EnvelopeFrom: "<>"}); m.Kind != Automatic {
		t.Error("a null sender")
	}
}

// A sign that others add to the mails of people silences a mail without a command. A command counts.
func TestSilencingSigns(t *testing.T) {
	notices := []string{
		"I am out of the office until 3 December.", "Ich bin bis 3. Dezember nicht im Büro.\nIn Eilfällen: Tel. 030 1234567",
		"Away 1 Dec to 12 Dec", "Say hello to my colleague Bob, bob@example.org, until I am back.", "Thank you for your mail!",
	}
	for _, name := range sentNames(t, "testdata/sent") { // programs quote our mail, marked or not
		text := loadSent(t, "testdata/sent", name).Text
		notices = append(notices, notices[0]+"\n\n"+text, notices[0]+"\n\nOriginal:\n> "+strings.ReplaceAll(text, "\n", "\n> "))
	}
	for _, header := range []string{
		"Precedence: bulk", "Precedence: junk", "Precedence: list", "List-Id: <x>", "List-Unsubscribe: <https://t.example/u>",
		"X-Auto-Response-Suppress: All", "X-Auto-Response-Suppress: DR, OOF, AutoReply", "X-Autoforward: yes",
		"X-MS-Exchange-Inbox-Rules-Loop: ann@example.net", "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent",
		"X-Auto-Forwarded: 1", "Mailing-List: contact x", "From: MAILER-DAEMON@example.net", "From: noreply@example.net",
		"Subject: Out of Office: Re: Your turn", "Subject: Abwesend: Re: Hnefatafl", "Subject: Я в отпуске",
		"Subject: Abwesenheitsnotiz: x", "Subject: [SPAM] Out of office",
	} {
		if m := readHeaders(t, header); m.Kind != Human || len(m.Reply.Commands) != 1 || m.Sign == "" {
			t.Errorf("%s: %s by %q, %+v", header, m.Kind, m.Sign, m.Reply)
		}
		for _, notice := range notices {
			m, err := Read([]byte(header+"\n\n"+notice+"\n"), Options{Sent: sentOf(t, notice), Us: us})
			if err != nil || m.Kind != Automatic || len(m.Reply.Commands)+len(m.Reply.Possible) > 0 {
				t.Errorf("%s, %.60q: %s, %+v, %v", header, notice, m.Kind, m.Reply, err)
			}
		}
	}
}

// sentOf returns the mail of ours that a text quotes.
func sentOf(t *testing.T, text string) Sent {
	t.Helper()
	for _, name := range sentNames(t, "testdata/sent") {
		sent := loadSent(t, "testdata/sent", name)
		first, _, _ := strings.Cut(strings.TrimSpace(sent.Text), "\n")
		if strings.Contains(text, first) {
			return sent
		}
	}
	return Sent{}
}

// Returned mail as servers write it: the recipient, whether the failure is permanent, and the reason.
func TestReturnedMail(t *testing.T) {
	text, err := os.ReadFile("testdata/returned.txt")
	if err != nil {
		t.Fatal(err)
	}
	reports := strings.Split(strings.TrimSuffix(string(text), "=====\n"), "=====\n")
	for _, report := range reports {
		head, text, _ := strings.Cut(report, "\n")
		fields := strings.SplitN(head, "|", 4)
		name, hard, status, subject := fields[0], fields[1] == "hard", fields[2], fields[3]
		raw := "From: MAILER-DAEMON@mx.example.org\nReturn-Path: <>\nSubject: " + subject + "\n\n" + text +
			"\n\n--- Below this line is a copy of the message.\n\n" +
			"Message-ID: <n.13@play.example.org>\nTo: ann@example.net\n\nd1-d4\n"
		m, err := Read([]byte(raw), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Kind != Bounce {
			t.Errorf("%s: %s by %s", name, m.Kind, m.Sign)
			continue
		}
		f := m.Bounce[0]
		if (f.Means == verdict.NoMailbox) != hard || f.Status != status || f.Detail == "" {
			t.Errorf("%s: %+v", name, f)
		}
		if f.Recipient != "ann@example.net" || f.MessageID != "n.13@play.example.org" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// A subject that begins like that of an automatic answer is a person's if our mail had it, now or in an earlier
// version.
func TestSubjectsThatBeginLikeAutomaticOnes(t *testing.T) {
	raw := []byte("From: ann@example.net\nSubject: Re: Autoreply offers a draw\n\nd1-d4\n")
	for _, c := range []struct {
		sent Sent
		want Kind
	}{
		{Sent{}, Automatic},
		{Sent{Subject: "Hnefatafl with Autoreply", Earlier: "Your turn against Autoreply"}, Automatic},
		{Sent{Subject: "Autoreply offers a draw"}, Human},
		{Sent{Subject: "Hnefatafl with Autoreply", Earlier: "Autoreply offers a draw"}, Human},
	} {
		if m, err := Read(raw, Options{Sent: c.sent}); err != nil || m.Kind != c.want {
			t.Errorf("%+v: %s, %v; want %s", c.sent, m.Kind, err, c.want)
		}
	}
}
