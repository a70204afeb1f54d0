package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"turnpost/models/admin"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/templates/view"
)

// adminInbound lists incoming mails and has them read again.
type adminInbound struct {
	List  adminInboundList  `cmd:"" help:"List mails, newest first."`
	Show  adminInboundShow  `cmd:"" help:"Show a mail and what became of it."`
	Retry adminInboundRetry `cmd:"" help:"Read a mail again that failed or was refused."`
}

type adminInboundList struct {
	Result string `once:"" help:"Only those with this result, such as failed, rejected or wrong_sender."`
	Queued bool   `once:"" help:"Only those that were not read yet."`
	Limit  int    `once:"" default:"50" help:"Maximum number of mails."`
}

// Validate refuses an unknown result, whose list would be empty.
func (c *adminInboundList) Validate() error {
	if c.Result == "" || slices.Contains(mailbox.InboundResults, mailbox.InboundResult(c.Result)) {
		return nil
	}
	return fmt.Errorf("--result %q is none of %q", c.Result, mailbox.InboundResults)
}

func (c *adminInboundList) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		filter := mailbox.InboundFilter{Result: mailbox.InboundResult(c.Result), Limit: min(max(c.Limit, 1), maxListed)}
		if c.Queued {
			filter.Status = "queued"
		}
		list, _, err := store.Admin().InboundMails(p.ctx, filter)
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(list))
		for _, m := range list {
			rows = append(rows, []string{
				strconv.FormatInt(m.ID, 10), m.ReceivedAt.Format(time.RFC3339), m.Source,
				orDash(string(m.Result), m.Status), orDash(m.Reason, ""),
				orDash(m.Game+m.Challenge, ""), orDash(m.From, ""), strconv.Itoa(m.Size),
			})
		}
		return table(p, []string{"ID", "RECEIVED", "SOURCE", "RESULT", "REASON", "ABOUT", "FROM", "BYTES"}, rows)
	})
}

func orDash(text, instead string) string {
	switch {
	case text != "":
		return text
	case instead != "":
		return instead
	}
	return "-"
}

type adminInboundShow struct {
	ID  int64 `arg:"" help:"Number of the mail."`
	Raw bool  `once:"" help:"Print the mail itself, if it is still stored."`
}

func (c *adminInboundShow) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		m, err := store.Admin().InboundMail(p.ctx, c.ID)
		if err != nil {
			return err
		}
		if c.Raw && len(m.Raw) == 0 {
			return mailbox.ErrNoRawMail
		}
		if c.Raw {
			return carryOut(p, store, store.Admin().PlanReadMail(c.ID, func(raw []byte) error {
				_, err := p.out.Write(raw)
				return err
			}))
		}
		refused := ""
		if m.Refused != nil {
			refused = view.New(store).Explain(m.Refused, view.Mail, view.Reader{}).Text()
		}
		for _, line := range [][2]string{
			{"received", m.ReceivedAt.Format(time.RFC3339)},
			{"by", m.Source},
			{"message-id", m.MessageID},
			{"envelope from", m.From},
			{"envelope to", m.To},
			{"bytes", strconv.Itoa(m.Size)},
			{"status", m.Status},
			{"tries", strconv.Itoa(m.Attempts)},
			{"result", string(m.Result)},
			{"reason", m.Reason},
			{"detail", m.Detail},
			{"refused", refused},
			{"authentication", m.Auth},
			{"game", m.Game},
			{"challenge", m.Challenge},
		} {
			if line[1] != "" {
				fmt.Fprintf(p.out, "%-15s %q\n", line[0]+":", line[1])
			}
		}
		if len(m.Raw) > 0 {
			fmt.Fprintln(p.out, "The mail itself: --raw")
		}
		return nil
	})
}

type adminInboundRetry struct {
	ID int64 `arg:"" help:"Number of the mail."`
}

func (c *adminInboundRetry) Run(p *program, a *adminCommand) error {
	return a.do(p, func(do admin.Admin) admin.Task { return do.PlanRequeueMail(c.ID) })
}
