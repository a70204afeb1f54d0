package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"turnpost/templates/words"
)

// The log of a start names a language that is not offered, and what it lacks first.
func TestALackingLanguageIsLogged(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	logLanguages(log, words.All(), words.Lacks(), nil)
	if out.Len() > 0 {
		t.Errorf("a build of whole languages logs %s", &out)
	}
	logLanguages(log, words.All(), map[string][]string{"nl": strings.Fields("a b c d e f g")},
		map[string][]string{"de": {"chess: none"}})
	for _, want := range []string{
		"level=WARN", "language=nl", "lacks=7", `first="[a b c d e]"`, `offered="[de en ru]"`,
		"games are shown in English", "language=de", "chess: none",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s lacks %s", &out, want)
		}
	}
}
