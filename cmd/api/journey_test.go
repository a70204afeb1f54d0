package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
	"turnpost/templates/board"
)

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
	p, database := programtest.NewPost(t), databaseFile(t)
	i := serveOn(t, database, p)
	names := [2]string{"ann", "bob"}
	tokens := [2]string{i.SignUp(p, "ann"), i.SignUp(p, "bob")}
	challenge := i.Challenge(tokens[0], "bob", info.ID, variant)
	if m := p.Next(); m.To != "bob@example.org" || !strings.Contains(m.Text, challenge) {
		t.Fatalf("the challenge went to %s: %s", m.To, m.Text)
	}
	game := i.Accept(tokens[1], challenge)
	programtest.ExpectMails(t, p, "ann@example.org") // accepted and your turn are one mail
	position, err := r.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	for n, turn := range record.Turns {
		if n == len(record.Turns)/2 {
			if exit := i.Stop(); exit != 0 {
				t.Fatalf("stopped with %d: %s", exit, i.Out)
			}
			i = serveOn(t, database, p)
		}
		mover := position.ToMove()
		i.Call("POST", "/v1/games/"+game.ID+"/turns", tokens[mover], turn.Input, 201, &game)
		if game.Position != turn.Position || game.LastTurn.Turn != turn.Canonical || game.Ply != n+1 {
			t.Fatalf("turn %d %q: %+v, want %+v", n+1, turn.Input, game, turn)
		}
		played, err := position.Play(turn.Input)
		if err != nil {
			t.Fatal(err)
		}
		position = played.Next
		if game.Status == "ongoing" {
			checkTurnMail(t, p.Next(), info, names, position, played)
		}
	}
	checkEnd(t, info, record, game)
	programtest.ExpectMails(t, p, "ann@example.org", "bob@example.org")
	var stored programtest.Game
	i.Call("GET", "/v1/games/"+game.ID, "", "", 200, &stored)
	if stored.Position != game.Position || stored.Status != game.Status {
		t.Fatalf("stored %+v, answered %+v", stored, game)
	}
	i.Stop()
	p.None()
}

// checkTurnMail fails unless the side to move gets a mail with the board from its side.
func checkTurnMail(
	t *testing.T, m *programtest.Received, info rules.Info, names [2]string, position rules.Position, played rules.Played,
) {
	t.Helper()
	seat := position.ToMove()
	if m.To != names[seat]+"@example.org" || !m.Begins("Your turn against "+names[seat.Other()]) {
		t.Fatalf("after %s: a mail to %s, %q", played.Turn, m.To, m.GetHeader("Subject"))
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

func checkEnd(t *testing.T, info rules.Info, record rulestest.Game, game programtest.Game) {
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
