package webhook

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/mailbox"
	"turnpost/models/visible"
	"turnpost/models/webhook"
	"turnpost/templates"
	"turnpost/templates/view"
)

// The maximum sizes of bodies in bytes. Chat programs refuse longer texts.
const (
	maxBody        = 20_000
	maxDiscord     = 3500
	maxSlack       = 2500
	maxNtfy        = 3500
	maxDescription = 1000
)

// event is the body of the format json.
type event struct {
	Type      models.Kind `json:"type"`
	Timestamp time.Time   `json:"timestamp"` // when the notice was made
	Data      eventData   `json:"data"`
}

type eventData struct {
	Notice      int64           `json:"notice,omitempty"` // its ID in the ledger; omitted for a test
	Game        *eventGame      `json:"game,omitempty"`
	Challenge   *eventChallenge `json:"challenge,omitempty"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Board       string          `json:"board,omitempty"`
}

type eventGame struct {
	ID       string     `json:"id"`
	URL      string     `json:"url"`
	Title    string     `json:"title"`
	Ruleset  string     `json:"ruleset"`
	Variant  string     `json:"variant"`
	Turn     int        `json:"turn"` // number of the next turn, from 1
	Opponent string     `json:"opponent"`
	Side     string     `json:"side"`
	Deadline *time.Time `json:"deadline"` // null after the end
}

type eventChallenge struct {
	ID         string    `json:"id"`
	URL        string    `json:"url"`
	Title      string    `json:"title"`
	Ruleset    string    `json:"ruleset"`
	Variant    string    `json:"variant"`
	Challenger string    `json:"challenger"`
	ExpiresAt  time.Time `json:"expires_at"`
}

// body is a request without its signature.
type body struct {
	text   []byte
	header http.Header
	method string // "" for POST
	path   string // to add to the URL of the webhook, escaped
}

// bodyOf makes the body of a message for a claim.
func bodyOf(claim hook.Claim, c *mailbox.Content, m templates.Mail, s templates.Summary) (body, error) {
	switch claim.Format {
	case webhook.Discord:
		return jsonBody(discord(s))
	case webhook.Slack:
		return jsonBody(slack(s))
	case webhook.Ntfy:
		return ntfy(s), nil
	case webhook.Telegram:
		return telegram(claim, s)
	case webhook.Matrix:
		return matrix(claim, s)
	case webhook.Push:
		return push(c, m, s)
	}
	return eventBody(c, m, s)
}

// eventBody leaves out the board of a body that would be too long.
func eventBody(c *mailbox.Content, m templates.Mail, s templates.Summary) (body, error) {
	e := event{Type: c.Kind, Timestamp: c.CreatedAt.UTC(), Data: eventData{
		Notice: c.ID, Title: s.Title, Description: clip(s.Text, maxDescription), Board: s.Board,
	}}
	if c.Kind == models.KindTest {
		e.Timestamp = m.Now.UTC()
	}
	if g := m.Game; g != nil {
		e.Data.Game = gameOf(g, s.URL)
	}
	if ch := m.Challenge; ch != nil {
		e.Data.Challenge = &eventChallenge{
			ID: ch.ID, URL: templates.ChallengeURL(m.Site, ch.ID), Title: ch.Title, Ruleset: ch.Ruleset, Variant: ch.Variant,
			Challenger: ch.Challenger, ExpiresAt: ch.ExpiresAt.UTC(),
		}
	}
	b, err := jsonBody(e)
	if err == nil && len(b.text) > maxBody {
		e.Data.Board = ""
		b, err = jsonBody(e)
	}
	return b, err
}

func gameOf(g *view.Game, url string) *eventGame {
	game := &eventGame{
		ID: g.ID, URL: url, Title: g.Title, Ruleset: g.Ruleset, Variant: g.Variant, Turn: g.Number(),
		Opponent: g.Opponent(), Side: g.Side(),
	}
	if !g.Over() {
		deadline := g.Deadline.UTC()
		game.Deadline = &deadline
	}
	return game
}

func jsonBody(v any) (body, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return body{text: bytes.TrimSpace(text.Bytes()), header: http.Header{"Content-Type": {"application/json"}}}, err
}

// maxDiscordTitle is half of what Discord takes, as each character may be escaped.
const maxDiscordTitle = 125

// discord returns the body for Discord. It mentions nobody, even if the name of a player is a mention.
func discord(s templates.Summary) map[string]any {
	text := markdown(s.Text)
	if fits := fenced(s.Board, maxDiscord-len(text)); fits != "" {
		text += "\n" + fits
	}
	embed := map[string]any{"title": markdown(clip(s.Title, maxDiscordTitle)), "description": text}
	if s.URL != "" {
		embed["url"] = s.URL
	}
	return map[string]any{
		"username": "turnpost", "embeds": []any{embed}, "allowed_mentions": map[string]any{"parse": []string{}},
	}
}

// slackText escapes the signs of Slack. A space without width keeps Mattermost from notifying @all and from showing
// links and pictures.
var slackText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@\u200b", "](", "]\u200b(")

// slack returns the body for Slack, which Mattermost takes too. It mentions nobody, even where a name or a title
// would.
func slack(s templates.Summary) map[string]any {
	escape := slackText.Replace
	text := "*" + escape(s.Title) + "*\n" + escape(s.Text)
	if fits := fenced(s.Board, maxSlack-len(text)); fits != "" {
		text += "\n" + escape(fits)
	}
	if s.URL != "" {
		text += "\n<" + s.URL + ">"
	}
	return map[string]any{"text": text, "unfurl_links": false}
}

// ntfy returns the body for ntfy, where the font of phones spoils boards.
func ntfy(s templates.Summary) body {
	header := http.Header{
		"Content-Type": {"text/plain; charset=utf-8"}, "Title": {mime.BEncoding.Encode("utf-8", clip(s.Title, 120))},
	}
	if s.URL != "" {
		header.Set("Click", s.URL)
	}
	return body{text: []byte(clip(s.Text, maxNtfy)), header: header}
}

// fenced returns a text as a block of code; "" if it has more than limit bytes.
func fenced(text string, limit int) string {
	if text == "" || len(text)+10 > limit {
		return ""
	}
	return "```\n" + strings.TrimRight(strings.ReplaceAll(text, "```", "'''"), "\n") + "\n```"
}

// markdown escapes the signs that Discord reads.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range clip(text, maxDescription) {
		if strings.ContainsRune("\\*_~|`>#[]()<@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// clip shortens a text to a number of characters, and makes it UTF-8.
func clip(text string, n int) string {
	return visible.Shorten(strings.ToValidUTF8(text, "\uFFFD"), n)
}
