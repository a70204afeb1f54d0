package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
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
		return c.showChat(p, a, store, r)
	})
}

// showChat prints the messages of the reported game.
func (c *adminReportsShow) showChat(p *program, a *adminCommand, store *store.Store, r models.Report) error {
	a.acts.about = admin.Act{Game: r.Game, Detail: reportNumber(r.ID)}
	if err := a.acts.begin(p); err != nil {
		return err
	}
	chat, err := store.Admin().ReportedChat(p.ctx, r.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "\n%s in game %s\n", count(len(chat), "message"), r.Game)
	for _, m := range chat {
		_, err = fmt.Fprintf(p.out, "%d  %s  %s: %s\n", m.Number, m.At.Format(time.RFC3339), m.Author.Name,
			strings.ReplaceAll(m.Text, "\n", "\n    "))
	}
	return err
}

func reportNumber(id int64) string { return "report " + strconv.FormatInt(id, 10) }

type adminReportsClose struct {
	ID   int64    `arg:"" help:"Number of the report."`
	Note []string `arg:"" optional:"" help:"A note for operators."`
}

// Run closes a report. It asks for no confirmation: a report can be made again.
func (c *adminReportsClose) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		a.acts.about.Detail = reportNumber(c.ID)
		if err := a.acts.begin(p); err != nil {
			return err
		}
		if err := store.Admin().CloseReport(p.ctx, c.ID, strings.Join(c.Note, " ")); err != nil {
			return err
		}
		_, err := fmt.Fprintf(p.out, "report %d is closed\n", c.ID)
		return err
	})
}

type adminMute struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run mutes an account.
func (c *adminMute) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("refuse the messages of %s from now on; turns and decisions go on", nameAndAddress(o))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().MutePlayer(p.ctx, o.Name) }, "%s is muted")
}

type adminUnmute struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run lifts a mute.
func (c *adminUnmute) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("deliver the messages of %s again; those refused before are lost", nameAndAddress(o))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().UnmutePlayer(p.ctx, o.Name) },
		"%s may write messages again")
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
	now := time.Now
	if p.now != nil {
		now = p.now
	}
	return a.open(p, func(store *store.Store) error {
		a.acts.about.Detail = c.Text
		if c.End {
			a.acts.about.Detail = "end"
		}
		if err := a.acts.begin(p); err != nil {
			return err
		}
		if c.End {
			if err := store.Admin().EndAnnouncement(p.ctx); err != nil {
				return err
			}
			_, err := fmt.Fprintln(p.out, "nothing is announced any more")
			return err
		}
		until, err := parseUntil(c.Until, now())
		if err != nil {
			return err
		}
		if err := store.Admin().Announce(p.ctx, c.Text, until); err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "announced until %s\n", until.UTC().Format(time.RFC3339))
		return err
	})
}

// parseUntil reads a time, a day, which ends at midnight in UTC, or a span from now of days or as time.ParseDuration
// takes it.
func parseUntil(text string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t.AddDate(0, 0, 1), nil
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.Add(time.Duration(n) * 24 * time.Hour), nil
		}
	}
	if span, err := time.ParseDuration(text); err == nil {
		return now.Add(span), nil
	}
	return time.Time{}, fmt.Errorf("--until %q: must be a time such as 2027-01-31T18:00:00Z, a day, or a span such as 3d",
		text)
}
