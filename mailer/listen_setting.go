package mailer

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

// ListenSetting is where mail is received: by SMTP or LMTP, on a TCP port or a Unix socket.
type ListenSetting struct {
	LMTP    bool
	Network string // tcp or unix
	Address string // host:port, or the path of the socket
}

// errListenSetting is the only error of ParseListenSetting.
var errListenSetting = errors.New("where mail comes in is smtp://HOST:PORT, lmtp://HOST:PORT, or " +
	"lmtp:///PATH/OF/A/SOCKET")

// ParseListenSetting parses smtp://HOST:PORT, lmtp://HOST:PORT, smtp:///PATH or lmtp:///PATH (a Unix socket); unix:
// and unix:// with a path are LMTP on a socket.
func ParseListenSetting(text string) (ListenSetting, error) {
	if path, ok := strings.CutPrefix(text, "unix:"); ok {
		path = strings.TrimPrefix(path, "//")
		if path == "" {
			return ListenSetting{}, errListenSetting
		}
		return ListenSetting{LMTP: true, Network: "unix", Address: path}, nil
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "lmtp") || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" || u.Opaque != "" {
		return ListenSetting{}, errListenSetting
	}
	s := ListenSetting{LMTP: u.Scheme == "lmtp", Network: "tcp", Address: u.Host}
	if u.Host == "" {
		s.Network, s.Address = "unix", u.Path
		if len(u.Path) < 2 {
			return ListenSetting{}, errListenSetting
		}
		return s, nil
	}
	if _, port, err := net.SplitHostPort(u.Host); err != nil || port == "" || (u.Path != "" && u.Path != "/") {
		return ListenSetting{}, errListenSetting
	}
	return s, nil
}

// String returns the setting as a URL.
func (s ListenSetting) String() string {
	scheme := "smtp"
	if s.LMTP {
		scheme = "lmtp"
	}
	return scheme + "://" + s.Address
}
