package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// The current position offers to take one's last turn back: the turn itself, or with the answer to it.
func TestTakingTheLastTurnBack(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	const offer = "Ask to take my last turn back"
	lacks := func(v *visitor, path string) {
		t.Helper()
		if text := v.get(path).want(200).text(); strings.Contains(text, offer) {
			t.Errorf("%s offers to take a turn back:\n%s", path, text)
		}
	}
	lacks(m.ann, m.path())
	for i, turn := range []string{"a4-a2", "d3-c3"} {
		g := m.Play(m.stored(), m.players[i], turn)
		t.Run(fmt.Sprintf("after turn %d", g.Ply), func(t *testing.T) {
			p := m.ann.get(m.path()).want(200, "Take back, draw or give up", offer)
			form := p.form(m.path() + "/takeback")
			m.ann.post(m.path()+"/takeback", form...).want(200, "You offer to go back to the start")
			if g := m.stored(); g.TakebackTo != 0 || g.TakebackBy != g.SeatOf(m.players[0].ID) {
				t.Errorf("%+v", g)
			}
			lacks(m.ann, m.path())
			_, err := m.NegotiateTakeback(t.Context(), m.players[1].ID, m.game.ID, models.DeclineOffer, 0)
			if err != nil {
				t.Fatal(err)
			}
		})
	}
	lacks(m.ann, m.path()+"?ply=1")
	lacks(m.visitor(), m.path())
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	lacks(m.ann, m.path())
}

// The marks of the last turn stay while a piece is chosen.
func TestMarksStayWhileAPieceIsChosen(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	marked := func(path string) bool {
		return strings.Contains(m.bob.get(path).want(200).body, "board-vermilion-line")
	}
	if marked(m.path()) {
		t.Error("marks before the first turn")
	}
	m.Play(m.stored(), m.players[0], "a4-a2")
	for _, query := range []string{"", "?at=d3"} {
		if !marked(m.path() + query) {
			t.Errorf("%q lacks the marks of the last turn", query)
		}
	}
}

// A player who ends a game by a mailed link is not told about other games.
func TestNoWordOfOtherGamesAfterTheEndByLink(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "bohnduell", "standard")
	m.Begin(m.players[0], m.players[1], "hnefatafl", "7x7")
	link := m.gameLink()
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, m.game.ID); err != nil {
		t.Fatal(err)
	}
	p := m.visitor().get(link+"&done=turn").want(200, "Your turn is played.")
	if strings.Contains(p.text(), "other game") {
		t.Errorf("said of other games:\n%s", p.text())
	}
}
