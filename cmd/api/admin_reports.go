package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/models/admin"
	"turnpost/models/play"
	"turnpost/models/store"
)

// adminReports holds the commands about reports.
type adminReports struct {
	List  adminReportsList  `cmd:"" help:"List open reports, or closed ones, newest first."`
	Show  adminReportsShow  `cmd:"" help:"Show a report and, while it is open, the messages of its game."`
	Close adminReportsClose `cmd:"" help:"Close a report."`
}

type adminReportsList struct {
	Closed bool `once:"" help:"List closed reports instead of open ones."`
}

// Run lists reports.
func (c *adminReportsList) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		list, err := store.Admin().Reports(p.ctx, c.Closed, maxListed)
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(list))
		for _, r := range list {
			message := "-"
			if r.Message > 0 {
				message = strconv.Itoa(r.Message)
			}
			rows = append(rows, []string{
				strconv.FormatInt(r.ID, 10), r.CreatedAt.Format(time.RFC3339), r.Reporter, orDash(r.Player, ""),
				orDash(r.Game, ""), message, oneLine(r.Reason),
			})
		}
		return table(p, []string{"ID", "MADE", "BY", "PLAYER", "GAME", "MESSAGE", "REASON"}, rows)
	})
}

type adminReportsShow struct {
	ID int64 `arg:"" help:"Number of the report."`
}

// Run shows a report. Reading the messages of its game is an act of the log.
func (c *adminReportsShow) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		r, err := store.Admin().Report(p.ctx, c.ID)
		if err != nil {
			return err
		}
		closed := "open"
		if !r.ClosedAt.IsZero() {
			closed = strings.TrimSuffix("closed "+r.ClosedAt.Format(time.RFC3339)+": "+oneLine(r.Note), ": ")
		}
		for _, line := range [][2]string{
			{"made", r.CreatedAt.Format(time.RFC3339)},
			{"by", r.Reporter},
			{"player", r.Player},
			{"game", r.Game},
			{"message", r.Said},
			{"reason", r.Reason},
			{"state", closed},
		} {
			if line[1] != "" {
				fmt.Fprintf(p.out, "%-8s %s\n", line[0], strings.ReplaceAll(line[1], "\n", "\n         "))
			}
		}
		if r.Game == "" || !r.ClosedAt.IsZero() {
			return nil
		}
		return showChat(p, store, r.ID)
	})
}

// showChat prints the messages of the reported game.
func showChat(p *program, store *store.Store, report int64) error {
	task, err := store.Admin().PlanReadChat(p.ctx, report, func(chat []play.Message) (err error) {
		fmt.Fprintln(p.out)
		for _, m := range chat {
			_, err = fmt.Fprintf(p.out, "%d  %s  %s: %s\n", m.Number, m.At.Format(time.RFC3339), m.Author.Name,
				strings.ReplaceAll(m.Text, "\n", "\n    "))
		}
		return err
	})
	if err != nil {
		return err
	}
	return carryOut(p, store, task)
}

type adminReportsClose struct {
	ID   int64    `arg:"" help:"Number of the report."`
	Note []string `arg:"" optional:"" help:"A note for operators."`
}

// Run closes a report. It asks for no confirmation: a report can be made again.
func (c *adminReportsClose) Run(p *program, a *adminCommand) error {
	return a.do(p, func(do admin.Admin) admin.Task { return do.PlanCloseReport(c.ID, strings.Join(c.Note, " ")) })
}

type adminMute struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run mutes an account.
func (c *adminMute) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanMute(p.ctx, c.Name) })
}

type adminUnmute struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run lifts a mute.
func (c *adminUnmute) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanUnmute(p.ctx, c.Name) })
}

type adminAnnounce struct {
	Text  string `arg:"" optional:"" help:"What everybody is told, in one line."`
	Until string `once:"" placeholder:"TIME" help:"${until_help}"`
	End   bool   `once:"" help:"End the current announcement."`
}

// Validate requires a text and a time, or --end. kong calls it.
func (c *adminAnnounce) Validate() error {
	if c.End == (c.Text != "") || !c.End && c.Until == "" {
		return errors.New("say what is announced and --until when, or --end")
	}
	return nil
}

// Run announces a text, or ends an announcement.
func (c *adminAnnounce) Run(p *program, a *adminCommand) error {
	return a.do(p, func(do admin.Admin) admin.Task {
		if c.End {
			return do.PlanEndAnnouncement()
		}
		return do.PlanAnnounce(c.Text, c.Until)
	})
}
