package main

import (
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strings"

	"turnpost/mailer"
)

// settings are what a server works with. Each has a flag, a TURNPOST_… variable and a
// default; the environment's example file lists them all.
type settings struct {
	Listen         string   `default:"127.0.0.1:8080" help:"Address and port to serve HTTP on."`
	Database       string   `default:"turnpost.db" help:"Path of the SQLite file, or postgres://user:password@host/name."`
	SMTP           string   `name:"smtp" default:"file:mail" help:"Where mail goes: smtp://user:password@host:587, smtps://…, or file:FOLDER for one .eml a message."`
	From           string   `default:"turnpost <turnpost@localhost>" help:"Sender of all mail."`
	BaseURL        string   `name:"base-url" help:"URL under which players reach the server; http://LISTEN when empty."`
	MailDomain     string   `name:"mail-domain" help:"Right side of Message-IDs; the sender's domain when empty."`
	MailWorkers    int      `name:"mail-workers" default:"4" help:"How many mails are sent at a time."`
	TrustedProxies []string `name:"trusted-proxies" help:"Networks whose X-Forwarded-For is believed, such as 10.0.0.0/8."`
}

// Validate is called by kong before anything runs.
func (s *settings) Validate() error {
	if _, _, err := net.SplitHostPort(s.Listen); err != nil {
		return fmt.Errorf("--listen %q: must be address:port, such as 127.0.0.1:8080", s.Listen)
	}
	if _, err := mail.ParseAddress(s.From); err != nil {
		return fmt.Errorf("--from %q: must be an address, such as turnpost <turnpost@example.org>", s.From)
	}
	if _, err := mailer.ParseSetting(s.SMTP); err != nil {
		return fmt.Errorf("--smtp: %w", err)
	}
	if s.BaseURL != "" {
		u, err := url.Parse(s.BaseURL)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return fmt.Errorf("--base-url %q: must begin with http:// or https:// and name a host", s.BaseURL)
		}
	}
	if s.MailWorkers < 1 || s.MailWorkers > 64 {
		return fmt.Errorf("--mail-workers %d: must be 1 to 64", s.MailWorkers)
	}
	_, err := s.proxies()
	return err
}

func (s *settings) proxies() ([]*net.IPNet, error) {
	var list []*net.IPNet
	for _, text := range s.TrustedProxies {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies %q: must be a network, such as 10.0.0.0/8", text)
		}
		list = append(list, network)
	}
	return list, nil
}

// baseURL is where players reach a server that listens at an address.
func (s *settings) baseURL(address string) string {
	if s.BaseURL != "" {
		return strings.TrimRight(s.BaseURL, "/")
	}
	return "http://" + address
}

func (s *settings) mailDomain() string {
	if s.MailDomain != "" {
		return s.MailDomain
	}
	address, err := mail.ParseAddress(s.From)
	if err != nil {
		return "localhost" // Validate has refused it before
	}
	return address.Address[strings.LastIndexByte(address.Address, '@')+1:]
}
