package webhook

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"turnpost/models/hook"
	"turnpost/models/webhook"
)

// resolver returns a resolver that asks a DNS server of this test. The server answers the n-th question for an IPv4
// address, from 1, with addressOf(n); there are no IPv6 addresses.
func resolver(t *testing.T, addressOf func(n int) string) *net.Resolver {
	t.Helper()
	server, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		var asked int
		packet := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(packet)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(packet[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				asked++
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 0},
					Body:   &dnsmessage.AResource{A: netip.MustParseAddr(addressOf(asked)).As4()},
				}}
			}
			answer, err := m.Pack()
			if err != nil {
				continue
			}
			_, _ = server.WriteTo(answer, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func always(address string) func(int) string { return func(int) string { return address } }

func TestGuardChecksHosts(t *testing.T) {
	for _, c := range []struct {
		url, resolves string
		networks      []netip.Prefix
		want          webhook.Fault
	}{
		{url: "https://1.1.1.1/"},
		{url: "https://[2606:4700::1111]/"},
		{url: "https://chat.example.com/", resolves: "1.1.1.1"},
		{url: "https://chat.example.com/", resolves: "10.1.2.3", want: webhook.FaultPrivate},
		{url: "https://chat.example.com/", resolves: "127.0.0.1", want: webhook.FaultPrivate},
		{url: "https://chat.example.com/", resolves: "169.254.169.254", want: webhook.FaultPrivate},
		{url: "https://127.0.0.1/", want: webhook.FaultPrivate},
		{url: "https://0.0.0.0/", want: webhook.FaultPrivate},
		{url: "https://100.64.0.1/", want: webhook.FaultPrivate},
		{url: "https://192.168.1.1:8443/", want: webhook.FaultPrivate},
		{url: "https://[::]/", want: webhook.FaultPrivate},
		{url: "https://[::1]/", want: webhook.FaultPrivate},
		{url: "https://[::ffff:127.0.0.1]/", want: webhook.FaultPrivate},
		{url: "https://[::ffff:10.0.0.1]/", want: webhook.FaultPrivate},
		{url: "https://[64:ff9b::7f00:1]/", want: webhook.FaultPrivate},
		{url: "https://[2002:7f00:1::]/", want: webhook.FaultPrivate},
		{url: "https://[fd00::1]/", want: webhook.FaultPrivate},
		{url: "https://[fe80::1]/", want: webhook.FaultPrivate},
		{url: "http://1.1.1.1/", want: webhook.FaultPlain},
		{url: "http://127.0.0.1/", want: webhook.FaultPlain},
		{url: "http://127.0.0.1/", networks: loopback},
		{url: "https://127.0.0.1/", networks: loopback},
		{url: "http://1.1.1.1/", networks: loopback, want: webhook.FaultPlain},
		{url: "https://[::ffff:127.0.0.1]/", networks: loopback, want: webhook.FaultPrivate},
	} {
		u, fault := webhook.ParseURL(c.url)
		if fault != "" {
			t.Fatalf("%s: %s", c.url, fault)
		}
		address := c.resolves
		if address == "" {
			address = "203.0.113.1" // of documentation, which no case asks for
		}
		if got := NewGuard(c.networks, resolver(t, always(address))).Check(t.Context(), u); got != c.want {
			t.Errorf("%s, which resolves to %q: %q instead of %q", c.url, c.resolves, got, c.want)
		}
	}
}

// TestOddAddressesAreNotDialled dials forms of 127.0.0.1 and of other own addresses that programs read differently.
// Names resolve to 127.0.0.1, in case that the resolver asks for them.
func TestOddAddressesAreNotDialled(t *testing.T) {
	var reached atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(server.Close)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s := newSender(NewGuard(nil, resolver(t, always("127.0.0.1"))), nil, maxAttempt, nil)
	t.Cleanup(s.close)
	for _, host := range []string{
		"127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "0.0.0.0", "localhost", "localhost.",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "chat.example.com",
		"127.0.0.1.example.com",
	} {
		for _, scheme := range []string{"http", "https"} {
			got := s.send(t.Context(), scheme+"://"+host+":"+u.Port()+"/", body{text: []byte("{}"), header: http.Header{}})
			if got.detail != hook.HookForbidden && got.detail != hook.HookUnreachable {
				t.Errorf("%s://%s: %+v", scheme, host, got)
			}
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests reached this machine", n)
	}
}

// TestNameThatMovesHome resolves to a public address when it is checked, and to this machine when it is dialled.
func TestNameThatMovesHome(t *testing.T) {
	var reached atomic.Int32
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(server.Close)
	port := server.Listener.Addr().(*net.TCPAddr).Port
	guard := NewGuard(nil, resolver(t, func(n int) string {
		if n == 1 {
			return "1.1.1.1"
		}
		return "127.0.0.1"
	}))
	u := &url.URL{Scheme: "https", Host: net.JoinHostPort("chat.example.com", strconv.Itoa(port)), Path: "/"}
	if fault := guard.Check(t.Context(), u); fault != "" {
		t.Fatalf("the first answer is refused: %s", fault)
	}
	s := newSender(guard, &tls.Config{InsecureSkipVerify: true}, maxAttempt, nil) //nolint:gosec // it must not get there
	t.Cleanup(s.close)
	if got := s.send(t.Context(), u.String(), body{
		text:   []byte("{}"),
		header: http.Header{},
	}); got.detail != hook.HookForbidden {
		t.Errorf("%+v", got)
	}
	if reached.Load() != 0 {
		t.Error("the request reached this machine")
	}
}

func TestCertificatesMustBeValid(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	s := newSender(NewGuard(loopback, nil), nil, maxAttempt, nil)
	t.Cleanup(s.close)
	for _, to := range []string{server.URL, "https" + plain.URL[len("http"):]} {
		if got := s.send(t.Context(), to, body{text: []byte("{}"), header: http.Header{}}); got.detail != hook.HookUntrusted {
			t.Errorf("%s: %+v", to, got)
		}
	}
}

// TestProxiesAreNotUsed sets the proxy of the environment, which would dial what was not checked.
func TestProxiesAreNotUsed(t *testing.T) {
	s := newSender(NewGuard(nil, nil), nil, maxAttempt, nil)
	t.Cleanup(s.close)
	for _, client := range []*http.Client{s.guarded, s.plain} {
		if client.Transport.(*http.Transport).Proxy != nil {
			t.Error("a transport has a proxy")
		}
	}
}

func TestParseNetworks(t *testing.T) {
	got, err := ParseNetworks([]string{"10.1.2.3/8", "::1", "192.0.2.7"})
	want := []string{"10.0.0.0/8", "::1/128", "192.0.2.7/32"}
	for i := range want {
		if err != nil || got[i].String() != want[i] {
			t.Errorf("%v, %v", got, err)
		}
	}
	if _, err := ParseNetworks([]string{"example.org"}); err == nil {
		t.Error("a name is taken for a network")
	}
}
