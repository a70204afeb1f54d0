package mailer

import (
	"net"
	"sync/atomic"
)

// budgetConn is a connection that fails when more bytes were read than allowed. The last read may exceed the budget by
// its buffer.
type budgetConn struct {
	net.Conn
	left     atomic.Int64
	exceeded error // the error of a read without budget
}

func newBudgetConn(conn net.Conn, budget int64, exceeded error) *budgetConn {
	c := &budgetConn{Conn: conn, exceeded: exceeded}
	c.allow(budget)
	return c
}

// allow sets the number of bytes that may be read from now on.
func (c *budgetConn) allow(n int64) { c.left.Store(n) }

func (c *budgetConn) Read(p []byte) (int, error) {
	if c.left.Load() <= 0 {
		return 0, c.exceeded
	}
	n, err := c.Conn.Read(p)
	c.left.Add(-int64(n))
	return n, err
}
