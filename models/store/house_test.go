package store

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// newHouseWorld returns a world in which the house plays every ruleset.
func newHouseWorld(t *testing.T, change ...func(*Options)) *world {
	t.Helper()
	w := newWorld(t)
	w.openHouse(change...)
	return w
}

// openHouse opens the store again with other options.
func (w *world) openHouse(change ...func(*Options)) {
	w.t.Helper()
	if err := w.Close(); err != nil {
		w.t.Fatal(err)
	}
	o := Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)}
	for _, r := range catalog.All() {
		o.Rulesets = append(o.Rulesets, rulestest.Housed(r))
	}
	for _, f := range change {
		f(&o)
	}
	s, err := Open(w.t.Context(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Store = s
}

func (w *world) challengeHouse(p models.Player, n challenge.NewChallenge) (models.Challenge, error) {
	w.t.Helper()
	if n.Ruleset == "" {
		n.Ruleset, n.Variant = "hnefatafl", "7x7"
	}
	if n.Opponent == "" {
		n.Opponent = "house-easy"
	}
	return w.CreateChallenge(w.t.Context(), p, n)
}

// houseGame begins a game with the house in which the player has the given seat.
func (w *world) houseGame(p models.Player, seat string) *models.Game {
	w.t.Helper()
	c, err := w.challengeHouse(p, challenge.NewChallenge{Seat: seat})
	if err != nil || c.Begun == nil {
		w.t.Fatalf("%+v, %v", c, err)
	}
	return c.Begun
}

func (w *world) houseAt(g *models.Game) models.Millis {
	w.t.Helper()
	row, err := play.LoadGame(w.Read(w.t.Context()), g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return row.HouseAt
}

func (w *world) isHouseDue() bool {
	select {
	case <-w.HouseWoken():
		return true
	default:
		return false
	}
}

// A challenge to the house is accepted in its own transaction; the house hears of it, and nobody is mailed.
func TestHouseAcceptsAtOnce(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	c, err := w.challengeHouse(ann, challenge.NewChallenge{Opponent: "House-Easy", Seat: "second"})
	if err != nil || c.Status != models.ChallengeAccepted || c.GameID == "" || c.Begun.ID != c.GameID {
		t.Fatalf("%+v, %v", c, err)
	}
	if stored, err := w.FindChallenge(t.Context(), ann, c.ID); err != nil || stored.Status != models.ChallengeAccepted ||
		stored.GameID != c.GameID || stored.Opponent.Name != "house-easy" || !bool(stored.Unrated && c.Unrated) {
		t.Errorf("%+v, %v", stored, err)
	}
	g := w.find(c.Begun)
	if g.HouseSeat() != rules.First || !w.isHouseDue() || w.houseAt(g) != models.ToMillis(w.now()) {
		t.Errorf("house has seat %d, due at %d", g.HouseSeat(), w.houseAt(g))
	}
	second := w.houseGame(ann, "first")
	if w.isHouseDue() || w.houseAt(second) != 0 {
		t.Error("the house is due where the player moves first")
	}
	w.play(second, ann, "d1-c1")
	if !w.isHouseDue() || w.houseAt(second) != models.ToMillis(w.now()) {
		t.Error("the turn does not pass to the house")
	}
	if got := kinds(w.deliver()); got != "" {
		t.Errorf("mailed %q", got)
	}
}

func TestHouseIsNoPerson(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	if list, err := w.Admin().Players(t.Context(), "", 10); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, level := range rules.Levels() {
		name := models.HouseName(level)
		_, _, err := w.PlayerByName(t.Context(), name)
		wantCode(t, err, models.CodeNotFound)
		wantCode(t, w.Admin().BanPlayer(t.Context(), name), models.CodeNotFound)
		wantCode(t, w.Admin().MailCode(t.Context(), name), models.CodeNotFound)
		wantCode(t, w.Admin().RenamePlayer(t.Context(), name, "zoe"), models.CodeNotFound)
		_, err = w.BlockPlayer(t.Context(), ann.ID, name)
		wantCode(t, err, models.CodeNotFound)
	}
	for _, name := range []string{"house-easy", "House_2", "houseboat", "bot7", "BOT-x", "computer", "Robot"} {
		wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: name, Email: "zoe@example.org"}), models.CodeInvalid)
		_, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Name: &name})
		wantCode(t, err, models.CodeInvalid)
	}
	// One who has such a name keeps it, also where the whole profile is sent.
	if err := w.raw("UPDATE players SET name = 'Botond', name_key = 'botond' WHERE name = 'ann'"); err != nil {
		t.Fatal(err)
	}
	name := "Botond"
	if p, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Name: &name}); err != nil || p.Name != name {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestHouseGamesAreLimited(t *testing.T) {
	w := newHouseWorld(t, func(o *Options) { o.Limits.HouseGames = 7 })
	ann, bob := w.player("ann"), w.player("bob")
	for range 5 {
		w.houseGame(ann, "first")
	}
	_, err := w.challengeHouse(ann, challenge.NewChallenge{})
	wantCode(t, err, models.CodeTooMany)
	w.houseGame(bob, "second")
	g := w.houseGame(bob, "first")
	_, err = w.challengeHouse(bob, challenge.NewChallenge{})
	wantCode(t, err, models.CodeTooMany) // all together
	if _, err := w.ResignGame(t.Context(), bob.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	w.houseGame(bob, "first")
}

func TestHouseGamesOfADay(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	for range models.DefaultLimits().HouseDay.Count {
		if _, err := w.AbortGame(t.Context(), ann.ID, w.houseGame(ann, "first").ID); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.challengeHouse(ann, challenge.NewChallenge{})
	wantCode(t, err, models.CodeTooMany)
	w.pass(24 * time.Hour)
	w.houseGame(ann, "first")
}

// Thirteen newcomers on one day all get their game.
func TestNewcomersAllGetTheirGame(t *testing.T) {
	sample.Whole(t, "registers many players")
	w := newHouseWorld(t)
	for n := range 13 {
		p := w.player(fmt.Sprintf("newcomer%d", n))
		if g := w.houseGame(p, "first"); w.play(g, p, "d1-c1").Ply != 1 || w.houseAt(g) == 0 {
			t.Errorf("%s has no game", p.Name)
		}
	}
}

func TestHouseRefuses(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	_, err := w.challengeHouse(ann, challenge.NewChallenge{Message: "hello"})
	wantCode(t, err, models.CodeInvalid)
	g := w.houseGame(ann, "first")
	_, err = w.SendMessage(t.Context(), ann.ID, g.ID, "hello")
	wantCode(t, err, models.CodeForbidden)
	_, err = w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: "hello",
		Via: models.ViaHTTP,
	})
	wantCode(t, err, models.CodeForbidden)
	if g := w.find(g); g.Ply != 0 {
		t.Errorf("ply %d", g.Ply)
	}
	w.openHouse(func(o *Options) { o.HouseOff = true })
	_, err = w.challengeHouse(ann, challenge.NewChallenge{})
	wantCode(t, err, models.CodeHouseOff)
	if w.play(g, ann, "d1-c1"); w.houseAt(g) == 0 {
		t.Error("a game under way does not go on")
	}
	w.openHouse(func(o *Options) { o.Rulesets = catalog.All()[:1]; o.Rulesets[0] = notHoused{o.Rulesets[0]} })
	_, err = w.challengeHouse(ann, challenge.NewChallenge{})
	wantCode(t, err, models.CodeInvalid)
}

// notHoused is a ruleset that the house does not play.
type notHoused struct{ rules.Ruleset }

func (notHoused) House() rules.Thinker { return nil }

// The house takes every takeback and every rematch at once.
func TestHouseObliges(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	g := w.play(w.houseGame(ann, "first"), ann, "d1-c1")
	g, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0)
	if err != nil || g.Ply != 0 || g.Takebacks != 1 || g.TakebackBy != rules.NoSeat || w.houseAt(g) != 0 {
		t.Fatalf("%+v, %v", g, err)
	}
	if _, err := w.ResignGame(t.Context(), ann.ID, g.ID); err != nil {
		t.Fatal(err)
	}
	made, err := w.OfferRematch(t.Context(), ann, g.ID)
	if err != nil || made.Game == nil || made.Game.Players[0].Name != "house-easy" || w.houseAt(made.Game) == 0 {
		t.Fatalf("%+v, %v", made, err)
	}
	_, err = w.OfferRematch(t.Context(), ann, g.ID)
	wantCode(t, err, models.CodeConflict)
	if offered, err := w.NegotiateDraw(t.Context(), ann.ID, made.Game.ID, models.MakeOffer); err != nil ||
		offered.DrawBy != rules.Second || w.houseAt(offered) == 0 {
		t.Errorf("%+v, %v", offered, err)
	}
}

// Games with the house have no results, and unlock no words to strangers.
func TestHouseGamesUnlockNothing(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	g := w.houseGame(ann, "first")
	house := models.Player{ID: g.Players[1].ID}
	w.play(w.play(g, ann, "d1-c1"), house, "d3-c3")
	if g, err := w.ResignGame(t.Context(), ann.ID, g.ID); err != nil || g.Status != models.Finished {
		t.Fatalf("%+v, %v", g, err)
	}
	if _, records, err := w.PlayerByName(t.Context(), "ann"); err != nil || len(records) != 0 {
		t.Errorf("%+v, %v", records, err)
	}
	_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "zoe@example.net", Message: "hello",
	})
	wantCode(t, err, models.CodeForbidden)
}
