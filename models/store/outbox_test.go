package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/modeltest/bed"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

func TestLeasesEnd(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	if err := w.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	first := w.claim()
	if len(first) != 1 || len(w.claim()) != 0 {
		t.Fatalf("claimed %v, then again", first)
	}
	w.restart()
	w.pass(time.Minute)
	if err := w.RenewClaim(t.Context(), first[0], time.Minute); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute - 1)
	if again := w.claim(); len(again) != 0 {
		t.Fatalf("a renewed lease was broken: %v", again)
	}
	w.pass(1)
	second := w.claim()
	if len(second) != 1 || second[0].Key != first[0].Key || second[0].Attempts != 2 {
		t.Fatalf("after the lease: %v", second)
	}
	if err := w.RenewClaim(t.Context(), first[0], time.Minute); !errors.Is(err, models.ErrLeaseLost) {
		t.Fatalf("a lost lease was renewed: %v", err)
	}
	if err := w.Settle(t.Context(), first[0].Sent()); !errors.Is(err, models.ErrLeaseLost) {
		t.Fatalf("the first worker settled: %v", err)
	}
	if err := w.Settle(t.Context(), second[0].Sent()); err != nil {
		t.Fatal(err)
	}
	if err := w.Settle(t.Context(), second[0].Sent()); !errors.Is(err, models.ErrLeaseLost) {
		t.Fatalf("settled twice: %v", err)
	}
}

func TestRetryGiveUpAndLedger(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for range 2 {
		if err := w.SendTestMail(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	one := func() mailbox.Claim {
		t.Helper()
		claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
		if err != nil || len(claims) != 1 {
			t.Fatalf("%v, %v", claims, err)
		}
		return claims[0]
	}
	c := one() // the second waits for the first
	if err := w.Settle(t.Context(), c.Again(w.now().Add(time.Hour), "451 later")); err != nil {
		t.Fatal(err)
	}
	if claims, _ := w.ClaimNotices(t.Context(), 10, time.Minute); len(claims) != 0 {
		t.Fatalf("%v goes before its turn", claims)
	}
	w.pass(time.Hour)
	if again := one(); again.Key != c.Key {
		t.Fatalf("got %s", again.Key)
	} else if err := w.Settle(t.Context(), again.Failed("550 no such user")); err != nil {
		t.Fatal(err)
	}
	if err := w.Settle(t.Context(), one().Sent()); err != nil {
		t.Fatal(err)
	}
	list, next, err := w.Notices(t.Context(), ann.ID, 0, 2)
	if err != nil || len(list) != 2 || next == 0 || list[0].Status != models.Sent ||
		list[1].Status != models.Failed || list[1].Failure != "550 no such user" || list[1].Attempts != 2 {
		t.Fatalf("%+v, %d, %v", list, next, err)
	}
	list, next, err = w.Notices(t.Context(), ann.ID, next, 2)
	if err != nil || len(list) != 1 || next != 0 || list[0].Kind != models.KindCode {
		t.Fatalf("%+v, %d, %v", list, next, err)
	}
}

func TestOutdatedAndUnwantedAreDropped(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	claimed := func() mailbox.Claim {
		t.Helper()
		claims, err := w.ClaimNotices(t.Context(), 10, time.Minute)
		if err != nil || len(claims) != 1 {
			t.Fatalf("%v, %v", claims, err)
		}
		return claims[0]
	}
	w.play(g, ann, "d1-c1")
	late := claimed() // a worker holds it when bob plays
	w.play(g, bob, "d3-c3")
	if c, err := w.ComposeContent(t.Context(), late); err != nil || c != nil {
		t.Fatalf("the content of an outdated notice: %+v, %v", c, err)
	}
	patch := models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Off}}
	if _, err := w.UpdateProfile(t.Context(), ann.ID, patch); err != nil {
		t.Fatal(err)
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
	list, _, err := w.Notices(t.Context(), ann.ID, 0, 1)
	if err != nil || list[0].Status != models.Dropped || list[0].Reason != notice.DropKindOff {
		t.Fatalf("%+v, %v", list, err)
	}
	list, _, err = w.Notices(t.Context(), bob.ID, 0, 1)
	if err != nil || list[0].Status != models.Dropped || list[0].Reason != notice.DropTurnPlayed {
		t.Fatalf("%+v, %v", list, err)
	}
}

func TestUnsubscribe(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	mails := w.deliver()
	turn := mails[len(mails)-1]
	if _, err := w.Unsubscribe(t.Context(), turn.ListUnsubscribe); err != nil {
		t.Fatal(err)
	}
	g = w.play(g, ann, "d1-c1")
	w.play(g, bob, "d3-c3")
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("mailed %q", got)
	}
	other := w.game(ann, bob, "hnefatafl", "7x7")
	if got := kinds(w.deliver()); got != "challenge_answer:ann your_turn:ann " {
		t.Fatalf("another game mailed %q", got)
	}
	if _, err := w.Unsubscribe(t.Context(), turn.Unsubscribe); err != nil {
		t.Fatal(err)
	}
	other = w.play(other, ann, "d1-c1")
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
	w.play(other, bob, "d3-c3")
	if got := kinds(w.deliver()); got != "" {
		t.Fatalf("mailed %q", got)
	}
	for _, bad := range []string{"", "x", turn.Unsubscribe + "x", turn.Unsubscribe[1:], "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		if _, err := w.Unsubscribe(t.Context(), bad); models.CodeOf(err) != models.CodeNotFound {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestTwoStoresOnOneDatabaseSendOnce(t *testing.T) {
	sample.Together(t, "two processes at once")
	w := newWorld(t)
	other := &world{t: t, clock: bed.NewClock(w.now()), path: w.path}
	other.open()
	defer other.Close()
	for i := range 12 {
		w.player("player" + string(rune('a'+i)))
	}
	for i := range 12 {
		p, _, err := w.PlayerByName(t.Context(), "player"+string(rune('a'+i)))
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if err := w.SendTestMail(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
	}
	var mu sync.Mutex
	sent := map[string]int{}
	var wg sync.WaitGroup
	for _, s := range []*Store{w.Store, other.Store, w.Store, other.Store} {
		wg.Go(func() {
			for {
				claims, err := s.ClaimNotices(t.Context(), 3, time.Minute)
				if err != nil {
					t.Error(err)
					return
				}
				if depth, _, _ := s.OutboxDepth(t.Context()); len(claims) == 0 && depth == 0 {
					return
				}
				for _, c := range claims {
					mu.Lock()
					sent[c.Key]++
					mu.Unlock()
					if err := s.Settle(t.Context(), c.Sent()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if len(sent) != 48 {
		t.Errorf("%d notices were sent", len(sent))
	}
	for key, n := range sent {
		if n != 1 {
			t.Errorf("%s was sent %d times", key, n)
		}
	}
}

func TestTidy(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.pass(notice.LedgerSpan + time.Hour)
	if err := w.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	var kept []string
	err := w.Read(t.Context()).Raw("SELECT kind FROM notices").Scan(&kept).Error
	if err != nil || len(kept) != 1 || kept[0] != "test" {
		t.Fatalf("%v, %v", kept, err)
	}
}

// A turn drops the notices about the turn before, which the ledger shows at once, and no others.
func TestTurnDropsItsNotices(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "24h")
	w.runWithoutMail(24*time.Hour - time.Minute) // ann is reminded
	if _, err := w.NegotiateDraw(t.Context(), bob.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if _, err := w.SendMessage(t.Context(), bob.ID, g.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	w.play(g, ann, "d1-c1")
	for kind, want := range map[models.Kind]models.NoticeStatus{
		models.KindReminder: models.Dropped,
		models.KindMessage:  models.Queued,
	} {
		if n := w.newest(ann, kind); n.Status != want || n.NextAt.IsZero() != (want == models.Dropped) {
			t.Errorf("%s: %+v", kind, n)
		}
	}
	w.play(w.find(g), bob, "d3-c3")
	if n := w.newest(bob, models.KindYourTurn); n.Status != models.Dropped || n.Reason != notice.DropTurnPlayed {
		t.Errorf("%+v", n)
	}
}

// A page of the ledger that holds the last notices has no next one.
func TestNoticesPage(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	if err := w.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	all, next, err := w.Notices(t.Context(), ann.ID, 0, 2)
	if err != nil || len(all) != 2 || next != 0 {
		t.Fatalf("%+v, next %d, %v", all, next, err)
	}
	page, next, err := w.Notices(t.Context(), ann.ID, 0, 1)
	if err != nil || len(page) != 1 || next != page[0].ID || page[0].ID != all[0].ID {
		t.Errorf("%+v, next %d, %v", page, next, err)
	}
}
