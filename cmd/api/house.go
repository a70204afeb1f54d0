package main

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/house"
	"turnpost/rules"
)

// houseSettings configure the house, the opponent that the server provides.
type houseSettings struct {
	House        string        `default:"on" enum:"on,off" help:"${house_help}"`
	HouseWorkers int           `default:"1" help:"${house_workers_help}"`
	HousePause   time.Duration `default:"0s" help:"Time that the house waits before it acts, such as 30s."`
	HouseGames   countSetting  `default:"5000" help:"Games of the house under way; more are refused. off is no limit."`
}

const (
	maxHouseWorkers = 16
	maxHousePause   = time.Hour
)

func (s *houseSettings) checkHouse() error {
	if s.HouseWorkers < 1 || s.HouseWorkers > maxHouseWorkers {
		return fmt.Errorf("--house-workers %d: must be 1 to %d", s.HouseWorkers, maxHouseWorkers)
	}
	if s.HousePause < 0 || s.HousePause > maxHousePause {
		return fmt.Errorf("--house-pause %s: must be 0s to %s", s.HousePause, maxHousePause)
	}
	return nil
}

// runHouse plays the games of the house until ctx is done, also those that began before the house was turned off.
func (r *server) runHouse(ctx context.Context, s *settings) {
	house.New(house.Config{
		Store: r.store, Log: r.log, Thinkers: s.HouseWorkers, Pause: s.HousePause,
		Observe: func(ruleset string, level rules.Level, took time.Duration) {
			labels := fmt.Sprintf("{ruleset=%q,level=%q}", ruleset, level)
			r.metrics.GetOrCreateCounter("turnpost_house_turns_total" + labels).Inc()
			r.metrics.GetOrCreateFloatCounter("turnpost_house_seconds_total" + labels).Add(took.Seconds())
		},
	}).Run(ctx)
}
