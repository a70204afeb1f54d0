package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/modeltest"
	"turnpost/models/play"
)

// postbox is a world that sends mails as the program does, and has a server to visit.
type postbox struct {
	*modeltest.World
	t       *testing.T
	handler http.Handler
	url     string
	writer  *mailer.Writer
	carrier mailer.Carrier
	folder  string
	inbox   *mailer.Inbox
	settled chan mailbox.InboundResult
	mails   map[models.Kind][]*mailbox.Content
}

func newPostbox(t *testing.T) *postbox {
	t.Helper()
	return newLoggedPostbox(t, slog.New(slog.DiscardHandler))
}

func newLoggedPostbox(t *testing.T, log *slog.Logger) *postbox {
	t.Helper()
	b := &postbox{
		World: modeltest.New(t, modeltest.Options{Operator: "operator@example.org", Log: log}), t: t, folder: t.TempDir(),
		mails: map[models.Kind][]*mailbox.Content{}, settled: make(chan mailbox.InboundResult, 100),
	}
	server := httptest.NewUnstartedServer(nil)
	b.url = "http://" + server.Listener.Addr().String()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	free := api.Rate{PerSecond: rate.Inf}
	var err error
	b.handler, err = api.New(api.Config{
		Store: b.Store, BaseURL: b.url, Version: "test", Log: log, Limits: api.Limits{Account: free, Address: free},
	})
	must(err)
	server.Config.Handler = b.handler
	server.Start()
	t.Cleanup(server.Close)
	b.writer, err = mailer.NewWriter(b.Store, mailer.Identity{
		From: "turnpost <turnpost@example.org>", Site: b.url, Domain: "mail.example.org", Replies: true,
	})
	must(err)
	setting, err := mailer.ParseOutbound("file:" + b.folder)
	must(err)
	b.carrier, err = setting.Open(mailer.OutboundOptions{})
	must(err)
	b.inbox = mailer.NewInbox(mailer.InboxConfig{
		Store: b.Store, Writer: b.writer, Now: b.Clock.Now, Log: log,
		Observe: func(_ string, result mailbox.InboundResult) { b.settled <- result },
	})
	ctx, cancel := context.WithCancel(context.Background())
	read := make(chan error, 1)
	go func() { read <- b.inbox.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-read; err != nil {
			t.Error(err)
		}
	})
	return b
}

// must fails on an error and sends the mails that an act has caused.
func (b *postbox) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	for {
		claims, err := b.ClaimNotices(b.t.Context(), 50, time.Minute)
		if err != nil {
			b.t.Fatal(err)
		}
		if len(claims) == 0 {
			return
		}
		for _, claim := range claims {
			b.send(claim)
		}
	}
}

func (b *postbox) send(claim mailbox.Claim) {
	b.t.Helper()
	content, err := b.ComposeContent(b.t.Context(), claim)
	if err != nil {
		b.t.Fatal(err)
	}
	if content == nil {
		return
	}
	message, err := b.writer.Write(content, b.Clock.Now())
	if err == nil {
		err = b.carrier.Send(b.t.Context(), message)
	}
	if err == nil {
		err = b.Settle(b.t.Context(), claim.Sent())
	}
	if err != nil {
		b.t.Fatal(err)
	}
	b.mails[content.Kind] = append(b.mails[content.Kind], content)
}

// reply answers the newest mail of a kind.
func (b *postbox) reply(kind models.Kind, line string, want mailbox.InboundResult) {
	b.t.Helper()
	answered := b.mails[kind][len(b.mails[kind])-1]
	to := "play+" + answered.ReplyLink + "@mail.example.org"
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%x@example.org>\r\nSubject: Re: it\r\n\r\n%s\r\n",
		answered.To.Email, to, line, line)
	_, err := b.inbox.Receive(b.t.Context(), mailer.Incoming{Source: "http", To: []string{to}, Raw: []byte(raw)})
	if err != nil {
		b.t.Fatal(err)
	}
	if got := <-b.settled; got != want {
		b.t.Fatalf("the reply %q was %s, want %s", line, got, want)
	}
	b.must(nil)
}

// everyKind causes a mail of every kind.
func (b *postbox) everyKind() {
	ann, bob := b.SignUp("ann"), b.SignUp("bob")
	ctx := b.t.Context()
	b.Clock.Advance(10 * time.Minute)
	b.must(b.RequestCode(ctx, "ann@example.org"))
	b.must(b.SendTestMail(ctx, ann))
	if err := b.RequestCode(ctx, bob.Email); err != nil { // before its mail is collected
		b.t.Fatal(err)
	}
	secret, _, err := b.StartSession(ctx, bob.Email, b.Code(bob.Email), "test")
	b.must(err)
	b.must(b.RequestOperatorCode(ctx, secret))
	moved := "ann@example.net"
	_, err = b.UpdateProfile(ctx, ann.ID, models.ProfilePatch{Email: &moved}) // mails a code there and a notice here
	b.must(err)
	c, err := b.CreateChallenge(ctx, ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first",
	})
	b.must(err)
	_, err = b.CreateChallenge(ctx, ann, challenge.NewChallenge{Ruleset: "sevensages", Opponent: "stranger@example.com"})
	b.must(err)
	declined, err := b.CreateChallenge(ctx, ann, challenge.NewChallenge{Ruleset: "hanniball", Opponent: "bob"})
	b.must(err)
	_, err = b.DeclineChallenge(ctx, bob, declined.ID)
	b.must(err)
	g, err := b.AcceptChallenge(ctx, bob, c.ID)
	b.must(err)
	b.reply(models.KindYourTurn, "gibberish", mailbox.InboundRejected)
	b.reply(models.KindYourTurn, "stop", mailbox.InboundHeld)
	b.reply(models.KindYourTurn, "show", mailbox.InboundAnswered)
	g = b.Play(g, ann, "a4-a2")
	b.must(nil)
	_, err = b.NegotiateDraw(ctx, ann.ID, g.ID, models.MakeOffer)
	b.must(err)
	_, err = b.NegotiateDraw(ctx, bob.ID, g.ID, models.DeclineOffer)
	b.must(err)
	_, err = b.NegotiateTakeback(ctx, ann.ID, g.ID, models.MakeOffer, 0)
	b.must(err)
	_, err = b.SendMessage(ctx, ann.ID, g.ID, "Take your time.")
	b.must(err)
	b.Clock.Advance(49 * time.Hour)
	_, err = b.SweepClocks(ctx)
	b.must(err)
	b.Play(g, bob, "d3-c3")
	_, err = b.ResignGame(ctx, ann.ID, g.ID)
	b.must(err)
	_, err = b.OfferRematch(ctx, bob, g.ID)
	b.must(err)
	_, err = b.CreateReport(ctx, ann.ID, admin.NewReport{Game: g.ID, Player: bob.Name, Reason: "He swears."})
	b.must(err)
	b.inEvents(ann, bob)
	b.webhookEnds(ann, bob)
	b.vacationByItself(bob)
	b.inVacation(ann, bob)
}

// inVacation causes mails by a plan, a vacation, a digest and a bounce.
func (b *postbox) inVacation(ann, bob models.Player) {
	ctx := b.t.Context()
	planned, other := b.Begin(ann, bob, "hnefatafl", "7x7"), b.Begin(ann, bob, "bohnduell", "")
	b.must(nil)
	from := b.Clock.Now().Add(24 * time.Hour)
	_, err := b.SetVacation(ctx, bob.ID, from.Format(time.DateOnly), from.Add(48*time.Hour).Format(time.DateOnly))
	b.must(err)
	_, err = b.UpdateProfile(ctx, bob.ID, models.ProfilePatch{
		Mail:   map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest},
		Values: models.Values{"digest_hour": {"18"}},
	})
	b.must(err)
	_, err = b.SetPlan(ctx, play.PlanInput{Game: planned.ID, Player: bob.ID}, []string{"* : d3-c3"})
	b.must(err)
	b.Play(planned, ann, "a4-a2")
	b.Play(other, ann, "p1")
	b.must(nil)
	b.Clock.Advance(24 * time.Hour)
	b.must(nil)
	for range 3 {
		b.must(b.RecordBounce(ctx, bob.ID, account.BounceHard, "no such mailbox"))
	}
}
