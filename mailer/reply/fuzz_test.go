package reply

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// No mail causes a panic or takes long, and no word reaches the opponent that the mail does not contain.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*.eml")
	for i, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(raw) < 3000 && i%2 == 0 { // small ones: large ones take long to minimise
			f.Add(raw)
		}
	}
	sent := loadSent(f, "testdata/sent", "instructions")
	f.Fuzz(func(t *testing.T, raw []byte) {
		begin := time.Now()
		m, err := Read(raw, Options{Sent: sent, Us: us})
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("%d bytes took %s", len(raw), took)
		}
		if err != nil {
			return
		}
		m.Header.AuthResults("mx.example.net")
		checkSaid(t, raw, m)
	})
}

// checkSaid fails if words to the opponent are not in the writer's lines: those without quote marks and outside
// blockquotes.
func checkSaid(t *testing.T, raw []byte, m Mail) {
	t.Helper()
	for _, c := range m.Reply.Commands {
		if c.Verb != Say {
			continue
		}
		b := bodyLines(parseEntity(raw))
		free := ""
		for _, l := range append(append([]line(nil), b.plain...), b.html...) {
			if l.place != quoted {
				free += lettersOf(l.text) + "\n"
			}
		}
		for _, l := range strings.Split(c.Text, "\n") {
			if !strings.Contains(free, lettersOf(l)) {
				t.Errorf("said %q, which is nowhere outside quotes", l)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"gmail-en-top", "outlook-en-top", "mutt-en-inline", "yandex-ru"} {
		b.Run(name, func(b *testing.B) {
			raw, err := os.ReadFile("testdata/mails/" + name + ".eml")
			if err != nil {
				b.Fatal(err)
			}
			o := Options{Sent: loadSent(b, "testdata/sent", "your-turn"), Us: us}
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if m, err := Read(raw, o); err != nil || len(m.Reply.Commands) == 0 {
					b.Fatal(m, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
		})
	}
}
