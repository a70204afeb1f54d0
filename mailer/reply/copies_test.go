package reply

import (
	"reflect"
	"strings"
	"testing"
)

// A divider with words, and an element that programs put around attributions, begin a copy of the original even if our
// mail is unknown. A line of signs alone does so only above a header block, as signatures have such a line too.
func TestWhereACopyBegins(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []Command
	}{
		"words":               {"d1-d4\n\n-----Original Message-----\nresign\n", turn("d1-d4")},
		"words alone":         {"-----Original Message-----\nresign\n", nil},
		"words at the end":    {"d1-d4\n\n-----Original Message-----\n", turn("d1-d4")},
		"signs":               {"____________________\nd1-d4\n", turn("d1-d4")},
		"signs above a block": {"____________________\nFrom: turnpost\nSent: 21 Nov 2026\nTo: Ann\n\nresign\n", nil},
		"signs at the end":    {"d1-d4\n\n____________________\n", turn("d1-d4")},
		"sender and date": {
			"d1-d4\n\n----- Message from Ann <ann@example.org> on Sat, 21 Nov 2026 10:01:00 -----\nresign\n", turn("d1-d4"),
		},
		"sender and date alone": {
			"----- Message from Ann <ann@example.org> on Sat, 21 Nov 2026 10:01:00 -----\nresign\n", nil,
		},
		"sender and date between brackets": {"[Ann <ann@example.org> 21.11.2026 10:01]\n\nresign\n", nil},
		"sender and date between arrows":   {">>> Ann <ann@example.org> 11/21/2026 10:01 AM >>>\nresign\n", nil},
		"attribution element": {
			`<div>d1-d4</div><div class="moz-cite-prefix">zzz</div><div>resign</div>`,
			turn("d1-d4"),
		},
		"element within quotes": {
			`<blockquote><div class="moz-cite-prefix">zzz</div></blockquote><div>d1-d4</div>`, turn("d1-d4"),
		},
	} {
		header := plainHeader
		if strings.HasPrefix(c.text, "<") {
			header = strings.Replace(plainHeader, "text/plain", "text/html", 1)
		}
		m, err := Read([]byte(header+c.text), Options{Us: us})
		if err != nil {
			t.Fatal(err)
		}
		if r := m.Reply; !reflect.DeepEqual(r.Commands, c.want) || len(r.Possible) > 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A paragraph, a table or an address ends words to the opponent, as an empty line does. The rows of a table do not.
func TestElementsThatEndWords(t *testing.T) {
	const name = "Ann Miller"
	for _, c := range []struct{ below, want string }{
		{"<div>" + name + "</div>", "hi\n" + name},
		{"<p>" + name + "</p>", "hi"},
		{"<table><tr><td>" + name + "</td></tr></table>", "hi"},
		{"<address>" + name + "</address>", "hi"},
	} {
		m, err := Read(htmlMail("<div>d1-d4</div><div>say hi</div>"+c.below), Options{Us: us})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Reply.Commands, append(turn("d1-d4"), say(c.want)...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v", c.below, m.Reply)
		}
	}
	m, err := Read(htmlMail("<table><tr><td>d1-d4</td></tr><tr><td>say hi</td></tr></table>"), Options{Us: us})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Reply.Commands, append(turn("d1-d4"), say("hi")...); !reflect.DeepEqual(got, want) {
		t.Errorf("the rows of a table are read as %+v", m.Reply)
	}
}

// Text that a style hides is not read.
func TestHiddenText(t *testing.T) {
	for _, style := range []string{
		"display: none", "mso-hide:all", "visibility:hidden", "max-height:0", "font-size:0", "opacity:0",
		"height:0; width:0; overflow:hidden", "overflow:hidden;height:0px",
	} {
		m, err := Read(htmlMail(`<div style="`+style+`">a4-a3</div><div>d1-d4</div>`), Options{Us: us})
		if err != nil || !reflect.DeepEqual(m.Reply.Commands, turn("d1-d4")) {
			t.Errorf("%s: %+v, %v", style, m.Reply, err)
		}
	}
	for _, style := range []string{"line-height:0;overflow:hidden", "min-height:0;overflow:hidden", "height:0"} {
		m, err := Read(htmlMail(`<div style="`+style+`">d1-d4</div>`), Options{Us: us})
		if err != nil || !reflect.DeepEqual(m.Reply.Commands, turn("d1-d4")) {
			t.Errorf("%s: %+v, %v", style, m.Reply, err)
		}
	}
}
