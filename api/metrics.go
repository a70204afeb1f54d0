package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	prometheus "github.com/VictoriaMetrics/metrics"

	"turnpost/models"
)

// metrics counts what comes over HTTP. No label has a value that a client can
// choose.
type metrics struct {
	set    *prometheus.Set
	routes sync.Map // of *durations, by route
}

// metricsMeaning says what the metrics are: those of this package, and of the program's mail.
const metricsMeaning = `# HELP turnpost_http_requests_total Requests that got a response.
# TYPE turnpost_http_requests_total counter
# HELP turnpost_http_request_seconds Time until the response to a request.
# TYPE turnpost_http_request_seconds histogram
# HELP turnpost_http_turns_total Turns played over HTTP.
# TYPE turnpost_http_turns_total counter
# HELP turnpost_http_illegal_turns_total Turns over HTTP that the rules refused, by their reason.
# TYPE turnpost_http_illegal_turns_total counter
# HELP turnpost_mails_total Attempts to send a mail, by what became of them.
# TYPE turnpost_mails_total counter
# HELP turnpost_inbound_total Mails that came in, by what became of them.
# TYPE turnpost_inbound_total counter
# HELP turnpost_outbox_depth Notices that are due and not sent.
# TYPE turnpost_outbox_depth gauge
# HELP turnpost_outbox_age_seconds How long the oldest of them has waited.
# TYPE turnpost_outbox_age_seconds gauge
# HELP turnpost_deadline_lag_seconds For how long the oldest deadline that has passed was not acted upon.
# TYPE turnpost_deadline_lag_seconds gauge
`

var methods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPatch: true,
	http.MethodPut: true, http.MethodDelete: true, http.MethodOptions: true,
}

// request counts a request. Whatever has no route counts as one.
func (m *metrics) request(method, route string, status int, took time.Duration) {
	if !methods[method] {
		method = "other"
	}
	if route == "" {
		route = "none"
	}
	m.count(`turnpost_http_requests_total{method=%q,route=%q,status="%d"}`, method, route, status)
	known, ok := m.routes.Load(route)
	if !ok {
		known, _ = m.routes.LoadOrStore(route, newDurations(m.set, route))
	}
	known.(*durations).observe(took)
}

// turn counts a played or refused turn.
func (m *metrics) turn(g *models.Game, err error) {
	if err == nil {
		m.count("turnpost_http_turns_total{ruleset=%q}", g.Ruleset)
		return
	}
	if e, ok := errors.AsType[*models.Error](err); ok && e.Reason != "" {
		m.count("turnpost_http_illegal_turns_total{reason=%q}", e.Reason)
	}
}

func (m *metrics) count(name string, labels ...any) {
	m.set.GetOrCreateCounter(fmt.Sprintf(name, labels...)).Inc()
}

// durationBounds are in seconds.
var durationBounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}

// durations is how long the requests of a route took, as Prometheus has its histograms: how many took no longer than
// each bound.
type durations struct {
	within     [len(durationBounds)]*prometheus.Counter
	all, count *prometheus.Counter
	sum        *prometheus.FloatCounter
}

func newDurations(set *prometheus.Set, route string) *durations {
	const name = "turnpost_http_request_seconds"
	d := &durations{
		all:   set.GetOrCreateCounter(fmt.Sprintf(`%s_bucket{route=%q,le="+Inf"}`, name, route)),
		count: set.GetOrCreateCounter(fmt.Sprintf("%s_count{route=%q}", name, route)),
		sum:   set.GetOrCreateFloatCounter(fmt.Sprintf("%s_sum{route=%q}", name, route)),
	}
	for i, bound := range durationBounds {
		d.within[i] = set.GetOrCreateCounter(fmt.Sprintf(`%s_bucket{route=%q,le="%g"}`, name, route, bound))
	}
	return d
}

func (d *durations) observe(took time.Duration) {
	for i, bound := range durationBounds {
		if took.Seconds() <= bound {
			d.within[i].Inc()
		}
	}
	d.all.Inc()
	d.count.Inc()
	d.sum.Add(took.Seconds())
}

// scrapeTime is how long the database may take to say.
const scrapeTime = 2 * time.Second

// text is all metrics in the form of Prometheus; the outbox and the clocks as they are.
func (m *metrics) text(ctx context.Context, store *models.Store) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, scrapeTime)
	defer cancel()
	depth, age, err := store.OutboxDepth(ctx)
	if err != nil {
		return nil, err
	}
	lag, err := store.DeadlineLag(ctx)
	if err != nil {
		return nil, err
	}
	b := bytes.NewBufferString(metricsMeaning)
	prometheus.WriteGaugeFloat64(b, "turnpost_outbox_depth", float64(depth))
	prometheus.WriteGaugeFloat64(b, "turnpost_outbox_age_seconds", age.Seconds())
	prometheus.WriteGaugeFloat64(b, "turnpost_deadline_lag_seconds", lag.Seconds())
	m.set.WritePrometheus(b)
	return b.Bytes(), nil
}
