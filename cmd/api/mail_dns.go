package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"turnpost/mailer"
)

// dnsTime bounds all queries of one check.
const dnsTime = 10 * time.Second

// dnsCheck is one record that the DNS should have for the sender, and the result of the query for it.
type dnsCheck struct {
	name, kind string
	want       string // an example of the record, or its required content
	result     string
}

// mailDNS queries the records by which mail servers judge a sender.
type mailDNS struct {
	resolver *net.Resolver
	from     string // domain of the From address, which DMARC protects
	envelope string // domain of the envelope sender and of the reply addresses
	server   string // host that sends the mail, "" if unknown
	selector string // of DKIM, "" if unknown
}

// newMailDNS derives the domains and the host from the settings of a server.
func newMailDNS(resolver *net.Resolver, id mailer.Identity, smtp, selector string) mailDNS {
	d := mailDNS{resolver: resolver, envelope: id.Domain, selector: selector}
	if address, err := mail.ParseAddress(id.From); err == nil {
		d.from = address.Address[strings.LastIndexByte(address.Address, '@')+1:]
	}
	if u, err := url.Parse(smtp); err == nil && strings.HasPrefix(u.Scheme, "smtp") {
		d.server = u.Hostname()
	}
	return d
}

// local reports whether a domain cannot be in the public DNS.
func local(domain string) bool {
	return !strings.Contains(domain, ".") || net.ParseIP(domain) != nil || strings.HasSuffix(domain, ".localhost")
}

// check queries each record. A failed query is a result too.
func (d mailDNS) check(ctx context.Context) []dnsCheck {
	ctx, cancel := context.WithTimeout(ctx, dnsTime)
	defer cancel()
	checks := []dnsCheck{d.spf(ctx), d.dkim(ctx), d.dmarc(ctx), d.mx(ctx)}
	return append(checks, d.reverse(ctx)...)
}

func (d mailDNS) spf(ctx context.Context) dnsCheck {
	c := dnsCheck{name: d.envelope, kind: "TXT", want: "v=spf1 mx -all"}
	if d.server != "" && !local(d.server) {
		c.want = "v=spf1 a:" + d.server + " -all"
	}
	found, err := d.texts(ctx, d.envelope, "v=spf1")
	switch {
	case err != nil:
		c.result = err.Error()
	case len(found) > 1:
		c.result = fmt.Sprintf("there are %d such records, and receivers then take none", len(found))
	case !slices.ContainsFunc(strings.Fields(found[0])[1:], func(term string) bool {
		return strings.EqualFold(term, "-all") || strings.EqualFold(term, "~all") ||
			strings.HasPrefix(strings.ToLower(term), "redirect=")
	}):
		c.result = fmt.Sprintf("found %q, which refuses nobody: end it with -all", found[0])
	default:
		c.result = fmt.Sprintf("found %q; it must name the host that sends", found[0])
	}
	return c
}

func (d mailDNS) dkim(ctx context.Context) dnsCheck {
	selector := d.selector
	if selector == "" {
		selector = "SELECTOR"
	}
	c := dnsCheck{name: selector + "._domainkey." + d.from, kind: "TXT", want: "v=DKIM1; k=rsa; p=…"}
	if d.selector == "" {
		c.result = "not asked: name the selector of your mail server by --dkim-selector"
		return c
	}
	found, err := d.texts(ctx, c.name, "")
	switch {
	case err != nil:
		c.result = err.Error()
	case tagOf(found[0], "p") == "":
		c.result = fmt.Sprintf("found %q, which holds no key", found[0])
	default:
		c.result = "found a key"
	}
	return c
}

func (d mailDNS) dmarc(ctx context.Context) dnsCheck {
	c := dnsCheck{name: "_dmarc." + d.from, kind: "TXT", want: "v=DMARC1; p=quarantine; rua=mailto:postmaster@" + d.from}
	found, err := d.texts(ctx, c.name, "v=DMARC1")
	switch policy := ""; {
	case err != nil:
		c.result = err.Error()
	case len(found) > 1:
		c.result = fmt.Sprintf("there are %d such records, and receivers then take none", len(found))
	default:
		switch policy = strings.ToLower(tagOf(found[0], "p")); policy {
		case "quarantine", "reject":
			c.result = fmt.Sprintf("found %q", found[0])
		case "none":
			c.result = fmt.Sprintf("found %q, which protects nothing yet: p=quarantine does", found[0])
		default:
			c.result = fmt.Sprintf("found %q, whose policy p is missing or unknown", found[0])
		}
	}
	return c
}

func (d mailDNS) mx(ctx context.Context) dnsCheck {
	c := dnsCheck{name: d.envelope, kind: "MX", want: "10 the host where replies and bounces come in"}
	found, err := d.resolver.LookupMX(ctx, absolute(d.envelope))
	switch {
	case err != nil:
		c.result = problemOf(err)
	case len(found) == 1 && found[0].Host == ".":
		c.result = "found a null MX: no mail is taken, and so no reply and no bounce"
	default:
		hosts := make([]string, len(found))
		for i, mx := range found {
			hosts[i] = fmt.Sprintf("%d %s", mx.Pref, strings.TrimSuffix(mx.Host, "."))
		}
		c.result = "found " + strings.Join(hosts, ", ")
	}
	return c
}

// reverse checks that the addresses of the sending host resolve back to a name.
func (d mailDNS) reverse(ctx context.Context) (checks []dnsCheck) {
	if d.server == "" || local(d.server) {
		return nil
	}
	addresses, err := d.resolver.LookupHost(ctx, absolute(d.server))
	if err != nil {
		return []dnsCheck{{name: d.server, kind: "A", want: "an address", result: problemOf(err)}}
	}
	for _, address := range addresses {
		c := dnsCheck{name: address, kind: "PTR", want: d.server + ", or another name that leads back"}
		names, err := d.resolver.LookupAddr(ctx, address)
		if err != nil {
			c.result = problemOf(err)
		} else {
			c.result = "found " + strings.TrimSuffix(names[0], ".")
		}
		checks = append(checks, c)
	}
	return checks
}

// texts returns the TXT records of a name that begin with a version. Its error explains to people why there is none.
func (d mailDNS) texts(ctx context.Context, name, version string) ([]string, error) {
	all, err := d.resolver.LookupTXT(ctx, absolute(name))
	if err != nil {
		return nil, errors.New(problemOf(err))
	}
	var found []string
	for _, text := range all {
		first, _, _ := strings.Cut(text, ";")
		if word, _, _ := strings.Cut(strings.TrimSpace(first), " "); version == "" || strings.EqualFold(word, version) {
			found = append(found, text)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("missing")
	}
	return found, nil
}

// absolute makes a name absolute, so that the resolver does not try the search domains of this machine.
func absolute(name string) string { return strings.TrimSuffix(name, ".") + "." }

// problemOf explains a failed query: there is no such record, or the DNS did not answer.
func problemOf(err error) string {
	if failure, ok := errors.AsType[*net.DNSError](err); ok {
		if failure.IsNotFound {
			return "missing"
		}
		return "not known: " + failure.Err
	}
	return "not known: " + err.Error()
}

// tagOf returns the value of a tag in a list of TAG=VALUE, separated by semicolons (RFC 6376, section 3.2).
func tagOf(record, tag string) string {
	for part := range strings.SplitSeq(record, ";") {
		if name, value, ok := strings.Cut(part, "="); ok && strings.TrimSpace(name) == tag {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
