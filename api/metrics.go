package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"turnpost/models"
)

// metrics counts what comes over HTTP. No label has a value that a client can
// choose.
type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	turns    *prometheus.CounterVec
	refused  *prometheus.CounterVec
	handler  http.Handler
}

func newMetrics(registry *prometheus.Registry, store *models.Store) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "turnpost_http_requests_total", Help: "Requests that got a response.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "turnpost_http_request_seconds", Help: "Time until the response to a request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5},
		}, []string{"route"}),
		turns: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "turnpost_http_turns_total", Help: "Turns played over HTTP.",
		}, []string{"ruleset"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "turnpost_http_illegal_turns_total", Help: "Turns over HTTP that the rules refused, by their reason.",
		}, []string{"reason"}),
		handler: promhttp.HandlerFor(registry, promhttp.HandlerOpts{DisableCompression: true}),
	}
	for _, c := range []prometheus.Collector{m.requests, m.seconds, m.turns, m.refused, &state{store}} {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

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
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// turn counts a played or refused turn.
func (m *metrics) turn(g *models.Game, err error) {
	if err == nil {
		m.turns.WithLabelValues(g.Ruleset).Inc()
		return
	}
	if e, ok := errors.AsType[*models.Error](err); ok && e.Reason != "" {
		m.refused.WithLabelValues(e.Reason).Inc()
	}
}

// state shows the outbox and the clocks when it is asked.
type state struct{ store *models.Store }

var (
	outboxDepth = prometheus.NewDesc("turnpost_outbox_depth", "Notices that are due and not sent.", nil, nil)
	outboxAge   = prometheus.NewDesc("turnpost_outbox_age_seconds", "How long the oldest of them has waited.", nil, nil)
	deadlineLag = prometheus.NewDesc("turnpost_deadline_lag_seconds",
		"For how long the oldest deadline that has passed was not acted upon.", nil, nil)
)

// scrapeTime is how long the database may take to say.
const scrapeTime = 2 * time.Second

func (s *state) Describe(ch chan<- *prometheus.Desc) {
	ch <- outboxDepth
	ch <- outboxAge
	ch <- deadlineLag
}

func (s *state) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	depth, age, err := s.store.OutboxDepth(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(outboxDepth, err)
		return
	}
	ch <- prometheus.MustNewConstMetric(outboxDepth, prometheus.GaugeValue, float64(depth))
	ch <- prometheus.MustNewConstMetric(outboxAge, prometheus.GaugeValue, age.Seconds())
	lag, err := s.store.DeadlineLag(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(deadlineLag, err)
		return
	}
	ch <- prometheus.MustNewConstMetric(deadlineLag, prometheus.GaugeValue, lag.Seconds())
}
