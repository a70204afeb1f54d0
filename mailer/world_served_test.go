package mailer

import (
	"net"
	"testing"
)

// served serves each connection to an address of this machine in a separate goroutine until the test ends, and closes
// it then.
func served(t *testing.T, serve func(conn net.Conn)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() { // it ends with the listener
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}
