package api

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

const inboundSecret = "correct horse battery staple"

// receiveInto returns a function that stores mail under a hash of its content.
func receiveInto(store *store.Store) func(ctx context.Context, from string, to []string, raw []byte) (int64, error) {
	return func(ctx context.Context, from string, to []string, raw []byte) (int64, error) {
		sum := sha256.Sum256(raw)
		return store.ReceiveMail(ctx,
			mailbox.InboundMail{Key: sum[:], Source: "http", From: from, To: strings.Join(to, ","), Raw: raw})
	}
}

func (c *call) mail(raw string) *call {
	c.body = strings.NewReader(raw)
	return c.with("Content-Type", "message/rfc822")
}

func TestReceiveMail(t *testing.T) {
	w := newWorld(t)
	const raw = "From: ann@example.org\r\nSubject: hello\r\n\r\n\xff\x00 no text at all\r\n"
	post := func() *call { return w.call("POST", "/v1/inbound").mail(raw).as(inboundSecret) }
	first := decoded[ReceivedMail](post().with("X-Envelope-From", "<>").with("X-Envelope-To",
		"play+a@b.example, c@d.example").do().want(202))
	again := decoded[ReceivedMail](post().do().want(202))
	if first.ID == 0 || again.ID != first.ID {
		t.Errorf("mail %d, then %d", first.ID, again.ID)
	}
	stored, err := w.Admin().InboundMail(t.Context(), first.ID)
	if err != nil || string(stored.Raw) != raw || stored.From != "<>" || stored.To != "play+a@b.example,c@d.example" {
		t.Errorf("%+v, %v", stored, err)
	}
	w.call("POST", "/v1/inbound").mail(raw).do().problem(401, "unauthorized")
	w.call("POST", "/v1/inbound").mail(raw).as(inboundSecret+"x").do().problem(401, "unauthorized")
	w.call("POST", "/v1/inbound").mail(raw).as(w.player("ann")).do().problem(401, "unauthorized")
	w.call("POST", "/v1/inbound").text(raw).as(inboundSecret).do().problem(415, "unsupported_media_type")
	w.call("POST", "/v1/inbound").mail("").as(inboundSecret).do().problem(400, "invalid")
	large := decoded[ReceivedMail](w.call("POST", "/v1/inbound").mail(raw + strings.Repeat("x\r\n", 3<<20)).
		as(inboundSecret).do().want(202))
	stored, err = w.Admin().InboundMail(t.Context(), large.ID)
	if err != nil || len(stored.Raw) != mailbox.MaxMailBytes || !strings.HasPrefix(string(stored.Raw), raw) {
		t.Errorf("of a large mail %d bytes are stored, %v", len(stored.Raw), err)
	}
	w.call("GET", "/v1/inbound").as(inboundSecret).do().problem(405, "method_not_allowed")
}

// The limits of a mail's size are those of the constants, to the byte.
func TestReceiveMailUpToTheLimits(t *testing.T) {
	sample.Together(t, "sends the largest mails")
	w := newWorld(t)
	w.call("POST", "/v1/inbound").mail(strings.Repeat("x", mailbox.MaxReceivedBytes+1)).as(inboundSecret).do().
		problem(413, "too_large")
	w.call("POST", "/v1/inbound").mail(strings.Repeat("x", mailbox.MaxMailBytes)).as(inboundSecret).do().want(202)
}

// A mail that cannot be stored gets a Retry-After.
func TestReceiveMailLater(t *testing.T) {
	sample.Whole(t, "fills the inbox with 64 MB")
	w := newWorld(t)
	big := strings.Repeat("x", mailbox.MaxMailBytes-20)
	for n := range 1000 {
		a := w.call("POST", "/v1/inbound").mail(strings.Repeat("y", n) + big[n:]).as(inboundSecret).do()
		if a.status == 202 {
			continue
		}
		a.problem(503, "unavailable")
		if a.header.Get("Retry-After") == "" {
			t.Error("Retry-After is missing")
		}
		return
	}
	t.Error("the inbox takes whatever comes")
}

func TestSignOutEverywhere(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.call("POST", "/v1/me/sign-out-everywhere").do().problem(401, "unauthorized")
	w.call("POST", "/v1/me/sign-out-everywhere").as(ann).do().want(204)
	w.call("GET", "/v1/me").as(ann).do().problem(401, "unauthorized")
}

// rejectedReply stores a rejected reply of ann to a mail of the match.
func (m *match) rejectedReply() (id int64) {
	t := m.t
	t.Helper()
	var link string
	for _, mail := range m.Mails() {
		if mail.To.Name == "ann" && mail.Game != nil {
			link = mail.ReplyLink
		}
	}
	id, err := m.ReceiveMail(t.Context(),
		mailbox.InboundMail{Key: []byte("k"), Source: "http", Link: link, Raw: []byte("From: ann@example.org\r\n\r\nhi\r\n")})
	if err != nil {
		t.Fatal(err)
	}
	claims, err := m.ClaimInbound(t.Context(), 1, 1e9)
	if err != nil || len(claims) != 1 || claims[0].ID != id {
		t.Fatalf("%+v, %v", claims, err)
	}
	l, holder, err := m.ReadLink(t.Context(), models.LinkReply, link)
	if err != nil {
		t.Fatal(err)
	}
	done := mailbox.InboundSettlement{
		Result: mailbox.InboundRejected, Reason: "illegal_turn: blocked",
		Player: holder.Player.ID, Game: l.Game, Ply: l.Ply,
	}
	if err := m.SettleInbound(t.Context(), claims[0], done); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestInboundOfMine(t *testing.T) {
	m := newMatch(t)
	id := m.rejectedReply()
	list := decoded[InboundList](m.call("GET", "/v1/me/inbound").as(m.ann).do().want(200))
	if len(list.Inbound) != 1 || list.Inbound[0].ID != id || list.Inbound[0].Game != m.id ||
		list.Inbound[0].Result != "rejected" || list.Inbound[0].SettledAt == nil {
		t.Errorf("%+v", list)
	}
	if list := decoded[InboundList](m.call("GET", "/v1/me/inbound").as(m.bob).do().want(200)); len(list.Inbound) != 0 {
		t.Errorf("bob sees %+v", list)
	}
	me := decoded[Me](m.call("PATCH", "/v1/me").as(m.ann).json(`{"confirm_replies":true}`).do().want(200))
	if !me.ConfirmReplies || me.ConfirmTurns != ConfirmFirst || me.MailFailing != nil {
		t.Errorf("%+v", me)
	}
	me = decoded[Me](m.call("PATCH", "/v1/me").as(m.ann).json(`{"confirm_turns":"never"}`).do().want(200))
	if !me.ConfirmReplies || me.ConfirmTurns != ConfirmNever {
		t.Errorf("%+v", me)
	}
	m.call("PATCH", "/v1/me").as(m.ann).json(`{"confirm_turns":"sometimes"}`).do().want(400)
}
