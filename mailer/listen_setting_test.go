package mailer

import "testing"

func TestParseListenSetting(t *testing.T) {
	for text, want := range map[string]ListenSetting{
		"smtp://127.0.0.1:2525":     {false, "tcp", "127.0.0.1:2525"},
		"lmtp://[::1]:24":           {true, "tcp", "[::1]:24"},
		"lmtp:///run/turnpost/lmtp": {true, "unix", "/run/turnpost/lmtp"},
		"unix:/run/turnpost/lmtp":   {true, "unix", "/run/turnpost/lmtp"},
	} {
		if got, err := ParseListenSetting(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "127.0.0.1:25", "smtp://", "smtp://host", "lmtp:///", "http://a:1",
		"smtp://a:b@c:25", "unix:"} {
		if got, err := ParseListenSetting(text); err == nil {
			t.Errorf("%s is %+v", text, got)
		}
	}
}
