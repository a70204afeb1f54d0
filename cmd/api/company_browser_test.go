//go:build browser

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/cmd/api/programtest"
)

// company is an empty server with people who find each other there.
type company struct {
	t       *testing.T
	url     string
	mails   string
	browser context.Context
	axe     string
	checked map[string]bool // the pages that the accessibility checker has seen, by name
}

func newCompany(t *testing.T) *company {
	t.Helper()
	return newCompanyIn(t, pagestest.Start(t))
}

// newCompanyIn starts the server with more flags, for people who use a given browser.
func newCompanyIn(t *testing.T, browser context.Context, flags ...string) *company {
	t.Helper()
	folder := t.TempDir()
	mails := filepath.Join(folder, "mail")
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatalf("AXE must name axe.min.js; .ci/browser fetches it: %v", err)
	}
	i := start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--database", filepath.Join(folder, "turnpost.db"), "--smtp", "file:" + mails,
	}, flags...)...)
	return &company{t, i.URL, mails, browser, string(axe), map[string]bool{}}
}

// person is somebody with a separate cookie store.
type person struct {
	*newcomer
	*company
	name string
}

func (c *company) person(name string) *person {
	c.t.Helper()
	tab, cancel := chromedp.NewContext(c.browser, chromedp.WithNewBrowserContext())
	c.t.Cleanup(cancel)
	if err := chromedp.Do(tab); err != nil { // a tab closes with the context that opened it
		c.t.Fatal(err)
	}
	return &person{&newcomer{c.t, tab, c.mails}, c, name}
}

func evaluate[T any](p *person, js string) T {
	p.company.t.Helper()
	ctx, cancel := context.WithTimeout(p.tab, programtest.Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.company.t.Fatalf("%s: %v", js, err)
	}
	return v
}

// stands checks the current page once under a name: it is accessible, and its content leads on.
func (p *person) stands(page string) {
	p.company.t.Helper()
	if p.checked[page] {
		return
	}
	p.checked[page] = true
	if evaluate[int](p, `document.querySelectorAll("main a[href], main button").length`) == 0 {
		p.company.t.Errorf("%s (%s) is a dead end", page, p.address())
	}
	evaluate[any](p, p.axe+";null")
	for _, fault := range evaluate[[]string](p, `axe.run(document, {resultTypes: ["violations"],
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
		r.violations.map(v => v.id + ": " + v.help + ": " +
		v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")))`) {
		p.company.t.Errorf("%s: %s", page, fault)
	}
}

// press taps a button or a link and waits for another document with some words. A document is known by a mark, not by
// events, which may belong to the one before.
func (p *person) press(selector string, texts ...string) {
	p.company.t.Helper()
	evaluate[any](p, "window.before = true;null")
	p.steps(chromedp.Click(selector))
	programtest.Eventually(p.company.t, "another page after "+selector, func() bool { return p.holds("!window.before") })
	p.sees(texts...)
}

// holds reports whether the page has come and a condition holds. It does not while another page comes.
func (p *person) holds(condition string) bool {
	ctx, cancel := context.WithTimeout(p.tab, programtest.Patience)
	defer cancel()
	is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.readyState === "complete" && `+condition))
	return err == nil && is
}

// enter visits the front page.
func (p *person) enter(texts ...string) {
	p.company.t.Helper()
	p.visit(p.url, texts...)
}

// register signs up on the page where a newcomer is asked for a name and an address.
func (p *person) register(texts ...string) {
	p.company.t.Helper()
	p.stands("sign-in")
	p.steps(
		chromedp.SendKeys(`form[action="/sign-in/new"] input[name=name]`, p.name),
		chromedp.SendKeys(`form[action="/sign-in/new"] input[type=email]`, p.name+"@example.org"),
	)
	p.press(`form[action="/sign-in/new"] button`, "A code is in the mail")
	p.stands("code")
	p.steps(chromedp.SendKeys(`input[name=code]`, p.code(p.name)))
	p.press(`form[action="/sign-in"] button`, texts...)
}

// follow taps a link that changes the page in place or leads to another one.
func (p *person) follow(selector string, texts ...string) {
	p.company.t.Helper()
	before := p.address()
	at := evaluate[[]float64](p, fmt.Sprintf(`(() => {
		const found = [...document.querySelectorAll(%q)].filter(e => e.getClientRects().length);
		const a = found[Math.floor(found.length / 2)];
		if (!a) return [];
		a.scrollIntoView({block: "center"});
		const r = a.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	if len(at) != 2 {
		p.company.t.Fatalf("%s has no %s", before, selector)
	}
	p.steps(chromedp.MouseClickXY(at[0], at[1]))
	programtest.Eventually(p.company.t, "following "+selector, func() bool { return p.address() != before })
	programtest.Eventually(p.company.t, "a page with "+strings.Join(texts, ", "), func() bool {
		for _, text := range texts {
			if !p.shows(text) {
				return false
			}
		}
		return true
	})
}

// shows reports whether the page has come and contains a text.
func (p *person) shows(text string) bool {
	return p.holds(fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// compose taps pieces and places until a whole turn is shown.
func (p *person) compose() {
	p.company.t.Helper()
	for range 40 {
		if p.shows("Play this turn?") {
			return
		}
		p.follow(".board a.from, .board a.next", "turn")
	}
	p.company.t.Fatal("no whole turn in 40 taps")
}

// playTurn composes a turn in a game and plays it.
func (p *person) playTurn(texts ...string) {
	p.company.t.Helper()
	p.compose()
	p.press("#confirm .go", texts...)
}

// playOut plays until the game with the house is over.
func (p *person) playOut() {
	p.company.t.Helper()
	for range 60 {
		programtest.Eventually(p.company.t, "the house acts", func() bool {
			return p.shows("It is your turn") || p.shows(" won") || p.shows("drawn")
		})
		if !p.shows("It is your turn") {
			return
		}
		p.playTurn()
	}
	p.company.t.Fatal("the game does not end")
}

// offer sends a challenge by the form of a ruleset; the guest moves first.
func (p *person) offer(ruleset, variant, opponent string, texts ...string) {
	p.company.t.Helper()
	p.press(`.bar a[href="/rules"]`, "The games")
	p.stands("rules")
	p.press(`main a[href="/r/`+ruleset+`"]`, "Play this game")
	p.press(`main a[href="/r/`+ruleset+`?play=1#play"]`, "Send the challenge")
	p.stands("challenge form")
	p.steps(chromedp.SetValue(`#play select[name=seat]`, "second"))
	p.steps(chromedp.SetValue(`#play select[name=variant]`, variant))
	if opponent != "" {
		p.steps(chromedp.SendKeys(`#play input[name=opponent]`, opponent))
	}
	p.press(`form[action$="/challenge"] > .go`, texts...)
	p.stands("challenge")
}

// On an empty server, by taps alone: people come, try a board, sign up, play the house to an end, find an open
// challenge of somebody, play, watch another game, and invite a stranger who accepts and plays.
func TestABrowserFindsCompany(t *testing.T) {
	c := newCompany(t)
	bob, carol, zoe, yan := c.person("bob"), c.person("carol"), c.person("zoe"), c.person("yan")

	bob.enter("Start playing")
	bob.stands("empty front page")
	bob.press(`main a[href="/sign-in#new"]`, "You are new here")
	bob.register("Signed in as bob")
	bob.stands("empty inbox")
	bob.offer("bohnduell", "standard", "", "A link to share")
	bob.offer("hnefatafl", "7x7", "", "A link to share")

	carol.enter("Hnefatafl 7×7", "BohnDuell")
	carol.stands("front page with challenges")
	carol.press(`main .offers li:has(a[href^="/c/"]):last-of-type > a.button`, "You are new here")
	carol.register("The game begins", "It is your turn")
	carol.playTurn("Your turn is played", "bob")
	carol.stands("turn played")

	zoe.enter("Try it now")
	zoe.press(`main a[href="/try/hnefatafl"]`, "It is your turn (Attackers)")
	zoe.stands("board to try")
	zoe.compose()
	zoe.stands("turn to try")
	zoe.follow("#confirm .go", "after turn 2")
	zoe.stands("answer of the house")
	zoe.press(`main .card a[href^="/sign-in"]`, "You are new here")
	zoe.register("Signed in as zoe")

	zoe.press(`.bar a[href="/rules"]`, "The games")
	zoe.press(`main a[href="/r/bohnduell"]`, "Play this game")
	zoe.press(`main a[href="/r/bohnduell?play=1#play"]`, "Play the house")
	zoe.press(`form[action="/r/bohnduell/house"] button`, "house-easy")
	zoe.stands("game with the house")
	zoe.playOut()
	zoe.stands("end of the game with the house")

	zoe.press(`.bar a[href="/play"]`, "Hnefatafl 7×7")
	zoe.stands("open challenges")
	zoe.press(`form[action$="/accept"] button`, "The game begins", "It is your turn")
	zoe.playTurn("Your turn is played", "bob")
	zoe.press(`.bar a[href="/games"]`, "carol")
	zoe.stands("games")
	zoe.press(`//main//a[contains(., "carol")][starts-with(@href, "/g/")]`, "bob (", "is to move")
	zoe.stands("game watched")
	zoe.press(`.bar a[href="/players"]`, "carol")
	zoe.stands("players")
	zoe.press(`main a[href="/p/carol"]`, "carol")
	zoe.stands("player")

	zoe.offer("hnefatafl", "7x7", "yan@example.org", "Your challenge to yan@example.org")
	yan.visit(yan.mailed("*-challenge-*yan*.eml", `(http\S+/k/\S+)`), "zoe challenges you")
	yan.stands("invitation")
	yan.steps(chromedp.SendKeys(`input[name=name]`, "yan"))
	yan.press(`form[action$="/accept"] .go`, "Welcome, yan", "It is your turn")
	yan.stands("game of a stranger")
	yan.playTurn("Your turn is played", "zoe")
	zoe.visit(zoe.mailed("*-your_turn-*-zoe.eml", `(http\S+/k/\S+)`), "It is your turn (Defenders)")
}
