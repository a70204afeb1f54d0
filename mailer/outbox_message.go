package mailer

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wneessen/go-mail"

	"turnpost/models/mailaddr"
	"turnpost/models/mailbox"
	"turnpost/templates"
	"turnpost/templates/view"
)

// Identity is the appearance of the server in its mail.
type Identity struct {
	From   string // an address, with or without a name
	Site   string // base URL under which players reach the server
	Domain string // right side of Message-IDs and of the addresses that replies go to
	// Replies enables reading mail to those addresses. Without it, mails do not contain them.
	Replies bool
}

// Writer makes messages of the contents of mails.
type Writer struct {
	views         *view.Views
	from          string
	name, address string // of from
	site          string
	domain        string
	replies       bool
}

// NewWriter makes a Writer. Its errors name the fault of the identity.
func NewWriter(games view.Games, id Identity) (*Writer, error) {
	from, err := netmail.ParseAddress(id.From)
	valid := err == nil
	if valid {
		from.Address, _, valid = mailaddr.Parse(from.Address)
	}
	if !valid {
		return nil,
			fmt.Errorf("the sender of mail is %q; it must be an address such as turnpost@example.org, "+
				"or turnpost <turnpost@example.org>", id.From)
	}
	site, err := url.Parse(id.Site)
	if err != nil || site.Host == "" || (site.Scheme != "http" && site.Scheme != "https") {
		return nil, fmt.Errorf("the base URL is %q; it must be like https://play.example.org", id.Site)
	}
	if id.Domain == "" || strings.ContainsFunc(id.Domain,
		func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>@", r) }) {
		return nil, fmt.Errorf("the mail domain is %q; it must be like example.org", id.Domain)
	}
	return &Writer{
		views: view.New(games), from: from.String(), name: from.Name, address: from.Address,
		site: strings.TrimRight(id.Site, "/"), domain: id.Domain, replies: id.Replies,
	}, nil
}

// Message is a mail ready to be sent.
type Message struct {
	from, to string // of the envelope, in angle brackets
	raw      []byte // lines end with CRLF
	memory   *bytes.Buffer
	fileName string // time, kind and recipient; without suffix
}

// Write makes the message of a mail as of now. Equal contents get equal Message-IDs.
func (w *Writer) Write(c *mailbox.Content, now time.Time) (*Message, error) {
	msg, err := w.compose(c, now)
	if err != nil {
		return nil, err
	}
	return newMessage(msg, fileName(c, now))
}

// newMessage encodes a message, once for all attempts of a transport. msg must not be used afterwards.
func newMessage(msg *mail.Msg, fileName string) (*Message, error) {
	from, err := msg.GetSender(false)
	if err != nil {
		return nil, err
	}
	to, err := msg.GetRecipients()
	if err != nil {
		return nil, err
	}
	if len(to) != 1 {
		return nil, fmt.Errorf("a mail to %d recipients; it must be to one", len(to))
	}
	raw := messages.Get().(*bytes.Buffer)
	raw.Reset()
	encodeInto(raw, msg)
	if _, err := msg.WriteTo(raw); err != nil {
		return nil, err
	}
	return &Message{from: from, to: to[0], raw: raw.Bytes(), memory: raw, fileName: fileName}, nil
}

// usualSize is the size in bytes that most mails with a board do not exceed.
const usualSize = 64 << 10

// messages are buffers of messages, to be reused.
var messages = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, usualSize)) }}

// discard recycles the buffer of the message, which must not be used any more.
func (m *Message) discard() {
	recycle(m.memory)
	m.raw, m.memory = nil, nil
}

// recycle returns a buffer to messages, unless it has grown large.
func recycle(buffer *bytes.Buffer) {
	if buffer.Cap() <= 2*usualSize {
		messages.Put(buffer)
	}
}

// displayName drops characters of a name that go-mail encodes into a word which address parsers refuse: control
// characters, broken UTF-8 and backslashes. No player's name has any.
func displayName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\\' || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
}

// compose makes the message of a mail, not yet encoded.
func (w *Writer) compose(c *mailbox.Content, now time.Time) (*mail.Msg, error) {
	content, err := w.mail(c, now)
	if err != nil {
		return nil, err
	}
	text, err := templates.RenderMail(content)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnwritable, err)
	}
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	to := netmail.Address{Name: displayName(c.To.Name), Address: c.To.Email}
	if err := errors.Join(msg.From(w.from), msg.To(to.String())); err != nil {
		return nil, err
	}
	msg.Subject(subject(c, text.Subject))
	msg.SetDateWithValue(now.In(zone(c)))
	w.setThread(msg, c)
	w.setList(msg, c)
	if err := w.setReplies(msg, c); err != nil {
		return nil, err
	}
	automatic := "auto-generated"
	if c.Reply != nil {
		automatic = "auto-replied"
	}
	msg.SetGenHeader("Auto-Submitted", automatic)
	msg.SetGenHeader("Content-Language", content.Reader.Words().Tag())
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetBodyWriter(mail.TypeTextPlain, textBody(text.Text))
	msg.AddAlternativeWriter(mail.TypeTextHTML, textBody(text.HTML))
	for i, board := range text.Boards {
		name := "board.png"
		if i > 0 {
			name = fmt.Sprintf("board-%d.png", i+1)
		}
		msg.EmbedReadSeeker(name, bytes.NewReader(board.PNG), mail.WithFileContentID("<"+board.ID+">"), asPNG)
	}
	return msg, nil
}

// asPNG sets the type of a picture. With mail.WithFileContentType, go-mail still loads the system's table of types to
// guess it from the name, which takes 0.4 MB as long as the program runs.
func asPNG(f *mail.File) {
	f.Header.Set("Content-Type", fmt.Sprintf("image/png; name=%q", f.Name))
}

func zone(c *mailbox.Content) *time.Location {
	if c.To.TimeZone != nil {
		return c.To.TimeZone
	}
	return time.UTC
}

// setThread sets the Message-ID, and puts all mails about one game, or one challenge without a game, under one message
// that need not exist.
func (w *Writer) setThread(msg *mail.Msg, c *mailbox.Content) {
	id := w.messageID(c)
	msg.SetMessageIDWithValue(id)
	var root string
	switch {
	case c.Game != nil:
		root = "game." + c.Game.ID + "@" + w.domain
	case c.Challenge != nil:
		root = "challenge." + c.Challenge.ID + "@" + w.domain
	}
	var references []string
	if root != "" && root != id {
		references = []string{root}
	}
	if c.Reply != nil {
		for _, earlier := range append(c.Reply.References, c.Reply.MessageID) {
			if earlier != "" && !slices.Contains(references, earlier) {
				references = append(references, earlier)
			}
		}
	}
	if len(references) > 0 {
		msg.SetGenHeader(mail.HeaderInReplyTo, "<"+references[len(references)-1]+">")
		msg.SetGenHeader(mail.HeaderReferences, "<"+strings.Join(references, "> <")+">")
	}
}

// setReplies sets the addresses of replies and of reports of failures.
func (w *Writer) setReplies(msg *mail.Msg, c *mailbox.Content) error {
	if !w.replies {
		return nil
	}
	if c.BounceLink != "" {
		if err := msg.EnvelopeFrom(w.boxAddress(boxBounce, c.BounceLink)); err != nil {
			return fmt.Errorf("the envelope sender: %w", err)
		}
	}
	if c.ReplyLink == "" {
		return nil
	}
	to := netmail.Address{Name: w.name, Address: w.boxAddress(boxReply, c.ReplyLink)}
	return msg.ReplyTo(to.String())
}

// subject returns the subject of a mail. The answer to a reply has that of the reply, behind "Re:", so that programs
// that compare subjects keep it in the conversation. They ignore that prefix, but not those of every language.
func subject(c *mailbox.Content, usual string) string {
	switch {
	case c.Reply == nil || c.Reply.Subject == "":
		return usual
	case strings.HasSuffix(c.Reply.Subject, usual):
		return "Re: " + usual
	}
	return "Re: " + withoutRe(c.Reply.Subject)
}

// withoutRe returns a subject without its "Re:" prefixes.
func withoutRe(subject string) string {
	const re = "re:"
	for len(subject) >= len(re) && strings.EqualFold(subject[:len(re)], re) {
		subject = strings.TrimSpace(subject[len(re):])
	}
	return subject
}

// setList lets mail programs unsubscribe: from mail about the game, or from mail of the kind. There is no List-Id,
// because Evolution does not reply to mails that have one.
func (w *Writer) setList(msg *mail.Msg, c *mailbox.Content) {
	link := c.ListUnsubscribe
	if link == "" {
		return
	}
	stop := templates.UnsubscribeURL(w.site, link)
	value := "<" + stop + ">"
	if w.replies {
		value += ", <mailto:" + w.boxAddress(boxUnsubscribe, link) + ">"
	}
	msg.SetGenHeader(mail.HeaderListUnsubscribe, value)
	if strings.HasPrefix(stop, "https://") { // RFC 8058 allows one click there only
		msg.SetGenHeader(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
}

// fileName is unique except for mails of one kind about one thing to one recipient in the same millisecond.
func fileName(c *mailbox.Content, now time.Time) string {
	parts := []string{now.UTC().Format("20060102T150405.000Z"), string(c.Kind)}
	switch {
	case c.Game != nil:
		parts = append(parts, c.Game.ID)
	case c.Challenge != nil:
		parts = append(parts, c.Challenge.ID)
	}
	recipient := c.To.Name
	if recipient == "" {
		recipient = c.To.Email
	}
	parts = append(parts, recipient)
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-@+", r) {
			return r
		}
		return '_'
	}, strings.Join(parts, "-"))
}

// lineBytes is the number of bytes in a line of base64 (RFC 2045, section 6.8).
const lineBytes = 57

// encodeInto makes go-mail write the headers of a message only, and encodes its bodies into the same buffer, byte by
// byte as go-mail would. The package comment has the gain. go-mail offers no way for bodies that are encoded already:
// it encodes each into a buffer that grows from nothing, and base64 line by line.
func encodeInto(raw *bytes.Buffer, msg *mail.Msg) {
	for _, part := range msg.GetParts() {
		if part.GetEncoding() == mail.EncodingQP {
			part.SetWriteFunc(quotedPrintable(raw, part.GetWriteFunc()))
		}
	}
	for _, picture := range msg.GetEmbeds() {
		picture.Writer = base64Lines(raw, picture.Writer)
	}
}

// body writes the body of one part of a message.
type body = func(io.Writer) (int64, error)

// quotedPrintable returns a body that encodes another one into raw and is empty for go-mail.
func quotedPrintable(raw *bytes.Buffer, write body) body {
	return func(io.Writer) (int64, error) {
		w := quotedprintable.NewWriter(raw)
		if _, err := write(w); err != nil {
			return 0, err
		}
		return 0, w.Close()
	}
}

// base64Lines returns a body that encodes another one into raw and is empty for go-mail.
func base64Lines(raw *bytes.Buffer, write body) body {
	return func(io.Writer) (int64, error) {
		content := messages.Get().(*bytes.Buffer)
		defer recycle(content)
		content.Reset()
		if _, err := write(content); err != nil {
			return 0, err
		}
		raw.Grow(base64.StdEncoding.EncodedLen(content.Len()) + 2*(content.Len()/lineBytes+1))
		for left := content.Bytes(); len(left) > 0; {
			n := min(lineBytes, len(left))
			line := base64.StdEncoding.AppendEncode(raw.AvailableBuffer(), left[:n])
			_, _ = raw.Write(append(line, "\r\n"...)) // cannot fail
			left = left[n:]
		}
		return 0, nil
	}
}

// textBody returns the body of a text.
func textBody(text string) body {
	return func(w io.Writer) (int64, error) {
		n, err := io.WriteString(w, text)
		return int64(n), err
	}
}
