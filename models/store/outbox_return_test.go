package store

import (
	"errors"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// A returned claim leaves no trace: the next worker gets the same notices in the first attempt.
func TestClaimsThatAreGivenBack(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "9x9")
	w.deliver()
	w.play(g, ann, "d1-d2")
	if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	claim := func() mailbox.Claim {
		t.Helper()
		claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
		if err != nil || len(claims) != 1 || len(claims[0].Parts) != 2 || claims[0].Attempts != 1 {
			t.Fatalf("claimed %+v, %v; want the two notices of bob at their first try", claims, err)
		}
		return claims[0]
	}
	first := claim()
	if err := w.ReturnClaim(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	second := claim()
	if err := w.ReturnClaim(t.Context(), first); !errors.Is(err, models.ErrLeaseLost) {
		t.Errorf("given back twice: %v", err)
	}
	if err := w.Settle(t.Context(), second.Again(w.now(), "busy")); err != nil {
		t.Fatal(err)
	}
	again, err := w.ClaimNotices(t.Context(), 10, time.Minute)
	if err != nil || len(again) != 1 {
		t.Fatalf("claimed %+v, %v", again, err)
	}
	if err := w.ReturnClaim(t.Context(), again[0]); err != nil {
		t.Fatal(err)
	}
	if again, err = w.ClaimNotices(t.Context(), 10, time.Minute); err != nil || len(again) != 1 ||
		len(again[0].Parts) != 2 || again[0].Attempts != 2 || again[0].Key != first.Key {
		t.Errorf("claimed %+v, %v; want the second try of the same mail", again, err)
	}
}

// A mail that is sent again, since the server that sent it was killed before it could say so, has the Message-ID of the
// first one, although a turn was played meanwhile.
func TestASecondCopyHasTheSameMessageID(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "9x9")
	w.play(g, ann, "d1-d2")
	w.play(g, bob, "d5-d4")
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.say(ann, g, "hello")
	compose := func() *mailbox.Content {
		t.Helper()
		claims := w.claim()
		if len(claims) == 0 || claims[0].Kind != models.KindMessage {
			t.Fatalf("claimed %+v, want first what ann said", claims)
		}
		c, err := w.ComposeContent(t.Context(), claims[0])
		if err != nil || c == nil {
			t.Fatal(c, err)
		}
		return c
	}
	first := compose()
	if first.MessageLink != first.ReplyLink {
		t.Error("the link of the Message-ID is for another state than that for replies")
	}
	w.play(g, bob, "d5-d4")
	w.pass(time.Hour) // the lease ends
	second := compose()
	if second.Key != first.Key || second.MessageLink != first.MessageLink || second.ReplyLink == first.ReplyLink {
		t.Errorf("first %+v, then %+v", first.Claim, second.Claim)
	}
}
