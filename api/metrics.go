package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"turnpost/models"
	"turnpost/models/store"
)

// traffic counts HTTP requests. Clients cannot choose label values, so the number of series is bounded.
type traffic struct {
	set *metrics.Set

	mu        sync.Mutex
	responses map[responseKind]*metrics.Counter
	routes    map[string]*durations
}

// responseKind is the labels of a count of responses.
type responseKind struct {
	method, route string
	status        int
}

func newTraffic(set *metrics.Set) *traffic {
	return &traffic{
		set: set, responses: map[responseKind]*metrics.Counter{}, routes: map[string]*durations{},
	}
}

// metricsMeaning describes the metrics of this package and those of mail.
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
# HELP turnpost_build_info Which program runs; always 1.
# TYPE turnpost_build_info gauge
# HELP turnpost_outbox_depth Notices that are due and not sent.
# TYPE turnpost_outbox_depth gauge
# HELP turnpost_outbox_age_seconds How long the oldest of them has waited.
# TYPE turnpost_outbox_age_seconds gauge
# HELP turnpost_hooks_total Attempts to send to a webhook, by what became of them.
# TYPE turnpost_hooks_total counter
# HELP turnpost_queue_depth What is due and not sent, by queue.
# TYPE turnpost_queue_depth gauge
# HELP turnpost_queue_age_seconds How long the oldest of it has waited.
# TYPE turnpost_queue_age_seconds gauge
# HELP turnpost_house_turns_total Turns and decisions of the house.
# TYPE turnpost_house_turns_total counter
# HELP turnpost_house_seconds_total Time that they took from the claim to the commit.
# TYPE turnpost_house_seconds_total counter
# HELP turnpost_house_depth Games that wait for the house.
# TYPE turnpost_house_depth gauge
# HELP turnpost_house_age_seconds How long the oldest of them has waited.
# TYPE turnpost_house_age_seconds gauge
# HELP turnpost_deadline_lag_seconds For how long the oldest deadline that has passed was not acted upon.
# TYPE turnpost_deadline_lag_seconds gauge
`

var methods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPatch: true,
	http.MethodPut: true, http.MethodDelete: true, http.MethodOptions: true,
}

// request counts a request. All requests without a route share one series.
func (t *traffic) request(method, route string, status int, took time.Duration) {
	if !methods[method] {
		method = "other"
	}
	if route == "" {
		route = "none"
	}
	responses, durations := t.series(responseKind{method, route, status})
	responses.Inc()
	durations.observe(took)
}

// series returns the series of a kind of response. They are kept, as their names take longer to write than to find.
func (t *traffic) series(kind responseKind) (*metrics.Counter, *durations) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.responses[kind] == nil {
		t.responses[kind] = t.set.GetOrCreateCounter(fmt.Sprintf(
			`turnpost_http_requests_total{method=%q,route=%q,status="%d"}`, kind.method, kind.route, kind.status))
	}
	if t.routes[kind.route] == nil {
		t.routes[kind.route] = &durations{}
	}
	return t.responses[kind], t.routes[kind.route]
}

// turn counts a played or refused turn.
func (t *traffic) turn(g *models.Game, err error) {
	if err == nil {
		t.count("turnpost_http_turns_total{ruleset=%q}", g.Ruleset)
		return
	}
	if e, ok := errors.AsType[*models.Error](err); ok && e.Reason != "" {
		t.count("turnpost_http_illegal_turns_total{reason=%q}", e.Reason)
	}
}

func (t *traffic) count(name string, labels ...any) {
	t.set.GetOrCreateCounter(fmt.Sprintf(name, labels...)).Inc()
}

// durationBounds are the upper bounds of the histogram's buckets in seconds.
var durationBounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}

// durations is a histogram of a route's request times. Each count covers the requests above the previous bound and
// up to its own; the last has no bound.
type durations struct {
	counts      [len(durationBounds) + 1]atomic.Uint64
	nanoseconds atomic.Int64 // sum of all requests
}

func (d *durations) observe(took time.Duration) {
	i, _ := slices.BinarySearch(durationBounds[:], took.Seconds())
	d.counts[i].Add(1)
	d.nanoseconds.Add(int64(took))
}

// write writes the Prometheus histogram, whose buckets are cumulative.
func (d *durations) write(b *bytes.Buffer, route string) {
	const name = "turnpost_http_request_seconds"
	count := uint64(0)
	for i := range d.counts {
		bound := math.Inf(1)
		if i < len(durationBounds) {
			bound = durationBounds[i]
		}
		count += d.counts[i].Load()
		fmt.Fprintf(b, "%s_bucket{route=%q,le=\"%g\"} %d\n", name, route, bound, count)
	}
	fmt.Fprintf(b, "%s_sum{route=%q} %g\n", name, route, time.Duration(d.nanoseconds.Load()).Seconds())
	fmt.Fprintf(b, "%s_count{route=%q} %d\n", name, route, count)
}

// scrapeTime limits the database queries of one scrape, and how long the first ones wait for the count of games.
const scrapeTime = 2 * time.Second

// text renders all metrics in the Prometheus text format; refused has the refusals by limits that are not those of the
// store. The gauges of queues, clocks, players and games are measured in the database. If that fails, the text lacks
// them, and err says why: the counters are then needed most.
func (t *traffic) text(ctx context.Context, store *store.Store, refused map[string]int64) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, scrapeTime)
	defer cancel()
	b := bytes.NewBufferString(metricsMeaning + domainMeaning)
	metrics.WriteProcessMetrics(b)
	writePools(b, store)
	if err = writeLoad(ctx, b, store); err == nil {
		err = writeCensus(ctx, b, store)
	}
	refusals := store.Refusals()
	maps.Copy(refusals, refused)
	for _, limit := range slices.Sorted(maps.Keys(refusals)) {
		metrics.WriteCounterUint64(b, fmt.Sprintf("turnpost_refused_total{limit=%q}", limit), uint64(refusals[limit]))
	}
	t.mu.Lock()
	routes := maps.Clone(t.routes)
	t.mu.Unlock()
	for route, took := range routes {
		took.write(b, route)
	}
	t.set.WritePrometheus(b)
	return b.Bytes(), err
}

// writeLoad writes the gauges of queues and clocks.
func writeLoad(ctx context.Context, b io.Writer, store *store.Store) error {
	load, err := store.Load(ctx)
	if err != nil {
		return err
	}
	metrics.WriteGaugeFloat64(b, "turnpost_outbox_depth", float64(load.Outbox.Depth))
	metrics.WriteGaugeFloat64(b, "turnpost_outbox_age_seconds", load.Outbox.Age.Seconds())
	metrics.WriteGaugeFloat64(b, "turnpost_house_depth", float64(load.House.Depth))
	metrics.WriteGaugeFloat64(b, "turnpost_house_age_seconds", load.House.Age.Seconds())
	writeQueues(b, load)
	metrics.WriteGaugeFloat64(b, "turnpost_deadline_lag_seconds", load.DeadlineLag.Seconds())
	return nil
}

// domainMeaning describes the metrics about players, games, limits and queues.
const domainMeaning = `# HELP turnpost_players Players with a confirmed address.
# TYPE turnpost_players gauge
# HELP turnpost_games Games, by state and ruleset.
# TYPE turnpost_games gauge
# HELP turnpost_refused_total What a limit refused, by limit.
# TYPE turnpost_refused_total counter
# HELP turnpost_bounces_total Mails that came back, by kind: hard (no such mailbox), reputation, soft, complaint (spam).
# TYPE turnpost_bounces_total counter
# HELP turnpost_database_connections Connections to the database, by pool and state.
# TYPE turnpost_database_connections gauge
# HELP turnpost_database_connections_max Most connections that a pool may have.
# TYPE turnpost_database_connections_max gauge
# HELP turnpost_database_waits_total How often a connection of a pool had to be waited for.
# TYPE turnpost_database_waits_total counter
# HELP turnpost_database_wait_seconds_total How long connections of a pool were waited for.
# TYPE turnpost_database_wait_seconds_total counter
# HELP turnpost_database_jobs Transactions that wait for the writer.
# TYPE turnpost_database_jobs gauge
`

// writePools writes what the connections to the database do.
func writePools(w io.Writer, store *store.Store) {
	for _, p := range store.Pools() {
		for state, n := range map[string]int{"used": p.InUse, "idle": p.Idle} {
			name := fmt.Sprintf("turnpost_database_connections{pool=%q,state=%q}", p.Name, state)
			metrics.WriteGaugeUint64(w, name, uint64(n))
		}
		label := fmt.Sprintf("{pool=%q}", p.Name)
		metrics.WriteGaugeUint64(w, "turnpost_database_connections_max"+label, uint64(p.MaxOpenConnections))
		metrics.WriteCounterUint64(w, "turnpost_database_waits_total"+label, uint64(p.WaitCount))
		metrics.WriteCounterFloat64(w, "turnpost_database_wait_seconds_total"+label, p.WaitDuration.Seconds())
	}
	metrics.WriteGaugeUint64(w, "turnpost_database_jobs", uint64(store.Waiting()))
}

// writeQueues writes the depth and the age of each queue.
func writeQueues(w io.Writer, l models.Load) {
	for _, q := range []struct {
		name string
		models.Queue
	}{{"outbox", l.Outbox}, {"house", l.House}, {"hooks", l.Hooks}, {"inbound", l.Inbound}} {
		metrics.WriteGaugeFloat64(w, fmt.Sprintf("turnpost_queue_depth{queue=%q}", q.name), float64(q.Depth))
		metrics.WriteGaugeFloat64(w, fmt.Sprintf("turnpost_queue_age_seconds{queue=%q}", q.name), q.Age.Seconds())
	}
}

// writeCensus writes the numbers of players and games, unless their first count takes too long.
func writeCensus(ctx context.Context, w io.Writer, store *store.Store) error {
	census, err := store.Census(ctx)
	if err == nil {
		metrics.WriteGaugeFloat64(w, "turnpost_players", float64(census.Players))
	} else if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	for _, g := range census.Games {
		name := fmt.Sprintf("turnpost_games{state=%q,ruleset=%q}", g.Status, g.Ruleset)
		metrics.WriteGaugeFloat64(w, name, float64(g.Games))
	}
	return nil
}
