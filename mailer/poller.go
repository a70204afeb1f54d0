package mailer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"turnpost/models/panics"
)

// Limits of one poll.
const (
	pollTimeout = 2 * time.Minute
	dialTimeout = 30 * time.Second
	pollBatch   = 50    // mails requested at a time
	maxPolled   = 1_000 // mails of one poll; the next poll continues
)

// Poller polls a mailbox for mails that are not marked as seen, hands them to the inbox and marks them once they are
// stored. After a crash in between they are offered again, which does nothing. It deletes nothing.
type Poller struct {
	Inbox    *Inbox
	Mailbox  Mailbox
	Interval time.Duration
	Timeout  time.Duration // of one poll; 2 minutes when 0
	TLS      *tls.Config   // for certificates that the system does not know
	Log      *slog.Logger  // slog.Default when nil

	failures map[imap.UID]int // of polls that ended at a mail, which the next ones may get past
}

// Run polls the mailbox until ctx ends. After a panic it goes on.
func (p *Poller) Run(ctx context.Context) {
	if p.Log == nil {
		p.Log = slog.Default()
	}
	panics.Restart(ctx, p.Log, "mailbox", p.run)
}

func (p *Poller) run(ctx context.Context) {
	interval := time.NewTicker(p.Interval)
	defer interval.Stop()
	for {
		if _, err := p.Poll(ctx); err != nil && ctx.Err() == nil {
			p.Log.WarnContext(ctx, "looking for mail", "mailbox", p.Mailbox.String(), "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-interval.C:
		}
	}
}

// Poll polls once and returns the number of stored mails.
func (p *Poller) Poll(ctx context.Context) (taken int, err error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(p.Timeout, pollTimeout))
	defer cancel()
	conn, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", p.Mailbox.address)
	if err != nil {
		return 0, fmt.Errorf("connecting: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // which interrupts every step
	defer stop()
	defer func() { _ = conn.Close() }()
	heard := newBudgetConn(conn, maxAnswer, errSaysTooMuch)
	client, err := p.open(ctx, heard)
	if err != nil {
		return 0, fmt.Errorf("connecting: %w", err)
	}
	defer func() { _ = client.Close() }()
	if err := client.Login(p.Mailbox.user, p.Mailbox.password).Wait(); err != nil {
		if refused, ok := errors.AsType[*imap.Error](err); ok && refused.Type == imap.StatusResponseTypeNo {
			return 0, fmt.Errorf("the mail server does not take this user with this password: %w", err)
		}
		return 0, fmt.Errorf("signing in: %w", err)
	}
	if _, err := client.Select(p.Mailbox.name, nil).Wait(); err != nil {
		return 0, fmt.Errorf("opening the mailbox: %w", err)
	}
	uids, err := p.search(client, heard)
	if err != nil {
		return 0, err
	}
	p.putOff(uids)
	for batch := range slices.Chunk(uids, pollBatch) {
		stored, err := p.take(ctx, client, heard, batch)
		taken += stored
		if err != nil {
			return taken, err
		}
	}
	heard.allow(maxAnswer)
	_ = client.Logout().Wait() // the mails are stored and marked already
	return taken, nil
}

// open starts IMAP on a connection, encrypted as the setting demands.
func (p *Poller) open(ctx context.Context, conn net.Conn) (*imapclient.Client, error) {
	options := &imapclient.Options{TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	if p.TLS != nil {
		options.TLSConfig = p.TLS.Clone()
	}
	options.TLSConfig.ServerName = p.Mailbox.host
	switch p.Mailbox.encryption {
	case encryptionImplicit:
		encrypted := tls.Client(conn, options.TLSConfig)
		if err := encrypted.HandshakeContext(ctx); err != nil {
			return nil, err
		}
		conn = encrypted
	case encryptionStartTLS:
		encrypted, err := startTLS(ctx, conn, options.TLSConfig)
		if err != nil {
			return nil, err
		}
		conn = encrypted
	}
	return imapclient.New(&guardedConn{Conn: conn}, options), nil
}

// search returns the mails that are not marked as seen, at most the first maxPolled. It asks for ranges, which stay
// short, where the server supports that.
func (p *Poller) search(client *imapclient.Client, heard *budgetConn) ([]imap.UID, error) {
	heard.allow(maxAnswer)
	options := &imap.SearchOptions{ReturnAll: client.Caps().Has(imap.CapESearch)}
	unseen := &imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}}
	found, err := client.UIDSearch(unseen, options).Wait()
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	set, _ := found.All.(imap.UIDSet)
	return firstUIDs(set, maxPolled), nil
}

// firstUIDs returns the first numbers of a set, which may cover billions in a few bytes.
func firstUIDs(set imap.UIDSet, n int) (uids []imap.UID) {
	for _, r := range set {
		if r.Start == 0 || r.Stop < r.Start { // "*", which names no found mail
			continue
		}
		for uid := r.Start; len(uids) < n; uid++ {
			uids = append(uids, uid)
			if uid == r.Stop {
				break
			}
		}
	}
	return uids
}

// maxFailures is the number of polls that end at one mail before it comes after all others: the connection may have
// broken there by chance, or the mail server cannot read what it has.
const maxFailures = 2

// putOff moves the mails at which polls ended again and again to the end, and forgets others.
func (p *Poller) putOff(uids []imap.UID) {
	maps.DeleteFunc(p.failures, func(uid imap.UID, _ int) bool { return !slices.Contains(uids, uid) })
	slices.SortStableFunc(uids, func(a, b imap.UID) int {
		return cmp.Compare(p.failures[a]/maxFailures, p.failures[b]/maxFailures)
	})
}

// take stores the mails in order and marks each as seen, also one without a header, which is logged.
func (p *Poller) take(
	ctx context.Context, client *imapclient.Client, heard *budgetConn, uids []imap.UID,
) (taken int, err error) {
	heard.allow(maxAnswer)
	found, err := client.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true}).Collect()
	if err != nil {
		return 0, fmt.Errorf("reading sizes: %w", err)
	}
	sizes := map[imap.UID]int64{}
	for _, m := range found { // in any order
		sizes[m.UID] = m.RFC822Size
	}
	for _, uid := range uids {
		size, exists := sizes[uid]
		if !exists {
			continue
		}
		heard.allow(maxAnswer + 2*MaxMailSize)
		stored, err := p.takeOne(ctx, client, uid, size)
		if err != nil {
			if p.failures == nil {
				p.failures = map[imap.UID]int{}
			}
			p.failures[uid]++
			return taken, err
		}
		if stored {
			taken++
		}
		seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}
		if err := client.Store(imap.UIDSetNum(uid), seen, nil).Close(); err != nil {
			return taken, fmt.Errorf("marking mail %d: %w", uid, err)
		}
	}
	return taken, nil
}

func (p *Poller) takeOne(ctx context.Context, client *imapclient.Client, uid imap.UID, size int64) (bool, error) {
	raw, err := fetchMail(client, uid, size)
	if err != nil {
		return false, fmt.Errorf("reading mail %d: %w", uid, err)
	}
	_, err = p.Inbox.Receive(ctx, Incoming{Source: "imap", Raw: raw})
	if errors.Is(err, ErrNoMail) {
		cmp.Or(p.Log, slog.Default()).WarnContext(ctx, "a mail in the mailbox has no header and is not read",
			"mailbox", p.Mailbox.String(), "uid", uid, "size", size)
		return false, nil
	}
	return err == nil, err
}

// maxAnswer bounds the bytes of a server's response to one step, mails aside: some 30,000 numbers of mails. The
// library inserts each into a sorted list, so that a few MB of them would take minutes.
const maxAnswer = 256 << 10

var errSaysTooMuch = errors.New("the mail server says more than was asked for, or more mails than can be read " +
	"are not marked as seen")

// fetchMail reads one mail of a size, and of a large one only its beginning. After an error the connection is unusable:
// the command is not closed, because the library would then read the rest of the mail in two goroutines at once.
func fetchMail(client *imapclient.Client, uid imap.UID, size int64) (raw []byte, err error) {
	whole := &imap.FetchItemBodySection{Peek: true}
	if size > MaxMailSize {
		whole.Partial = &imap.SectionPartial{Size: MaxMailSize}
	}
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
				body, err = io.ReadAll(io.LimitReader(item.Literal, MaxMailSize))
				if err == nil && int64(len(body)) < min(item.Literal.Size(), MaxMailSize) {
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

// maxPlainLines is the number of lines that a server may say before the encryption begins.
const maxPlainLines = 20

// startTLS begins the encryption of an IMAP connection, on which the caller bounds what is read. The returned one
// begins with a greeting, as the library expects it. The library's own STARTTLS has no place for a guardedConn above
// the encryption.
func startTLS(ctx context.Context, conn net.Conn, config *tls.Config) (net.Conn, error) {
	said := bufio.NewReader(conn)
	if line, err := said.ReadString('\n'); err != nil {
		return nil, err
	} else if !strings.HasPrefix(strings.ToUpper(line), "* OK") {
		return nil, fmt.Errorf("the mail server greets with %.100q instead of OK", line)
	}
	if _, err := io.WriteString(conn, "S1 STARTTLS\r\n"); err != nil {
		return nil, err
	}
	for range maxPlainLines {
		line, err := said.ReadString('\n')
		switch {
		case err != nil:
			return nil, err
		case strings.HasPrefix(line, "* "):
			continue
		case !strings.HasPrefix(strings.ToUpper(line), "S1 OK"):
			return nil, fmt.Errorf("the mail server refuses STARTTLS: %.100q", line)
		case said.Buffered() > 0: // not encrypted: somebody in between may have said it
			return nil, errors.New("the mail server says more before the encryption begins")
		}
		encrypted := tls.Client(conn, config)
		if err := encrypted.HandshakeContext(ctx); err != nil {
			return nil, err
		}
		greeting := strings.NewReader("* OK encrypted\r\n")
		return &greetedConn{Conn: encrypted, said: io.MultiReader(greeting, encrypted)}, nil
	}
	return nil, errSaysTooMuch
}

// greetedConn is a connection that begins with a greeting.
type greetedConn struct {
	net.Conn
	said io.Reader
}

func (c *greetedConn) Read(p []byte) (int, error) { return c.said.Read(p) }
