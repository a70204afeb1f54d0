package visible

import (
	"testing"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"a\u200bb\u200dc\ufeffd":  "abcd",
		"\u200b\u200c\u2060":      "",
		"a\u00adb\u034fc\u3164":   "abc",
		"\u202eabc\u2066":         "abc",
		"one\r\ntwo\tthree":       "one\ntwo\tthree",
		"👩\u200d👧 ❤\ufe0f":        "👩\u200d👧 ❤\ufe0f",
		"می\u200cخواهم":           "می\u200cخواهم",
		"x\x07\x1b[31m\u009b":     "x[31m",
		"tag\U000e0041\U000e007f": "tag",
		"a\u2028b":                "ab",
		"é\u200d\u0080l":          "él",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\u200db\u202e\x00")
	f.Add("\x8d\u200d\u0080l")
	f.Fuzz(func(t *testing.T, text string) {
		once := only(text)
		if clean := Clean(text); Clean(clean) != clean {
			t.Errorf("%q is cleaned to %q, then to %q", text, clean, Clean(clean))
		}
		if !utf8.ValidString(once) || len([]rune(once)) > len([]rune(text)) {
			t.Fatalf("%q became %q", text, once)
		}
	})
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "abcd": "abcd", "abcde": "abc…", "a\x1b\xffé\n": "a??…",
		"ééé": "ééé",
	} {
		if got := Clip(text, 4); got != want {
			t.Errorf("%q is clipped to %q, want %q", text, got, want)
		}
	}
}
