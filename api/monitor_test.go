package api

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// broken is a Monitor that refuses writes.
type broken struct{}

func (broken) Writable() error { return errors.New("the disk is full") }

func (broken) Check(context.Context) error { return errors.New("the mail worker has ended") }

// anotherServer starts another server on the same store.
func (w *world) anotherServer(c Config) *world {
	w.t.Helper()
	c.Store, c.BaseURL, c.Limits = w.Store, "https://turnpost.example", noLimits
	handler, err := New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	w.t.Cleanup(server.Close)
	other := *w
	other.url = server.URL
	return &other
}

func TestWhatCannotBeStoredIsRefusedBefore(t *testing.T) {
	m := newMatch(t)
	for _, token := range []string{m.ann, m.bob} {
		m.call("PATCH", "/v1/me").as(token).json(`{"locale":"en-XA"}`).do().want(200)
	}
	full := &match{world: m.anotherServer(Config{Monitor: broken{}}), ann: m.ann, bob: m.bob, id: m.id}
	r := &pseudoReader{match: full}
	r.problem(503, "unavailable", func() *call { return full.call("POST", full.turns()).as(m.ann).text("d1-c1") })
	full.call("GET", "/readyz").do().problem(503, "unavailable") // without looking up who asks, and so in English
	refused := full.call("POST", full.turns()).as(m.ann).text("d1-c1").do()
	if after := refused.header.Get("Retry-After"); after != "30" {
		t.Errorf("Retry-After %q", after)
	}
	// Reads and dry runs still work.
	full.call("GET", "/v1/games/"+m.id).do().want(200)
	full.call("POST", "/v1/analysis").json(`{"ruleset":"hnefatafl","turns":[]}`).do().want(200)
	full.call("GET", "/healthz").do().want(200)
	if g := decoded[Game](m.call("GET", "/v1/games/"+m.id).do().want(200)); g.Ply != 0 {
		t.Errorf("the game is at ply %d", g.Ply)
	}
}

func TestRegistrationByInvitationSaysSo(t *testing.T) {
	w := newWorld(t).anotherServer(Config{Registration: account.RegistrationInvitation})
	register := func(body string) string {
		return decoded[Hint](w.call("POST", "/v1/players").json(body).do().want(202)).Message
	}
	want := "This server is for invited players: if this address has an account or was challenged to a game, " +
		"a code is in the mail now. " +
		"Others need an invitation. Trade the code for a token within 15 minutes: POST /v1/tokens with email and code."
	if got := register(`{"name":"ann","email":"ann@example.org"}`); got != want {
		t.Errorf("it says %q", got)
	}
	if got := register(`{"name":"bob","email":"bob@example.org","invitation":"inv-1"}`); got == want {
		t.Errorf("it says %q to somebody with an invitation", got)
	}
}

func TestTheOperatorsDecisionIsSaid(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for _, c := range []struct {
		result rules.Result
		want   string
	}{
		{rules.Won(rules.Second, models.ReasonAdjudicated), "the operator of this server decided it"},
		{rules.Drawn(models.ReasonAdjudicated), "the operator of this server decided it"},
		{rules.Drawn(models.ReasonAnnulled), "the operator of this server ended it"},
	} {
		m := newMatch(t)
		m.play(m.ann, "d1-c1")
		if _, err := m.Admin().FinishGame(t.Context(), m.id, c.result); err != nil {
			t.Fatal(err)
		}
		text := m.call("GET", "/v1/games/"+m.id).as(m.ann).accept(typeText).do().want(200)
		text.contains(c.want)
		if models.Unscored(c.result.Reason) {
			text.contains("aborted")
		}
	}
}
