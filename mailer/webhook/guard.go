package webhook

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	"code.dny.dev/ssrf"

	"turnpost/models/webhook"
)

// Guard decides which addresses webhooks may have.
type Guard struct {
	safe     *ssrf.Guardian // allows public addresses and the operator's networks
	networks []netip.Prefix
	resolver *net.Resolver
}

// NewGuard returns a Guard that allows public addresses, and the networks of the operator. resolver may be nil.
func NewGuard(networks []netip.Prefix, resolver *net.Resolver) *Guard {
	var v4, v6 []netip.Prefix
	for _, network := range networks {
		if network.Addr().Is4() {
			v4 = append(v4, network)
		} else {
			v6 = append(v6, network)
		}
	}
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	return &Guard{
		safe:     ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...)),
		networks: networks, resolver: resolver,
	}
}

// ParseNetworks parses networks and addresses, such as 10.0.0.0/8 and ::1.
func ParseNetworks(list []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range list {
		network, err := netip.ParsePrefix(text)
		if address, is := netip.ParseAddr(text); is == nil {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q must be a network or an address, such as 10.0.0.0/8", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// lookupTime limits the search for the addresses of a new webhook.
const lookupTime = 5 * time.Second

// Check returns why a webhook must not have a URL, by every address of its host; "" if it may.
func (g *Guard) Check(ctx context.Context, u *url.URL) webhook.Fault {
	addresses, err := g.addresses(ctx, u.Hostname())
	if err != nil || len(addresses) == 0 {
		return webhook.FaultUnknown
	}
	for _, address := range addresses {
		if u.Scheme != "https" && !g.own(address) {
			return webhook.FaultPlain
		}
		if g.safe.SafeAddr(address) != nil {
			return webhook.FaultPrivate
		}
	}
	return ""
}

func (g *Guard) addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if address, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{address}, nil // IPv4 in IPv6 stays what it is: it is not public
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	addresses, err := g.resolver.LookupNetIP(ctx, "ip", host)
	for i := range addresses {
		addresses[i] = addresses[i].Unmap() // the resolver returns IPv4 in either form
	}
	return addresses, err
}

// own reports whether an address is in a network of the operator.
func (g *Guard) own(address netip.Addr) bool {
	return slices.ContainsFunc(g.networks, func(n netip.Prefix) bool { return n.Contains(address) })
}

// dialer returns a dialer that refuses addresses which are not allowed. plain is for connections without TLS.
func (g *Guard) dialer(plain bool) *net.Dialer {
	return &net.Dialer{
		Resolver: g.resolver,
		Control: func(network, address string, c syscall.RawConn) error {
			target, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			if plain && !g.own(target.Addr()) {
				return fmt.Errorf("%w: plain HTTP to %s", ssrf.ErrProhibitedIP, target.Addr())
			}
			return g.safe.Safe(network, address, c)
		},
	}
}
