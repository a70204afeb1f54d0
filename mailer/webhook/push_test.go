package webhook

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/webhook"
)

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestEncryptAsInTheRFC encrypts the example of RFC 8291, appendix A.
func TestEncryptAsInTheRFC(t *testing.T) {
	device, ok := webhook.ParseDevice("BTBZMqHH6r4Tts7J_aSIgg",
		"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
	if !ok {
		t.Fatal("the keys of the example are refused")
	}
	ephemeral, err := ecdh.P256().NewPrivateKey(decoded(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := encrypt([]byte("When I grow up, I want to be a watermelon"), device, ephemeral,
		decoded(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK" +
		"6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if base64.RawURLEncoding.EncodeToString(got) != want {
		t.Errorf("got %s", base64.RawURLEncoding.EncodeToString(got))
	}
	if _, err := encrypt(make([]byte, recordSize), device, ephemeral, make([]byte, saltSize)); err == nil {
		t.Error("a message longer than a record was encrypted")
	}
}

func TestVapidIsSignedByTheKey(t *testing.T) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_800_000_000, 0)
	value, err := vapid(key, "https://push.example.org:8443/send/abc", "https://play.example.org", now)
	if err != nil {
		t.Fatal(err)
	}
	token, public, _ := strings.Cut(strings.TrimPrefix(value, "vapid t="), ", k=")
	signed, signature, _ := cutLast(token, ".")
	_, claims, _ := strings.Cut(signed, ".")
	got := map[string]any{}
	if err := json.Unmarshal(decoded(t, claims), &got); err != nil {
		t.Fatal(err)
	}
	if got["aud"] != "https://push.example.org:8443" || got["sub"] != "https://play.example.org" ||
		got["exp"] != float64(now.Add(vapidLife).Unix()) {
		t.Errorf("claims %v", got)
	}
	raw, sum := decoded(t, signature), sha256.Sum256([]byte(signed))
	verifier, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decoded(t, public))
	if err != nil {
		t.Fatal(err)
	}
	if !ecdsa.Verify(verifier, sum[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:])) {
		t.Error("the signature is wrong")
	}
}

func cutLast(text, by string) (before, after string, found bool) {
	i := strings.LastIndex(text, by)
	return text[:max(i, 0)], text[i+1:], i >= 0
}

func TestAnswersOfPushServices(t *testing.T) {
	for status, want := range map[int]models.HookDetail{
		201: hook.HookOK, 404: hook.HookGone, 410: hook.HookGone, 401: hook.HookGone, 403: hook.HookGone,
		413: hook.HookRefused, 429: hook.HookRefused, 500: hook.HookRefused, 0: hook.HookTooSlow,
	} {
		r := result{status: status, detail: hook.HookRefused}
		switch status {
		case 201:
			r.detail = hook.HookOK
		case 410:
			r.detail = hook.HookGone
		case 0:
			r.detail = hook.HookTooSlow
		}
		if got := pushDetail(r); got != want {
			t.Errorf("%d is %s, want %s", status, got, want)
		}
	}
}
