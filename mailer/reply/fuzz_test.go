package reply

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Whatever comes in: no panic, no long time, and no word to the opponent that does not
// stand in the mail.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*.eml")
	for i, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(raw) < 3000 && i%2 == 0 { // small ones, as large ones take long to minimise
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

// checkSaid fails where something is said that is not in the writer's own lines: those
// without quote marks and not in a blockquote.
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
				t.Errorf("said %q, which stands nowhere outside quotes", l)
			}
		}
	}
}

// Messages made to be expensive cost no more than their size.
func TestHostileMails(t *testing.T) {
	repeat := func(s string) string { return strings.Repeat(s, (MaxSize-400)/len(s)) }
	for name, body := range map[string]string{
		"parts":            "Content-Type: multipart/mixed; boundary=a\n\n" + repeat("--a\n\nx\n"),
		"nested":           nested(500),
		"flowed":           "Content-Type: text/plain; format=flowed\n\n" + repeat("x \n"),
		"marks":            "\n" + repeat("> "),
		"spaces":           "\nd1" + repeat(" ") + "d4",
		"one line":         "\n" + repeat("d1-d4 "),
		"lines":            "\n" + repeat("d1-d4\n"),
		"attributions":     "\n" + repeat("On 21 Nov 2026, turnpost wrote:\n"),
		"open attribution": "\n" + repeat("On 21 Nov 2026 turnpost\n"),
		"labels":           "\n" + repeat("From: turnpost\n"),
		"our letters":      "\n" + repeat("aaaaaaaaaaaa\n"),
		"our mail":         "\n" + repeat("It is your turn, turn 7 of HanniBall against bob. You play as White.\n"),
		"footers":          "\n" + repeat("Sent from my iPhone\n"),
		"delimiters":       "\n" + repeat("--\n"),
		"open elements":    "Content-Type: text/html\n\n" + repeat("<div>"),
		"open formatting":  "Content-Type: text/html\n\n" + repeat("<a><b><p>"),
		"stray ends":       "Content-Type: text/html\n\n" + strings.Repeat("<div>", 5000) + strings.Repeat("</x></p>", 28000),
		"attributes":       "Content-Type: text/html\n\n<div " + repeat("a=b ") + ">d1-d4</div>",
		"styles":           "Content-Type: text/html\n\n" + repeat(`<p style="`+strings.Repeat("margin :0;", 9)+`">x`),
		"entities":         "Content-Type: text/html\n\n" + repeat("&nbsp;&#62;"),
		"header":           repeat("X: y\n") + "\n",
		"folded":           "Subject: x\n" + repeat(" y\n") + "\n",
		"ids":              "References: " + repeat("<a@b>\n ") + "\n",
		"addresses":        "To: " + repeat("a@b, ") + "\n\n",
		"encoded words":    "Subject: " + repeat("=?utf-8?q?x?= ") + "\n\n",
		"says":             "\n" + repeat("say x\n"),
		"bullets":          "\n" + repeat("* "),
		"numbers":          "\n" + repeat("1. "),
		"report":           "From: mailer-daemon@x\nSubject: failure notice\nReturn-Path: <>\n\n" + repeat("<a@b>:\n"),
		"statuses":         "Content-Type: message/delivery-status\n\n" + repeat("Final-Recipient: rfc822; a@b\n\n"),
		"auth results":     repeat("Authentication-Results: mx.example.net; spf=pass\n") + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			sent := loadSent(t, "testdata/sent", "instructions")
			sent.Text += strings.Repeat("a", 3000)
			begin := time.Now()
			m, err := Read([]byte(body), Options{Sent: sent, Us: us})
			if err != nil {
				t.Fatal(err)
			}
			m.Header.AuthResults("mx.example.net")
			took := time.Since(begin)
			t.Logf("%d bytes: %s", len(body), took.Round(time.Millisecond))
			if took > 20*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
	if _, err := Read(make([]byte, MaxSize+1), Options{}); err == nil {
		t.Error("a larger mail is taken")
	}
}

// nested is a message of multiparts within each other.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		name := strings.Repeat("b", 1+i%40) + string(rune('a'+i%26))
		b.WriteString("Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n")
	}
	return b.String() + "\nd1-d4\n"
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
