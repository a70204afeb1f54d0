package phrase

import "strings"

// The marks around a key in a text of the language Keys.
const keyBegin, keyEnd = "⟪", "⟫"

func markKey(key string) string { return keyBegin + key + keyEnd }

// KeysIn lists the keys of the phrases in a text of the language Keys, with repetitions.
func KeysIn(text string) (keys []string) {
	for _, after := range strings.Split(text, keyBegin)[1:] {
		if key, _, closed := strings.Cut(after, keyEnd); closed {
			keys = append(keys, key)
		}
	}
	return keys
}
