package webhook

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/mailer/webhook/pushtest"
	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/notice"
)

// subscription returns what a page sends when a browser has subscribed.
func subscription(b pushtest.Browser, endpoint string) hook.NewDevice {
	auth, key := b.Keys()
	return hook.NewDevice{Endpoint: endpoint, Auth: auth, Key: key, Name: "Firefox"}
}

// decrypt decrypts and reads a message.
func decrypt(t *testing.T, b pushtest.Browser, body string) (m pushMessage) {
	t.Helper()
	if err := json.Unmarshal(b.Decrypt(t, []byte(body)), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// device makes a browser of ann that gets the notices of her turns, and a game in which she is to move.
func (w *world) device(url string) (ann, bob models.Player, g *models.Game, b pushtest.Browser) {
	w.t.Helper()
	ann, bob = w.SignUp("ann"), w.SignUp("bob")
	b = pushtest.New(w.t)
	added, err := w.AddDevice(w.t.Context(), ann.ID, subscription(b, url+"/send/abc"))
	if err != nil {
		w.t.Fatal(err)
	}
	turns := hook.Patch{Events: &[]models.Kind{models.KindYourTurn}}
	if _, err := w.UpdateHook(w.t.Context(), ann.ID, added.ID, turns); err != nil {
		w.t.Fatal(err)
	}
	return ann, bob, w.Begin(ann, bob, "hnefatafl", "7x7"), b
}

func TestABrowserGetsWhatItCanRead(t *testing.T) {
	w := newWorld(t)
	url, requests := receiver(t, status(http.StatusCreated))
	_, _, g, b := w.device(url)
	w.run(w.Store, Config{})
	got := next(t, requests)
	m := decrypt(t, b, got.body)
	if m.Tag != g.ID || !strings.HasPrefix(m.URL, "https://play.example.org/g/"+g.ID) || !strings.Contains(m.Body,
		"Your turn") {
		t.Errorf("the message is %+v", m)
	}
	if strings.Contains(m.URL, "k=") {
		t.Errorf("a link in a notification can play: %s", m.URL)
	}
	h := got.header
	if h.Get("Content-Encoding") != "aes128gcm" || h.Get("Topic") != g.ID || !strings.HasPrefix(h.Get("Ttl"), "2591") ||
		!strings.HasPrefix(h.Get("Authorization"), "vapid t=") || h.Get("Webhook-Signature") != "" {
		t.Errorf("header %v", h)
	}
}

func TestPushServicesAnswer(t *testing.T) {
	for name, try := range map[string]struct {
		answer http.HandlerFunc
		ends   bool
		wait   time.Duration // until the next try, at least
		slow   bool
	}{
		"201":     {answer: status(201)},
		"404":     {answer: status(404), ends: true},
		"410":     {answer: status(410), ends: true},
		"403":     {answer: status(403), ends: true},
		"413":     {answer: status(413), wait: 48 * time.Second},
		"429":     {answer: badReceivers["too many"].answer, wait: 2 * time.Hour},
		"500":     {answer: status(500), wait: 48 * time.Second},
		"nothing": {answer: badReceivers["silent"].answer, wait: 48 * time.Second, slow: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			url, requests := receiver(t, try.answer)
			ann, _, _, _ := w.device(url)
			c := Config{}
			if try.slow {
				c.patience = 50 * time.Millisecond
			}
			w.run(w.Store, c)
			next(t, requests)
			became := <-w.settled
			devices, err := w.Devices(t.Context(), ann.ID)
			if err != nil {
				t.Fatal(err)
			}
			if ends := len(devices) == 0; ends != try.ends {
				t.Fatalf("settled as %s; the device has ended: %t", became, ends)
			}
			notices, _, err := w.Notices(t.Context(), ann.ID, 0, 10)
			if err != nil {
				t.Fatal(err)
			}
			if !try.ends && try.wait > 0 {
				at := slices.IndexFunc(notices, func(n notice.Notice) bool { return n.Kind == models.KindYourTurn })
				wait := notices[at].Hooks[0].NextAt.Sub(w.Clock.Now())
				if became != hook.HookRetry || wait < try.wait-time.Second {
					t.Errorf("settled as %s, tried again in %s", became, wait)
				}
			}
			if !try.ends && try.wait == 0 && became != hook.HookSent {
				t.Errorf("settled as %s", became)
			}
			for _, n := range notices {
				if n.Kind == models.KindWebhookOff {
					t.Error("a browser that unsubscribed causes a mail")
				}
			}
		})
	}
}
