package mailer

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/event"
	"turnpost/models/mailbox"
)

// eventsOf plays an event of two players to its end, and lets one of them lose a game of a ladder by time.
func eventsOf(t testing.TB, o *office, must func(error), ann, bob models.Player) {
	t.Helper()
	ctx := t.Context()
	e, err := o.CreateEvent(ctx, ann, event.NewEvent{Ruleset: "hnefatafl", Variant: "7x7", Size: 2, Double: true})
	must(err)
	for _, p := range []models.Player{ann, bob} {
		_, err := o.JoinEvent(ctx, p, e.ID)
		must(err)
	}
	games, err := o.EventGames(ctx, e.ID)
	must(err)
	for _, g := range games {
		_, err := o.ResignGame(ctx, bob.ID, g.Game)
		must(err)
	}
	ladder, err := o.CreateEvent(ctx, ann, event.NewEvent{
		Kind: event.Ladder, Ruleset: "bohnduell", Terms: models.Terms{Pace: "1d"},
	})
	must(err)
	for _, p := range []models.Player{ann, bob} {
		_, err := o.JoinEvent(ctx, p, ladder.ID)
		must(err)
	}
	g, err := o.ChallengeInEvent(ctx, bob, ladder.ID, "ann")
	must(err)
	for range 2 {
		if g.Status == models.Ongoing {
			g = o.play(g.ID, map[int64]models.Player{ann.ID: ann, bob.ID: bob}[g.Players[g.ToMove].ID], "")
			must(nil)
		}
	}
	_, err = o.ResignGame(ctx, ann.ID, g.ID)
	must(err)
}

// A player finds, joins and leaves events by mail alone, each after a confirmation, and plays a game of one by a reply
// to the mail that says that it begins.
func TestEventsByMail(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	bob := m.profile("bob")
	e, err := m.CreateEvent(t.Context(), bob, event.NewEvent{Ruleset: "hnefatafl", Variant: "7x7", Size: 2, Double: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.JoinEvent(t.Context(), bob, e.ID); err != nil {
		t.Fatal(err)
	}
	m.write("ann@example.org", desk, "events")
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "").text, e.ID, "one more player joins", "/e/"+e.ID)
	confirmed := func(command, done string) {
		t.Helper()
		m.write("ann@example.org", desk, command)
		m.wantSettled(mailbox.InboundHeld)
		m.top(m.next("ann@example.org", "Please confirm: "), "yes")
		m.wantSettled(mailbox.InboundDone)
		contains(t, m.next("ann@example.org", "Done: ").text, done)
	}
	m.pass(24 * time.Hour)
	confirmed("join "+e.ID, "You have joined: ")
	began := m.next("ann@example.org", "")
	contains(t, began.text, "One game of this event awaits your first turn", "One awaits your opponent")
	games, err := m.EventGames(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ := strings.Cut(began.text, "  play+")
	address, _, _ = strings.Cut("play+"+address, "\n")
	m.write("ann@example.org", address, "d1-c1")
	m.wantSettled(mailbox.InboundPlayed)
	for _, g := range games {
		if stored, err := m.Game(t.Context(), g.Game); err != nil || (stored.Ply == 1) != (g.First.Name == "ann") {
			t.Errorf("game %d has %d turns: %v", g.No, stored.Ply, err)
		}
	}
	m.next("bob@example.org", "")
	m.write("ann@example.org", desk, "таблица "+e.ID)
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "").text, "ann", "bob", "0 points", "2 to finish")
	m.pass(24 * time.Hour)
	confirmed("aussteigen "+e.ID, "You have left: ")
	m.write("ann@example.org", desk, "table nothing9")
	m.wantSettled(mailbox.InboundRejected)
}
