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
)

// domainMeaning describes the metrics about players, games, limits and queues.
const domainMeaning = `# HELP turnpost_players Players with a confirmed address.
# TYPE turnpost_players gauge
# HELP turnpost_games Games, by state and ruleset.
# TYPE turnpost_games gauge
# HELP turnpost_refused_total What a limit refused, by limit.
# TYPE turnpost_refused_total counter
# HELP turnpost_bounces_total Mails that came back (hard, soft) or were reported as spam (complaint).
# TYPE turnpost_bounces_total counter
`

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
func writeDomain(ctx context.Context, w io.Writer, store *models.Store, others map[string]int64) error {
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
