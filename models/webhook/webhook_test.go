package webhook

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func TestParseURL(t *testing.T) {
	for text, want := range map[string]Fault{
		"https://chat.example.com/hooks/1?key=2":         "",
		"https://chat.example.com:8443":                  "",
		"https://[2606:4700::1111]/":                     "",
		"http://192.0.2.1/":                              "",
		"":                                               FaultForm,
		"chat.example.com/hooks":                         FaultForm,
		"//chat.example.com/hooks":                       FaultForm,
		"ftp://chat.example.com/":                        FaultForm,
		"https:///hooks":                                 FaultForm,
		"https:chat.example.com":                         FaultForm,
		"https://chat.exa mple.com/":                     FaultForm,
		"https://chät.example.com/":                      FaultForm,
		"https://[fe80::1%25eth0]/":                      FaultForm,
		"https://chat.example.com:/":                     "",
		"https://chat.example.com:0/":                    FaultForm,
		"https://chat.example.com:65535/":                "",
		"https://chat.example.com:65536/":                FaultForm,
		"https://ann@chat.example.com/":                  FaultCredentials,
		"https://ann:secret@chat.example.com/":           FaultCredentials,
		"https://chat.example.com/#part":                 FaultFragment,
		"https://chat.example.com/#":                     FaultFragment,
		"https://a.example/" + strings.Repeat("x", 2000): FaultLong,
	} {
		if _, got := ParseURL(text); got != want {
			t.Errorf("%.60s: %q instead of %q", text, got, want)
		}
	}
}

func TestHostsAreOneInAnyCase(t *testing.T) {
	for _, text := range []string{"https://Chat.Example.com/a", "https://chat.example.com.:8443/b"} {
		u, fault := ParseURL(text)
		if fault != "" || Host(u) != "chat.example.com" {
			t.Errorf("%s: %s, %q", text, Host(u), fault)
		}
	}
}

// TestSign has the example of the specification at standardwebhooks.com.
func TestSign(t *testing.T) {
	secret, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	body := []byte(`{"test": 2432232314}`)
	got := Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), body, secret, []byte("another"))
	first, second, _ := strings.Cut(got, " ")
	if first != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" || !strings.HasPrefix(second, "v1,") {
		t.Error(got)
	}
	if text := SecretText(secret); text != "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" {
		t.Error(text)
	}
}

func TestMessageID(t *testing.T) {
	a, b := MessageID("turn.k7m2q9xr.4"), MessageID("turn.k7m2q9xr.5")
	if a == b || a != MessageID("turn.k7m2q9xr.4") || strings.ContainsAny(a, ". ") || len(a) > 40 {
		t.Error(a, b)
	}
}
