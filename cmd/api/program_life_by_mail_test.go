package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// TestALifeByMail is a person who never opens a browser or a terminal. Each step is quoted by another mail program.
func TestALifeByMail(t *testing.T) {
	sample.Whole(t, "plays four games by mail of programs")
	t.Parallel()
	lifeByMail(t, nil)
}

// TestALifeByMailPrograms is the same person with mutt and Claws Mail. .ci/mailclients installs and drives them.
func TestALifeByMailPrograms(t *testing.T) {
	script := os.Getenv("TURNPOST_TEST_MAILCLIENTS")
	if script == "" {
		t.Skip("there are no mail programs; .ci/mailclients brings them")
	}
	lifeByMail(t, sendByPrograms(script, "mutt", "claws"))
}

func lifeByMail(t *testing.T, send func(c *correspondent, m *programtest.Received, text string) string) {
	p := &mailboxes{Post: programtest.NewPost(t)}
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://"+p.Address,
		"--from", "turnpost <turnpost@play.example.test>", "--inbound-listen", "smtp://127.0.0.1:0")
	zoe, bob := newCorrespondent(t, p, inboundAddress(i), "zoe"), newCorrespondent(t, p, inboundAddress(i), "bob")
	if send != nil {
		zoe.send = send
	}
	zoe.register()
	bob.register()
	for n, r := range catalog.All() {
		challenger, challenged := zoe, bob
		if n%2 == 0 {
			challenger, challenged = bob, zoe
		}
		playByMail(challenger, challenged, r.Info(phrase.English))
	}
	zoe.playTheHouse()
	zoe.changeSettings()
	zoe.readAndList(bob)
	zoe.negotiate(bob)
	zoe.stopAllMail()
}

func (c *correspondent) name() string {
	name, _, _ := strings.Cut(c.address, "@")
	return name
}

// register makes an account by two mails.
func (c *correspondent) register() {
	c.t.Helper()
	c.reply(c.write("register "+c.name(), ""), "yes")
	wants(c.t, c.next(""), c.name())
}

// do sends a command that has to be confirmed, and confirms it.
func (c *correspondent) do(command string) *programtest.Received {
	c.t.Helper()
	c.reply(c.ask(command, "Please confirm: "+command), "yes")
	return c.next("Done: " + command)
}

// begin makes a game between two: one challenges, the other accepts. It returns the mail to who moves first.
func begin(challenger, challenged *correspondent, game string) (mover *correspondent, m *programtest.Received) {
	challenger.t.Helper()
	challenger.do("play " + game + " against " + challenged.name())
	challenged.reply(challenged.next(challenger.name()+" challenges you"), "accept")
	return nextTurn(challenger, challenged)
}

// nextTurn waits for the mail that asks one of two players for a turn.
func nextTurn(a, b *correspondent) (mover *correspondent, m *programtest.Received) {
	a.t.Helper()
	m = a.post.first(func(m *programtest.Received) bool {
		return strings.HasPrefix(m.Text, "Your turn against") && (m.To == a.address || m.To == b.address)
	})
	if m.To == a.address {
		return a, m
	}
	return b, m
}

// playByMail plays a recorded game to its end.
func playByMail(challenger, challenged *correspondent, game rules.Info) {
	challenger.t.Helper()
	recorded := shortGame(challenger.t, game)
	mover, m := begin(challenger, challenged, game.ID+" "+recorded.Variant+" 5d")
	for n, turn := range recorded.Turns {
		mover.reply(m, turn.Input)
		if n == len(recorded.Turns)-1 {
			break
		}
		mover, m = nextTurn(challenger, challenged)
	}
	for _, c := range []*correspondent{challenger, challenged} {
		over := c.post.first(func(m *programtest.Received) bool {
			return m.To == c.address && strings.Contains(m.Text, "You played") && m.Begins(game.Name)
		})
		wants(c.t, over, "Thank you for the game")
	}
}

// shortGame returns the shortest recorded game of a ruleset.
func shortGame(t *testing.T, game rules.Info) (found rulestest.Game) {
	t.Helper()
	for _, v := range game.Variants {
		g := rulestest.FinishedGame(t, game.ID, v.ID, 4)
		if len(found.Turns) == 0 || len(g.Turns) < len(found.Turns) {
			found = g
		}
	}
	return found
}

// wants checks that a mail has words. Line breaks count as spaces.
func wants(t *testing.T, m *programtest.Received, words ...string) {
	t.Helper()
	text := strings.Join(strings.Fields(m.Text), " ")
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, m.Text)
		}
	}
}

// playTheHouse plays a turn against the house, resigns after a question, and asks for the turns.
func (c *correspondent) playTheHouse() {
	c.t.Helper()
	c.do("play bohnduell against house")
	c.reply(c.next("Your turn against house-medium"), "p1")
	c.reply(c.next("Your turn against house-medium"), "resign")
	asked := c.next("Re: BohnDuell")
	wants(c.t, asked, "resign now")
	c.reply(asked, "resign now")
	over := c.next("You lost against house-medium")
	c.last = over
	wants(c.t, c.ask("record", "The record"), "This record holds all turns", `[Reason "resignation"]`)
	c.last = over
	wants(c.t, c.ask("history", "The turns"), "house-medium placed")
}

// changeSettings changes lines of the mail with the settings, and goes on vacation.
func (c *correspondent) changeSettings() {
	c.t.Helper()
	c.reply(c.ask("settings", "Your settings"), "zone: Asia/Tokyo\nmail message: digest\ndigest hour: 7")
	wants(c.t, c.next("Your settings have changed"), "Asia/Tokyo")
	from := time.Now().AddDate(0, 1, 0)
	days := from.Format(time.DateOnly) + " to " + from.AddDate(0, 0, 7).Format(time.DateOnly)
	c.reply(c.ask("settings", "Your settings"), "vacation: "+days)
	wants(c.t, c.next("Your settings have changed"), from.Format(time.DateOnly))
}

// readAndList reads rules, the open challenges, the own games and an old one.
func (c *correspondent) readAndList(other *correspondent) {
	c.t.Helper()
	wants(c.t, c.ask("rules hanniball", "The rules of HanniBall"), "Ball")
	other.do("play hnefatafl 7x7")
	wants(c.t, c.ask("open", "One open challenge"), "Hnefatafl 7×7", other.name(), "Mail the word accept to")
	wants(c.t, c.ask("games", "No game waits"), "the word open")
	wants(c.t, c.ask("help", "What you can ask for"), "the word settings")
}

// negotiate plans, offers and refuses a draw, agrees on one, and plays again.
func (c *correspondent) negotiate(other *correspondent) {
	c.t.Helper()
	mover, m := begin(c, other, "hnefatafl 7x7 5d")
	waiter := c
	if mover == c {
		waiter = other
	}
	mover.reply(m, "d1-c1\nplan d3-c3: c1-b1")
	_, m = nextTurn(c, other)
	waiter.reply(m, "d3-c3")
	wants(c.t, mover.next("Your plan answered"), "d3")
	_, m = nextTurn(c, other)
	waiter.reply(m, "draw")
	mover.reply(mover.next(waiter.name()+" offers a draw"), "decline")
	waiter.next(mover.name() + " declines the draw")
	waiter.reply(m, "draw")
	mover.reply(mover.next(waiter.name()+" offers a draw"), "accept")
	waiter.next("A draw with " + mover.name())
	mover.next("A draw with " + waiter.name())
}

// stopAllMail ends all mail.
func (c *correspondent) stopAllMail() {
	c.t.Helper()
	c.reply(c.ask("stop", "Which mail shall end?"), "yes")
	wants(c.t, c.next("Done: stop"), "No more mail comes")
}
