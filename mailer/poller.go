package mailer

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
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
