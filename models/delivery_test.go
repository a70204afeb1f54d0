package models

import (
	"testing"
	"time"
)

func (w *world) set(p Player, s Settings) {
	w.t.Helper()
	patch := ProfilePatch{Mail: s.Mail, Games: s.Games, DigestHour: s.DigestHour, Quiet: s.Quiet}
	if _, err := w.UpdateProfile(w.t.Context(), p.ID, patch); err != nil {
		w.t.Fatal(err)
	}
}

// newest is the player's last notice of a kind.
func (w *world) newest(p Player, kind Kind) Notice {
	w.t.Helper()
	list, _, err := w.Notices(w.t.Context(), p.ID, 0, 50)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, n := range list {
		if n.Kind == kind {
			return n
		}
	}
	w.t.Fatalf("%s has no notice of kind %s", p.Name, kind)
	return Notice{}
}

// The clock of a world begins at 12:00 UTC, the time zone of its players.
var night = &QuietHours{From: "22:00", Until: "07:00"}

func TestQuietHoursHoldNotices(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.set(bob, Settings{Quiet: night})
	w.pass(11 * time.Hour)
	g = w.play(g, ann, "d1-c1")
	deadline := g.Deadline
	if err := w.SendTestMail(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "test:bob " {
		t.Fatalf("in the night %q was told", got)
	}
	morning := time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC)
	if n := w.newest(bob, KindYourTurn); !n.DueAt.Equal(morning) || n.Status != Queued {
		t.Fatalf("the notice is %+v", n)
	}
	w.pass(8 * time.Hour)
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("in the morning %q was told", got)
	}
	if g, _ = w.Game(t.Context(), g.ID); !g.Deadline.Equal(deadline) {
		t.Errorf("the night moved the deadline from %s to %s", deadline, g.Deadline)
	}
}

func TestDelayAfterQuietHoursIsCredited(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.set(bob, Settings{Quiet: night})
	w.pass(11 * time.Hour)
	g = w.play(g, ann, "d1-c1")
	w.pass(8*time.Hour + 10*time.Minute)
	w.deliver()
	now, err := w.Game(t.Context(), g.ID)
	if err != nil || now.Deadline.Sub(g.Deadline) != 10*time.Minute {
		t.Errorf("credited %s, %v; want the 10 minutes since the end of the night", now.Deadline.Sub(g.Deadline), err)
	}
}

func TestHeldNoticeStopsNoDeadline(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	hour := DefaultDigestHour
	w.set(bob, Settings{Mail: map[Kind]Delivery{KindYourTurn: Digest}, DigestHour: &hour})
	c, err := w.CreateChallenge(t.Context(), ann, NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Pace: "21h",
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.deliver()
	g = w.play(g, ann, "d1-c1") // bob's digest is due an hour before his deadline
	if n := w.newest(bob, KindYourTurn); !n.DueAt.Equal(time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)) {
		t.Fatalf("the notice is %+v", n)
	}
	err = w.write(t.Context(), func(tx *Tx) error {
		return tx.Exec("UPDATE games SET deadline_at = ?", tx.at.Add(time.Hour)).Error
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SweepClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 30 { // heartbeats, so that it is no outage
		w.pass(2 * time.Minute)
		if _, err := w.SweepClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if g, err = w.Game(t.Context(), g.ID); err != nil || g.Status == Ongoing {
		t.Errorf("the game is %s, %v", g.Status, err)
	}
}

func TestNoticeThatWouldComeTooLateComesAtOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.set(bob, Settings{Quiet: night})
	c, err := w.CreateChallenge(t.Context(), ann, NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Pace: "12h",
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.pass(6 * time.Hour)
	w.play(g, ann, "d1-c1") // at 18:00: the deadline is at 06:00, the reminder would be due at 03:00
	w.deliver()
	row, err := loadGame(w.read(t.Context()), g.ID, "")
	if err != nil || !row.RemindAt.Time().Equal(time.Date(2026, 11, 21, 21, 59, 59, 999e6, time.UTC)) {
		t.Fatalf("the reminder is due at %s, %v", row.RemindAt.Time(), err)
	}
	w.beats(4*time.Hour + time.Minute)
	if got := kinds(w.deliver()); got != "reminder:bob " {
		t.Fatalf("before the night %q was told", got)
	}
	w.beats(5*time.Hour + 30*time.Minute)
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("in the night %q was told", got)
	}
}

// beats lets time go by on a server that runs.
func (w *world) beats(d time.Duration) {
	w.t.Helper()
	for end := w.now().Add(d); w.now().Before(end); {
		w.pass(min(4*time.Minute, end.Sub(w.now())))
		if _, err := w.SweepClocks(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestTurnThatTheNightWouldEatIsToldAtOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c, err := w.CreateChallenge(t.Context(), ann, NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first", Pace: "12h",
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.set(bob, Settings{Quiet: &QuietHours{"22:00", "21:00"}})
	w.pass(11 * time.Hour)
	w.play(g, ann, "d1-c1")
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Errorf("%q was told", got)
	}
}

func TestNoticesOfOneGameAreOneMail(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.game(ann, bob, "hnefatafl", "7x7")
	var led []*Content
	for _, l := range w.deliver() {
		if l.Game != nil {
			led = append(led, l)
		}
	}
	if len(led) != 1 || led[0].Kind != KindYourTurn ||
		len(led[0].Secondary) != 1 || led[0].Secondary[0].Kind != KindChallengeAnswer {
		t.Fatalf("mails %q", kinds(led))
	}
	answer, turn := w.newest(ann, KindChallengeAnswer), w.newest(ann, KindYourTurn)
	if led[0].ID != min(answer.ID, turn.ID) || answer.Status != Sent || turn.Status != Sent {
		t.Errorf("led by %d: %+v, %+v", led[0].ID, answer, turn)
	}
	if answer.Reason+turn.Reason != ReasonBundled || answer.Primary+turn.Primary != led[0].ID {
		t.Errorf("the ledger says %q and %q", answer.Reason, turn.Reason)
	}
}

func TestMailThatWasTriedKeepsItsNotices(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	claim := func() []Claim {
		t.Helper()
		claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return claims
	}
	first := claim()
	if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, MakeOffer); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute) // the worker died
	again := claim()
	if len(first) != 1 || len(again) != 1 || again[0].Key != first[0].Key || len(again[0].parts) != 1 {
		t.Fatalf("claimed %+v, then %+v", first, again)
	}
	if err := w.SettleSent(t.Context(), again[0]); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "offer:bob " {
		t.Errorf("then %q was told", got)
	}
}

func TestRestOfAMailKeepsItsKey(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	if _, err := w.NegotiateDraw(t.Context(), ann.ID, g.ID, MakeOffer); err != nil {
		t.Fatal(err)
	}
	claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
	if err != nil || len(claims) != 1 || len(claims[0].parts) != 2 {
		t.Fatalf("%+v, %v", claims, err)
	}
	if err := w.RetryClaim(t.Context(), claims[0], w.now().Add(time.Hour), "451 later"); err != nil {
		t.Fatal(err)
	}
	noTurns := w.link(Link{Purpose: LinkUnsubscribe, Player: bob.ID, Kind: KindYourTurn})
	if _, err := w.Unsubscribe(t.Context(), noTurns); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Hour)
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != KindOffer || mails[0].Key != claims[0].Key {
		t.Fatalf("told %q", kinds(mails))
	}
	if n := w.newest(bob, KindYourTurn); n.Status != Dropped || n.Reason != DropKindOff {
		t.Errorf("the ledger says %+v", n)
	}
}

func TestDigest(t *testing.T) {
	w := newWorld(t)
	ann, bob, cat := w.player("ann"), w.player("bob"), w.player("cat")
	hour := 18
	all := map[Kind]Delivery{}
	for _, kind := range kindsWhere(func(f kindFacts) bool { return f.mayBeOff }) {
		all[kind] = Digest
	}
	w.set(bob, Settings{Mail: all, DigestHour: &hour, Quiet: &QuietHours{"17:00", "19:00"}})
	slow, quick := w.game(ann, bob, "hnefatafl", "7x7"), w.game(cat, bob, "hnefatafl", "7x7")
	outdated := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.play(quick, cat, "d1-c1")
	w.pass(time.Hour)
	w.play(slow, ann, "d1-c1")
	if _, err := w.CreateChallenge(t.Context(), ann, NewChallenge{Ruleset: "bohnduell", Opponent: "bob"}); err != nil {
		t.Fatal(err)
	}
	outdated = w.play(outdated, ann, "d1-c1")
	w.play(outdated, bob, "d3-c3")
	if got := kinds(w.deliver()); got != "your_turn:ann " {
		t.Fatalf("before the hour %q was told", got)
	}
	w.pass(5 * time.Hour)
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != KindDigest || mails[0].To.ID != bob.ID {
		t.Fatalf("at the hour %q was told in %d mails", kinds(mails), len(mails))
	}
	with := mails[0].Secondary
	if n := len(with); n < 3 ||
		with[0].Game.ID != quick.ID || with[1].Game.ID != slow.ID || with[n-1].Kind != KindChallenge {
		t.Errorf("the digest tells %q", kinds(mails))
	}
	if n := w.newest(bob, KindYourTurn); n.Status != Dropped && n.Reason != ReasonInDigest {
		t.Errorf("the ledger says %+v", n)
	}
	if _, err := w.Unsubscribe(t.Context(), mails[0].Unsubscribe); err != nil {
		t.Fatal(err)
	}
	w.pass(24 * time.Hour)
	if _, err := w.CreateChallenge(t.Context(), ann, NewChallenge{Ruleset: "bohnduell", Opponent: "bob"}); err != nil {
		t.Fatal(err)
	}
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("after the end of digests %q was told", got)
	}
}

func TestEmptyDigestIsNotSent(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.set(bob, Settings{Mail: map[Kind]Delivery{KindYourTurn: Digest, KindChallenge: Off}})
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	g = w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	w.deliver()
	w.pass(24 * time.Hour)
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("told %q", got)
	}
}

func TestChangedSettingsMoveWhatIsHeld(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.set(bob, Settings{Mail: map[Kind]Delivery{KindYourTurn: Digest}})
	w.play(g, ann, "d1-c1")
	hour := 15
	w.set(bob, Settings{Mail: map[Kind]Delivery{KindYourTurn: Digest}, DigestHour: &hour})
	if n := w.newest(bob, KindYourTurn); !n.DueAt.Equal(w.now().Add(3 * time.Hour)) {
		t.Errorf("with another hour: %+v", n)
	}
	w.set(bob, Settings{Mail: map[Kind]Delivery{KindYourTurn: Instant}})
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != KindYourTurn {
		t.Errorf("with no digest %q was told", kinds(mails))
	}
}
