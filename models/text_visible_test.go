package models

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
	} {
		if got, err := cleanText("text", text, 100); err != nil || got != want {
			t.Errorf("%q is %q, want %q, %v", text, got, want, err)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\u200db\u202e\x00")
	f.Fuzz(func(t *testing.T, text string) {
		once := visible(text)
		if !utf8.ValidString(once) || len([]rune(once)) > len([]rune(text)) {
			t.Fatalf("%q became %q", text, once)
		}
	})
}

func TestTimeZonesAreNamed(t *testing.T) {
	for zone, good := range map[string]bool{
		"Europe/Warsaw": true, "UTC": true, "America/Argentina/Buenos_Aires": true, "Etc/GMT+5": true, "EST5EDT": true,
		"localtime": false, "Local": false, "posixrules": false, "right/UTC": false, "posix/Europe/Warsaw": false,
		"Factory": false, "": false, "../UTC": false,
	} {
		if err := checkTimeZone(zone); (err == nil) != good {
			t.Errorf("%q: %v", zone, err)
		}
	}
}

func TestNamesOfTheServerAreKept(t *testing.T) {
	for name, good := range map[string]bool{
		"ann": true, "Rooty": true, "adminton": true, "admin": false, "Admin_2": false, "TURNPOST": false,
		"turn-post": false, "PostMaster": false, "no_reply": false,
	} {
		if err := checkName(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}
