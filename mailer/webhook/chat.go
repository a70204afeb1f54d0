package webhook

import (
	"html"
	"net/http"
	"net/url"
	"strings"

	"turnpost/models/hook"
	"turnpost/templates"
)

// maxTelegram is below the 4,096 characters that Telegram takes, because escapes count.
const maxTelegram = 3500

// telegramText escapes a text for Telegram. A space without width keeps a name from being a mention.
func telegramText(text string) string {
	return strings.ReplaceAll(html.EscapeString(text), "@", "@\u200b")
}

// telegram returns the request for sendMessage of Telegram's Bot API. The board needs a font of equal widths, and so
// HTML, in which names are escaped.
func telegram(claim hook.Claim, s templates.Summary) (body, error) {
	text := "<b>" + telegramText(clip(s.Title, maxDescription)) + "</b>\n" +
		telegramText(clip(s.Text, maxDescription))
	if board := telegramText(s.Board); board != "" && len(text)+len(board) < maxTelegram {
		text += "\n<pre>" + board + "</pre>"
	}
	if s.URL != "" {
		text += "\n" + html.EscapeString(s.URL)
	}
	b, err := jsonBody(map[string]any{
		"chat_id": claim.Target, "text": text, "parse_mode": "HTML",
		"link_preview_options": map[string]any{"is_disabled": true},
	})
	b.path = "/bot" + url.PathEscape(string(claim.Secrets[0])) + "/sendMessage"
	return b, err
}

// matrix returns the request that sends a message to a room by Matrix's client-server API. The transaction is the same
// in every attempt, so that the room gets one message.
func matrix(claim hook.Claim, s templates.Summary) (body, error) {
	plain := clip(s.Title, maxDescription) + "\n" + clip(s.Text, maxDescription)
	formatted := "<strong>" + html.EscapeString(clip(s.Title, maxDescription)) + "</strong><br>" +
		html.EscapeString(clip(s.Text, maxDescription))
	if s.Board != "" && len(s.Board) < maxTelegram {
		plain += "\n\n" + s.Board
		formatted += "<pre><code>" + html.EscapeString(s.Board) + "</code></pre>"
	}
	if s.URL != "" {
		plain += "\n" + s.URL
		formatted += `<br><a href="` + html.EscapeString(s.URL) + `">` + html.EscapeString(s.URL) + "</a>"
	}
	b, err := jsonBody(map[string]any{
		"msgtype": "m.text", "body": plain, "format": "org.matrix.custom.html", "formatted_body": formatted,
		"m.mentions": map[string]any{}, // nobody, even if a name in the text is that of a member
	})
	b.method = http.MethodPut
	b.path = "/_matrix/client/v3/rooms/" + url.PathEscape(claim.Target) + "/send/m.room.message/" + claim.MessageID
	b.header.Set("Authorization", "Bearer "+string(claim.Secrets[0]))
	return b, err
}
