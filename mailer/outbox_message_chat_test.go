package mailer

import (
	"strings"
	"testing"

	"turnpost/mailer/mailprograms"
)

func TestMessageMail(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	for _, text := range []string{"Hello!", "<b>Have</b> fun.\r\n-- \r\nbob"} {
		if _, err := o.SendMessage(t.Context(), bob.ID, g.ID, text); err != nil {
			t.Fatal(err)
		}
	}
	text := raw(t, o.writer(), o.content(), o.Clock.Now())
	checkLines(t, text)
	e, err := mailprograms.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := e.GetHeader("Subject"); got != "Hnefatafl 9×9 with bob (game "+g.ID+")" {
		t.Errorf("subject %q", got)
	}
	if got := e.GetHeader("List-Id"); got != "" { // Evolution would keep people from replying
		t.Errorf("List-Id %q", got)
	}
	if !strings.Contains(strings.ReplaceAll(e.Text, "\r\n", "\n"), "> Hello!\n") ||
		!strings.Contains(e.Text, "> <b>Have</b> fun.") || !strings.Contains(e.HTML, "&lt;b&gt;Have&lt;/b&gt; fun.") {
		t.Errorf("written as\n%s\n%s", e.Text, e.HTML)
	}
}
