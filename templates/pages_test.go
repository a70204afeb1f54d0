package templates

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"turnpost/rules"
)

// aGame is a game at ply 12 with the second side to move.
func aGame() GamePage {
	return GamePage{
		ID: "k7m2q9xr", Name: "Hnefatafl 11×11", Players: [2]string{"ann", "bob"}, Sides: [2]string{"Attackers", "Defenders"},
		Ply: 12, Board: "BOARD\n", Turn: "d5-d8", Told: "ann's attacker moved from d5 to d8.", Mover: rules.First,
		ToMove: rules.Second, Reader: rules.NoSeat, DrawBy: rules.NoSeat,
		TakebackBy: rules.NoSeat,
		Deadline:   time.Date(2026, 11, 24, 14, 0, 0, 0, time.UTC), Left: 72*time.Hour - 30*time.Second,
	}
}

func TestGamePage(t *testing.T) {
	want := `Hnefatafl 11×11 · game k7m2q9xr · after turn 12
ann (Attackers) against bob (Defenders)

BOARD

ann's attacker moved from d5 to d8.
ann (Attackers) says:
  hello
  there
It is your turn (Defenders), due Tue 24 Nov 14:00 UTC; 72h0m left.
ann (Attackers) offers a draw.
Unread messages: 2.
`
	p := aGame()
	p.Reader, p.Message, p.DrawBy, p.Unread = rules.Second, "hello\nthere", rules.First, 2
	if got := p.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGamePageStandings(t *testing.T) {
	over := func(p *GamePage, r rules.Result) {
		p.Over, p.Result = true, r
		p.Reason = ReasonPhrase(rules.Info{Reasons: []rules.Reason{{Code: "escape", Phrase: "the king reached a corner"}}}, r.Reason, "bob")
	}
	for name, c := range map[string]struct {
		change        func(p *GamePage)
		text, caption string
	}{
		"theirs":    {func(p *GamePage) { p.Reader = rules.First }, "bob (Defenders) is to move, by Tue 24 Nov 14:00 UTC", "turn 12 · Defenders to move"},
		"a visitor": {func(*GamePage) {}, "bob (Defenders) is to move", "ann (Attackers) – bob (Defenders) ·"},
		"the start": {func(p *GamePage) { p.Ply, p.Turn, p.Told = 0, "", "" }, "· the start\n", "turn 0"},
		"past": {func(p *GamePage) {
			p.Past, p.DrawBy, p.TakebackBy, p.Away[0] = true, rules.First, rules.First, p.Deadline
		}, "Then bob (Defenders) was to move.\n", "Defenders to move"},
		"won":      {func(p *GamePage) { over(p, rules.Won(rules.Second, "escape")) }, "bob (Defenders) won: the king reached a corner.\n", "· Defenders won"},
		"timeout":  {func(p *GamePage) { over(p, rules.Won(rules.First, "timeout")) }, "ann (Attackers) won: bob ran out of time.\n", "· Attackers won"},
		"drawn":    {func(p *GamePage) { over(p, rules.Drawn("agreement")) }, "The game was drawn: the players agreed on it.\n", "· drawn"},
		"aborted":  {func(p *GamePage) { over(p, rules.Drawn("aborted")) }, "The game was aborted: it ended before both had played.\n", "· aborted"},
		"away":     {func(p *GamePage) { p.Away[1] = p.Deadline }, "bob (Defenders) is away until Tue 24 Nov 14:00 UTC; their clock stands still.\n", "Defenders to move"},
		"takeback": {func(p *GamePage) { p.TakebackBy, p.TakebackTo = rules.First, 10 }, "ann (Attackers) offers to go back to ply 10: turn 11 would be played again.\n", "Defenders to move"},
	} {
		p := aGame()
		c.change(&p)
		if got := p.Text(); !strings.Contains(got, c.text) || (p.Past && (strings.Contains(got, "offers") || strings.Contains(got, "away"))) {
			t.Errorf("%s: %q is missing in\n%s", name, c.text, got)
		}
		if got := p.Caption(); !strings.Contains(got, c.caption) || strings.Contains(got, "\n") {
			t.Errorf("%s: caption %q lacks %q", name, got, c.caption)
		}
	}
}

func TestInboxPage(t *testing.T) {
	if got := (InboxPage{}).Text(); got != "It is your turn in no game.\n" {
		t.Errorf("empty: %q", got)
	}
	mine := aGame()
	mine.Reader = rules.Second
	offer := mine
	offer.ID, offer.DrawBy = "x2345678", rules.First
	back := mine
	back.ID, back.TakebackBy, back.TakebackTo = "y2345678", rules.First, 10
	got := InboxPage{
		Games: []GamePage{mine}, Draws: []GamePage{offer}, Takebacks: []GamePage{back}, BaseURL: "https://x.example",
		Challenges: []ChallengePage{{ID: "c2345678", Name: "7 Sages", Challenger: "eve", Pace: "3d"}},
	}.Text()
	for _, want := range []string{
		"  k7m2q9xr  Hnefatafl 11×11     against ann · turn 13 · due Tue 24 Nov 14:00 UTC (72h0m)\n",
		"  x2345678  Hnefatafl 11×11     by ann (Attackers)\n", "  y2345678  Hnefatafl 11×11     by ann (Attackers), to ply 10\n", "  c2345678  7 Sages             by eve · pace 3d\n",
		"\nBOARD\n", "https://x.example/v1/games/k7m2q9xr/turns\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestChallengePage(t *testing.T) {
	p := ChallengePage{
		ID: "c2345678", Name: "7 Sages", Summary: "To five points.", Challenger: "eve", Seat: rules.NoSeat, Sides: [2]string{"White", "Black"},
		Board: "BOARD\n", Pace: "3d", Open: true, Status: "open", BaseURL: "https://x.example",
	}
	has := func(p ChallengePage, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if got := p.Text(); !strings.Contains(got, text) {
				t.Errorf("%q is missing in\n%s", text, got)
			}
		}
	}
	has(p, "eve challenges whoever accepts. Pace 3d. The sides are drawn by lot.", "White moves first.", "\nBOARD\n\nAccept:  curl")
	p.Mine, p.Seat, p.Opponent = true, rules.Second, "bob"
	has(p, "eve challenges bob.", "eve plays Black.", "Withdraw:  curl -X DELETE")
	p.Open, p.Status, p.GameID = false, "accepted", "k7m2q9xr"
	has(p, "· accepted · game k7m2q9xr\n")
	if strings.Contains(p.Text(), "curl") {
		t.Error("there is nothing to answer any more")
	}
}

func TestAnalysisPage(t *testing.T) {
	p := AnalysisPage{Name: "BohnDuell", Turns: 2, Board: "BOARD\n", Told: "Red placed.", Sides: [2]string{"Green", "Red"}, Position: "POSITION"}
	if got := p.Text(); got != "BohnDuell · after 2 turns · Green to move\n\nBOARD\n\nRed placed.\nPosition: POSITION\n" {
		t.Errorf("got %q", got)
	}
	p.Prefix, p.MayEnd, p.Steps = "p", true, []string{"p1", "p2"}
	if got := p.Text(); !strings.Contains(got, "After p the turn may end, or go on with p1, p2.\n") {
		t.Errorf("got %q", got)
	}
	p.Result, p.Reason = rules.Won(rules.Second, "count"), "more balls"
	if got := p.Caption(); got != "Red won: more balls" {
		t.Errorf("caption %q", got)
	}
	p.Result, p.Reason = rules.Drawn("aborted"), "it ended early"
	if got := p.Caption(); got != "aborted: it ended early" {
		t.Errorf("caption %q", got)
	}
	p.Result, p.Reason = rules.Drawn("count"), "more balls"
	if got := p.Caption(); got != "drawn: more balls" {
		t.Errorf("caption %q", got)
	}
}

func TestUnsubscribePage(t *testing.T) {
	for name, c := range map[string]struct {
		page UnsubscribePage
		what string
	}{
		"kind":     {UnsubscribePage{Kind: "your_turn"}, "mail when it is your turn"},
		"new kind": {UnsubscribePage{Kind: "gossip"}, "mail of the kind gossip"},
		"game":     {UnsubscribePage{Kind: "your_turn", Game: "k7m2q9xr"}, "mail about game k7m2q9xr"},
		"stranger": {UnsubscribePage{Kind: "challenge", Stranger: true}, "invitations to games at this address"},
		"hostile":  {UnsubscribePage{Game: `"><script>x`}, `mail about game "><script>x`},
	} {
		for _, done := range []bool{false, true} {
			page := c.page
			page.Done = done
			if !strings.Contains(page.Text(), c.what) {
				t.Errorf("%s: %s", name, page.Text())
			}
			text, elements := parsePage(t, page.HTML())
			if !strings.Contains(text, c.what) || elements["script"] > 0 || elements["h1"] != 1 || (elements["form"] == 1) == done {
				t.Errorf("%s: %s, %v", name, text, elements)
			}
		}
	}
}

// parsePage returns a page's text and how often it has each element.
func parsePage(t *testing.T, page []byte) (text string, elements map[string]int) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	elements = map[string]int{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			elements[n.Data]++
		}
		if n.Type == html.TextNode {
			text += n.Data
		}
	}
	return text, elements
}
