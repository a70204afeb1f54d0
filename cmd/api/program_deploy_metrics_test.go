package main

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
)

// metricName finds the names of metrics in rules, dashboards and the manual.
var metricName = regexp.MustCompile(`turnpost_[a-z_]+`)

// TestMetricsOfAlertsExist compares the metrics that the rules, the dashboard and the manual name with /metrics, and
// the alerts with those that the tests of the rules make fire.
func TestMetricsOfAlertsExist(t *testing.T) {
	i := serveOn(t, databaseFile(t), programtest.NewPost(t))
	response, err := http.Get(i.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, found := range regexp.MustCompile(`(?m)^# HELP (\S+) .`).FindAllStringSubmatch(string(text), -1) {
		known = append(known, found[1])
	}
	manual := readDeploy(t, "README.md")
	for _, file := range []string{"alerts.yml", "alerts_test.yml", "dashboard.json", "README.md"} {
		for _, name := range metricName.FindAllString(readDeploy(t, file), -1) {
			if name = strings.TrimSuffix(name, "_bucket"); !slices.Contains(known, name) {
				t.Errorf("%s names %s, which /metrics does not have", file, name)
			}
		}
	}
	for _, name := range known {
		if !strings.Contains(manual, "| `"+name+"` |") {
			t.Errorf("the manual does not explain %s", name)
		}
	}
	for _, first := range []string{
		`turnpost_inbound_total{source="lmtp",result="failed",outcome="failed"} 0`,
		`turnpost_bounces_total{kind="complaint"} 0`,
	} {
		if !strings.Contains(string(text), first+"\n") {
			t.Errorf("an alert would miss the first event: /metrics lacks %s", first)
		}
	}
	for _, found := range regexp.MustCompile(`alert: (\S+)`).FindAllStringSubmatch(readDeploy(t, "alerts.yml"), -1) {
		if !strings.Contains(readDeploy(t, "alerts_test.yml"), "name: "+found[1]+"\n") {
			t.Errorf("no test makes %s fire", found[1])
		}
	}
}

func readDeploy(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
