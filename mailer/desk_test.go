package mailer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// desk is the address for mail that is no reply.
const desk = "play@mail.example.org"

// write submits a mail that is no reply, with further header fields.
func (m *mailroom) write(from, to, text string, fields ...string) {
	m.t.Helper()
	header := append([]string{
		"From: " + from, "To: " + to, "Subject: ", fmt.Sprintf("Message-ID: <desk%d@home.example.org>", serial.Add(1)),
	}, fields...)
	_, address, found := strings.Cut(strings.TrimSuffix(from, ">"), "<")
	if !found {
		address = from
	}
	m.submit(address, to, []byte(strings.Join(header, "\n")+"\n\n"+text+"\n"))
}

// A typed From changes nothing: the command waits for a reply from the account's mailbox, which carries it out once.
func TestDeskHoldsWhatChangesSomething(t *testing.T) {
	m := newMatch(t)
	m.write("ann@example.org", desk, "name Anna\n\nAnn")
	m.wantSettled(mailbox.InboundHeld)
	asked := m.next("ann@example.org", "Please confirm: name Anna")
	if name := m.profile("ann").Name; name != "ann" {
		t.Fatalf("the name is %s", name)
	}
	m.reply(clients[0], asked, "yes")
	m.wantSettled(mailbox.InboundDone)
	for _, c := range clients[1:3] {
		m.reply(c, asked, "yes")
	}
	m.wantSettled(mailbox.InboundAnswered, mailbox.InboundAnswered)
	m.next("ann@example.org", "Done: name Anna")
	m.next("ann@example.org", "Nothing waits for your confirmation")
	m.profile("Anna")
}

// A held command waits for a week.
func TestAHeldCommandExpires(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.write("ann@example.org", desk, "name Anna")
	m.wantSettled(mailbox.InboundHeld)
	asked := m.next("ann@example.org", "Please confirm")
	m.pass(8 * 24 * time.Hour)
	m.top(asked, "yes")
	m.wantSettled(mailbox.InboundAnswered)
	if name := m.profile("ann").Name; name != "ann" {
		t.Errorf("the name is %s", name)
	}
}

// The link of a game, which may have been forwarded, is no way into the account either.
func TestCommandsOfTheDeskInAReply(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "name Anna")
	m.wantSettled(mailbox.InboundHeld)
	asked := m.next("ann@example.org", "Please confirm: name Anna")
	if asked.references == "" {
		t.Error("the mail is in no thread")
	}
	m.top(m.mail, "play bohnduell against house")
	m.wantSettled(mailbox.InboundHeld)
	if g := m.state(); g.Ply != 0 {
		t.Errorf("%d turns", g.Ply)
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
}

// The desk plays: against a name, an address, anybody and the house.
func TestPlayByMail(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	play := func(text, done string) {
		t.Helper()
		m.write("ann@example.org", desk, text)
		m.wantSettled(mailbox.InboundHeld)
		m.top(m.next("ann@example.org", "Please confirm: "+text), "Yes!")
		m.wantSettled(mailbox.InboundDone)
		contains(t, m.next("ann@example.org", "Done: "+text).text, done)
	}
	play("play hnefatafl 9x9 5d against bob", "Your challenge is on its way")
	contains(t, m.next("bob@example.org", "ann challenges you").text, "5 days")
	play("play sevensages short against zoe@example.net", "Your challenge is on its way")
	m.next("zoe@example.net", "ann ")
	play("play bohnduell", "https://play.example.org/c/")
	play("play hanniball against house", "Your game of HanniBall against house-medium begins")
	m.write("ann@example.org", desk, "play hnefatafl against nobody-knows-them")
	m.wantSettled(mailbox.InboundHeld)
	asked := m.next("ann@example.org", "Please confirm")
	m.top(asked, "yes")
	m.wantSettled(mailbox.InboundRejected)
	m.next("ann@example.org", "Re: Please confirm")
}

// A player who asks to stop is offered both ways to do so, each by a reply or a link.
func TestStop(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	for _, text := range []string{"stop", "Unsubscribe", "cancel my mails"} {
		m.top(m.mail, text)
		m.wantSettled(mailbox.InboundHeld)
		contains(t, m.next("ann@example.org", "").text, "the one word mute", "the one word yes",
			"https://play.example.org/k/")
	}
	m.top(m.mail, "stop")
	m.wantSettled(mailbox.InboundHeld)
	ends := m.next("ann@example.org", "")
	if p := m.profile("ann"); len(p.Settings.Mail)+len(p.Settings.Games) > 0 {
		t.Fatalf("%+v", p.Settings)
	}
	m.top(ends, "mute")
	m.wantSettled(mailbox.InboundDone)
	if p := m.profile("ann"); p.Settings.Games[m.id] != models.Off || len(p.Settings.Mail) > 0 {
		t.Errorf("after mute: %+v", p.Settings)
	}
	m.write("ann@example.org", desk, "STOP")
	m.wantSettled(mailbox.InboundHeld)
	m.top(m.next("ann@example.org", "Which mail shall end?"), "yes")
	m.wantSettled(mailbox.InboundDone)
	if p := m.profile("ann"); p.Settings.Mail[models.KindYourTurn] != models.Off {
		t.Errorf("after yes: %+v", p.Settings)
	}
	m.next("ann@example.org", "Done: stop")
}

// A mail to the desk is answered to the account's address, at most five times a day. Confirmed commands are carried
// out beyond that.
func TestTheDeskAnswersFiveTimesADay(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.write("Ann <ANN@example.org>", desk, "name Anna")
	m.wantSettled(mailbox.InboundHeld)
	asked := m.next("ann@example.org", "Please confirm")
	for range 4 {
		m.write("ann@example.org", desk, "help")
		m.wantSettled(mailbox.InboundAnswered)
	}
	for range 3 {
		m.write("ann@example.org", desk, "help")
	}
	m.wantSettled(mailbox.InboundAnswered, mailbox.InboundAnswered, mailbox.InboundAnswered)
	list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 3)
	if err != nil || list[0].Result != mailbox.InboundTooMany || list[2].Result != mailbox.InboundTooMany {
		t.Errorf("%+v, %v", list, err)
	}
	for range 4 {
		m.next("ann@example.org", "What you can ask for by mail")
	}
	m.nothing("ann@example.org")
	m.top(asked, "yes")
	m.wantSettled(mailbox.InboundDone)
	m.next("ann@example.org", "Done: name Anna")
	m.pass(25 * time.Hour)
	m.write("ann@example.org", desk, "help")
	m.wantSettled(mailbox.InboundAnswered)
	m.next("ann@example.org", "What you can ask for by mail")
}

// stop in a reply to a challenge offers to end such mail, and all mail.
func TestStopChallenges(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	_, err := m.CreateChallenge(t.Context(), m.ann, challenge.NewChallenge{Ruleset: "bohnduell", Opponent: "bob"})
	if err != nil {
		t.Fatal(err)
	}
	m.Wake()
	m.top(m.next("bob@example.org", "ann challenges you"), "unsubscribe")
	m.wantSettled(mailbox.InboundHeld)
	ends := m.next("bob@example.org", "Re: ")
	contains(t, ends.text, "no more mail with challenges", "the one word mute", "the one word yes")
	m.top(ends, "mute")
	m.wantSettled(mailbox.InboundDone)
	if p := m.profile("bob"); p.Settings.Mail[models.KindChallenge] != models.Off || len(p.Settings.Mail) != 1 {
		t.Errorf("%+v", p.Settings)
	}
}

// A mail in somebody's name cannot bring its own words to them: neither its subject nor its text is in the answer.
func TestTheDeskRepeatsNoWordsOfOthers(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	for _, text := range []string{
		"pay at https://evil.example now", "name https://evil.example", "register evil.example",
	} {
		m.submit("eve@example.com", desk, fmt.Appendf(nil, "From: ann@example.org\nTo: %s\nSubject: evil.example\n"+
			"Message-ID: <evil%d@example.com>\n\n%s\n", desk, serial.Add(1), text))
		m.wantSettled(mailbox.InboundAnswered)
		if answer := m.next("ann@example.org", ""); strings.Contains(m.lastRaw("ann@example.org"), "evil.example") {
			t.Errorf("%q is answered by\n%s", text, answer.text)
		}
	}
}

// With the operator's setting an authenticated mail changes things at once, by the believed server's results alone.
func TestTrustedMailAtTheDesk(t *testing.T) {
	t.Parallel()
	m := newMatch(t, func(c *InboxConfig) { c.DeskTrust, c.AuthServ = true, "mx.example.org" })
	for field, want := range map[string]mailbox.InboundResult{
		"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=ann@example.org":       mailbox.InboundHeld,
		"Authentication-Results: mx.example.org; dkim=pass header.d=evil.example":              mailbox.InboundHeld,
		"Authentication-Results: mx.example.org; dkim=fail header.d=example.org":               mailbox.InboundHeld,
		"Authentication-Results: mx.evil.example; dkim=pass header.d=example.org":              mailbox.InboundHeld,
		"Authentication-Results: mx.example.org; dmarc=pass header.from=elsewhere.example.net": mailbox.InboundHeld,
	} {
		m.pass(25 * time.Hour)
		m.write("ann@example.org", desk, "name Eve", field)
		m.wantSettled(want)
	}
	m.pass(25 * time.Hour)
	m.write("ann@example.org", desk, "name Anna", "Authentication-Results: mx.example.org; dkim=pass header.d=example.org")
	m.wantSettled(mailbox.InboundDone)
	m.profile("Anna")
	m.write("ann@example.org", desk, "play bohnduell against house",
		"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org")
	m.wantSettled(mailbox.InboundDone)
	m.next("ann@example.org", "Done: play bohnduell against house")
}

// The desk is where the operator says.
func TestAddressesOfTheDesk(t *testing.T) {
	t.Parallel()
	for scope, addresses := range map[DeskScope]map[string]bool{
		DeskPlay: {
			desk: true, "PLAY@MAIL.example.org": true, "turnpost@example.org": true, "hello@mail.example.org": false,
		},
		DeskDomain: {
			desk: true, "hello@mail.example.org": true, "hello@example.org": false, "bounce@mail.example.org": false,
		},
		DeskOff: {desk: false, "hello@mail.example.org": false},
	} {
		m := newMatch(t, func(c *InboxConfig) { c.Desk = scope })
		for address, is := range addresses {
			err := m.inbox.CheckRecipient(t.Context(), address)
			if (err == nil) != is {
				t.Errorf("%s: %s: %v", scope, address, err)
			}
			if is {
				m.write("ann@example.org", address, "help")
				m.wantSettled(mailbox.InboundAnswered)
				m.next("ann@example.org", "What you can ask for by mail")
			}
		}
		if err := m.inbox.CheckRecipient(t.Context(), "postmaster@mail.example.org"); err != nil {
			t.Errorf("%s: %v", scope, err)
		}
	}
}
