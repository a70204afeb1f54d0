package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"regexp"
	"strings"

	"github.com/mattn/go-isatty"
)

// logSettings configure the log of a server.
type logSettings struct {
	LogLevel     logLevel     `default:"info" help:"The least important lines that are logged: debug, info, warn or error."`
	AccessLog    string       `default:"on" enum:"on,off" help:"${access_log_help}"`
	LogAddresses logAddresses `default:"full" enum:"full,short,off" help:"${log_addresses_help}"`
}

// logLevel is the level of the least important lines that are logged.
type logLevel slog.Level

// UnmarshalText parses a level.
func (l *logLevel) UnmarshalText(text []byte) error {
	if (*slog.Level)(l).UnmarshalText(text) != nil {
		return fmt.Errorf("%q: must be debug, info, warn or error", text)
	}
	return nil
}

// logAddresses says what the log shows of IP addresses: full, short or off.
type logAddresses string

// newLog returns a logger that writes text to a terminal and JSON elsewhere. Durations are in milliseconds: `took` is
// logged as `took_ms`.
func newLog(w io.Writer) *slog.Logger { return logSettings{LogAddresses: "full"}.newLog(w) }

func (s logSettings) newLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.Level(s.LogLevel), ReplaceAttr: milliseconds}
	if s.LogAddresses != "full" {
		options.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			return s.LogAddresses.hide(milliseconds(groups, a))
		}
	}
	format := func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, options) }
	if f, ok := w.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		format = func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, options) }
	}
	return slog.New(format(newLogWriter(w, format)))
}

func milliseconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	return slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Microseconds())/1000)
}

// hide replaces the addresses in the text of an attribute, which may be the message of a line or an error.
func (s logAddresses) hide(a slog.Attr) slog.Attr {
	switch value := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(s.hideIn(value))
	case error, fmt.Stringer:
		if a.Value.Kind() == slog.KindAny {
			a.Value = slog.StringValue(s.hideIn(fmt.Sprint(value)))
		}
	}
	return a
}

// addresses finds what may be an IP address, of IPv6 with a colon too many where a text goes on after it.
var addresses = regexp.MustCompile(
	`(?i)[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,8}((\.[0-9]{1,3}){3})?|[0-9]{1,3}(\.[0-9]{1,3}){3}`)

// hideIn replaces each address of the internet in a text by its network, or by a dash. Addresses of the machine itself
// and of private networks stay: they are those of proxies and databases.
func (s logAddresses) hideIn(text string) string {
	return addresses.ReplaceAllStringFunc(text, func(found string) string {
		bare := strings.TrimSuffix(found, ":")
		address, err := netip.ParseAddr(bare)
		if err != nil {
			bare = found
			address, err = netip.ParseAddr(bare)
		}
		address = address.Unmap()
		if err != nil || !address.IsGlobalUnicast() || address.IsPrivate() {
			return found
		}
		if s == "off" {
			return "-" + found[len(bare):]
		}
		bits := 48
		if address.Is4() {
			bits = 24
		}
		network, _ := address.Prefix(bits) // fits every address of its family
		return network.String() + found[len(bare):]
	})
}
