package site

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestUnusableTexts refuses texts of the operator when the server starts, and names the file.
func TestUnusableTexts(t *testing.T) {
	for text, want := range map[string]string{
		"# Privacy\n\nWe store little.": "", "\ufeff# Privacy": "", "": "",
		"# Privacy \xff\xfe":         "privacy.md: the text is not in UTF-8",
		strings.Repeat("a", 300_000): "privacy.md: 300000 bytes are too many",
	} {
		_, err := ReadTexts(fstest.MapFS{"privacy.md": {Data: []byte(text)}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
	folder := fstest.MapFS{"privacy.md/x": {}}
	if _, err := ReadTexts(folder); err == nil || !strings.Contains(err.Error(), "privacy.md") {
		t.Errorf("a folder is read: %v", err)
	}
}
