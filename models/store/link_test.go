package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/linktext"
	"turnpost/models/modeltest/bed"
	"turnpost/models/schema"
)

// link signs a link as in a mail to its player.
func (w *world) link(l models.Link) string {
	w.t.Helper()
	row, err := schema.FindPlayer(w.Read(w.t.Context()), "id = ?", l.Player)
	if err != nil || row == nil {
		w.t.Fatalf("player %d: %v", l.Player, err)
	}
	text, err := w.SignLink(w.t.Context(), l, row.LinkEpoch, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return text
}

func TestLinks(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, want := range []models.Link{
		{
			Purpose: models.LinkReply, Player: ann.ID, Game: "23456789",
			Ply: linktext.MaxPly - 1, Takebacks: linktext.MaxTakebacks - 1,
		},
		{Purpose: models.LinkPage, Player: ann.ID, Game: "zzzzzzzz"},
		{Purpose: models.LinkReply, Player: ann.ID, Challenge: "bcdfghjk"},
		{Purpose: models.LinkUnsubscribe, Player: ann.ID, Kind: models.KindReminder},
		{Purpose: models.LinkUnsubscribe, Player: ann.ID, Kind: models.KindDigest},
		{Purpose: models.LinkBounce, Player: ann.ID},
	} {
		text := w.link(want)
		if len(text) != 47 || strings.ToLower(text) != text {
			t.Fatalf("%+v is %q", want, text)
		}
		for _, form := range []string{text, strings.ToUpper(text), strings.ToUpper(text[:20]) + text[20:]} {
			got, holder, err := w.ReadLink(t.Context(), want.Purpose, form)
			if err != nil || got != want || holder.Player.ID != ann.ID || holder.Email != ann.Email {
				t.Fatalf("%q: %+v, %+v, %v", form, got, holder, err)
			}
		}
		for _, other := range []models.LinkPurpose{
			models.LinkReply, models.LinkPage, models.LinkUnsubscribe,
			models.LinkBounce,
		} {
			if other != want.Purpose {
				_, _, err := w.ReadLink(t.Context(), other, text)
				wantCode(t, err, models.CodeNotFound)
			}
		}
	}
}

// Every character of a link matters.
func TestForgedLinks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	text := w.link(models.Link{Purpose: models.LinkReply, Player: ann.ID, Game: "k7m2q9xr", Ply: 12})
	for i := range text {
		for _, letter := range "a7z" {
			if forged := text[:i] + string(letter) + text[i+1:]; forged != text {
				_, _, err := w.ReadLink(t.Context(), models.LinkReply, forged)
				wantCode(t, err, models.CodeNotFound)
			}
		}
	}
	for _, broken := range []string{"", text[1:], text + "a", text[:46] + "=", text[:46] + "ſ", strings.Repeat("a", 47)} {
		_, _, err := w.ReadLink(t.Context(), models.LinkReply, broken)
		wantCode(t, err, models.CodeNotFound)
	}
	other := newWorld(t)
	other.player("ann")
	_, _, err := other.ReadLink(t.Context(), models.LinkReply, text)
	wantCode(t, err, models.CodeNotFound)
	_ = bob
}

func TestSignOutEverywhere(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	anns, bobs := w.link(models.Link{
		Purpose: models.LinkReply,
		Player:  ann.ID,
	}), w.link(models.Link{Purpose: models.LinkReply, Player: bob.ID})
	if err := w.SignOutEverywhere(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	_, _, err := w.ReadLink(t.Context(), models.LinkReply, anns)
	wantCode(t, err, models.CodeNotFound)
	if _, _, err := w.ReadLink(t.Context(), models.LinkReply, bobs); err != nil {
		t.Fatal(err)
	}
	if tokens, err := w.Tokens(t.Context(), ann.ID); err != nil || len(tokens) != 0 {
		t.Fatalf("%v, %v", tokens, err)
	}
	if tokens, err := w.Tokens(t.Context(), bob.ID); err != nil || len(tokens) != 1 {
		t.Fatalf("%v, %v", tokens, err)
	}
	if _, _, err := w.ReadLink(t.Context(), models.LinkReply, w.link(models.Link{
		Purpose: models.LinkReply,
		Player:  ann.ID,
	})); err != nil {
		t.Fatal(err)
	}
}

// A stranger's link is valid for their challenge and does not contain the address.
func TestStrangersLink(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "Zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	mails := w.deliver()
	if len(mails) != 1 {
		t.Fatalf("mailed %s", kinds(mails))
	}
	l, holder, err := w.ReadLink(t.Context(), models.LinkReply, mails[0].ReplyLink)
	if err != nil || l != (models.Link{Purpose: models.LinkReply, Challenge: c.ID}) ||
		holder.Email != "zoe@example.net" || holder.Player.ID != 0 {
		t.Fatalf("%+v, %+v, %v", l, holder, err)
	}
	for _, link := range []string{mails[0].ReplyLink, mails[0].Unsubscribe, mails[0].BounceLink} {
		if len(link) != linktext.Length {
			t.Errorf("link %q", link)
		}
	}
	other, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "yan@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	forged, err := w.SignLink(t.Context(), models.Link{Purpose: models.LinkReply, Challenge: other.ID}, 0,
		"zoe@example.net")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = w.ReadLink(t.Context(), models.LinkReply, forged)
	wantCode(t, err, models.CodeNotFound)
}

// The links of a mail name what the mail shows.
func TestLinksOfMails(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.play(w.game(ann, bob, "hnefatafl", "11x11"), ann, "d1-d4")
	for _, c := range w.deliver() {
		if c.Kind != models.KindYourTurn || c.To.ID != bob.ID {
			continue
		}
		got, _, err := w.ReadLink(t.Context(), models.LinkReply, c.ReplyLink)
		if err != nil || got != (models.Link{Purpose: models.LinkReply, Player: bob.ID, Game: g.ID, Ply: 1}) {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, _, err := w.ReadLink(t.Context(), models.LinkBounce, c.BounceLink); err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.ReadLink(t.Context(), models.LinkPage, c.PageLink); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no mail about the turn")
}

// Kinds that can be turned off have distinct numbers in links.
func TestKindsInLinks(t *testing.T) {
	seen := map[uint64]models.Kind{}
	for _, k := range append(models.KindsThatMayBeOff(), models.KindDigest) {
		if other, taken := seen[linktext.KindNumber(string(k))]; taken {
			t.Errorf("%s and %s are one", k, other)
		}
		seen[linktext.KindNumber(string(k))] = k
	}
}

// FuzzLink parses arbitrary text as a link: only signed links are valid, and a link has the fields that it was read
// from.
func FuzzLink(f *testing.F) {
	ctx := context.Background()
	s, err := Open(ctx, Options{Database: bed.Database(f)})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	signed, err := s.SignLink(ctx, models.Link{Purpose: models.LinkReply, Player: 7, Game: "k7m2q9xr", Ply: 3}, 0, "")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{
		signed, signed[:46], strings.ToUpper(signed), strings.Repeat("a", 47), strings.Repeat("7", 47), "play+" + signed,
		"XA" + strings.Repeat("2", 44) + "A", // to confirm a challenge, which no link is for
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// this database has no accounts
		if _, _, err := s.ReadLink(ctx, models.LinkReply, text); models.CodeOf(err) != models.CodeNotFound {
			t.Fatalf("%q: %v", text, err)
		}
		l, signed, ok := account.ParseLink(text)
		if !ok {
			return
		}
		if again, err := account.FieldsOf(l); err != nil || again != signed.Fields {
			t.Fatalf("%q: %+v has the fields %+v, not %+v: %v", text, l, again, signed.Fields, err)
		}
	})
}

func TestSettingsLinksAreNotOfGames(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	l := account.SettingsLink(at)
	l.Purpose, l.Player = models.LinkReply, 7
	fields, err := account.FieldsOf(l)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := account.LinkOf(fields)
	if !ok || got != l || !got.OfSettings() || got.Game != "" || got.Challenge != "" {
		t.Fatalf("%+v, %v", got, ok)
	}
	for days, expired := range map[int]bool{0: false, 13: false, 14: false, 16: true, 400: true} {
		if got.Expired(at.AddDate(0, 0, days)) != expired {
			t.Errorf("after %d days it is expired: %v", days, !expired)
		}
	}
}
