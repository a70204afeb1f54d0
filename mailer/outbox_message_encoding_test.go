package mailer

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wneessen/go-mail"
)

// Texts and pictures of any size are encoded in a message as go-mail itself encodes them.
func TestBodiesAreEncodedAsByGoMail(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 20_000} {
		picture := make([]byte, size)
		for i := range picture {
			picture[i] = byte(random.IntN(256))
		}
		msg := mail.NewMsg(mail.WithNoDefaultUserAgent(), mail.WithBoundary("between"))
		if err := msg.From("a@example.org"); err != nil {
			t.Fatal(err)
		}
		if err := msg.To("b@example.org"); err != nil {
			t.Fatal(err)
		}
		msg.SetDate()
		msg.SetMessageIDWithValue("one@example.org")
		msg.SetBodyString(mail.TypeTextPlain, "Two boards:\n.\n"+strings.Repeat("a é = \t\n", size))
		msg.AddAlternativeString(mail.TypeTextHTML, strings.Repeat("<p class=a>Two</p>", size))
		for _, name := range []string{"board.png", "board-2.png"} {
			msg.EmbedReadSeeker(name, bytes.NewReader(picture), mail.WithFileContentType("image/png"))
		}
		var want bytes.Buffer
		if _, err := msg.WriteTo(&want); err != nil {
			t.Fatal(err)
		}
		got, err := newMessage(msg, "")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.raw, want.Bytes()) {
			t.Errorf("%d bytes: %q; want %q", size, got.raw, want.Bytes())
		}
		got.discard()
	}
}
