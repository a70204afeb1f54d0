package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
	"turnpost/templates/board"
)

// wireGame has the fields of a game that a journey checks.
type wireGame struct {
	ID, Status, Position string
	Ply                  int
	ToMove               string `json:"to_move"`
	Result               *struct {
		Winner *string
		Reason string
	}
	LastTurn *struct{ Turn, Description string } `json:"last_turn"`
}

// TestWholeGames plays a recorded game of every variant through the whole program: registration, codes from real mail,
// challenge, every turn over HTTP, a mail for each turn to the right player with the right board, a restart in the
// middle, the result.
func TestWholeGames(t *testing.T) {
	sample.Together(t, "plays whole games")
	for _, r := range catalog.All() {
		for _, v := range r.Info(phrase.English).Variants {
			t.Run(r.Info(phrase.English).ID+"-"+v.ID, func(t *testing.T) {
				t.Parallel()
				playWhole(t, r, v.ID)
			})
		}
	}
}

// minTurns is the preferred minimum length of a game, so that the restart falls into its middle.
const minTurns = 8

func playWhole(t *testing.T, r rules.Ruleset, variant string) {
	info := r.Info(phrase.English)
	record := rulestest.FinishedGame(t, info.ID, variant, minTurns)
	p, database := newPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	names := [2]string{"ann", "bob"}
	tokens := [2]string{i.signUp(p, "ann"), i.signUp(p, "bob")}
	challenge := i.challenge(tokens[0], "bob", info.ID, variant)
	if m := p.next(); m.to != "bob@example.org" || !strings.Contains(m.Text, challenge) {
		t.Fatalf("the challenge went to %s: %s", m.to, m.Text)
	}
	game := i.accept(tokens[1], challenge)
	expectMails(t, p, "ann@example.org") // accepted and your turn are one mail
	position, err := r.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	for n, turn := range record.Turns {
		if n == len(record.Turns)/2 {
			if exit := i.stop(); exit != 0 {
				t.Fatalf("stopped with %d: %s", exit, i.out)
			}
			i = serveOn(t, database, p)
		}
		mover := position.ToMove()
		i.call("POST", "/v1/games/"+game.ID+"/turns", tokens[mover], turn.Input, 201, &game)
		if game.Position != turn.Position || game.LastTurn.Turn != turn.Canonical || game.Ply != n+1 {
			t.Fatalf("turn %d %q: %+v, want %+v", n+1, turn.Input, game, turn)
		}
		played, err := position.Play(turn.Input)
		if err != nil {
			t.Fatal(err)
		}
		position = played.Next
		if game.Status == "ongoing" {
			checkTurnMail(t, p.next(), info, names, position, played)
		}
	}
	checkEnd(t, info, record, game)
	expectMails(t, p, "ann@example.org", "bob@example.org")
	var stored wireGame
	i.call("GET", "/v1/games/"+game.ID, "", "", 200, &stored)
	if stored.Position != game.Position || stored.Status != game.Status {
		t.Fatalf("stored %+v, answered %+v", stored, game)
	}
	i.stop()
	p.none()
}

// checkTurnMail fails unless the side to move gets a mail with the board from its side.
func checkTurnMail(
	t *testing.T, m *received, info rules.Info, names [2]string, position rules.Position, played rules.Played,
) {
	t.Helper()
	seat := position.ToMove()
	if m.to != names[seat]+"@example.org" || !m.begins("Your turn against "+names[seat.Other()]) {
		t.Fatalf("after %s: a mail to %s, %q", played.Turn, m.to, m.GetHeader("Subject"))
	}
	diagram := position.Diagram(phrase.English).Mark(played.Events)
	want := board.Text(diagram, board.ForSeat(info, diagram, seat))
	for line := range strings.Lines(want) {
		if line = strings.TrimRight(line, "\n"); !strings.Contains(m.Text, line) {
			t.Fatalf("after %s the mail lacks %q of\n%s\nin\n%s", played.Turn, line, want, m.Text)
		}
	}
	if len(m.Inlines) != 1 {
		t.Fatalf("%d pictures", len(m.Inlines))
	}
	if _, err := png.Decode(bytes.NewReader(m.Inlines[0].Content)); err != nil {
		t.Fatal(err)
	}
	if len(m.Errors) > 0 {
		t.Fatalf("a mail reader complains: %v", m.Errors)
	}
}

func checkEnd(t *testing.T, info rules.Info, record rulestest.Game, game wireGame) {
	t.Helper()
	var want struct{ Winner, Reason string }
	if err := json.Unmarshal(record.Outcome, &want); err != nil {
		t.Fatal(err)
	}
	if game.Status != "finished" || game.Result == nil || game.Result.Reason != want.Reason {
		t.Fatalf("ended as %+v, want %+v", game, want)
	}
	winner := "draw"
	if game.Result.Winner != nil {
		winner = *game.Result.Winner
	}
	if winner != want.Winner {
		t.Fatalf("%s won, want %s", winner, want.Winner)
	}
}

// expectMails waits for mails to these addresses, in any order.
func expectMails(t *testing.T, p *post, addresses ...string) {
	t.Helper()
	left := append([]string{}, addresses...)
	for range addresses {
		m := p.next()
		found := false
		for n, address := range left {
			if address == m.to {
				left, found = append(left[:n:n], left[n+1:]...), true
				break
			}
		}
		if !found {
			t.Fatalf("a mail to %s, %q; expected %v", m.to, m.GetHeader("Subject"), left)
		}
	}
}
