package mailer

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/wneessen/go-mail"
)

// selfSigned returns a certificate for this machine, and a configuration that trusts it.
func selfSigned(t testing.TB) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trust := x509.NewCertPool()
	trust.AddCert(certificate)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		&tls.Config{RootCAs: trust}
}

// plainMessage returns a message without a game.
func plainMessage(t testing.TB) *Message { return messageOf(t, "Hello.\n") }

func messageOf(t testing.TB, text string) *Message {
	t.Helper()
	msg := mail.NewMsg()
	if err := errors.Join(msg.From("turnpost@example.org"), msg.To("ann@example.org")); err != nil {
		t.Fatal(err)
	}
	msg.Subject("Hello")
	msg.SetBodyString(mail.TypeTextPlain, text)
	m, err := newMessage(msg, "hello")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEncryption(t *testing.T) {
	server, client := selfSigned(t)
	for _, c := range []struct {
		name              string
		offered, implicit bool
		setting           string // without the address
		trusted, sent     bool
	}{
		{name: "STARTTLS", offered: true, setting: "smtp://?tls=on", trusted: true, sent: true},
		{name: "STARTTLS with an unknown certificate", offered: true, setting: "smtp://?tls=on"},
		{name: "STARTTLS is required and not offered", setting: "smtp://?tls=on", trusted: true},
		{name: "off though it is offered", offered: true, setting: "smtp://?tls=off", sent: true},
		{name: "this machine", setting: "smtp://", sent: true},
		{name: "TLS from the first byte", implicit: true, setting: "smtps://", trusted: true, sent: true},
		{name: "TLS with an unknown certificate", implicit: true, setting: "smtps://"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var came, encrypted atomic.Int32
			sink := &Sink{OnMessage: func(string, string, []byte) { came.Add(1) }, Log: quiet}
			if c.offered {
				sink.TLS = server
			}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			address := l.Addr().String()
			if c.implicit {
				l = tls.NewListener(l, server)
			}
			serveSink(t, sink, l)
			options := OutboundOptions{TLS: &tls.Config{}}
			if c.trusted {
				options.TLS = client.Clone()
			}
			options.TLS.VerifyConnection = func(tls.ConnectionState) error {
				encrypted.Add(1)
				return nil
			}
			setting := strings.Replace(c.setting, "://", "://"+address, 1)
			err = openServer(t, setting, options).Send(t.Context(), plainMessage(t))
			if c.sent != (err == nil) || c.sent != (came.Load() == 1) || permanent(err) {
				t.Errorf("%s: %v, %d came", setting, err, came.Load())
			}
			if err != nil && !strings.Contains(err.Error(), "the mail server "+address) {
				t.Errorf("%s: it says %v, and not where", setting, err)
			}
			if want := c.trusted && c.sent; want != (encrypted.Load() == 1) {
				t.Errorf("%s: encrypted %d times", setting, encrypted.Load())
			}
		})
	}
}

// authSession is a session that requires authentication.
type authSession struct {
	smtp.Session
	signedIn bool
}

func (s *authSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *authSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "ann@example.org" || password != "pass/word" {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		return nil
	}), nil
}

func (s *authSession) Mail(from string, o *smtp.MailOptions) error {
	if !s.signedIn {
		return smtp.ErrAuthRequired
	}
	return s.Session.Mail(from, o)
}

func TestSigningIn(t *testing.T) {
	server, client := selfSigned(t)
	var came bytes.Buffer
	sink := &Sink{OnMessage: func(_, _ string, raw []byte) { came.Write(raw) }}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &authSession{Session: &sinkSession{sink: sink}}, nil
	}))
	s.TLSConfig, s.AllowInsecureAuth = server, true
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close()
		<-served
	})
	for credentials, sent := range map[string]bool{
		"ann%40example.org:pass%2Fword@": true,
		"ann%40example.org:wrong@":       false, "": false,
	} {
		for _, encryption := range []string{"?tls=on", "?tls=off"} {
			came.Reset()
			carrier := openServer(t, "smtp://"+credentials+l.Addr().String()+encryption, OutboundOptions{TLS: client})
			err := carrier.Send(t.Context(), plainMessage(t))
			_ = carrier.Close()
			if sent != (err == nil) || sent != (came.Len() > 0) || permanent(err) {
				t.Errorf("%q %s: %v", credentials, encryption, err)
			}
			if err != nil && strings.Contains(err.Error(), "wrong") {
				t.Errorf("the error shows the password: %v", err)
			}
		}
	}
}

func TestSendEndsWithItsContext(t *testing.T) {
	sample.Together(t, "waits for a silent server")
	t.Parallel()
	for _, step := range []string{stepGreeting, "EHLO", "MAIL", stepBody} {
		t.Run(step, func(t *testing.T) {
			o := newOffice(t)
			p := newPeer(t, o.address)
			p.fail(step, faultHang)
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			began := time.Now()
			if err := o.server(p.address()).Send(ctx, plainMessage(t)); err == nil || permanent(err) {
				t.Errorf("sent past a server that says nothing: %v", err)
			}
			if took := time.Since(began); took > exchangeTimeout/2 {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestSinkRefusesWhatIsTooLarge(t *testing.T) {
	o := newOffice(t)
	m := messageOf(t, strings.Repeat(strings.Repeat("x", 70)+"\n", maxSinkMessage/70))
	err := o.server(o.address).Send(t.Context(), m)
	if !permanent(err) || len(o.mails()) != 0 {
		t.Errorf("%d came: %v", len(o.mails()), err)
	}
}

func TestSinkEndsBeforeItBegins(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Sink{Log: quiet}).Serve(ctx, l); err != nil {
		t.Error(err)
	}
}
