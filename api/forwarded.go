package api

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"turnpost/models/visible"
)

// clientAddress returns the extractor of the client's address: of the addresses in X-Forwarded-For and that of the
// peer, the last one that is not of a trusted proxy.
func clientAddress(trusted []*net.IPNet) echo.IPExtractor {
	if len(trusted) == 0 {
		return echo.ExtractIPDirect()
	}
	return func(r *http.Request) string {
		client, _ := forwardedFor(r, trusted)
		return client
	}
}

// forwardedFor returns the address of a request's client. unread is the part of X-Forwarded-For, nearer to the server
// than the client's address, that cannot be read; the client is then the nearest proxy before it.
func forwardedFor(r *http.Request, trusted []*net.IPNet) (client, unread string) {
	peer, ok := parseHop(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr, ""
	}
	hops := strings.Split(strings.Join(r.Header.Values(echo.HeaderXForwardedFor), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !covered(trusted, peer) {
			break
		}
		if strings.TrimSpace(hop) == "" {
			continue
		}
		next, ok := parseHop(hop)
		if !ok {
			return peer.String(), hop
		}
		peer = next
	}
	return peer.String(), ""
}

// parseHop parses an address as proxies write it: also quoted, in brackets, with a port or with a zone.
func parseHop(text string) (netip.Addr, bool) {
	text = strings.Trim(text, " \t\"")
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if cut := strings.LastIndexByte(text, ':'); err != nil && cut >= 0 && isPort(text[cut+1:]) {
		address, err = netip.ParseAddr(strings.Trim(text[:cut], "[]"))
	}
	return address.WithZone("").Unmap(), err == nil
}

// isPort reports whether a text has the form of a port, which some proxies leave empty.
func isPort(text string) bool { return len(text) <= 5 && strings.Trim(text, "0123456789") == "" }

func covered(networks []*net.IPNet, address netip.Addr) bool {
	for _, n := range networks {
		if n.Contains(net.IP(address.AsSlice())) {
			return true
		}
	}
	return false
}

// maxWarnedPeers bounds the memory for peers that were warned about.
const maxWarnedPeers = 100

// Warnings about proxies. Their clients share one rate limit and one address in the log.
const (
	warnUntrusted = "X-Forwarded-For from a peer that is not trusted is not believed; " +
		"if this is your proxy, name it in TURNPOST_TRUSTED_PROXIES, or all its clients share one limit"
	warnUnread = "X-Forwarded-For from a trusted proxy cannot be read; let it send the address of its client, " +
		"or all its clients share one limit"
	warnOtherField = "a trusted proxy sends Forwarded, which is not read; let it send X-Forwarded-For, " +
		"or all its clients share one limit"
)

// warnForwarded logs, once for each peer and fault, wrong fields of requests that name their client.
func (s *server) warnForwarded(trusted []*net.IPNet) echo.MiddlewareFunc {
	var mu sync.Mutex
	warned := map[string]bool{}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			warning, value := forwardedFault(c.Request(), trusted)
			if warning == "" {
				return next(c)
			}
			peer, _, _ := net.SplitHostPort(c.Request().RemoteAddr)
			mu.Lock()
			first := !warned[peer+warning] && len(warned) < maxWarnedPeers
			if first {
				warned[peer+warning] = true
			}
			mu.Unlock()
			if first {
				s.log.WarnContext(c.Request().Context(), warning, "peer", peer, "value", visible.Shorten(value, 80))
			}
			return next(c)
		}
	}
}

// forwardedFault returns the warning about the fields of a request that name its client, with the value concerned; ""
// without a fault.
func forwardedFault(r *http.Request, trusted []*net.IPNet) (warning, value string) {
	field, other := r.Header.Get(echo.HeaderXForwardedFor), r.Header.Get("Forwarded")
	if field == "" && other == "" {
		return "", ""
	}
	peer, ok := parseHop(r.RemoteAddr)
	switch {
	case !ok:
	case field == "" && covered(trusted, peer):
		return warnOtherField, other
	case field == "":
	case !covered(trusted, peer):
		return warnUntrusted, field
	}
	if _, unread := forwardedFor(r, trusted); unread != "" {
		return warnUnread, unread
	}
	return "", ""
}
