package words

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// indent indents a text of several lines.
func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

// cells pads texts to columns separated by two spaces; the arguments alternate widths and texts.
func cells(widthsAndTexts ...any) string {
	var b strings.Builder
	for i := 0; i+1 < len(widthsAndTexts); i += 2 {
		width, _ := widthsAndTexts[i].(int)
		text := fmt.Sprint(widthsAndTexts[i+1])
		b.WriteString(text + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0)+2))
	}
	return b.String()
}
