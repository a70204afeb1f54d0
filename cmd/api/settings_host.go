package main

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// asciiForm is the advice about names in other scripts, which header fields of mails cannot contain.
const asciiForm = "with any other script in its ASCII form (xn--…)"

// hostName reports whether a text can be the name of a host. Underscores occur in networks of containers.
func hostName(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		bad := strings.ContainsFunc(label, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
		})
		if bad || label == "" || len(label) > 63 {
			return false
		}
	}
	return len(text) <= 253
}

// checkBaseURL accepts a URL of a scheme and a host and nothing else.
func checkBaseURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("--base-url %q: must begin with http:// or https:// and name a host", text)
	}
	if (u.Path != "" && u.Path != "/") || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("--base-url %q: must end after the host and port; "+
			"turnpost needs a separate host name and cannot be served under a path", u.Redacted())
	}
	if _, err := netip.ParseAddr(u.Hostname()); err != nil && !hostName(u.Hostname()) {
		return fmt.Errorf("--base-url %q: must name a host such as play.example.org, %s", text, asciiForm)
	}
	if _, err := strconv.ParseUint(u.Port(), 10, 16); err != nil && u.Port() != "" {
		return fmt.Errorf("--base-url %q: has a port above 65535", text)
	}
	return nil
}
