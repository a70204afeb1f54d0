package main

import (
	"fmt"
	"net"
	"sync"

	"turnpost/mailer"
)

type mailsinkCommand struct {
	Address string `arg:"" optional:"" default:"127.0.0.1:2525" help:"Address and port to receive mail on."`
}

// Run prints every mail that it receives until the program is stopped.
func (c *mailsinkCommand) Run(p *program) error {
	listener, err := new(net.ListenConfig).Listen(p.ctx, "tcp", c.Address)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "receiving mail on %s; use it with --smtp smtp://%s\n", listener.Addr(), listener.Addr())
	p.serves(listener.Addr().String())
	var mu sync.Mutex
	sink := &mailer.Sink{Log: newLog(p.err), OnMessage: func(from, to string, raw []byte) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(p.out, "\n--- mail from %s to %s, %d bytes\n%s\n", from, to, len(raw), raw)
	}}
	return sink.Serve(p.ctx, listener)
}
