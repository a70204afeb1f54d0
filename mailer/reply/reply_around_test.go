package reply

import (
	"html"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// hellos, ends and tails are texts that people and programs write around a command.
var (
	hellos  = readEntries("testdata/around/hellos.txt")
	ends    = readEntries("testdata/around/ends.txt")
	tails   = readEntries("testdata/around/tails.txt")
	banners = readEntries("testdata/around/banners.txt")
)

// readEntries reads a file of testdata with one entry a line, in which "~" is a line end.
func readEntries(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// around is the text around a command.
type around struct {
	hello, end, tail, banner string
	close                    bool // the tail follows without a blank line
	tight                    bool // and so do the other parts
}

func (a around) write(answer string) string {
	var parts []string
	for _, p := range []string{a.banner, a.hello, answer, a.end} {
		if p != "" {
			parts = append(parts, strings.ReplaceAll(p, "~", "\n"))
		}
	}
	gap := "\n\n"
	if a.tight && !strings.Contains(answer, "say") {
		gap = "\n"
	}
	text := strings.Join(parts, gap)
	if a.tail != "" {
		gap = "\n\n"
		if a.close {
			gap = "\n"
		}
		text += gap + strings.ReplaceAll(a.tail, "~", "\n")
	}
	return text
}

func randomAround(r *rand.Rand) around {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	return around{pick(hellos), pick(ends), pick(tails), pick(banners), r.IntN(3) == 0, r.IntN(3) == 0}
}

// A command is read with any text around it, in both forms of a mail, and no other text reaches the opponent.
func TestAnythingAround(t *testing.T) {
	r := rand.New(rand.NewPCG(7, *seed))
	failed, total := 0, 0
	for _, name := range sentNames(t, "testdata/sent") {
		sent := loadSent(t, "testdata/sent", name)
		for range 5 * *rounds {
			a, s, answer := randomAround(r), randomStyle(r), said[r.IntN(len(said)-1)]
			if strings.Contains(answer.text, "\n\n") {
				continue
			}
			s.continued = false
			text := a.write(answer.text)
			raw := plainHeader + s.apply(sent, text)
			if r.IntN(2) == 0 {
				raw = twoParts(s, sent, text, containers[r.IntN(len(containers))])
			}
			m, err := Read([]byte(raw), Options{Sent: sent, Us: us})
			if err != nil {
				t.Fatal(err)
			}
			total++
			checkNothingElse(t, m.Reply, answer.want)
			if !reflect.DeepEqual(m.Reply.Commands, answer.want) && !mayAsk(s, m.Reply) {
				failed++
				if failed <= 25 {
					t.Logf("%s %s\n%s\nread %+v, meant %+v", name, s, text, m.Reply, answer.want)
				}
			}
			if t.Failed() {
				t.Fatalf("%s\n%s", s, raw[:min(len(raw), 1500)])
			}
		}
	}
	t.Logf("%d of %d not read as meant", failed, total)
	if failed*100 > total*2 {
		t.Errorf("%d of %d not read as meant", failed, total)
	}
}

// twoParts is a mail with a plain and an HTML part.
func twoParts(s style, sent Sent, text, container string) string {
	written := ""
	for _, l := range strings.Split(text, "\n") {
		if l == "" {
			l = "<br>"
		} else {
			l = html.EscapeString(l)
		}
		written += "<div>" + l + "</div>"
	}
	attribution := html.EscapeString(s.attribution)
	page := strings.NewReplacer("%[1]s", written, "%[2]s", attribution, "%[3]s", sent.HTML).Replace(container)
	page = strings.ReplaceAll(page, "ADDR", us[2])
	return "From: ann@example.net\nTo: play@play.example.org\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/alternative; boundary=xyz\n\n" +
		"--xyz\nContent-Type: text/plain; charset=utf-8\n\n" + s.apply(sent, text) +
		"\n--xyz\nContent-Type: text/html; charset=utf-8\n\n" + page + "\n--xyz--\n"
}
