package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/cmd/api/programtest"
	"turnpost/models"
)

func mustTime(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestSettingsAreChecked(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // part of the error, "" for none
	}{
		{[]string{"--listen", "0.0.0.0:0"}, "set --base-url (TURNPOST_BASE_URL)"},
		{[]string{"--listen", ":8080"}, "set --base-url (TURNPOST_BASE_URL)"},
		{[]string{"--listen", "example.org:80"}, "set --base-url (TURNPOST_BASE_URL)"},
		{[]string{"--listen", "127.0.0.1"}, "must be address:port"},
		{[]string{"--base-url", "https://example.org/turnpost"}, "cannot be served under a path"},
		{[]string{"--base-url", "https://example.org?x"}, "cannot be served under a path"},
		{[]string{"--base-url", "https://ann:secret@example.org"}, "cannot be served under a path"},
		{[]string{"--base-url", "example.org"}, "must begin with http"},
		{[]string{"--base-url", `http://play"x.example.org`}, "must name a host"},
		{[]string{"--base-url", "https://spiel.übung.example"}, "in its ASCII form"},
		{[]string{"--base-url", "https://play..example.org"}, "must name a host"},
		{[]string{"--base-url", "https://play.example.org:99999"}, "port above 65535"},
		{[]string{"--mail-domain", "https://example.org"}, "must be a domain such as example.org"},
		{[]string{"--mail-domain", `"x"`}, "must be a domain such as example.org"},
		{[]string{"--mail-domain", "example.org."}, "must be a domain such as example.org"},
		{[]string{"--mail-domain", strings.Repeat("a", 64) + ".org"}, "must be a domain such as example.org"},
		{[]string{"--registration", "shut"}, "must be open, invitation or closed"},
		{[]string{"--trusted-proxies", "10.0.0.0/8,nonsense"}, "must be a network or an address"},
		{[]string{"--limit-account", "20"}, "no limit of the form"},
		{[]string{"--limit-account", "0/s:10"}, "above 0"},
		{[]string{"--limit-account", "NaN/s:10"}, "above 0"},
		{[]string{"--mail-workers", "0"}, "must be 1 to 64"},
		{[]string{"--limit-heavy=-1"}, "must be 0 to 1000"},
		{[]string{"--limit-strangers", "10"}, "no limit of the form"},
		{[]string{"--limit-strangers", "1/d:400"}, "more than a year"},
		{[]string{"--limit-games-together", "0"}, "no number from 1"},
		{[]string{"--house", "maybe"}, "must be one of"},
		{[]string{"--house-workers", "0"}, "must be 1 to 16"},
		{[]string{"--house-pause", "2h"}, "must be 0s to 1h"},
		{[]string{"--log-level", "trace"}, "must be debug, info, warn or error"},
		{[]string{"--mail-gather", "61m"}, "must be 0s to 1h"},
		{[]string{"--mail-gather=-1s"}, "must be 0s to 1h"},
	} {
		exit, out := command(t, "", false, append([]string{"serve", "--database", databaseFile(t)}, c.args...)...)
		if exit != 2 || !strings.Contains(out, c.want) || strings.Contains(out, "secret") ||
			!strings.HasPrefix(out, "turnpost: ") {
			t.Errorf("%v: %d: %s; want %q", c.args, exit, out, c.want)
		}
	}
	good := settings{
		serverSettings: serverSettings{
			Listen: "[::1]:0", Registration: "closed", TrustedProxies: []string{"10.1.2.3", "fd00::/8"},
		},
		mailOutSettings: mailOutSettings{From: "a@b.org", SMTP: "file:x", MailWorkers: 1},
		houseSettings:   houseSettings{HouseWorkers: 1},
	}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for _, base := range []string{"https://[2001:db8::1]:8443", "http://turn_post:8080/", "https://xn--bung-zra.example"} {
		if err := checkBaseURL(base); err != nil {
			t.Error(err)
		}
	}
	if got, err := good.proxies(); err != nil || got[0].String() != "10.1.2.3/32" {
		t.Errorf("%v, %v", got, err)
	}
}

// What only shows when a server begins is told with the name of the setting as well.
func TestSettingsThatFailAtTheStart(t *testing.T) {
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--listen", "127.0.0.1:99999"},
		{"--listen", used.Addr().String()},
		{"--inbound-listen", "smtp://" + used.Addr().String()},
		{"--inbound-tls-cert", file, "--inbound-tls-key", file, "--inbound-listen", "smtp://127.0.0.1:0"},
		{"--smtp", "file:" + filepath.Join(file, "mail")},
		{"--mail-domain", "a b"},
	} {
		begin := []string{"serve", "--database", databaseFile(t), "--listen", "127.0.0.1:0"}
		exit, out := command(t, "", false, append(begin, args...)...)
		if exit == 0 || !strings.HasPrefix(out, "turnpost: ") && !strings.Contains(out, "\nturnpost: ") ||
			!strings.Contains(out, args[0]) {
			t.Errorf("%v: %d: %s", args, exit, out)
		}
	}
}

func TestRateSetting(t *testing.T) {
	for text, want := range map[string]rateSetting{
		"20/s:200": {20, 200}, "12/m:30": {0.2, 30}, "0.5/h:1": {rate.Limit(0.5 / 3600), 1}, "off": {rate.Inf, 1},
	} {
		var got rateSetting
		err := got.UnmarshalText([]byte(text))
		if err != nil || math.Abs(float64(got.PerSecond-want.PerSecond)) > 1e-9 || got.Burst != want.Burst {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// The defaults of the settings are those of the store, and settings override them.
func TestLimitSettings(t *testing.T) {
	var l struct {
		requestLimits
		effectLimits
	}
	parser, err := kong.New(&l, expandHelp, kong.Resolvers(environment{getenv: func(name string) string {
		return map[string]string{"TURNPOST_LIMIT_GAMES_TOGETHER": "off", "TURNPOST_LIMIT_HEAVY": "3"}[name]
	}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--limit-strangers", "off", "--limit-invitations=5/d:10"}); err != nil {
		t.Fatal(err)
	}
	want := models.DefaultLimits()
	want.GamesTogether, want.NeverPlayed.Count, want.NeverPlayed.Per = -1, -1, 0
	want.Invitations = models.Bound{Count: 10, Per: 48 * time.Hour}
	want.HouseTogether, want.HouseGames, want.HouseDay = 0, 0, models.Bound{} // no limits of requests
	if got := l.effects(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	requests := api.DefaultLimits()
	requests.Export, requests.Heavy = api.Rate{}, 3 // of exports there is no setting
	if got := l.requests(); got != requests {
		t.Errorf("%+v, want %+v", got, requests)
	}
}

func FuzzBoundSetting(f *testing.F) {
	f.Add("8/h:8")
	f.Add("0.000001/d:1000000")
	f.Fuzz(func(t *testing.T, text string) {
		var b boundSetting
		err := b.UnmarshalText([]byte(text))
		if err != nil || b.Count == -1 {
			return
		}
		if b.Count < 1 || b.Per < time.Duration(b.Count)*time.Millisecond || b.Per > maxBoundTime {
			t.Errorf("%q is read as %+v", text, b)
		}
	})
}

func FuzzRateSetting(f *testing.F) {
	f.Add("20/s:200")
	f.Fuzz(func(t *testing.T, text string) {
		var r rateSetting
		if err := r.UnmarshalText([]byte(text)); err == nil && (!(r.PerSecond > 0) || r.Burst < 1) {
			t.Errorf("%q is read as %+v", text, r)
		}
	})
}

func TestUnknownVariables(t *testing.T) {
	var out bytes.Buffer
	known := []string{"TURNPOST_BASE_URL", "TURNPOST_LISTEN", "TURNPOST_SMTP"}
	warnUnknown(slog.New(slog.NewTextHandler(&out, nil)), []string{
		"HOME=/x", "TURNPOST_SMTP_FILE=x", "TURNPOST_LISTEN=x", "TURNPOST_TEST_POSTGRES=x",
		"TURNPOST_SMPT=secret", "TURNPOST_BASEURL_FILE=x", "TURNPOST_SOMETHING_ELSE=x", "turnpost_smtp=secret",
		"\ufeffTURNPOST_LISTEN=x", "MY_TURNPOST_LISTEN=x",
	}, known)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 5 || strings.Contains(out.String(), "secret") ||
		!strings.Contains(lines[0], "did_you_mean=TURNPOST_SMTP") ||
		!strings.Contains(lines[1], "did_you_mean=TURNPOST_BASE_URL") || strings.Contains(lines[2], "did_you_mean") ||
		!strings.Contains(lines[3], "did_you_mean=TURNPOST_SMTP") ||
		!strings.Contains(lines[4], "did_you_mean=TURNPOST_LISTEN") {
		t.Errorf("%s", &out)
	}
}

// Values of files that were written elsewhere, or read by another program than a shell, are what their author meant or
// are refused.
func TestValuesOfTheEnvironment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "from")
	if err := os.WriteFile(file, []byte("\ufeffturnpost <a@example.org>\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, value string
		want        any
	}{
		{"TURNPOST_DATABASE", "games.db\r", "games.db"},
		{"TURNPOST_DATABASE", "\ufeff games.db ", "games.db"},
		{"TURNPOST_DATABASE", " \r", nil},
		{"TURNPOST_FROM_FILE", file + "\r", "turnpost <a@example.org>"},
		{"TURNPOST_TRUSTED_PROXIES", "127.0.0.1, ::1 ", "127.0.0.1,::1"},
		{"TURNPOST_DATABASE", `"games.db"`, "TURNPOST_DATABASE has quotes around"},
		{"TURNPOST_DATABASE", "'games.db'", "TURNPOST_DATABASE has quotes around"},
		{"TURNPOST_DATABASE", "games\ndb", "TURNPOST_DATABASE has a line break"},
		{"TURNPOST_FROM", `"Ann's games" <a@example.org>`, `"Ann's games" <a@example.org>`},
	} {
		e := environment{getenv: func(name string) string {
			if name == c.name {
				return c.value
			}
			return ""
		}}
		of := strings.TrimSuffix(c.name, "_FILE")
		var s settings
		parser, err := kong.New(&s, expandHelp)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range parser.Model.Flags {
			if variable(f.Name) != of {
				continue
			}
			got, err := e.Resolve(nil, nil, f)
			if err != nil {
				got = err.Error()[:min(len(err.Error()), len(fmt.Sprint(c.want)))]
			}
			if got != c.want {
				t.Errorf("%s=%q: %v, want %v", c.name, c.value, got, c.want)
			}
		}
	}
}

func TestBaseURLIsThatOfBrowsers(t *testing.T) {
	for _, c := range [][2]string{
		{"HTTPS://Play.Example.org/", "https://play.example.org"},
		{"https://play.example.org:", "https://play.example.org"},
		{"http://[::1]:8080", "http://[::1]:8080"},
		{"", "http://127.0.0.1:80"},
	} {
		s := settings{serverSettings: serverSettings{BaseURL: c[0]}}
		if got := s.baseURL("127.0.0.1:80"); got != c[1] {
			t.Errorf("%q: %q", c[0], got)
		}
	}
}

func TestLogSaysUnits(t *testing.T) {
	var out bytes.Buffer
	newLog(&out).Info("x", "took", 1500*time.Microsecond)
	if !strings.Contains(out.String(), `"took_ms":1.5`) {
		t.Errorf("%s", &out)
	}
}

func TestUnreachableMailServerIsSaid(t *testing.T) {
	t.Parallel()
	i := start(t, "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://127.0.0.1:1")
	programtest.Eventually(t, "the log says it", func() bool {
		return strings.Contains(i.Out.String(), "the mail server cannot be reached")
	})
	if !strings.Contains(i.Out.String(), `"schema":`) {
		t.Error("the log does not say the version of the schema")
	}
}
