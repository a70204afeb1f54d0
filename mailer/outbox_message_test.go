package mailer

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/linktext"
	"turnpost/models/mailbox"
)

// contentOf begins a game, plays a turn, and returns the content of its mail.
func contentOf(t testing.TB, o *office, message string) *mailbox.Content {
	t.Helper()
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, message)
	return o.content()
}

// content returns the content of the one due notice, and leaves it due.
func (o *office) content() *mailbox.Content {
	o.t.Helper()
	claims, err := o.ClaimNotices(o.t.Context(), 1, 0)
	if err != nil || len(claims) != 1 {
		o.t.Fatalf("%d notices are due: %v", len(claims), err)
	}
	l, err := o.ComposeContent(o.t.Context(), claims[0])
	if err != nil || l == nil {
		o.t.Fatalf("content %v: %v", l, err)
	}
	return l
}

// raw returns the bytes of a mail's message.
func raw(t testing.TB, w *Writer, l *mailbox.Content, now time.Time) []byte {
	t.Helper()
	m, err := w.Write(l, now)
	if err != nil {
		t.Fatal(err)
	}
	return m.raw
}

func TestTurnMail(t *testing.T) {
	o := newOffice(t)
	l := contentOf(t, o, "Your move, and <b>mine</b>.")
	text := raw(t, o.writer(), l, o.Clock.Now())
	checkLines(t, text)
	e := received{raw: text}.parse(t)
	wantHeaders(t, e, map[string]string{
		"From":                     `"turnpost" <turnpost@example.org>`,
		"To":                       `"bob" <bob@example.org>`,
		"Subject":                  "Hnefatafl 9×9 with ann (game " + l.Game.ID + ")",
		"Date":                     "Sat, 21 Nov 2026 11:15:00 +0100",
		"Message-Id":               "<turn." + l.Game.ID + ".1@mail.example.org>",
		"In-Reply-To":              "<game." + l.Game.ID + "@mail.example.org>",
		"References":               "<game." + l.Game.ID + "@mail.example.org>",
		"List-Unsubscribe":         "<https://play.example.org/unsubscribe/" + l.ListUnsubscribe + ">",
		"List-Unsubscribe-Post":    "List-Unsubscribe=One-Click",
		"Auto-Submitted":           "auto-generated",
		"Content-Language":         "en",
		"X-Auto-Response-Suppress": "All",
		"Mime-Version":             "1.0",
	})
	if !strings.Contains(e.Text, "\n> Your move, and <b>mine</b>.") || strings.Contains(e.HTML, "<b>") ||
		!strings.Contains(e.HTML, "&lt;b&gt;mine") {
		t.Errorf("the message is not quoted in\n%s\n%s", e.Text, e.HTML)
	}
	for _, token := range []string{l.Unsubscribe, l.UnsubscribeGame} {
		if link := "/k/" + linktext.Short(token); !strings.Contains(e.Text, link) || !strings.Contains(e.HTML, link) {
			t.Error("a way to end the mail is missing")
		}
	}
	if _, err := o.ReadSubscription(t.Context(), l.UnsubscribeGame); err != nil {
		t.Error(err)
	}
	checkBoard(t, e)
}

// checkLines checks that lines end with CRLF and are short enough for every server.
func checkLines(t *testing.T, text []byte) {
	t.Helper()
	for line := range bytes.Lines(text) {
		body, ok := bytes.CutSuffix(line, []byte("\r\n"))
		if !ok || bytes.ContainsAny(body, "\r\n") || len(body) > 900 {
			t.Fatalf("a line of %d bytes: %q", len(body), line)
		}
		if bytes.ContainsFunc(body, func(r rune) bool { return r > 0x7e || (r < ' ' && r != '\t') }) {
			t.Fatalf("a line is not printable ASCII: %q", line)
		}
	}
}

// wantHeaders compares all headers except for Content-Type.
func wantHeaders(t *testing.T, e *enmime.Envelope, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := e.GetHeader(name); got != value {
			t.Errorf("%s: %s\nwant %s", name, got, value)
		}
	}
	for _, name := range e.GetHeaderKeys() {
		if _, ok := want[name]; !ok && name != "Content-Type" && name != "Content-Transfer-Encoding" {
			t.Errorf("there is a header %s: %s", name, e.GetHeader(name))
		}
	}
	if len(e.Errors) > 0 {
		t.Errorf("the message is malformed: %v", e.Errors)
	}
}

// checkBoard checks that there is one inline picture, opaque and with a palette, which the HTML shows.
func checkBoard(t *testing.T, e *enmime.Envelope) {
	t.Helper()
	parts := append(slices.Clone(e.Inlines), e.OtherParts...)
	if len(parts) != 1 || len(e.Attachments) != 0 {
		t.Fatalf("%d pictures and %d attachments", len(parts), len(e.Attachments))
	}
	board := parts[0]
	if board.ContentType != "image/png" || board.ContentID == "" ||
		!strings.Contains(e.HTML, `src="cid:`+board.ContentID+`"`) {
		t.Errorf("the picture is %s of %s", board.ContentID, board.ContentType)
	}
	picture, err := png.Decode(bytes.NewReader(board.Content))
	if err != nil {
		t.Fatal(err)
	}
	paletted, ok := picture.(*image.Paletted)
	if !ok || !paletted.Opaque() || slices.ContainsFunc(paletted.Palette, func(c color.Color) bool {
		_, _, _, a := c.RGBA()
		return a != 0xffff
	}) {
		t.Error("the picture is not opaque, or has no palette")
	}
}

func TestAttemptsHaveOneMessageID(t *testing.T) {
	o := newOffice(t)
	l := contentOf(t, o, "")
	w := o.writer()
	ids := messageIDs(t, []received{
		{raw: raw(t, w, l, o.Clock.Now())},
		{raw: raw(t, w, l, o.Clock.Now().Add(6*time.Hour))},
	})
	if ids[0] != ids[1] || ids[0] == "" {
		t.Errorf("two attempts have the Message-IDs %v", ids)
	}
}

func TestMailThatCannotBeOffIsNoList(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	if err := o.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	stop := o.start(o.config())
	o.want(OutcomeSent)
	stop()
	mails := o.mails()
	if len(mails) != 2 {
		t.Fatalf("%d mails came", len(mails))
	}
	for _, m := range mails { // a code and a test
		e := m.parse(t)
		for _, name := range []string{"List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "In-Reply-To", "References"} {
			if got := e.GetHeader(name); got != "" {
				t.Errorf("%s has %s: %s", e.GetHeader("Subject"), name, got)
			}
		}
		if strings.Contains(e.Text, "/unsubscribe/") || strings.Contains(e.HTML, "<img") {
			t.Errorf("the mail says\n%s", e.Text)
		}
	}
}

// TestThreads checks that the mails of one game are one thread.
func TestThreads(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	o.drain(0)
	stop := o.start(o.config())
	c, err := o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hanniball", Opponent: "bob",
		Seat: "first", Message: "Fancy a game?",
	})
	if err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent)
	g, err := o.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent)
	if _, err := o.NegotiateDraw(t.Context(), bob.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent)
	if _, err := o.NegotiateDraw(t.Context(), ann.ID, g.ID, models.DeclineOffer); err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent)
	if _, err := o.ResignGame(t.Context(), bob.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	o.want(OutcomeSent, OutcomeSent)
	stop()
	challenge, game := "<challenge."+c.ID+"@mail.example.org>", "<game."+g.ID+"@mail.example.org>"
	toAnn, toBob := "HanniBall with bob (game "+g.ID+")", "HanniBall with ann (game "+g.ID+")"
	want := []struct{ subject, preview, root string }{
		{"ann challenges you · HanniBall · 3 days for each turn", "You would play", challenge},
		{toAnn, "Your turn, due Tue 24 Nov 11:15 CET. You move first. bob accepts your challenge.", game},
		{toAnn, "bob offers a draw. The game would end with no winner.", game},
		{toBob, "ann declines the draw. The game goes on.", game},
		{toAnn, "You won against bob: bob resigned.", game},
		{toBob, "You lost against ann: you resigned.", game},
	}
	mails := o.mails()
	if len(mails) != len(want) {
		t.Fatalf("%d mails came, want %d", len(mails), len(want))
	}
	slices.SortStableFunc(mails[4:], func(a, b received) int { return strings.Compare(a.to, b.to) })
	for i, m := range mails {
		e := m.parse(t)
		root := e.GetHeader("References")
		if root == "" {
			root = e.GetHeader("Message-ID")
		}
		preview := regexp.MustCompile(`(?s)<body>\s*<div[^>]*>([^<]*)`).FindStringSubmatch(e.HTML)
		if preview == nil || !strings.HasPrefix(preview[1], want[i].preview) {
			t.Errorf("mail %d begins with %q, want %q", i, preview, want[i].preview)
		}
		if e.GetHeader("Subject") != want[i].subject || root != want[i].root {
			t.Errorf("mail %d: %q in thread %s, want %q in %s", i, e.GetHeader("Subject"), root, want[i].subject, want[i].root)
		}
	}
}

func TestMailToAStranger(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	if _, err := o.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "sevensages",
		Opponent: "eve.o'neill@example.org",
	}); err != nil {
		t.Fatal(err)
	}
	l := o.content()
	e := received{raw: raw(t, o.writer(), l, o.Clock.Now())}.parse(t)
	if got := e.GetHeader("To"); got != "<eve.o'neill@example.org>" {
		t.Errorf("To: %s", got)
	}
	if !strings.Contains(e.Text, "Look and answer:") || strings.Contains(e.Text, "curl") {
		t.Errorf("the mail does not say how to answer, or shows a command:\n%s", e.Text)
	}
	want := "<https://play.example.org/unsubscribe/" + l.ListUnsubscribe + ">"
	if got := e.GetHeader("List-Unsubscribe"); got != want {
		t.Errorf("List-Unsubscribe: %s, want %s", got, want)
	}
	checkBoard(t, e)
}

// Not every server takes a domain in Unicode; each takes its form in ASCII.
func TestSenderInUnicode(t *testing.T) {
	const ascii = "a@xn--bcher-kva.example"
	id := Identity{From: "Bücher <a@bücher.example>", Site: "https://example.org", Domain: "example.org"}
	w, err := NewWriter(nil, id)
	if err != nil {
		t.Fatal(err)
	}
	if want := "=?utf-8?q?B=C3=BCcher?= <" + ascii + ">"; w.from != want || !w.isSender(ascii) {
		t.Errorf("mail is from %s, want %s", w.from, want)
	}
	if !OwnAddress("example.org", "a@bücher.example")(ascii) {
		t.Error("the sender is not known as an address of the server")
	}
}

func TestNewWriterRefuses(t *testing.T) {
	for _, id := range []Identity{
		{From: "nobody", Site: "https://example.org", Domain: "example.org"},
		{From: "", Site: "https://example.org", Domain: "example.org"},
		{From: "jürgen@example.org", Site: "https://example.org", Domain: "example.org"},
		{From: "a@example.org, b@example.org", Site: "https://example.org", Domain: "example.org"},
		{From: "a@example.org", Site: "example.org", Domain: "example.org"},
		{From: "a@example.org", Site: "ftp://example.org", Domain: "example.org"},
		{From: "a@example.org", Site: "https://example.org", Domain: ""},
		{From: "a@example.org", Site: "https://example.org", Domain: "example.org>\r\nBcc: b@example.org"},
	} {
		if _, err := NewWriter(nil, id); err == nil {
			t.Errorf("%+v is taken", id)
		}
	}
}
