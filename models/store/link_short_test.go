package store

import (
	"regexp"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/linktext"
)

func TestShortLinks(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, want := range []models.Link{
		{Purpose: models.LinkPage, Player: ann.ID, Game: "zzzzzzzz", Ply: 12, Takebacks: 3},
		{Purpose: models.LinkPage, Player: ann.ID, Challenge: "bcdfghjk"},
		{Purpose: models.LinkUnsubscribe, Player: ann.ID, Kind: models.KindReminder},
		{
			Purpose: models.LinkBounce, Player: linktext.MaxPlayer - 1, Game: "zzzzzzzz",
			Ply: linktext.MaxPly - 1, Takebacks: linktext.MaxTakebacks - 1,
		},
	} {
		long, err := w.SignLink(t.Context(), want, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		short := linktext.Short(long)
		if !regexp.MustCompile(`^[0-9A-Za-z]{39}$`).MatchString(short) || linktext.Short(strings.ToUpper(long)) != short {
			t.Errorf("%q is %q in short", long, short)
		}
		text, about, ok := account.LongLink(short)
		if !ok || text != long || about != want {
			t.Errorf("%q reads as %q, %+v, %v", short, text, about, ok)
		}
	}
}

// Texts in the form of short links whose fields no link has are rejected.
func TestNoShortLinks(t *testing.T) {
	for _, fields := range []linktext.Fields{
		{},
		{Purpose: uint8(models.LinkPage)},
		{Purpose: uint8(models.LinkConfirm), Player: 1},
		{Purpose: uint8(models.LinkPage), Player: 1, Subject: linktext.OfGame, About: linktext.MaxAbout - 1},
		{Purpose: uint8(models.LinkPage), Player: 1, Subject: linktext.OfKind, About: 1},
	} {
		text, err := linktext.Sign(fields, []byte("key"), 0, "")
		if err != nil {
			t.Fatal(err)
		}
		if read, about, ok := account.LongLink(linktext.Short(text)); ok {
			t.Errorf("%+v reads as %q, %+v", fields, read, about)
		}
	}
}
