package mailer

import (
	"io"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limits of connections to a Listener. They are high for mail servers, which send a mail or a few and leave.
const (
	maxListenerConnections = 200
	listenerLife           = 10 * time.Minute // of a connection
	listenerIdle           = 3 * time.Minute  // without a recipient that is known or a mail
	busyFor                = 10 * time.Second // for which a connection that did something useful is not closed for another
)

// networkLimits are how many connections there may be from one network, the narrowest first.
var networkLimits = map[bool][]networkLimit{
	true:  {{32, 20}, {24, 40}},           // IPv4
	false: {{64, 20}, {56, 30}, {48, 40}}, // IPv6
}

type networkLimit struct{ bits, max int }

// limitedListener bounds how many connections there are, in all and from one network, and how long each lives. When
// all places are taken, a newcomer gets that of the connection that has done least: one of those without a recipient
// that is known, of the network that has most of them, the oldest first.
type limitedListener struct {
	net.Listener
	filter commandFilter
	max    int

	mu       sync.Mutex
	conns    map[*listenerConn]bool
	networks map[netip.Prefix]int
}

func newLimitedListener(l net.Listener, filter commandFilter) *limitedListener {
	return &limitedListener{
		Listener: l, filter: filter, max: maxListenerConnections,
		conns: map[*listenerConn]bool{}, networks: map[netip.Prefix]int{},
	}
}

// Accept refuses at once what is over the limits.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &listenerConn{list: l, networks: networksOf(conn.RemoteAddr()), came: time.Now()}
		c.filteredConn = newFilteredConn(conn, l.filter)
		if l.enter(c) {
			return c, nil
		}
		_ = conn.SetWriteDeadline(time.Now().Add(time.Second)) // one line fits the buffer of a new connection
		_, _ = io.WriteString(conn, "421 4.3.2 too many connections; try again later\r\n")
		_ = conn.Close()
	}
}

// here stands for the networks of this machine, which has no limit of its own.
var here = netip.Prefix{}

// networksOf are the networks that an address is in, the narrowest first.
func networksOf(address net.Addr) (networks []netip.Prefix) {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return []netip.Prefix{here}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if !ip.IsValid() || ip.IsLoopback() {
		return []netip.Prefix{here}
	}
	for _, limit := range networkLimits[ip.Is4()] {
		networks = append(networks, netip.PrefixFrom(ip, limit.bits).Masked())
	}
	return networks
}

// enter counts a connection, and closes another for it where that is needed. It reports whether there is a place.
func (l *limitedListener) enter(c *listenerConn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, network := range c.networks {
		if network != here && l.networks[network] >= networkLimits[network.Addr().Is4()][i].max {
			return false
		}
	}
	if len(l.conns) >= l.max {
		least := l.leastUseful()
		if least == nil {
			return false
		}
		l.leave(least)
		least.end()
	}
	l.conns[c] = true
	for _, network := range c.networks {
		l.networks[network]++
	}
	c.life = time.AfterFunc(listenerLife, c.end)
	c.idle = time.AfterFunc(listenerIdle, c.end)
	return true
}

// leastUseful is the connection that makes place for another; nil where all are at work.
func (l *limitedListener) leastUseful() (least *listenerConn) {
	for c := range l.conns {
		if time.Since(c.useful) >= busyFor && (least == nil || l.lessUseful(c, least)) {
			least = c
		}
	}
	return least
}

func (l *limitedListener) lessUseful(a, b *listenerConn) bool {
	if !a.useful.Equal(b.useful) {
		return a.useful.Before(b.useful) // never is before all
	}
	if x, y := l.share(a), l.share(b); x != y {
		return x > y
	}
	return a.came.Before(b.came)
}

// share is how many connections there are from the widest network of one.
func (l *limitedListener) share(c *listenerConn) int {
	return l.networks[c.networks[len(c.networks)-1]]
}

// leave frees the place of a connection, once.
func (l *limitedListener) leave(c *listenerConn) {
	if !l.conns[c] {
		return
	}
	delete(l.conns, c)
	for _, network := range c.networks {
		if l.networks[network]--; l.networks[network] == 0 {
			delete(l.networks, network)
		}
	}
}

// listenerConn is a connection to a Listener.
type listenerConn struct {
	*filteredConn
	list       *limitedListener
	networks   []netip.Prefix
	came       time.Time
	useful     time.Time // when it last named a recipient that is known, or left a mail; zero for never
	life, idle *time.Timer
}

// progress notes that the client does what it is here for.
func (c *listenerConn) progress() {
	if c == nil {
		return
	}
	c.list.mu.Lock()
	c.useful = time.Now()
	c.list.mu.Unlock()
	c.idle.Reset(listenerIdle)
	c.allowCommands()
}

// end closes the connection without a word, which might have to wait.
func (c *listenerConn) end() { _ = c.Conn.Close() }

// Close ends the connection and frees its place.
func (c *listenerConn) Close() error {
	c.list.mu.Lock()
	c.list.leave(c)
	c.list.mu.Unlock()
	c.life.Stop()
	c.idle.Stop()
	return c.filteredConn.Close()
}
