//go:build browser

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/cmd/api/programtest"
)

// newcomer is a person who tries the demo, with a browser and the folder of the mails.
type newcomer struct {
	t      *testing.T
	tab    context.Context
	folder string
}

// mailed waits for the newest mail of a kind to a player, and returns the first match of an expression in it.
func (n *newcomer) mailed(pattern, expression string) (found string) {
	n.t.Helper()
	wanted := regexp.MustCompile(expression)
	programtest.Eventually(n.t, "a mail "+pattern+" with "+expression, func() bool {
		files, err := filepath.Glob(filepath.Join(n.folder, pattern))
		if err != nil || len(files) == 0 {
			return false
		}
		text, err := os.ReadFile(files[len(files)-1])
		if m := wanted.FindStringSubmatch(string(text)); err == nil && m != nil {
			found = m[1]
		}
		return found != ""
	})
	return found
}

// code waits for the code that was mailed to a player, and removes its mail, so that the next call waits for another.
func (n *newcomer) code(name string) (code string) {
	n.t.Helper()
	pattern := "*-code-" + name + "*.eml"
	code = n.mailed(pattern, `(?m)^ +(\d{8})`)
	files, err := filepath.Glob(filepath.Join(n.folder, pattern))
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		n.t.Fatal(err)
	}
	return code
}

// visit follows a link and fails unless the page contains some words.
func (n *newcomer) visit(link string, texts ...string) {
	n.t.Helper()
	n.steps(chromedp.Navigate(link))
	n.sees(texts...)
}

func (n *newcomer) steps(steps ...chromedp.Action[chromedp.Void]) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.tab, programtest.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		n.t.Fatal(err)
	}
}

func (n *newcomer) sees(texts ...string) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.tab, programtest.Patience)
	defer cancel()
	said, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		n.t.Fatal(err)
	}
	for _, text := range texts {
		if !strings.Contains(said, text) {
			n.t.Fatalf("there is no %q:\n%s", text, said)
		}
	}
}

// press presses a button or link and fails unless the next page contains some words.
func (n *newcomer) press(selector string, texts ...string) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.tab, programtest.Patience)
	defer cancel()
	loaded := chromedp.Events(ctx, cdppage.LoadEventFired)
	if err := chromedp.Do(ctx, chromedp.Click(selector)); err != nil {
		n.t.Fatalf("%s: %v", selector, err)
	}
	for _, err := range loaded {
		if err != nil {
			n.t.Fatal(err)
		}
		break
	}
	n.sees(texts...)
}

// tap taps a place of the board and waits for the page to change.
func (n *newcomer) tap(place string) {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.tab, programtest.Patience)
	defer cancel()
	at, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](`(() => {
		const a = document.querySelector('.board a[aria-label^="`+place+`, "]');
		a.scrollIntoView({block: "center"});
		const r = a.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`))
	if err != nil {
		n.t.Fatalf("%s: %v", place, err)
	}
	before := n.address()
	n.steps(chromedp.MouseClickXY(at[0], at[1]))
	programtest.Eventually(n.t, "tapping "+place, func() bool { return n.address() != before })
}

func (n *newcomer) address() string {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.tab, programtest.Patience)
	defer cancel()
	address, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.href"))
	if err != nil {
		n.t.Fatal(err)
	}
	return address
}

// A newcomer starts the demo, plays the house by the first address that it prints and others by the mails in its
// folder, signs in and out by them, changes a setting and unsubscribes.
func TestABrowserTriesTheDemo(t *testing.T) {
	folder := t.TempDir()
	mails := filepath.Join(folder, "mail")
	database := filepath.Join(folder, "turnpost.db")
	i := start(t, "demo", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "file:"+mails)
	ann, bob := &newcomer{t, pagestest.Start(t), mails}, &newcomer{t, pagestest.Start(t), mails}
	const page, stop = `(http\S+/k/\S+)`, `about this game:\s+(http\S+/k/\S+)`

	programtest.Eventually(t, "the addresses of pages", func() bool { return strings.Contains(i.Out.String(), "/docs/") })
	ann.visit(regexp.MustCompile(page).FindString(i.Out.String()), "It is your turn (Attackers)", "house-easy")
	ann.tap("d1")
	ann.tap("c1")
	ann.press("#confirm .go", "It is your turn", "2 / 2")

	ann.visit(ann.mailed("*-your_turn-*-ann.eml", page), "It is your turn (Attackers)")
	ann.tap("h1")
	ann.sees("Chosen: h1")
	ann.tap("h4")
	ann.sees("Play this turn?")
	ann.press("#confirm .go", "Your turn is played", "bob (Defenders) is to move")

	bob.visit(bob.mailed("*-your_turn-*-bob.eml", page), "It is your turn (Defenders)")
	bob.steps(chromedp.SendKeys(`form[method=get] input[name=turn]`, "e5-e2"))
	bob.press(`form[method=get] button`, "Play this turn?")
	bob.press("#confirm .go", "Your turn is played")

	bob.press(`form[action$="/sign-in"] button`, "A code is in the mail")
	bob.steps(chromedp.SendKeys(`input[name=code]`, bob.code("bob")))
	bob.press(`form[action$="/sign-in"] .go`, "Signed in as bob")
	bob.press(`.bar a[href="/inbox"]`, "The others are to move")
	bob.press(`.foot a[href="/settings"]`, "Signed in as bob", "Your data")
	bob.steps(chromedp.Click(`details:has(> #profile) > summary`))
	bob.sees("Mail goes to bob@example.org")
	bob.steps(chromedp.SetValue(`#profile input[name=zone]`, "Europe/Warsaw"))
	bob.press("#profile button", "Saved")
	bob.steps(chromedp.Click(`details:has(> #access) > summary`))
	bob.press(`form[action="/sign-out"] button`, "Board games by post")
	bob.press(`.bar a[href="/sign-in"]`, "You have played here before")
	bob.steps(chromedp.SendKeys(`form[action="/sign-in/code"] input[type=email]`, "bob@example.org"))
	bob.press(`form[action="/sign-in/code"] button`, "A code is in the mail")
	bob.steps(chromedp.SendKeys(`input[name=code]`, bob.code("bob")))
	bob.press(`form[action="/sign-in"] button`, "Inbox", "Signed in as bob")

	ann.visit(ann.mailed("*-your_turn-*-ann.eml", stop), "Nothing has changed yet")
	ann.press("main form button", "no more mail about game")
	if exit := i.Stop(); exit != 0 {
		t.Errorf("the program ended with %d", exit)
	}
}
