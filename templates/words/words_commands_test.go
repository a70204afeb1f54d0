package words

import (
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// named lists the commands that mails explain.
var named = []string{
	"resign", "resign_now", "draw", "accept", "decline", "show", "mute", "help", "rematch", "takeback", "say", "plan",
	"games", "play", "settings", "rules", "history", "record", "stop",
}

// Mails name each command by its first word in the language, so that a reader who copies it is understood.
func TestMailsNameCommandsInTheirLanguage(t *testing.T) {
	for _, tag := range All() {
		l := For(tag)
		var all []string
		for _, key := range phrase.MustLoad(files).Keys() {
			begin, _, _ := strings.Cut(key, ".")
			if slices.Contains([]string{"reply", "help", "desk", "reply_rejected", "reply_answer"}, begin) {
				all = append(all, strings.ToLower(l.Say(key)))
			}
		}
		text := strings.Join(all, "\n")
		for _, command := range named {
			if word := rules.CommandWords(tag, command)[0]; !strings.Contains(text, strings.ToLower(word)) {
				t.Errorf("%s: no mail explains %q (%s)", tag, word, command)
			}
		}
	}
}
