package api

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

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

// censusTime limits the count of players and games, which is made at most once in a minute.
const censusTime = 20 * time.Second

// queue is something that waits to be done.
type queue struct {
	name  string
	depth int64
	age   time.Duration
}

// writeDomain writes the numbers of players and games, refusals by the limits of the store and by others, and queues.
func writeDomain(
	ctx context.Context, w io.Writer, store *models.Store, others map[string]int64, queues []queue,
) error {
	counting, cancel := context.WithTimeout(context.WithoutCancel(ctx), censusTime)
	defer cancel()
	census, err := store.Census(counting)
	if err != nil {
		return err
	}
	metrics.WriteGaugeFloat64(w, "turnpost_players", float64(census.Players))
	for _, g := range census.Games {
		name := fmt.Sprintf("turnpost_games{state=%q,ruleset=%q}", g.Status, g.Ruleset)
		metrics.WriteGaugeFloat64(w, name, float64(g.Games))
	}
	refused := store.Refusals()
	maps.Copy(refused, others)
	for _, limit := range slices.Sorted(maps.Keys(refused)) {
		metrics.WriteCounterUint64(w, fmt.Sprintf("turnpost_refused_total{limit=%q}", limit), uint64(refused[limit]))
	}
	inbound, age, err := store.InboundDepth(ctx)
	if err != nil {
		return err
	}
	for _, q := range append(queues, queue{"inbound", inbound, age}) {
		metrics.WriteGaugeFloat64(w, fmt.Sprintf("turnpost_queue_depth{queue=%q}", q.name), float64(q.depth))
		metrics.WriteGaugeFloat64(w, fmt.Sprintf("turnpost_queue_age_seconds{queue=%q}", q.name), q.age.Seconds())
	}
	return nil
}
