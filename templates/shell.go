package templates

import (
	"encoding/json"
	"strings"
)

// jsonObject encodes alternating names and values in this order.
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

// shellWord quotes a text as one word for a POSIX shell.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._:/@=", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
