package api

import (
	"net"
	"net/netip"
	"sync"

	"github.com/labstack/echo/v4"
)

// maxWarnedPeers bounds the memory for peers that were warned about.
const maxWarnedPeers = 100

// warnForwarded logs, once for each peer, an X-Forwarded-For header from a peer that is not trusted.
// Behind such a proxy all clients share one rate limit and one address in the log.
func (s *server) warnForwarded(trusted []*net.IPNet) echo.MiddlewareFunc {
	var mu sync.Mutex
	warned := map[string]bool{}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.Header.Get(echo.HeaderXForwardedFor) == "" {
				return next(c)
			}
			peer, err := netip.ParseAddrPort(r.RemoteAddr)
			if err != nil || covered(trusted, peer.Addr()) {
				return next(c)
			}
			address := peer.Addr().Unmap().String()
			mu.Lock()
			first := !warned[address] && len(warned) < maxWarnedPeers
			if first {
				warned[address] = true
			}
			mu.Unlock()
			if first {
				s.log.WarnContext(r.Context(), "X-Forwarded-For from a peer that is not trusted is not believed; "+
					"if this is your proxy, name it in TURNPOST_TRUSTED_PROXIES, or all its clients share one limit", "peer", address)
			}
			return next(c)
		}
	}
}

func covered(networks []*net.IPNet, address netip.Addr) bool {
	for _, n := range networks {
		if n.Contains(net.IP(address.Unmap().AsSlice())) {
			return true
		}
	}
	return false
}
