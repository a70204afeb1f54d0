package main

import (
	"context"
	"io"
	"net"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

// program is the environment of a subcommand.
type program struct {
	ctx      context.Context
	in       io.Reader            // answers to questions
	terminal bool                 // whether in is a terminal, so that questions can be asked
	out      io.Writer            // the output that the user asked for
	err      io.Writer            // the log
	environ  []string             // NAME=VALUE, searched for misspelt settings
	now      func() time.Time     // the server's clock; time.Now when nil
	serves   func(address string) // called when a server listens, so that tests learn the port
	dns      *net.Resolver        // net.DefaultResolver when nil
	alone    bool                 // whether a server may set threads and garbage collector of the process
	poll     time.Duration        // between a server's looks for what other processes did; the tasks' own when 0
}

func (p *program) resolver() *net.Resolver {
	if p.dns == nil {
		return net.DefaultResolver
	}
	return p.dns
}
