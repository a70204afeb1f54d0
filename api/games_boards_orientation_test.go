package api

import (
	"strings"
	"testing"
)

// TestOneOrientationForOneReader checks that the second player sees the board from their own side in the inbox, in the
// game and in the responses to a tried and a played turn.
func TestOneOrientationForOneReader(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c := decoded[Challenge](w.call("POST", "/v1/challenges").as(ann).
		json(`{"ruleset":"hanniball","opponent":"bob","seat":"white"}`).do().want(201))
	g := decoded[Game](w.call("POST", "/v1/challenges/"+c.ID+"/accept").as(bob).do().want(201))
	game := "/v1/games/" + g.ID
	bottom := func(what string, a httpResponse, files string) {
		t.Helper()
		if !strings.Contains(a.body, "\n     "+files) && !strings.Contains(a.body, " "+files+"\n") {
			t.Errorf("%s is not as its reader sits:\n%s", what, a.body)
		}
	}
	const white, black = "a   b   c   d   e   f   g   h   i", "i   h   g   f   e   d   c   b   a"
	bottom("the challenge to bob", w.call("GET", "/v1/challenges/"+c.ID).as(bob).accept(typeText).do().want(200), black)
	bottom("ann's turn", w.call("POST", game+"/turns").as(ann).curl("e1-d1").do().want(201), white)
	bottom("bob's inbox", w.call("GET", "/v1/inbox").as(bob).accept(typeText).do().want(200), black)
	bottom("bob's game", w.call("GET", game).as(bob).accept(typeText).do().want(200), black)
	bottom("bob's board", w.call("GET", game+"/board.txt").as(bob).do().want(200), black)
	bottom("bob's trial", w.call("POST", game+"/turns?dry_run=true").as(bob).curl("e15-d15").do().want(200), black)
	bottom("bob's turn", w.call("POST", game+"/turns").as(bob).curl("e15-d15").do().want(201), black)
	bottom("a visitor's game", w.call("GET", game).accept(typeText).do().want(200), white)
}
