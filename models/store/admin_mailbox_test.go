package store

import (
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailaddr"
)

// A ban is of the mailbox: its other spellings get no code either, and nothing that they asked for before makes an
// account. Another mailbox is not banned.
func TestBanIsOfTheMailbox(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.playerAt("ann", "ann.lee@gmail.com")
	if err := w.Register(t.Context(), account.NewPlayer{Name: "early", Email: "annlee+early@gmail.com"}); err != nil {
		t.Fatal(err)
	}
	early := w.code("annlee+early@gmail.com")
	if err := w.Admin().BanPlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	for i, address := range []string{
		"ann.lee@gmail.com", "ann.lee+1@gmail.com", "a.n.n.lee@googlemail.com",
		"ANNLEE@gmail.com",
	} {
		if err := w.Register(t.Context(), account.NewPlayer{Name: "ann" + string(rune('b'+i)), Email: address}); err != nil {
			t.Fatal(err)
		}
		if n := w.mailsTo(models.KindCode, address); n != 0 {
			t.Errorf("%s got %d codes", address, n)
		}
		if _, found, err := w.DeskPlayer(t.Context(), address); found || err != nil {
			t.Errorf("%s at the desk: %t, %v", address, found, err)
		}
	}
	_, _, err := w.SignIn(t.Context(), "annlee+early@gmail.com", early, account.NewToken{})
	wantCode(t, err, models.CodeBadCode)
	if err := w.Register(t.Context(), account.NewPlayer{Name: "anne", Email: "ann-lee@gmail.com"}); err != nil {
		t.Fatal(err)
	}
	if w.mailsTo(models.KindCode, "ann-lee@gmail.com") != 1 {
		t.Error("another mailbox got no code")
	}
}

// The desk knows a player by every spelling of the mailbox, and of several accounts the one with the very address.
func TestDeskKnowsMailboxes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.playerAt("ann", "ann@example.org")
	games := w.playerAt("anngames", "ann+games@example.org")
	dots := w.playerAt("dots", "d.o.t.s+x@gmail.com")
	idn := w.playerAt("umlaut", "max@xn--bcher-kva.example")
	for address, want := range map[string]int64{
		"ann@example.org": ann.ID, "Ann+x@Example.org": ann.ID, "ann+games@example.org": games.ID, "dots@gmail.com": dots.ID,
		"d.ots@googlemail.com": dots.ID, "max@bücher.example": idn.ID, "MAX+1@BÜCHER.example.": idn.ID,
		"a.nn@example.org": 0, "ann": 0, "": 0,
	} {
		p, found, err := w.DeskPlayer(t.Context(), address)
		if err != nil || found != (want != 0) || p.ID != want {
			t.Errorf("%q is %d, %t, %v; want %d", address, p.ID, found, err, want)
		}
	}
}

// The database computes the same mailbox as mailaddr.Mailbox.
func TestStoredMailbox(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, address := range []string{
		"ann@example.org", "a.b+c+d@example.org", "+x@example.org", "a+b@googlemail.com", "a.b.c@gmail.com",
		"a@b+c.example", "a.b@gmail.com.example", "gmail.com@x.example", "x@mail.gmail.com",
	} {
		p := w.playerAt("p"+string(rune('a'+i))+"x", address)
		var stored string
		if err := w.Read(t.Context()).Raw("SELECT mailbox FROM players WHERE id = ?", p.ID).Scan(&stored).Error; err != nil {
			t.Fatal(err)
		}
		if want := mailaddr.Mailbox(address); stored != want {
			t.Errorf("%s is stored as %q, want %q", address, stored, want)
		}
	}
}
