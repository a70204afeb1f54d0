package mailer

import (
	"bufio"
	"fmt"
	"maps"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"

	"turnpost/rules/rulestest/sample"
)

// hostileIMAP is a server that sends a text in response to one command, and is otherwise correct. It has one mail.
func hostileIMAP(t *testing.T, at string, says func(w *bufio.Writer, tag string)) (address string) {
	t.Helper()
	return served(t, func(conn net.Conn) {
		r, w := bufio.NewReader(conn), bufio.NewWriter(conn)
		if at == "greeting" {
			says(w, "*")
		}
		fmt.Fprint(w, "* OK [CAPABILITY IMAP4rev1 ESEARCH] hello\r\n")
		for w.Flush() == nil {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			tag, command, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch {
			case at != "" && strings.Contains(command, at):
				says(w, tag)
			case strings.HasPrefix(command, "UID SEARCH"):
				fmt.Fprintf(w, "* ESEARCH (TAG \"%s\") UID ALL 7\r\n", tag)
			case strings.Contains(command, "RFC822.SIZE"):
				fmt.Fprint(w, "* 1 FETCH (UID 7 RFC822.SIZE 10)\r\n")
			case strings.Contains(command, "BODY.PEEK"):
				fmt.Fprint(w, "* 1 FETCH (UID 7 BODY[] {13}\r\nFrom: x\r\n\r\nhi)\r\n")
			}
			fmt.Fprintf(w, "%s OK done\r\n", tag)
		}
	})
}

// A long response of a mail server to a short command gets no more memory or time than a mail. It does not run in
// parallel: what other tests allocate would count.
func TestPollerOfAHostileServer(t *testing.T) {
	sample.Whole(t, "measures memory")
	m := newMatch(t)
	endless := func(begin, piece string) func(w *bufio.Writer, tag string) {
		return func(w *bufio.Writer, tag string) {
			fmt.Fprint(w, begin)
			for n := 0; n < 1<<30; n += len(piece) {
				if _, err := w.WriteString(piece); err != nil {
					return
				}
			}
		}
	}
	numbers := func(from, step int) func(w *bufio.Writer, tag string) {
		return func(w *bufio.Writer, _ string) {
			fmt.Fprint(w, "* SEARCH")
			for n := from; n > 0 && n < 1<<31; n += step {
				if _, err := fmt.Fprintf(w, " %d", n); err != nil {
					return
				}
			}
			fmt.Fprint(w, "\r\n")
		}
	}
	set := func(text string) func(w *bufio.Writer, tag string) {
		return func(w *bufio.Writer, tag string) {
			fmt.Fprintf(w, "* ESEARCH (TAG \"%s\") UID ALL %s\r\n", tag, text)
		}
	}
	cases := map[string]struct {
		at   string
		says func(w *bufio.Writer, tag string)
		ok   bool
	}{
		"nothing odd":         {"", nil, true},
		"all mails":           {"SEARCH", set("1:4294967295"), true},
		"all, backwards":      {"SEARCH", set("4294967295:1"), true},
		"the last":            {"SEARCH", set("*"), false},
		"to the last":         {"SEARCH", set("5:*"), false},
		"many ranges":         {"SEARCH", set(strings.Repeat("1:4294967290,", 5000) + "7"), true},
		"rising numbers":      {"SEARCH", numbers(1, 2), false},
		"falling numbers":     {"SEARCH", numbers(1<<31-1, -2), false},
		"an endless line":     {"SEARCH", endless("* SEARCH", " 1"), false},
		"endless sizes":       {"RFC822.SIZE", endless("", "* 1 FETCH (UID 7 RFC822.SIZE 10)\r\n"), false},
		"a mail for a size":   {"RFC822.SIZE", endless("* 1 FETCH (UID 7 BODY[] {2147483647}\r\n", "xxxxxxxx"), false},
		"an endless mail":     {"BODY.PEEK", endless("* 1 FETCH (UID 7 BODY[] {2147483647}\r\n", "xxxxxxxx"), false},
		"a mail of others":    {"BODY.PEEK", endless("* 1 FETCH (UID 8 BODY[] {2147483647}\r\n", "xxxxxxxx"), false},
		"endless mails":       {"BODY.PEEK", endless("", "* 1 FETCH (UID 7 BODY[] {1}\r\nx)\r\n"), false},
		"an endless login":    {"LOGIN", endless("* OK ", "x"), false},
		"endless statuses":    {"SELECT", endless("", "* 4 EXISTS\r\n"), false},
		"endless flags":       {"SELECT", endless("* FLAGS (", "\\x "), false},
		"endless greetings":   {"greeting", endless("", "* OK x\r\n"), false},
		"an endless greeting": {"greeting", endless("* OK [CAPABILITY", " X"), false},
		"a literal":           {"SELECT", endless("* LIST () {2147483647}\r\n", "x"), false},
		"deep brackets":       {"SEARCH", endless("* FETCH ", "("), false},
		"deep lists of lists": {"RFC822.SIZE", endless("* 1 FETCH (BODYSTRUCTURE ", "(("), false},
		"many bodies": {
			"RFC822.SIZE", endless("* 1 FETCH (BODYSTRUCTURE (", `("A" "B" NIL NIL NIL "7BIT" 1 1)`),
			false,
		},
		"lines of bodies": {"RFC822.SIZE", endless("", "* 1 FETCH (BODYSTRUCTURE (((((((((\r\n"), false},
		"many addresses":  {"RFC822.SIZE", endless(`* 1 FETCH (ENVELOPE (NIL NIL (`, "(NIL NIL NIL NIL)"), false},
		"empty lists":     {"SELECT", endless("* LIST (", "()"), false},
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			poller := newPoller(t, m, hostileIMAP(t, c.at, c.says))
			poller.Timeout = patience
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := poller.Poll(t.Context())
			runtime.ReadMemStats(&after)
			if (err == nil) != c.ok {
				t.Errorf("%v", err)
			}
			mb := (after.TotalAlloc - before.TotalAlloc) >> 20
			if mb > 128 { // 76 for endless mails, and at most 29 for the others
				t.Errorf("it took %d MB", mb)
			}
		})
	}
}

func TestFirstUIDs(t *testing.T) {
	set := imap.UIDSet{
		{Start: 3, Stop: 5},
		{Start: 9, Stop: 9},
		{Start: 4294967295, Stop: 4294967295},
		{Start: 0, Stop: 0},
	}
	if got := fmt.Sprint(firstUIDs(set, 100)); got != "[3 4 5 9 4294967295]" {
		t.Error(got)
	}
	if got := fmt.Sprint(firstUIDs(set, 2)); got != "[3 4]" {
		t.Error(got)
	}
	if got := len(firstUIDs(imap.UIDSet{{Start: 1, Stop: 4294967295}}, maxPolled)); got != maxPolled {
		t.Error(got)
	}
}
