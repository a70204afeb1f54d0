package trials

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/smtp"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/models/mailbox"
)

// crashSecret is the servers' TURNPOST_INBOUND_SECRET.
const crashSecret = "a secret for the crash test"

// Bounds of the questions at a mail table, and of the messages without a turn in one game: the server answers 60 mails
// of a player in a day, and takes 50 messages of a player in a game, those with their 15 turns among them.
const (
	maxAsked = 20
	maxTalk  = 30
)

// mailTable holds two players who play one game after another, and talk, by replies to mails alone.
type mailTable struct {
	*tableOfTwo
	replies     []*crashReply
	asked, talk int
	underWay    chan struct{} // closed when the first mail has arrived
	last        turnMail
}

// turnMail is a mail about the turn that follows a ply.
type turnMail struct {
	*programtest.Received
	game *crashGame
	ply  int
}

func newMailTable(l *load, n int, players [2]int) *mailTable {
	return &mailTable{
		tableOfTwo: &tableOfTwo{load: l, rnd: rand.New(rand.NewPCG(uint64(n), 5)), players: players},
		underWay:   make(chan struct{}),
	}
}

// crashReply is a reply that was delivered to the servers.
type crashReply struct {
	id, from, to, raw string
	game, said        string
	want              mailbox.InboundResult

	mu           sync.Mutex
	acknowledged []string // the sources that acknowledged it
}

// play plays games by mail until ctx is done.
func (t *mailTable) play(ctx context.Context) {
	for ctx.Err() == nil {
		g := t.begin(ctx)
		if g == nil {
			return
		}
		t.addGame(g)
		for ply := range t.load.turns {
			if !t.await(ctx, g, ply) {
				return
			}
			if t.asked < maxAsked && t.rnd.IntN(4) == 0 {
				t.ask(ctx)
			}
			if !t.answer(ctx) {
				return
			}
		}
	}
}

// await waits for the mail about a turn, and returns false if ctx is done before. Meanwhile the player who got the last
// mail sends messages by replies to it.
func (t *mailTable) await(ctx context.Context, g *crashGame, ply int) bool {
	for {
		select {
		case m := <-t.load.box(fmt.Sprintf("%s %d", g.id, ply)):
			if t.last.Received == nil {
				close(t.underWay)
			}
			if t.last.game != g {
				t.talk = 0
			}
			t.last = turnMail{m, g, ply}
			return true
		case <-ctx.Done():
			return false
		case <-time.After(time.Duration(100+t.rnd.IntN(700)) * time.Millisecond):
		}
		if t.last.Received != nil && t.talk < maxTalk {
			t.talk++
			said := fmt.Sprintf("These are words %d.", t.talk)
			t.deliver(ctx, t.reply("say "+said, said, mailbox.InboundDone))
		}
	}
}

// ask replies with a question, which changes nothing and is answered.
func (t *mailTable) ask(ctx context.Context) {
	t.asked++
	text, want := "show", mailbox.InboundAnswered
	if t.rnd.IntN(2) == 0 {
		text, want = t.load.turns[(t.last.ply+1)%len(t.load.turns)].Canonical, mailbox.InboundRejected // the opponent's
	}
	t.deliver(ctx, t.reply(text, "", want))
}

// answer replies with a turn, and adds a message to every fourth. It returns false if ctx is done before a server has
// acknowledged the reply.
func (t *mailTable) answer(ctx context.Context) bool {
	turn, said := t.load.turns[t.last.ply].Canonical, ""
	text := turn
	if t.rnd.IntN(4) == 0 {
		said = fmt.Sprintf("These words go with turn %d.", t.last.ply+1)
		text += "\nsay " + said
	}
	if !t.deliver(ctx, t.reply(text, said, mailbox.InboundPlayed)) {
		return false
	}
	t.load.answered(t.last.game, t.last.ply+1, turn)
	return true
}

// reply composes a reply to the last mail without delivering it.
func (t *mailTable) reply(text, said string, want mailbox.InboundResult) *crashReply {
	to, raw := t.last.Reply(t.load.t, text, "Date: "+time.Now().Format(time.RFC1123Z), "MIME-Version: 1.0",
		"Content-Type: text/plain; charset=utf-8")
	r := &crashReply{
		id:   fmt.Sprintf("reply.%s.%d.%d@client.example.org", t.last.game.id, t.last.ply, len(t.replies)),
		from: t.last.To, to: to, game: t.last.game.id, said: said, want: want,
	}
	raw = messageIDField.ReplaceAllString(raw, "Message-ID: <"+r.id+">")
	r.raw = strings.ReplaceAll(raw, "\n", "\r\n")
	t.replies = append(t.replies, r)
	return r
}

var messageIDField = regexp.MustCompile(`(?m)^Message-ID: .*$`)

// deliver repeats a reply until a server has acknowledged it, as a mail server does: by SMTP, by HTTP, by one after the
// other or by both at the same time. It returns false if ctx is done before.
func (t *mailTable) deliver(ctx context.Context, r *crashReply) bool {
	bySMTP, byHTTP := t.courier("smtp", offerBySMTP), t.courier("http", offerByHTTP)
	taken := false
	switch t.rnd.IntN(6) {
	case 0:
		taken = bySMTP(ctx, r)
		taken = byHTTP(ctx, r) || taken
	case 1:
		var both sync.WaitGroup
		var first, second bool
		both.Go(func() { first = bySMTP(ctx, r) })
		both.Go(func() { second = byHTTP(ctx, r) })
		both.Wait()
		taken = first || second
	case 2, 3:
		taken = bySMTP(ctx, r)
	default:
		taken = byHTTP(ctx, r)
	}
	return taken
}

// courier delivers a reply by one source, repeatedly, to any of the servers, until one has acknowledged it or ctx is
// done.
func (t *mailTable) courier(source string,
	offer func(*crashed, *crashReply) (taken bool, refused error),
) func(context.Context, *crashReply) bool {
	rnd := rand.New(rand.NewPCG(t.rnd.Uint64(), 0))
	return func(ctx context.Context, r *crashReply) bool {
		again := time.NewTicker(20 * time.Millisecond)
		defer again.Stop()
		for ctx.Err() == nil {
			taken, refused := offer(t.load.servers[rnd.IntN(len(t.load.servers))], r)
			if refused != nil {
				t.load.t.Errorf("%s, by %s: %v", r.id, source, refused)
				return false
			}
			if taken {
				r.take(source)
				return true
			}
			<-again.C
		}
		return false
	}
}

// take records that a server has acknowledged the reply.
func (r *crashReply) take(source string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acknowledged = append(r.acknowledged, source)
}

// offerBySMTP runs one SMTP session, which breaks if the server is killed. Errors after the acknowledgement are
// ignored.
func offerBySMTP(s *crashed, r *crashReply) (taken bool, refused error) {
	conn, err := net.DialTimeout("tcp", s.inbound, programtest.Patience)
	if err != nil {
		return false, nil
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(programtest.Patience)); err != nil {
		return false, err
	}
	client, err := smtp.NewClient(conn, "client.example.org")
	if err == nil {
		err = sendReply(client, r.from, r.to, r.raw)
	}
	if said := new(textproto.Error); errors.As(err, &said) && said.Code >= 500 {
		return false, err
	}
	return err == nil, nil
}

func offerByHTTP(s *crashed, r *crashReply) (taken bool, refused error) {
	request, err := http.NewRequest(http.MethodPost, "http://"+s.address+"/v1/inbound", strings.NewReader(r.raw))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+crashSecret)
	request.Header.Set("Content-Type", "message/rfc822")
	request.Header.Set("X-Envelope-From", r.from)
	request.Header.Set("X-Envelope-To", r.to)
	response, err := (&http.Client{Timeout: programtest.Patience}).Do(request)
	if err != nil {
		return false, nil
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusAccepted:
		return true, nil
	case http.StatusServiceUnavailable:
		return false, nil
	}
	answer, err := io.ReadAll(response.Body)
	return false, fmt.Errorf("%d: %s, %w", response.StatusCode, answer, err)
}
