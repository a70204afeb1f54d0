package main

import (
	"cmp"
	"os"
	"os/user"
	"strconv"
	"strings"
	"time"

	"turnpost/models/admin"
	"turnpost/models/store"
)

// operatorName returns the name of the system's user who runs the command, also behind sudo.
func operatorName() string {
	name := os.Getenv("SUDO_USER")
	if current, err := user.Current(); err == nil {
		name = cmp.Or(name, current.Username)
	}
	return cmp.Or(name, "unknown")
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
				act.At.Format(time.RFC3339), operatorOf(act), act.Command, orDash(act.Player, ""), orDash(act.Game, ""),
				orDash(oneLine(act.Outcome), "not finished"), orDash(oneLine(act.Detail), ""),
			})
		}
		return table(p, []string{"TIME", "OPERATOR", "COMMAND", "PLAYER", "GAME", "OUTCOME", "DETAIL"}, rows)
	})
}

// operatorOf names who did an act: the system's user, or the player who did it in a browser.
func operatorOf(act admin.Act) string {
	if act.OperatorID == 0 {
		return act.Operator
	}
	return "player " + cmp.Or(act.Operator, strconv.FormatInt(act.OperatorID, 10))
}

// oneLine joins the lines of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
