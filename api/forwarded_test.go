package api

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestForwardedByStrangersIsSaidOnce sends X-Forwarded-For twice from a peer that is not trusted.
func TestForwardedByStrangersIsSaidOnce(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		request, err := http.NewRequest(http.MethodGet, w.url+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Forwarded-For", "192.0.2.7")
		response, err := w.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	if n := strings.Count(w.log.String(), "TURNPOST_TRUSTED_PROXIES"); n != 1 {
		t.Errorf("it is said %d times: %s", n, w.log)
	}
}

// trustedInTest covers the peers 10.0.0.1 and fd00::1.
var trustedInTest = func() (list []*net.IPNet) {
	for _, text := range []string{"10.0.0.0/8", "fd00::/8"} {
		_, network, _ := net.ParseCIDR(text)
		list = append(list, network)
	}
	return list
}()

// forwardedCases are values of X-Forwarded-For, one for each line, with the client that they name.
var forwardedCases = []struct{ fields, client, warning string }{
	{"203.0.113.1", "203.0.113.1", ""},
	{"203.0.113.1:40000", "203.0.113.1", ""},
	{"203.0.113.1:", "203.0.113.1", ""},
	{"[2001:db8::1]:40000", "2001:db8::1", ""},
	{"[2001:db8::1]", "2001:db8::1", ""},
	{"2001:db8::1", "2001:db8::1", ""},
	{"2001:DB8:0:0:0:0:0:1:443", "2001:db8::1", ""},
	{"::ffff:203.0.113.1", "203.0.113.1", ""},
	{"[::ffff:203.0.113.1]:9", "203.0.113.1", ""},
	{`"203.0.113.1:40000"`, "203.0.113.1", ""},
	{`"[2001:db8::1]:4711"`, "2001:db8::1", ""},
	{"fe80::1%eth0", "fe80::1", ""},
	{"[fe80::1%25eth0]:80", "fe80::1", ""},
	{" \t203.0.113.1 ", "203.0.113.1", ""},
	{"198.51.100.7, 203.0.113.1:5, 10.2.3.4:6, [fd00::7]:8", "203.0.113.1", ""}, // the first one is claimed
	{"nonsense, 203.0.113.1", "203.0.113.1", ""},
	{"203.0.113.1,, ,10.2.3.4", "203.0.113.1", ""},
	{"203.0.113.1\n10.2.3.4", "203.0.113.1", ""},
	{"10.2.3.4", "10.2.3.4", ""}, // a client in the networks of the proxies
	{"", "10.0.0.1", ""},
	{"unknown", "10.0.0.1", warnUnread},
	{"203.0.113.1, _hidden", "10.0.0.1", warnUnread},
	{"203.0.113.1, 203.0.113, 10.2.3.4", "10.2.3.4", warnUnread},
	{"203.0.113.1:http", "10.0.0.1", warnUnread},
	{"203.0.113.1:123456", "10.0.0.1", warnUnread},
}

func TestForwardedNamesTheClient(t *testing.T) {
	for _, c := range forwardedCases {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "10.0.0.1:1234"
		for _, line := range strings.Split(c.fields, "\n") {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := clientAddress(trustedInTest)(r); got != c.client {
			t.Errorf("%q: the client is %s, want %s", c.fields, got, c.client)
		}
		if got, _ := forwardedFault(r, trustedInTest); got != c.warning {
			t.Errorf("%q: warned %q, want %q", c.fields, got, c.warning)
		}
		r.RemoteAddr = "[2001:db8::9%eth1]:1234"
		if got := clientAddress(trustedInTest)(r); got != "2001:db8::9" {
			t.Errorf("%q from a stranger: the client is %s", c.fields, got)
		}
	}
}

func TestForwardedInAnotherField(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "10.0.0.1:1234"
	r.Header.Set("Forwarded", "for=203.0.113.1")
	if got, _ := forwardedFault(r, trustedInTest); got != warnOtherField {
		t.Errorf("warned %q", got)
	}
	r.Header.Set("X-Forwarded-For", "203.0.113.1")
	if got, _ := forwardedFault(r, trustedInTest); got != "" {
		t.Errorf("warned %q although the other field is there", got)
	}
	if got, _ := forwardedFault(r, nil); got != warnUntrusted {
		t.Errorf("warned %q", got)
	}
}

func FuzzForwardedFor(f *testing.F) {
	for _, c := range forwardedCases {
		f.Add(c.fields)
	}
	f.Fuzz(func(t *testing.T, field string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "10.0.0.1:1234"
		r.Header.Set("X-Forwarded-For", field)
		if client, _ := forwardedFor(r, trustedInTest); net.ParseIP(client) == nil {
			t.Errorf("%q: the client is %q", field, client)
		}
	})
}
