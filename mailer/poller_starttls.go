package mailer

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

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
