package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	"turnpost/models"
	"turnpost/models/hook"
)

// The limits of an attempt.
const (
	maxAttempt  = 10 * time.Second
	maxResponse = 64 << 10
)

// result is the result of an attempt.
type result struct {
	status     int // 0 if there was no response
	detail     models.HookDetail
	retryAfter time.Duration // that the receiver asks for; 0 for none
}

// sender sends requests by HTTP.
type sender struct {
	guarded, plain *http.Client // for https and http
	patience       time.Duration
	now            func() time.Time
}

// newSender returns a sender that connects only where the guard allows it, and waits for an answer as long as patience.
func newSender(g *Guard, trust *tls.Config, patience time.Duration, now func() time.Time) *sender {
	client := func(plain bool) *http.Client {
		return &http.Client{
			Transport: &http.Transport{
				DialContext: g.dialer(plain).DialContext, TLSClientConfig: trust, ForceAttemptHTTP2: true,
				MaxIdleConns: 32, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
				MaxResponseHeaderBytes: maxResponse, DisableCompression: true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return &sender{client(false), client(true), patience, now}
}

// close closes idle connections.
func (s *sender) close() {
	s.guarded.CloseIdleConnections()
	s.plain.CloseIdleConnections()
}

// send sends a request to a URL.
func (s *sender) send(ctx context.Context, to string, b body) result {
	u, err := url.Parse(to)
	if err != nil {
		return result{detail: hook.HookUnreachable}
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if b.path != "" {
		u = u.JoinPath(b.path)
	}
	request, err := http.NewRequestWithContext(ctx, cmp.Or(b.method, http.MethodPost), u.String(), bytes.NewReader(b.text))
	if err != nil {
		return result{detail: hook.HookUnreachable}
	}
	request.Header = b.header
	client := s.guarded
	if u.Scheme != "https" {
		client = s.plain
	}
	response, err := client.Do(request)
	if err != nil {
		return result{detail: faultOf(err)}
	}
	defer response.Body.Close() //nolint:errcheck // the status is known
	// The rest of a short response is read, so that the connection can be used again.
	_, _ = io.CopyN(io.Discard, response.Body, maxResponse)
	return s.resultOf(response)
}

// resultOf returns the result of a response.
func (s *sender) resultOf(response *http.Response) result {
	r := result{status: response.StatusCode, retryAfter: s.retryAfter(response.Header.Get("Retry-After"))}
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		r.detail = hook.HookOK
	case status >= 300 && status < 400:
		r.detail = hook.HookRedirected
	case status == http.StatusGone:
		r.detail = hook.HookGone
	default:
		r.detail = hook.HookRefused
	}
	return r
}

// retryAfter parses a Retry-After header: seconds or a date. The result is at most maxRetryAfter.
func (s *sender) retryAfter(text string) time.Duration {
	seconds, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) { // a number too large for an integer is large all the same
		return time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(s.now())), maxRetryAfter)
	}
	return 0
}

// faultOf returns the detail of a failure without a response.
func faultOf(err error) models.HookDetail {
	var certificate *tls.CertificateVerificationError
	var alert tls.AlertError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork):
		return hook.HookForbidden
	case errors.As(err, &certificate), errors.As(err, &alert), errors.As(err, &record),
		errors.Is(err, http.ErrSchemeMismatch):
		return hook.HookUntrusted
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return hook.HookTooSlow
	}
	return hook.HookUnreachable
}
