package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/user"
	"strings"
	"time"

	"turnpost/models/admin"
	"turnpost/models/store"
)

// actLog records the act of a command in the operators' log, before it is done and with its outcome.
type actLog struct {
	store *store.Store
	about admin.Act // whom or what the act is about
	id    int64     // 0 before begin
}

// begin records that the act begins.
func (l *actLog) begin(p *program) (err error) {
	act := l.about
	act.Operator, act.Command = operatorName(), p.command
	l.id, err = l.store.Admin().RecordAct(p.ctx, act)
	return err
}

// finish records how the act ended, if it began, and returns its error.
func (l *actLog) finish(p *program, err error) error {
	if l.id == 0 {
		return err
	}
	outcome := "done"
	if err != nil {
		outcome = err.Error()
	}
	return errors.Join(err, l.store.Admin().FinishAct(context.WithoutCancel(p.ctx), l.id, outcome))
}

// operatorName returns the name of the system's user who runs the command, also behind sudo.
func operatorName() string {
	name := os.Getenv("SUDO_USER")
	if current, err := user.Current(); err == nil {
		name = cmp.Or(name, current.Username)
	}
	return cmp.Or(name, "unknown")
}

// commandName returns the words of a command without those of its arguments: "reports close" for
// "admin reports close <id>".
func commandName(parsed string) string {
	var words []string
	for _, word := range strings.Fields(strings.TrimPrefix(parsed, "admin ")) {
		if !strings.HasPrefix(word, "<") && !strings.HasPrefix(word, "[") {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

type adminLog struct {
	Limit int `once:"" default:"100" help:"Maximum number of acts, the last ones."`
}

// Run lists the acts of operators, oldest first.
func (c *adminLog) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		acts, err := store.Admin().Acts(p.ctx, min(max(c.Limit, 1), maxListed))
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(acts))
		for _, act := range acts {
			rows = append(rows, []string{
				act.At.Format(time.RFC3339), act.Operator, act.Command, orDash(act.Player, ""), orDash(act.Game, ""),
				orDash(oneLine(act.Outcome), "not finished"), orDash(oneLine(act.Detail), ""),
			})
		}
		return table(p, []string{"TIME", "OPERATOR", "COMMAND", "PLAYER", "GAME", "OUTCOME", "DETAIL"}, rows)
	})
}

// oneLine joins the lines of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
