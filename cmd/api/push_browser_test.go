//go:build browser

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/cmd/api/programtest"
	"turnpost/mailer/webhook/pushtest"
)

// click taps the only notification in the scope of a service worker, and returns the addresses that the worker opens
// and those of the windows that it brings to the front. A browser lets a worker do both only after a tap by a person,
// so that here they are recorded.
const click = `(async () => {
	const [notification] = await registration.getNotifications(), waits = [], done = [];
	clients.openWindow = async url => { done.push("opens " + url); };
	WindowClient.prototype.focus = async function () { done.push("shows " + this.url); };
	const tap = new NotificationEvent("notificationclick", { notification });
	tap.waitUntil = promise => waits.push(promise);
	dispatchEvent(tap);
	await Promise.all(waits);
	return done;
})()`

// A person turns notices on in the settings. When it is their turn, the server sends a message that their browser can
// read; its service worker shows it, and a tap opens the game, or the window that shows it already. The push service is
// the test's, as a browser without a network reaches none: the server's messages are decrypted and handed to the
// worker by the protocol of the developer tools.
func TestABrowserOpensTheGameOfAPush(t *testing.T) {
	messages, device := make(chan []byte, 9), pushtest.New(t)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		messages <- body
		w.WriteHeader(http.StatusCreated)
	}))
	defer service.Close()
	c := newCompanyIn(t, pagestest.StartWhole(t), "--webhook-allow", "127.0.0.0/8")
	ann := c.person("ann")
	ann.subscribes(service.URL, device)
	ann.enter("Start playing")
	ann.press(`main a[href="/sign-in#new"]`, "You are new here")
	ann.register("Signed in as ann")
	ann.press(`.foot a[href="/settings"]`, "Signed in as ann")
	ann.steps(chromedp.Click(`details:has(> #devices) > summary`))
	ann.press(`form[data-push] button`, "This device gets your notices now")

	ann.visit(c.url+"/r/bohnduell?play=1#play", "Play the house")
	ann.press(`form[action="/r/bohnduell/house"] button`, "house-easy")
	game := ann.address()
	ann.playTurn("It is your turn", "house-easy")
	var text []byte
	select {
	case body := <-messages:
		text = device.Decrypt(t, body)
	case <-time.After(programtest.Patience):
		t.Fatal("no message came")
	}
	ann.visit(c.url+"/privacy", "Privacy")
	var message struct{ Title, Body string }
	if err := json.Unmarshal(text, &message); err != nil {
		t.Fatal(err)
	}
	list := ann.receives(text)
	if want := message.Title + ": " + message.Body; len(list) != 1 || list[0] != want ||
		!strings.Contains(want, "house-easy") || !strings.Contains(want, "Your turn") {
		t.Errorf("the notices are %q, the message %s", list, text)
	}

	plain, _, _ := strings.Cut(game, "?")
	done := ann.taps()
	if !slices.Equal(done, []string{"opens " + plain}) {
		t.Fatalf("a tap %q, not the game %s", done, plain)
	}
	if list := ann.notices(); len(list) > 0 {
		t.Errorf("after the tap there are still the notices %q", list)
	}
	ann.visit(strings.TrimPrefix(done[0], "opens "), "It is your turn", "house-easy")
	ann.receives(text)
	if done := ann.taps(); !slices.Equal(done, []string{"shows " + ann.address()}) {
		t.Errorf("a tap %q, not the open window %s", done, ann.address())
	}
}

// subscribes lets the person's browser show notices, and subscribe to a push service by the keys of a device.
func (p *person) subscribes(service string, device pushtest.Browser) {
	p.company.t.Helper()
	if _, err := chromedp.CallBrowser(p.tab, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
		Permission: &cdpbrowser.PermissionDescriptor{Name: "notifications"}, Setting: cdpbrowser.PermissionSettingGranted,
		BrowserContextID: chromedp.FromContext(p.tab).BrowserContextID,
	}); err != nil {
		p.company.t.Fatal(err)
	}
	auth, key := device.Keys()
	if _, err := chromedp.Call(p.tab, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(`PushManager.prototype.subscribe = async () => (
			{toJSON: () => ({endpoint: "%s/send/ann", keys: {auth: "%s", p256dh: "%s"}})})`, service, auth, key)}); err != nil {
		p.company.t.Fatal(err)
	}
}

// receives delivers a push message until the browser shows notices, and returns them. A browser that has much to do may
// drop a message; one that comes again replaces the notice of its game.
func (p *person) receives(text []byte) (list []string) {
	p.company.t.Helper()
	var delivered time.Time
	programtest.Eventually(p.company.t, "a notice on the screen", func() bool {
		if time.Since(delivered) > programtest.Patience/6 {
			p.delivers(text)
			delivered = time.Now()
		}
		list = p.notices()
		return len(list) > 0
	})
	return list
}

// notices lists the notices that the service worker shows.
func (p *person) notices() []string {
	p.company.t.Helper()
	return evaluate[[]string](p, `navigator.serviceWorker.ready.then(r => r.getNotifications())
		.then(list => list.map(n => n.title + ": " + n.body))`)
}

// delivers hands a push message to the service worker of the current page.
func (p *person) delivers(text []byte) {
	p.company.t.Helper()
	ctx, cancel := context.WithTimeout(p.tab, programtest.Patience)
	defer cancel()
	registrations := make(chan serviceworker.RegistrationID, 9)
	if err := chromedp.Listen(ctx, func(ev any) {
		if updated, ok := ev.(*serviceworker.EventWorkerRegistrationUpdated); ok {
			for _, r := range updated.Registrations {
				registrations <- r.RegistrationID
			}
		}
	}); err != nil {
		p.company.t.Fatal(err)
	}
	for _, command := range []cdp.Command[cdp.Empty, cdp.Empty]{serviceworker.Disable, serviceworker.Enable} {
		if _, err := chromedp.Call(ctx, command, cdp.Empty{}); err != nil {
			p.company.t.Fatal(err)
		}
	}
	select {
	case id := <-registrations:
		if _, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
			Origin: p.url, RegistrationID: id, Data: string(text),
		}); err != nil {
			p.company.t.Fatal(err)
		}
	case <-ctx.Done():
		p.company.t.Fatal("the page has no service worker")
	}
}

// taps taps the notification that the service worker shows, and returns what the worker does.
func (p *person) taps() (done []string) {
	p.company.t.Helper()
	var worker target.ID
	programtest.Eventually(p.company.t, "a running service worker", func() bool {
		list, err := chromedp.Targets(p.tab)
		for _, info := range list {
			if info.Type == "service_worker" && strings.HasPrefix(info.URL, p.url) {
				worker = info.TargetID
			}
		}
		return err == nil && worker != ""
	})
	ctx, cancel := context.WithTimeout(p.tab, programtest.Patience)
	defer cancel()
	inside, leave := chromedp.NewContext(ctx, chromedp.WithTargetID(worker), chromedp.WithDetachOnCancel())
	defer leave()
	done, err := chromedp.Run(inside, chromedp.Evaluate[[]string](click, chromedp.EvalAwaitPromise))
	if err != nil {
		p.company.t.Fatal(err)
	}
	return done
}
