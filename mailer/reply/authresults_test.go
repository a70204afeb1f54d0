package reply

import (
	"strings"
	"testing"
)

// vouched reports whether the trusted server says in a mail's header that the author's domain passed.
func vouched(t testing.TB, header, author string) bool {
	t.Helper()
	h, _ := ReadHeader([]byte(header + "\n\n"))
	return Vouched(h.AuthResults("mx.example.org"), []string{"spf", "dkim", "dmarc"}, author)
}

// Results that count as a pass of ann@example.net, and others that only look like one.
func TestVouched(t *testing.T) {
	const field = "Authentication-Results: "
	for _, c := range []struct {
		header string
		want   bool
	}{
		{"mx.example.org; dmarc=pass header.from=example.net", true},
		{"MX.Example.ORG; DMARC=Pass Header.From=Example.NET", true},
		{`"mx.example.org"; dmarc=pass header.from="example.net"`, true},
		{"mx.example.org 1; dmarc=pass header.from=example.net", true},
		{"mx.example.org 1 (a) ; dmarc/1 = pass (p=none; x) header.from = example.net (;)", true},
		{"(x) mx.example.org (y;z);\n dmarc=pass\n\theader.from=example.net", true},
		{"mx.example.org; spf=fail; dmarc=pass action=none header.from=example.net;compauth=pass reason=100", true},
		{"mx.example.org; dmarc=pass header . from=example.net", true},
		{"mx.example.org; dkim=pass header.d=example.net", true},
		{"mx.example.org; dkim=pass (2048-bit key) header.i=@example.net header.s=x header.b=abc/d+e=", true},
		{`mx.example.org; dkim=pass header.i="@example.net"`, true},
		{"mx.example.org; dkim=pass header.d=mail.example.net", true},
		{"mx.example.org; dkim=fail header.d=example.net; dkim=pass header.d=example.net", true},
		{"mx.example.org; dkim=pass header.d=evil.example; dkim=pass header.d=example.net", true},
		{"mx.example.org; spf=pass smtp.mailfrom=ann@example.net", true},
		{"mx.example.org; spf=pass smtp.mailfrom=bounce+a=b@mail.example.net", true},
		{`mx.example.org; spf=pass smtp.mailfrom="a b"@example.net`, true},
		{"mx.example.org; spf=pass smtp.mailfrom=example.net.", true},
		{"mx.example.org; spf=none smtp.helo=x; spf=pass smtp.mailfrom=example.net", true},
		{"mx.example.org; spf=pass smtp.mailfrom=example.net; spf=none smtp.helo=x", true},
		{"mx.example.org; dmarc=fail header.from=example.net; dkim=pass header.d=example.net", true},

		{"mx.example.org; dmarc=pass header.from=example.net; dmarc=fail header.from=example.net", false},
		{"mx.example.org; dmarc=fail header.from=evil.example; dmarc=pass header.from=example.net", false},
		{"mx.example.org; spf=pass smtp.mailfrom=example.net; spf=pass smtp.mailfrom=evil.example", false},
		{"mx.example.org; dmarc=pass", false},
		{"mx.example.org; dmarc=pass header.from=mail.example.net", false},
		{"mx.example.org; dmarc=pass header.from=net", false},
		{"mx.example.org; dmarc=pass (header.from=example.net)", false},
		{"mx.example.org; dmarc=pass header.from=evil.example (header.from=example.net)", false},
		{"mx.example.org; dmarc=pass header.from=example.net header.from=evil.example", false},
		{"mx.example.org; dmarc=pass header.from=evil.example; x=pass header.from=example.net", false},
		{`mx.example.org; spf=fail reason="; dmarc=pass header.from=example.net"`, false},
		{"mx.example.org; spf=fail (; dmarc=pass header.from=example.net)", false},
		{`mx.example.org; spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.net; b"@evil.example`, false},
		{"mx.example.org; (dmarc=pass header.from=example.net", false},
		{`mx.example.org; dmarc=pass header.from=example.net "`, false},
		{"mx.example.org 2; dmarc=pass header.from=example.net", false},
		{"mx.example.org 1 1; dmarc=pass header.from=example.net", false},
		{"mx.example.org; dmarc/2=pass header.from=example.net", false},
		{"mx.example.org; none", false},
		{"mx.example.org", false},
		{"(mx.example.org; dmarc=pass header.from=example.net)", false},
		{"mx.example.org.evil.example; dmarc=pass header.from=example.net", false},
		{"evil.example (mx.example.org); dmarc=pass header.from=example.net", false},
		{"evil.example; mx.example.org; dmarc=pass header.from=example.net", false},
		{"dmarc=pass header.from=example.net", false},
		{"; dmarc=pass header.from=example.net", false},
		{"mx.example.org; dmarc=bestguesspass header.from=example.net", false},
		{"mx.example.org; x-dmarc=pass header.from=example.net", false},
		{"mx.example.org; dkim=pass", false},
		{"mx.example.org; dkim=pass header.d=evil.example header.i=@example.net", false},
		{"mx.example.org; dkim=pass header.from=example.net", false},
		{"mx.example.org; dkim=pass header.d=net", false},
		{"mx.example.org; dkim=pass header.d=badexample.net", false},
		{"mx.example.org; dkim=pass header.d=example.net.evil.example", false},
		{"mx.example.org; dkim=fail header.d=example.net; dkim=pass header.d=evil.example", false},
		{"mx.example.org; spf=pass", false},
		{"mx.example.org; spf=pass smtp.helo=example.net", false},
		{"mx.example.org; spf=pass smtp.mailfrom=ann@example.net@evil.example", false},
		{"mx.example.org; auth=pass smtp.auth=ann@example.net", false},
	} {
		if got := vouched(t, field+c.header, "example.net"); got != c.want {
			t.Errorf("%s: vouched %t", c.header, got)
		}
		lines := strings.ReplaceAll(field+c.header, "; ", ";\r\n\t")
		if got := vouched(t, lines, "example.net"); got != c.want && !strings.Contains(c.header, `"`) {
			t.Errorf("%q: vouched %t", lines, got)
		}
	}
}

// Servers add their fields at the top. Only the topmost with the trusted id counts, with any fields between.
func TestTopmostResultsCount(t *testing.T) {
	const (
		pass   = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n"
		fail   = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net\n"
		broken = "Authentication-Results: mx.example.org; dmarc=pass (header.from=example.net\n"
		other  = "Authentication-Results: mx.other.example; dmarc=pass header.from=example.net\n"
		way    = "Received: from x by y\n"
	)
	for header, want := range map[string]bool{
		pass: true, way + pass: true, other + pass: true, pass + fail: true, way + other + pass + way + fail: true,
		fail + pass: false, fail + way + pass: false, way + fail + other + pass: false, broken + pass: false,
		other: false, other + fail + pass: false,
		"authentication-results : mx.example.org; none\n" + pass:                                               false,
		"Authentication-Results: mx.example.org 2; dmarc=pass header.from=x\n" + pass:                          false,
		"Authentication-Results: mx.example.org; a=" + strings.Repeat("x", maxField) + "\n" + pass:             false,
		"Authentication-Results: mx.example.org\n; dmarc=fail\n" + pass:                                        false,
		"Authentication-Results:\n mx.example.org;\n dmarc=fail header.from=example.net\n" + pass:              false,
		"Authentication-Results: (a) mx.example.org;\n dmarc=none\n" + pass:                                    false,
		"Authentication-Results: mx.example.org ;dmarc=pass header.from=example.net\n" + fail:                  true,
		"ARC-Authentication-Results: i=1; mx.example.org; dmarc=pass header.from=example.net\n":                false,
		"X-Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n" + fail:                false,
		"Subject: Authentication-Results: mx.example.org; dmarc=pass\n header.from=example.net\n" + way + fail: false,
	} {
		if got := vouched(t, strings.TrimSuffix(header, "\n"), "example.net"); got != want {
			t.Errorf("%.300s: vouched %t", header, got)
		}
	}
}

// SPF and DKIM may be about another name of the organisation, but never about a name that many share.
func TestAligned(t *testing.T) {
	for _, c := range []struct {
		domain, author string
		want           bool
	}{
		{"example.net", "example.net", true},
		{"mail.example.net", "example.net", true},
		{"example.net", "mail.example.net", true},
		{"a.example.net", "b.example.net", true},
		{"example.co.uk", "mail.example.co.uk", true},
		{"bücher.example", "xn--bcher-kva.example", true},
		{"EXAMPLE.NET.", "example.net", true},
		{"net", "example.net", false},
		{"example.net", "net", false},
		{"net", "org", false},
		{"co.uk", "github.io", false},
		{"localhost", "mail.localhost", false},
		{"co.uk", "example.co.uk", false},
		{"evil.co.uk", "example.co.uk", false},
		{"github.io", "ann.github.io", false},
		{"eve.github.io", "github.io", false},
		{"eve.github.io", "ann.github.io", false},
		{"example.net", "badexample.net", false},
		{"", "example.net", false},
		{"example.net", "", false},
		{"", "", false},
		{"localhost", "localhost", true},
	} {
		for _, r := range []AuthResult{
			{Method: "dkim", Properties: map[string]string{"header.d": c.domain}},
			{Method: "dkim", Properties: map[string]string{"header.i": "ann@" + c.domain}},
			{Method: "spf", Properties: map[string]string{"smtp.mailfrom": c.domain}},
			{Method: "spf", Properties: map[string]string{"smtp.mailfrom": "a@" + c.domain}},
		} {
			if got := r.Aligned(c.author); got != c.want {
				t.Errorf("%s about %q, from %q: aligned %t", r.Method, c.domain, c.author, got)
			}
		}
	}
}

// FuzzAuthResults looks for a field that reads as a pass though the words for it are quoted or in a comment.
func FuzzAuthResults(f *testing.F) {
	for _, value := range []string{
		"mx.example.org; dmarc=pass header.from=example.net", `mx.example.org 1; dkim=pass (x) header.i="@a.b"`,
		"mx.example.org; spf=pass smtp.mailfrom=a=b@c; none", `"mx.example.org"; a = b . c = d`, "mx.example.org;=;.=;",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.Contains(value, "\n") {
			return
		}
		header := "Authentication-Results: " + value
		h, _ := ReadHeader([]byte(header + "\n\n"))
		for _, r := range h.AuthResults("mx.example.org") {
			if r.Method == "" || strings.ToLower(r.Method+r.Result) != r.Method+r.Result || r.Properties == nil {
				t.Fatalf("%q: %+v", value, r)
			}
		}
		bare := strings.NewReplacer("(", "", ")", "", `\`, "", `"`, "").Replace(value)
		for _, hidden := range []string{
			"mx.example.org; spf=fail (" + bare + ")", `mx.example.org; spf=fail reason="` + bare + `"`, "evil.example; " + bare,
		} {
			if vouched(t, "Authentication-Results: "+hidden, "example.net") {
				t.Fatalf("%q vouches", hidden)
			}
		}
	})
}
