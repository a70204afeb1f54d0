package mailer

import (
	"io"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limits of connections to a Listener. They are high for mail servers, which send a few mails and leave.
const (
	maxListenerConnections = 200
	listenerLife           = 10 * time.Minute // of a connection
	listenerIdle           = 3 * time.Minute  // without a known recipient or a mail
	busyFor                = 10 * time.Second // after a useful command, a connection is not replaced
)

// networkLimits are the limits of connections from one network, the narrowest first.
var networkLimits = map[bool][]networkLimit{
	true:  {{32, 20}, {24, 40}},           // IPv4
	false: {{64, 20}, {56, 30}, {48, 40}}, // IPv6
}

type networkLimit struct{ bits, max int }

// limitedListener bounds the connections, in all and from one network, and the life of each. When all places are
// taken, a new connection replaces the least useful one: of those without a known recipient, the oldest one of the
// network with most of them.
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

// Accept refuses connections over the limits at once.
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

// thisMachine represents the networks of this machine, which have no limit.
var thisMachine = netip.Prefix{}

// networksOf returns the networks of an address, the narrowest first.
func networksOf(address net.Addr) (networks []netip.Prefix) {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return []netip.Prefix{thisMachine}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if !ip.IsValid() || ip.IsLoopback() {
		return []netip.Prefix{thisMachine}
	}
	for _, limit := range networkLimits[ip.Is4()] {
		networks = append(networks, netip.PrefixFrom(ip, limit.bits).Masked())
	}
	return networks
}

// enter counts a connection, and closes another one for it if necessary. It reports whether there is a place.
func (l *limitedListener) enter(c *listenerConn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, network := range c.networks {
		if network != thisMachine && l.networks[network] >= networkLimits[network.Addr().Is4()][i].max {
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

// leastUseful returns the connection to replace; nil where all are in use.
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
		return a.useful.Before(b.useful) // zero, for never, is the earliest
	}
	if x, y := l.share(a), l.share(b); x != y {
		return x > y
	}
	return a.came.Before(b.came)
}

// share is the number of connections from the widest network of a connection.
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
	useful     time.Time // when it last named a known recipient or left a mail; zero for never
	life, idle *time.Timer
}

// progress records that the client named a known recipient or left a mail.
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

// end closes the connection without a response, which could block.
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
