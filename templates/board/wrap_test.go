package board

import (
	"slices"
	"strings"
	"testing"
)

// TestWrapKeepsSignsWhole checks at every width that no line begins or ends inside a pair of brackets, that none
// begins with a dot, and that nothing is lost.
func TestWrapKeepsSignsWhole(t *testing.T) {
	for _, text := range []string{
		"Marks on the drawn boards: ( ) where it came from and [ ] where it went.",
		"[ ] at the beginning, at the end ( )",
		"( [ ] ) and ( a b )",
		"no brackets · here",
	} {
		for columns := 1; columns <= len(text); columns++ {
			lines := Wrap(text, columns)
			for i, line := range lines {
				starts := strings.Trim(line[:1], ")]") != "" && !strings.HasPrefix(line, "·")
				if !starts || strings.Trim(line[len(line)-1:], "([") == "" {
					t.Errorf("line %d of %q is %q", i, lines, line)
				}
			}
			if got := strings.Join(lines, " "); strings.ReplaceAll(got, " ·", "") != strings.ReplaceAll(text, " ·", "") {
				t.Errorf("%q became %q", text, got)
			}
		}
		if words := Words(text); strings.Join(words, " ") != text || slices.Contains(words, "[") {
			t.Errorf("words %q", words)
		}
	}
}
