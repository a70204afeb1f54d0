package templates

import (
	"testing"
)

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "''",
		"https://example.org/v1/x": "https://example.org/v1/x",
		"YOUR TURN":                "'YOUR TURN'",
		"o'brien@example.org":      `'o'\''brien@example.org'`,
		"$(reboot)`reboot`":        "'$(reboot)`reboot`'",
	} {
		if got := shellWord(text); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", text, got, want)
		}
	}
}
