package pages_test

import "testing"

// Who follows the link of a challenge that another player has accepted is told so.
func TestChallengeThatIsTaken(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	open, err := m.CreateChallenge(t.Context(), m.players[0], newChallenge(""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.AcceptChallenge(t.Context(), m.players[1], open.ID); err != nil {
		t.Fatal(err)
	}
	m.visitor().signIn(m.SignUp("cleo")).get("/c/"+open.ID).want(404, "as soon as somebody else has accepted it")
}
