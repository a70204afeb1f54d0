package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/VictoriaMetrics/metrics"

	"turnpost/models"
	"turnpost/models/store"
)

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

// writeDomain writes the numbers of players and games, unless their first count takes too long, and refusals by the
// limits of the store and by others.
func writeDomain(ctx context.Context, w io.Writer, store *store.Store, others map[string]int64) error {
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
	refused := store.Refusals()
	maps.Copy(refused, others)
	for _, limit := range slices.Sorted(maps.Keys(refused)) {
		metrics.WriteCounterUint64(w, fmt.Sprintf("turnpost_refused_total{limit=%q}", limit), uint64(refused[limit]))
	}
	return nil
}
