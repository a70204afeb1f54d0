package templates

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/pace"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

var (
	english = words.For("")
	do      = Commands{Site: "https://x.example", Language: english, Wide: true}
)

// aGame returns a game at ply 12 with the second side to move.
func aGame() *view.Game {
	return &view.Game{
		ID: "k7m2q9xr", Title: "Hnefatafl 11×11", Ply: 12,
		Players:  [2]view.Player{{Name: "ann", Side: "Attackers"}, {Name: "bob", Side: "Defenders"}},
		LastTurn: &view.Turn{Text: "d5-d8", Seat: rules.First, Description: "ann's attacker moved from d5 to d8."},
		ToMove:   rules.Second, Reader: rules.NoSeat, DrawBy: rules.NoSeat, TakebackBy: rules.NoSeat,
		Standing: "Defenders to move",
		Deadline: time.Date(2026, 11, 24, 14, 0, 0, 0, time.UTC), Left: 72*time.Hour - 30*time.Second,
		Board: &view.Board{Diagram: rules.Diagram{Files: 1, Ranks: 1}},
	}
}

var aBoard = aGame().Board.Text()

func TestGameText(t *testing.T) {
	want := `Hnefatafl 11×11 · game k7m2q9xr · after turn 12
ann (Attackers) against bob (Defenders)

` + aBoard + `
ann's attacker moved from d5 to d8.
ann (Attackers) says:
  hello
  there
It is your turn (Defenders), due Tue 24 Nov 14:00 UTC; 3 days left.
ann (Attackers) offers a draw.
Unread messages: 2.

Play:
  curl -H "Authorization: Bearer $TOKEN" -d 'YOUR TURN' https://x.example/v1/games/k7m2q9xr/turns
What is possible:
  curl -H Accept:text/plain https://x.example/v1/games/k7m2q9xr/next
Accept or decline the draw:
  curl -H "Authorization: Bearer $TOKEN" -d action=accept https://x.example/v1/games/k7m2q9xr/draw
  curl -H "Authorization: Bearer $TOKEN" -d action=decline https://x.example/v1/games/k7m2q9xr/draw
Read the messages:
  curl -H "Authorization: Bearer $TOKEN" https://x.example/g/k7m2q9xr/chat

Also: write a message, resign:
  curl -H "Authorization: Bearer $TOKEN" -d 'YOUR WORDS' https://x.example/v1/games/k7m2q9xr/messages
  curl -X POST -H "Authorization: Bearer $TOKEN" https://x.example/v1/games/k7m2q9xr/resign
`
	g := aGame()
	g.Reader, g.LastTurn.Message, g.DrawBy, g.Unread = rules.Second, "hello\nthere", rules.First, 2
	if got := GameText(g, do); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGameTextOfEveryStanding(t *testing.T) {
	over := func(g *view.Game, outcome view.Outcome, winner rules.Seat) {
		g.Outcome, g.Result, g.Reason = outcome, rules.Result{Winner: winner, Reason: "why"}, "for a reason"
	}
	for name, c := range map[string]struct {
		change func(g *view.Game)
		text   string
	}{
		"theirs": {
			func(g *view.Game) { g.Reader = rules.First },
			"bob (Defenders) is to move, by Tue 24 Nov 14:00 UTC",
		},
		"a visitor": {func(*view.Game) {}, "bob (Defenders) is to move"},
		"the start": {func(g *view.Game) { g.Ply, g.LastTurn = 0, nil }, "· the start\n"},
		"past": {func(g *view.Game) {
			g.Past, g.DrawBy, g.TakebackBy, g.Players[0].AwayUntil = true, rules.First, rules.First, g.Deadline
		}, "Then bob (Defenders) was to move.\n"},
		"won": {
			func(g *view.Game) { over(g, view.Decided, rules.Second) },
			"bob (Defenders) won: for a reason.\n",
		},
		"drawn": {func(g *view.Game) { over(g, view.Drawn, rules.NoSeat) }, "The game was drawn: for a reason.\n"},
		"aborted": {
			func(g *view.Game) { over(g, view.Aborted, rules.NoSeat) },
			"The game was aborted: for a reason.\n",
		},
		"away": {
			func(g *view.Game) { g.Players[1].AwayUntil = g.Deadline },
			"bob (Defenders) is away until Tue 24 Nov 14:00 UTC; their clock stands still.\n",
		},
		"my draw": {
			func(g *view.Game) { g.Reader, g.DrawBy = rules.First, rules.First },
			"Also: write a message, withdraw the draw, resign:\n",
		},
		"with the house": {
			func(g *view.Game) { g.Reader, g.Players[1].Name, g.Ply = rules.First, "house-easy", 1 },
			"Also: offer a draw, abort the game:\n  curl -H \"Authorization: Bearer $TOKEN\" -d action=offer",
		},
		"declined": {
			func(g *view.Game) { g.Declined = models.DeclinedOffer{Offer: models.DrawOffer, By: rules.Second} },
			"bob (Defenders) declines the draw.\n",
		},
		"takeback": {
			func(g *view.Game) { g.TakebackBy, g.TakebackTo = rules.First, 10 },
			"ann (Attackers) offers to go back to the position after turn 10, so that turn 11 is played again.\n",
		},
	} {
		g := aGame()
		c.change(g)
		got := GameText(g, do)
		now := strings.Contains(got, "offers") || strings.Contains(got, "away")
		if !strings.Contains(got, c.text) || (g.Past && now) {
			t.Errorf("%s: %q is missing in\n%s", name, c.text, got)
		}
	}
	if got, want := GameCaption(aGame(), english),
		"ann (Attackers) – bob (Defenders) · turn 12 · Defenders to move"; got != want {
		t.Errorf("caption %q, want %q", got, want)
	}
}

func TestAddressText(t *testing.T) {
	change := account.AddressChange{State: account.AddressChanged, Name: "ann", New: "a…@example.net"}
	for name, c := range map[string]struct {
		change func()
		texts  []string
	}{
		"changed": {func() {}, []string{
			"Mail to ann now goes to a…@example.net.", "curl -X POST https://x.example/address/link\n",
		}},
		"undone": {func() { change.Undone = true }, []string{"It is undone.", "/v1/codes\n"}},
	} {
		change.Undone = false
		c.change()
		got := AddressText(change, "link", do)
		for _, text := range c.texts {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q is missing in\n%s", name, text, got)
			}
		}
	}
}

func TestInboxText(t *testing.T) {
	got := InboxText(&view.Inbox{}, do)
	if !strings.HasPrefix(got, "It is your turn in no game.\n") || !strings.Contains(got, do.Rulesets()) {
		t.Errorf("empty: %q", got)
	}
	mine, offer, back := aGame(), aGame(), aGame()
	mine.Reader = rules.Second
	offer.ID, offer.DrawBy = "x2345678", rules.First
	back.ID, back.TakebackBy, back.TakebackTo = "y2345678", rules.First, 10
	got = InboxText(&view.Inbox{
		Games: []*view.Game{mine}, Draws: []*view.Game{offer}, Takebacks: []*view.Game{back},
		Challenges: []*view.Challenge{
			{ID: "c2345678", Title: "7 Sages", Challenger: "eve", Pace: pace.Pace{PerTurn: 72 * time.Hour}},
		},
	}, do)
	for _, want := range []string{
		"  k7m2q9xr  Hnefatafl 11×11   ann · turn 13 · due Tue 24 Nov 14:00 UTC (3 days left)\n",
		"  x2345678  Hnefatafl 11×11   by ann (Attackers)\n",
		"  y2345678  Hnefatafl 11×11   by ann (Attackers), to the position after turn 10\n",
		"  c2345678  7 Sages           by eve · pace 3d\n", "\n" + aBoard + "\n",
		"Play:\n  curl -H \"Authorization: Bearer $TOKEN\" -d 'YOUR TURN' https://x.example/v1/games/k7m2q9xr/turns\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestChallengeText(t *testing.T) {
	c := &view.Challenge{
		ID: "c2345678", Title: "7 Sages", VariantSummary: "To five points.", Challenger: "eve", Seat: rules.NoSeat,
		Sides: [2]string{"White", "Black"},
		Board: aGame().Board, Pace: pace.Pace{PerTurn: 72 * time.Hour}, Status: models.ChallengeOpen,
	}
	has := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			if got := ChallengeText(c, true, do); !strings.Contains(got, text) {
				t.Errorf("%q is missing in\n%s", text, got)
			}
		}
	}
	has("eve challenges you. Pace 3d.\n")
	c.ToAnyone = true
	has("eve challenges whoever accepts. Pace 3d.\nThe sides are drawn by lot.",
		"White to move first.", "\n"+aBoard+"\nThe rules:\n", "Accept:\n  curl")
	c.Mine, c.Seat, c.ToAnyone, c.Invited = true, rules.Second, false, "zoe@example.net"
	has("eve challenges zoe@example.net.")
	c.Opponent = "bob"
	has("eve challenges bob.", "eve plays Black.", "Withdraw:\n  curl -X DELETE")
	c.Status, c.GameID = models.ChallengeAccepted, "k7m2q9xr"
	has("· accepted · game k7m2q9xr\n")
	got := ChallengeText(c, true, do)
	if strings.Contains(got, "accept\n") || !strings.Contains(got, "/g/k7m2q9xr\n") {
		t.Error("there is nothing to decide any more, and a game to look at")
	}
}

func TestAnalysisText(t *testing.T) {
	line := &view.Line{
		Title: "BohnDuell", Turns: 2, Description: "Red placed.", Standing: "Green to move", Position: "POSITION",
		Board: aGame().Board,
	}
	if got := AnalysisText(line,
		english); got != "BohnDuell · after 2 turns · Green to move\n\n"+aBoard+"\nRed placed.\nPosition: POSITION\n" {
		t.Errorf("got %q", got)
	}
	line.Prefix, line.MayEnd, line.Steps = "p", true, []string{"p1", "p2"}
	if got := AnalysisText(line, english); !strings.Contains(got, "After p the turn may end, or go on with p1, p2.\n") {
		t.Errorf("got %q", got)
	}
	line.Standing, line.Reason = "Red won", "more balls"
	if got := LineCaption(line); got != "Red won: more balls" {
		t.Errorf("caption %q", got)
	}
}

func TestNextText(t *testing.T) {
	g, step := aGame(), []rules.Step{{Text: "p1", Places: []string{"p"}, Kind: rules.StepMove}}
	named := []rules.Step{
		{Text: "a1", Places: []string{"a1"}}, {Text: "b1", Places: []string{"b1"}}, {Text: "pass", Kind: "pass"},
	}
	put := []rules.Step{
		{Text: "sa1", Places: []string{"a1"}},
		{Text: "sb1", Places: []string{"b1"}},
		{Text: "ua1", Places: []string{"a1"}},
	}
	for _, c := range []struct {
		prefix, complete string
		next             rules.Options
		want             string
	}{
		{"", "", rules.Options{Steps: put}, "\n\n  a1  sa1 ua1\n  b1  sb1\n"},
		{"", "", rules.Options{Steps: step}, "prefix=YOUR TURN"},
		{"p", "p", rules.Options{Steps: step}, "  p1"},
		{"p", "p", rules.Options{Steps: step}, "p May follow"},
		{"p", "", rules.Options{Steps: step}, "with p as the beginning"},
		{"p0 p", "p0", rules.Options{Steps: step}, "prefix=p0 YOUR TURN"},
		{"p", "p", rules.Options{Steps: step, MayEnd: true}, "p is a whole turn"},
		{"p1", "p1", rules.Options{MayEnd: true}, "p1 is a whole turn"},
		{"", "", rules.Options{Steps: named}, "\n\n     a1 b1\n  -  pass\n"},
	} {
		if got := NextText(g, c.prefix, c.complete, c.next, do); !strings.Contains(got, c.want) {
			t.Errorf("%q, %+v: %q is missing in\n%s", c.prefix, c.next, c.want, got)
		}
		for _, lang := range words.All() {
			if got := NextText(g, c.prefix, c.complete, c.next, Commands{Site: do.Site, Language: words.For(lang)}); got == "" {
				t.Errorf("%s says nothing of %q", lang, c.prefix)
			}
		}
	}
}

func TestUnsubscribePage(t *testing.T) {
	for name, c := range map[string]struct {
		page UnsubscribePage
		what string
	}{
		"kind":     {UnsubscribePage{Kind: "your_turn"}, "mail when it is your turn"},
		"game":     {UnsubscribePage{Kind: "your_turn", Game: "k7m2q9xr"}, "mail about game k7m2q9xr"},
		"stranger": {UnsubscribePage{Kind: "challenge", Stranger: true}, "invitations to games at this address"},
		"hostile":  {UnsubscribePage{Game: `"><script>x`}, `mail about game "><script>x`},
	} {
		for _, done := range []bool{false, true} {
			page := c.page
			page.Done, page.Language = done, english
			if !strings.Contains(page.Text("token", do), c.what) {
				t.Errorf("%s: %s", name, page.Text("token", do))
			}
			if strings.Contains(page.Text("token", do), "POST") == done {
				t.Errorf("%s: %s", name, page.Text("token", do))
			}
		}
	}
}
