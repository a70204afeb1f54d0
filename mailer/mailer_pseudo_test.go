package mailer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// notWords matches texts that are no words of a language: commands, addresses, names, IDs and notation.
var notWords = regexp.MustCompile(
	`(?m)curl (?:.*\\\n)*.*|turnpost admin .*|\S*://\S+|play\+\S+@\S+|chat\.example\.com|` +
		`\b(?:ann|bob|json|CET|UTC)\b|\$TOKEN|export TOKEN=…|^-- $`)

// TestNoWordOfAMailIsOutsideThePhrases writes every kind of mail to players whose language is the pseudo-language.
func TestNoWordOfAMailIsOutsideThePhrases(t *testing.T) {
	sample.Whole(t, "writes every kind of mail, as TestMailsInEveryLanguage does")
	t.Parallel()
	o := newOffice(t)
	o.everyMail(phrase.Pseudo, o.checkMarked)
}

// everyMail visits mails to players with a language. It fails the test if a kind of mail is lacking.
func (o *office) everyMail(lang string, visit func(*mailbox.Content)) {
	seen := map[models.Kind]bool{}
	mails := func() {
		for _, content := range o.Mails() {
			seen[content.Kind] = true
			content.To.Locale = lang
			for _, beside := range content.Secondary {
				seen[beside.Kind] = true
				beside.To.Locale = lang
			}
			visit(content)
		}
	}
	ctx := context.Background()
	must := func(err error) {
		o.t.Helper()
		if err != nil {
			o.t.Fatal(err)
		}
	}
	ann, bob := o.SignUp("ann"), o.SignUp("bob")
	must(o.RequestCode(ctx, "ann@example.org"))
	must(o.SendTestMail(ctx, ann))
	mails()
	for _, address := range []string{"anna@example.org", "bob@example.org"} { // the second has an account
		_, err := o.UpdateProfile(ctx, ann.ID, models.ProfilePatch{Email: &address})
		must(err)
	}
	mails()
	c,
		err := o.CreateChallenge(ctx, ann,
		challenge.NewChallenge{Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Message: "42"})
	must(err)
	mails()
	g, err := o.AcceptChallenge(ctx, bob, c.ID)
	must(err)
	mails()
	o.Play(g, ann, "d1-c1")
	mails()
	_, err = o.SendMessage(ctx, bob.ID, g.ID, "42")
	must(err)
	mails()
	for _, action := range []models.OfferAction{models.MakeOffer, models.DeclineOffer} {
		by := map[models.OfferAction]models.Player{models.MakeOffer: ann, models.DeclineOffer: bob}[action]
		_, err = o.NegotiateDraw(ctx, by.ID, g.ID, action)
		must(err)
		mails()
		_, err = o.NegotiateTakeback(ctx, by.ID, g.ID, action, 0)
		must(err)
		mails()
	}
	o.plan(g, ann, "d3-b3: c1-c2")
	o.Play(g, bob, "d3-b3")
	mails()
	_, err = o.SetVacation(ctx, ann.ID, "2026-12-01", "2026-12-02")
	must(err)
	mails()
	digests := map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest}
	_, err = o.UpdateProfile(ctx, ann.ID, models.ProfilePatch{Values: models.Values{"digest_hour": {"18"}}, Mail: digests})
	must(err)
	o.Play(g, bob, "b3-a3")
	patch := models.ProfilePatch{Values: models.Values{"auto_vacation": {models.Yes}, "days_off": {"fri"}}}
	_, err = o.UpdateProfile(ctx, bob.ID, patch)
	must(err)
	extended := o.begin(bob, ann)
	for range 4 * 24 * 15 {
		o.pass(4 * time.Minute) // a longer gap would be an outage
		if minute := o.Clock.Now().Minute(); sample.Short() && minute != 3 && minute != 15 && minute != 19 {
			must(o.Heartbeat(ctx)) // all is due at the hour or from a quarter past on
			continue
		}
		_, err := o.SweepClocks(ctx)
		must(err)
		mails()
	}
	_, err = o.ResignGame(ctx, bob.ID, extended.ID)
	must(err)
	mails()
	o.answerEverything(ann, o.begin(ann, bob))
	mails()
	for range 3 {
		must(o.RecordBounce(ctx, bob.ID, account.BounceHard, "550 5.1.1"))
	}
	mails()
	must(o.RequestCode(ctx, ann.Email))
	secret, _, err := o.StartSession(ctx, ann.Email, o.Code(ann.Email), "test")
	must(err)
	must(o.RequestOperatorCode(ctx, secret))
	mails()
	o.everyMailBesideGames(ann, bob, func(err error) {
		o.t.Helper()
		must(err)
		mails()
	})
	for _, kind := range notice.MailKinds() {
		if !seen[kind] {
			o.t.Errorf("no mail of kind %s was written", kind)
		}
	}
}

// begin begins a game with the first player to move.
func (o *office) begin(first, second models.Player) *models.Game {
	return o.Begin(first, second, "hnefatafl", "7x7")
}

// answerEverything stores mails of a player who is to move, with an answer of every topic.
func (o *office) answerEverything(p models.Player, g *models.Game) {
	o.t.Helper()
	_, err := o.PlayTurn(o.t.Context(), models.TurnInput{Game: g.ID, Player: p.ID, Text: "d1-e4", Via: models.ViaMail})
	refused, is := errors.AsType[*models.Error](err)
	if !is {
		o.t.Fatalf("an illegal turn: %v", err)
	}
	for i, answer := range []models.ReplyAnswer{
		{About: models.AnswerRefused, Typed: "d1-e4", Refused: refused, Near: []string{"d1-c1", "d1-b1"}},
		{About: models.AnswerUnreadable, Typed: "42"},
		{About: models.AnswerUnreadable, Reason: "encrypted"},
		{About: models.AnswerUnreadable, Reason: "winmail"},
		{About: models.AnswerUnreadable, Reason: mailbox.UnreadableHere, Typed: "42"},
		{About: models.AnswerAmbiguous, Choices: []string{"d1-c1", "d1-b1", "d1-a1"}},
		{About: models.AnswerAmbiguous, Choices: []string{"d1-c1"}},
		{About: models.AnswerStale, Typed: "d1-c1"},
		{About: models.AnswerShow},
		{About: models.AnswerHelp},
		{About: models.AnswerTry, Turn: "d1-c1"},
		{About: models.AnswerDone, Typed: "d1-c1"},
		{About: models.AnswerWelcome},
		{About: models.AnswerDeskHelp, Typed: "42"},
		{About: models.AnswerHeld, Typed: "42", Held: &models.HeldCommand{Verb: "name", Text: "42"}},
		{About: models.AnswerStop, Held: &models.HeldCommand{Verb: "stop"}},
		{About: models.AnswerDeskDone, Typed: "42"},
		{About: models.AnswerCode},
		{About: models.AnswerNothingHeld},
		{About: models.AnswerNoAccount, Refused: models.Fail(models.CodeForbidden, "registration_closed")},
	} {
		o.answer(fmt.Sprint(i), mailbox.InboundSettlement{
			Result: mailbox.InboundAnswered, Player: p.ID, Game: g.ID, Ply: g.Ply, Answer: &answer, Unsaid: true,
		})
	}
	for _, about := range []models.AnswerTopic{models.AnswerHelp, models.AnswerUnreadable} { // about no game
		o.answer(string(about), mailbox.InboundSettlement{
			Result: mailbox.InboundAnswered, Player: p.ID, Answer: &models.ReplyAnswer{About: about},
		})
	}
}

// answer stores a mail and settles it.
func (o *office) answer(key string, done mailbox.InboundSettlement) {
	o.t.Helper()
	_, err := o.ReceiveMail(o.t.Context(), mailbox.InboundMail{
		Key: []byte(key), Source: "smtp",
		Raw: []byte("Subject: 42\r\n\r\n"),
	})
	if err != nil {
		o.t.Fatal(err)
	}
	claims, err := o.ClaimInbound(o.t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		o.t.Fatalf("%d mails wait: %v", len(claims), err)
	}
	if err := o.SettleInbound(o.t.Context(), claims[0], done); err != nil {
		o.t.Fatal(err)
	}
}

// checkMarked checks that every word of a mail is marked, in its subject and in both forms.
func (o *office) checkMarked(content *mailbox.Content) {
	o.t.Helper()
	m := received{raw: raw(o.t, o.replyWriter(), content, o.Clock.Now())}.parse(o.t)
	if lang := m.GetHeader("Content-Language"); lang != phrase.Pseudo {
		o.t.Errorf("the language of %s is %q", content.Kind, lang)
	}
	for what, text := range map[string]string{"subject": m.GetHeader("Subject"), "text": m.Text, "HTML": textOf(m.HTML)} {
		if !strings.ContainsRune(text, phrase.MarkBegin) {
			o.t.Errorf("the %s of %s has no word of a phrase: %q", what, content.Kind, text)
		}
		rest := notWords.ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), " ")
		if content.Address.New != "" {
			rest = strings.ReplaceAll(rest, content.Address.New, " ")
		}
		for _, id := range ids(content) {
			rest = strings.ReplaceAll(rest, id, " ")
		}
		if words := phrase.Unmarked(rest); len(words) > 0 {
			o.t.Errorf("%s of %s: %q are of no phrase in\n%s", what, content.Kind, words, text)
		}
	}
}

var (
	styles = regexp.MustCompile(`(?s)<style>.*?</style>|<pre.*?</pre>|<a .*?</a>`)
	alts   = regexp.MustCompile(`<img[^>]* alt="([^"]*)"[^>]*>`)
	tags   = regexp.MustCompile(`(?s)<[^>]*>`)
)

// textOf returns the text of an HTML page without commands and links.
func textOf(page string) string {
	return tags.ReplaceAllString(alts.ReplaceAllString(styles.ReplaceAllString(page, " "), " $1 "), " ")
}
