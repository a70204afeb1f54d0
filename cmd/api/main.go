// Command api is the program turnpost: it serves correspondence games over HTTP and mails their turns.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-isatty"
	_ "github.com/mattn/go-sqlite3" // imported here so that a first build begins with it: it takes longest
)

// signalPause is the time after the first signal in which others are ignored. Later ones end the program at once.
// Programs such as timeout(1) signal the process and then its group.
const signalPause = time.Second

func main() {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup(1) ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() { time.AfterFunc(signalPause, stop) })
	os.Exit(runWith(&program{
		ctx: ctx, in: os.Stdin, terminal: isatty.IsTerminal(os.Stdin.Fd()), out: os.Stdout, err: os.Stderr,
		environ: os.Environ(), serves: func(string) {}, alone: true,
	}, os.Args[1:], os.Getenv))
}

// commands are the subcommands. Serve is the default.
type commands struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Serve HTTP and send mail. This is the default."`
	Demo     demoCommand     `cmd:"" help:"Serve with two players and a game under way, and print curl lines to paste."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the schema of the database up to date and exit."`
	Mailsink mailsinkCommand `cmd:"" help:"Receive mail by SMTP and print it, for trials."`
	Check    checkCommand    `cmd:"" help:"${check_help}"`
	Backup   backupCommand   `cmd:"" help:"Copy the database into a new file while a server runs."`
	Copy     copyCommand     `cmd:"" help:"Copy a database into an empty one, from SQLite to PostgreSQL or back."`
	Inbound  inboundCommand  `cmd:"" help:"Store one mail from standard input, for mail servers that run a program."`
	Admin    adminCommand    `cmd:"" help:"List, ban, rename and delete accounts, end games, invite."`
	Testmail testmailCommand `cmd:"" help:"Send one mail now and show the dialogue with the mail server."`
	Ready    readyCommand    `cmd:"" help:"Ask the server on this machine whether it is ready, for health checks."`
	Version  versionCommand  `cmd:"" help:"Print the versions of the program and of its schema."`
}

// run runs the whole program and returns its exit status when the work is done or ctx ends.
func run(ctx context.Context, args []string, getenv func(string) string, out, errOut io.Writer) int {
	return runWith(&program{ctx: ctx, out: out, err: errOut, serves: func(string) {}}, args, getenv)
}

func newParser(p *program, getenv func(string) string, exit func(int)) (*kong.Kong, error) {
	env := environment{getenv: getenv}
	return kong.New(&commands{},
		kong.Name("turnpost"),
		kong.Description(about), expandHelp,
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
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // --help was printed
		return exit
	}
	if err != nil {
		fmt.Fprintln(p.err, "turnpost:", err)
		if len(args) > 0 && args[0] == "inbound" { // the mail server keeps the mail until the setting is corrected
			return exitTempFail
		}
		return 2
	}
	warnUnknown(newLog(p.err), p.environ, variables(parser.Model))
	run := func() error { return parsed.Run(p) }
	if whole, is := parsed.Selected().Target.Addr().Interface().(interface{ Run(p *program) error }); is {
		run = func() error { return whole.Run(p) } // releases the parser, which parsed.Run would keep
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
