package view_test

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/rating"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

func TestGameUnderWay(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "good luck")
	must(s.SendMessage(t.Context(), s.ann.ID, s.game.ID, "and have fun"))(t)
	for name, want := range map[string]struct {
		seat    rules.Seat
		myTurn  bool
		message string
		unread  int
	}{
		"ann":    {rules.First, false, "good luck", 0},
		"bob":    {rules.Second, true, "good luck", 2},
		"eve":    {rules.NoSeat, false, "", 0},
		"nobody": {rules.NoSeat, false, "", 0},
	} {
		g := s.gameByReader()[name]
		if g.Reader != want.seat || g.MyTurn() != want.myTurn ||
			g.LastTurn.Message != want.message || g.Unread != want.unread {
			t.Errorf("%s in seat %d, to move %v, reads %q, has %d unread; want %+v",
				name, g.Reader, g.MyTurn(), g.LastTurn.Message, g.Unread, want)
		}
		if g.Over() || g.Title != "Hnefatafl 7×7 (Brandubh)" || g.Number() != 2 || g.SideToMove() != "Defenders" ||
			g.Standing != "Defenders to move" || g.LastTurn.Description != "ann moved an attacker from d1 to c1." {
			t.Errorf("%s sees %+v, %+v", name, g, g.LastTurn)
		}
	}
	bob := s.gameByReader()["bob"]
	if bob.Side() != "Defenders" || bob.Opponent() != "ann" || bob.Players[rules.First].String() != "ann (Attackers)" {
		t.Errorf("bob plays %s against %s, %s", bob.Side(), bob.Opponent(), bob.Players[rules.First])
	}
}

// TestASecondTimeIsAWarning repeats the start position: every description of the turn warns that the third occurrence
// is a draw.
func TestASecondTimeIsAWarning(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	const warning = " This position stands for the second time; a third time is a draw."
	for n, turn := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"} {
		s.play([]models.Player{s.ann, s.bob}[n%2], turn, "")
		for name, g := range s.gameByReader() {
			if warns := strings.HasSuffix(g.LastTurn.Description, warning); warns != (n == 3) {
				t.Errorf("after turn %d %s reads %q", n+1, name, g.LastTurn.Description)
			}
		}
	}
}

func TestGameInItsReadersZone(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	deadline := must(s.Game(t.Context(), s.game.ID))(t).Deadline
	for _, zone := range []*time.Location{nil, time.UTC, zone(t, "Asia/Tokyo")} {
		g := s.views.Game(s.game, false, view.Reader{Zone: zone})
		want := deadline.UTC()
		if zone != nil {
			want = deadline.In(zone)
		}
		if g.Deadline.Format(time.RFC3339) != want.Format(time.RFC3339) {
			t.Errorf("in %v: %s, want %s", zone, g.Deadline, want)
		}
		if away := g.Players[rules.First].AwayUntil; !away.IsZero() {
			t.Errorf("nobody is away until %s", away)
		}
	}
}

func TestGameInItsReadersLanguage(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	must(s.ResignGame(t.Context(), s.bob.ID, s.game.ID))(t)
	g := must(s.Game(t.Context(), s.game.ID))(t)
	seen := must(s.views.Drawn(g, false, view.Reader{Language: words.For(phrase.Pseudo)}))(t)
	for what, text := range map[string]string{
		"title": seen.Title, "standing": seen.Standing, "reason": seen.Reason, "notation": seen.Notation,
		"side": seen.Players[rules.First].Side, "turn": seen.LastTurn.Description, "board": seen.Board.Text(),
	} {
		if !strings.ContainsRune(text, phrase.MarkBegin) {
			t.Errorf("the %s is not in the language of its reader: %q", what, text)
		}
	}
}

// TestOwnEndIsAtTheBottom checks rulesets that turn their board for one of the sides, and one whose board looks the
// same from both sides.
func TestOwnEndIsAtTheBottom(t *testing.T) {
	for ruleset, flipped := range map[string]map[string]bool{
		"hanniball":  {"bob": true},
		"sevensages": {"bob": true},
		"bohnduell":  {"ann": true},
		"hnefatafl":  {},
	} {
		s := newTable(t, ruleset, "")
		for name, g := range s.gameByReader() {
			if g.Board.Style.Flip != flipped[name] {
				t.Errorf("%s: the board of %s is turned: %v", ruleset, name, g.Board.Style.Flip)
			}
		}
	}
}

func TestFinishedGame(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	s.play(s.bob, "d3-c3", "")
	must(s.ResignGame(t.Context(), s.bob.ID, s.game.ID))(t)
	for name, want := range map[string]struct {
		outcome view.Outcome
		reason  string
	}{
		"ann": {view.Won, "bob resigned"}, "bob": {view.Lost, "you resigned"},
		"eve": {view.Decided, "bob resigned"}, "nobody": {view.Decided, "bob resigned"},
	} {
		g := s.gameByReader()[name]
		if g.Outcome != want.outcome || g.Reason != want.reason || g.Standing != "Attackers won" {
			t.Errorf("%s: %s, %s; %s", name, g.Outcome, g.Reason, g.Standing)
		}
		if !g.Over() || !g.Won() || g.MyTurn() || g.Aborted() || g.Winner().Name != "ann" {
			t.Errorf("%s: over %v, won %v by %s, to move %v", name, g.Over(), g.Won(), g.Winner(), g.MyTurn())
		}
	}
	// An earlier position shows who was to move.
	earlier, _, err := s.GameAt(t.Context(), s.game.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if past := s.views.Game(earlier, true, view.ReaderOf(s.ann)); past.Standing != "Defenders to move" || past.Ply != 1 {
		t.Errorf("at ply %d: %s", past.Ply, past.Standing)
	}
}

// A game that goes on cannot have ended before there were ratings, and one with the house is never rated.
func TestWhyAGameIsNotRated(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	g := *must(s.Game(t.Context(), s.game.ID))(t)
	g.UnratedBecause = rating.CauseUnrated
	want := func(why string) {
		t.Helper()
		if got := s.views.Game(&g, false, view.ReaderOf(s.ann)).Unrated; got != why {
			t.Errorf("%q, want %q", got, why)
		}
	}
	want("it was agreed that the game is not rated")
	g.Status, g.Result = models.Finished, rules.Result{Winner: rules.First, Reason: "resignation"}
	want("it was agreed that the game is not rated, or it ended before games were rated")
	g.Players[rules.Second].Name = models.HouseName(rules.Easy)
	want("games against the house are not rated")
}

func TestGameThatNobodyWins(t *testing.T) {
	draw := newTable(t, "hnefatafl", "7x7")
	draw.play(draw.ann, "d1-c1", "")
	for _, p := range []models.Player{draw.ann, draw.bob} {
		must(draw.NegotiateDraw(t.Context(), p.ID, draw.game.ID, models.MakeOffer))(t)
	}
	aborted := newTable(t, "hnefatafl", "7x7")
	must(aborted.AbortGame(t.Context(), aborted.bob.ID, aborted.game.ID))(t)
	for _, c := range []struct {
		*table
		outcome          view.Outcome
		standing, reason string
	}{
		{draw, view.Drawn, "drawn", "the players agreed on it"},
		{aborted, view.Aborted, "aborted", "it ended before both had played"},
	} {
		for name, g := range c.gameByReader() {
			if g.Outcome != c.outcome || g.Standing != c.standing || g.Reason != c.reason || g.Won() || !g.Over() {
				t.Errorf("%s: %s, %s, %s", name, g.Outcome, g.Standing, g.Reason)
			}
		}
	}
}

func TestRematchIsForThePlayers(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	must(s.AbortGame(t.Context(), s.bob.ID, s.game.ID))(t)
	rematch := must(s.OfferRematch(t.Context(), s.bob, s.game.ID))(t)
	for name, g := range s.gameByReader() {
		want := ""
		if g.Reader != rules.NoSeat {
			want = rematch.Challenge.ID
		}
		if g.Rematch != want || rematch.Challenge.ID == "" {
			t.Errorf("%s sees the rematch %q, want %q", name, g.Rematch, want)
		}
	}
}

func TestOffers(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	s.play(s.ann, "d1-c1", "")
	s.play(s.bob, "d3-c3", "")
	must(s.NegotiateDraw(t.Context(), s.ann.ID, s.game.ID, models.MakeOffer))(t)
	must(s.NegotiateTakeback(t.Context(), s.bob.ID, s.game.ID, models.MakeOffer, 1))(t)
	for name, g := range s.gameByReader() {
		if !g.DrawOffered() || g.DrawBy != rules.First || !g.TakebackOffered() || g.TakebackBy != rules.Second {
			t.Errorf("%s sees a draw by %d, a takeback by %d", name, g.DrawBy, g.TakebackBy)
		}
		if g.TakebackTo != 1 || g.Again() != 2 {
			t.Errorf("%s: back to %d, turn %d again", name, g.TakebackTo, g.Again())
		}
		if g.DrawOfferedToMe() != (name == "bob") || g.TakebackOfferedToMe() != (name == "ann") {
			t.Errorf("%s decides on the draw: %v, on the takeback: %v",
				name, g.DrawOfferedToMe(), g.TakebackOfferedToMe())
		}
	}
	// An earlier position shows no offer and no unread message.
	must(s.SendMessage(t.Context(), s.ann.ID, s.game.ID, "well?"))(t)
	earlier, _, err := s.GameAt(t.Context(), s.game.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	past := s.views.Game(earlier, true, view.ReaderOf(s.bob))
	if past.DrawOffered() || past.TakebackOffered() || past.DrawOfferedToMe() || past.Unseen() != 0 || past.Unread != 1 {
		t.Errorf("with a past position: %+v", past)
	}
}

func TestAbsentPlayers(t *testing.T) {
	s := newTable(t, "hnefatafl", "7x7")
	must(s.SetVacation(t.Context(), s.bob.ID, "2026-11-21", "2026-11-24"))(t)
	s.Clock.Advance(36 * time.Hour)
	for name, g := range s.gameByReader() {
		if absent := g.Absent(); len(absent) != 1 || absent[0].Name != "bob" || absent[0].AwayUntil.Day() != 25 {
			t.Errorf("%s sees %+v away", name, absent)
		}
	}
	g := must(s.Game(t.Context(), s.game.ID))(t)
	if absent := s.views.Game(g, true, view.Reader{}).Absent(); len(absent) != 0 {
		t.Errorf("with a past position %+v are away", absent)
	}
}
