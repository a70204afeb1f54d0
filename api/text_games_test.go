package api

import (
	"regexp"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// A board to try is text for curl, and so is the reason why a line is refused.
func TestTryingByCurl(t *testing.T) {
	m := newMatch(t)
	m.call("GET", "/try/BohnDuell?t=%3F").byCurl().do().want(200).contains("You play Green", "Possible:\n  p1 p2 p3 p4\n")
	m.call("GET", "/try/bohnduell?t=p2").byCurl().do().want(200).contains("after turn 2", "Green placed", "-d t=p2")
	// The command that an answer shows plays on, as far as one likes.
	line := "variant=7x7&side=attackers"
	for _, turn := range []string{"d1-c1", "d2-c2", "d7-c7"} {
		shown := m.call("GET", "/try/hnefatafl?"+line+"&t="+turn).byCurl().do().want(200)
		line = "variant=7x7&side=attackers"
		command, _, _ := strings.Cut(shown.body, "What is possible")
		for _, t := range regexp.MustCompile(`-d t=(\S+)`).FindAllStringSubmatch(command, -1) {
			line += "&t=" + t[1]
		}
	}
	m.call("GET", "/try/hnefatafl?"+line).byCurl().do().want(200).contains("after turn 6")
	m.call("GET", "/try/bohnduell?t=e4").byCurl().do().want(422).contains("Illegal turn [illegal_turn: ")
	m.call("GET", "/try/hnefatafl").byCurl().do().want(200).contains("Hnefatafl 7×7", "tries to reach a corner",
		"variant=7x7")
	m.call("GET", "/try/hnefatafl?t=d1-d2").byCurl().do().want(200).contains("Hnefatafl 11×11")
	m.call("GET", "/try/chess").byCurl().do().want(404).contains("Not found [not_found]")
}

// A list with finished games names winners and reasons.
func TestFinishedGamesAsText(t *testing.T) {
	m := newMatch(t)
	list := func(query string) httpResponse {
		return m.call("GET", "/v1/games"+query).as(m.ann).accept(typeText).do().want(200)
	}
	list("").contains("deadline", "attackers  ann, bob")
	m.play(m.ann, "d1-c1")
	m.call("POST", "/v1/games/"+m.id+"/resign").as(m.bob).do().want(200)
	list("?status=finished").contains(
		"id        variant        ply  winner  reason       players\n", "hnefatafl 7x7  1    ann     resignation  ann, bob\n")
	m.call("POST", "/v1/games/"+m.id+"/rematch").as(m.bob).do().want(201)
	m.call("POST", "/v1/games/"+m.id+"/rematch").as(m.ann).do().want(201)
	list("").contains("ply  to_move    winner  reason       players\n", "attackers  -       -            bob, ann\n")
}

// The inbox tells games with one opponent apart. It does not repeat their IDs, with which its lines begin.
func TestInboxTellsGamesApart(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.game(m.ann, m.bob, "bob")
	list := m.call("GET", "/inbox").as(m.ann).byCurl().do().want(200)
	list.contains("· Attackers · begun ")
	for line := range strings.Lines(list.body) {
		if strings.HasPrefix(line, "  "+m.id) && (strings.Count(line, m.id) > 1 || strings.Count(line, "turn 1") > 1) {
			t.Errorf("%q", line)
		}
	}
}
