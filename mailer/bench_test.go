package mailer

import (
	"crypto/tls"
	"fmt"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"turnpost/models"
)

// BenchmarkMail sends turn mails over TLS, from the outbox to the ledger, each with
// the board of a position of its own. In the same run go-mail sends one ready
// message of that kind as often over one connection; the ratio is of mails in a second.
func BenchmarkMail(b *testing.B) {
	o := newOffice(b)
	server, client := selfSigned(b)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	var came atomic.Int64
	serveSink(b, &Sink{OnMessage: func(string, string, []byte) { came.Add(1) }, TLS: server, Log: quiet}, l)
	queueTurns(b, o, b.N)
	content := o.content()

	config := o.config()
	config.Transport = openServer(b, "smtp://"+l.Addr().String()+"?tls=on", OutboundOptions{TLS: client})
	b.ResetTimer()
	stop := o.start(config)
	for range b.N {
		o.want(OutcomeSent)
	}
	b.StopTimer()
	ours := b.Elapsed()
	stop()
	if n := came.Load(); n != int64(b.N) {
		b.Fatalf("%d mails came, want %d", n, b.N)
	}
	ready, err := o.writer().Write(content, o.Clock.Now())
	if err != nil {
		b.Fatal(err)
	}
	bare := sendOften(b, ready, b.N, l.Addr().String(), client)
	b.ReportMetric(float64(b.N)/ours.Seconds(), "mails/s")
	b.ReportMetric(float64(b.N)/bare.Seconds(), "bare/s")
	b.ReportMetric(bare.Seconds()/ours.Seconds(), "ratio")
}

// queueTurns leaves one turn notice due in each of n games, between 32 players.
func queueTurns(b *testing.B, o *office, n int) {
	b.Helper()
	players := make([]models.Player, 32)
	for i := range players {
		players[i] = o.player(fmt.Sprintf("p%d", i))
		setTurnMail(b, o, players[i], models.Off)
	}
	games := make([]string, n)
	first := func(i int) models.Player { return players[2*i%len(players)] }
	second := func(i int) models.Player { return players[(2*i+1)%len(players)] }
	for i := range games {
		games[i] = o.game(first(i), second(i)).ID
	}
	stop := o.start(o.config())
	for range n { // the answer and the turn of a game are one mail
		o.want(OutcomeDropped)
	}
	stop()
	for _, p := range players {
		setTurnMail(b, o, p, models.Instant)
	}
	for i, g := range games {
		choose(b, o, g, first(i), i)
		choose(b, o, g, second(i), i/32)
	}
}

func setTurnMail(b *testing.B, o *office, p models.Player, d models.Delivery) {
	b.Helper()
	patch := models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: d,
		models.KindChallengeAnswer: d}}
	if _, err := o.UpdateProfile(b.Context(), p.ID, patch); err != nil {
		b.Fatal(err)
	}
}

// choose plays one of the legal turns by number.
func choose(b *testing.B, o *office, game string, p models.Player, number int) {
	b.Helper()
	g, err := o.Game(b.Context(), game)
	if err != nil {
		b.Fatal(err)
	}
	next, err := o.NextSteps(g, "")
	if err != nil {
		b.Fatal(err)
	}
	in := models.TurnInput{Game: game, Player: p.ID, Text: next.Steps[number%len(next.Steps)].Text, Via: models.ViaHTTP}
	if _, err := o.PlayTurn(b.Context(), in); err != nil {
		b.Fatal(err)
	}
}

// sendOften is what go-mail needs by itself.
func sendOften(b *testing.B, m *Message, n int, address string, config *tls.Config) time.Duration {
	b.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		b.Fatal(err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		b.Fatal(err)
	}
	config = config.Clone()
	config.ServerName = host
	client, err := mail.NewClient(host, mail.WithPort(number), mail.WithTLSPolicy(mail.TLSMandatory),
		mail.WithTLSConfig(config))
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	connection, err := client.DialToSMTPClientWithContext(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for range n {
		if err := client.SendWithSMTPClient(connection, m.msg); err != nil {
			b.Fatal(err)
		}
	}
	took := time.Since(began)
	if err := client.CloseWithSMTPClient(connection); err != nil {
		b.Fatal(err)
	}
	return took
}
