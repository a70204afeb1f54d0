package mailer

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// benchTable holds games of all rulesets under way, between players who get a mail for each turn.
type benchTable struct {
	b       *testing.B
	o       *office
	players []models.Player
	games   []*benchGame
	chance  *rand.Rand
}

type benchGame struct {
	ruleset rules.Ruleset
	players [2]models.Player
	game    *models.Game
	now     rules.Position
	next    rules.Played // a random turn that does not end the game
}

// newBenchTable begins the games; some have had up to twenty turns.
func newBenchTable(b *testing.B, o *office) *benchTable {
	b.Helper()
	t := &benchTable{b: b, o: o, chance: rand.New(rand.NewPCG(7, 12))}
	for i := range benchPlayers {
		t.players = append(t.players, o.player(fmt.Sprintf("player%d", i)))
	}
	all := catalog.All()
	for i := range benchGames {
		pair := i / len(all) % (benchPlayers / 2)
		g := &benchGame{ruleset: all[i%len(all)], players: [2]models.Player{t.players[2*pair], t.players[2*pair+1]}}
		for range i / len(all) % 20 {
			t.choose(g)
			t.play(g)
		}
		t.games = append(t.games, g)
	}
	return t
}

// choose chooses the next turn, the first of a new game where the last one has ended.
func (t *benchTable) choose(g *benchGame) {
	t.b.Helper()
	for tries := 0; ; tries++ {
		if g.game == nil || tries > 100 {
			t.begin(g)
		}
		next, err := g.now.Play(rulestest.RandomTurn(t.b, g.now, t.chance))
		if err == nil && !next.Next.Result().Over() {
			g.next = next
			return
		}
	}
}

func (t *benchTable) begin(g *benchGame) {
	t.b.Helper()
	info := g.ruleset.Info(phrase.English)
	variant := info.Variants[0].ID
	start, err := g.ruleset.Start(variant)
	if err != nil {
		t.b.Fatal(err)
	}
	g.game, g.now = t.o.Begin(g.players[0], g.players[1], info.ID, variant), start
}

func (t *benchTable) play(g *benchGame) {
	t.b.Helper()
	g.game = t.o.Play(g.game, g.players[g.now.ToMove()], g.next.Turn)
	g.now = g.next.Next
}

// queue leaves the notice of one turn in each game, and no other notice.
func (t *benchTable) queue() {
	t.b.Helper()
	for _, g := range t.games {
		t.choose(g)
	}
	t.o.Mails()
	for _, g := range t.games {
		t.play(g)
	}
}

// send makes a worker send the mail of a turn in each game. It waits first, because for a moment after the turns the
// worker assumes that somebody plays.
func (t *benchTable) send(c OutboxConfig) benchSlice {
	t.b.Helper()
	t.queue()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !t.o.Quiet() {
		<-again.C
	}
	return measure(func() {
		stop := t.o.start(c)
		for range t.games {
			t.o.want(OutcomeSent)
		}
		stop()
	})
}

// ready returns the mail of a turn of each ruleset as go-mail messages: a list of them for each connection.
func (t *benchTable) ready(w *Writer, connections int) [][]*mail.Msg {
	t.b.Helper()
	t.queue()
	lists := make([][]*mail.Msg, connections)
	rulesets := len(catalog.All())
	for _, content := range t.o.Mails() {
		if n := len(lists[0]); n == rulesets || content.Game.Ruleset != t.games[n].game.Ruleset {
			continue
		}
		for i := range lists {
			m, err := w.compose(content, t.o.Clock.Now())
			if err != nil {
				t.b.Fatal(err)
			}
			lists[i] = append(lists[i], m)
		}
	}
	if n := len(lists[0]); n != rulesets {
		t.b.Fatalf("%d ready messages, want %d", n, rulesets)
	}
	return lists
}
