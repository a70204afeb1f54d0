package mailer

import (
	"errors"
	"io"
	"net"
	"sync/atomic"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// maxAnswer is how much a server may say to one step besides mails: some 30,000 numbers of mails. The library keeps
// them sorted by moving all that are larger, so that a few MB of them would take minutes.
const maxAnswer = 256 << 10

var errSaysTooMuch = errors.New("the mail server says more than was asked for, or more mails than can be read " +
	"are not marked as seen")

// budgetConn is a connection on which the other side may say so much.
type budgetConn struct {
	net.Conn
	left atomic.Int64
}

// allow lets the other side say so many bytes from now on.
func (c *budgetConn) allow(n int64) { c.left.Store(n) }

func (c *budgetConn) Read(p []byte) (int, error) {
	if c.left.Load() <= 0 {
		return 0, errSaysTooMuch
	}
	n, err := c.Conn.Read(p)
	c.left.Add(-int64(n))
	return n, err
}

// fetchMail reads one mail; one that is too large is read so far that this shows. After an error the
// connection is of no use: the command is left as it is, because the library, when it clears up after a
// mail that was cut off, reads from the connection in two goroutines at once.
func fetchMail(client *imapclient.Client, uid imap.UID) (raw []byte, err error) {
	whole := &imap.FetchItemBodySection{Peek: true}
	options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{whole}}
	command := client.Fetch(imap.UIDSetNum(uid), options)
	for message := command.Next(); message != nil; message = command.Next() {
		var is imap.UID
		var body []byte
		for item := message.Next(); item != nil; item = message.Next() {
			switch item := item.(type) {
			case imapclient.FetchItemDataUID:
				is = item.UID
			case imapclient.FetchItemDataBodySection:
				if item.Literal == nil || !item.MatchCommand(whole) {
					continue
				}
				body, err = io.ReadAll(io.LimitReader(item.Literal, MaxMailSize+1))
				if err == nil && int64(len(body)) < min(item.Literal.Size(), MaxMailSize+1) {
					err = io.ErrUnexpectedEOF
				}
				if err != nil {
					return nil, err
				}
			}
		}
		if is == uid {
			raw = body
		}
	}
	return raw, command.Close()
}
