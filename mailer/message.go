package mailer

import (
	"bytes"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"turnpost/models"
	"turnpost/templates"
)

// Identity is how the server appears in its mail.
type Identity struct {
	From   string // an address, with or without a name
	Site   string // base URL under which players reach the server
	Domain string // right side of Message-IDs
}

// Writer makes messages of letters.
type Writer struct {
	games  Games
	from   string
	site   string
	domain string
}

// NewWriter makes a Writer. Its errors name what is wrong with the identity.
func NewWriter(games Games, id Identity) (*Writer, error) {
	from, err := netmail.ParseAddress(id.From)
	if err != nil {
		return nil, fmt.Errorf("the sender of mail is %q; it must be an address such as turnpost@example.org, or turnpost <turnpost@example.org>", id.From)
	}
	site, err := url.Parse(id.Site)
	if err != nil || site.Host == "" || (site.Scheme != "http" && site.Scheme != "https") {
		return nil, fmt.Errorf("the base URL is %q; it must be like https://play.example.org", id.Site)
	}
	if id.Domain == "" || strings.ContainsFunc(id.Domain, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>@", r) }) {
		return nil, fmt.Errorf("the mail domain is %q; it must be like example.org", id.Domain)
	}
	return &Writer{games: games, from: from.String(), site: strings.TrimRight(id.Site, "/"), domain: id.Domain}, nil
}

// Message is a mail that is ready to be sent, once.
type Message struct {
	msg      *mail.Msg
	fileName string // tells when, what and to whom; without suffix
}

// Write makes the message of a letter as of now. Equal letters get equal Message-IDs.
func (w *Writer) Write(l *models.Letter, now time.Time) (*Message, error) {
	view, err := w.view(l, now)
	if err != nil {
		return nil, err
	}
	text, err := templates.RenderMail(view)
	if err != nil {
		return nil, err
	}
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	to := netmail.Address{Name: l.To.Name, Address: l.To.Email}
	if err := errors.Join(msg.From(w.from), msg.To(to.String())); err != nil {
		return nil, err
	}
	msg.Subject(text.Subject)
	msg.SetDateWithValue(now.In(zone(l)))
	w.setThread(msg, l)
	w.setList(msg, l, view)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetBodyString(mail.TypeTextPlain, text.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, text.HTML)
	for i, board := range text.Boards {
		name := "board.png"
		if i > 0 {
			name = fmt.Sprintf("board-%d.png", i+1)
		}
		msg.EmbedReadSeeker(name, bytes.NewReader(board.PNG),
			mail.WithFileContentID("<"+board.ID+">"), mail.WithFileContentType("image/png"))
	}
	return &Message{msg: msg, fileName: fileName(l, now)}, nil
}

func zone(l *models.Letter) *time.Location {
	if l.To.TimeZone != nil {
		return l.To.TimeZone
	}
	return time.UTC
}

// setThread names the message by its notice, and puts all that is about one
// game, or one challenge, under one message that need not exist.
func (w *Writer) setThread(msg *mail.Msg, l *models.Letter) {
	id := l.Key + "@" + w.domain
	msg.SetMessageIDWithValue(id)
	var root string
	switch {
	case l.Challenge != nil:
		root = "challenge." + l.Challenge.ID + "@" + w.domain
	case l.Game != nil:
		root = "game." + l.Game.ID + "@" + w.domain
	}
	if root != "" && root != id {
		msg.SetGenHeader(mail.HeaderInReplyTo, "<"+root+">")
		msg.SetGenHeader(mail.HeaderReferences, "<"+root+">")
	}
}

// setList lets mail programs sort the mail and end it: mail about a game ends
// for that game, other mail for its kind. What cannot be off is no list.
func (w *Writer) setList(msg *mail.Msg, l *models.Letter, view templates.Mail) {
	list, stop := "kind-"+strings.ReplaceAll(string(l.Kind), "_", "-"), view.StopKind
	if view.StopGame != "" {
		list, stop = "game-"+l.Game.ID, view.StopGame
	}
	if stop == "" {
		return
	}
	msg.SetGenHeader("List-Id", "<"+list+"."+w.domain+">")
	msg.SetGenHeader(mail.HeaderListUnsubscribe, "<"+stop+">")
	if strings.HasPrefix(stop, "https://") { // RFC 8058 allows one click there only
		msg.SetGenHeader(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
}

// fileName is unique but for mails of one kind about one thing to one
// recipient in the same millisecond.
func fileName(l *models.Letter, now time.Time) string {
	parts := []string{now.UTC().Format("20060102T150405.000Z"), string(l.Kind)}
	switch {
	case l.Game != nil:
		parts = append(parts, l.Game.ID)
	case l.Challenge != nil:
		parts = append(parts, l.Challenge.ID)
	}
	recipient := l.To.Name
	if recipient == "" {
		recipient = l.To.Email
	}
	parts = append(parts, recipient)
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-@+", r) {
			return r
		}
		return '_'
	}, strings.Join(parts, "-"))
}
