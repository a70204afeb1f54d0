package mailer

import (
	"bytes"
	"errors"
	"net"
	"strconv"
	"sync/atomic"
)

var (
	errBadCapabilities = errors.New("the mail server lists capabilities that are none")
	errManyLists       = errors.New("the mail server nests lists, or answers what was not asked for")
)

// guardedConn is a connection that fails before an opening parenthesis in a list of capabilities: the library would
// read it again and again, without end, in a goroutine that nothing can stop. It fails as well before more parentheses
// than the answers to what is asked for have: for each the library may allocate some kilobytes.
type guardedConn struct {
	net.Conn
	begin   []byte      // of the current line, up to guardedBegin
	end     []byte      // of what was read of the line, up to guardedEnd
	listing bool        // after the name of such a list
	literal int64       // bytes of a literal that follow
	opened  int         // parentheses, without listsOfLine for each line before
	fault   error       // why nothing more is read
	refused atomic.Bool // fault is set
}

const guardedBegin, guardedEnd = 32, 32

// The parentheses that are allowed: of the longest response, and of one after the other. The response about a mail has
// up to three.
const maxLists, listsOfLine = 64, 4

var listsOfCaps = [][]byte{[]byte("CAPABILITY"), []byte("ENABLED")}

func (c *guardedConn) Read(p []byte) (int, error) {
	if c.refused.Load() {
		return 0, c.fault
	}
	n, err := c.Conn.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		if skipped := min(c.literal, int64(len(rest))); skipped > 0 {
			c.literal -= skipped
			rest = rest[skipped:]
			continue
		}
		if c.fault = c.accept(rest[0]); c.fault != nil {
			c.refused.Store(true)
			return 0, c.fault
		}
		rest = rest[1:]
	}
	return n, err
}

// Write fails with the reason for which the library has closed the connection, if it was such a list or there were too
// many: the next command may be written before the library has seen that.
func (c *guardedConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if err != nil && c.refused.Load() {
		err = c.fault
	}
	return n, err
}

// accept takes the next byte outside of a literal, or returns why it does not.
func (c *guardedConn) accept(b byte) error {
	if b == '\n' {
		// Only mails come in literals. In any other line the library takes none that could hold such a list.
		if size, ok := literalSize(c.end); ok && isFetch(c.begin) {
			c.literal, c.end = size, c.end[:0]
			return nil
		}
		c.begin, c.end, c.listing = c.begin[:0], c.end[:0], false
		c.opened = max(0, c.opened-listsOfLine)
		return nil
	}
	if len(c.begin) < guardedBegin {
		c.begin = append(c.begin, b)
	}
	if len(c.end) == guardedEnd {
		c.end = append(c.end[:0], c.end[guardedEnd/2:]...)
	}
	c.end = append(c.end, b)
	switch b {
	case '(':
		if c.listing {
			return errBadCapabilities
		}
		if c.opened++; c.opened > maxLists {
			return errManyLists
		}
	case ']':
		c.listing = false
	case 'Y', 'y', 'D', 'd':
		for _, list := range listsOfCaps {
			tail := c.end[max(0, len(c.end)-len(list)):]
			c.listing = c.listing || bytes.EqualFold(tail, list) && !isFetch(c.begin)
		}
	}
	return nil
}

// isFetch reports whether a line begins as a response with a mail: "* 1 FETCH ".
func isFetch(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("* "))
	number, rest, found := bytes.Cut(rest, []byte(" "))
	isNumber := len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0
	return ok && found && isNumber && len(rest) >= len("FETCH ") && bytes.EqualFold(rest[:len("FETCH ")], []byte("FETCH "))
}

// literalSize returns the size of the literal that a line announces at its end: "{10}" before the line end.
func literalSize(line []byte) (size int64, ok bool) {
	line, ok = bytes.CutSuffix(line, []byte("}\r"))
	begin := bytes.LastIndexByte(line, '{')
	if !ok || begin < 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(line[begin+1:]), 10, 60)
	return int64(n), err == nil
}
