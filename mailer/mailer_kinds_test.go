package mailer

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// next returns the one due mail as received, and settles its notice.
func (o *office) next() (subject, text string) {
	o.t.Helper()
	claims, err := o.ClaimNotices(o.t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		o.t.Fatalf("%d notices are due: %v", len(claims), err)
	}
	l, err := o.ComposeContent(o.t.Context(), claims[0])
	if err != nil || l == nil {
		o.t.Fatalf("content %v: %v", l, err)
	}
	e := received{raw: raw(o.t, o.writer(), l, o.Clock.Now())}.parse(o.t)
	if err := o.Settle(o.t.Context(), claims[0].Sent()); err != nil {
		o.t.Fatal(err)
	}
	return e.GetHeader("Subject"), e.Text
}

// wantNext checks the first words of the next mail, its texts, and its subject, which is that of a game.
func (o *office) wantNext(head string, texts ...string) (text string) {
	o.t.Helper()
	subject, text := o.next()
	if !gameSubject.MatchString(subject) {
		o.t.Errorf("subject %q", subject)
	}
	if !strings.HasPrefix(text, head) {
		o.t.Errorf("the mail begins with %q, want %q", clipLine(text, 60), head)
	}
	text = strings.Join(strings.Fields(text), " ")
	for _, want := range texts {
		if !strings.Contains(text, want) {
			o.t.Errorf("%s: %q is missing in\n%s", head, want, text)
		}
	}
	return text
}

var gameSubject = regexp.MustCompile(`^Hnefatafl 9×9 with (ann|bob) \(game [a-z0-9]{8}\)$`)

func TestMailsOfTakebacks(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	o.wantNext("Your turn against ann", "turn 2. You play", "Due Tue 24 Nov 11:15 CET")
	back := func(p models.Player, a models.OfferAction) {
		t.Helper()
		if _, err := o.NegotiateTakeback(t.Context(), p.ID, g.ID, a, 0); err != nil {
			t.Fatal(err)
		}
		o.pass(time.Second)
	}
	back(ann, models.MakeOffer)
	o.wantNext("ann offers a takeback", "The game would go back to turn 1, to play it again.")
	back(bob, models.DeclineOffer)
	o.wantNext("bob declines the takeback", "The game goes on.")
	back(ann, models.MakeOffer)
	o.wantNext("ann offers a takeback")
	back(bob, models.AcceptOffer)
	o.wantNext("Your turn against bob", "turn 1. You play", "Due Tue 24 Nov 11:15 CET", "bob accepts the takeback",
		"The game went back to turn 1.")
}

func TestMailOfAVacationOverTheStartOfSummerTime(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	o := newOffice(t)
	o.pass(time.Date(2027, 3, 26, 12, 0, 0, 0, time.UTC).Sub(o.Clock.Now()))
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	if _, err := o.SetVacation(t.Context(), ann.ID, "2027-03-28", "2027-03-28"); err != nil {
		t.Fatal(err)
	}
	text := o.wantNext("ann will be away", "From Sun 28 Mar until the end of Sun 28 Mar", "ann's clock stands still")
	o.wantPage(text, g.ID)
}

func TestMailOfAReminder(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	o.game(ann, bob)
	o.drain(1)
	o.live(48*time.Hour + time.Minute)
	o.wantNext("Still your turn against bob", "Due Tue 24 Nov 11:15 CET, in 23 hours 59 minutes")
}

func TestMailsOfAbortedGames(t *testing.T) {
	sample.Whole(t, "aborts games in turn")
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	if _, err := o.AbortGame(t.Context(), bob.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	for _, opponent := range []string{"bob", "ann"} {
		o.wantNext("Your game with "+opponent+" was called off", "it ended before both had played")
	}
	o.game(ann, bob)
	o.drain(1)
	o.live(72 * time.Hour)
	o.wantNext("Your game with bob was called off", "it ended before both had played")
	o.wantNext("Your game with ann was called off", "it ended before both had played")
}
