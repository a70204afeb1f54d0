package store

import (
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
)

// listed pages through the players with a beginning of a name, and back again.
func (w *world) listed(name string) (forth []string) {
	w.t.Helper()
	read := func(f account.PlayerFilter) account.PlayerPage {
		page, err := w.Players(w.t.Context(), f)
		if err != nil {
			w.t.Fatal(err)
		}
		return page
	}
	namesOf := func(page account.PlayerPage) (list []string) {
		for _, p := range page.Players {
			list = append(list, p.Name)
		}
		return list
	}
	f := account.PlayerFilter{Name: name, Limit: 2}
	page := read(f)
	for forth = namesOf(page); page.Next != ""; forth = append(forth, namesOf(page)...) {
		f.After = page.Next
		page = read(f)
	}
	back := namesOf(page)
	for f.After = ""; page.Previous != ""; back = append(namesOf(page), back...) {
		f.Before = page.Previous
		page = read(f)
	}
	if !slices.Equal(forth, back) {
		w.t.Errorf("%q forth %v, back %v", name, forth, back)
	}
	return forth
}

func TestPlayersByName(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"bob", "Ann", "ann-b", "anna", "ann_c", "Zoe", "Xen", "eve", "max", "hal"} {
		w.player(name)
	}
	w.endGame(nil, w.Admin().BanPlayer(t.Context(), "eve"))
	w.endGame(nil, w.DeletePlayer(t.Context(), w.named("max").ID, "max"))
	hidden, listed := models.Values{"listed": {models.No}}, models.Values{"listed": {models.Yes}}
	p, err := w.UpdateProfile(t.Context(), w.named("xen").ID, models.ProfilePatch{Values: hidden})
	if err != nil || p.Listed {
		t.Errorf("%+v, %v", p, err)
	}
	if err := w.Register(t.Context(), account.NewPlayer{Name: "ant", Email: "ant@example.org"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"":    {"Ann", "ann-b", "ann_c", "anna", "bob", "hal", "Zoe"},
		"an":  {"Ann", "ann-b", "ann_c", "anna"},
		"ANN": {"Ann", "ann-b", "ann_c", "anna"},
		"xen": nil, "eve": nil, "gone": nil, "%": nil, "\xff": nil,
	} {
		if got := w.listed(name); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if p, err = w.UpdateProfile(t.Context(), p.ID, models.ProfilePatch{Values: listed}); err != nil || !p.Listed {
		t.Errorf("%+v, %v", p, err)
	}
	if got := w.listed("x"); len(got) != 1 {
		t.Errorf("listed again: %v", got)
	}
}

func (w *world) named(name string) models.Player {
	w.t.Helper()
	p, _, err := w.PlayerByName(w.t.Context(), name)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// TestListedPlayersHaveResults checks the sums over rulesets against the profile.
func TestListedPlayersHaveResults(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, ruleset := range []string{"hnefatafl", "bohnduell", "bohnduell"} {
		w.endGame(w.ResignGame(t.Context(), bob.ID, w.game(ann, bob, ruleset, "").ID))
	}
	page, err := w.Players(t.Context(), account.PlayerFilter{Limit: 5})
	if err != nil || len(page.Players) != 2 {
		t.Fatalf("%+v, %v", page, err)
	}
	for i, want := range []account.ListedPlayer{{Name: "ann", Won: 3}, {Name: "bob", Lost: 3}} {
		want.CreatedAt = page.Players[i].CreatedAt
		if got := page.Players[i]; got != want || got.CreatedAt.IsZero() {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestCountToMove(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "3d")
	w.paced(ann, bob, "3d")
	w.play(g, ann, "d1-c1")
	for player, want := range map[int64]int{ann.ID: 1, bob.ID: 1, 99: 0} {
		if n, err := w.CountToMove(t.Context(), player); n != want || err != nil {
			t.Errorf("player %d: %d, want %d; %v", player, n, want, err)
		}
	}
}
