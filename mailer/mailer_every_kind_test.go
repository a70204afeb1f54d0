package mailer

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/rules/catalog"
	"turnpost/rules/rulestest/sample"
)

var emlFolder = flag.String("eml", "", "a folder for a mail of every kind as it is sent")

// everyKind causes a mail of every kind, and returns them as sent.
func everyKind(t *testing.T) map[models.Kind][][]byte {
	t.Helper()
	o := newOffice(t)
	mails := map[models.Kind][][]byte{}
	collect := func() {
		t.Helper()
		for {
			claims, err := o.ClaimNotices(t.Context(), 50, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if len(claims) == 0 {
				return
			}
			for _, claim := range claims {
				content, err := o.ComposeContent(t.Context(), claim)
				if err != nil {
					t.Fatal(err)
				}
				if content == nil {
					continue
				}
				mails[content.Kind] = append(mails[content.Kind], raw(t, o.writer(), content, o.Clock.Now()))
				if err := o.Settle(t.Context(), claim.Sent()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		collect()
	}
	must(o.Register(t.Context(), account.NewPlayer{Name: "eve", Email: "eve@example.org"}))
	ann, bob := o.player("ann"), o.player("bob")
	must(o.SendTestMail(t.Context(), ann))
	if err := o.RequestCode(t.Context(), ann.Email); err != nil { // before its mail is collected
		t.Fatal(err)
	}
	secret, _, err := o.StartSession(t.Context(), ann.Email, o.Code(ann.Email), "test")
	must(err)
	must(o.RequestOperatorCode(t.Context(), secret))
	for _, address := range []string{"anna@example.org", "bob@example.org"} { // the second has an account
		_, err := o.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Email: &address})
		must(err)
	}
	webhookThatEnds(t, o, must, ann, o.player("hooked"))
	must(o.Admin().SetAddress(t.Context(), "bob", "bobby@example.org"))
	for i, ruleset := range catalog.All() {
		g := playedEveryWay(t, o, must, ruleset.Info("en").ID, ann, bob)
		if i == 0 { // while the heartbeats are steady
			challengeThatExpires(t, o, must, ann)
		}
		_, err := o.OfferRematch(t.Context(), ann, g.ID)
		must(err)
	}
	_, err = o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "sevensages", Opponent: "stranger@example.com", Message: "Shall we?",
	})
	must(err)
	_, err = o.CreateReport(t.Context(), ann.ID, admin.NewReport{Player: "bob", Reason: "He swears.\nI asked why."})
	must(err)
	eventsOf(t, o, must, ann, bob)
	withDigest(t, o, must, ann, bob)
	vacationByItself(t, o, must, ann, bob)
	return mails
}

// challengeThatExpires lets a challenge to bob expire, which takes steady heartbeats.
func challengeThatExpires(t *testing.T, o *office, must func(error), ann models.Player) {
	t.Helper()
	_, err := o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "bob",
		Expires: "1h",
	})
	must(err)
	for range 20 {
		o.pass(4 * time.Minute)
		_, err = o.SweepClocks(t.Context())
		must(err)
	}
}

// playedEveryWay plays a game to its end with every mail on the way.
func playedEveryWay(t *testing.T, o *office, must func(error), ruleset string, ann, bob models.Player) *models.Game {
	t.Helper()
	c, err := o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: ruleset, Opponent: "bob", Seat: "first",
		Message: "A quick one?",
	})
	must(err)
	g, err := o.AcceptChallenge(t.Context(), bob, c.ID)
	must(err)
	g = o.play(g.ID, ann, "Have a good game.")
	must(nil)
	if g.ToMove != g.SeatOf(bob.ID) {
		t.Fatalf("%s: the first side moves again", ruleset)
	}
	_, err = o.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer)
	must(err)
	_, err = o.NegotiateDraw(t.Context(), bob.ID, g.ID, models.DeclineOffer)
	must(err)
	_, err = o.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0)
	must(err)
	_, err = o.SendMessage(t.Context(), ann.ID, g.ID, "Take your time. It is a long winter, and the post is slow.")
	must(err)
	o.pass(49 * time.Hour)
	_, err = o.SweepClocks(t.Context())
	must(err)
	g = o.play(g.ID, bob, "Well, well.")
	must(nil)
	g, err = o.ResignGame(t.Context(), ann.ID, g.ID)
	must(err)
	return g
}

// withDigest causes ann's mail about a vacation and bob's digest.
func withDigest(t *testing.T, o *office, must func(error), ann, bob models.Player) {
	t.Helper()
	first, second := o.game(ann, bob), o.game(ann, bob)
	must(nil)
	_, err := o.SetVacation(t.Context(), bob.ID, "2027-02-01", "2027-02-03")
	must(err)
	_, err = o.UpdateProfile(t.Context(), bob.ID, models.ProfilePatch{
		Mail:   map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest},
		Values: models.Values{"digest_hour": {"18"}},
	})
	must(err)
	o.plan(first, bob, "* : e7-d7")
	o.play(first.ID, ann, "")
	o.play(second.ID, ann, "Good evening.")
	o.pass(24 * time.Hour)
	must(nil)
}

// mailsOfReplies causes the mails that only a reply or a report of a failure brings, among mails that can be answered
// by replying.
func mailsOfReplies(t *testing.T) map[models.Kind][][]byte {
	t.Helper()
	m := newMatch(t)
	for _, text := range []string{"d1-e4", "What a fine game this is!", "d1-d4\nd1-d3"} {
		m.top(m.mail, text)
		m.wantSettled(mailbox.InboundRejected)
		m.next("ann@example.org", "Re: Hnefatafl")
	}
	for _, text := range []string{"? d1-d4", "help", "show"} {
		m.top(m.mail, text)
		m.wantSettled(mailbox.InboundAnswered)
		m.next("ann@example.org", "Re: Hnefatafl")
	}
	for _, text := range []string{"stop", "play bohnduell"} {
		m.top(m.mail, text)
		m.wantSettled(mailbox.InboundHeld)
		asked := m.next("ann@example.org", "Re: Hnefatafl")
		m.top(asked, "yes")
		m.wantSettled(mailbox.InboundDone)
		m.next("ann@example.org", "Re: ")
	}
	m.write("ann@example.org", desk, "help")
	m.wantSettled(mailbox.InboundAnswered)
	to := m.bounceTo()
	for n := range 3 {
		m.post("<>", bounce(to, n, "5.1.1", "550 5.1.1 no such user"), to)
		m.wantSettled(mailbox.InboundBounce)
	}
	m.next("bob@example.org", "Mail to ann comes back")
	mails := map[models.Kind][][]byte{}
	for _, r := range m.envelopes() {
		switch l := newLetter(t, r); {
		case strings.Contains(l.text, "Your reply did nothing"):
			mails[models.KindReplyRejected] = append(mails[models.KindReplyRejected], r.raw)
		case strings.HasPrefix(l.text, "Please confirm"), strings.HasPrefix(l.text, "Which mail"),
			strings.HasPrefix(l.text, "Done: "), strings.HasPrefix(l.text, "What you can ask"):
			mails[models.KindDeskAnswer] = append(mails[models.KindDeskAnswer], r.raw)
		case strings.HasPrefix(l.subject, "Re: "):
			mails[models.KindReplyAnswer] = append(mails[models.KindReplyAnswer], r.raw)
		case strings.HasPrefix(l.text, "Mail to "):
			mails[models.KindMailFailing] = append(mails[models.KindMailFailing], r.raw)
		case strings.HasPrefix(l.text, "Your turn"):
			mails[models.KindYourTurn] = append(mails[models.KindYourTurn], r.raw)
		}
	}
	return mails
}

// TestMailsOfEveryKind checks all mails: no line, quoted or not, may be read as a turn of any game or as a command,
// except the quoted line that is offered to be sent, and no line may be too wide.
func TestMailsOfEveryKind(t *testing.T) {
	sample.Whole(t, "writes every kind of mail, as TestMailsInEveryLanguage does")
	t.Parallel()
	mails, checked := everyKind(t), map[string]bool{}
	isNew := func(text string) bool {
		known := checked[text]
		checked[text] = true
		return !known
	}
	for kind, more := range mailsOfReplies(t) {
		mails[kind] = append(mails[kind], more...)
	}
	for _, kind := range notice.MailKinds() {
		if len(mails[kind]) == 0 {
			t.Errorf("there is no mail of kind %s", kind)
		}
		for i, text := range mails[kind] {
			e := received{raw: text}.parse(t)
			for line := range strings.Lines(e.Text) {
				if line = strings.TrimRight(line, "\r\n"); isNew(line) {
					checkMailLine(t, kind, line)
				}
			}
			for _, part := range tags.Split(strings.ReplaceAll(e.HTML, "<wbr>", ""), -1) {
				if part = strings.TrimSpace(part); isNew(part) {
					unreadable(t, kind, part)
				}
			}
			if *emlFolder == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(*emlFolder, fmt.Sprintf("%s-%d.eml", kind, i)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// maxMailLine is the width in columns up to which programs quote a line without breaking it.
const maxMailLine = 70

func checkMailLine(t *testing.T, kind models.Kind, line string) {
	t.Helper()
	if n := utf8.RuneCountInString(line); n > maxMailLine {
		t.Errorf("%s: a line of %d columns: %s", kind, n, line)
	}
	unreadable(t, kind, strings.TrimSpace(strings.TrimPrefix(line, "> ")))
}

var commandWords = regexp.MustCompile(
	`^(?i)(resign|draw|accept|decline|takeback|show|help|rematch|say|plan|mute|away)\b`)

// offeredLine is the command of a reply that said it without the word say.
const offeredLine = "say What a fine game this is!"

// unreadable checks that a line is no turn of any game, and no command.
func unreadable(t *testing.T, kind models.Kind, line string) {
	t.Helper()
	if line == offeredLine {
		return
	}
	if commandWords.MatchString(line) {
		t.Errorf("%s: a line begins with a command: %s", kind, line)
	}
	if _, ok := reply.ParseDesk(line, reply.Options{}); ok {
		t.Errorf("%s: a line is a command of the desk: %s", kind, line)
	}
	for _, r := range catalog.All() {
		for _, v := range r.Info("en").Variants {
			start, err := r.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			if played, err := start.Play(line); err == nil {
				t.Errorf("%s: a line can be read as the turn %s of %s: %s", kind, played.Turn, v.ID, line)
			}
		}
	}
}

// TestMailIsAsItsReaderSits checks that the second player sees the board from their side.
func TestMailIsAsItsReaderSits(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.Begin(ann, bob, "hanniball", "standard")
	o.drain(1)
	o.play(g.ID, ann, "")
	if _, text := o.next(); !strings.Contains(text, "i   h   g   f   e   d   c   b   a") {
		t.Errorf("the board is not as bob sits:\n%s", text)
	}
}
