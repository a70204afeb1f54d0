// Command api is the program turnpost: it serves correspondence games over HTTP and mails
// their turns.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-isatty"
	_ "github.com/mattn/go-sqlite3" // named here so that a first build begins with it: it takes longest
)

// oneSignal is how long after the first signal another one ends the program at once. Those before are the
// same wish said twice: timeout(1) and others signal the process, and then its group.
const oneSignal = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(oneSignal, stop) })
	os.Exit(runWith(&program{
		ctx: ctx, in: os.Stdin, terminal: isatty.IsTerminal(os.Stdin.Fd()), out: os.Stdout, err: os.Stderr,
		environ: os.Environ(), serves: func(string) {},
	}, os.Args[1:], os.Getenv))
}

// program is what a subcommand works with.
type program struct {
	ctx      context.Context
	in       io.Reader            // answers to questions
	terminal bool                 // whether somebody is there to be asked
	out      io.Writer            // what the user asked for
	err      io.Writer            // the log
	environ  []string             // NAME=VALUE, to find misspelt settings in
	now      func() time.Time     // the server's clock; time.Now when nil
	serves   func(address string) // called when a server listens; tests learn the port
	dns      *net.Resolver        // the system's when nil
}

func (p *program) resolver() *net.Resolver {
	if p.dns == nil {
		return net.DefaultResolver
	}
	return p.dns
}

// commands are the subcommands; serve is what no name means.
type commands struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Serve HTTP and send mail. This is the default."`
	Demo     demoCommand     `cmd:"" help:"Serve with two players and a game under way, and print curl lines to paste."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database schema up to date and exit."`
	Mailsink mailsinkCommand `cmd:"" help:"Receive mail by SMTP and print it, for trying things out."`
	Check    checkCommand    `cmd:"" help:"${check_help}"`
	Backup   backupCommand   `cmd:"" help:"Copy the database into a new file while a server runs."`
	Inbound  inboundCommand  `cmd:"" help:"Take one mail on standard input, for mail servers that deliver to a program."`
	Admin    adminCommand    `cmd:"" help:"List, ban, rename and delete accounts, end games, invite."`
	Testmail testmailCommand `cmd:"" help:"Send one mail now and show what the mail server says."`
	Ready    readyCommand    `cmd:"" help:"Ask the server on this machine whether it is ready, for health checks."`
	Version  versionCommand  `cmd:"" help:"Print the versions of the program and of the schema that it works with."`
}

// run is the whole program: arguments, environment, output; the result is the
// exit status. It returns when the work is done or ctx ends.
func run(ctx context.Context, args []string, getenv func(string) string, out, errOut io.Writer) int {
	return runWith(&program{ctx: ctx, out: out, err: errOut, serves: func(string) {}}, args, getenv)
}

func newParser(p *program, getenv func(string) string, exit func(int)) (*kong.Kong, error) {
	env := environment{getenv: getenv}
	return kong.New(&commands{},
		kong.Name("turnpost"),
		kong.Description(about), helpTexts,
		kong.Resolvers(env), kong.ValueFormatter(env.help),
		kong.Writers(p.out, p.err), kong.Exit(exit),
		kong.UsageOnError(),
	)
}

func runWith(p *program, args []string, getenv func(string) string) int {
	exit := -1
	parser, err := newParser(p, getenv, func(status int) { exit = status })
	if err != nil {
		fmt.Fprintln(p.err, "turnpost:", err)
		return 2
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // --help was printed
		return exit
	}
	if err != nil {
		fmt.Fprintln(p.err, "turnpost:", err)
		if len(args) > 0 && args[0] == "inbound" { // so that the mail server keeps the mail until the setting is right
			return exitTempFail
		}
		return 2
	}
	warnUnknown(newLog(p.err), p.environ, variables(parser.Model))
	run := func() error { return parsed.Run(p) }
	if whole, is := parsed.Selected().Target.Addr().Interface().(interface{ Run(p *program) error }); is {
		run = func() error { return whole.Run(p) } // a server need not keep what its arguments were read by
	}
	if err := run(); err != nil {
		fmt.Fprintln(p.err, "turnpost:", err)
		if exit, ok := errors.AsType[*exitError](err); ok {
			return exit.status
		}
		return 1
	}
	return 0
}
