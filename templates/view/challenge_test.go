package view_test

import (
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules"
	"turnpost/templates/view"
)

func (s *table) offer(in challenge.NewChallenge) models.Challenge {
	s.t.Helper()
	return must(s.CreateChallenge(s.t.Context(), s.ann, in))(s.t)
}

func TestChallenge(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	c := s.offer(challenge.NewChallenge{Ruleset: "hanniball", Opponent: "bob", Seat: "second", Message: "a game?"})
	for name, r := range s.readers() {
		seen := s.views.Challenge(c, r)
		if seen.Mine != (name == "ann") || seen.Challenger != "ann" || seen.Opponent != "bob" || seen.Message != "a game?" {
			t.Errorf("%s sees %+v", name, seen)
		}
		if !seen.Open() || seen.Expired() || seen.ByLot() || seen.ToAnyone || seen.Guest() != rules.First ||
			!seen.GuestMovesFirst() || seen.ChallengerSide() != "Black" || seen.GuestSide() != "White" {
			t.Errorf("%s: the guest has seat %d, %s; the challenger is %s",
				name, seen.Guest(), seen.GuestSide(), seen.ChallengerSide())
		}
	}
}

// TestAddressIsNamedToNobody checks that no view contains the address that a challenge invites.
func TestAddressIsNamedToNobody(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	c := s.offer(challenge.NewChallenge{Ruleset: "hanniball", Opponent: "zoe@example.net"})
	if c.Invited == "" {
		t.Fatal("nobody is invited")
	}
	for name, r := range s.readers() {
		if seen := s.views.Challenge(c, r); seen.Opponent != "" || seen.ToAnyone {
			t.Errorf("%s sees %+v", name, seen)
		}
	}
	open := s.offer(challenge.NewChallenge{Ruleset: "hanniball"})
	if seen := s.views.Challenge(open, view.Reader{}); seen.Opponent != "" || !seen.ToAnyone || !seen.ByLot() {
		t.Errorf("a challenge to anyone is %+v", seen)
	}
}

// TestDrawnChallenge checks that the challenger sees the board from their side and all others from the guest's side.
func TestDrawnChallenge(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	for seat, flipped := range map[string]map[string]bool{
		"first":  {"bob": true, "eve": true, "nobody": true},
		"second": {"ann": true},
		"":       {}, // drawn by lot
	} {
		c := s.offer(challenge.NewChallenge{Ruleset: "hanniball", Seat: seat})
		for name, r := range s.readers() {
			seen := must(s.views.DrawnChallenge(c, r))(t)
			if seen.Board.Style.Flip != flipped[name] || len(seen.Board.Diagram.Pieces) == 0 {
				t.Errorf("seat %q: %s sees the board turned: %v", seat, name, seen.Board.Style.Flip)
			}
		}
	}
}
