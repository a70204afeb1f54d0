package reply

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// maxReadCPU is the processor time that reading any mail may take.
const maxReadCPU = 50 * time.Millisecond

// hostileOptions are those of a mail that answers a long one of ours.
func hostileOptions(t testing.TB) Options {
	t.Helper()
	sent := loadSent(t, "testdata/sent", "instructions")
	sent.Text += strings.Repeat("a", 3000)
	return Options{Sent: sent, Us: us}
}

// readHostile reads a mail and returns the processor time that it took.
func readHostile(t testing.TB, raw []byte, o Options) time.Duration {
	t.Helper()
	began := processTime()
	m, err := Read(raw, o)
	if err != nil {
		t.Fatal(err)
	}
	m.Header.AuthResults("mx.example.net")
	return processTime() - began
}

func processTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for this process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// The cheapest of a few runs counts: it excludes the garbage of other tests.
func TestHostileMails(t *testing.T) {
	o := hostileOptions(t)
	for _, name := range sample.Every(24, sortedKeys(hostileMails)) {
		body := hostileMails[name]
		t.Run(name, func(t *testing.T) {
			took := time.Hour
			for range 3 {
				took = min(took, readHostile(t, []byte(body), o))
			}
			t.Logf("%d bytes: %s", len(body), took.Round(time.Millisecond))
			if took > 2*maxReadCPU && !sample.Raced { // of a machine that is slower or busy
				t.Errorf("took %s", took)
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
			var took time.Duration
			for b.Loop() {
				took += readHostile(b, raw, o)
			}
			b.ReportMetric(float64(took.Microseconds())/1000/float64(b.N), "cpu-ms/mail")
		})
	}
}
