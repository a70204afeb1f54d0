package reply

import (
	"os"
	"reflect"
	"strings"
	"testing"
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

// A mail without a Message-ID keeps its id on every way that it is delivered. Another mail has another id.
func TestContentHash(t *testing.T) {
	mail := "From: ann@example.net\nDate: Sat, 21 Nov 2026 22:51:00 +0000\nSubject: Re: turn"
	a := readHeaders(t, mail).Header.ID
	b := readHeaders(t, "Received: from x by y\n"+mail).Header.ID
	c := readHeaders(t, strings.Replace(mail, "22:51", "22:52", 1)).Header.ID
	if a != b || a == c || !strings.HasPrefix(a, "sha256:") {
		t.Errorf("%s, %s, %s", a, b, c)
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
		"Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated (x)", "Precedence: bulk",
		"Precedence: junk", "Precedence: auto_reply", "List-Id: <x>", "List-Unsubscribe: <x>",
		"X-Autoreply: yes", "X-Autorespond: x", "X-Auto-Response-Suppress: All", "Return-Path: <>",
		"X-Mail-Autoreply: 1", "X-AutoReply-From: a@b", "From: MAILER-DAEMON@example.net",
		"From: noreply@example.net", "Subject: Out of Office: Re: Your turn",
		"Subject: Automatic reply: Your turn", "Subject: Abwesend: Re: Hnefatafl", "Subject: Я в отпуске",
		"Subject: Abwesenheitsnotiz: x",
		"Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A?= x", "Subject: Autosvar: x",
		"Subject: Automatyczna odpowiedź: x", "Subject: Автоответ: x", "Subject: 自動返信: x",
		"Subject: 자동 회신: x", "Subject: Otomatik Yanıt: x", "Subject: Re: Gelesen: x",
		"Subject: Risposta automatica: x", "Subject: Automaattinen vastaus: x", "Subject: תשובה אוטומטית: x",
		"Subject: [SPAM] Out of office",
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
		if f.Hard != hard || f.Status != status || f.Detail == "" {
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
