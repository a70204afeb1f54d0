package reply

import (
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// attributions are the lines of programs that name the sender of the original, before the quote.
var attributions = readEntries("testdata/around/attributions.txt")

// said holds texts that people write, with the commands that they mean.
var said = []struct {
	text string
	want []Command
}{
	{"d1-d4", []Command{{Verb: Turn, Text: "d1-d4"}}},
	{"Hi,\n\nd1-d4.\n\nBest, Ann", []Command{{Verb: Turn, Text: "d1-d4"}}},
	{"b4-c6 c6-e7", []Command{{Verb: Turn, Text: "b4-c6 c6-e7"}}},
	{"p3", []Command{{Verb: Turn, Text: "p3"}}},
	{"Resign", []Command{{Verb: Resign}}},
	{"draw", []Command{{Verb: Draw}}},
	{"accept", []Command{{Verb: Accept}}},
	{"takeback 2", []Command{{Verb: Takeback, Count: 2}}},
	{"? d1-d4", []Command{{Verb: Try, Text: "d1-d4"}}},
	{"help", []Command{{Verb: Help}}},
	{"d1-d4\nsay That hurt.", []Command{{Verb: Turn, Text: "d1-d4"}, {Verb: Say, Text: "That hurt."}}},
	{"say Hello there\nand good luck\n\nthis stays here", []Command{{Verb: Say, Text: "Hello there\nand good luck"}}},
}

var (
	rounds = flag.Int("rounds", 20, "ways of quoting that are tried with each mail")
	seed   = flag.Uint64("seed", 2, "of the ways that are tried")
)

// style is one way to combine a quote and an answer.
type style struct {
	attribution string
	mark        string
	width       int
	position    string // top, bottom, inline, glued
	source      string // text, html
	continued   bool   // wrapped after the marks were put, so that continuations have none
	shout       bool   // headings in capitals
	noBreak     bool   // no-break spaces
	gap         bool   // an empty line between attribution and quote
}

func (s style) String() string {
	type plain style
	return fmt.Sprintf("%+q", fmt.Sprint(plain(s)))
}

func randomStyle(r *rand.Rand) style {
	marks := []string{"> ", ">", ">", "> ", "| ", " | ", ">> ", "tp> ", "» ", "", ""}
	return style{
		attribution: attributions[r.IntN(len(attributions))],
		mark:        marks[r.IntN(len(marks))],
		width:       []int{40, 55, 66, 72, 76, 80, 998}[r.IntN(7)],
		position:    []string{"top", "top", "bottom", "inline"}[r.IntN(4)],
		source:      []string{"text", "html"}[r.IntN(2)],
		continued:   r.IntN(5) == 0,
		shout:       r.IntN(5) == 0,
		noBreak:     r.IntN(5) == 0,
		gap:         r.IntN(2) == 0,
	}
}

// wrapText breaks lines at spaces.
func wrapText(text string, width int) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		for len(l) > width {
			at := strings.LastIndexByte(l[:width], ' ')
			if at < width/4 {
				break
			}
			out = append(out, l[:at])
			l = l[at+1:]
		}
		out = append(out, l)
	}
	return out
}

// apply returns the text of an answer to a mail of ours.
func (s style) apply(sent Sent, answer string) string {
	body := sent.Text
	if s.source == "html" {
		var lines []string
		for _, l := range htmlLines(sent.HTML, false) {
			lines = append(lines, l.text)
		}
		body = strings.Join(lines, "\n")
	}
	if s.shout {
		first, rest, _ := strings.Cut(body, "\n")
		body = strings.ToUpper(first) + "\n" + rest
	}
	if s.noBreak {
		body = strings.ReplaceAll(body, " ", "\u00a0 ")
	}
	var quoted []string
	for _, l := range wrapText(strings.TrimRight(body, "\n"), s.width) {
		quoted = append(quoted, s.mark+l)
	}
	if s.continued && s.mark != "" {
		quoted = wrapText(strings.Join(quoted, "\n"), s.width-5)
	}
	attribution := strings.ReplaceAll(s.attribution, "ADDR", us[2])
	attribution = strings.Join(wrapText(attribution, max(s.width, 70)), "\n")
	if s.gap {
		attribution += "\n"
	}
	quote := strings.Join(quoted, "\n")
	switch s.position {
	case "bottom":
		return attribution + "\n" + quote + "\n\n" + answer + "\n"
	case "inline":
		at := len(quoted) / 2
		for at < len(quoted)-1 && strings.TrimSpace(strings.TrimPrefix(quoted[at], s.mark)) != "" {
			at++
		}
		above, below := strings.Join(quoted[:at], "\n"), strings.Join(quoted[at:], "\n")
		return attribution + "\n" + above + "\n\n" + answer + "\n\n" + below + "\n"
	case "glued":
		return answer + attribution + "\n" + quote + "\n"
	}
	return answer + "\n\n" + attribution + "\n" + quote + "\n"
}

// sentNames returns the names of our mails in a folder, or some of them in a short run.
func sentNames(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no mails in " + dir)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".txt"))
	}
	return sample.Every(4, names)
}

const plainHeader = "From: ann@example.net\nTo: play@play.example.org\nMIME-Version: 1.0\n" +
	"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"

const templateMails = "../../templates/testdata/mails"

// The answer to every mail of ours is read correctly, with any wrapping, marks and attribution of its quote.
func TestAnyQuoting(t *testing.T) {
	dirs := []string{templateMails, "testdata/sent"}
	r := rand.New(rand.NewPCG(1, *seed))
	failed, total := 0, 0
	for _, dir := range dirs {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for range *rounds {
				s, answer := randomStyle(r), said[r.IntN(len(said))]
				raw := plainHeader + s.apply(sent, answer.text)
				m, err := Read([]byte(raw), Options{Sent: sent, Us: us})
				if err != nil {
					t.Fatal(err)
				}
				total++
				if !reflect.DeepEqual(m.Reply.Commands, answer.want) && !mayAsk(s, m.Reply) {
					failed++
					if failed <= 20 {
						t.Logf("%s %s: read %+v, meant %+v", name, s, m.Reply, answer.want)
					}
				}
				checkNothingElse(t, m.Reply, answer.want)
			}
		}
	}
	t.Logf("%d of %d not read as meant", failed, total)
	if failed*100 > total {
		t.Errorf("%d of %d not read as meant", failed, total)
	}
}

// mayAsk reports whether a question is as good as a command: with other text beside the command, in or below an
// unmarked copy.
func mayAsk(s style, r Reply) bool {
	return s.mark == "" && s.position != "top" && len(r.Possible) > 0 && len(r.Leftover) > 0
}

// checkNothingElse fails if a command is read that was not meant.
func checkNothingElse(t *testing.T, got Reply, meant []Command) {
	t.Helper()
	for _, c := range got.Commands {
		found := false
		for _, m := range meant {
			found = found || same(c, m)
		}
		if !found {
			t.Errorf("read %+v where %+v was meant", c, meant)
		}
	}
}

// An attribution that is glued to the answer, because the cursor was on its line, is cut off, or the answer is asked
// about.
func TestGluedAttribution(t *testing.T) {
	sent := loadSent(t, "testdata/sent", "instructions")
	read := 0
	for _, attribution := range sample.Every(6, attributions) {
		for _, answer := range said {
			if strings.Contains(answer.text, "\n\n") || strings.HasPrefix(answer.text, "say") {
				continue
			}
			s := style{attribution: attribution, mark: "> ", width: 998, position: "glued", source: "html"}
			m, err := Read([]byte(plainHeader+s.apply(sent, answer.text)), Options{Sent: sent, Us: us})
			if err != nil {
				t.Fatal(err)
			}
			checkNothingElse(t, m.Reply, answer.want)
			if reflect.DeepEqual(m.Reply.Commands, answer.want) {
				read++
			} else if strings.HasPrefix(attribution, "On Sat, 2026") {
				t.Errorf("%q: %+v", answer.text+attribution, m.Reply)
			}
		}
	}
	t.Logf("%d read", read)
}

// containers are the elements that programs put around an original.
var containers = readEntries("testdata/around/containers.txt")

// The same holds for HTML, with containers around the original, or without.
func TestAnyContainer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, *seed))
	failed, total := 0, 0
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			sent := loadSent(t, dir, name)
			for i, container := range containers {
				if sample.Short() && i%4 != len(name)%4 {
					continue
				}
				answer := said[r.IntN(len(said))]
				attribution := attributions[r.IntN(len(attributions))]
				written := ""
				for _, l := range strings.Split(answer.text, "\n") {
					if l == "" {
						l = "<br>"
					}
					written += "<div>" + l + "</div>"
				}
				page := fmt.Sprintf(container, written, html.EscapeString(attribution), sent.HTML)
				page = strings.ReplaceAll(page, "ADDR", us[2])
				raw := strings.Replace(plainHeader, "text/plain", "text/html", 1) + page
				m, err := Read([]byte(raw), Options{Sent: sent, Us: us})
				if err != nil {
					t.Fatal(err)
				}
				total++
				checkNothingElse(t, m.Reply, answer.want)
				bare := style{position: "inline"} // no marks in the last containers
				if !reflect.DeepEqual(m.Reply.Commands, answer.want) && (i < 10 || !mayAsk(bare, m.Reply)) {
					failed++
					t.Logf("%s container %d %q: read %+v, meant %+v", name, i, attribution, m.Reply, answer.want)
				}
			}
		}
	}
	t.Logf("%d of %d not read as meant", failed, total)
	if failed*100 > total {
		t.Errorf("%d of %d not read as meant", failed, total)
	}
}
