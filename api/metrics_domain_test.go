package api

import (
	"strings"
	"testing"
)

// TestDomainMetrics reads the numbers of players, games and refusals, without a name or an address.
func TestDomainMetrics(t *testing.T) {
	m := newMatch(t)
	for range 11 {
		m.call("POST", "/v1/reports").as(m.ann).json(`{"player":"bob","reason":"x"}`).do()
	}
	for range 5 {
		m.call("GET", "/v1/me/export").as(m.ann).accept("*/*").do()
	}
	text := m.call("GET", "/metrics").do().want(200).contains(
		"turnpost_players 2\n", `turnpost_games{state="ongoing",ruleset="hnefatafl"} 1`,
		`turnpost_refused_total{limit="too_many_reports"} 1`, `turnpost_refused_total{limit="export"} 2`,
		`turnpost_refused_total{limit="requests_of_address"} 0`, `turnpost_queue_depth{queue="outbox"} `,
		`turnpost_queue_depth{queue="inbound"} 0`, `turnpost_queue_age_seconds{queue="house"} 0`,
		"# HELP turnpost_bounces_total ",
	).body
	for _, private := range []string{"ann", "bob", "example.org"} {
		if strings.Contains(text, private) {
			t.Errorf("the metrics hold %q", private)
		}
	}
}

// While the database does not answer, the metrics have what the process counts, and lack what it would have to ask.
func TestMetricsWithoutTheDatabase(t *testing.T) {
	m := newMatch(t)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m.call("GET", "/v1/games").do()
	text := m.call("GET", "/metrics").do().want(200).contains("turnpost_http_requests_total{", "turnpost_refused_total{",
		`turnpost_http_request_seconds_count{`, "turnpost_database_connections{").body
	for _, unknown := range []string{"turnpost_players ", "turnpost_queue_depth{", "turnpost_deadline_lag_seconds "} {
		if strings.Contains(text, "\n"+unknown) {
			t.Errorf("it says %s", unknown)
		}
	}
}
