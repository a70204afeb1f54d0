package store

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// A game with a value that no game can have is refused by an error that names it, lists leave it out, and the check
// reports it.
func TestDamagedGames(t *testing.T) {
	sample.Whole(t, "damages games in ten ways")
	for _, damage := range []string{
		"to_move = 7", "to_move = -1", "winner = 7", "draw_by = 7", "takeback_by = -2", "ply = -1", "ply = 1048576",
		"deadline_at = -1", "deadline_at = 9223372036854775807", "pace = ''",
	} {
		t.Run(damage, func(t *testing.T) {
			w := newWorld(t)
			ann, bob := w.player("ann"), w.player("bob")
			patch := models.ProfilePatch{Values: models.Values{"days_off": {"sat"}}}
			if _, err := w.UpdateProfile(t.Context(), bob.ID, patch); err != nil {
				t.Fatal(err)
			}
			damaged, other := w.game(bob, ann, "hnefatafl", "7x7"), w.game(bob, ann, "hnefatafl", "7x7")
			w.deliver()
			w.tamper("UPDATE games SET " + damage + " WHERE id = '" + damaged.ID + "'")
			column, _, _ := strings.Cut(damage, " ")
			named := func(what string, err error) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), damaged.ID) || !strings.Contains(err.Error(), column) {
					t.Errorf("%s: %v", what, err)
				}
			}
			_, err := w.Game(t.Context(), damaged.ID)
			named("reading it", err)
			_, err = w.PlayTurn(t.Context(), models.TurnInput{
				Game: damaged.ID, Player: bob.ID, Text: "d1-c1",
				Via: models.ViaHTTP,
			})
			named("playing it", err)
			inbox, err := w.Inbox(t.Context(), bob)
			if err != nil || len(inbox.Games) != 1 || inbox.Games[0].ID != other.ID {
				t.Errorf("the inbox is %+v, %v", inbox, err)
			}
			w.play(other, bob, "d1-c1")
			if inbox, err = w.Inbox(t.Context(), bob); err != nil || len(inbox.Games) != 0 {
				t.Errorf("the inbox of the damaged game alone is %+v, %v", inbox, err)
			}
			if faults, _ := w.check(); faults != damaged.ID+" 0 game;" {
				t.Errorf("the check finds %q", faults)
			}
		})
	}
}

// A panic while a list is read is its error, in each of the goroutines that read it.
func TestPanicOfAListReader(t *testing.T) {
	entries := make([]play.ListEntry, 4*play.ListPart)
	if _, err := (play.Snapshot{Ctx: t.Context()}).ReadListed(entries); err == nil || !strings.Contains(err.Error(),
		"panic") {
		t.Errorf("without a store: %v", err)
	}
}

// A rating of a missing seat is left out.
func TestDamagedRating(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.resign(w.opened(ann, bob), bob)
	if err := w.raw("UPDATE game_ratings SET seat = 7 WHERE seat = 0"); err != nil {
		t.Fatal(err)
	}
	list, _, err := w.Games(t.Context(), play.GameFilter{Status: models.Finished, Limit: 10})
	if err != nil || len(list) != 1 || list[0].Ratings[1] == (models.RatingChange{}) ||
		list[0].Ratings[0] != (models.RatingChange{}) {
		t.Errorf("%+v, %v", list, err)
	}
}

// An entry of a game's log about a missing seat is left out.
func TestDamagedLogEntry(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.opened(ann, bob)
	for range 2 {
		if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 1); err != nil {
			t.Fatal(err)
		}
		if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 1); err != nil {
			t.Fatal(err)
		}
		w.play(g, bob, "d3-c3")
	}
	if err := w.raw("UPDATE game_log SET seat = 7 WHERE id = (SELECT MIN(id) FROM game_log)"); err != nil {
		t.Fatal(err)
	}
	if list, err := w.GameLog(t.Context(), g.ID, 0, 10); err != nil || len(list) != 1 || list[0].Seat != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}
