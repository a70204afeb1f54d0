package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/store"
)

// settings configure a server. Each has a flag, a TURNPOST_… variable and a default. The tables of the operators'
// manual and .env.example are generated from these tags: see TestSettingsTables.
type settings struct {
	serverSettings  `group:"Server"`
	logSettings     `group:"Log"`
	mailOutSettings `group:"Mail out"`
	inboundSettings `group:"Mail in"`
	houseSettings   `group:"House"`
	webhookSettings `group:"Webhooks"`
	requestLimits   `group:"Limits of requests"`
	effectLimits    `group:"Limits of effects"`
}

type serverSettings struct {
	Listen         string   `default:"127.0.0.1:8080" help:"Address and port of the HTTP server."`
	BaseURL        string   `help:"${base_url_help}"`
	TrustedProxies []string `help:"${trusted_proxies_help}"`
	Database       string   `default:"turnpost.db" help:"${database_help}"`
	Create         string   `default:"yes" enum:"yes,no" help:"${create_help}"`
	migrationSettings

	DatabaseConnectTimeout time.Duration `default:"2s" help:"${database_connect_timeout_help}"`
	DatabaseCommitTimeout  time.Duration `default:"3s" help:"${database_commit_timeout_help}"`

	Operators    []string `help:"${operators_help}"`
	AdminListen  string   `help:"${admin_listen_help}"`
	Pages        string   `help:"${pages_help}"`
	Registration string   `default:"open" help:"${registration_help}"`
}

type mailOutSettings struct {
	SMTP        string `default:"file:mail" help:"${smtp_help}"`
	From        string `default:"turnpost <turnpost@localhost>" help:"Sender of all mail."`
	MailDomain  string `help:"${mail_domain_help}"`
	MailWorkers int    `default:"4" help:"Number of mails that are sent at the same time."`

	Operator string `help:"${operator_help}"`

	MailGather time.Duration `default:"1m" help:"${mail_gather_help}"`
}

// maxMailGather bounds how late a message or an offer may be.
const maxMailGather = time.Hour

// Bounds of the time that a PostgreSQL server may take. Requests wait for it, and end within ten seconds.
const (
	minDatabaseTime = 100 * time.Millisecond
	maxDatabaseTime = 5 * time.Second
)

// Validate checks the settings. kong calls it before the command runs.
func (s *settings) Validate() error {
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q: must be address:port, such as 127.0.0.1:8080", s.Listen)
	}
	for name, limit := range map[string]time.Duration{
		"connect": s.DatabaseConnectTimeout, "commit": s.DatabaseCommitTimeout,
	} {
		if limit != 0 && (limit < minDatabaseTime || limit > maxDatabaseTime) {
			return fmt.Errorf("--database-%s-timeout %s: must be %s to %s", name, limit, minDatabaseTime, maxDatabaseTime)
		}
	}
	if host, _, err := net.SplitHostPort(s.AdminListen); s.AdminListen != "" && (err != nil || !loopback(host)) {
		return fmt.Errorf("--admin-listen %q: must be a loopback address and a port, such as 127.0.0.1:6060", s.AdminListen)
	}
	if _, err := mail.ParseAddress(s.From); err != nil {
		return fmt.Errorf("--from %q: must be an address, such as turnpost <turnpost@example.org>", s.From)
	}
	if _, err := mail.ParseAddress(s.Operator); err != nil && s.Operator != "" {
		return fmt.Errorf("--operator %q: must be an address, such as operator@example.org", s.Operator)
	}
	for _, name := range s.Operators {
		if err := models.CheckName(name); err != nil {
			return fmt.Errorf("--operators %q: must be names of players, separated by commas", name)
		}
	}
	if _, err := mailer.ParseOutbound(s.SMTP); err != nil {
		return fmt.Errorf("--smtp: %w", err)
	}
	if s.BaseURL == "" && !loopback(host) {
		return fmt.Errorf("--listen %s can be reached from elsewhere, so set --base-url (TURNPOST_BASE_URL) "+
			"to the URL that players use, such as https://play.example.org: it is part of every mail", s.Listen)
	}
	if err := checkBaseURL(s.BaseURL); err != nil {
		return err
	}
	if s.MailDomain != "" && !hostName(s.MailDomain) {
		return fmt.Errorf("--mail-domain %q: must be a domain such as example.org, %s", s.MailDomain, asciiForm)
	}
	if s.MailWorkers < 1 || s.MailWorkers > 64 {
		return fmt.Errorf("--mail-workers %d: must be 1 to 64", s.MailWorkers)
	}
	if s.MailGather < 0 || s.MailGather > maxMailGather {
		return fmt.Errorf("--mail-gather %s: must be 0s to %s", s.MailGather, maxMailGather)
	}
	if _, err := account.ParseRegistration(s.Registration); err != nil {
		return fmt.Errorf("--registration %w", err)
	}
	if s.LimitHeavy < 0 || s.LimitHeavy > maxHeavy {
		return fmt.Errorf("--limit-heavy %d: must be 0 to %d", s.LimitHeavy, maxHeavy)
	}
	if err := s.checkHouse(); err != nil {
		return err
	}
	if err := s.checkWebhooks(); err != nil {
		return err
	}
	if err := s.checkInbound(); err != nil {
		return err
	}
	_, err = s.proxies()
	return err
}

func loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || (err == nil && address.IsLoopback())
}

func (s *settings) proxies() ([]*net.IPNet, error) {
	var list []*net.IPNet
	for _, text := range s.TrustedProxies {
		network := text
		if address, err := netip.ParseAddr(text); err == nil {
			network = netip.PrefixFrom(address, address.BitLen()).String()
		}
		_, parsed, err := net.ParseCIDR(network)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies %q: must be a network or an address, such as 10.0.0.0/8", text)
		}
		list = append(list, parsed)
	}
	return list, nil
}

// baseURL returns the URL under which players reach a server that listens at an address, as browsers write it.
func (s *settings) baseURL(address string) string {
	if u, err := url.Parse(s.BaseURL); err == nil && u.Host != "" {
		return u.Scheme + "://" + strings.TrimSuffix(strings.ToLower(u.Host), ":")
	}
	return "http://" + address
}

func (s *settings) mailDomain() string {
	if s.MailDomain != "" {
		return s.MailDomain
	}
	address, err := mail.ParseAddress(s.From)
	if err != nil {
		return "localhost" // Validate refuses such an address
	}
	ascii := mailaddr.ASCII(address.Address)
	return ascii[strings.LastIndexByte(ascii, '@')+1:]
}

// operatorAddress returns the bare address of the operator; "" for none.
func (s *settings) operatorAddress() string {
	address, err := mail.ParseAddress(s.Operator)
	if err != nil { // Validate refuses all but ""
		return ""
	}
	return address.Address
}

// explainMissing adds to the error of a missing database what it takes to make one.
func (s *settings) explainMissing(err error) error {
	if s.Create == "no" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, db.ErrNoSchema)) {
		return fmt.Errorf("%w; as --create is no, only turnpost migrate makes a new one", err)
	}
	return err
}

// databaseName returns the database's name without a password.
func (s *settings) databaseName() string { return store.DatabaseName(s.Database) }
