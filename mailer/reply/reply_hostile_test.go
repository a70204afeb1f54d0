package reply

import (
	"strings"
	"testing"

	"turnpost/models/modeltest/cputime"
	"turnpost/rules/rulestest/sample"
)

// maxReadCPU is the processor time that reading any mail may take, in yardsticks (see package cputime).
const maxReadCPU = 12

// hostileOptions are those of a mail that answers a long one of ours.
func hostileOptions(t testing.TB) Options {
	t.Helper()
	sent := loadSent(t, "testdata/sent", "instructions")
	sent.Text += strings.Repeat("a", 3000)
	return Options{Sent: sent, Us: us}
}

// readHostile reads a mail and the results of authentication in it.
func readHostile(t testing.TB, raw []byte, o Options) {
	t.Helper()
	m, err := Read(raw, o)
	if err != nil {
		t.Fatal(err)
	}
	m.Header.AuthResults("mx.example.net")
}

func TestHostileMails(t *testing.T) {
	o := hostileOptions(t)
	for _, name := range sample.Every(24, sortedKeys(hostileMails)) {
		body := hostileMails[name]
		t.Run(name, func(t *testing.T) {
			took := cputime.Ratio(6, maxReadCPU/2, func() { readHostile(t, []byte(body), o) })
			t.Logf("%d bytes: %.1f yardsticks", len(body), took)
			if took > maxReadCPU && !sample.Raced {
				t.Errorf("took %.1f yardsticks", took)
			}
		})
	}
	if _, err := Read(make([]byte, MaxSize+1), Options{}); err == nil {
		t.Error("a larger mail is read")
	}
}

// BenchmarkHostile prints the processor time of each kind of hostile mail in milliseconds.
func BenchmarkHostile(b *testing.B) {
	o := hostileOptions(b)
	for _, name := range sortedKeys(hostileMails) {
		b.Run(name, func(b *testing.B) {
			raw := []byte(hostileMails[name])
			b.ReportAllocs()
			began := cputime.Used()
			for b.Loop() {
				readHostile(b, raw, o)
			}
			b.ReportMetric(float64((cputime.Used()-began).Microseconds())/1000/float64(b.N), "cpu-ms/mail")
		})
	}
}
