//go:build browser

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// On an empty server, by taps alone: ann makes a round robin of three, others join it from its page, it begins, a game
// of it is played, and who has no part in that game leaves, which ends it. Every page fits a phone.
func TestABrowserPlaysAnEvent(t *testing.T) {
	c := newCompany(t)
	people := map[string]*person{}
	for _, name := range []string{"ann", "bob", "cleo"} {
		people[name] = c.person(name)
		people[name].steps(chromedp.EmulateViewport(phoneWidth, 700))
	}
	ann, bob, cleo := people["ann"], people["bob"], people["cleo"]

	ann.enter("Start playing")
	ann.press(`main a[href="/sign-in#new"]`, "You are new here")
	ann.register("Signed in as ann")
	ann.press(`.foot a[href="/events"]`, "No event waits for players now.", "There is no ladder yet.")
	ann.fits("events, none")
	ann.press(`main a[href="/events/new"]`, "Everybody plays everybody twice")
	ann.fits("event form")
	ann.steps(
		chromedp.SetValue(`form[action="/events/new"] select[name=game]`, "hnefatafl/7x7"),
		chromedp.SetValue(`form[action="/events/new"] input[name=size]`, "3"),
	)
	ann.press(`form[action="/events/new"] .go`, "The event is made", "3 more players join")
	ann.fits("event made")
	ann.press(`form[action$="/join"] button`, "You have joined the event", "2 more players join")
	event := strings.TrimSuffix(ann.address(), "?done=event_joined")

	bob.enter()
	bob.press(`.foot a[href="/events"]`, "1 of 3 players")
	bob.fits("events")
	bob.press(`main a[href^="/e/"]`, "To join you need an account")
	bob.fits("event, guest")
	bob.press(`main a[href$="/join#new"]`, "You are new here")
	bob.register("You have joined the event", "one more player joins")
	bob.fits("event joined")
	bob.press(`main a[href$="/leave"]`, "Leave this event?", "as long as it has not begun")
	bob.fits("leave, open")
	bob.press(`form[action$="/leave"] .grave`, "2 more players join")
	bob.press(`form[action$="/join"] button`, "You have joined the event")

	cleo.visit(event, "one more player joins")
	cleo.press(`main a[href$="/join#new"]`, "You are new here")
	cleo.register("You have joined the event", "Under way since", "3 under way, 0 waiting")
	cleo.fits("event running")

	opponent, absent := ann.beginsOwn(event), ""
	for name := range people {
		if name != "ann" && name != opponent {
			absent = name
		}
	}
	ann.playOnPhone("Your turn is played", opponent)
	other := people[opponent]
	other.visit(ann.address(), "It is your turn")
	other.playOnPhone("Your turn is played", "ann")
	ann.visit(ann.address(), "It is your turn")
	ann.playOnPhone("Your turn is played")
	other.visit(other.address(), "It is your turn")
	other.steps(chromedp.Click("#leave summary"))
	other.press(`#leave a[href*="/resign"]`, "Resign")
	other.press(`form[action$="/resign"] .grave`, "ann")
	other.fits("game of an event, over")

	ann.visit(event, "2 games are not finished yet: 2 under way, 0 waiting")
	ann.fits("event, one game over")
	ann.row("ann", "1", "1", "1")
	ann.row(opponent, "0", "0", "1")
	ann.row(absent, "0", "0", "2")

	leaver := people[absent]
	leaver.visit(event, "You play in this event")
	leaver.press(`main a[href$="/leave"]`, "Leave this event?", "cannot be undone")
	leaver.fits("leave, running")
	leaver.press(`form[action$="/leave"] .grave`, "You have left this event", "Ended", "All games are finished")
	leaver.fits("event ended")
	ann.visit(event, "Ended", "All games are finished")
	ann.row("ann", "1", "1", "0")
	ann.row(opponent, "0", "0", "0")
	for _, p := range []*person{ann, other} {
		p.visit(p.mailed("*-event_ended-"+p.name+"*.eml", `(http\S+/e/\S+)`), "All games are finished")
	}
}

// phoneWidth is the width of the narrowest window.
const phoneWidth = 320

// fits checks the current page as stands does, and that it is not wider than the window.
func (p *person) fits(page string) {
	p.company.t.Helper()
	p.stands(page)
	if width := evaluate[int](p, "document.documentElement.scrollWidth"); width > phoneWidth {
		p.company.t.Errorf("%s is %d px wide", page, width)
	}
}

// beginsOwn opens the one game of an event in which the player has the first turn, and returns the opponent.
func (p *person) beginsOwn(event string) (opponent string) {
	p.company.t.Helper()
	p.visit(event, "Your games in it")
	own := evaluate[[]string](p, `[...document.querySelectorAll(".own-games li b")].map(e => e.innerText)`)
	at := slices.IndexFunc(own, func(players string) bool { return strings.HasPrefix(players, p.name+" – ") })
	if at < 0 || len(own) != 2 {
		p.company.t.Fatalf("%s has the games %q", p.name, own)
	}
	p.press(`//*[contains(@class, "own-games")]//a[contains(., "`+own[at]+`")]`, "It is your turn")
	return strings.TrimPrefix(own[at], p.name+" – ")
}

// row checks the points, the wins and the number of games that remain in the crosstable's row of a player.
func (p *person) row(name, points, wins, remain string) {
	p.company.t.Helper()
	got := evaluate[[]string](p, `[...document.querySelectorAll(".cross tbody tr")]
		.filter(r => r.querySelector("th a")?.innerText === "`+name+`")
		.flatMap(r => [...r.querySelectorAll("td.n")].map(e => e.innerText))`)
	if len(got) != 5 || got[1] != points || got[2] != wins || got[4] != remain {
		p.company.t.Errorf("the row of %s is %q, want %s points, %s wins, %s to play", name, got, points, wins, remain)
	}
}

// playOnPhone is playTurn in a narrow window, whose button is below the board.
func (p *person) playOnPhone(texts ...string) {
	p.company.t.Helper()
	p.compose()
	p.press("main .quick .go", texts...) // ".quick .go" is also found in the text of a style
}
