package templates

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"turnpost/rules"
	"turnpost/templates/view"
)

// FuzzMail renders mails with hostile names and messages. Nothing may add a line to the subject or an element to the
// page.
func FuzzMail(f *testing.F) {
	f.Add("bob", "hello")
	f.Add("bob\r\nBcc: eve@example.org", "<script>alert(1)</script>")
	f.Add(`"><img src=x onerror=alert(1)>`, "</blockquote></div><a href=javascript:alert(1)>x</a>")
	f.Add("{{.Code}}", "\u202eneve\x1b[31m\x00")
	f.Add("\xff\xfe", strings.Repeat("long ", 500))
	game, challenge := sampleMail(f, "your_turn"), sampleMail(f, "challenge")
	f.Fuzz(func(t *testing.T, name, message string) {
		g, c := *game.Game, *challenge.Challenge
		g.Players[0].Name, g.LastTurn = name, &view.Turn{Seat: rules.First, Description: name + " moved.", Message: message}
		c.Challenger, c.Message = name, message
		g.Board = &view.Board{Diagram: rules.Diagram{Files: 1, Ranks: 1}}
		c.Board = g.Board
		game, challenge := game, challenge
		game.Game, challenge.Challenge, challenge.Email = &g, &c, message
		said := game
		said.Kind, said.Messages = "message", []view.Message{{Text: message}}
		for _, m := range []Mail{game, challenge, said} {
			got, err := RenderMail(m)
			if err != nil {
				t.Fatal(err)
			}
			checkHarmless(t, got)
		}
	})
}

// checkHarmless compares the elements of a page with those of the layout.
func checkHarmless(t *testing.T, got MailText) {
	t.Helper()
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	if !utf8.ValidString(got.Subject) || strings.ContainsFunc(got.Subject, control) {
		t.Errorf("the subject is %q", got.Subject)
	}
	if strings.ContainsFunc(got.Text, func(r rune) bool { return (r < ' ' && r != '\n') || r == 0x7f || r == 0x202e }) {
		t.Errorf("control characters in %q", got.Text)
	}
	root, err := html.Parse(strings.NewReader(got.HTML))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		const known = " html head meta title style body div h1 p blockquote pre wbr a img table tbody tr td "
		if !strings.Contains(known, " "+node.Data+" ") {
			t.Errorf("an element %s in\n%s", node.Data, got.HTML)
		}
		for _, a := range node.Attr {
			if strings.HasPrefix(a.Key, "on") || (a.Key == "href" && !strings.HasPrefix(a.Val, "https://play.example.org")) {
				t.Errorf("an attribute %s=%q", a.Key, a.Val)
			}
		}
	}
}
