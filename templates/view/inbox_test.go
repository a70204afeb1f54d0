package view_test

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/templates/view"
)

func TestInbox(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "your turn")
	second := s.Begin(s.ann, s.bob, "hnefatafl", "7x7")
	s.Play(second, s.ann, "d1-c1")
	must(s.NegotiateDraw(t.Context(), s.ann.ID, s.game.ID, models.MakeOffer))(t)
	must(s.NegotiateTakeback(t.Context(), s.ann.ID, second.ID, models.MakeOffer, 0))(t)
	s.offer(challenge.NewChallenge{Ruleset: "bohnduell", Opponent: "bob"})
	box := must(s.Inbox(t.Context(), s.bob))(t)
	seen := must(s.views.Inbox(box, view.ReaderOf(s.bob)))(t)
	if len(seen.Games) != 2 || seen.Games[0].Board == nil || seen.Games[1].Board != nil {
		t.Errorf("of %d games the first alone is drawn", len(seen.Games))
	}
	if len(seen.Draws) != 1 || seen.Draws[0].ID != s.game.ID ||
		len(seen.Takebacks) != 1 || seen.Takebacks[0].ID != second.ID {
		t.Errorf("draws %+v, takebacks %+v", seen.Draws, seen.Takebacks)
	}
	if len(seen.Messages) != 1 || seen.Messages[0].Unseen() != 1 {
		t.Errorf("messages in %+v", seen.Messages)
	}
	if len(seen.Challenges) != 1 || seen.Challenges[0].Challenger != "ann" || seen.Challenges[0].Board != nil {
		t.Errorf("challenges %+v", seen.Challenges)
	}
}

// Games of one title and opponent are told apart by side and day, then by turn, then by ID.
func TestTellApart(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.Clock.Advance(48 * time.Hour)
	second := s.Begin(s.bob, s.ann, "hnefatafl", "7x7")
	third, fourth := s.Begin(s.ann, s.bob, "hnefatafl", "7x7"), s.Begin(s.ann, s.bob, "hnefatafl", "7x7")
	fifth, other := s.Begin(s.ann, s.bob, "hnefatafl", "7x7"), s.Begin(s.ann, s.bob, "bohnduell", "")
	s.Play(fifth, s.ann, "d1-c1")
	r := view.ReaderOf(s.ann)
	seen := map[string]*view.Game{}
	var mine, theirs []*view.Game
	for i, g := range []*models.Game{s.game, second, third, fourth, fifth, other} {
		seen[g.ID] = s.views.Game(must(s.Game(t.Context(), g.ID))(t), false, r)
		if i%2 == 0 {
			mine = append(mine, seen[g.ID])
		} else {
			theirs = append(theirs, seen[g.ID])
		}
	}
	view.TellApart(r, mine, theirs)
	view.TellApart(r, mine, append(theirs, seen[second.ID]))
	day := func(g *models.Game) string { return r.Words().Date(g.CreatedAt) }
	for id, want := range map[string]string{
		s.game.ID: "Attackers · begun " + day(s.game),
		second.ID: "Defenders · begun " + day(second),
		third.ID:  "Attackers · begun " + day(third) + " · turn 1 · " + third.ID,
		fourth.ID: "Attackers · begun " + day(third) + " · turn 1 · " + fourth.ID,
		fifth.ID:  "Attackers · begun " + day(third) + " · turn 2",
		other.ID:  "",
	} {
		if got := seen[id].Apart(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestChat(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	must(s.SendMessage(t.Context(), s.bob.ID, s.game.ID, "hello"))(t)
	s.play(s.ann, "d1-c1", "good luck")
	must(s.SendMessage(t.Context(), s.ann.ID, s.game.ID, "take your time"))(t)
	one := 2
	must(s.MarkMessagesRead(t.Context(), s.bob.ID, s.game.ID, &one))(t)
	for name, want := range map[string][]bool{"ann": {true, false, false}, "bob": {false, false, true}} {
		r := s.readers()[name]
		chat := must(s.Messages(t.Context(), r.Player, s.game.ID, 0, 10))(t)
		list := s.views.Chat(chat, r)
		if len(list) != len(want) {
			t.Fatalf("%s reads %+v", name, list)
		}
		for i, m := range list {
			if m.Unread != want[i] || m.Number != i+1 {
				t.Errorf("%s: message %d, %q by %s, is unread: %v", name, m.Number, m.Text, m.Author, m.Unread)
			}
		}
	}
}

func TestLog(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	s.play(s.bob, "d3-c3", "")
	must(s.NegotiateTakeback(t.Context(), s.bob.ID, s.game.ID, models.MakeOffer, 0))(t)
	must(s.NegotiateTakeback(t.Context(), s.ann.ID, s.game.ID, models.AcceptOffer, 0))(t)
	must(s.SetVacation(t.Context(), s.ann.ID, "2026-11-21", "2026-11-22"))(t)
	reader := view.Reader{Zone: zone(t, "Asia/Tokyo")}
	var entries []view.LogEntry
	for _, e := range must(s.GameLog(t.Context(), s.game.ID, 0, 10))(t) {
		entries = append(entries, s.views.LogEntry(s.game, e, reader))
	}
	if len(entries) != 2 {
		t.Fatalf("%+v", entries)
	}
	back, away := entries[0], entries[1]
	if back.Kind != play.LogTakeback || back.Player.String() != "bob (Defenders)" || back.Ply != 2 || back.To() != 0 {
		t.Errorf("the takeback is %+v", back)
	}
	if away.Kind != play.LogAway || away.Player.Name != "ann" || away.Returned() || away.From.Hour() != 9 {
		t.Errorf("the vacation is %+v", away)
	}
}
