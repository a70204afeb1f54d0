package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"turnpost/cmd/api/programtest"
)

// TestLogHidesAddresses writes lines that contain addresses in each way in which parts of the program log them.
func TestLogHidesAddresses(t *testing.T) {
	for address, short := range map[string]string{
		"203.0.113.77":              "203.0.113.0/24",
		"::ffff:203.0.113.77":       "203.0.113.0/24",
		"2001:db8:7:8:9:a:b:c":      "2001:db8:7::/48",
		"2001:DB8:7::C":             "2001:db8:7::/48",
		"64:ff9b::203.0.113.77":     "64:ff9b::/48",
		"127.0.0.1":                 "127.0.0.1",
		"10.0.0.7":                  "10.0.0.7",
		"fd00::7":                   "fd00::7",
		"15:04:05":                  "15:04:05",
		"sha256:ab:cd:ef":           "sha256:ab:cd:ef",
		"300.1.2.3":                 "300.1.2.3",
		"2026-11-28T15:04:05+01:00": "2026-11-28T15:04:05+01:00",
	} {
		for _, hidden := range []logAddresses{"short", "off"} {
			want := short
			if hidden == "off" && short != address {
				want = "-"
			}
			var out bytes.Buffer
			log := logSettings{LogAddresses: hidden}.newLog(&out)
			log.Info("read "+address+": reset", "address", address, "error", errors.New("dial ["+address+"]:443: refused"))
			log.With("peer", address).Warn("x", slog.Group("of", "from", address))
			if at, err := netip.ParseAddr(address); err == nil {
				log.Info("x", "peer", at)
			}
			if n := strings.Count(out.String(), want); n < 5 || want != address && strings.Contains(out.String(), address) {
				t.Errorf("%s, %s: %d times %s in %s", address, hidden, n, want, &out)
			}
		}
	}
}

func FuzzHiddenAddresses(f *testing.F) {
	f.Add("read tcp 203.0.113.77:443->[2001:db8::1]:80: reset")
	f.Fuzz(func(t *testing.T, text string) {
		once := logAddresses("short").hideIn(text)
		for word := range strings.FieldsSeq(once) {
			if address, err := netip.ParseAddr(word); err == nil && address.Zone() == "" &&
				address.Unmap().IsGlobalUnicast() && !address.Unmap().IsPrivate() {
				t.Errorf("%q becomes %q", text, once)
			}
		}
	})
}

// TestLogSettings starts a server with an access log and without, and looks for the lines of requests and of probes.
func TestLogSettings(t *testing.T) {
	t.Parallel()
	for flags, want := range map[string]bool{"": true, "--access-log=off": false, "--log-level=warn": false} {
		p := programtest.NewPost(t)
		i := serveOn(t, databaseFile(t), p, strings.Fields(flags)...)
		for _, path := range []string{"/healthz", "/readyz", "/metrics", "/v1/rulesets"} {
			i.Call("GET", path, "", "", 200, nil)
		}
		i.Stop()
		log := i.Out.String()
		if got := strings.Contains(log, `"route":"/v1/rulesets"`); got != want {
			t.Errorf("%q: the request is in the log: %t: %s", flags, got, log)
		}
		for _, probe := range []string{"/healthz", "/readyz", "/metrics"} {
			if strings.Contains(log, `"route":"`+probe) {
				t.Errorf("%q: %s is in the log", flags, probe)
			}
		}
		if level := strings.Contains(log, `"level":"INFO"`); level != (flags != "--log-level=warn") {
			t.Errorf("%q: lines of level info: %t", flags, level)
		}
	}
}

// A log that nobody reads neither stops the server nor is it forgotten that lines were lost.
func TestLogThatNobodyReads(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	log := newLog(write)
	written := make(chan struct{})
	go func() {
		defer close(written)
		for range 200 {
			log.Info(strings.Repeat("x", 1000))
		}
		log.Info(strings.Repeat("y", 100_000))
	}()
	select {
	case <-written:
	case <-time.After(10 * time.Second):
		t.Fatal("the log waits for its reader")
	}
	said := make(chan string)
	go func() {
		text, _ := io.ReadAll(read)
		said <- string(text)
	}()
	for conn, _ := write.SyscallConn(); ; { // until it was read
		unread := 0
		_ = conn.Control(func(fd uintptr) { unread, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
		if unread == 0 || err != nil {
			break
		}
	}
	log.Info("the last")
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	text := <-said
	lines := strings.Count(text, "xxx\"}\n")
	if want := fmt.Sprintf(`nobody read them","lines":%d}`, 201-lines); !strings.Contains(text, want) ||
		!strings.Contains(text, `"the last"`) || lines == 0 {
		t.Errorf("%d lines were written, and then: %s", lines, text[max(0, len(text)-300):])
	}
	read.Close()
	log.Info("nobody is there")
}
