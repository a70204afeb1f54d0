package main

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"time"

	"turnpost/mailer"
)

type testmailCommand struct {
	Address string `arg:"" help:"Where the mail goes."`
	SMTP    string `default:"file:mail" help:"${smtp_help}"`
	From    string `default:"turnpost <turnpost@localhost>" help:"Sender of all mail."`
	BaseURL string `help:"URL under which players reach the server."`

	MailDomain string `help:"${mail_domain_help}"`

	DKIMSelector string `name:"dkim-selector" help:"Selector of your mail server's DKIM key in the DNS."`
	DNS          bool   `default:"true" negatable:"" help:"Ask the DNS for the records that a sender needs."`
}

// testmailTime bounds the whole dialogue with the mail server.
const testmailTime = time.Minute

// Validate checks the arguments. kong calls it before Run.
func (c *testmailCommand) Validate() error {
	if _, err := mailer.ParseOutbound(c.SMTP); err != nil {
		return fmt.Errorf("--smtp: %w", err)
	}
	if _, err := mail.ParseAddress(c.From); err != nil {
		return fmt.Errorf("--from %q: must be an address, such as turnpost <turnpost@example.org>", c.From)
	}
	if _, err := mail.ParseAddress(c.Address); err != nil {
		return fmt.Errorf("%q is no email address of the form name@example.org", c.Address)
	}
	return checkBaseURL(c.BaseURL)
}

// identity returns the sender of a server with these settings.
func (c *testmailCommand) identity() mailer.Identity {
	var s settings
	s.From, s.BaseURL, s.MailDomain = c.From, c.BaseURL, c.MailDomain
	return mailer.Identity{From: c.From, Site: s.baseURL("127.0.0.1:8080"), Domain: s.mailDomain()}
}

// Run sends one mail at once, bypassing the outbox, and prints the dialogue with the mail server.
func (c *testmailCommand) Run(p *program) error {
	setting, err := mailer.ParseOutbound(c.SMTP)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.ctx, testmailTime)
	defer cancel()
	fmt.Fprintf(p.out, "sending a test mail to %s by %s\n", c.Address, setting)
	dialogue, err := setting.Try(ctx, mailer.TestMail{Identity: c.identity(), To: c.Address})
	for _, line := range dialogue {
		fmt.Fprintln(p.out, "  "+line)
	}
	if err != nil {
		return errors.Join(errors.New("the mail was not taken"), err)
	}
	if _, err = fmt.Fprintln(p.out, "the mail was taken"); err != nil || !c.DNS {
		return err
	}
	return c.printDNS(p)
}

// printDNS prints the records that the DNS should have for this sender, and which of them exist. A missing record is
// no error, since the mail was taken.
func (c *testmailCommand) printDNS(p *program) error {
	d := newMailDNS(p.resolver(), c.identity(), c.SMTP, c.DKIMSelector)
	if local(d.from) || local(d.envelope) {
		_, err := fmt.Fprintf(p.out, "%s is no public domain: the DNS is not asked for the records of a sender\n", d.from)
		return err
	}
	fmt.Fprintln(p.out, "\nFor others to trust this sender, the DNS should have:")
	for _, check := range d.check(p.ctx) {
		fmt.Fprintf(p.out, "  %s %s \"%s\"\n    %s\n", check.name, check.kind, check.want, check.result)
	}
	return nil
}
