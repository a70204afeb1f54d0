package mailer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A person without a browser registers by mail: the mail with the code is confirmed by a reply, and no other way of
// answering it makes an account.
func TestRegisterByMail(t *testing.T) {
	m := newMatch(t)
	m.write("Zoe Example <zoe@example.net>", desk, "Register Zoe")
	m.wantSettled(mailbox.InboundDone)
	code := m.next("zoe@example.net", "")
	contains(t, code.text, "the account Zoe", "the one word yes")
	m.top(code, "12345678 is my code")
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("zoe@example.net", "").text, "A reply signs nobody in", "the account Zoe", "the one word yes")
	m.top(code, "Yes, please")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("zoe@example.net", "Welcome, Zoe").text, "You have an account here now, and your name is Zoe")
	if p := m.profile("Zoe"); p.Email != "zoe@example.net" {
		t.Errorf("%+v", p)
	}
	m.write("zoe@example.net", desk, "play bohnduell against house")
	m.wantSettled(mailbox.InboundHeld)
	m.top(m.next("zoe@example.net", "Please confirm"), "yes")
	m.wantSettled(mailbox.InboundDone)
}

// A stranger is answered in the language of the command, or else in that of their mail program.
func TestRegisterByMailInALanguage(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	for i, c := range sample.Every(2, []struct{ line, header, lang, says string }{
		{"Регистрация oleg", "", "ru", "учётную запись oleg"},
		{"registrieren otto", "", "de", "das Konto otto"},
		{"register olga", "Accept-Language: fr, ru-UA;q=0.8, en;q=0.5", "ru", "учётную запись olga"},
		{"register oskar", "Content-Language: de-AT", "de", "das Konto oskar"},
		{"register otis", "Content-Language: fr", "en", "the account otis"},
		{"registrieren ole", "Accept-Language: ru", "de", "das Konto ole"},
	}) {
		from := fmt.Sprintf("new%d@example.net", i)
		m.write(from, desk, c.line, "Content-Type: text/plain; charset=utf-8", c.header)
		m.wantSettled(mailbox.InboundDone)
		code := m.next(from, "")
		contains(t, code.text, c.says)
		m.top(code, rules.CommandWords(c.lang, "yes")[0])
		m.wantSettled(mailbox.InboundDone)
		m.next(from, "")
		if name := c.line[strings.LastIndexByte(c.line, ' ')+1:]; m.profile(name).Locale != c.lang {
			t.Errorf("%s: the account has the language %q", c.line, m.profile(name).Locale)
		}
	}
}

// A registration by mail belongs to the mail that it caused: the reply makes the account that the answered mail names,
// even if somebody else registers the address before or after.
func TestARegistrationByMailBelongsToItsMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	register := func(name string) {
		t.Helper()
		m.write("zoe@example.net", desk, "register "+name)
		m.wantSettled(mailbox.InboundDone)
	}
	register("eve")
	first := m.next("zoe@example.net", "")
	m.pass(10 * time.Minute)
	register("zoe")
	second := m.next("zoe@example.net", "")
	register("mallory")
	contains(t, first.text, "the account eve")
	contains(t, second.text, "the account zoe")
	m.top(second, "yes")
	m.wantSettled(mailbox.InboundDone)
	m.next("zoe@example.net", "Welcome, zoe")
	m.top(first, "yes") // its registration is gone
	m.wantSettled(mailbox.InboundAnswered)
	m.next("zoe@example.net", "Nothing waits for your confirmation")
	m.nothing("zoe@example.net")
}

// A name that is taken is replaced, and only the owner of the address learns that it is.
func TestRegisterWithATakenName(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.write("zoe@example.net", desk, "register ann")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("zoe@example.net", "").text, "the account ann2")
}

// No mail of a stranger is answered to the stranger. Only the owner of an account hears of it.
func TestStrangersAtTheDesk(t *testing.T) {
	sample.Whole(t, "strangers write again and again")
	t.Parallel()
	m := newMatch(t)
	for _, text := range []string{
		"help", "games", "play hnefatafl against ann", "name Ann", "stop", "yes", "accept as Zoe", "hello", "settings",
	} {
		m.write("zoe@example.net", desk, text)
		m.wantSettled(mailbox.InboundStranger)
	}
	m.nothing("zoe@example.net")
	list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{Result: mailbox.InboundStranger, Limit: 10})
	if err != nil || len(list) != 9 || list[0].Reason != "stranger" {
		t.Fatalf("%+v, %v", list, err)
	}
	if shown, err := m.Admin().InboundMail(t.Context(), list[0].ID); err != nil || shown.Raw != nil {
		t.Errorf("the text of a stranger's mail is kept: %d bytes, %v", len(shown.Raw), err)
	}
}

// The mail server takes mail of known and unknown senders alike, and a forged mail is answered to the account alone.
func TestTheDeskRevealsNothing(t *testing.T) {
	m := newMatch(t)
	m.submit("eve@example.com", desk, []byte("From: ann@example.org\nReply-To: eve@example.com\nSender: eve@example.com\n"+
		"To: "+desk+"\nSubject: hi\nMessage-ID: <forged1@example.com>\n\nname Eve\n"))
	m.wantSettled(mailbox.InboundHeld)
	m.next("ann@example.org", "Please confirm")
	m.submit("eve@example.com", desk, []byte("From: zoe@example.net\nReply-To: eve@example.com\n"+
		"To: "+desk+"\nSubject: hi\nMessage-ID: <forged2@example.com>\n\nname Eve\n"))
	m.wantSettled(mailbox.InboundStranger)
	m.nothing("eve@example.com")
	m.nothing("zoe@example.net")
	if p := m.profile("ann"); p.Name != "ann" || p.ID != m.ann.ID {
		t.Errorf("%+v", p)
	}
}

// Automatic mail, mail of servers like this one and mail in our own name are not answered, also if a relay has removed
// the fields that say so.
func TestTheDeskAnswersNoPrograms(t *testing.T) {
	m := newMatch(t)
	for _, field := range []string{
		"Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated", "Precedence: bulk", "List-Id: <l.example.org>",
		"X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated",
	} {
		m.write("ann@example.org", desk, "help", field)
		m.wantSettled(mailbox.InboundAutomatic)
	}
	for _, from := range []string{"turnpost@example.org", desk, "play+x@mail.example.org"} {
		m.write(from, desk, "help")
		m.wantSettled(mailbox.InboundAutomatic)
	}
	m.submit("", desk, []byte("From: ann@example.org\nTo: "+desk+"\nMessage-ID: <null@example.org>\n\nhelp\n"))
	m.wantSettled(mailbox.InboundAutomatic)
	m.write("ann@example.org", "postmaster@mail.example.org", "help")
	m.wantSettled(mailbox.InboundPostmaster)
	m.nothing("ann@example.org")
}

// accept as NAME makes the account of an invited stranger with that name.
func TestAcceptAs(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	_, err := m.CreateChallenge(t.Context(), m.ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Wake()
	invitation := m.next("zoe@example.net", "")
	m.top(invitation, "accept as Zelda")
	m.wantSettled(mailbox.InboundDone)
	m.next("zoe@example.net", "")
	m.profile("Zelda")
}

// A reply to a sign-in code signs nobody in, and says what does.
func TestReplyToACode(t *testing.T) {
	m := newMatch(t)
	if err := m.RequestCode(t.Context(), "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	code := m.next("ann@example.org", "")
	m.top(code, "here it is, let me in please")
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "").text, "A reply signs nobody in: enter the code where you asked for it")
}

// stop ends invitations to a stranger at once: their link proves the address, and there is nothing else to end.
func TestStopOfAStranger(t *testing.T) {
	m := newMatch(t)
	invite := func() {
		t.Helper()
		_, err := m.CreateChallenge(t.Context(), m.ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Opponent: "zoe@example.net",
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Wake()
	}
	invite()
	m.top(m.next("zoe@example.net", ""), "stop sending me mails")
	m.wantSettled(mailbox.InboundDone)
	invite()
	m.nothing("zoe@example.net")
}
