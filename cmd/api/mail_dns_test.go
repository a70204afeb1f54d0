package main

import (
	"context"
	"net"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"turnpost/mailer"
)

// zone is a DNS server on loopback. It maps "NAME. TYPE" to the data of records and knows no other names.
type zone map[string][]string

// resolver returns a resolver that queries the zone.
func (z zone) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go z.serve(server)
	return resolverAt(server.LocalAddr().String())
}

func resolverAt(address string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", address)
	}}
}

func (z zone) serve(server net.PacketConn) {
	buffer := make([]byte, 4096)
	for {
		n, from, err := server.ReadFrom(buffer)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(buffer[:n]) != nil {
			continue
		}
		reply := z.answer(query)
		if packed, err := reply.Pack(); err == nil {
			_, _ = server.WriteTo(packed, from)
		}
	}
}

func (z zone) answer(query dnsmessage.Message) dnsmessage.Message {
	q := query.Questions[0]
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: query.ID, Response: true, Authoritative: true, RecursionAvailable: true},
		Questions: query.Questions,
	}
	header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60}
	for _, data := range z[q.Name.String()+" "+strings.TrimPrefix(q.Type.String(), "Type")] {
		var body dnsmessage.ResourceBody
		switch q.Type {
		case dnsmessage.TypeTXT:
			body = &dnsmessage.TXTResource{TXT: []string{data}}
		case dnsmessage.TypeMX:
			body = &dnsmessage.MXResource{Pref: 10, MX: dnsmessage.MustNewName(data)}
		case dnsmessage.TypeA:
			body = &dnsmessage.AResource{A: [4]byte(net.ParseIP(data).To4())}
		case dnsmessage.TypePTR:
			body = &dnsmessage.PTRResource{PTR: dnsmessage.MustNewName(data)}
		}
		reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: body})
	}
	if len(reply.Answers) == 0 {
		reply.RCode = dnsmessage.RCodeNameError
	}
	return reply
}

func TestRecordsOfTheSender(t *testing.T) {
	const from, server = "turnpost <turnpost@example.org>", "smtp://mx.example.net:25"
	good := zone{
		"play.example.org. TXT":           {"another", "v=spf1 a:mx.example.net -all"},
		"play.example.org. MX":            {"mx.example.net."},
		"k1._domainkey.example.org. TXT":  {"v=DKIM1; k=ed25519; p=c29tZSBrZXk"},
		"_dmarc.example.org. TXT":         {"v=DMARC1; p=reject; adkim=r"},
		"mx.example.net. A":               {"192.0.2.7"},
		"7.2.0.192.in-addr.arpa. PTR":     {"mx.example.net."},
		"k2._domainkey.example.org. TXT":  {"v=DKIM1; p="},
		"k3._domainkey.example.org. TXT":  {"v=DKIM1; k=rsa"},
		"weak.example.org. TXT":           {"v=spf1 a ?all"},
		"two.example.org. TXT":            {"v=spf1 a -all", "V=SPF1 mx -all"},
		"elsewhere.example.org. TXT":      {"v=spf1 redirect=example.org"},
		"likely.example.org. TXT":         {"v=spf10 -all"},
		"none.example.org. MX":            {"."},
		"_dmarc.none.example.org. TXT":    {"v=DMARC1; p=none"},
		"_dmarc.unknown.example.org. TXT": {"v=DMARC1; pct=50"},
	}
	ask := func(resolver *net.Resolver, domain, from, selector string) map[string]string {
		results := map[string]string{}
		id := mailer.Identity{From: from, Domain: domain}
		for _, c := range newMailDNS(resolver, id, server, selector).check(t.Context()) {
			results[strings.SplitN(c.name, ".", 2)[0]+" "+c.kind] = c.result
		}
		return results
	}
	resolver := good.resolver(t)
	for _, c := range []struct{ domain, from, selector, record, want string }{
		{"play.example.org", from, "k1", "play TXT", `found "v=spf1 a:mx.example.net -all"`},
		{"play.example.org", from, "k1", "play MX", "found 10 mx.example.net"},
		{"play.example.org", from, "k1", "k1 TXT", "found a key"},
		{"play.example.org", from, "k1", "_dmarc TXT", "p=reject"},
		{"play.example.org", from, "k1", "192 PTR", "found mx.example.net"},
		{"play.example.org", from, "", "SELECTOR TXT", "--dkim-selector"},
		{"play.example.org", from, "k2", "k2 TXT", "holds no key"},
		{"play.example.org", from, "k3", "k3 TXT", "holds no key"},
		{"play.example.org", from, "k4", "k4 TXT", "missing"},
		{"weak.example.org", from, "", "weak TXT", "refuses nobody"},
		{"two.example.org", from, "", "two TXT", "2 such records"},
		{"elsewhere.example.org", from, "", "elsewhere TXT", "found"},
		{"likely.example.org", from, "", "likely TXT", "missing"},
		{"missing.example.org", from, "", "missing TXT", "missing"},
		{"missing.example.org", from, "", "missing MX", "missing"},
		{"none.example.org", "a@none.example.org", "", "none MX", "null MX"},
		{"none.example.org", "a@none.example.org", "", "_dmarc TXT", "protects nothing yet"},
		{"none.example.org", "a@unknown.example.org", "", "_dmarc TXT", "missing or unknown"},
		{"none.example.org", "a@missing.example.org", "", "_dmarc TXT", "missing"},
	} {
		if got := ask(resolver, c.domain, c.from, c.selector)[c.record]; !strings.Contains(got, c.want) {
			t.Errorf("%s for %s: %q; want %q", c.record, c.domain, got, c.want)
		}
	}
	closed, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := closed.LocalAddr().String()
	_ = closed.Close()
	if got := ask(resolverAt(address), "play.example.org", from, "k1")["play TXT"]; !strings.HasPrefix(got, "not known") {
		t.Errorf("without a server: %q", got)
	}
}
