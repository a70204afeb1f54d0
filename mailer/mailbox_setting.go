package mailer

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

// Mailbox is a mailbox on an IMAP server. It prints without the password.
type Mailbox struct {
	address, host  string
	user, password string
	name           string
	encryption     encryption
}

// Errors of ParseMailbox. They repeat nothing of the setting, which holds a password.
var (
	errMailbox = errors.New("a mailbox is imaps://USER:PASSWORD@HOST/MAILBOX, " +
		"with / ? # @ : % in the password as %2F %3F %23 %40 %3A %25")
	errMailboxUser = errors.New("the mailbox needs a user and a password")
)

// ParseMailbox parses imaps://USER:PASSWORD@HOST:PORT/MAILBOX, encrypted from the first byte, or imap://…, encrypted
// by STARTTLS unless the host is this machine. The default ports are 993 and 143, the default mailbox is INBOX.
func ParseMailbox(text string) (Mailbox, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "imap" && u.Scheme != "imaps") || u.Hostname() == "" || u.RawQuery != "" ||
		u.Fragment != "" {
		return Mailbox{}, errMailbox
	}
	password, _ := u.User.Password()
	if u.User.Username() == "" || password == "" {
		return Mailbox{}, errMailboxUser
	}
	m := Mailbox{
		host: u.Hostname(), user: u.User.Username(), password: password,
		name: strings.Trim(u.Path, "/"), encryption: encryptionImplicit,
	}
	port := "993"
	if u.Scheme == "imap" {
		port, m.encryption = "143", encryptionStartTLS
		if isLoopback(m.host) {
			m.encryption = encryptionNone
		}
	}
	if u.Port() != "" {
		port = u.Port()
	}
	if m.name == "" {
		m.name = "INBOX"
	}
	m.address = net.JoinHostPort(m.host, port)
	return m, nil
}

// String returns the mailbox without the password.
func (m Mailbox) String() string {
	return m.name + " of " + m.user + " at " + m.address + " (" + string(m.encryption) + ")"
}
