package templates

import (
	"encoding/json"
	"strings"
)

// command is one command of several lines, joined as a shell reads it.
func (w *mailWriter) command(lines ...string) {
	for i := range lines {
		lines[i] = strings.Repeat("  ", min(i, 1)) + oneLine(lines[i])
		if i < len(lines)-1 {
			lines[i] += ` \`
		}
	}
	w.blocks = append(w.blocks, mailBlock{Kind: blockCommand, Lines: lines})
}

// bearer is the option of curl that says who asks.
const bearer = `-H "Authorization: Bearer $TOKEN"`

const jsonType = `-H 'Content-Type: application/json'`

// post is the command that posts a JSON object, of names with texts or numbers in turn,
// or nothing.
func (w *mailWriter) post(path, option string, fields ...any) {
	url := shellWord(w.Site + path)
	if len(fields) == 0 {
		w.command("curl -X POST "+option, url)
		return
	}
	lines := []string{"curl " + jsonType, "-d " + shellWord(jsonObject(fields)), url}
	if option != "" {
		lines = append([]string{"curl " + option, jsonType}, lines[1:]...)
	}
	w.command(lines...)
}

// jsonObject keeps the order of its fields.
func jsonObject(fields []any) string {
	parts := make([]string, 0, len(fields)/2)
	for i := 0; i+1 < len(fields); i += 2 {
		parts = append(parts, jsonText(fields[i])+":"+jsonText(fields[i+1]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func jsonText(v any) string {
	text, _ := json.Marshal(v) // a string or a number always encodes
	return string(text)
}

// shellWord quotes a text so that a POSIX shell takes it as one word.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._:/@", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
